/** Shared parts of the simulation. */
import type { Audit } from "./Audit.ts"
import type { Faults, Kind } from "./Faults.ts"
import type { Host } from "./Host.ts"
import type { Machine } from "./Machine.ts"
import type { Random } from "./Random.ts"
import type { Spread } from "./Spread.ts"

/** Deliberate violations. The auditor must detect each of them. */
export const breaches = [
  "provider pays twice for one reference",
  "provider refuses what it paid",
  "log loses an acknowledged entry",
  "log applies an entry twice",
  "log answers before it writes",
  "log changes an amount",
  "log lets a second writer in",
  "receiver gets events out of order",
  "receiver never gets an event",
  "chain finalizes what never arrived",
  "chain moves on before it reports",
  "read model loses a row",
  "engine forgets answers",
  "engine acts before it writes",
  "engine accepts a batch without a row",
  "engine funds a row twice",
  "engine funds a batch that nobody paid for",
  "read model counts a row less",
  "chain proves what was never sent",
  "one person releases a hold of two",
  "engine forgets the escrow",
  "engine credits a deposit twice",
  "engine credits a deposit before it is final",
  "engine returns a withdrawal twice",
  "engine returns a payout's funds twice",
  "engine keeps the funds of a payout that failed",
  "engine leaves dust out of its sender's deposit",
  "engine sends a withdrawal that nobody approved",
  "engine forgets what a balance paid",
  "engine dates an entry in a closed month",
  "engine accepts a booking into a closed month",
  "engine closes a month with wrong totals",
  "engine closes a month before it has ended",
  "one person closes a month of two",
  "read model adds a posting twice"
] as const
export type Breach = (typeof breaches)[number]

export interface Setting {
  readonly machine: Machine
  readonly faults: Faults
  readonly random: Random
  readonly spread: Spread
  readonly audit: Audit
  readonly breach: Breach | undefined
  /** Writes a line into the trace, if there is one. */
  readonly note: (line: () => string) => void
}

/** Kills the process if the fault strikes. */
export const crash = (setting: Setting, host: Host, kind: Kind, probability: number): boolean => {
  if (!host.realm.isAlive() || !setting.faults.strikes(kind, probability)) return false
  host.realm.kill()
  return true
}
