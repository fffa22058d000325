/** Words of the commands about the log. */
import { counted } from "./Common.ts"

export const commands = {
  log: "Check, follow, back up and restore the log of the service",
  verify: "Check every entry: seq, epoch, hash chain, body",
  rebuild: "Rebuild the read model from the whole log",
  tail: "Print new entries as JSON lines as they are written",
  export: "Write a verified backup of the log as JSON lines to a file or stdout",
  import: "Restore and verify a backup in the empty log of a new database"
} as const

/** Before what is said of a partition, where there are several. */
export const ofPartition = (partition: number): string => `partition ${partition}: `

const entries = (count: number): string => counted(count, "entry", "entries")

export const verified = (seq: number, epoch: number, hash: string): string =>
  `${entries(seq)}, epoch ${epoch}, hash ${hash}`
export const rebuilt = (seq: number): string => `the read model shows ${entries(seq)}`
export const exported = (count: number): string => entries(count)
export const imported = (seq: number, hash: string): string => `${entries(seq)}, hash ${hash}`

export const ok = (place: string, facts: string): string => `ok: ${place}${facts}`
