/**
 * The port to the read model of a partition: tables that show its log up to a place. All accounts
 * are those of the partition, and ids of others are not found. They serve lists, history and
 * finished states, and a start loads the active states from them. They are a fold of the log and
 * never the truth (L2): where they are wrong, they are emptied and rebuilt.
 */
import { Context, Effect, Schema } from "effect"
import type * as Beneficiary from "../../domain/Beneficiary.ts"
import type * as Batch from "../../domain/batch/Batch.ts"
import type * as BatchReview from "../../domain/batch/BatchReview.ts"
import type * as WaitingPayouts from "../../domain/incident/WaitingPayouts.ts"
import type * as Network from "../../domain/Network.ts"
import type * as Percentiles from "../../domain/Percentiles.ts"
import type * as Likeness from "../../domain/payout/Likeness.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import type * as Quote from "../../domain/quote/Quote.ts"
import type * as Search from "../../domain/Search.ts"
import type * as Delivery from "../../domain/webhook/Delivery.ts"
import type * as WebhookEvent from "../../domain/webhook/WebhookEvent.ts"
import type * as ListOrder from "./ListOrder.ts"
import type { LogRefused } from "./Log.ts"
import type { Act, Changes, KeptReply, Rows } from "./Rows.ts"
import type { Unavailable } from "./Unavailable.ts"

/** A row is not what was written: the tables must be rebuilt. */
export class ReadModelBroken extends Schema.TaggedError<ReadModelBroken>()("ViewsBroken", {
  message: Schema.String
}) {}

/** The active states, as of a place in the log. */
export interface Restored extends Omit<Rows, "beneficiaries" | "deliveries"> {
  readonly seq: number
}

export interface Page {
  readonly limit: number
  readonly offset: number
  /** Where it is left out: newest first, the one order of events, deliveries and audits. */
  readonly order?: ListOrder.Order | undefined
  /** Only rows that stand behind this place in the order; the row itself may be gone. */
  readonly after?: ListOrder.Position | undefined
}

export interface PayoutFilter {
  /** `undefined`: of all accounts, for operators. */
  readonly accountId?: string | undefined
  readonly status?: Payout.Status | undefined
  readonly batchId?: string | undefined
  /** A whole id or key of it, or words of the recipient of the newest ones. */
  readonly search?: Search.Search | undefined
  /** Only what has money to go back that is not proven to have gone. */
  readonly isRefundOpen?: boolean | undefined
  /** Only what has a refund that was sent, with its transaction. */
  readonly isRefundSent?: boolean | undefined
  /** `true`: only holds whose money is frozen; `false`: all but those. */
  readonly isFrozen?: boolean | undefined
  /** Only those that an incident counted. */
  readonly counted?: WaitingPayouts.Counting | undefined
  /** Only what screening has held and is like this; the tables may find others, among the newest. */
  readonly like?: Likeness.Likeness | undefined
  readonly network?: Network.Slug | undefined
  /** Creation, milliseconds, both inclusive. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Settlement, milliseconds: from the first on, before the second. */
  readonly settledFrom?: number | undefined
  readonly settledBefore?: number | undefined
}

export interface BatchFilter {
  /** `undefined`: of all accounts, for operators. */
  readonly accountId?: string | undefined
  /** `undefined`: of both. */
  readonly kind?: Batch.Kind | undefined
  readonly status?: Batch.Status | undefined
  /** Of the name of the newest ones, each by its beginning. */
  readonly words?: ReadonlyArray<string> | undefined
  /** Creation, milliseconds, both inclusive. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Only what has money to go back that is not proven to have gone. */
  readonly isRefundOpen?: boolean | undefined
  /** Only what has a refund that was sent, with its transaction. */
  readonly isRefundSent?: boolean | undefined
  /** Only what waits for an operator, after repeated defects. */
  readonly isParked?: boolean | undefined
}

export interface BeneficiaryFilter {
  readonly accountId: string
  /**
   * Of name, phone or nickname: each must be found: at the beginning of a word, or within a number.
   */
  readonly words?: ReadonlyArray<string> | undefined
  readonly network?: Network.Slug | undefined
}

export interface EventFilter {
  readonly accountId: string
  readonly type?: string | undefined
  /** The payout, batch, quote or endpoint it is about. */
  readonly subjectId?: string | undefined
  /** Creation, milliseconds, both inclusive. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Only what came after this event, oldest first. */
  readonly after?: string | undefined
}

export interface DeliveryFilter {
  /** `undefined`: of all accounts, for operators. */
  readonly accountId?: string | undefined
  readonly endpointId?: string | undefined
  /** The payout, batch, quote or endpoint of their events. */
  readonly subjectId?: string | undefined
  /** Only of this event: one for each endpoint that it went to. */
  readonly eventId?: string | undefined
  readonly status?: Delivery.Delivery["status"] | undefined
  /** The type of their events. */
  readonly type?: string | undefined
  readonly hasNoTests?: boolean | undefined
  /** Only of events created at this time or later, milliseconds. */
  readonly since?: number | undefined
}

export interface QuoteFilter {
  readonly accountId: string
  readonly status?: Quote.Status | undefined
  readonly now: number
}

export interface AuditFilter {
  /** What this account sees; `undefined`: all accounts and the service itself. */
  readonly accountId?: string | undefined
  /** What this account sees, and the staff's decisions about what is its own. */
  readonly concernedId?: string | undefined
  readonly actorId?: string | undefined
  /** Only what people did, or only what keys did. */
  readonly actorKind?: "person" | "api_key" | undefined
  readonly subjectId?: string | undefined
  readonly action?: string | undefined
  /** Only what opened or changed an account itself. */
  readonly isOfStanding?: boolean | undefined
  /** Only deletions of webhook endpoints. */
  readonly isEndpointDeletion?: boolean | undefined
  /** Milliseconds, both inclusive. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

export interface FiguresAsked {
  /** `undefined`: of all accounts. */
  readonly accountId?: string | undefined
  /** The first day's beginning in UTC, milliseconds. */
  readonly since: number
  readonly now: number
}

/** Of payouts created in a time. */
export interface Figure {
  readonly created: number
  readonly settled: number
  readonly failed: number
  /** Micro-USDC of those that settled. */
  readonly volume: number
  /** From creation to settlement, milliseconds, day by day. */
  readonly settling: ReadonlyArray<Percentiles.Counted>
}

export interface PayoutFigures {
  readonly days: ReadonlyArray<Figure & { readonly day: number }>
  readonly states: ReadonlyArray<{ readonly status: Payout.Status; readonly count: number }>
  readonly totals: Figure
}

export interface AccountFiguresAsked {
  /** Of the partition, as many as a page of a list has. */
  readonly accountIds: ReadonlyArray<string>
  /** The first day's beginning in UTC, milliseconds. */
  readonly since: number
}

/** What an account paid out. */
export interface AccountFigure {
  readonly accountId: string
  /** Of payouts created in the time. */
  readonly settled: number
  /** Micro-USDC of those that settled. */
  readonly volume: number
  /** The newest payout of all times, and when it was created, milliseconds. */
  readonly last: { readonly id: string; readonly at: number } | null
}

/** How payouts of a network ended that were created in a time. */
export interface NetworkFigure {
  readonly network: Network.Slug
  readonly settled: number
  /** Failed or reversed. */
  readonly failed: number
  /** Of those that failed, those that the provider refused. */
  readonly refused: number
  /** From creation to settlement, milliseconds, rounded by 1 %. */
  readonly settling: Percentiles.Counted
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

export interface Listed<A> {
  readonly items: ReadonlyArray<A>
  readonly total: number
}

/**
 * A page of a list with how many there are in all. A page that is not full is the list's end and
 * implies it, of the same moment; any other is counted, after it.
 */
export const listed = <A, E>(
  { after, limit, offset }: Page,
  items: ReadonlyArray<A>,
  count: Effect.Effect<number, E>
): Effect.Effect<Listed<A>, E> => {
  if (after !== undefined) return Effect.map(count, (total) => ({ items, total }))
  const known = items.length === 0 ? 0 : offset + items.length
  const isEnd = items.length < limit && (known > 0 || offset === 0)
  return isEnd
    ? Effect.succeed({ items, total: known })
    : Effect.map(count, (total) => ({ items, total: Math.max(total, known) }))
}

/** What memory adds to a list, and where the tables stood, at one moment. */
export interface Overlay {
  /** The entry that the tables show: rows archived later are in memory. */
  readonly seq: number
  /** Ids of rows that memory has too: the tables' are not taken. */
  readonly excluding: ReadonlyArray<string>
  /** Rows in memory that may stand on the page, in its order. */
  readonly positions: ReadonlyArray<ListOrder.Position>
}

/** A list of which memory has a part. */
export interface TableList<Filter, A> {
  /** A page of the tables' rows and of the ids of the overlay's, in the page's order. */
  readonly page: (filter: Filter, page: Page, overlay: Overlay) => Read<ReadonlyArray<string | A>>
  /** How many rows the tables add to the overlay. */
  readonly count: (filter: Filter, overlay: Overlay) => Read<number>
}

/** The lists of which memory has a part. */
export interface TableLists {
  readonly payouts: TableList<PayoutFilter, Payout.Payout>
  readonly batches: TableList<BatchFilter, Batch.Batch>
  readonly beneficiaries: TableList<BeneficiaryFilter, Beneficiary.Beneficiary>
  readonly quotes: TableList<QuoteFilter, Quote.Quote>
}

/** A position in the log: of an entry, and of an object among those it changed. */
export interface Position {
  readonly seq: number
  readonly id: string
}

/** Before everything. */
export const start: Position = { seq: 0, id: "" }

/** Deliveries to one endpoint whose next attempt is due. */
export interface DueFilter {
  readonly endpointId: string
  /** Only what stands behind this. */
  readonly after: Position
  /** Due no later than this, milliseconds. */
  readonly until: number
  readonly excluding: ReadonlyArray<string>
  readonly limit: number
  /** Bytes of their bodies: the one that reaches it is the last. */
  readonly bytesMax: number
}

type Read<A> = Effect.Effect<A, Unavailable | ReadModelBroken>

export class ReadModel extends Context.Service<
  ReadModel,
  {
    /**
     * What is active, or nothing where the tables cannot be trusted and must be made again.
     * Refused where the log itself ends too early.
     */
    readonly restore: Effect.Effect<Restored | undefined, LogRefused | Unavailable>
    /** Empties the tables: they show a log without entries. */
    readonly reset: Effect.Effect<void, Unavailable>
    /**
     * Shows a change, all of it or nothing; a change that the tables are past already is nothing.
     * While it may be gentle it takes longer, and leaves most of the event loop to others.
     */
    readonly write: (
      changes: Changes,
      mayBeGentle?: () => boolean
    ) => Effect.Effect<void, Unavailable>
    /** Drops answers given before `at`, a bounded number of them; whether there may be more. */
    readonly dropReplies: (at: number) => Effect.Effect<boolean, Unavailable>
    /** The place in the log that is shown. */
    readonly seq: Effect.Effect<number, Unavailable>
    readonly quotes: (ids: ReadonlyArray<string>) => Read<Rows["quotes"]>
    readonly payouts: (ids: ReadonlyArray<string>) => Read<Rows["payouts"]>
    readonly batches: (ids: ReadonlyArray<string>) => Read<Rows["batches"]>
    readonly deliveries: (ids: ReadonlyArray<string>) => Read<Rows["deliveries"]>
    readonly beneficiary: (id: string) => Read<Beneficiary.Beneficiary | undefined>
    /** Rows of batches of an account that were accepted since a time, by their keys. */
    readonly rowsByKey: (
      accountId: string,
      keys: ReadonlyArray<string>,
      since: number
    ) => Read<ReadonlyArray<Payout.Payout>>
    /**
     * Payouts of an account that were created since a time, at most two weeks ago, were paid, and
     * pay one of these payments: of each payment the newest.
     */
    readonly paymentsSince: (
      accountId: string,
      payments: ReadonlyArray<BatchReview.Payment>,
      since: number
    ) => Read<ReadonlyArray<Payout.Payout>>
    readonly lists: TableLists
    readonly event: (id: string) => Read<WebhookEvent.WebhookEvent | undefined>
    /**
     * Up to an entry, in the order of the log: newest first, or from `after` on oldest first. The
     * rows of batches may be left out, here and in the list of deliveries.
     */
    readonly pageEvents: (
      filter: EventFilter,
      page: Page,
      until: number
    ) => Read<ReadonlyArray<WebhookEvent.WebhookEvent>>
    readonly countEvents: (filter: EventFilter, until: number) => Read<number>
    /** Newest first, each read from its entry in the log. */
    readonly listAudits: (filter: AuditFilter, page: Page) => Read<Listed<Act>>
    /** A page without a count, from an entry backwards; `undefined`: from the newest. */
    readonly pageAudits: (
      filter: AuditFilter,
      page: Page,
      from: number | undefined
    ) => Read<ReadonlyArray<Act>>
    /**
     * Of payouts that are over, but those that memory has too; `undefined` where the tables show
     * another write than the asked one. Percentiles are of all that are over.
     */
    readonly payoutFigures: (
      asked: FiguresAsked,
      moment: Pick<Overlay, "seq" | "excluding">
    ) => Read<PayoutFigures | undefined>
    /** Of each account, with the same bounds; the newest payout may be one that memory has too. */
    readonly accountFigures: (
      asked: AccountFiguresAsked,
      moment: Pick<Overlay, "seq" | "excluding">
    ) => Read<ReadonlyArray<AccountFigure> | undefined>
    /** Of payouts created since a time, milliseconds; with the same bounds. */
    readonly networkFigures: (
      since: number,
      moment: Pick<Overlay, "seq" | "excluding">
    ) => Read<ReadonlyArray<NetworkFigure> | undefined>
    /** Of deliveries to these endpoints, hour by hour up to `now`. */
    readonly deliveryFigures: (
      endpointIds: ReadonlyArray<string>,
      now: number,
      hours: number
    ) => Read<ReadonlyArray<DeliveryFigure>>
    /** The newest deliveries to each of these endpoints, newest first. */
    readonly recentDeliveries: (
      endpointIds: ReadonlyArray<string>
    ) => Read<ReadonlyArray<RecentDelivery>>
    readonly listDeliveries: (filter: DeliveryFilter, page: Page) => Read<Listed<Delivery.Delivery>>
    /** In the order in which the log last touched them: a payout's new ones in `sequence` order. */
    readonly dueDeliveries: (filter: DueFilter) => Read<Rows["deliveries"]>
    /** Endpoints that have a delivery due after `from` and no later than `until`. */
    readonly dueEndpoints: (from: number, until: number) => Read<ReadonlyArray<string>>
    readonly pendingDeliveries: Read<number>
    /** When the delivery that waits longest was due, milliseconds; `undefined`: none waits. */
    readonly oldestDue: Read<number | undefined>
    /** Ids of the payouts and batches that have these deposit addresses, in lower case. */
    readonly owners: (addresses: ReadonlyArray<string>) => Read<ReadonlyMap<string, string>>
    /** Payouts and batches that record this transaction as a refund (lower case). */
    readonly refundedWith: (txHash: string) => Read<ReadonlyArray<Payout.Payout | Batch.Batch>>
    readonly reply: (key: string) => Read<KeptReply | undefined>
    /** Keys of answers given since a time, in pages: those that follow `after`. */
    readonly replyKeys: (
      since: number,
      after: string
    ) => Read<ReadonlyArray<{ readonly key: string; readonly at: number }>>
  }
>()("payouts/engine/ports/ReadModel") {}

/** A defect where a row is not what was written: no answer may be based on it. */
export const orDie = <A>(
  read: Effect.Effect<A, Unavailable | ReadModelBroken>
): Effect.Effect<A, Unavailable> => Effect.catchTag(read, "ViewsBroken", Effect.die)
