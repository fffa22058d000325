/** Figures of charts: adds the payouts in memory to the sums of the tables. */
import { dayMs } from "../../domain/Day.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import * as ListOrder from "../ports/ListOrder.ts"
import type * as ReadModel from "../ports/ReadModel.ts"
import * as OrderedIds from "../state/OrderedIds.ts"
import type * as State from "../state/State.ts"

const dayOf = ({ createdAt }: Payout.Payout): number => Math.floor(createdAt / dayMs) * dayMs

/**
 * A settled or failed payout that still waits for the proof of a refund counts as settled or
 * failed.
 */
const withPayout = <F extends ReadModel.Figure>(
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

/** The payouts that a query selects. */
export const select = (
  payouts: Iterable<Payout.Payout>,
  { accountId, since }: ReadModel.FiguresQuery
): ReadonlyArray<Payout.Payout> => {
  const selected: Array<Payout.Payout> = []
  for (const payout of payouts) {
    const isOfAccount = accountId === undefined || payout.accountId === accountId
    if (isOfAccount && payout.createdAt >= since) selected.push(payout)
  }
  return selected
}

/** An account's figure from memory: payouts that settled in the period, and its newest payout. */
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

/** Adds both parts of an account's figure. Ids are in order of creation. */
export const joinFigures = (
  archived: ReadModel.AccountFigure,
  active: ReadModel.AccountFigure | undefined
): ReadModel.AccountFigure =>
  active === undefined
    ? archived
    : {
        accountId: archived.accountId,
        settled: archived.settled + active.settled,
        volume: archived.volume + active.volume,
        last: (active.last?.id ?? "") > (archived.last?.id ?? "") ? active.last : archived.last
      }

/** Adds these payouts to the figures of the tables. */
export const addPayouts = (
  { days, states, totals }: ReadModel.PayoutFigures,
  payouts: ReadonlyArray<Payout.Payout>
): ReadModel.PayoutFigures => {
  const byDay = new Map(days.map((day) => [day.day, day]))
  const byState = new Map(states.map(({ count, status }) => [status, count]))
  let total = totals
  for (const payout of payouts) {
    const day = byDay.get(dayOf(payout))
    if (day !== undefined) byDay.set(day.day, withPayout(day, payout))
    byState.set(payout.status, (byState.get(payout.status) ?? 0) + 1)
    total = withPayout(total, payout)
  }
  return {
    days: [...byDay.values()],
    states: [...byState].map(([status, count]) => ({ status, count })),
    totals: total
  }
}
