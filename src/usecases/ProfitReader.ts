/** Reads the facts of the profit report from all partitions, page by page. */
import { Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Profit from "../domain/books/Profit.ts"
import type * as Network from "../domain/Network.ts"
import * as Partition from "../engine/Partition.ts"
import * as Partitions from "../engine/Partitions.ts"
import * as ProfitReport from "./ProfitReport.ts"
import type * as ReportRows from "./ReportRows.ts"

interface PageQuery extends ProfitReport.Span {
  readonly limit: number
  /** Id of the previous page's last payout; `null` for the first page. */
  readonly after: string | null
}

/** Sums as they travel between nodes. */
type Sent = ReadonlyArray<readonly [Network.Currency, string]>

const sent = (sums: ProfitReport.Sums): Sent =>
  [...sums].map(([currency, amount]) => [currency, String(amount)] as const)

interface Part extends Pick<ProfitReport.Facts, "settled" | "takings"> {
  readonly before: Sent
  readonly after: Sent
  readonly next: string | null
}

/** A page of a partition's settled payouts of all time. */
export const part = Partitions.procedure<PageQuery, Part>({
  name: "profit",
  run: ({ lists }, { after: behind, limit, ...span }) => {
    const filter = { status: "SETTLED" as const, settledBefore: span.asOf, to: span.asOf }
    const lastRow = behind === null ? undefined : { id: behind, name: "" }
    return Effect.map(lists.payoutPage(filter, { limit, offset: 0, after: lastRow }), (payouts) => {
      const { add, after, before, settled, take, takings } = ProfitReport.collector(span)
      for (const payout of payouts) {
        add(ProfitReport.settledOf(payout, payout.settledAt ?? 0))
        ProfitReport.returnsOf(payout).forEach(take)
      }
      const next = payouts.length < limit ? null : (payouts.at(-1)?.id ?? null)
      return { settled, takings, before: sent(before), after: sent(after), next }
    })
  }
})

interface Booked {
  readonly sales: ReadonlyArray<Profit.Taking>
  readonly costs: ReadonlyArray<
    readonly [payoutId: string, providerFee: string | null, gas: string | null]
  >
  /** Id of the last booking; `null` after the last page. */
  readonly next: string | null
}

const textOf = (amount: bigint | null): string | null => (amount === null ? null : String(amount))

/** A page of the sales and costs of operators' bookings, which the directory's partition has. */
export const booked = Partitions.procedure<Omit<PageQuery, "before" | "from">, Booked>({
  name: "booked sales and costs",
  run: ({ lists }, { after: behind, asOf, limit }) => {
    const lastRow = behind === null ? undefined : { id: behind, name: "" }
    return Effect.map(lists.bookings({}, { limit, offset: 0, after: lastRow }), ({ items }) => {
      const bookings = items.filter(({ bookedAt }) => bookedAt !== null && bookedAt < asOf)
      return {
        sales: bookings.flatMap((booking) => Profit.saleOf(booking) ?? []),
        costs: [...Profit.costsOf(bookings)].map(
          ([id, { gas, providerFee }]) => [id, textOf(providerFee), textOf(gas)] as const
        ),
        next: items.length < limit ? null : (items.at(-1)?.id ?? null)
      }
    })
  }
})

/** The sum of an earlier amount and one that travelled; `null` if there is neither. */
const plus = (before: bigint | null | undefined, text: string | null): bigint | null =>
  text === null ? (before ?? null) : (before ?? 0n) + BigInt(text)

/** The number of a partition's payouts that settled in a period. */
export const count = Partitions.procedure<ReportRows.Period, number>({
  name: "profit count",
  run: ({ lists }, { before, from }) => {
    const filter = { status: "SETTLED" as const, settledFrom: from, settledBefore: before }
    return Effect.map(lists.payouts(filter, { limit: 1, offset: 0 }), ({ total }) => total)
  }
})

type Caller = Pick<Partitions.PartitionsService, "call" | "count">

/** More payouts settled in the period than memory takes at once. */
export interface TooManyPayouts {
  readonly _tag: "TooManyPayouts"
  readonly max: number
}

const { profitPayoutsMax, reportRowsMax } = Limits.http

/** Refuses a period with too many payouts. */
export const checkSize = (partitions: Caller, { before, from }: ReportRows.Period) =>
  Effect.flatMap(Partitions.callAll(partitions, count, { before, from }), (counts) =>
    counts.reduce((total, each) => total + each, 0) <= profitPayoutsMax
      ? Effect.void
      : Effect.fail<TooManyPayouts>({ _tag: "TooManyPayouts", max: profitPayoutsMax })
  )

/** A place between two pages: of a partition's payouts, or of the finished rows. */
interface Position {
  readonly partition: number
  readonly after: string | null
  readonly rowsDone: number
}

/** Adds a page of a partition to the facts. Returns the cursor of the next one. */
const addPage = (all: ReturnType<typeof ProfitReport.collector>, page: Part): string | null => {
  page.settled.forEach(all.add)
  page.takings.forEach(all.take)
  for (const [currency, amount] of page.before)
    ProfitReport.addTo(all.before, currency, BigInt(amount))
  for (const [currency, amount] of page.after)
    ProfitReport.addTo(all.after, currency, BigInt(amount))
  return page.next
}

/**
 * Reads a report page by page. The pages of the partitions' payouts have no rows, and the rows
 * follow them. `unassigned` is known after the last page.
 */
export const reader = (partitions: Caller, span: ProfitReport.Span, accountId: string | null) => {
  const all = ProfitReport.collector(span)
  let done: ReturnType<typeof ProfitReport.rowsOf> = { rows: [], unassigned: [] }

  /** Takes the bookings page by page. Of their costs, those of the report's payouts are kept. */
  const takeBookings = Effect.fnUntraced(function* () {
    const named = new Set(all.settled.map(({ id }) => id))
    const costs = new Map<string, Profit.Costs>()
    let after: string | null = null
    do {
      const query = { asOf: span.asOf, after, limit: reportRowsMax }
      const page: Booked = yield* partitions.call(booked, Partition.directory, query)
      page.sales.forEach(all.take)
      for (const [id, providerFee, gas] of page.costs) {
        if (!named.has(id)) continue
        const before = costs.get(id)
        costs.set(id, {
          providerFee: plus(before?.providerFee, providerFee),
          gas: plus(before?.gas, gas)
        })
      }
      after = page.next
    } while (after !== null)
    return costs
  })

  const finish = Effect.map(takeBookings(), (costs) => {
    const { rows, unassigned } = ProfitReport.rowsOf({ ...all, costs })
    const isShown = (row: ProfitReport.Row) => accountId === null || row.accountId === accountId
    done = { rows: rows.filter(isShown), unassigned }
  })

  const rowsFrom = (position: Position) => {
    const rowsDone = position.rowsDone + reportRowsMax
    const rows = done.rows.slice(position.rowsDone, rowsDone)
    return { rows, next: rowsDone < done.rows.length ? { ...position, rowsDone } : null }
  }

  const first: Position = { partition: 0, after: null, rowsDone: 0 }

  const read = Effect.fnUntraced(function* (position: Position | null) {
    const { after, partition, rowsDone } = position ?? first
    if (partition < partitions.count) {
      const query: PageQuery = { ...span, after, limit: reportRowsMax }
      const next = addPage(all, yield* partitions.call(part, partition, query))
      const isEnd = next === null
      const behind = { after: next, partition: isEnd ? partition + 1 : partition, rowsDone }
      if (behind.partition < partitions.count) return { rows: [], next: behind }
      yield* finish
      return rowsFrom(behind)
    }
    return rowsFrom({ after, partition, rowsDone })
  })
  return { read, unassigned: () => done.unassigned }
}
