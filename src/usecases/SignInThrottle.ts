/**
 * Failed sign-ins with unknown addresses. They lock out like users' sign-ins, so that a response
 * does not reveal which addresses are known. They are in memory, and the oldest are dropped.
 */
import * as crypto from "node:crypto"
import * as User from "../domain/account/User.ts"

interface Attempts {
  failures: number
  lockedUntil: number | null
}

export interface SignInThrottle {
  /** Milliseconds: end of the lock-out; `null` if there is none. */
  readonly lockedUntil: (email: string) => number | null
  /** Counts a failure. Returns the end of the lock-out, milliseconds, or `null`. */
  readonly recordFailure: (email: string, now: number) => number | null
}

/** The hash of an address, because a mistyped address may be a secret, such as a password. */
const keyOf = (email: string): string => crypto.hash("sha256", email.trim().toLowerCase(), "hex")

export const make = (max: number): SignInThrottle => {
  const attemptsByKey = new Map<string, Attempts>()

  return {
    lockedUntil: (email) => attemptsByKey.get(keyOf(email))?.lockedUntil ?? null,
    recordFailure: (email, now) => {
      const key = keyOf(email)
      const attempts = attemptsByKey.get(key) ?? { failures: 0, lockedUntil: null }
      attemptsByKey.delete(key)
      attemptsByKey.set(key, attempts)
      attempts.failures += 1
      if (attempts.failures >= User.failuresMax) {
        attempts.failures = 0
        attempts.lockedUntil = now + User.lockMs
      }
      const oldest = attemptsByKey.keys().next().value
      if (attemptsByKey.size > max && oldest !== undefined) attemptsByKey.delete(oldest)
      return attempts.lockedUntil !== null && now < attempts.lockedUntil
        ? attempts.lockedUntil
        : null
    }
  }
}
