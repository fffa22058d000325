/**
 * Bounds how often callbacks cause a check at a provider. Anyone may send an unsigned callback, or
 * replay a signed one, and must not flood the provider through us. A dropped callback costs only
 * time: every transfer is checked anyway.
 */
import * as Limits from "../config/Limits.ts"

const { callbackCheckEveryMs, callbackReferencesMax, callbackChecksPerSecondMax } = Limits.providers

export const make = () => {
  /**
   * The time when a callback last caused a check, by reference, milliseconds. The oldest comes
   * first.
   */
  const checkedAt = new Map<string, number>()
  let second = 0
  let count = 0

  const dropExpired = (now: number): void => {
    for (const [reference, at] of checkedAt) {
      if (now - at < callbackCheckEveryMs && checkedAt.size < callbackReferencesMax) return
      checkedAt.delete(reference)
    }
  }

  /** True if a callback about this reference may cause a check now. */
  return (reference: string, now: number): boolean => {
    const current = Math.floor(now / 1_000)
    if (current !== second) {
      second = current
      count = 0
    }
    dropExpired(now)
    if (checkedAt.has(reference) || count >= callbackChecksPerSecondMax) return false
    count += 1
    checkedAt.set(reference, now)
    return true
  }
}
