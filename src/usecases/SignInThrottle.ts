/**
 * Failed sign-ins of addresses that nobody known has. They are treated like those of people, so
 * that an answer does not tell which addresses are known; in memory, and forgotten first.
 */
import * as crypto from "node:crypto"
import * as User from "../domain/account/User.ts"

interface Tries {
  failures: number
  lockedUntil: number | null
}

export interface SignInThrottle {
  /** Milliseconds; `null`: not locked out. */
  readonly lockedUntil: (email: string) => number | null
  /** One more failure; until when it locks the address out, if it does. */
  readonly failed: (email: string, now: number) => number | null
}

/** Addresses are kept as hashes: what someone typed wrongly is nobody's business. */
const nameOf = (email: string): string => crypto.hash("sha256", email.trim().toLowerCase(), "hex")

export const make = (max: number): SignInThrottle => {
  const known = new Map<string, Tries>()

  return {
    lockedUntil: (email) => known.get(nameOf(email))?.lockedUntil ?? null,
    failed: (email, now) => {
      const name = nameOf(email)
      const tries = known.get(name) ?? { failures: 0, lockedUntil: null }
      known.delete(name)
      known.set(name, tries)
      tries.failures += 1
      if (tries.failures >= User.failuresMax) {
        tries.failures = 0
        tries.lockedUntil = now + User.lockMs
      }
      const oldest = known.keys().next().value
      if (known.size > max && oldest !== undefined) known.delete(oldest)
      return tries.lockedUntil !== null && now < tries.lockedUntil ? tries.lockedUntil : null
    }
  }
}
