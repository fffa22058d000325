/**
 * Failed sign-ins of addresses that no user has. They lock out like those of users, so that an
 * answer does not reveal which addresses are known. In memory; the oldest are dropped.
 */
import * as crypto from "node:crypto"
import * as User from "../domain/account/User.ts"

interface Attempts {
  failures: number
  lockedUntil: number | null
}

export interface SignInThrottle {
  /** Milliseconds; `null`: not locked out. */
  readonly lockedUntil: (email: string) => number | null
  /** Counts a failure. The end of the lock-out that it causes, ms; `null`: none. */
  readonly failed: (email: string, now: number) => number | null
}

/** Addresses are kept as hashes: a mistyped address may be a secret, such as a password. */
const keyOf = (email: string): string => crypto.hash("sha256", email.trim().toLowerCase(), "hex")

export const make = (max: number): SignInThrottle => {
  const known = new Map<string, Attempts>()

  return {
    lockedUntil: (email) => known.get(keyOf(email))?.lockedUntil ?? null,
    failed: (email, now) => {
      const key = keyOf(email)
      const attempts = known.get(key) ?? { failures: 0, lockedUntil: null }
      known.delete(key)
      known.set(key, attempts)
      attempts.failures += 1
      if (attempts.failures >= User.failuresMax) {
        attempts.failures = 0
        attempts.lockedUntil = now + User.lockMs
      }
      const oldest = known.keys().next().value
      if (known.size > max && oldest !== undefined) known.delete(oldest)
      return attempts.lockedUntil !== null && now < attempts.lockedUntil
        ? attempts.lockedUntil
        : null
    }
  }
}
