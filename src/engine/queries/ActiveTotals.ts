/** Payouts in memory in the figures of charts, beside those that the tables sum. */
import { dayMs } from "../../domain/Day.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import type * as ReadModel from "../ports/ReadModel.ts"

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
