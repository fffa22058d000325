/**
 * Simulated refund transactions. The moment of finality is part of the hash, so a restart changes
 * nothing and nothing is stored.
 */
import { createHash } from "node:crypto"
import type * as Chain from "../engine/ports/Chain.ts"

/** "sandbox" in ASCII: no real hash begins so. */
const mark = "0x73616e64626f78"
const timeDigits = 12
const restDigits = 38

/** A transaction that is final from a moment on. */
export const hashOf = (name: string, finalAt: number, at: number): string => {
  const time = Math.ceil(finalAt).toString(16).padStart(timeDigits, "0")
  const rest = createHash("sha256").update(`${name} ${at}`).digest("hex").slice(0, restDigits)
  return `${mark}${time}${rest}`
}

/** The proof of a simulated transaction; any other is final at once. */
export const proofOf = (txHash: string, now: number): Chain.Proof => {
  const time = txHash.startsWith(mark) ? txHash.slice(mark.length, mark.length + timeDigits) : "0"
  const finalAt = Number.parseInt(time, 16)
  return finalAt > now
    ? { _tag: "Pending", transfers: 1, finalAt }
    : { _tag: "Final", transfers: 1, isThirdParty: false }
}
