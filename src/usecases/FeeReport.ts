/**
 * The fee report: sums of settled payouts by UTC day of settlement, network and currency. The node
 * that runs a partition sums a page of payouts, and the caller adds up the pages.
 */
import { Effect } from "effect"
import { dayMs } from "../domain/Day.ts"
import * as Money from "../domain/money/Money.ts"
import * as Network from "../domain/Network.ts"
import * as Partitions from "../engine/Partitions.ts"
import * as ReportRows from "./ReportRows.ts"
import * as SettlementReport from "./SettlementReport.ts"

/** The columns of the report's file. */
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

/** A sum in micro-USDC and in minor units of the network's currency. */
export interface Sum {
  /** Days since 1970-01-01. */
  readonly day: number
  readonly network: Network.Slug
  readonly count: number
  readonly source: number
  readonly fee: number
  readonly target: number
}

const keyOf = ({ day, network }: Sum): string => `${day} ${network}`

/** Adds sums to the sums of the same day and network. */
export const addSums = (
  sums: ReadonlyMap<string, Sum>,
  more: ReadonlyArray<Sum>
): ReadonlyMap<string, Sum> => {
  const totals = new Map(sums)
  for (const sum of more) {
    const total = totals.get(keyOf(sum))
    totals.set(
      keyOf(sum),
      total === undefined
        ? sum
        : {
            ...total,
            count: total.count + sum.count,
            source: total.source + sum.source,
            fee: total.fee + sum.fee,
            target: total.target + sum.target
          }
    )
  }
  return totals
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

/** Lines with the newest day first, and the networks of a day in alphabetical order. */
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
  /** Cursor of the next page; `null` if this page is the last. */
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
      (payouts) => {
        const sums = payouts.map(
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
          sums: [...addSums(new Map(), sums).values()],
          next: payouts.length < limit ? null : (payouts.at(-1)?.id ?? null)
        }
      }
    )
  }
})
