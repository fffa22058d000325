/** States by id: active ones from memory, finished ones from the read model. */
import { Effect } from "effect"
import type * as Beneficiary from "../../domain/Beneficiary.ts"
import type * as Batch from "../../domain/batch/Batch.ts"
import * as Ids from "../../domain/Ids.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import type * as Quote from "../../domain/quote/Quote.ts"
import type * as RecipientData from "../../domain/recipient/RecipientData.ts"
import type * as Refund from "../../domain/refund/Refund.ts"
import type * as Delivery from "../../domain/webhook/Delivery.ts"
import * as Request from "../commands/Request.ts"
import type * as Entry from "../ports/Entry.ts"
import {
  orDie,
  type ReadModel,
  type ReadModelBroken,
  type RecipientFacts
} from "../ports/ReadModel.ts"
import type { Unavailable } from "../ports/Unavailable.ts"
import type * as State from "../state/State.ts"
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
  /** What an erasure of a recipient's data depends on, in tables that are up to date. */
  readonly recipientFacts: (
    accountId: string,
    phone: string
  ) => Effect.Effect<RecipientFacts, Unavailable>
  /** The record of a recipient whose data is restricted or held, or to be erased. */
  readonly recipientData: (
    accountId: string,
    phone: string
  ) => RecipientData.RecipientData | undefined
  /** True while memory has work that needs the recipient's data, or a draft has the data. */
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

/** The state, and the drafts that may become durable and are not in it yet. */
interface Written {
  readonly state: State.State
  readonly unsettled: ReadonlySet<Entry.Draft>
}

/**
 * True if memory has a payout of the recipient, a batch with one, or a delivery about one, or if an
 * entry about the recipient is being written.
 */
const isBusy = (
  { state: { batches, deliveries, payouts }, unsettled }: Written,
  accountId: string,
  phone: string
): boolean => {
  for (const { events } of unsettled) {
    if (JSON.stringify(events).includes(`"${phone}"`)) return true
  }
  const isOf = (row: { readonly phone: string }): boolean => row.phone === phone
  for (const payout of payouts.values()) {
    if (payout.accountId === accountId && isOf(payout)) return true
  }
  for (const { accountId: owner, ended = [] } of batches.values()) {
    if (owner === accountId && ended.some(isOf)) return true
  }
  for (const { webhookEvent } of deliveries.values()) {
    if (webhookEvent.accountId === accountId && webhookEvent.body.includes(`"${phone}"`))
      return true
  }
  return false
}

export const make = (
  written: Written,
  readModel: ReadModel["Service"],
  /** Waits until the tables have every entry that is durable now. */
  caughtUp: Effect.Effect<void, Unavailable>
): Lookups => {
  const { state } = written
  const { batches, beneficiaries, deliveries, dirty, payouts, quotes } = state
  const quote = byId("quote", quotes, readModel.quotes)
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
    recipientFacts: (accountId, phone) =>
      Effect.andThen(caughtUp, orDie(readModel.recipientFacts(accountId, phone))),
    recipientData: (accountId, phone) => {
      for (const data of state.recipients.values()) {
        if (data.accountId === accountId && data.phone === phone) return data
      }
      return undefined
    },
    isRecipientBusy: (accountId, phone) => isBusy(written, accountId, phone),
    refundsWith: (txHash) => orDie(RefundLookup.find(state, readModel, txHash)),
    pendingDeliveries: Effect.andThen(caughtUp, orDie(readModel.pendingDeliveries)),
    backlog: orDie(
      Effect.all({ pending: readModel.pendingDeliveries, oldestDue: readModel.oldestDue })
    )
  }
}
