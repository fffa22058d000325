/**
 * How often callbacks make us ask. Anyone may send an unsigned one, or a signed one again; without
 * a bound, a stranger could make us hammer a provider. A callback that is dropped costs nothing but
 * time: every transfer is asked about anyway.
 */
import * as Limits from "../config/Limits.ts"

const {
  callbackCheckEveryMs: hintEveryMs,
  callbackReferencesMax: hintsMax,
  callbackChecksPerSecondMax: hintsPerSecondMax
} = Limits.providers

export const make = () => {
  /** By reference: when one was last heard, milliseconds. The oldest comes first. */
  const heard = new Map<string, number>()
  let second = 0
  let count = 0

  const forget = (now: number): void => {
    for (const [reference, at] of heard) {
      if (now - at < hintEveryMs && heard.size < hintsMax) return
      heard.delete(reference)
    }
  }

  /** Whether a callback about this reference may make us ask now. */
  return (reference: string, now: number): boolean => {
    const current = Math.floor(now / 1_000)
    if (current !== second) {
      second = current
      count = 0
    }
    forget(now)
    if (heard.has(reference) || count >= hintsPerSecondMax) return false
    count += 1
    heard.set(reference, now)
    return true
  }
}
