/**
 * The in-memory state core: the fold of the log, the same function at replay and live (L2, L7). It
 * is changed by `apply` alone, in log order, and only by entries that are durable (L1). It never
 * acts: what an entry calls for is returned to whoever applied it.
 *
 * It holds what is active. What is finished leaves it, and comes back when someone asks something
 * of it (Retention.ts), so memory grows with what is active and not with history (L10).
 */
import type * as Account from "../domain/Account.ts"
import * as Batch from "../domain/Batch.ts"
import * as Beneficiary from "../domain/Beneficiary.ts"
import * as Delivery from "../domain/Delivery.ts"
import * as Endpoint from "../domain/Endpoint.ts"
import * as Notice from "../domain/Notice.ts"
import * as Payout from "../domain/Payout.ts"
import * as PayoutGuards from "../domain/PayoutGuards.ts"
import type * as Person from "../domain/Person.ts"
import type * as Place from "../domain/Place.ts"
import * as Quote from "../domain/Quote.ts"
import * as Audit from "./Audit.ts"
import * as Changes from "./Changes.ts"
import * as Directory from "./Directory.ts"
import * as Entry from "./Entry.ts"
import * as Refunded from "./Refunded.ts"
import * as Seen from "./Seen.ts"
import * as Tally from "./Tally.ts"
import * as Telling from "./Telling.ts"

/** How long an answer is kept for retries (spec 5, item 8). */
export const replyMsMax = 24 * 60 * 60 * 1000

export interface KeptReply extends Entry.Reply {
  readonly at: number
}

export interface Core {
  readonly accounts: Map<string, Account.Account>
  readonly keys: Map<string, Account.Key>
  readonly keysByHash: Map<string, Account.Key>
  readonly people: Map<string, Person.Person>
  /** Those that are open, or expired and not yet taken back. */
  readonly invitations: Map<string, Person.Invitation>
  readonly quotes: Map<string, Quote.Quote>
  /** Quotes that are neither used nor over, in order of creation, and so of their ends. */
  readonly unlocked: Set<string>
  readonly payouts: Map<string, Payout.Payout>
  /** Those payouts, counted. */
  readonly tally: Tally.Tally
  readonly batches: Map<string, Batch.Batch>
  /** Payouts and batches by their deposit address in lower case; rows have their batch's. */
  readonly addresses: Map<string, string>
  /** Those of both whose refunds name a transaction, by it. */
  readonly refunded: Refunded.Refunded
  /** How far chains were looked at. */
  readonly places: Map<string, Place.Kept>
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
  readonly seen: Seen.Seen
  /** What the read model does not show yet. */
  readonly changes: Changes.Pending
  /** Things that came from a read model further on than `seq`: up to where they are known. */
  readonly ahead: Map<string, number>
  /** The last entry folded in. */
  seq: number
}

export const make = (): Core => ({
  accounts: new Map(),
  keys: new Map(),
  keysByHash: new Map(),
  people: new Map(),
  invitations: new Map(),
  quotes: new Map(),
  unlocked: new Set(),
  payouts: new Map(),
  tally: Tally.make(),
  batches: new Map(),
  addresses: new Map(),
  refunded: new Map(),
  places: new Map(),
  rows: new Map(),
  beneficiaries: new Map(),
  endpoints: new Map(),
  endpointsByAccount: new Map(),
  deliveries: new Map(),
  replies: new Map(),
  seen: Seen.make(replyMsMax),
  changes: Changes.make(),
  ahead: new Map(),
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

export const replyKey = (scope: string, key: string): string => `${scope}\n${key}`

const keepReply = (core: Core, { at, reply, seq }: Entry.Entry): void => {
  if (reply === null) return
  const key = replyKey(reply.scope, reply.key)
  core.seen.add(key, at)
  core.replies.set(key, { ...reply, at })
  Changes.mark(core.changes.replies, key, seq)
}

// ----------------------------------------------------------------------------- what things are set

export const setQuote = (core: Core, quote: Quote.Quote): void => {
  core.quotes.set(quote.id, quote)
  if (quote.lock === "none") core.unlocked.add(quote.id)
  else core.unlocked.delete(quote.id)
}

export const setPayout = (core: Core, payout: Payout.Payout): void => {
  const before = core.payouts.get(payout.id)
  const isNew = before === undefined
  Tally.moved(core.tally, before?.status, payout.status)
  Refunded.moved(core.refunded, payout.id, before?.refunds, payout.refunds)
  core.payouts.set(payout.id, payout)
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

export const setBatch = (core: Core, batch: Batch.Batch): void => {
  Refunded.moved(core.refunded, batch.id, core.batches.get(batch.id)?.refunds, batch.refunds)
  core.batches.set(batch.id, batch)
  core.addresses.set(batch.depositAddress.toLowerCase(), batch.id)
}

// ----------------------------------------------------------------------------- the fold

type PayoutEvent = Payout.Event

/** What happens to a payout happens to its quote. */
const followQuote = (
  core: Core,
  { quoteId }: Payout.Payout,
  event: PayoutEvent,
  seq: number
): void => {
  const quote = quoteId === null ? undefined : core.quotes.get(quoteId)
  if (quote === undefined || isAhead(core, quote.id, seq)) return
  const followed = Quote.follow(quote, event)
  if (followed === quote) return
  setQuote(core, followed)
  Changes.mark(core.changes.quotes, quote.id, seq)
}

/** What happens to a row happens to its batch. */
const followBatch = (
  core: Core,
  before: Payout.Payout,
  after: Payout.Payout,
  at: number,
  seq: number
): string | undefined => {
  const batch = after.batchId === null ? undefined : core.batches.get(after.batchId)
  if (batch === undefined || isAhead(core, batch.id, seq)) return undefined
  const followed = Batch.follow(batch, before, after, at)
  if (followed === batch) return undefined
  core.batches.set(batch.id, followed)
  Changes.mark(core.changes.batches, batch.id, seq)
  return Batch.nextStep(batch).key === Batch.nextStep(followed).key ? undefined : batch.id
}

const applyPayout = (
  core: Core,
  event: PayoutEvent,
  seq: number,
  consequences: Consequences
): void => {
  const before =
    event._tag === "PayoutCreated" ? undefined : Directory.known(core.payouts, event.id, event)
  const after =
    before === undefined
      ? Payout.created(event as Extract<PayoutEvent, { _tag: "PayoutCreated" }>)
      : Payout.evolve(before, event)
  setPayout(core, after)
  Tally.happened(core.tally, before?.status, after.status)
  Changes.mark(core.changes.payouts, after.id, seq)
  if (before === undefined) consequences.payouts.push(after.id)
  else {
    const turned = followBatch(core, before, after, event.at, seq)
    if (turned !== undefined) consequences.batches.push(turned)
  }
  followQuote(core, after, event, seq)
  if (event._tag === "DepositFinalized" && before !== undefined) {
    const notice = Notice.deposit("payout_id", after, event.deposit, event.at)
    Telling.tell(core, notice, seq, consequences.deliveries)
  }
  const transition = Notice.transition(before, after, event.at)
  if (transition !== undefined) Telling.transition(core, transition, seq, consequences.deliveries)
}

const applyBatch = (
  core: Core,
  event: Batch.Event,
  seq: number,
  consequences: Consequences
): void => {
  if (isAhead(core, event.id, seq)) return
  const after =
    event._tag === "BatchCreated"
      ? Batch.created(event)
      : Batch.evolve(Directory.known(core.batches, event.id, event), event)
  setBatch(core, after)
  Changes.mark(core.changes.batches, after.id, seq)
  if (event._tag === "BatchCreated") consequences.batches.push(after.id)
  if (event._tag !== "BatchDepositFinalized") return
  const notice = Notice.deposit("batch_id", after, event.deposit, event.at)
  Telling.tell(core, notice, seq, consequences.deliveries)
}

const applyBeneficiary = (core: Core, event: Beneficiary.Event, seq: number): void => {
  if (event._tag === "BeneficiaryDeleted") core.beneficiaries.delete(event.id)
  else core.beneficiaries.set(event.id, Beneficiary.saved(event))
  Changes.mark(core.changes.beneficiaries, event.id, seq)
}

const expireQuote = (
  core: Core,
  event: typeof Quote.Expired.Type,
  seq: number,
  born: Array<string>
): void => {
  if (isAhead(core, event.id, seq)) return
  const quote = Quote.expired(Directory.known(core.quotes, event.id, event))
  setQuote(core, quote)
  Changes.mark(core.changes.quotes, event.id, seq)
  Telling.tell(core, Notice.quoteExpired(quote, event.at), seq, born)
}

/** How an endpoint fares, as its deliveries show. */
const followAttempt = (core: Core, endpointId: string, attempt: Delivery.Attempt, seq: number) => {
  const endpoint = core.endpoints.get(endpointId)
  if (endpoint === undefined) return
  const isSuccess = Delivery.isSuccess(attempt.statusCode)
  const followed = Endpoint.attempted(endpoint, attempt.at, isSuccess)
  if (followed === endpoint) return
  core.endpoints.set(endpointId, followed)
  Changes.mark(core.changes.directory, endpointId, seq)
}

const applyDelivery = (
  core: Core,
  event: Delivery.Event,
  seq: number,
  consequences: Consequences
): void => {
  const delivery = Directory.known(core.deliveries, event.id, event)
  if (event._tag === "DeliveryAttempted") {
    followAttempt(core, delivery.endpointId, event.attempt, seq)
  }
  if (isAhead(core, event.id, seq)) return
  core.deliveries.set(event.id, Delivery.evolve(delivery, event))
  Changes.mark(core.changes.deliveries, event.id, seq)
  if (event._tag === "DeliveryResent") consequences.deliveries.push(event.id)
}

const applyEvent = (
  core: Core,
  event: Entry.Event,
  seq: number,
  consequences: Consequences
): void => {
  switch (event._tag) {
    case "EpochStarted":
      return
    case "QuoteCreated":
      setQuote(core, Quote.created(event))
      return Changes.mark(core.changes.quotes, event.id, seq)
    case "QuoteExpired":
      return expireQuote(core, event, seq, consequences.deliveries)
    case "ChainReached":
      core.places.set(event.id, { id: event.id, place: event.place })
      return Changes.mark(core.changes.directory, event.id, seq)
    case "DeliveryAttempted":
    case "DeliveryAbandoned":
    case "DeliveryResent":
      return applyDelivery(core, event, seq, consequences)
    case "BeneficiarySaved":
    case "BeneficiaryDeleted":
      return applyBeneficiary(core, event, seq)
    case "AccountCreated":
    case "AccountUpdated":
    case "ApiKeyIssued":
    case "ApiKeyRevoked":
    case "ApiKeyUsed":
    case "EndpointCreated":
    case "EndpointUpdated":
    case "EndpointSecretRotated":
    case "EndpointSwitchedOff":
    case "EndpointDeleted":
      Directory.apply(core, event, seq, consequences.deliveries)
      return Changes.mark(core.changes.directory, event.id, seq)
    default:
      if (Entry.isBatchEvent(event)) return applyBatch(core, event, seq, consequences)
      if (Entry.isPersonEvent(event)) {
        Directory.applyPerson(core, event)
        return Changes.mark(core.changes.directory, event.id, seq)
      }
      if (!isAhead(core, event.id, seq)) applyPayout(core, event, seq, consequences)
  }
}

/** Whether a thing came from a read model that had this entry in it already. */
export const isAhead = (core: Core, id: string, seq: number): boolean =>
  seq <= (core.ahead.get(id) ?? 0)

/** Folds one entry in. Throws only on a log that contradicts itself: a defect, never a guess. */
export const apply = (core: Core, entry: Entry.Entry): Consequences => {
  const consequences: Consequences = { payouts: [], batches: [], deliveries: [] }
  for (const event of entry.events) applyEvent(core, event, entry.seq, consequences)
  keepReply(core, entry)
  core.changes.audits.push(...Audit.marksOf(core, entry))
  core.seq = entry.seq
  return consequences
}
