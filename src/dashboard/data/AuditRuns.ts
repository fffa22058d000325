/**
 * Folds audit log entries into rows. Many entries of one act, such as the deliveries of a bulk
 * resend, are one row. Entries of the service itself have no request to group by. So a run has one
 * actor, action, account, address and reason, and short pauses. Other entries may lie between its
 * entries.
 */
import type { AuditLog as Entry } from "../../client/Generated.ts"

/** Milliseconds between two entries of one run. */
const pauseMsMax = 60_000

/** A shorter run stays separate entries, which are as quickly read. */
const partsMin = 3

export interface Row {
  /** The id of the oldest part, so that a growing run stays the same row. */
  readonly id: string
  /** Newest first. */
  readonly parts: readonly [Entry, ...ReadonlyArray<Entry>]
  /** True if the next page begins with more entries of this run. */
  readonly hasMore?: boolean
}

const kindOf = ({ account_id, action, actor, address, reason }: Entry): string =>
  JSON.stringify([action, actor.id, account_id, address, reason])

const isSoon = (later: Entry, earlier: Entry): boolean =>
  Date.parse(later.at) - Date.parse(earlier.at) <= pauseMsMax

/** Folds entries that are sorted newest first. */
export const fold = (entries: ReadonlyArray<Entry>): ReadonlyArray<Row> => {
  const open = new Map<string, [Entry, ...Array<Entry>]>()
  const runOf = new Map<Entry, [Entry, ...Array<Entry>]>()
  for (const entry of entries) {
    const kind = kindOf(entry)
    const before = open.get(kind)
    const last = before?.at(-1)
    const run = before && last && isSoon(last, entry) ? before : undefined
    if (run === undefined) open.set(kind, [entry])
    else run.push(entry)
    runOf.set(entry, open.get(kind) ?? [entry])
  }
  return entries.flatMap((entry): ReadonlyArray<Row> => {
    const run = runOf.get(entry) ?? [entry]
    if (run.length < partsMin) return [{ id: entry.id, parts: [entry] }]
    const { id } = run.at(-1) ?? entry
    return run[0] === entry ? [{ id, parts: run }] : []
  })
}

interface Page {
  readonly limit: number
  readonly offset: number
}

interface Entries {
  readonly data: ReadonlyArray<Entry>
  readonly total: number
}

/** A page of rows. `limit` is the number of entries in these rows. */
export interface Rows {
  readonly data: ReadonlyArray<Row>
  readonly limit: number
  readonly total: number
}

/** The most entries of one read, and of all reads for one page. */
const readOnMax = 100
const entriesMax = 500

/** Drops the first row beyond the page and all after it. */
const cut = (entries: ReadonlyArray<Entry>, limit: number, isEnd: boolean) => {
  const whole = fold(entries)
  const next = whole[limit]
  const shown = next === undefined ? entries : entries.slice(0, entries.indexOf(next.parts[0]))
  const last = shown.at(-1)
  const lengths = new Map(whole.map(({ parts }) => [parts[0], parts.length]))
  const rows = fold(shown).map((row): Row => {
    const isCut = (lengths.get(row.parts[0]) ?? 0) > row.parts.length
    const isOpen = !isEnd && next === undefined && row.parts.length > 1 && row.parts.at(-1) === last
    return { ...row, hasMore: isCut || isOpen }
  })
  return { rows, count: shown.length }
}

/** True if further reads cannot change the rows of the page. */
const isFull = (entries: ReadonlyArray<Entry>, limit: number): boolean => {
  const rows = fold(entries)
  const last = rows.at(-1)
  return rows.length > limit || (rows.length === limit && last?.parts.length === 1)
}

/** Reads until the page is full. A long run would otherwise fill one page after another. */
export const read = async (
  ask: (page: Page) => Promise<Entries>,
  { limit, offset }: Page
): Promise<Rows> => {
  const first = await ask({ limit, offset })
  const entries = new Map(first.data.map((entry) => [entry.id, entry]))
  let end = offset + first.data.length
  while (end < first.total && end - offset < entriesMax) {
    if (isFull([...entries.values()], limit)) break
    // A failed read is not an error of the page: the rows so far are shown.
    const more = await ask({ limit: readOnMax, offset: end }).catch(() => undefined)
    if (more === undefined || more.data.length === 0) break
    for (const entry of more.data) entries.set(entry.id, entry)
    end += more.data.length
  }
  const { count, rows } = cut([...entries.values()], limit, end >= first.total)
  return { data: rows, limit: count, total: first.total }
}
