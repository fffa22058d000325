/**
 * Lists contain everything that was durable when they were called. The tables are seconds behind:
 * lists that integrators follow add memory's part, and rarer ones wait until the tables are
 * written.
 */

import { Effect } from "effect"
import type * as Beneficiary from "../../domain/Beneficiary.ts"
import type * as Balance from "../../domain/balance/Balance.ts"
import type * as Withdrawal from "../../domain/balance/Withdrawal.ts"
import type * as Batch from "../../domain/batch/Batch.ts"
import type * as BatchReview from "../../domain/batch/BatchReview.ts"
import type * as Booking from "../../domain/books/Booking.ts"
import * as Ids from "../../domain/Ids.ts"
import type * as WaitingPayouts from "../../domain/incident/WaitingPayouts.ts"
import type * as Float from "../../domain/money/Float.ts"
import type * as Network from "../../domain/Network.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import type * as Quote from "../../domain/quote/Quote.ts"
import type * as RecipientData from "../../domain/recipient/RecipientData.ts"
import type * as Delivery from "../../domain/webhook/Delivery.ts"
import * as WebhookEvent from "../../domain/webhook/WebhookEvent.ts"
import * as ReadModel from "../ports/ReadModel.ts"
import type * as Rows from "../ports/Rows.ts"
import type { Unavailable } from "../ports/Unavailable.ts"
import * as Commitments from "../state/Commitments.ts"
import type * as State from "../state/State.ts"
import * as HeldNetworks from "./ActiveNetworks.ts"
import * as EventList from "./EventList.ts"
import * as MergedLists from "./MergedLists.ts"
import * as RecipientList from "./RecipientList.ts"
import * as HeldWaiting from "./WaitingInMemory.ts"

type List<Filter, A> = (
  filter: Filter,
  page: ReadModel.Page
) => Effect.Effect<ReadModel.ListPage<A>, Unavailable>

/** All lists are newest first. */
export interface Queries {
  readonly payouts: List<ReadModel.PayoutFilter, Payout.Payout>
  /** A page of the payout list without its total, for a walk over many pages. */
  readonly payoutPage: (
    filter: ReadModel.PayoutFilter,
    page: ReadModel.Page
  ) => Effect.Effect<ReadonlyArray<Payout.Payout>, Unavailable>
  /** Payouts of a recipient, with restricted data as it is. Erased ones read `erased`. */
  readonly recipientPayouts: (
    filter: ReadModel.RecipientFilter,
    page: ReadModel.Page
  ) => Effect.Effect<ReadonlyArray<Payout.Payout>, Unavailable>
  readonly batches: List<ReadModel.BatchFilter, Batch.Batch>
  readonly beneficiaries: List<ReadModel.BeneficiaryFilter, Beneficiary.Beneficiary>
  /** Recipients whose data is restricted or held, or to be erased. */
  readonly recipients: List<RecipientList.Filter, RecipientData.RecipientData>
  /** Events without the rows of batches, which deliveries omit as well. */
  readonly events: List<ReadModel.EventFilter, WebhookEvent.WebhookEvent>
  readonly deliveries: List<ReadModel.DeliveryFilter, Delivery.Delivery>
  readonly quotes: List<ReadModel.QuoteFilter, Quote.Quote>
  readonly audits: List<ReadModel.AuditFilter, Rows.Act>
  /** The newest acts, with restricted data as it is. */
  readonly unrestrictedAudits: (
    filter: ReadModel.AuditFilter,
    page: ReadModel.Page
  ) => Effect.Effect<ReadonlyArray<Rows.Act>, Unavailable>
  /** Acts of an entry and of those before it, uncounted. `from` is `undefined` for the newest. */
  readonly auditPage: (
    filter: ReadModel.AuditFilter,
    page: ReadModel.Page,
    from: number | undefined
  ) => Effect.Effect<ReadonlyArray<Rows.Act>, Unavailable>
  /** Movements of a balance, newest first. */
  readonly movements: List<ReadModel.MovementFilter, Balance.Movement>
  readonly withdrawals: List<ReadModel.WithdrawalFilter, Withdrawal.Withdrawal>
  readonly bookings: List<ReadModel.BookingFilter, Booking.Booking>
  readonly balanceSummary: (
    period: ReadModel.BalancePeriod
  ) => Effect.Effect<ReadModel.BalanceSummary, Unavailable>
  /** At most `limit` movements of a balance that a summary has counted, oldest first. */
  readonly movementsInOrder: (
    range: ReadModel.MovementRange,
    limit: number
  ) => Effect.Effect<ReadonlyArray<Balance.Movement>, Unavailable>
  readonly payoutFigures: (
    query: ReadModel.FiguresQuery
  ) => Effect.Effect<ReadModel.PayoutFigures, Unavailable>
  /** Figures of each of these accounts, which belong to the partition. */
  readonly accountFigures: (
    query: ReadModel.AccountFiguresQuery
  ) => Effect.Effect<ReadonlyArray<ReadModel.AccountFigure>, Unavailable>
  /** Figures of payouts created since a time, milliseconds; figures of one network add up. */
  readonly networkFigures: (
    since: number
  ) => Effect.Effect<ReadonlyArray<ReadModel.NetworkFigure>, Unavailable>
  /** The number of payouts that wait for a provider now, by network. */
  readonly waitingByNetwork: () => ReadonlyMap<Network.Slug, number>
  /** Sums of payouts that are funded and not paid. */
  readonly commitments: () => ReadonlyArray<Float.Commitment>
  /** Payouts and batches that wait for something other than their customer. */
  readonly waiting: (
    usual: WaitingPayouts.UsualDurations,
    now: number
  ) => Effect.Effect<HeldWaiting.WaitingInMemory>
  /** Deliveries to these endpoints, hour by hour up to `now`. */
  readonly deliveryFigures: (
    endpointIds: ReadonlyArray<string>,
    now: number,
    hours: number
  ) => Effect.Effect<ReadonlyArray<ReadModel.DeliveryFigure>, Unavailable>
  /** The newest deliveries to each of these endpoints, newest first. */
  readonly recentDeliveries: (
    endpointIds: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<ReadModel.RecentDelivery>, Unavailable>
  /** Deliveries of events about each of these payouts and batches, newest first. */
  readonly webhooksAbout: (
    subjectIds: ReadonlyArray<string>,
    max: number
  ) => Effect.Effect<ReadonlyArray<ReadModel.SentWebhook>, Unavailable>
  readonly event: (id: string) => Effect.Effect<WebhookEvent.WebhookEvent | undefined, Unavailable>
  /** Rows of batches that were accepted since a time, by their keys. */
  readonly rowsByKey: (
    accountId: string,
    keys: ReadonlyArray<string>,
    since: number
  ) => Effect.Effect<ReadonlyArray<Payout.Payout>, Unavailable>
  /** Payouts since a time, paid or under way, that match one of these payments. */
  readonly paymentsSince: (
    accountId: string,
    payments: ReadonlyArray<BatchReview.Payment>,
    since: number
  ) => Effect.Effect<ReadonlyArray<Payout.Payout>, Unavailable>
}

export const make = (
  state: State.State,
  readModel: ReadModel.ReadModel["Service"],
  progress: Omit<MergedLists.Source, "state" | "readModel" | "tableParts">
): Queries => {
  const source: MergedLists.Source = { state, readModel, tableParts: new Map(), ...progress }
  const { orDie } = ReadModel

  /** A read of the tables alone, once they have every entry that is durable now. */
  const current = <A>(read: Effect.Effect<A, Unavailable | ReadModel.ReadModelBroken>) =>
    Effect.andThen(source.caughtUp, orDie(read))

  return {
    payouts: (filter, page) => orDie(MergedLists.payouts(source, filter, page)),
    payoutPage: (filter, page) => orDie(MergedLists.payoutPage(source, filter, page)),
    recipientPayouts: (filter, page) => orDie(MergedLists.recipientPayouts(source, filter, page)),
    batches: (filter, page) => orDie(MergedLists.batches(source, filter, page)),
    beneficiaries: (filter, page) => orDie(MergedLists.beneficiaries(source, filter, page)),
    recipients: (filter, page) => Effect.sync(() => RecipientList.list(state, filter, page)),
    quotes: (filter, page) => orDie(MergedLists.quotes(source, filter, page)),
    events: (filter, page) => orDie(EventList.list(source, filter, page)),
    event: (id) =>
      Ids.isOf("event", id) ? orDie(EventList.byId(source, id)) : Effect.succeed(undefined),
    deliveries: (filter, page) =>
      Effect.map(current(readModel.listDeliveries(filter, page)), ({ items, total }) => ({
        items: items.map((delivery) => ({
          ...delivery,
          webhookEvent: WebhookEvent.withoutRows(delivery.webhookEvent)
        })),
        total
      })),
    audits: (filter, page) => current(readModel.listAudits(filter, page)),
    unrestrictedAudits: (filter, page) => current(readModel.unrestrictedAudits(filter, page)),
    auditPage: (filter, page, from) => {
      const read = readModel.pageAudits(filter, page, from)
      // Entries read earlier are in the tables.
      return from === undefined ? current(read) : orDie(read)
    },
    // Settlement times are in the tables alone.
    payoutFigures: (query) => current(MergedLists.payoutFigures(source, query)),
    accountFigures: (query) => orDie(MergedLists.accountFigures(source, query)),
    networkFigures: (since) => orDie(MergedLists.networkFigures(source, since)),
    waitingByNetwork: () => HeldNetworks.waiting(state),
    commitments: () => Commitments.list(state.commitments),
    waiting: (usual, now) => HeldWaiting.read(state, usual, now),
    deliveryFigures: (...args) => current(readModel.deliveryFigures(...args)),
    movements: (filter, page) => current(readModel.movements(filter, page)),
    withdrawals: (filter, page) => orDie(MergedLists.withdrawals(source, filter, page)),
    bookings: (filter, page) => orDie(MergedLists.bookings(source, filter, page)),
    balanceSummary: (period) => current(readModel.balanceSummary(period)),
    movementsInOrder: (...args) => orDie(readModel.movementsInOrder(...args)),
    webhooksAbout: (...args) => current(readModel.webhooksAbout(...args)),
    recentDeliveries: (endpointIds) => current(readModel.recentDeliveries(endpointIds)),
    rowsByKey: (accountId, keys, since) =>
      orDie(MergedLists.rowsByKey(source, accountId, keys, since)),
    paymentsSince: (...args) => orDie(MergedLists.paymentsSince(source, ...args))
  }
}
