/**
 * Failures that a provider reports by a code that can also mean an unknown outcome. Such a status
 * may still change, so it counts as definite only after some minutes (L6).
 *
 * The time of the first report is kept in memory, so a restart makes the wait longer and never
 * shorter. The time of the transfer's request, which is in the log, would not do: a transfer that
 * was pending for an hour and failed a moment ago would count at once. The transfer's own deadline
 * bounds the wait (PayoutSteps.ts).
 */
import * as Limits from "../config/Limits.ts"

const { ambiguousFailureMs, ambiguousFailuresMax } = Limits.providers

export interface AmbiguousFailures {
  /** The time until which (milliseconds) the failure of a reference does not count. */
  readonly until: (reference: string, now: number) => number
  /** Forgets a reference, because the provider reports another status of it. */
  readonly remove: (reference: string) => void
  readonly size: () => number
}

export const make = (): AmbiguousFailures => {
  /**
   * The time of the first report of the failure by reference, milliseconds. The oldest comes first.
   */
  const firstReported = new Map<string, number>()

  const until = (reference: string, now: number): number => {
    const first = firstReported.get(reference) ?? now
    if (!firstReported.has(reference)) {
      for (const oldest of firstReported.keys()) {
        if (firstReported.size < ambiguousFailuresMax) break
        firstReported.delete(oldest)
      }
      firstReported.set(reference, first)
    }
    return first + ambiguousFailureMs
  }

  const remove = (reference: string): void => void firstReported.delete(reference)

  return { until, remove, size: () => firstReported.size }
}
