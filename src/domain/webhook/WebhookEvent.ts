/**
 * What integrators hear of: events with an id, a name and the JSON envelope (spec 2.7), and who
 * subscribed to them. A notice is a function of the log: of what happened, and of the renderer that
 * belongs to the version of its entry. So the same log always gives the same ids and bytes,
 * whichever program reads it (L2).
 */

import { Schema } from "effect"
import type * as Batch from "../batch/Batch.ts"
import * as Ids from "../Ids.ts"
import type * as Funding from "../money/Funding.ts"
import type * as Payout from "../payout/Payout.ts"
import type * as Quote from "../quote/Quote.ts"
import * as Refund from "../refund/Refund.ts"
import type * as Endpoint from "./Endpoint.ts"

/** What is told, under one name: the envelope's bytes are fixed at birth, for every attempt. */
export const WebhookEvent = Schema.Struct({
  id: Schema.String,
  type: Schema.String,
  accountId: Schema.String,
  /** What it tells of: the id of a payout, batch, quote or endpoint. */
  subjectId: Schema.String,
  sequence: Schema.Number,
  at: Schema.Number,
  body: Schema.String
})
export type WebhookEvent = typeof WebhookEvent.Type

/** A transition that integrators hear of. */
export interface Transition {
  readonly payout: Payout.Payout
  /** The same as the present one where a refund was confirmed. */
  readonly previousStatus: Payout.Status | null
  readonly sequence: number
  readonly at: number
  /** Why, where the payout's state does not say so. */
  readonly reason: string | undefined
  readonly refund: Refund.Refund | undefined
}

/** Registration set, sandbox set, overview set; `null` where a set has no name. */
export type Names = readonly [string | null, string | null, string | null]

/** What has a deposit address and refunds. */
export type FundedSubject = Payout.Payout | Batch.Batch

/** A refund as it is told: one that was disproved has a word of its own. */
export type RenderedRefund = Omit<Refund.Refund, "status"> & {
  readonly status: Refund.Refund["status"] | "failed"
}

/** What events of some versions of entries are called, and the data they carry. */
export interface Renderer {
  readonly namesOf: (transition: Transition) => Names
  /** Whether a payout's event is heard by its own name or `*` only, and not by `payout.*`. */
  readonly isExplicitOnly: (type: string) => boolean
  readonly payout: (transition: Transition) => object
  readonly deposit: (
    name: "payout_id" | "batch_id",
    subject: FundedSubject,
    deposit: Funding.Deposit
  ) => object
  readonly quoteExpired: (quote: Quote.Quote) => object
  readonly endpointDisabled: (endpoint: Endpoint.Endpoint, at: number) => object
  /** `undefined`: refunds and batches have no events. */
  readonly refund:
    | ((name: "payout_id" | "batch_id", subject: FundedSubject, refund: RenderedRefund) => object)
    | undefined
  readonly batch: ((batch: Batch.Batch) => object) | undefined
}

// ----------------------------------------------------------------------------- transitions

/** One name of one transition. */
export interface Name {
  readonly id: string
  readonly type: string
}

/** The refund that belongs to an event: the one it speaks of, or else the latest. */
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
 * The names under which a subscription hears of a transition. A wildcard stands for the
 * registration set; naming a transition in two sets gives two names, each with its own id.
 */
export const select = (
  { isExplicitOnly: isOwnName, namesOf }: Renderer,
  transition: Transition,
  subscription: ReadonlyArray<string>
): ReadonlyArray<Name> => {
  const all = namesOf(transition)
  return all.flatMap((type, vocabulary) => {
    if (type === null || all.indexOf(type) !== vocabulary) return []
    const isWild =
      vocabulary === 0 &&
      (subscription.includes("*") || (subscription.includes("payout.*") && !isOwnName(type)))
    const { at, payout, sequence } = transition
    return isWild || subscription.includes(type)
      ? [{ type, id: Ids.event(payout.id, at, sequence, vocabulary) }]
      : []
  })
}

/** The name under which a transition is kept, whether anyone subscribed to it or not. */
export const registrationName = (
  { namesOf }: Renderer,
  transition: Transition
): Name | undefined => {
  const [type] = namesOf(transition)
  if (type === null) return undefined
  const { at, payout, sequence } = transition
  return { type, id: Ids.event(payout.id, at, sequence, 0) }
}

/** The envelope's JSON, spec 2.7. */
export const envelope = (id: string, type: string, at: number, data: object): string =>
  JSON.stringify({ id, type, created_at: new Date(at).toISOString(), data })

/** A transition told under one name. */
export const make = (
  renderer: Renderer,
  transition: Transition,
  { id, type }: Name
): WebhookEvent => ({
  id,
  type,
  accountId: transition.payout.accountId,
  subjectId: transition.payout.id,
  sequence: transition.sequence,
  at: transition.at,
  body: envelope(id, type, transition.at, renderer.payout(transition))
})

// ----------------------------------------------------------------------------- what has one name

/** What has one name only, and is no payout's transition. */
interface SingleEvent {
  readonly type: string
  readonly accountId: string
  readonly subjectId: string
  readonly at: number
  /** Tells apart what happens to one subject at one moment, among names of one vocabulary. */
  readonly sequence: number
  readonly vocabulary: number
  readonly data: object
}

/** Ids of these never meet those of transitions, nor those of one another. */
const vocabularies = { first: 3, due: 4, sent: 5, confirmed: 6, failed: 7, batch: 8 } as const

const single = (one: SingleEvent): WebhookEvent => {
  const { accountId, at, data, sequence, subjectId, type, vocabulary } = one
  const id = Ids.event(subjectId, at, sequence, vocabulary)
  const body = envelope(id, type, at, data)
  return { id, type, accountId, subjectId, sequence, at, body }
}

/** Whether a subscription hears of what has one name only. */
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

/** A quote's TTL ended unused. */
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

/** An endpoint was switched off: the account's others hear of it. */
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

/** What happened to a refund of a payout or a batch, in the words of either. */
export type RefundEvent =
  | Extract<Payout.Event, { readonly _tag: `Refund${string}` }>
  | Extract<Batch.Event, { readonly _tag: `BatchRefund${string}` }>

/** The refund an event speaks of, as it is told, and what its event is called. */
const refundOfEvent = (
  before: FundedSubject,
  after: FundedSubject,
  event: RefundEvent
): readonly ["due" | "sent" | "confirmed" | "failed", RenderedRefund | undefined] | undefined => {
  const of = (subject: FundedSubject, hash: string) =>
    subject.refunds.find(({ txHash }) => txHash === hash)
  switch (event._tag) {
    case "RefundOpened":
    case "BatchRefundOpened":
      return ["due", after.refunds.find(({ status }) => status === "due")]
    case "RefundSent":
    case "BatchRefundSent":
      return ["sent", of(after, event.txHash)]
    case "RefundConfirmed":
    case "BatchRefundConfirmed":
      return ["confirmed", of(after, event.txHash)]
    case "RefundDisproved":
    case "BatchRefundDisproved": {
      const lost = of(before, event.txHash)
      return ["failed", lost && { ...lost, status: "failed" }]
    }
    default:
      return undefined
  }
}

/** The data of what happened to a refund; `undefined`: integrators do not hear of it. */
export const refundData = (
  renderer: Renderer,
  before: FundedSubject,
  after: FundedSubject,
  event: RefundEvent
): object | undefined => {
  const [, told] = refundOfEvent(before, after, event) ?? []
  return told && renderer.refund?.(fieldOf(after), after, told)
}

/** What happened to a refund, if integrators hear of it. `seq`: the entry's place in the log. */
export const refund = (
  renderer: Renderer,
  before: FundedSubject,
  after: FundedSubject,
  event: RefundEvent,
  seq: number
): WebhookEvent | undefined => {
  const [what] = refundOfEvent(before, after, event) ?? []
  const data = refundData(renderer, before, after, event)
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

/** What happens to a batch once. */
export const batch = (
  renderer: Renderer,
  type: (typeof batchTypes)[number],
  batch: Batch.Batch,
  at: number
): WebhookEvent | undefined =>
  renderer.batch === undefined
    ? undefined
    : single({
        type,
        accountId: batch.accountId,
        subjectId: batch.id,
        at,
        sequence: 1 + batchTypes.indexOf(type),
        vocabulary: vocabularies.batch,
        data: renderer.batch(batch)
      })
