/**
 * The in-memory state core: the fold of the log, the same function at replay and live (L2, L7). It
 * is changed by `apply` alone, in log order, and only by entries that are durable (L1). It never
 * acts: what an entry calls for is returned to whoever applied it.
 *
 * It holds what is active. What is finished leaves it, and comes back when someone asks something
 * of it (Eviction.ts), so memory grows with what is active and not with history (L10).
 */
import type * as Account from "../../domain/account/Account.ts"
import type * as ApiKey from "../../domain/account/ApiKey.ts"
import type * as User from "../../domain/account/User.ts"
import * as Beneficiary from "../../domain/Beneficiary.ts"
import * as Batch from "../../domain/batch/Batch.ts"
import type * as ChainCursor from "../../domain/ChainCursor.ts"
import * as Payout from "../../domain/payout/Payout.ts"
import * as PayoutGuards from "../../domain/payout/PayoutGuards.ts"
import * as Quote from "../../domain/quote/Quote.ts"
import * as Delivery from "../../domain/webhook/Delivery.ts"
import * as Endpoint from "../../domain/webhook/Endpoint.ts"
import * as EventRenderers from "../../domain/webhook/EventRenderers.ts"
import * as WebhookEvent from "../../domain/webhook/WebhookEvent.ts"
import * as Entry from "../ports/Entry.ts"
import * as AccountRegistry from "./AccountRegistry.ts"
import * as AuditTrail from "./AuditTrail.ts"
import * as DirtyRows from "./DirtyRows.ts"
import * as IdempotencyFilter from "./IdempotencyFilter.ts"
import * as Outbox from "./Outbox.ts"
import * as RefundTransactions from "./RefundTransactions.ts"
import * as StateCounters from "./StateCounters.ts"

/** How long an answer is kept for retries (spec 5, item 8). */
export const replyMsMax = 24 * 60 * 60 * 1000

export interface KeptReply extends Entry.Reply {
  readonly at: number
}

export interface State {
  readonly accounts: Map<string, Account.Account>
  readonly keys: Map<string, ApiKey.ApiKey>
  readonly keysByHash: Map<string, ApiKey.ApiKey>
  readonly people: Map<string, User.User>
  /** Those that are open, or expired and not yet taken back. */
  readonly invitations: Map<string, User.Invitation>
  readonly quotes: Map<string, Quote.Quote>
  /** Quotes that are neither used nor over, in order of creation, and so of their ends. */
  readonly unlocked: Set<string>
  readonly payouts: Map<string, Payout.Payout>
  /** Those payouts, counted. */
  readonly counters: StateCounters.StateCounters
  /** Those whose money is frozen. */
  readonly frozen: Set<string>
  readonly batches: Map<string, Batch.Batch>
  /** Payouts and batches by their deposit address in lower case; rows have their batch's. */
  readonly addresses: Map<string, string>
  /** Those of both whose refunds name a transaction, by it. */
  readonly refundTransactions: RefundTransactions.RefundTransactions
  /** How far chains were looked at. */
  readonly chainCursors: Map<string, ChainCursor.Stored>
  /** Rows that are not final, by batch, in their order. */
  readonly rows: Map<string, Set<string>>
  /** Only those that the read model does not show yet. */
  readonly beneficiaries: Map<string, Beneficiary.Beneficiary>
  readonly endpoints: Map<string, Endpoint.Endpoint>
  /** Ids in order of creation. */
  readonly endpointsByAccount: Map<string, Array<string>>
  readonly deliveries: Map<string, Delivery.Delivery>
  /** Answers that the read model does not have yet, by scope and key. */
  readonly replies: Map<string, KeptReply>
  /** Keys of a day's answers, wherever those are. */
  readonly idempotencyFilter: IdempotencyFilter.IdempotencyFilter
  /** What the read model does not show yet. */
  readonly dirty: DirtyRows.DirtyRows
  /** Things that came from a read model further on than `seq`: up to where they are known. */
  readonly aheadOfReadModel: Map<string, number>
  /** Which renderer wrote the events of an entry. */
  readonly rendererOf: EventRenderers.RendererOf
  /** The last entry folded in. */
  seq: number
}

export const make = (rendererOf: EventRenderers.RendererOf = EventRenderers.rendererOf): State => ({
  accounts: new Map(),
  keys: new Map(),
  keysByHash: new Map(),
  people: new Map(),
  invitations: new Map(),
  quotes: new Map(),
  unlocked: new Set(),
  payouts: new Map(),
  counters: StateCounters.make(),
  frozen: new Set(),
  batches: new Map(),
  addresses: new Map(),
  refundTransactions: new Map(),
  chainCursors: new Map(),
  rows: new Map(),
  beneficiaries: new Map(),
  endpoints: new Map(),
  endpointsByAccount: new Map(),
  deliveries: new Map(),
  replies: new Map(),
  idempotencyFilter: IdempotencyFilter.make(replyMsMax),
  dirty: DirtyRows.make(),
  aheadOfReadModel: new Map(),
  rendererOf,
  seq: 0
})

/** What an entry calls for. */
export interface Consequences {
  /** Payouts that were born. */
  readonly payouts: Array<string>
  /** Batches that were born, or owe something else because of their rows. */
  readonly batches: Array<string>
  /** Deliveries that were born or are to be made again. */
  readonly deliveries: Array<string>
}

/** An entry on its way into the core. */
export interface Fold extends Consequences {
  /** Who caused it. */
  readonly by: string
  readonly seq: number
  readonly events: ReadonlyArray<Entry.Event>
  /** Of the events that this entry gives rise to. */
  readonly renderer: WebhookEvent.Renderer
}

export const replyKey = (scope: string, key: string): string => `${scope}\n${key}`

const keepReply = (core: State, { at, reply, seq }: Entry.Entry): void => {
  if (reply === null) return
  const key = replyKey(reply.scope, reply.key)
  core.idempotencyFilter.add(key, at)
  core.replies.set(key, { ...reply, at })
  DirtyRows.markDirty(core.dirty.replies, key, seq)
}

// ----------------------------------------------------------------------------- what things are set

export const setQuote = (core: State, quote: Quote.Quote): void => {
  core.quotes.set(quote.id, quote)
  if (quote.lock === "none") core.unlocked.add(quote.id)
  else core.unlocked.delete(quote.id)
}

export const setPayout = (core: State, payout: Payout.Payout): void => {
  const before = core.payouts.get(payout.id)
  const isNew = before === undefined
  StateCounters.moved(core.counters, before?.status, payout.status)
  RefundTransactions.moved(core.refundTransactions, payout.id, before?.refunds, payout.refunds)
  core.payouts.set(payout.id, payout)
  if (PayoutGuards.isFrozen(payout)) core.frozen.add(payout.id)
  else if (core.frozen.size > 0) core.frozen.delete(payout.id)
  const { batchId } = payout
  if (batchId === null) {
    if (isNew) core.addresses.set(payout.depositAddress.toLowerCase(), payout.id)
    return
  }
  const rows = core.rows.get(batchId)
  if (!PayoutGuards.isFinal(payout.status)) {
    if (rows === undefined) core.rows.set(batchId, new Set([payout.id]))
    else rows.add(payout.id)
  } else if (rows?.delete(payout.id) === true && rows.size === 0) core.rows.delete(batchId)
}

export const setBatch = (core: State, batch: Batch.Batch): void => {
  RefundTransactions.moved(
    core.refundTransactions,
    batch.id,
    core.batches.get(batch.id)?.refunds,
    batch.refunds
  )
  core.batches.set(batch.id, batch)
  core.addresses.set(batch.depositAddress.toLowerCase(), batch.id)
}

// ----------------------------------------------------------------------------- the fold

type PayoutEvent = Payout.Event

/** What happens to a payout happens to its quote. */
const followQuote = (
  core: State,
  { quoteId }: Payout.Payout,
  event: PayoutEvent,
  seq: number
): void => {
  const quote = quoteId === null ? undefined : core.quotes.get(quoteId)
  if (quote === undefined || hasApplied(core, quote.id, seq)) return
  const followed = Quote.follow(quote, event)
  if (followed === quote) return
  setQuote(core, followed)
  DirtyRows.markDirty(core.dirty.quotes, quote.id, seq)
}

/** What happens to a row happens to its batch. */
const followBatch = (
  core: State,
  before: Payout.Payout,
  after: Payout.Payout,
  at: number,
  folding: Fold
): void => {
  const batch = after.batchId === null ? undefined : core.batches.get(after.batchId)
  if (batch === undefined || hasApplied(core, batch.id, folding.seq)) return
  const followed = Batch.follow(batch, before, after, at)
  if (followed === batch) return
  core.batches.set(batch.id, followed)
  DirtyRows.markDirty(core.dirty.batches, batch.id, folding.seq)
  if (Batch.nextStep(batch).key !== Batch.nextStep(followed).key) folding.batches.push(batch.id)
  if (Batch.status(followed) === "completed" && Batch.status(batch) !== "completed") {
    const notice = WebhookEvent.batch(folding.renderer, "batch.completed", followed, at)
    if (notice !== undefined) Outbox.tell(core, notice, folding)
  }
}

/** What the same entry opens as a refund of a payout that ends, micro-USDC. */
const openedWith = ({ events }: Fold, { id, status }: Payout.Payout): number => {
  if (status !== "FAILED" && status !== "REVERSED") return 0
  const opened = events.find((event) => event._tag === "RefundOpened" && event.id === id)
  return opened?._tag === "RefundOpened" ? opened.amount : 0
}

/** Tells of what happened to a payout beside its state. */
const tellOfPayout = (
  core: State,
  before: Payout.Payout | undefined,
  after: Payout.Payout,
  event: PayoutEvent,
  folding: Fold
): void => {
  const { renderer, seq } = folding
  if (before !== undefined) {
    switch (event._tag) {
      case "DepositFinalized":
        Outbox.tell(core, WebhookEvent.deposit(renderer, after, event.deposit, event.at), folding)
        break
      case "RefundOpened":
      case "RefundSent":
      case "RefundConfirmed":
      case "RefundDisproved": {
        const notice = WebhookEvent.refund(renderer, before, after, event, seq)
        if (notice !== undefined) Outbox.tell(core, notice, folding)
      }
    }
  }
  if (after.sequence === before?.sequence) return
  const transition = WebhookEvent.transition(before, after, event, openedWith(folding, after))
  if (transition !== undefined) Outbox.transition(core, transition, folding)
}

const applyPayout = (core: State, event: PayoutEvent, folding: Fold): void => {
  const { seq } = folding
  const before =
    event._tag === "PayoutCreated"
      ? undefined
      : AccountRegistry.known(core.payouts, event.id, event)
  const after =
    before === undefined
      ? Payout.created(event as Extract<PayoutEvent, { _tag: "PayoutCreated" }>)
      : Payout.evolve(before, event)
  setPayout(core, after)
  StateCounters.entered(core.counters, before?.status, after.status)
  DirtyRows.markDirty(core.dirty.payouts, after.id, seq)
  if (before === undefined) folding.payouts.push(after.id)
  followQuote(core, after, event, seq)
  tellOfPayout(core, before, after, event, folding)
  if (before !== undefined) followBatch(core, before, after, event.at, folding)
}

/** What integrators hear of it. */
const noticeOfBatch = (
  before: Batch.Batch | undefined,
  after: Batch.Batch,
  event: Batch.Event,
  { renderer, seq }: Fold
): WebhookEvent.WebhookEvent | undefined => {
  switch (event._tag) {
    case "BatchDepositFinalized":
      return WebhookEvent.deposit(renderer, after, event.deposit, event.at)
    case "BatchFunded":
      return WebhookEvent.batch(renderer, "batch.funded", after, event.at)
    case "BatchCancelled":
      return WebhookEvent.batch(renderer, "batch.cancelled", after, event.at)
    case "BatchRefundOpened":
    case "BatchRefundSent":
    case "BatchRefundConfirmed":
    case "BatchRefundDisproved":
      return before && WebhookEvent.refund(renderer, before, after, event, seq)
    default:
      return undefined
  }
}

const applyBatch = (core: State, event: Batch.Event, folding: Fold): void => {
  if (hasApplied(core, event.id, folding.seq)) return
  const before =
    event._tag === "BatchCreated" ? undefined : AccountRegistry.known(core.batches, event.id, event)
  const after =
    before === undefined ? Batch.created(event as Batch.Created) : Batch.evolve(before, event)
  setBatch(core, after)
  DirtyRows.markDirty(core.dirty.batches, after.id, folding.seq)
  if (before === undefined) folding.batches.push(after.id)
  const notice = noticeOfBatch(before, after, event, folding)
  if (notice !== undefined) Outbox.tell(core, notice, folding)
}

const applyBeneficiary = (core: State, event: Beneficiary.Event, seq: number): void => {
  if (event._tag === "BeneficiaryDeleted") core.beneficiaries.delete(event.id)
  else core.beneficiaries.set(event.id, Beneficiary.saved(event))
  DirtyRows.markDirty(core.dirty.beneficiaries, event.id, seq)
}

const expireQuote = (core: State, event: typeof Quote.Expired.Type, folding: Fold): void => {
  const { renderer, seq } = folding
  if (hasApplied(core, event.id, seq)) return
  const quote = Quote.expired(AccountRegistry.known(core.quotes, event.id, event))
  setQuote(core, quote)
  DirtyRows.markDirty(core.dirty.quotes, event.id, seq)
  Outbox.tell(core, WebhookEvent.quoteExpired(renderer, quote, event.at), folding)
}

/** How an endpoint fares, as its deliveries show. */
const followAttempt = (core: State, endpointId: string, attempt: Delivery.Attempt, seq: number) => {
  const endpoint = core.endpoints.get(endpointId)
  if (endpoint === undefined) return
  const isSuccess = Delivery.isSuccess(attempt.statusCode)
  const followed = Endpoint.attempted(endpoint, attempt.at, isSuccess)
  if (followed === endpoint) return
  core.endpoints.set(endpointId, followed)
  DirtyRows.markDirty(core.dirty.registry, endpointId, seq)
}

const applyDelivery = (core: State, event: Delivery.Event, { deliveries, seq }: Fold): void => {
  if (event._tag === "DeliveryTested") {
    if (hasApplied(core, event.id, seq)) return
    core.deliveries.set(event.id, Delivery.tested(event))
    core.dirty.webhookEvents.push({ seq, state: event.notice })
    return DirtyRows.markDirty(core.dirty.deliveries, event.id, seq)
  }
  const delivery = AccountRegistry.known(core.deliveries, event.id, event)
  if (event._tag === "DeliveryAttempted") {
    followAttempt(core, delivery.endpointId, event.attempt, seq)
  }
  if (hasApplied(core, event.id, seq)) return
  core.deliveries.set(event.id, Delivery.evolve(delivery, event))
  DirtyRows.markDirty(core.dirty.deliveries, event.id, seq)
  if (event._tag === "DeliveryResent") deliveries.push(event.id)
}

const applyEvent = (core: State, event: Entry.Event, folding: Fold): void => {
  const { seq } = folding
  switch (event._tag) {
    case "EpochStarted":
      return
    case "QuoteCreated":
      setQuote(core, Quote.created(event))
      return DirtyRows.markDirty(core.dirty.quotes, event.id, seq)
    case "QuoteExpired":
      return expireQuote(core, event, folding)
    case "ChainReached":
      core.chainCursors.set(event.id, { id: event.id, place: event.place })
      return DirtyRows.markDirty(core.dirty.registry, event.id, seq)
    case "DeliveryTested":
    case "DeliveryAttempted":
    case "DeliveryAbandoned":
    case "DeliveryResent":
      return applyDelivery(core, event, folding)
    case "BeneficiarySaved":
    case "BeneficiaryDeleted":
      return applyBeneficiary(core, event, seq)
    case "AccountCreated":
    case "AccountUpdated":
    case "ApiKeyIssued":
    case "ApiKeyRevoked":
    case "ApiKeyExpiring":
    case "ApiKeyUsed":
    case "EndpointCreated":
    case "EndpointUpdated":
    case "EndpointSecretRotated":
    case "EndpointSwitchedOff":
    case "EndpointDeleted":
      AccountRegistry.apply(core, event, folding)
      return DirtyRows.markDirty(core.dirty.registry, event.id, seq)
    default:
      if (Entry.isBatchEvent(event)) return applyBatch(core, event, folding)
      if (Entry.isPersonEvent(event)) {
        AccountRegistry.applyPerson(core, event)
        return DirtyRows.markDirty(core.dirty.registry, event.id, seq)
      }
      if (!hasApplied(core, event.id, seq)) applyPayout(core, event, folding)
  }
}

/** Whether a thing came from a read model that had this entry in it already. */
export const hasApplied = (core: State, id: string, seq: number): boolean =>
  seq <= (core.aheadOfReadModel.get(id) ?? 0)

/** Folds one entry in. Throws only on a log that contradicts itself: a defect, never a guess. */
export const apply = (core: State, entry: Entry.Entry): Consequences => {
  const { by, events, seq, v } = entry
  const renderer = core.rendererOf(v)
  const folding: Fold = { payouts: [], batches: [], deliveries: [], by, seq, events, renderer }
  for (const event of events) applyEvent(core, event, folding)
  keepReply(core, entry)
  core.dirty.auditRows.push(...AuditTrail.rowsOf(core, entry))
  core.seq = seq
  return folding
}
