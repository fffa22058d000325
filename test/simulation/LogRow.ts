/** A row of the simulated log, and the hash that chains it to the row before. */
import { createHash } from "node:crypto"

export interface Row {
  readonly seq: number
  readonly epoch: number
  /** Covers the previous hash. */
  readonly hash: string
  readonly body: string
}

export const hashOf = (previous: string, seq: number, epoch: number, body: string): string =>
  createHash("sha256").update(`${previous} ${seq} ${epoch} ${body}`).digest("hex")
