/** What every part of the simulated world shares. */
import type { Audit } from "./Audit.ts"
import type { Faults, Kind } from "./Faults.ts"
import type { Machine, Realm } from "./Machine.ts"
import type { Random } from "./Random.ts"

/** Worlds that break a promise on purpose: the auditor must notice each of them. */
export const breaches = [
  "provider pays twice for one reference",
  "provider refuses what it paid",
  "log loses an acknowledged entry",
  "log applies an entry twice",
  "log answers before it writes",
  "log changes an amount",
  "log lets a second writer in",
  "receiver hears events out of order",
  "receiver never hears an event",
  "chain finalizes what never arrived",
  "read model loses a row",
  "engine forgets answers",
  "engine acts before it writes",
  "engine accepts a batch without a row",
  "engine funds a row twice",
  "engine funds a batch that nobody paid for",
  "read model counts a row less",
  "chain proves what was never sent",
  "one person releases a hold of two"
] as const
export type Breach = (typeof breaches)[number]

export interface Setting {
  readonly machine: Machine
  readonly faults: Faults
  readonly random: Random
  readonly audit: Audit
  readonly breach: Breach | undefined
  /** Writes a line into the trace, if there is one. */
  readonly note: (line: () => string) => void
}

/** One process, as the world sees it. */
export interface Host {
  readonly number: number
  readonly realm: Realm
  /** The last entry this process has applied. */
  appliedSeq: number
  /** The epoch it writes in; 0 while it does not. */
  epoch: number
  /** No other process runs, not even one that was replaced. */
  readonly isAlone: () => boolean
}

/** Kills the process if the fault strikes. */
export const crash = (setting: Setting, host: Host, kind: Kind, probability: number): boolean => {
  if (!host.realm.isAlive() || !setting.faults.strikes(kind, probability)) return false
  host.realm.kill()
  return true
}
