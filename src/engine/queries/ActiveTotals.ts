/** Payouts in memory in the figures of charts, beside those that the tables sum. */
import { dayMs } from "../../domain/Day.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import * as ListOrder from "../ports/ListOrder.ts"
import type * as ReadModel from "../ports/ReadModel.ts"
import * as OrderedIds from "../state/OrderedIds.ts"
import type * as State from "../state/State.ts"

const dayOf = ({ createdAt }: Payout.Payout): number => Math.floor(createdAt / dayMs) * dayMs

/** One that has settled or failed and still waits for the proof of a refund counts as such. */
const counted = <F extends ReadModel.Figure>(
  figure: F,
  { sourceAmount, status }: Payout.Payout
): F => {
  const isSettled = status === "SETTLED"
  return {
    ...figure,
    created: figure.created + 1,
    settled: figure.settled + (isSettled ? 1 : 0),
    failed: figure.failed + (status === "FAILED" || status === "REVERSED" ? 1 : 0),
    volume: figure.volume + (isSettled ? sourceAmount : 0)
  }
}

/** The payouts that are asked for. */
export const select = (
  payouts: Iterable<Payout.Payout>,
  { accountId, since }: ReadModel.FiguresAsked
): ReadonlyArray<Payout.Payout> => {
  const found: Array<Payout.Payout> = []
  for (const payout of payouts) {
    const isAsked = accountId === undefined || payout.accountId === accountId
    if (isAsked && payout.createdAt >= since) found.push(payout)
  }
  return found
}

/** What memory has of an account: payouts that settled in the time, and its newest payout. */
export const ofAccount = (
  {
    ordered,
    payouts,
    payoutsByStatus
  }: Pick<State.State, "ordered" | "payouts" | "payoutsByStatus">,
  accountId: string,
  since: number
): ReadModel.AccountFigure => {
  const figure = { accountId, settled: 0, volume: 0 }
  const settled = OrderedIds.ofGroup(payoutsByStatus, "SETTLED")
  for (const id of OrderedIds.inOrder(settled, accountId, ListOrder.newestFirst)) {
    const payout = payouts.get(id)
    if (payout === undefined) continue
    if (payout.createdAt < since) break
    figure.settled += 1
    figure.volume += payout.sourceAmount
  }
  const [newest = ""] = OrderedIds.inOrder(ordered.payouts, accountId, ListOrder.newestFirst)
  const last = payouts.get(newest)
  return { ...figure, last: last === undefined ? null : { id: last.id, at: last.createdAt } }
}

/** Both parts of an account's figure. Ids are in order of creation. */
export const joined = (
  archived: ReadModel.AccountFigure,
  held: ReadModel.AccountFigure | undefined
): ReadModel.AccountFigure =>
  held === undefined
    ? archived
    : {
        accountId: archived.accountId,
        settled: archived.settled + held.settled,
        volume: archived.volume + held.volume,
        last: (held.last?.id ?? "") > (archived.last?.id ?? "") ? held.last : archived.last
      }

/** The figures of the tables, with these payouts. */
export const added = (
  { days, states, totals }: ReadModel.PayoutFigures,
  payouts: ReadonlyArray<Payout.Payout>
): ReadModel.PayoutFigures => {
  const byDay = new Map(days.map((day) => [day.day, day]))
  const byState = new Map(states.map(({ count, status }) => [status, count]))
  let whole = totals
  for (const payout of payouts) {
    const day = byDay.get(dayOf(payout))
    if (day !== undefined) byDay.set(day.day, counted(day, payout))
    byState.set(payout.status, (byState.get(payout.status) ?? 0) + 1)
    whole = counted(whole, payout)
  }
  return {
    days: [...byDay.values()],
    states: [...byState].map(([status, count]) => ({ status, count })),
    totals: whole
  }
}
