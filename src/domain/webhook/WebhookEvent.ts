/**
 * Webhook events: an id, a name and a JSON envelope, and which subscriptions they match. An event
 * is a function of the log: of what happened, and of the renderer that belongs to the version of
 * its entry, so the same log always gives the same ids and bytes (L2). That is why this wire format
 * (snake_case, ISO dates) is in the domain: renderers are versioned and kept forever.
 */
import { Schema } from "effect"
import type * as Batch from "../batch/Batch.ts"
import type * as BatchRow from "../batch/BatchRow.ts"
import * as Ids from "../Ids.ts"
import type * as Funding from "../money/Funding.ts"
import type * as Payout from "../payout/Payout.ts"
import type * as Quote from "../quote/Quote.ts"
import * as Refund from "../refund/Refund.ts"
import type * as Endpoint from "./Endpoint.ts"

/** One event under one name. The envelope's bytes are the same for every attempt. */
export const WebhookEvent = Schema.Struct({
  id: Schema.String,
  type: Schema.String,
  accountId: Schema.String,
  /** The id of the payout, batch, quote or endpoint that it is about. */
  subjectId: Schema.String,
  sequence: Schema.Number,
  at: Schema.Number,
  body: Schema.String
})
export type WebhookEvent = typeof WebhookEvent.Type

/** What finds an event: all of it but its bytes. */
export type Heading = Omit<WebhookEvent, "body">

/** A transition of a payout that may have an event. */
export interface Transition {
  readonly payout: Payout.Payout
  /** Equal to the current status where a refund was confirmed. */
  readonly previousStatus: Payout.Status | null
  readonly sequence: number
  readonly at: number
  /** The reason, where the payout's state does not have it. */
  readonly reason: string | undefined
  readonly refund: Refund.Refund | undefined
}

/** Registration set, sandbox set, overview set; `null` where a set has no name. */
export type Names = readonly [string | null, string | null, string | null]

/** What has a deposit address and refunds. */
export type FundedSubject = Payout.Payout | Batch.Batch

/** A refund as events show it: one that was disproved has the status `failed`. */
export type RenderedRefund = Omit<Refund.Refund, "status"> & {
  readonly status: Refund.Refund["status"] | "failed"
}

/** The names and the data of events, for some versions of entries. */
export interface Renderer {
  readonly namesOf: (transition: Transition) => Names
  readonly payout: (transition: Transition) => object
  readonly deposit: (
    name: "payout_id" | "batch_id",
    subject: FundedSubject,
    deposit: Funding.Deposit
  ) => object
  readonly quoteExpired: (quote: Quote.Quote) => object
  readonly endpointDisabled: (endpoint: Endpoint.Endpoint, at: number) => object
  readonly refund: (name: "payout_id" | "batch_id", returned: Returned) => object
  /** `rows`: all of them, where the batch knows them. */
  readonly batch: (batch: Batch.Batch, rows: Rows) => object
}

/** The rows of a batch as they are when it has an event. */
export type Rows = ReadonlyArray<BatchRow.Row> | undefined

/** Money that goes back. */
export interface Returned {
  readonly subject: FundedSubject
  readonly refund: RenderedRefund
  /** Of a batch: the rows that were not funded, where it knows them. */
  readonly rows: Rows
}

// ----------------------------------------------------------------------------- transitions

/** One name of one transition. */
export interface Name {
  readonly id: string
  readonly type: string
}

/** The refund that belongs to an event: the one it names, or else the latest. */
const refundOf = (
  { refunds }: Payout.Payout,
  event: Payout.Event,
  opened: number
): Refund.Refund | undefined => {
  if (event._tag === "RefundConfirmed") return refunds.find(({ txHash }) => txHash === event.txHash)
  return (opened === 0 ? refunds : Refund.opened(refunds, opened)).at(-1)
}

/**
 * The transition between two states of a payout, if there is one that has a name. `opened`: the
 * refund that the same entry opens for it, micro-USDC.
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
        refund: refundOf(after, event, opened)
      }

/**
 * The names of a transition that a subscription matches. A wildcard stands for the registration
 * set; a subscription to names of two sets gives two events, each with its own id.
 */
export const select = (
  { namesOf }: Renderer,
  transition: Transition,
  subscription: ReadonlyArray<string>
): ReadonlyArray<Name> => {
  const all = namesOf(transition)
  return all.flatMap((type, vocabulary) => {
    if (type === null || all.indexOf(type) !== vocabulary) return []
    const isWild =
      vocabulary === 0 && (subscription.includes("*") || subscription.includes("payout.*"))
    const { at, payout, sequence } = transition
    return isWild || subscription.includes(type)
      ? [{ type, id: Ids.event(payout.id, at, sequence, vocabulary) }]
      : []
  })
}

/** The name of a transition in the list of events, whether an endpoint subscribes to it or not. */
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

/** The event of a transition whose entry tells its body: it is rendered when it is read. */
export interface Unrendered extends Heading {
  readonly renderer: Renderer
  readonly transition: Transition
}

/** As `make`, but for the body. */
export const unrendered = (renderer: Renderer, transition: Transition, name: Name): Unrendered => ({
  ...headingOf(transition, name),
  renderer,
  transition
})

/** How the rows of a batch stand in a body: a text within it has its quotes escaped. */
const rowsMark = ',"rows":['

/**
 * An event as lists show it, without the rows of a batch: a page of a hundred would have a hundred
 * thousand of them.
 */
export const withoutRows = (event: WebhookEvent): WebhookEvent => {
  if (!event.body.includes(rowsMark)) return event
  const { data, ...envelope } = JSON.parse(event.body)
  const { rows: _, ...rest } = data
  return { ...event, body: JSON.stringify({ ...envelope, data: rest }) }
}

/** An event with its body. */
export const rendered = (event: WebhookEvent | Unrendered): WebhookEvent =>
  "body" in event ? event : make(event.renderer, event.transition, event)

// ----------------------------------------------------------------------------- events with one
// name

/** An event with one name only, of something other than a payout's transition. */
interface SingleEvent {
  readonly type: string
  readonly accountId: string
  readonly subjectId: string
  readonly at: number
  /** Distinguishes events of one subject at one moment, among names of one vocabulary. */
  readonly sequence: number
  readonly vocabulary: number
  readonly data: object
}

/** Keep the ids of these events distinct from those of transitions and of one another. */
const vocabularies = { first: 3, due: 4, sent: 5, confirmed: 6, failed: 7, batch: 8 } as const

const single = (one: SingleEvent): WebhookEvent => {
  const { accountId, at, data, sequence, subjectId, type, vocabulary } = one
  const id = Ids.event(subjectId, at, sequence, vocabulary)
  const body = envelope(id, type, at, data)
  return { id, type, accountId, subjectId, sequence, at, body }
}

/** Whether a subscription matches an event with one name only. */
export const isSubscribed = (
  subscription: ReadonlyArray<string>,
  { type }: WebhookEvent
): boolean => subscription.includes(type) || subscription.includes("*")

/** The field of an event's data that names its subject. */
const fieldOf = (subject: FundedSubject) => ("kind" in subject ? "batch_id" : "payout_id")

/** A deposit is final. `subject`: after it. */
export const deposit = (
  renderer: Renderer,
  subject: FundedSubject,
  deposit: Funding.Deposit,
  at: number
): WebhookEvent =>
  single({
    type: "deposit.received",
    accountId: subject.accountId,
    subjectId: subject.id,
    at,
    sequence: subject.deposits.filter(({ final }) => final).length,
    vocabulary: vocabularies.first,
    data: renderer.deposit(fieldOf(subject), subject, deposit)
  })

/** A quote expired unused. */
export const quoteExpired = (renderer: Renderer, quote: Quote.Quote, at: number): WebhookEvent =>
  single({
    type: "quote.expired",
    accountId: quote.accountId,
    subjectId: quote.id,
    at,
    sequence: 1,
    vocabulary: vocabularies.first,
    data: renderer.quoteExpired(quote)
  })

/** An endpoint was switched off: an event for the account's other endpoints. */
export const endpointDisabled = (
  renderer: Renderer,
  endpoint: Endpoint.Endpoint,
  at: number
): WebhookEvent =>
  single({
    type: "webhook.endpoint_disabled",
    accountId: endpoint.accountId,
    subjectId: endpoint.id,
    at,
    sequence: 1,
    vocabulary: vocabularies.first,
    data: renderer.endpointDisabled(endpoint, at)
  })

/** A refund's event, of a payout or of a batch, without the prefix. */
export type RefundEvent = Extract<Payout.Event, { readonly _tag: `Refund${string}` }>

/** A refund's event, with what it belongs to before and after it. */
export interface RefundChange {
  readonly before: FundedSubject
  readonly after: FundedSubject
  readonly event: RefundEvent
  readonly rows?: Rows
}

/** The refund of an event as it is rendered, and the name of the webhook event. */
const refundOfEvent = ({
  after,
  before,
  event
}: RefundChange):
  | readonly ["due" | "sent" | "confirmed" | "failed", RenderedRefund | undefined]
  | undefined => {
  const of = (subject: FundedSubject, hash: string) =>
    subject.refunds.find(({ txHash }) => txHash === hash)
  switch (event._tag) {
    case "RefundOpened":
      return ["due", after.refunds.find(({ status }) => status === "due")]
    case "RefundSent":
      return ["sent", of(after, event.txHash)]
    case "RefundConfirmed":
      return ["confirmed", of(after, event.txHash)]
    case "RefundDisproved": {
      const lost = of(before, event.txHash)
      return ["failed", lost && { ...lost, status: "failed" }]
    }
    default:
      return undefined
  }
}

/** The data of a refund's event; `undefined`: there is none. */
export const refundData = (renderer: Renderer, change: RefundChange): object | undefined => {
  const [, refund] = refundOfEvent(change) ?? []
  const { after: subject, rows } = change
  return refund && renderer.refund(fieldOf(subject), { subject, refund, rows })
}

/** The event of a refund, if there is one. `seq`: the entry's place in the log. */
export const refund = (
  renderer: Renderer,
  change: RefundChange,
  seq: number
): WebhookEvent | undefined => {
  const { after, event } = change
  const [what] = refundOfEvent(change) ?? []
  const data = refundData(renderer, change)
  if (what === undefined || data === undefined) return undefined
  return single({
    type: `refund.${what}`,
    accountId: after.accountId,
    subjectId: after.id,
    at: event.at,
    sequence: seq,
    vocabulary: vocabularies[what],
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
  single({
    type,
    accountId: batch.accountId,
    subjectId: batch.id,
    at,
    sequence: 1 + batchTypes.indexOf(type),
    vocabulary: vocabularies.batch,
    data: renderer.batch(batch, rows)
  })
