/** States by id: active ones from memory, finished ones from the read model. */
import { Effect, Iterable } from "effect"
import type * as Beneficiary from "../../domain/Beneficiary.ts"
import type * as Balance from "../../domain/balance/Balance.ts"
import type * as Withdrawal from "../../domain/balance/Withdrawal.ts"
import type * as Batch from "../../domain/batch/Batch.ts"
import * as Booking from "../../domain/books/Booking.ts"
import * as Ids from "../../domain/Ids.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import type * as Quote from "../../domain/quote/Quote.ts"
import type * as RecipientData from "../../domain/recipient/RecipientData.ts"
import type * as Refund from "../../domain/refund/Refund.ts"
import type * as Delivery from "../../domain/webhook/Delivery.ts"
import * as Request from "../commands/Request.ts"
import * as DataSubjects from "../ports/DataSubjects.ts"
import {
  orDie,
  type ReadModel,
  type ReadModelBroken,
  type RecipientFacts,
  type RecipientFilter
} from "../ports/ReadModel.ts"
import type { Withheld } from "../ports/Rows.ts"
import type { Unavailable } from "../ports/Unavailable.ts"
import * as OrderedIds from "../state/OrderedIds.ts"
import type * as State from "../state/State.ts"
import * as OpenWithdrawals from "./OpenWithdrawals.ts"
import * as RefundLookup from "./RefundLookup.ts"

type ById<A> = (id: string) => Effect.Effect<A | undefined, Unavailable>

interface Backlog {
  readonly pending: number
  /** When the oldest waiting delivery was due, milliseconds; `undefined` if none waits. */
  readonly oldestDue: number | undefined
}

export interface Lookups {
  readonly payout: ById<Payout.Payout>
  readonly quote: ById<Quote.Quote>
  /**
   * A quote for a caller that holds its key lock and decides about it. Fails for an open quote that
   * is not in memory: a later writer created it.
   */
  readonly lockedQuote: ById<Quote.Quote>
  readonly batch: ById<Batch.Batch>
  readonly delivery: ById<Delivery.Delivery>
  readonly beneficiary: ById<Beneficiary.Beneficiary>
  /** The balance of an account; `undefined` if it has none yet. */
  readonly balanceOf: (accountId: string) => Balance.Balance | undefined
  readonly withdrawal: ById<Withdrawal.Withdrawal>
  /** Withdrawals of an account, or of all, that have not ended. */
  readonly openWithdrawals: (accountId?: string) => ReadonlyArray<Withdrawal.Withdrawal>
  /**
   * A booking for a caller that holds the lock of the books. Fails for a proposed booking that is
   * not in memory: a later writer wrote it.
   */
  readonly lockedBooking: ById<Booking.Booking>
  /** Facts on which an erasure of a recipient's data depends, in tables that are up to date. */
  readonly recipientFacts: (
    accountId: string,
    phone: string
  ) => Effect.Effect<RecipientFacts, Unavailable>
  /** Phone numbers that beneficiaries have or had, without erased ones. */
  readonly beneficiaryPhones: (
    ids: ReadonlyArray<string>,
    max: number
  ) => Effect.Effect<ReadonlyArray<string>, Unavailable>
  /** Ids of the keys of a user's data. */
  readonly userKeys: (email: string) => Effect.Effect<ReadonlyArray<string>, Unavailable>
  /** The record of a recipient whose data is restricted or held, or to be erased. */
  readonly recipientData: (
    accountId: string,
    phone: string
  ) => RecipientData.RecipientData | undefined
  /** A recipient's beneficiaries, with the changes since the list was read. */
  readonly currentBeneficiaries: (
    recipient: RecipientFilter,
    listed: ReadonlyArray<Beneficiary.Beneficiary>
  ) => ReadonlyArray<Beneficiary.Beneficiary>
  /** True while memory has work that needs the recipient's data. */
  readonly isRecipientBusy: (accountId: string, phone: string) => boolean
  /**
   * Refunds of all accounts that name this transaction. A caller that decides about one holds the
   * transaction's key lock.
   */
  readonly refundsWith: (txHash: string) => Effect.Effect<ReadonlyArray<Refund.Refund>, Unavailable>
  readonly pendingDeliveries: Effect.Effect<number, Unavailable>
  /** The deliveries in the tables, which are seconds behind: metrics do not hurry a write. */
  readonly backlog: Effect.Effect<Backlog, Unavailable>
}

const byId =
  <A>(
    kind: Ids.Kind,
    active: ReadonlyMap<string, A>,
    read: (
      ids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<{ readonly state: A }>, Unavailable | ReadModelBroken>
  ): ById<A> =>
  (id) =>
    // Memory is read when the effect runs and not when it is made: a caller may make it before it
    // has its key lock.
    Effect.suspend(() => {
      const value = active.get(id)
      if (value !== undefined || !Ids.isOf(kind, id)) return Effect.succeed(value)
      return Effect.map(orDie(read([id])), ([row]) => row?.state)
    })

/** True if memory has a payout of the recipient, a batch with one, or a delivery about one. */
export const isBusy = (
  { batches, deliveries, ordered, payouts, withheld }: State.State,
  accountId: string,
  phone: string
): boolean => {
  const ids = (name: "payouts" | "batches") =>
    OrderedIds.inOrder(ordered[name], accountId, { isAscending: false })
  const isPaid = (id: string): boolean => payouts.get(id)?.phone === phone
  const isInBatch = (id: string): boolean => (batches.get(id)?.ended ?? []).some(isOf)
  const isOf = (row: { readonly phone: string }): boolean => row.phone === phone
  const isOwn = (row: { readonly accountId: string }): boolean => row.accountId === accountId
  const isWithheld = ([id, { phones }]: readonly [string, Withheld<unknown>]): boolean => {
    const row = payouts.get(id) ?? batches.get(id)
    return row !== undefined && isOwn(row) && phones.includes(phone)
  }
  return (
    Iterable.some(withheld, isWithheld) ||
    Iterable.some(ids("payouts"), isPaid) ||
    Iterable.some(ids("batches"), isInBatch) ||
    Iterable.some(
      deliveries.values(),
      ({ webhookEvent }) => isOwn(webhookEvent) && webhookEvent.body.includes(`"${phone}"`)
    )
  )
}

/** Memory has every beneficiary that was changed since the tables were written. */
const currentOf = (
  { beneficiaries, dirty }: State.State,
  { accountId, phone }: RecipientFilter,
  listed: ReadonlyArray<Beneficiary.Beneficiary>
): ReadonlyArray<Beneficiary.Beneficiary> => [
  ...listed.filter(({ id }) => !dirty.beneficiaries.has(id)),
  ...[...dirty.beneficiaries.keys()]
    .flatMap((id) => beneficiaries.get(id) ?? [])
    .filter((each) => each.accountId === accountId && each.phone === phone)
]

export const make = (
  state: State.State,
  readModel: ReadModel["Service"],
  /** Waits until the tables have every entry that is durable now. */
  caughtUp: Effect.Effect<void, Unavailable>
): Lookups => {
  const { batches, beneficiaries, bookings, deliveries, dirty, payouts, quotes } = state
  const quote = byId("quote", quotes, readModel.quotes)
  const booking = byId("booking", bookings, readModel.bookings)
  return {
    payout: byId("payout", payouts, readModel.payouts),
    quote,
    lockedQuote: (id) =>
      Effect.flatMapEager(quote(id), (result) =>
        result?.lock === "none" && !quotes.has(id) ? Request.notWritten : Effect.succeed(result)
      ),
    batch: byId("batch", batches, readModel.batches),
    delivery: byId("delivery", deliveries, readModel.deliveries),
    beneficiary: (id) =>
      Effect.suspend(() =>
        // Memory has every changed beneficiary, or its deletion.
        dirty.beneficiaries.has(id) || !Ids.isOf("beneficiary", id)
          ? Effect.succeed(beneficiaries.get(id))
          : orDie(readModel.beneficiary(id))
      ),
    balanceOf: (accountId) => state.balances.get(state.balancesByAccount.get(accountId) ?? ""),
    withdrawal: byId("withdrawal", state.withdrawals, readModel.withdrawals),
    openWithdrawals: (accountId) => OpenWithdrawals.of(state, accountId),
    lockedBooking: (id) =>
      Effect.flatMapEager(booking(id), (result) =>
        result !== undefined && !Booking.isEnded(result) && !bookings.has(id)
          ? Request.notWritten
          : Effect.succeed(result)
      ),
    recipientFacts: (accountId, phone) =>
      Effect.andThen(caughtUp, orDie(readModel.recipientFacts(accountId, phone))),
    beneficiaryPhones: (ids, max) =>
      Effect.andThen(caughtUp, orDie(readModel.beneficiaryPhones(ids, max))),
    userKeys: (email) => Effect.andThen(caughtUp, orDie(readModel.userKeys(email))),
    recipientData: (accountId, phone) => {
      const id = state.recipientsByPerson.get(DataSubjects.recipient(accountId, phone))
      return id === undefined ? undefined : state.recipients.get(id)
    },
    currentBeneficiaries: (recipient, listed) => currentOf(state, recipient, listed),
    isRecipientBusy: (accountId, phone) => isBusy(state, accountId, phone),
    refundsWith: (txHash) => orDie(RefundLookup.find(state, readModel, txHash)),
    pendingDeliveries: Effect.andThen(caughtUp, orDie(readModel.pendingDeliveries)),
    backlog: orDie(
      Effect.all({ pending: readModel.pendingDeliveries, oldestDue: readModel.oldestDue })
    )
  }
}
