/**
 * All faults by name. Each run disables some kinds and raises others, since rare cases need quiet
 * usual ones (swarm testing). It counts the faults, and stops all of them before the end.
 */
import type { Random } from "./Random.ts"

export const kinds = [
  // Faults of the log and its database.
  "log: slow statement",
  "log: statement lost",
  "log: answer lost",
  "log: queue full",
  "log: away",
  "log: read fails",
  // Faults of the read model.
  "views: slow",
  "views: away",
  "views: answer lost",
  "views: lost",
  "views: not trusted",
  "crash: before a write of the read model",
  "crash: after a write of the read model",
  // Faults of the process.
  "crash: at any time",
  "crash: append lost",
  "crash: append unseen",
  "crash: applied, not answered",
  "crash: half answered",
  "crash: in replay",
  "process: stopped gently",
  "process: frozen",
  "process: second writer",
  "clock: jump",
  // Faults of the chain.
  "chain: nothing arrives",
  "chain: underpaid",
  "chain: overpaid",
  "chain: split",
  "chain: second deposit",
  "chain: late",
  "chain: reorganised",
  "chain: slow finality",
  "chain: repeated observation",
  "chain: nothing-transfer",
  // Faults of the provider.
  "provider: request lost",
  "provider: answer lost",
  "provider: slow",
  "provider: refuses for now",
  "provider: refuses for good",
  "provider: refuses later",
  "provider: never tells",
  "provider: hopeless",
  "provider: contradicts itself",
  "provider: recipient refused",
  "crash: paid, not answered",
  "defect: provider adapter",
  // Outcomes of screening.
  "screening: flagged",
  "screening: flagged address",
  "screening: inconclusive",
  "screening: slow",
  "defect: screening adapter",
  // Faults of webhook endpoints.
  "receiver: 5xx",
  "receiver: unreachable",
  "receiver: hangs",
  "receiver: slow",
  "receiver: dead for long",
  "crash: received, not reported",
  "defect: courier",
  "endpoint: deleted",
  "endpoint: disabled",
  "endpoint: changed",
  "endpoint: secret rotated",
  // Unusual requests of clients and operators.
  "client: repeats at once",
  "client: repeats later",
  "client: other parameters",
  "client: hangs up",
  "client: reads",
  "client: two payouts, one quote",
  "client: at the quote's expiry",
  "client: cancels",
  "client: cancels a withdrawal",
  "operator: repeats",
  "operator: recalls",
  "operator: out of turn",
  // Faults around batches.
  "chain: final after the window",
  "defect: recipient check",
  "client: rows once more",
  "client: rows with a used key",
  "client: rows with one key",
  "client: a row's quote used elsewhere",
  "client: reads a batch",
  "client: cancels a batch",
  "client: cancels a row",
  // Faults around refunds and waits.
  "chain: refund vanishes",
  "chain: cannot be asked",
  "operator: wrong transaction",
  "operator: says where refunds go",
  "provider: down",
  // Several transfers in one transaction, and sums that nearly match.
  "chain: one transaction, two transfers",
  "chain: one micro short",
  // Reports that come too late, and results after the end.
  "provider: stale news",
  "client: says where a refund goes",
  "client: asks for what arrives",
  // Deposits after the end, and transfers that never succeed.
  "chain: after a batch's end",
  "provider: refuses each time",
  "operator: freezes a hold",
  // Faults of several partitions.
  "crash: between two logs",
  "crash: between two cursors",
  "crash: reported, cursor not moved",
  // Faults of several nodes.
  "node: a partition moves",
  "node: the follower moves",
  "node: a partition is taken",
  "directory: cannot be read",
  "call: lost",
  "call: repeated",
  "call: late",
  "call: answer lost",
  // Faults around balances.
  "chain: dust for a balance",
  "screening: flagged sender",
  "client: late from the balance",
  "operator: corrects a balance"
] as const

export type Kind = (typeof kinds)[number]

export interface Faults {
  /** True if a fault happens now. */
  readonly strikes: (kind: Kind, probability: number) => boolean
  /** Stops all faults. */
  readonly cease: () => void
  readonly hasCeased: () => boolean
  readonly counts: () => ReadonlyMap<Kind, number>
}

export const make = (
  random: Random,
  off: ReadonlySet<Kind>,
  note: (kind: Kind) => void
): Faults => {
  const counts = new Map<Kind, number>()
  const swarm = random.stream("swarm")
  const levels = new Map(kinds.map((kind) => [kind, swarm.pick([0, 0.5, 1, 1, 3])]))
  const streams = new Map(kinds.map((kind) => [kind, random.stream(kind)]))
  let hasCeased = false

  return {
    strikes: (kind, probability) => {
      const level = levels.get(kind) ?? 0
      // Disabled kinds also draw, so that the streams do not change.
      const isHit = streams.get(kind)?.chance(Math.min(0.9, probability * level)) === true
      if (!isHit || hasCeased || off.has(kind)) return false
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      note(kind)
      return true
    },
    cease: () => {
      hasCeased = true
    },
    hasCeased: () => hasCeased,
    counts: () => counts
  }
}
