/**
 * How many payouts in memory are in each state, and how many came to it since the process serves.
 * Counted as they move: a look at the metrics must not cost a walk over all of them.
 */
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

const of = (tally: StateCounters, status: Status): Count => tally.get(status) as Count

/** A payout is in memory in another state than before; `undefined`: it is not in memory. */
export const moved = (
  tally: StateCounters,
  from: Status | undefined,
  to: Status | undefined
): void => {
  if (from === to) return
  if (from !== undefined) of(tally, from).current -= 1
  if (to !== undefined) of(tally, to).current += 1
}

/** An entry was folded in that brought a payout to a state. */
export const entered = (tally: StateCounters, from: Status | undefined, to: Status): void => {
  if (from !== to) of(tally, to).entered += 1
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

/** Shows it from here on: what was replayed before is another process's doing. */
export const publish = (
  tally: StateCounters,
  isFrozen: ReadonlySet<string>,
  meter: Metrics.Metrics
): void => {
  meter.gauge(frozen, () => isFrozen.size)
  for (const [state, count] of tally) {
    count.entered = 0
    meter.gauge(byState, () => count.current, { state })
    meter.counted(transitions, () => count.entered, { state })
  }
}
