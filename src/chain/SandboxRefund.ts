/**
 * Transactions of the simulation that send money back. The hash says of itself when it is final, so
 * a restart changes nothing and nothing is kept.
 */
import { createHash } from "node:crypto"

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

/** Whether a transaction is final: one of the simulation later, any other at once. */
export const isFinal = (txHash: string, now: number): boolean =>
  !txHash.startsWith(mark) ||
  Number.parseInt(txHash.slice(mark.length, mark.length + timeDigits), 16) <= now
