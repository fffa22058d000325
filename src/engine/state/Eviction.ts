/**
 * What leaves memory and what comes back. What is finished leaves the core once the read model
 * shows it and nobody is at work on it; it comes back when someone asks something of it. So memory
 * grows with what is active and not with history (L10).
 */
import * as Batch from "../../domain/batch/Batch.ts"
import * as PayoutGuards from "../../domain/payout/PayoutGuards.ts"
import type * as Delivery from "../../domain/webhook/Delivery.ts"
import * as Entry from "../ports/Entry.ts"
import { setAccount, setEndpoint, setKey } from "./AccountRegistry.ts"
import * as DirtyRows from "./DirtyRows.ts"
import * as RefundTransactions from "./RefundTransactions.ts"
import { type State, setBatch, setPayout, setQuote } from "./State.ts"
import * as StateCounters from "./StateCounters.ts"

/** Who still needs what is finished. */
export interface Holders {
  readonly holdsPayout: (id: string) => boolean
  readonly holdsDelivery: (id: string) => boolean
  readonly holdsBatch: (id: string) => boolean
}

/** Forgets a payout that is final, shown by the read model and needed by nobody. */
export const evictPayout = (core: State, id: string, holders: Holders): void => {
  const payout = core.payouts.get(id)
  if (payout === undefined || !PayoutGuards.isFinished(payout)) return
  if (core.dirty.payouts.has(id) || holders.holdsPayout(id)) return
  core.payouts.delete(id)
  RefundTransactions.moved(core.refundTransactions, id, payout.refunds)
  StateCounters.moved(core.counters, payout.status, undefined)
  if (payout.batchId === null) core.addresses.delete(payout.depositAddress.toLowerCase())
  core.aheadOfReadModel.delete(id)
}

/** Forgets a batch that owes nothing and whose rows are all final. */
export const evictBatch = (core: State, id: string, holders: Holders): void => {
  const batch = core.batches.get(id)
  if (batch === undefined || !Batch.isFinished(batch)) return
  if (core.dirty.batches.has(id) || holders.holdsBatch(id)) return
  core.batches.delete(id)
  RefundTransactions.moved(core.refundTransactions, id, batch.refunds)
  core.addresses.delete(batch.depositAddress.toLowerCase())
  core.aheadOfReadModel.delete(id)
}

/**
 * Forgets a delivery that nobody is at work on. One that waits for a later attempt waits in the
 * read model.
 */
export const evictDelivery = (core: State, id: string, holders: Holders): void => {
  if (core.dirty.deliveries.has(id) || holders.holdsDelivery(id)) return
  core.deliveries.delete(id)
  core.aheadOfReadModel.delete(id)
}

const forgetQuote = (core: State, id: string): void => {
  const lock = core.quotes.get(id)?.lock
  if (lock !== "used" && lock !== "released") return
  core.quotes.delete(id)
  core.aheadOfReadModel.delete(id)
}

/** The read model shows everything up to `seq`. */
export const acknowledge = (core: State, seq: number, holders: Holders): void => {
  const { dirty: changes } = core
  DirtyRows.acknowledge(changes.registry, seq, () => {})
  DirtyRows.acknowledge(changes.replies, seq, (key) => core.replies.delete(key))
  DirtyRows.acknowledge(changes.quotes, seq, (id) => forgetQuote(core, id))
  DirtyRows.acknowledge(changes.payouts, seq, (id) => evictPayout(core, id, holders))
  DirtyRows.acknowledge(changes.batches, seq, (id) => evictBatch(core, id, holders))
  DirtyRows.acknowledge(changes.beneficiaries, seq, (id) => core.beneficiaries.delete(id))
  DirtyRows.acknowledge(changes.deliveries, seq, (id) => evictDelivery(core, id, holders))
  const left = changes.webhookEvents.findIndex((notice) => notice.seq > seq)
  changes.webhookEvents.splice(0, left === -1 ? changes.webhookEvents.length : left)
  const unaudited = changes.auditRows.findIndex((mark) => mark.seq > seq)
  changes.auditRows.splice(0, unaudited === -1 ? changes.auditRows.length : unaudited)
}

/**
 * Forgets what is finished and shown, whatever brought it here. While a standby follows, the read
 * model may lend a payout that is finished by then: the entries about it are in it already, so none
 * of them marks it, and no write would ever settle it.
 */
export const evictFinished = (core: State, holders: Holders): void => {
  for (const id of core.payouts.keys()) evictPayout(core, id, holders)
  for (const id of core.batches.keys()) evictBatch(core, id, holders)
}

/** A delivery as the read model lends it. */
export type LoadedDelivery = DirtyRows.Versioned<Delivery.Delivery>

/** Takes things from the read model, those of them that are not here. */
export const hydrate = (core: State, lent: Partial<DirtyRows.Loaded>): void => {
  const isNew = <A extends { readonly id: string }>(
    things: Map<string, A>,
    { seq, state }: DirtyRows.Versioned<A>
  ): boolean => {
    if (things.has(state.id)) return false
    if (seq > core.seq) core.aheadOfReadModel.set(state.id, seq)
    return true
  }
  for (const { state } of lent.accounts ?? []) setAccount(core, state)
  for (const { state } of lent.keys ?? []) setKey(core, state)
  for (const { state } of lent.people ?? []) core.people.set(state.id, state)
  for (const { state } of lent.invitations ?? []) core.invitations.set(state.id, state)
  for (const { state } of lent.endpoints ?? []) setEndpoint(core, state)
  for (const { state } of lent.chainCursors ?? []) core.chainCursors.set(state.id, state)
  for (const quote of lent.quotes ?? []) {
    if (isNew(core.quotes, quote)) setQuote(core, quote.state)
  }
  for (const payout of lent.payouts ?? []) {
    if (isNew(core.payouts, payout)) setPayout(core, payout.state)
  }
  for (const batch of lent.batches ?? []) {
    if (isNew(core.batches, batch)) setBatch(core, batch.state)
  }
  for (const delivery of lent.deliveries ?? []) {
    if (isNew(core.deliveries, delivery)) core.deliveries.set(delivery.state.id, delivery.state)
  }
}

/** Ids by kind. */
export interface Missing {
  readonly quotes: ReadonlyArray<string>
  readonly payouts: ReadonlyArray<string>
  readonly batches: ReadonlyArray<string>
  readonly deliveries: ReadonlyArray<string>
}

/** What entries speak of and the core does not hold: it must be adopted before they are applied. */
export const missing = (core: State, entries: ReadonlyArray<Entry.Entry>): Missing => {
  const born = new Set<string>()
  const quotes = new Set<string>()
  const payouts = new Set<string>()
  const batches = new Set<string>()
  const deliveries = new Set<string>()
  for (const event of entries.flatMap((entry) => entry.events)) {
    if (event._tag === "QuoteCreated" || event._tag === "BatchCreated") born.add(event.id)
    else if (event._tag === "QuoteExpired") {
      if (!born.has(event.id) && !core.quotes.has(event.id)) quotes.add(event.id)
    } else if (Entry.isBatchEvent(event)) {
      if (!born.has(event.id) && !core.batches.has(event.id)) batches.add(event.id)
    } else if (event._tag === "PayoutCreated") {
      born.add(event.id)
      const { quoteId } = event
      if (quoteId !== null && !born.has(quoteId) && !core.quotes.has(quoteId)) quotes.add(quoteId)
    } else if (Entry.isDeliveryEvent(event)) {
      if (!core.deliveries.has(event.id)) deliveries.add(event.id)
    } else if (Entry.isPayoutEvent(event)) {
      if (!born.has(event.id) && !core.payouts.has(event.id)) payouts.add(event.id)
    }
  }
  return {
    quotes: [...quotes],
    payouts: [...payouts],
    batches: [...batches],
    deliveries: [...deliveries]
  }
}
