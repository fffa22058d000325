/**
 * Payouts in memory by status, and how many reached each status since this process serves. Both are
 * counted on each transition, so that reading the metrics does not walk over all payouts.
 */
import type * as Withdrawal from "../../domain/balance/Withdrawal.ts"
import type { Status } from "../../domain/payout/PayoutEvent.ts"
import { statuses } from "../../domain/payout/PayoutEvent.ts"
import type * as Metrics from "../../telemetry/Metrics.ts"

interface Count {
  current: number
  entered: number
}

export type StateCounters = ReadonlyMap<Status, Count>

export const make = (): StateCounters =>
  new Map(statuses.map((status) => [status, { current: 0, entered: 0 }]))

const of = (counters: StateCounters, status: Status): Count => counters.get(status) as Count

/** Follows a payout from one status to another; `undefined` if it is not in memory. */
export const follow = (
  counters: StateCounters,
  from: Status | undefined,
  to: Status | undefined
): void => {
  if (from === to) return
  if (from !== undefined) of(counters, from).current -= 1
  if (to !== undefined) of(counters, to).current += 1
}

/** Counts a transition of the log. */
export const countTransition = (
  counters: StateCounters,
  from: Status | undefined,
  to: Status
): void => {
  if (from !== to) of(counters, to).entered += 1
}

const byState = {
  name: "payout_by_state",
  description: "Payouts in memory, by state: finished ones leave it once the read model has them"
}

const transitions = {
  name: "payout_transitions_total",
  description: "Payouts that came to a state, since this process writes"
}

const frozen = {
  name: "payout_frozen",
  description: "Held payouts whose money is frozen until a person unfreezes it"
}

const recalled = {
  name: "payout_recalls_open",
  description: "Settled payouts with a recall that staff have not closed"
}

const withdrawals = {
  name: "payout_withdrawals_waiting",
  description: "Withdrawals that staff must decide or send"
}

/** Payouts and withdrawals in memory that wait for staff. */
interface Watched {
  readonly frozen: ReadonlySet<string>
  readonly recalled: ReadonlySet<string>
  readonly openWithdrawals: ReadonlySet<string>
  readonly withdrawals: ReadonlyMap<string, Withdrawal.Withdrawal>
}

const waitingWithdrawals = ({ openWithdrawals, withdrawals }: Watched): number =>
  [...openWithdrawals].filter((id) => withdrawals.get(id)?.status !== "sent").length

/** Publishes the counters. Transitions replayed before belong to an earlier process. */
export const publish = (
  counters: StateCounters,
  watched: Watched,
  meter: Metrics.Metrics
): void => {
  meter.gauge(frozen, () => watched.frozen.size)
  meter.gauge(recalled, () => watched.recalled.size)
  meter.gauge(withdrawals, () => waitingWithdrawals(watched))
  for (const [state, count] of counters) {
    count.entered = 0
    meter.gauge(byState, () => count.current, { state })
    meter.externalCounter(transitions, () => count.entered, { state })
  }
}
