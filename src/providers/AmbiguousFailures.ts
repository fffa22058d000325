/**
 * Failures that a provider reports by a code that also stands for what it does not know. Such a
 * status may still change, so it counts as definite only after it stood for some minutes (L6).
 * Since when it stands is kept in memory, and after a restart the wait begins again. The time of
 * the transfer's request, which the log has, does not say it: a transfer that was pending for an
 * hour and failed a moment ago would be believed at once. So a restart makes the wait longer and
 * never shorter; how long a transfer waits in all is bounded by its own time (PayoutSteps.ts).
 */
import * as Limits from "../config/Limits.ts"

const { ambiguousFailureMs: doubtMs, ambiguousFailuresMax: doubtsMax } = Limits.providers

export const make = () => {
  /** By reference: when the failure was first reported, milliseconds. The oldest comes first. */
  const since = new Map<string, number>()

  /** Until when (milliseconds) the failure of a reference is not believed. */
  const until = (reference: string, now: number): number => {
    const first = since.get(reference) ?? now
    if (!since.has(reference)) {
      for (const oldest of since.keys()) {
        if (since.size < doubtsMax) break
        since.delete(oldest)
      }
      since.set(reference, first)
    }
    return first + doubtMs
  }

  /** The provider reports something else of the reference. */
  const forget = (reference: string): void => void since.delete(reference)

  return { until, forget, size: () => since.size }
}
