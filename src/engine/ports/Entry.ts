/**
 * A log entry: all events of one command, written atomically, and the command's reply. Entries are
 * kept forever. `v` is the version of this shape, and every version stays readable.
 */
import { Result, Schema } from "effect"
import * as Account from "../../domain/account/Account.ts"
import * as ApiKey from "../../domain/account/ApiKey.ts"
import * as User from "../../domain/account/User.ts"
import * as Beneficiary from "../../domain/Beneficiary.ts"
import * as BalanceEvent from "../../domain/balance/BalanceEvent.ts"
import * as Withdrawal from "../../domain/balance/Withdrawal.ts"
import * as Batch from "../../domain/batch/Batch.ts"
import * as Booking from "../../domain/books/Booking.ts"
import * as Break from "../../domain/books/Break.ts"
import * as Period from "../../domain/books/Period.ts"
import * as ReconciliationRun from "../../domain/books/ReconciliationRun.ts"
import * as ChainCursor from "../../domain/ChainCursor.ts"
import * as PayoutEvent from "../../domain/payout/PayoutEvent.ts"
import * as Quote from "../../domain/quote/Quote.ts"
import * as RecipientData from "../../domain/recipient/RecipientData.ts"
import * as Delivery from "../../domain/webhook/Delivery.ts"
import * as Endpoint from "../../domain/webhook/Endpoint.ts"
import * as KeptAnswer from "./KeptAnswer.ts"

/**
 * The version that this program writes. A log with a newer one is refused at start. Any change to
 * the content of entries, or to the webhook events and responses made from them (EventRenderers.ts,
 * `fromEvents` of a use case), needs the next version.
 */
export const version = 1

/**
 * A new writer took the log over, and older epochs can append no more (L3). `writer` is random: two
 * processes that start in the same millisecond must not write the same entry. Otherwise each would
 * find "its own" entry in the log, and both would be the writer.
 */
const EpochStarted = Schema.TaggedStruct("EpochStarted", {
  at: Schema.Number,
  writer: Schema.String
})

export const Event = Schema.Union([
  EpochStarted,
  ...Account.Event.members,
  ...ApiKey.Event.members,
  Quote.Created,
  Quote.Expired,
  ...PayoutEvent.Event.members,
  ...Endpoint.Event.members,
  ...Delivery.Event.members,
  ...Batch.Event.members,
  ...BalanceEvent.Event.members,
  ...Withdrawal.Event.members,
  ...Beneficiary.Event.members,
  ChainCursor.Advanced,
  ...User.Event.members,
  ...RecipientData.Event.members,
  ...Booking.Event.members,
  ...Period.Event.members,
  ...ReconciliationRun.Event.members,
  ...Break.Event.members
])
export type Event = typeof Event.Type

const tagsOf = (
  events: ReadonlyArray<{
    readonly fields: { readonly _tag: { readonly schema: { readonly literal: string } } }
  }>
) => new Set<string>(events.map(({ fields }) => fields._tag.schema.literal))

const accountTags = tagsOf([...Account.Event.members, ...ApiKey.Event.members])
const payoutTags = tagsOf(PayoutEvent.Event.members)
const deliveryTags = tagsOf(Delivery.Event.members)
const batchTags = tagsOf(Batch.Event.members)
const balanceTags = tagsOf(BalanceEvent.Event.members)
const withdrawalTags = tagsOf(Withdrawal.Event.members)
const personTags = tagsOf(User.Event.members)
const recipientTags = tagsOf(RecipientData.Event.members)
const bookingTags = tagsOf(Booking.Event.members)
const periodTags = tagsOf(Period.Event.members)
const reconciliationTags = tagsOf(ReconciliationRun.Event.members)
const breakTags = tagsOf(Break.Event.members)

export const isAccountEvent = (event: Event): event is Account.Event | ApiKey.Event =>
  accountTags.has(event._tag)

export const isPayoutEvent = (event: Event): event is PayoutEvent.Event =>
  payoutTags.has(event._tag)

export const isDeliveryEvent = (event: Event): event is Delivery.Event =>
  deliveryTags.has(event._tag)

export const isBatchEvent = (event: Event): event is Batch.Event => batchTags.has(event._tag)

export const isBalanceEvent = (event: Event): event is BalanceEvent.Event =>
  balanceTags.has(event._tag)

export const isWithdrawalEvent = (event: Event): event is Withdrawal.Event =>
  withdrawalTags.has(event._tag)

export const isPersonEvent = (event: Event): event is User.Event => personTags.has(event._tag)

export const isRecipientEvent = (event: Event): event is RecipientData.Event =>
  recipientTags.has(event._tag)

export const isBookingEvent = (event: Event): event is Booking.Event => bookingTags.has(event._tag)

export const isPeriodEvent = (event: Event): event is Period.Event => periodTags.has(event._tag)

export const isReconciliationEvent = (event: Event): event is ReconciliationRun.Event =>
  reconciliationTags.has(event._tag)

export const isBreakEvent = (event: Event): event is Break.Event => breakTags.has(event._tag)

/** An event of the directory's books, which is about no customer. */
export type BooksEvent = Booking.Event | Period.Event | ReconciliationRun.Event | Break.Event

export const isBooksEvent = (event: Event): event is BooksEvent =>
  isBookingEvent(event) ||
  isPeriodEvent(event) ||
  isReconciliationEvent(event) ||
  isBreakEvent(event)

/** An event that erases or restricts somebody's data. */
type HidingEvent = Extract<
  Event,
  { readonly _tag: "RecipientErased" | "RecipientRestricted" | "PersonErased" }
>

const hidingTags: ReadonlySet<string> = new Set<HidingEvent["_tag"]>([
  "RecipientErased",
  "RecipientRestricted",
  "PersonErased"
])

export const isHiding = (event: Event): event is HidingEvent => hidingTags.has(event._tag)

/** True if an entry erases or restricts somebody's data. */
export const hidesPerson = ({ events }: Pick<Draft, "events">): boolean => events.some(isHiding)

/** Ids of the payouts and batches that events belong to, each once. */
export const subjectsOf = (events: ReadonlyArray<Event>): ReadonlySet<string> =>
  new Set(
    events.flatMap((event) => (isPayoutEvent(event) || isBatchEvent(event) ? [event.id] : []))
  )

/** A reply kept for retries with the same idempotency key. */
export const Reply = Schema.Struct({
  /** Account and route, within which the key is unique. */
  scope: Schema.String,
  key: Schema.String,
  /** Hash of the parameters without the key. */
  fingerprint: Schema.String,
  /** The HTTP status. */
  status: Schema.Number,
  /** The exact body; absent if it is made again from the entry's events. */
  body: Schema.optionalKey(Schema.String),
  /**
   * The phase of an act on the outside world. `begun` is its intent, with no response yet.
   * `withdrawn` means that it failed and its key is free. Absent if this is the response.
   */
  phase: Schema.optionalKey(Schema.Literals(["begun", "withdrawn"]))
})
export type Reply = typeof Reply.Type

/**
 * Puts a kept answer into the form of the log, with the fields that identify retries of its
 * request.
 */
export const replyOf = (
  { fingerprint, key, scope }: Pick<Reply, "scope" | "key" | "fingerprint">,
  answer: KeptAnswer.KeptAnswer
): Reply => {
  const { body = "", isOfEvents, status } = KeptAnswer.read(answer)
  return isOfEvents
    ? { scope, key, fingerprint, status }
    : { scope, key, fingerprint, status, body }
}

/** The end of an act on the outside world that has no response to keep. */
export const replyWithout = (
  { fingerprint, key, scope }: Pick<Reply, "scope" | "key" | "fingerprint">,
  phase: NonNullable<Reply["phase"]>
): Reply => ({ scope, key, fingerprint, status: 0, body: "", phase })

export const keptAnswerOf = (reply: Reply): KeptAnswer.KeptAnswer => KeptAnswer.make(reply)

/** The part of an entry that a command decides. */
export const Draft = Schema.Struct({
  v: Schema.Literal(version),
  /** Milliseconds of the decision. */
  at: Schema.Number,
  /** The author: the id of an API key or user, or `engine`. */
  by: Schema.String,
  /** The account a user acted for. */
  as: Schema.optionalKey(Schema.String),
  /** The network address the request came from. */
  from: Schema.optionalKey(Schema.String),
  events: Schema.Array(Event),
  /** The author's reason, as free text. */
  note: Schema.optionalKey(Schema.String),
  reply: Schema.NullOr(Reply)
})
export type Draft = typeof Draft.Type

/** A draft with its position in the log. */
export interface Entry extends Draft {
  readonly seq: number
  readonly epoch: number
}

const decodeDraft = Schema.decodeUnknownResult(Draft)

const parse = (body: string): Result.Result<unknown, string> =>
  Result.try({ try: (): unknown => JSON.parse(body), catch: String })

/** Reads an entry from JSON that is parsed. Fails on anything this version cannot read in full. */
export const read = (json: unknown): Result.Result<Draft, string> =>
  Result.mapError(decodeDraft(json), String)

/** Reads the JSON of one entry's body, in which personal data reads `erased`. */
export const decode = (body: string): Result.Result<Draft, string> =>
  Result.flatMap(parse(body), read)
