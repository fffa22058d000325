/**
 * The port to the read model of a partition: tables that contain its log up to an entry. All
 * accounts belong to the partition, and ids of others are not found. The tables serve lists,
 * history and finished states, and a start loads the active states from them. They are a fold of
 * the log and never the truth (L2): when they are wrong, they are emptied and rebuilt.
 */
import { Context, Effect, Schema } from "effect"
import type * as Beneficiary from "../../domain/Beneficiary.ts"
import type * as Balance from "../../domain/balance/Balance.ts"
import type * as Withdrawal from "../../domain/balance/Withdrawal.ts"
import type * as Batch from "../../domain/batch/Batch.ts"
import type * as BatchReview from "../../domain/batch/BatchReview.ts"
import type * as Booking from "../../domain/books/Booking.ts"
import type * as DailyTotals from "../../domain/books/DailyTotals.ts"
import type * as WaitingPayouts from "../../domain/incident/WaitingPayouts.ts"
import type * as Money from "../../domain/money/Money.ts"
import type * as Network from "../../domain/Network.ts"
import type * as Percentiles from "../../domain/Percentiles.ts"
import type * as Likeness from "../../domain/payout/Likeness.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import type * as Quote from "../../domain/quote/Quote.ts"
import type * as Retention from "../../domain/recipient/Retention.ts"
import type * as Refund from "../../domain/refund/Refund.ts"
import type * as Search from "../../domain/Search.ts"
import type * as Delivery from "../../domain/webhook/Delivery.ts"
import type * as WebhookEvent from "../../domain/webhook/WebhookEvent.ts"
import type * as ListOrder from "./ListOrder.ts"
import type { LogRefused } from "./Log.ts"
import type { Act, Changes, KeptReply, Rows } from "./Rows.ts"
import type { Unavailable } from "./Unavailable.ts"

/** A row differs from what was written, so the tables must be rebuilt. */
export class ReadModelBroken extends Schema.TaggedError<ReadModelBroken>()("ReadModelBroken", {
  message: Schema.String
}) {}

/** The active states after entry `seq` of the log. */
export interface ActiveStates extends Omit<Rows, "beneficiaries" | "deliveries"> {
  readonly seq: number
}

export interface Page {
  readonly limit: number
  readonly offset: number
  /** Newest first if absent, which is the only order of events, deliveries and audits. */
  readonly order?: ListOrder.Order | undefined
  /** Only rows behind this position in the order. The row itself may be gone. */
  readonly after?: ListOrder.Position | undefined
}

export interface PayoutFilter {
  /** `undefined` for all accounts, which operators see. */
  readonly accountId?: string | undefined
  readonly status?: Payout.Status | undefined
  readonly batchId?: string | undefined
  /** An id, a whole key, or words of the recipient. Words find only the newest payouts. */
  readonly search?: Search.Search | undefined
  /** Only payouts that owe a refund which is not proven to have been sent. */
  readonly isRefundOpen?: boolean | undefined
  /** Only payouts with a refund that was sent, with its transaction. */
  readonly isRefundSent?: boolean | undefined
  /** `true` for frozen holds only, `false` for everything else. */
  readonly isFrozen?: boolean | undefined
  readonly isRecallOpen?: boolean | undefined
  /** Only payouts that an incident counted. */
  readonly counted?: WaitingPayouts.Counting | undefined
  /**
   * Only payouts that screening has held and that are similar to this one; the tables may find
   * others, among the newest.
   */
  readonly like?: Likeness.Likeness | undefined
  readonly network?: Network.Slug | undefined
  /** Creation, milliseconds, both inclusive. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Settlement, milliseconds: `settledFrom` is inclusive, `settledBefore` exclusive. */
  readonly settledFrom?: number | undefined
  readonly settledBefore?: number | undefined
}

export interface BatchFilter {
  /** `undefined` for all accounts, which operators see. */
  readonly accountId?: string | undefined
  /** `undefined` for both kinds. */
  readonly kind?: Batch.Kind | undefined
  readonly status?: Batch.Status | undefined
  /** Prefixes of words in the name. Only the newest batches are searched. */
  readonly words?: ReadonlyArray<string> | undefined
  /** Creation, milliseconds, both inclusive. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Only batches that owe a refund which is not proven to have been sent. */
  readonly isRefundOpen?: boolean | undefined
  /** Only batches with a refund that was sent, with its transaction. */
  readonly isRefundSent?: boolean | undefined
  /** Only batches that wait for an operator, after repeated defects. */
  readonly isParked?: boolean | undefined
}

export interface BeneficiaryFilter {
  readonly accountId: string
  /**
   * Words of name, phone or nickname. Each must be found: at the beginning of a word, or within a
   * number.
   */
  readonly words?: ReadonlyArray<string> | undefined
  readonly network?: Network.Slug | undefined
}

/** One recipient of an account. */
export interface RecipientFilter {
  readonly accountId: string
  /** E.164. */
  readonly phone: string
}

export interface MovementFilter {
  readonly accountId: string
  /** Milliseconds: `from` is inclusive, `until` exclusive. */
  readonly from?: number | undefined
  readonly until?: number | undefined
}

/** A period of a balance in milliseconds: `from` is inclusive, `before` exclusive. */
export interface BalancePeriod {
  readonly accountId: string
  readonly from: number
  readonly before: number
}

/** The movements of one sign. */
export interface MovementSum {
  readonly count: number
  /** Micro-USDC; negative for movements that left the balance. */
  readonly amount: Money.Micro
  /** The change of the balance in whole tens of micro-USDC, the rest of each balance cut off. */
  readonly tens: number
}

/**
 * The movements of a period, which come behind number `after`, up to number `last`. A movement that
 * follows one of a later period belongs to that period as well, even if its time is earlier.
 */
export interface BalanceSummary {
  readonly after: number
  readonly last: number
  readonly opening: Money.Micro
  readonly closing: Money.Micro
  readonly credits: MovementSum
  readonly debits: MovementSum
}

/** Movements by their numbers: those behind `after`, up to `last`. */
export interface MovementRange {
  readonly accountId: string
  readonly after: number
  readonly last: number
}

export interface EventFilter {
  readonly accountId: string
  readonly type?: string | undefined
  /** The payout, batch, quote or endpoint that the event is about. */
  readonly subjectId?: string | undefined
  /** Creation, milliseconds, both inclusive. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Only events after this one, oldest first. */
  readonly after?: string | undefined
}

export interface DeliveryFilter {
  /** `undefined` for all accounts, which operators see. */
  readonly accountId?: string | undefined
  readonly endpointId?: string | undefined
  /** The payout, batch, quote or endpoint of their events. */
  readonly subjectId?: string | undefined
  /** Only deliveries of this event: one per endpoint that it was sent to. */
  readonly eventId?: string | undefined
  readonly status?: Delivery.Delivery["status"] | undefined
  /** The type of their events. */
  readonly type?: string | undefined
  readonly hasNoTests?: boolean | undefined
  /** Only deliveries of events created at this time or later, milliseconds. */
  readonly since?: number | undefined
}

export interface QuoteFilter {
  readonly accountId: string
  readonly status?: Quote.Status | undefined
  readonly now: number
}

export interface WithdrawalFilter {
  /** `undefined` for all accounts, which operators see. */
  readonly accountId?: string | undefined
  readonly status?: Withdrawal.Status | undefined
}

/** Bookings are listed without a filter. */
export type BookingFilter = Readonly<Record<string, never>>

export interface AuditFilter {
  /** Acts visible to this account; `undefined` for all accounts and the service itself. */
  readonly accountId?: string | undefined
  /**
   * Acts visible to this account, and the staff's decisions about its payouts, batches, quotes and
   * deliveries.
   */
  readonly concernedId?: string | undefined
  readonly actorId?: string | undefined
  /** Only acts of users, or only acts of keys. */
  readonly actorKind?: "person" | "api_key" | undefined
  readonly subjectId?: string | undefined
  readonly action?: string | undefined
  /** Only acts that opened or changed an account itself. */
  readonly isAccountChange?: boolean | undefined
  /** Only deletions of webhook endpoints. */
  readonly isEndpointDeletion?: boolean | undefined
  /** Milliseconds, both inclusive. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

export interface FiguresQuery {
  /** `undefined` for all accounts. */
  readonly accountId?: string | undefined
  /** The first day's beginning in UTC, milliseconds. */
  readonly since: number
  readonly now: number
}

/** Counts of payouts created in a period. */
export interface Figure {
  readonly created: number
  readonly settled: number
  readonly failed: number
  /** Micro-USDC of settled payouts. */
  readonly volume: number
  /** Times from creation to settlement, milliseconds, day by day. */
  readonly settling: ReadonlyArray<Percentiles.ValueCounts>
}

export interface PayoutFigures {
  readonly days: ReadonlyArray<Figure & { readonly day: number }>
  readonly states: ReadonlyArray<{ readonly status: Payout.Status; readonly count: number }>
  readonly totals: Figure
}

export interface AccountFiguresQuery {
  /** Accounts of the partition, at most as many as a list page has. */
  readonly accountIds: ReadonlyArray<string>
  /** The first day's beginning in UTC, milliseconds. */
  readonly since: number
}

/** Payouts of an account. */
export interface AccountFigure {
  readonly accountId: string
  /** Settled payouts created in the period. */
  readonly settled: number
  /** Micro-USDC of settled payouts. */
  readonly volume: number
  /** The newest payout of all time, and when it was created, milliseconds. */
  readonly last: { readonly id: string; readonly at: number } | null
}

/** Outcomes of a network's payouts that were created in a period. */
export interface NetworkFigure {
  readonly network: Network.Slug
  readonly settled: number
  /** Failed or reversed. */
  readonly failed: number
  /** Failed payouts that the provider refused. */
  readonly refused: number
  /** Times from creation to settlement, milliseconds, rounded by 1 %. */
  readonly settling: Percentiles.ValueCounts
}

export interface DeliveryFigure {
  readonly hour: number
  readonly delivered: number
  readonly pending: number
  readonly failed: number
}

/** An attempt to reach an endpoint. */
export interface AttemptFigure {
  /** Milliseconds. */
  readonly at: number
  readonly statusCode: number | null
  readonly error: string | null
}

/** One of the newest deliveries to an endpoint, as far as figures need it. */
export interface RecentDelivery {
  readonly endpointId: string
  readonly status: Delivery.Delivery["status"]
  readonly attempts: ReadonlyArray<AttemptFigure>
}

/** The delivery of an event about a payout or batch, without the event's body. */
export interface SentWebhook {
  /** The payout or batch. */
  readonly subjectId: string
  readonly eventId: string
  readonly type: string
  /** Creation of the event, milliseconds. */
  readonly at: number
  readonly endpointId: string
  readonly status: Delivery.Delivery["status"]
}

export interface ListPage<A> {
  readonly items: ReadonlyArray<A>
  readonly total: number
}

/**
 * A list page with the total of the list. A page that is not full is the list's end and implies the
 * total, as of the same moment. Any other total is counted afterwards.
 */
export const listPage = <A, E>(
  { after, limit, offset }: Page,
  items: ReadonlyArray<A>,
  count: Effect.Effect<number, E>
): Effect.Effect<ListPage<A>, E> => {
  if (after !== undefined) return Effect.map(count, (total) => ({ items, total }))
  const itemsSoFar = items.length === 0 ? 0 : offset + items.length
  const isEnd = items.length < limit && (itemsSoFar > 0 || offset === 0)
  return isEnd
    ? Effect.succeed({ items, total: itemsSoFar })
    : Effect.map(count, (total) => ({ items, total: Math.max(total, itemsSoFar) }))
}

/** The rows that memory adds to a list, and the position of the tables, at one moment. */
export interface Overlay {
  /** The last entry in the tables: rows archived later are in memory. */
  readonly seq: number
  /** Ids of rows that memory has too. The rows of the tables are ignored. */
  readonly excluding: ReadonlyArray<string>
  /** Rows in memory that may belong on the page, in its order. */
  readonly positions: ReadonlyArray<ListOrder.Position>
}

/** A list that is partly in memory. */
export interface TableList<Filter, A> {
  /** A page of the tables' rows and of the overlay's ids, in the page's order. */
  readonly page: (filter: Filter, page: Page, overlay: Overlay) => Read<ReadonlyArray<string | A>>
  /** The number of rows that the tables add to the overlay. */
  readonly count: (filter: Filter, overlay: Overlay) => Read<number>
}

/** The lists that are partly in memory. */
export interface TableLists {
  readonly payouts: TableList<PayoutFilter, Payout.Payout>
  /** Payouts of a recipient with restricted data as it is. Erased ones read `erased`. */
  readonly recipientPayouts: TableList<RecipientFilter, Payout.Payout>
  readonly batches: TableList<BatchFilter, Batch.Batch>
  readonly beneficiaries: TableList<BeneficiaryFilter, Beneficiary.Beneficiary>
  readonly quotes: TableList<QuoteFilter, Quote.Quote>
  readonly withdrawals: TableList<WithdrawalFilter, Withdrawal.Withdrawal>
  readonly bookings: TableList<BookingFilter, Booking.Booking>
}

/** A payout or batch with its refunds, or a withdrawal in the form of one. */
export interface RefundSubject {
  readonly id: string
  readonly refunds: ReadonlyArray<Refund.Refund>
}

/** A position in the log: an entry, and an object among those it changed. */
export interface Position {
  readonly seq: number
  readonly id: string
}

/** The position before everything. */
export const start: Position = { seq: 0, id: "" }

/** Deliveries to one endpoint whose next attempt is due. */
export interface DueFilter {
  readonly endpointId: string
  /** Only deliveries behind this position. */
  readonly after: Position
  /** Due no later than this, milliseconds. */
  readonly until: number
  readonly excluding: ReadonlyArray<string>
  readonly limit: number
  /** Bytes of their bodies: the delivery that reaches this bound is the last. */
  readonly bytesMax: number
}

/** Sums of the books, by account and currency. Days since 1970-01-01, both inclusive. */
export interface BooksFilter {
  readonly from?: number | undefined
  readonly until?: number | undefined
  readonly account?: string | undefined
  readonly currency?: string | undefined
}

/** Facts on which an erasure of a recipient's data depends. */
export interface RecipientFacts {
  /** Ids of the keys that open the data, lower-case hex. */
  readonly keys: ReadonlyArray<string>
  /** Ids of the keys of what is recorded about requests for the data. */
  readonly recordKeys: ReadonlyArray<string>
  /** The last payment of each network, of finished payouts. */
  readonly payments: ReadonlyArray<Retention.Payment>
  /** True if a payout to the recipient was reversed, such as by a compliance review. */
  readonly hasReversal: boolean
}

type Read<A> = Effect.Effect<A, Unavailable | ReadModelBroken>

export class ReadModel extends Context.Service<
  ReadModel,
  {
    /**
     * The active states; `undefined` if the tables cannot be trusted and must be rebuilt. Fails
     * with `LogRefused` if the log itself ends too early.
     */
    readonly restore: Effect.Effect<ActiveStates | undefined, LogRefused | Unavailable>
    /** Empties the tables, as for a log without entries. */
    readonly reset: Effect.Effect<void, Unavailable>
    /**
     * Writes a change, all of it or nothing. A change that the tables already contain is ignored.
     * In the background it takes longer, and leaves most of the event loop to others.
     */
    readonly write: (
      changes: Changes,
      isBackground?: () => boolean
    ) => Effect.Effect<void, Unavailable>
    /** Drops a bounded number of answers kept before `at`. Returns whether there may be more. */
    readonly dropReplies: (at: number) => Effect.Effect<boolean, Unavailable>
    /** The last entry of the log that the tables contain. */
    readonly seq: Effect.Effect<number, Unavailable>
    readonly quotes: (ids: ReadonlyArray<string>) => Read<Rows["quotes"]>
    readonly payouts: (ids: ReadonlyArray<string>) => Read<Rows["payouts"]>
    readonly batches: (ids: ReadonlyArray<string>) => Read<Rows["batches"]>
    readonly withdrawals: (ids: ReadonlyArray<string>) => Read<Rows["withdrawals"]>
    readonly bookings: (ids: ReadonlyArray<string>) => Read<Rows["bookings"]>
    readonly deliveries: (ids: ReadonlyArray<string>) => Read<Rows["deliveries"]>
    readonly recipientFacts: (accountId: string, phone: string) => Read<RecipientFacts>
    /**
     * Phone numbers that these beneficiaries have or had, each once, the newest first. Restricted
     * ones are among them, and erased ones are not.
     */
    readonly beneficiaryPhones: (
      ids: ReadonlyArray<string>,
      max: number
    ) => Read<ReadonlyArray<string>>
    /** Ids of the keys that the end of a restriction destroys, lower-case hex. */
    readonly restrictedKeys: (accountId: string, phone: string) => Read<ReadonlyArray<string>>
    /** Ids of the keys of a user's data, lower-case hex. */
    readonly userKeys: (email: string) => Read<ReadonlyArray<string>>
    readonly beneficiary: (id: string) => Read<Beneficiary.Beneficiary | undefined>
    /** Payouts of an account's batches that were accepted since a time, by their row keys. */
    readonly rowsByKey: (
      accountId: string,
      keys: ReadonlyArray<string>,
      since: number
    ) => Read<ReadonlyArray<Payout.Payout>>
    /**
     * Payouts of an account that were created since a time (at most two weeks ago), were paid, and
     * match one of these payments. Only the newest is returned per payment.
     */
    readonly paymentsSince: (
      accountId: string,
      payments: ReadonlyArray<BatchReview.Payment>,
      since: number
    ) => Read<ReadonlyArray<Payout.Payout>>
    /** Sums of the books by day, account and currency. */
    readonly bookDays: (filter: BooksFilter) => Read<ReadonlyArray<DailyTotals.DaySum>>
    /** Sums of the books by account and currency, each with its first day. */
    readonly bookSums: (filter: BooksFilter) => Read<ReadonlyArray<DailyTotals.DaySum>>
    readonly lists: TableLists
    readonly event: (id: string) => Read<WebhookEvent.WebhookEvent | undefined>
    /**
     * Events up to an entry, in the order of the log: newest first, or oldest first after `after`.
     * Rows of batches may be left out, here and in the delivery list.
     */
    readonly pageEvents: (
      filter: EventFilter,
      page: Page,
      until: number
    ) => Read<ReadonlyArray<WebhookEvent.WebhookEvent>>
    readonly countEvents: (filter: EventFilter, until: number) => Read<number>
    /** Acts, newest first, each read from its entry in the log. */
    readonly listAudits: (filter: AuditFilter, page: Page) => Read<ListPage<Act>>
    /** A page without a count, from an entry backwards; `undefined` for the newest. */
    readonly pageAudits: (
      filter: AuditFilter,
      page: Page,
      from: number | undefined
    ) => Read<ReadonlyArray<Act>>
    /** The newest acts with restricted data as it is. */
    readonly unrestrictedAudits: (filter: AuditFilter, page: Page) => Read<ReadonlyArray<Act>>
    /**
     * Figures of finished payouts without those that memory has too; `undefined` if the tables have
     * a `seq` other than requested. Percentiles are of all finished payouts.
     */
    readonly payoutFigures: (
      query: FiguresQuery,
      moment: Pick<Overlay, "seq" | "excluding">
    ) => Read<PayoutFigures | undefined>
    /**
     * Figures per account, for the same `moment`. The newest payout may be one that memory has too.
     */
    readonly accountFigures: (
      query: AccountFiguresQuery,
      moment: Pick<Overlay, "seq" | "excluding">
    ) => Read<ReadonlyArray<AccountFigure> | undefined>
    /** Figures per network of payouts created since a time, milliseconds, for the same `moment`. */
    readonly networkFigures: (
      since: number,
      moment: Pick<Overlay, "seq" | "excluding">
    ) => Read<ReadonlyArray<NetworkFigure> | undefined>
    /** Deliveries to these endpoints, hour by hour up to `now`. */
    readonly deliveryFigures: (
      endpointIds: ReadonlyArray<string>,
      now: number,
      hours: number
    ) => Read<ReadonlyArray<DeliveryFigure>>
    /** The newest deliveries to each of these endpoints, newest first. */
    readonly recentDeliveries: (
      endpointIds: ReadonlyArray<string>
    ) => Read<ReadonlyArray<RecentDelivery>>
    /** Movements of a balance, newest first. */
    readonly movements: (filter: MovementFilter, page: Page) => Read<ListPage<Balance.Movement>>
    readonly balanceSummary: (period: BalancePeriod) => Read<BalanceSummary>
    /** At most `limit` movements of a balance, oldest first. */
    readonly movementsInOrder: (
      range: MovementRange,
      limit: number
    ) => Read<ReadonlyArray<Balance.Movement>>
    readonly listDeliveries: (
      filter: DeliveryFilter,
      page: Page
    ) => Read<ListPage<Delivery.Delivery>>
    /**
     * Deliveries of events about each of these payouts and batches, newest first. At most `max` of
     * each.
     */
    readonly webhooksAbout: (
      subjectIds: ReadonlyArray<string>,
      max: number
    ) => Read<ReadonlyArray<SentWebhook>>
    /**
     * Deliveries in the order in which the log last changed them; the new ones of a payout in
     * `sequence` order.
     */
    readonly dueDeliveries: (filter: DueFilter) => Read<Rows["deliveries"]>
    /** Endpoints that have a delivery due after `from` and no later than `until`. */
    readonly dueEndpoints: (from: number, until: number) => Read<ReadonlyArray<string>>
    readonly pendingDeliveries: Read<number>
    /** When the oldest waiting delivery was due, milliseconds; `undefined` if none waits. */
    readonly oldestDue: Read<number | undefined>
    /** Ids of the payouts and batches that have these deposit addresses, in lower case. */
    readonly owners: (addresses: ReadonlyArray<string>) => Read<ReadonlyMap<string, string>>
    /** Payouts, batches and withdrawals that record this transaction as sent (lower case). */
    readonly refundedWith: (txHash: string) => Read<ReadonlyArray<RefundSubject>>
    readonly reply: (key: string) => Read<KeptReply | undefined>
    /** Keys of kept answers since a time, in pages that start behind `after`. */
    readonly replyKeys: (
      since: number,
      after: string
    ) => Read<ReadonlyArray<{ readonly key: string; readonly at: number }>>
  }
>()("payouts/engine/ports/ReadModel") {}

/** Turns a broken row into a defect: no response may be based on it. */
export const orDie = <A>(
  read: Effect.Effect<A, Unavailable | ReadModelBroken>
): Effect.Effect<A, Unavailable> => Effect.catchTag(read, "ReadModelBroken", Effect.die)
