/**
 * The payouts of an account that only the tables have: their number and the newest. The first list
 * of the account reads them. From then on memory follows them, so a page that memory has whole is
 * read without the tables.
 */
import * as Limits from "../../config/Limits.ts"
import * as EvictedPayouts from "../state/EvictedPayouts.ts"

export interface TablePart {
  readonly count: number
  /** No payout of the part is newer than this id. */
  readonly newest: string
}

/** The part of each account as a list found it, and the payouts that had left memory by then. */
export type TableParts = Map<string, TablePart & { readonly evicted: number }>

/** The part of an account now; `undefined` if no list has read it. */
export const find = (
  parts: TableParts,
  evictedPayouts: EvictedPayouts.EvictedPayouts,
  accountId: string
): TablePart | undefined => {
  const part = parts.get(accountId)
  if (part === undefined) return undefined
  const { count, newest } = EvictedPayouts.of(evictedPayouts, accountId)
  return {
    count: part.count + count - part.evicted,
    newest: part.newest > newest ? part.newest : newest
  }
}

/** Remembers what a list found. `evicted` is the number of its moment. */
export const keep = (
  parts: TableParts,
  accountId: string,
  part: TablePart,
  evicted: number
): void => {
  const [oldest] = parts.keys()
  if (parts.size >= Limits.readModel.tablePartsMax && oldest !== undefined) parts.delete(oldest)
  parts.set(accountId, { ...part, evicted })
}
