/**
 * What entries changed and the read model does not show yet: ids with the `seq` of their last
 * change, in the order of that `seq`. The states themselves are immutable and stand in the core, so
 * what changed many times is written once.
 */
import type * as Account from "../../domain/account/Account.ts"
import type * as ApiKey from "../../domain/account/ApiKey.ts"
import type * as User from "../../domain/account/User.ts"
import type * as Beneficiary from "../../domain/Beneficiary.ts"
import type * as Batch from "../../domain/batch/Batch.ts"
import type * as ChainCursor from "../../domain/ChainCursor.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import type * as Quote from "../../domain/quote/Quote.ts"
import type * as Delivery from "../../domain/webhook/Delivery.ts"
import type * as Endpoint from "../../domain/webhook/Endpoint.ts"
import type * as WebhookEvent from "../../domain/webhook/WebhookEvent.ts"
import type * as AuditTrail from "./AuditTrail.ts"

/** A state, and the last entry that touched it. */
export interface Versioned<A> {
  readonly seq: number
  readonly state: A
}

type Marks = Map<string, number>

export interface DirtyRows {
  /** Accounts, keys, people, endpoints and places: few, and always in memory. */
  readonly registry: Marks
  readonly quotes: Marks
  readonly payouts: Marks
  readonly batches: Marks
  readonly beneficiaries: Marks
  readonly deliveries: Marks
  readonly replies: Marks
  readonly webhookEvents: Array<Versioned<WebhookEvent.WebhookEvent>>
  readonly auditRows: Array<AuditTrail.AuditRow>
}

export const make = (): DirtyRows => ({
  registry: new Map(),
  quotes: new Map(),
  payouts: new Map(),
  batches: new Map(),
  beneficiaries: new Map(),
  deliveries: new Map(),
  replies: new Map(),
  webhookEvents: [],
  auditRows: []
})

export const size = (pending: DirtyRows): number =>
  pending.registry.size +
  pending.quotes.size +
  pending.payouts.size +
  pending.batches.size +
  pending.beneficiaries.size +
  pending.deliveries.size +
  pending.replies.size +
  pending.webhookEvents.length +
  pending.auditRows.length

/** Moves to the end: the marks stay in order of `seq`. */
export const markDirty = (marks: Marks, id: string, seq: number): void => {
  marks.delete(id)
  marks.set(id, seq)
}

/** Drops the marks up to `seq`; `settled` is called for each once it is gone. */
export const acknowledge = (marks: Marks, seq: number, settled: (id: string) => void): void => {
  for (const [id, changedAt] of marks) {
    if (changedAt > seq) return
    marks.delete(id)
    settled(id)
  }
}

/** Things as the read model keeps them, on their way there or back. */
export interface Loaded {
  readonly accounts: ReadonlyArray<Versioned<Account.Account>>
  readonly keys: ReadonlyArray<Versioned<ApiKey.ApiKey>>
  readonly people: ReadonlyArray<Versioned<User.User>>
  readonly invitations: ReadonlyArray<Versioned<User.Invitation>>
  readonly endpoints: ReadonlyArray<Versioned<Endpoint.Endpoint>>
  readonly chainCursors: ReadonlyArray<Versioned<ChainCursor.Stored>>
  readonly quotes: ReadonlyArray<Versioned<Quote.Quote>>
  readonly payouts: ReadonlyArray<Versioned<Payout.Payout>>
  readonly batches: ReadonlyArray<Versioned<Batch.Batch>>
  readonly deliveries: ReadonlyArray<Versioned<Delivery.Delivery>>
}

/** Everything that changed, as it is now. */
export interface Changes extends Loaded {
  /** The place in the log that the read model shows after these. */
  readonly seq: number
  /** Endpoints and invitations that are gone. */
  readonly registryDeleted: ReadonlyArray<string>
  readonly beneficiaries: ReadonlyArray<Versioned<Beneficiary.Beneficiary>>
  readonly beneficiariesDeleted: ReadonlyArray<string>
  readonly webhookEvents: ReadonlyArray<Versioned<WebhookEvent.WebhookEvent>>
  readonly auditRows: ReadonlyArray<AuditTrail.AuditRow>
  readonly replies: ReadonlyArray<{
    readonly key: string
    readonly seq: number
    readonly at: number
  }>
}

/** Where the states are: the core, of which this needs to know no more. */
interface States {
  readonly seq: number
  readonly dirty: DirtyRows
  readonly accounts: ReadonlyMap<string, Account.Account>
  readonly keys: ReadonlyMap<string, ApiKey.ApiKey>
  readonly people: ReadonlyMap<string, User.User>
  readonly invitations: ReadonlyMap<string, User.Invitation>
  readonly endpoints: ReadonlyMap<string, Endpoint.Endpoint>
  readonly chainCursors: ReadonlyMap<string, ChainCursor.Stored>
  readonly quotes: ReadonlyMap<string, Quote.Quote>
  readonly payouts: ReadonlyMap<string, Payout.Payout>
  readonly batches: ReadonlyMap<string, Batch.Batch>
  readonly beneficiaries: ReadonlyMap<string, Beneficiary.Beneficiary>
  readonly deliveries: ReadonlyMap<string, Delivery.Delivery>
  readonly replies: ReadonlyMap<string, { readonly at: number }>
}

const versions = <A>(
  marks: ReadonlyMap<string, number>,
  states: ReadonlyMap<string, A>
): ReadonlyArray<Versioned<A>> => {
  const found: Array<Versioned<A>> = []
  for (const [id, seq] of marks) {
    const state = states.get(id)
    if (state !== undefined) found.push({ seq, state })
  }
  return found
}

/** One moment's picture of all that changed: taken at once, written while the core goes on. */
export const take = (states: States): Changes => {
  const {
    accounts,
    dirty: changes,
    endpoints,
    invitations,
    keys,
    people,
    chainCursors: places,
    replies,
    seq
  } = states
  const all = [accounts, keys, people, invitations, endpoints, places]
  const isThere = (id: string) => all.some((each) => each.has(id))
  return {
    seq,
    accounts: versions(changes.registry, accounts),
    keys: versions(changes.registry, keys),
    people: versions(changes.registry, people),
    invitations: versions(changes.registry, invitations),
    endpoints: versions(changes.registry, endpoints),
    chainCursors: versions(changes.registry, places),
    registryDeleted: [...changes.registry.keys()].filter((id) => !isThere(id)),
    quotes: versions(changes.quotes, states.quotes),
    payouts: versions(changes.payouts, states.payouts),
    batches: versions(changes.batches, states.batches),
    beneficiaries: versions(changes.beneficiaries, states.beneficiaries),
    beneficiariesDeleted: [...changes.beneficiaries.keys()].filter(
      (id) => !states.beneficiaries.has(id)
    ),
    deliveries: versions(changes.deliveries, states.deliveries),
    webhookEvents: [...changes.webhookEvents],
    auditRows: [...changes.auditRows],
    replies: [...changes.replies].map(([key, at]) => ({
      key,
      seq: at,
      at: replies.get(key)?.at ?? 0
    }))
  }
}
