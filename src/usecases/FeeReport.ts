/**
 * The report of fees: sums of settled payouts by the day of their settlement in UTC, by network and
 * currency. The owner of a partition sums a page of payouts, and the caller adds the pages up.
 */
import { Effect } from "effect"
import { dayMs } from "../domain/Day.ts"
import * as Money from "../domain/money/Money.ts"
import * as Network from "../domain/Network.ts"
import * as Partitions from "../engine/Partitions.ts"
import * as ReportRows from "./ReportRows.ts"
import * as SettlementReport from "./SettlementReport.ts"

/** The columns of the report as a file. */
export const columns = [
  ...(["day", "network", "target_currency", "count"] as const),
  ...(["source_amount_usdc", "fee_usdc", "target_amount"] as const)
] as const

type Cells = Readonly<Record<(typeof columns)[number], string | number | null>> & {
  readonly target_currency: Network.Currency
}

/** The cells of a line, in the order of the columns. */
export const cellsOf = (line: Cells): ReadonlyArray<string | null> =>
  columns.map((name) => ReportRows.cellOf(name, line[name], line.target_currency))

/** A sum in integers: micro-USDC, and minor units of the network's currency. */
export interface Sum {
  /** Since 1970-01-01. */
  readonly day: number
  readonly network: Network.Slug
  readonly count: number
  readonly source: number
  readonly fee: number
  readonly target: number
}

const keyOf = ({ day, network }: Sum): string => `${day} ${network}`

/** Adds sums to those of the same day and network. */
export const added = (
  sums: ReadonlyMap<string, Sum>,
  more: ReadonlyArray<Sum>
): ReadonlyMap<string, Sum> => {
  const all = new Map(sums)
  for (const sum of more) {
    const known = all.get(keyOf(sum))
    all.set(
      keyOf(sum),
      known === undefined
        ? sum
        : {
            ...known,
            count: known.count + sum.count,
            source: known.source + sum.source,
            fee: known.fee + sum.fee,
            target: known.target + sum.target
          }
    )
  }
  return all
}

const lineOf = ({ count, day, fee, network, source, target }: Sum) => {
  const { currency } = Network.bySlug(network)
  return {
    day: new Date(day * dayMs).toISOString().slice(0, 10),
    network,
    target_currency: currency,
    count,
    source_amount_usdc: Money.toJson(source, 6),
    fee_usdc: Money.toJson(fee, 6),
    target_amount: Money.toJson(target, Network.decimals(currency))
  }
}

type Line = ReturnType<typeof lineOf>

/** Newest day first, as the other reports; the networks of a day in alphabetical order. */
export const linesOf = (sums: ReadonlyMap<string, Sum>): ReadonlyArray<Line> =>
  [...sums.values()]
    .sort((one, other) => other.day - one.day || (one.network < other.network ? -1 : 1))
    .map(lineOf)

export const report: ReportRows.Report<Line> = {
  name: "fees",
  isPaged: false,
  columns,
  cellsOf,
  none: SettlementReport.none,
  sumsOf: (line) => ({ ...SettlementReport.sumsOf(line), count: line.count })
}

interface Part {
  readonly sums: ReadonlyArray<Sum>
  /** Where the next page begins; `null`: this page is the last. */
  readonly next: string | null
}

/** The sums of a page of an account's settled payouts. */
export const part = Partitions.procedure<
  ReportRows.PageQuery & { readonly accountId: string },
  Part
>({
  name: "fees",
  run: ({ lists }, { accountId, after, before, from, limit }) => {
    const period = { settledFrom: from, settledBefore: before, to: before }
    const lastRow = after === null ? undefined : { id: after, name: "" }
    return Effect.map(
      lists.payoutPage(
        { accountId, status: "SETTLED", ...period },
        { limit, offset: 0, after: lastRow }
      ),
      (found) => {
        const sums = found.map(
          ({ network, settledAt, sourceAmount, spread, targetAmount }): Sum => ({
            day: Math.floor((settledAt ?? 0) / dayMs),
            network,
            count: 1,
            source: sourceAmount,
            fee: Money.costOfSpread(sourceAmount, spread),
            target: targetAmount
          })
        )
        return {
          sums: [...added(new Map(), sums).values()],
          next: found.length < limit ? null : (found.at(-1)?.id ?? null)
        }
      }
    )
  }
})
