/**
 * Webhook events: an id, a name and a JSON envelope, and the subscriptions that they match. An
 * event is a function of the log: of the entry, and of the renderer for the entry's version. So the
 * same log always gives the same ids and bytes (L2). Therefore this wire format (snake_case, ISO
 * dates) is in the domain: renderers are versioned and kept forever.
 */
import { Schema } from "effect"
import type * as Balance from "../balance/Balance.ts"
import type * as Withdrawal from "../balance/Withdrawal.ts"
import type * as Batch from "../batch/Batch.ts"
import type * as BatchRow from "../batch/BatchRow.ts"
import * as Ids from "../Ids.ts"
import type * as Funding from "../money/Funding.ts"
import type * as Payout from "../payout/Payout.ts"
import type * as Recall from "../payout/Recall.ts"
import type * as Quote from "../quote/Quote.ts"
import * as Refund from "../refund/Refund.ts"
import type * as Endpoint from "./Endpoint.ts"

/** An event under one name. The envelope's bytes are the same for every attempt. */
export const WebhookEvent = Schema.Struct({
  id: Schema.String,
  type: Schema.String,
  accountId: Schema.String,
  /** Id of the payout, batch, quote, balance, withdrawal, its address or endpoint of the event. */
  subjectId: Schema.String,
  sequence: Schema.Number,
  at: Schema.Number,
  body: Schema.String
})
export type WebhookEvent = typeof WebhookEvent.Type

/** An event without its bytes: enough to find it. */
export type Heading = Omit<WebhookEvent, "body">

/** A transition of a payout that may have an event. */
export interface Transition {
  readonly payout: Payout.Payout
  /** The previous status. Equal to the current one if a refund was confirmed, or a recall changed. */
  readonly previousStatus: Payout.Status | null
  readonly sequence: number
  readonly at: number
  /** The reason, if the payout's state does not have it. */
  readonly reason: string | undefined
  readonly refund: Refund.Refund | undefined
  /** The recall that changed, if one did. */
  readonly recall: Recall.Recall | undefined
}

/** Names of the registration, sandbox and overview set; `null` if a set has no name. */
export type Names = readonly [string | null, string | null, string | null]

/** A subject with a deposit address and refunds. */
export type FundedSubject = Payout.Payout | Batch.Batch

/** A refund in an event: a disproved one has the status `failed`. */
export type RenderedRefund = Omit<Refund.Refund, "status"> & {
  readonly status: Refund.Refund["status"] | "failed"
}

/** Names and data of events, for some versions of entries. */
export interface Renderer {
  readonly namesOf: (transition: Transition) => Names
  readonly payout: (transition: Transition) => object
  readonly deposit: (
    name: "payout_id" | "batch_id",
    subject: FundedSubject,
    deposit: Funding.Deposit
  ) => object
  readonly quoteExpired: (quote: Quote.Quote) => object
  readonly balanceCredited: (balance: Balance.Balance, movement: Balance.Movement) => object
  readonly balanceLow: (balance: Balance.Balance) => object
  readonly withdrawal: (withdrawal: Withdrawal.Withdrawal) => object
  readonly withdrawalAddressAdded: (
    added: Pick<
      Extract<Balance.Event, { readonly _tag: "BalanceAddressAdded" }>,
      "addressId" | "address" | "name" | "usableFrom"
    >
  ) => object
  readonly endpointDisabled: (endpoint: Endpoint.Endpoint, at: number) => object
  readonly refund: (name: "payout_id" | "batch_id", returned: RefundDetails) => object
  /** The data of a batch's event. `rows` has all rows if the batch has kept them. */
  readonly batch: (batch: Batch.Batch, rows: Rows) => object
}

/** The rows of a batch at the time of its event. */
export type Rows = ReadonlyArray<BatchRow.Row> | undefined

/** A refund, and the payout or batch that it belongs to. */
export interface RefundDetails {
  readonly subject: FundedSubject
  readonly refund: RenderedRefund
  /** The unfunded rows of a batch, if the batch has kept them. */
  readonly rows: Rows
}

// ----------------------------------------------------------------------------- transitions

/** One name of a transition. */
export interface Name {
  readonly id: string
  readonly type: string
}

/** The refund of an event: the one with its transaction, or else the latest. */
const refundOf = (
  { refunds }: Payout.Payout,
  event: Payout.Event,
  opened: number
): Refund.Refund | undefined => {
  if (event._tag === "RefundConfirmed") return refunds.find(({ txHash }) => txHash === event.txHash)
  return Refund.own(opened === 0 ? refunds : Refund.opened(refunds, { amount: opened })).at(-1)
}

/** The recall that an event is about. */
const recallOf = ({ recalls = [] }: Payout.Payout, event: Payout.Event) =>
  "recallId" in event ? recalls.find(({ id }) => id === event.recallId) : undefined

/**
 * The named transition between two states of a payout, if there is one. `opened` is the refund that
 * the same entry opens for the payout, micro-USDC.
 */
export const transition = (
  before: Payout.Payout | undefined,
  after: Payout.Payout,
  event: Payout.Event,
  opened = 0
): Transition | undefined =>
  after.sequence === before?.sequence
    ? undefined
    : {
        payout: after,
        previousStatus: before?.status ?? null,
        sequence: after.sequence,
        at: event.at,
        reason: event._tag === "PayoutReversed" ? event.reason : undefined,
        refund: refundOf(after, event, opened),
        recall: recallOf(after, event)
      }

/**
 * The names of a transition that a subscription matches. A wildcard matches the registration set. A
 * subscription to names of two sets gets two events, each with a separate id.
 */
export const select = (
  { namesOf }: Renderer,
  transition: Transition,
  subscription: ReadonlyArray<string>
): ReadonlyArray<Name> => {
  const names = namesOf(transition)
  return names.flatMap((type, vocabulary) => {
    if (type === null || names.indexOf(type) !== vocabulary) return []
    const isWild =
      vocabulary === 0 && (subscription.includes("*") || subscription.includes("payout.*"))
    const { at, payout, sequence } = transition
    return isWild || subscription.includes(type)
      ? [{ type, id: Ids.event(payout.id, at, sequence, vocabulary) }]
      : []
  })
}

/** The name of a transition in the event list, with or without a subscription to it. */
export const registrationName = (
  { namesOf }: Renderer,
  transition: Transition
): Name | undefined => {
  const [type] = namesOf(transition)
  if (type === null) return undefined
  const { at, payout, sequence } = transition
  return { type, id: Ids.event(payout.id, at, sequence, 0) }
}

/** The envelope's JSON. */
export const envelope = (id: string, type: string, at: number, data: object): string =>
  JSON.stringify({ id, type, created_at: new Date(at).toISOString(), data })

const headingOf = ({ at, payout, sequence }: Transition, { id, type }: Name): Heading => ({
  id,
  type,
  accountId: payout.accountId,
  subjectId: payout.id,
  sequence,
  at
})

/** The event of a transition under one name. */
export const make = (renderer: Renderer, transition: Transition, name: Name): WebhookEvent => ({
  ...headingOf(transition, name),
  body: envelope(name.id, name.type, transition.at, renderer.payout(transition))
})

/** The event of a transition whose body follows from its entry, and is rendered when it is read. */
export interface UnrenderedEvent extends Heading {
  readonly renderer: Renderer
  readonly transition: Transition
}

/** The event of a transition under one name, without its body. */
export const unrendered = (
  renderer: Renderer,
  transition: Transition,
  name: Name
): UnrenderedEvent => ({
  ...headingOf(transition, name),
  renderer,
  transition
})

/**
 * The beginning of the rows of a batch in a body. A text within the body has its quotes escaped.
 */
const rowsMark = ',"rows":['

/**
 * An event for lists, without the rows of a batch: a page of a hundred would have a hundred
 * thousand rows.
 */
export const withoutRows = (event: WebhookEvent): WebhookEvent => {
  if (!event.body.includes(rowsMark)) return event
  const { data, ...envelope } = JSON.parse(event.body)
  const { rows: _, ...rest } = data
  return { ...event, body: JSON.stringify({ ...envelope, data: rest }) }
}

/** An event with its body. */
export const rendered = (event: WebhookEvent | UnrenderedEvent): WebhookEvent =>
  "body" in event ? event : make(event.renderer, event.transition, event)

// ----------------------------------------------------------------------------- events with one
// name

/** An event with only one name, other than a payout's transition. */
interface SingleEvent {
  readonly type: string
  readonly accountId: string
  readonly subjectId: string
  readonly at: number
  /** Number that distinguishes events of one subject at one time, among names of one vocabulary. */
  readonly sequence: number
  readonly vocabulary: number
  readonly data: object
}

/**
 * Vocabularies that keep the ids of these events distinct from those of transitions and of each
 * other.
 */
const vocabularies = {
  first: 3,
  due: 4,
  sent: 5,
  confirmed: 6,
  failed: 7,
  batch: 8,
  low: 9,
  credited: 10
} as const

const singleEvent = (event: SingleEvent): WebhookEvent => {
  const { accountId, at, data, sequence, subjectId, type, vocabulary } = event
  const id = Ids.event(subjectId, at, sequence, vocabulary)
  const body = envelope(id, type, at, data)
  return { id, type, accountId, subjectId, sequence, at, body }
}

/** True if a subscription matches an event with only one name. */
export const isSubscribed = (
  subscription: ReadonlyArray<string>,
  { type }: WebhookEvent
): boolean => subscription.includes(type) || subscription.includes("*")

/** The field of an event's data that names its subject. */
const fieldOf = (subject: FundedSubject) => ("kind" in subject ? "batch_id" : "payout_id")

/** The event of a final deposit. `subject` is the payout or batch after the deposit. */
export const deposit = (
  renderer: Renderer,
  subject: FundedSubject,
  deposit: Funding.Deposit,
  at: number
): WebhookEvent =>
  singleEvent({
    type: "deposit.received",
    accountId: subject.accountId,
    subjectId: subject.id,
    at,
    sequence: subject.deposits.filter(({ final }) => final).length,
    vocabulary: vocabularies.first,
    data: renderer.deposit(fieldOf(subject), subject, deposit)
  })

/** The event of a quote that expired unused. */
export const quoteExpired = (renderer: Renderer, quote: Quote.Quote, at: number): WebhookEvent =>
  singleEvent({
    type: "quote.expired",
    accountId: quote.accountId,
    subjectId: quote.id,
    at,
    sequence: 1,
    vocabulary: vocabularies.first,
    data: renderer.quoteExpired(quote)
  })

/** The event of a deposit that became part of a balance. */
export const balanceCredited = (
  renderer: Renderer,
  balance: Balance.Balance,
  movement: Balance.Movement
): WebhookEvent =>
  singleEvent({
    ...{ type: "balance.credited", accountId: balance.accountId, subjectId: balance.id },
    ...{ at: movement.at, sequence: movement.number, vocabulary: vocabularies.first },
    data: renderer.balanceCredited(balance, movement)
  })

/** The event of a balance that fell below its threshold. */
export const balanceLow = (renderer: Renderer, balance: Balance.Balance): WebhookEvent =>
  singleEvent({
    ...{ type: "balance.low", accountId: balance.accountId, subjectId: balance.id },
    ...{ at: balance.updatedAt, sequence: balance.movements, vocabulary: vocabularies.low },
    data: renderer.balanceLow(balance)
  })

/** The event of a withdrawal's new status. */
export const withdrawal = (renderer: Renderer, withdrawal: Withdrawal.Withdrawal): WebhookEvent =>
  singleEvent({
    ...{ type: `withdrawal.${withdrawal.status}`, accountId: withdrawal.accountId },
    ...{ subjectId: withdrawal.id, at: withdrawal.updatedAt, sequence: withdrawal.sequence },
    vocabulary: vocabularies.first,
    data: renderer.withdrawal(withdrawal)
  })

/** The event of a new address for withdrawals, which the account may not have added itself. */
export const withdrawalAddressAdded = (
  renderer: Renderer,
  { accountId }: Pick<Balance.Balance, "accountId">,
  added: Extract<Balance.Event, { readonly _tag: "BalanceAddressAdded" }>
): WebhookEvent =>
  singleEvent({
    ...{ type: "withdrawal.address_added", accountId, subjectId: added.addressId },
    ...{ at: added.at, sequence: 1, vocabulary: vocabularies.first },
    data: renderer.withdrawalAddressAdded(added)
  })

/** The event of a disabled endpoint, for the account's other endpoints. */
export const endpointDisabled = (
  renderer: Renderer,
  endpoint: Endpoint.Endpoint,
  at: number
): WebhookEvent =>
  singleEvent({
    type: "webhook.endpoint_disabled",
    accountId: endpoint.accountId,
    subjectId: endpoint.id,
    at,
    sequence: 1,
    vocabulary: vocabularies.first,
    data: renderer.endpointDisabled(endpoint, at)
  })

/** An event about a refund of a payout or a batch, without the prefix. */
export type RefundEvent = Extract<Payout.Event, { readonly _tag: `Refund${string}` }>

/** An event about a refund, and its payout or batch before and after it. */
export interface RefundChange {
  readonly before: FundedSubject
  readonly after: FundedSubject
  readonly event: RefundEvent
  readonly rows?: Rows
}

/** The rendered refund of an event, and the name of the webhook event. */
const refundOfEvent = ({
  after,
  before,
  event
}: RefundChange):
  | readonly ["due" | "sent" | "confirmed" | "credited" | "failed", RenderedRefund | undefined]
  | undefined => {
  const refundWith = (subject: FundedSubject, hash: string) =>
    subject.refunds.find(({ txHash }) => txHash === hash)
  switch (event._tag) {
    case "RefundOpened":
      return ["due", Refund.dueIn(after.refunds, event.asset)]
    case "RefundSent":
      return ["sent", refundWith(after, event.txHash)]
    case "RefundConfirmed":
      return ["confirmed", refundWith(after, event.txHash)]
    case "RefundCredited":
      return ["credited", after.refunds.findLast(({ status }) => status === "credited")]
    case "RefundDisproved": {
      const lost = refundWith(before, event.txHash)
      return ["failed", lost && { ...lost, status: "failed" }]
    }
    default:
      return undefined
  }
}

/** The data of a refund's event, if there is one. */
export const refundData = (renderer: Renderer, change: RefundChange): object | undefined => {
  const [, refund] = refundOfEvent(change) ?? []
  const { after: subject, rows } = change
  return refund && renderer.refund(fieldOf(subject), { subject, refund, rows })
}

/** The event of a refund, if there is one. `seq` is the entry's position in the log. */
export const refund = (
  renderer: Renderer,
  change: RefundChange,
  seq: number
): WebhookEvent | undefined => {
  const { after, event } = change
  const [outcome] = refundOfEvent(change) ?? []
  const data = refundData(renderer, change)
  if (outcome === undefined || data === undefined) return undefined
  return singleEvent({
    type: `refund.${outcome}`,
    accountId: after.accountId,
    subjectId: after.id,
    at: event.at,
    sequence: seq,
    vocabulary: vocabularies[outcome],
    data
  })
}

const batchTypes = ["batch.funded", "batch.completed", "batch.cancelled"] as const

/** An event that a batch has once. */
export const batch = (
  renderer: Renderer,
  type: (typeof batchTypes)[number],
  { batch, rows }: { readonly batch: Batch.Batch; readonly rows: Rows },
  at: number
): WebhookEvent =>
  singleEvent({
    type,
    accountId: batch.accountId,
    subjectId: batch.id,
    at,
    sequence: 1 + batchTypes.indexOf(type),
    vocabulary: vocabularies.batch,
    data: renderer.batch(batch, rows)
  })
