/**
 * The fold of the log into memory: one function for replay and live (L2, L7). It applies only
 * durable entries, in log order (L1), and never acts: it returns to the caller the work that must
 * start because of an entry.
 */

import * as Beneficiary from "../../domain/Beneficiary.ts"
import * as Balance from "../../domain/balance/Balance.ts"
import * as Withdrawal from "../../domain/balance/Withdrawal.ts"
import * as Batch from "../../domain/batch/Batch.ts"
import * as BatchEvent from "../../domain/batch/BatchEvent.ts"
import * as Ledger from "../../domain/books/Ledger.ts"
import * as Payout from "../../domain/payout/Payout.ts"
import * as PayoutGuards from "../../domain/payout/PayoutGuards.ts"
import * as Quote from "../../domain/quote/Quote.ts"
import * as RecipientData from "../../domain/recipient/RecipientData.ts"
import * as Delivery from "../../domain/webhook/Delivery.ts"
import * as Endpoint from "../../domain/webhook/Endpoint.ts"
import * as EventRenderers from "../../domain/webhook/EventRenderers.ts"
import * as WebhookEvent from "../../domain/webhook/WebhookEvent.ts"
import * as Entry from "../ports/Entry.ts"
import * as AccountRegistry from "./AccountRegistry.ts"
import * as AsCreated from "./AsCreated.ts"
import * as AuditTrail from "./AuditTrail.ts"
import * as Books from "./Books.ts"
import * as Collections from "./Collections.ts"
import { markChanged, markCreated, markDirty } from "./DirtyRows.ts"
import * as Outbox from "./Outbox.ts"
import * as State from "./State.ts"
import * as StateCounters from "./StateCounters.ts"

// ----------------------------------------------------------------------------- payouts

/**
 * Applies a payout's event to its quote. The quote's lock as held follows from the payout
 * (AsCreated.ts).
 */
const followQuote = (
  { seq, state }: State.Fold,
  { quoteId }: Payout.Payout,
  event: Payout.Event
): void => {
  const quote = quoteId === null ? undefined : state.quotes.get(quoteId)
  if (quote === undefined || State.hasApplied(state, quote.id, seq)) return
  const next = Quote.follow(quote, event)
  if (next === quote) return
  Collections.put(state, "quotes", next)
  if (next.lock !== "held") markChanged(state.dirty, "quotes", quote.id, seq)
}

/** The rows of a batch that have not ended, as they are at this entry: they are in memory. */
const activeRows = ({ payouts, rows }: State.State, { ended, id }: Batch.Batch) =>
  ended === undefined ? [] : [...(rows.get(id) ?? [])].flatMap((row) => payouts.get(row) ?? [])

const withRows = (state: State.State, batch: Batch.Batch) => ({
  batch,
  rows: Batch.rows(batch, activeRows(state, batch))
})

/** Applies a row's change to its batch. */
const followBatch = (
  fold: State.Fold,
  before: Payout.Payout,
  after: Payout.Payout,
  at: number
): void => {
  const { renderer, seq, state } = fold
  const batch = after.batchId === null ? undefined : state.batches.get(after.batchId)
  if (batch === undefined || State.hasApplied(state, batch.id, seq)) return
  const next = Batch.follow(batch, before, after, at)
  if (next === batch) return
  Collections.put(state, "batches", Batch.withoutPastRows(next))
  markDirty(state.dirty.batches, batch.id, seq)
  if (Batch.nextStep(batch).key !== Batch.nextStep(next).key) fold.batches.push(batch.id)
  if (Batch.status(next) === "completed" && Batch.status(batch) !== "completed") {
    const completed = withRows(state, next)
    Outbox.add(fold, WebhookEvent.batch(renderer, "batch.completed", completed, at))
  }
}

/**
 * The amount of the refund that the current entry opens for a payout that ends unpaid, or whose
 * money is returned, micro-USDC.
 */
const refundOpenedWith = (
  { events }: State.Fold,
  { id, status }: Payout.Payout,
  { _tag }: Payout.Event
): number => {
  if (status !== "FAILED" && status !== "REVERSED" && _tag !== "RecallReturned") return 0
  const refundEvent = events.find((event) => event._tag === "RefundOpened" && event.id === id)
  return refundEvent?._tag === "RefundOpened" ? refundEvent.amount : 0
}

/** Emits webhook events for deposits, refunds and transitions of a payout. */
const emitForPayout = (
  fold: State.Fold,
  before: Payout.Payout | undefined,
  after: Payout.Payout,
  event: Payout.Event
): void => {
  const { renderer, seq } = fold
  if (before !== undefined) {
    switch (event._tag) {
      case "DepositFinalized":
        Outbox.add(
          fold,
          WebhookEvent.deposit(renderer, after, event.deposit, event.at),
          after.phone
        )
        break
      case "RefundOpened":
      case "RefundSent":
      case "RefundConfirmed":
      case "RefundDisproved":
      case "RefundCredited":
        Outbox.add(fold, WebhookEvent.refund(renderer, { before, after, event }, seq), after.phone)
    }
  }
  if (after.sequence === before?.sequence) return
  const refundAmount = refundOpenedWith(fold, after, event)
  const transition = WebhookEvent.transition(before, after, event, refundAmount)
  if (transition !== undefined) Outbox.addTransition(fold, transition)
}

const applyPayout = (fold: State.Fold, event: Payout.Event): void => {
  const { events, seq, state } = fold
  if (State.hasApplied(state, event.id, seq)) {
    // The balance is never ahead of the state.
    const payout = state.payouts.get(event.id)
    return payout && followBalance(fold, payout, event)
  }
  const before =
    event._tag === "PayoutCreated"
      ? undefined
      : AccountRegistry.existing(state.payouts, event.id, event)
  const after =
    before === undefined
      ? Payout.created(event as Extract<Payout.Event, { _tag: "PayoutCreated" }>)
      : Payout.evolve(before, event)
  if (before !== undefined) Books.post(fold, Ledger.postings(before, event))
  Collections.put(state, "payouts", after)
  StateCounters.countTransition(state.counters, before?.status, after.status)
  const mark = before === undefined && AsCreated.isSingle(events) ? markCreated : markChanged
  mark(state.dirty, "payouts", after.id, seq)
  if (before === undefined) fold.payouts.push(after.id)
  followQuote(fold, after, event)
  followBalance(fold, after, event)
  emitForPayout(fold, before, after, event)
  if (before !== undefined) followBatch(fold, before, after, event.at)
}

// ----------------------------------------------------------------------------- batches

/** The webhook event of a batch's event, if it has one. */
const webhookEventOfBatch = (
  { renderer, seq, state }: State.Fold,
  before: Batch.Batch | undefined,
  after: Batch.Batch,
  event: BatchEvent.Bare
): WebhookEvent.WebhookEvent | undefined => {
  switch (event._tag) {
    case "DepositFinalized":
      return WebhookEvent.deposit(renderer, after, event.deposit, event.at)
    case "BatchFunded":
      return WebhookEvent.batch(renderer, "batch.funded", withRows(state, after), event.at)
    case "BatchCancelled":
      return WebhookEvent.batch(renderer, "batch.cancelled", withRows(state, after), event.at)
    case "RefundOpened":
    case "RefundSent":
    case "RefundConfirmed":
    case "RefundDisproved":
    case "RefundCredited": {
      const rows = Batch.unpaidRows(after, activeRows(state, after))
      return before && WebhookEvent.refund(renderer, { before, after, event, rows }, seq)
    }
    default:
      return undefined
  }
}

const applyBatch = (fold: State.Fold, event: Batch.Event): void => {
  const { seq, state } = fold
  if (State.hasApplied(state, event.id, seq)) {
    // The balance is never ahead of the state.
    const batch = state.batches.get(event.id)
    return batch && followBatchFunds(fold, batch, BatchEvent.bare(event))
  }
  const before =
    event._tag === "BatchCreated"
      ? undefined
      : AccountRegistry.existing(state.batches, event.id, event)
  const after =
    before === undefined ? Batch.created(event as Batch.Created) : Batch.evolve(before, event)
  if (before !== undefined) Books.post(fold, Ledger.postings(before, BatchEvent.bare(event)))
  Collections.put(state, "batches", Batch.withoutPastRows(after))
  markDirty(state.dirty.batches, after.id, seq)
  if (before === undefined) fold.batches.push(after.id)
  followBatchFunds(fold, after, BatchEvent.bare(event))
  Outbox.add(fold, webhookEventOfBatch(fold, before, after, BatchEvent.bare(event)))
}

// ----------------------------------------------------------------------------- balances

/** Movements that are events too. A return is part of the events of its payout or batch. */
const gained: ReadonlySet<Balance.Movement["type"]> = new Set(["deposit", "release", "correction"])

/** Puts the next state of a balance, and records its movement. */
const putBalance = (
  fold: State.Fold,
  before: Balance.Balance,
  after: Balance.Balance,
  cause: Pick<Balance.Movement, "subject" | "type">
): void => {
  const { renderer, seq, state } = fold
  Collections.put(state, "balances", after)
  markDirty(state.dirty.registry, after.id, seq)
  const movement = Balance.movement(before, after, cause)
  if (movement !== undefined) state.dirty.movements.push({ seq, ...movement })
  if (movement !== undefined && movement.amount > 0 && gained.has(movement.type)) {
    Outbox.add(fold, WebhookEvent.balanceCredited(renderer, after, movement))
  }
  if (Balance.isLow(after) && !Balance.isLow(before)) {
    Outbox.add(fold, WebhookEvent.balanceLow(renderer, after))
  }
}

/** Applies a payout's event to the balance that pays for it. */
const followBalance = (fold: State.Fold, payout: Payout.Payout, event: Payout.Event): void => {
  const isCredit = event._tag === "RefundCredited"
  if (!PayoutGuards.isFromBalance(payout) && !isCredit) return
  const { balances, balancesByAccount } = fold.state
  const id = balancesByAccount.get(payout.accountId) ?? ""
  const before = AccountRegistry.existing(balances, id, event)
  const after = Balance.follow(before, payout, event)
  if (after === before) return
  putBalance(fold, before, after, {
    type: event._tag === "FundsReturned" || isCredit ? "return" : "payout",
    subject: payout.id
  })
}

/** Applies a batch's event to the balance that pays for it. */
const followBatchFunds = (
  fold: State.Fold,
  { accountId, fundedBy, id }: Batch.Batch,
  event: BatchEvent.Bare
): void => {
  const isCredit = event._tag === "RefundCredited"
  if (fundedBy === undefined && !isCredit) return
  const { balances, balancesByAccount } = fold.state
  const before = AccountRegistry.existing(balances, balancesByAccount.get(accountId) ?? "", event)
  const after = Balance.followBatch(before, event)
  if (after === before) return
  putBalance(fold, before, after, {
    type: event._tag === "FundsReturned" || isCredit ? "return" : "batch",
    subject: id
  })
}

/** The type and subject of the movement that an event of a balance causes, if it causes one. */
const causeOf = (event: Balance.Event): Pick<Balance.Movement, "subject" | "type"> => {
  if (event._tag === "BalanceHoldReleased") return { type: "release", subject: event.sender }
  if (event._tag === "BalanceCorrected") return { type: "correction", subject: event.correctionId }
  return {
    type: "deposit",
    subject: event._tag === "BalanceCredited" ? event.deposit.txHash : event.id
  }
}

const applyBalance = (fold: State.Fold, event: Balance.Event): void => {
  const { seq, state } = fold
  if (event._tag === "BalanceOpened") {
    Collections.put(state, "balances", Balance.opened(event))
    return markDirty(state.dirty.registry, event.id, seq)
  }
  const before = AccountRegistry.existing(state.balances, event.id, event)
  const after = Balance.evolve(before, event)
  Books.post(fold, Ledger.balancePostings(before, event))
  putBalance(fold, before, after, causeOf(event))
  if (Balance.nextStep(before).key !== Balance.nextStep(after).key) fold.balances.push(after.id)
  if (event._tag === "BalanceAddressAdded") {
    Outbox.add(fold, WebhookEvent.withdrawalAddressAdded(fold.renderer, after, event))
  }
}

/** The withdrawal before an event, or as the event requests it. */
const withdrawalBefore = (
  { withdrawals }: State.State,
  event: Withdrawal.Event
): Withdrawal.Withdrawal =>
  event._tag === "WithdrawalRequested"
    ? Withdrawal.requested(event)
    : AccountRegistry.existing(withdrawals, event.id, event)

const applyWithdrawal = (fold: State.Fold, event: Withdrawal.Event): void => {
  const { renderer, seq, state } = fold
  const before = withdrawalBefore(state, event)
  const after = event._tag === "WithdrawalRequested" ? before : Withdrawal.evolve(before, event)
  const { accountId, amount, id } = after
  Books.post(fold, Ledger.withdrawalPostings({ accountId, amount, id }, event))
  Collections.put(state, "withdrawals", after)
  markDirty(state.dirty.withdrawals, id, seq)
  if (Withdrawal.nextStep(before).key !== Withdrawal.nextStep(after).key) fold.withdrawals.push(id)
  const balanceId = state.balancesByAccount.get(accountId) ?? ""
  const balance = AccountRegistry.existing(state.balances, balanceId, event)
  const next = Balance.followWithdrawal(balance, after, event)
  if (next !== balance) {
    const type = event._tag === "WithdrawalRequested" ? "withdrawal" : "return"
    putBalance(fold, balance, next, { type, subject: id })
  }
  if (event._tag !== "WithdrawalActionApproved") {
    Outbox.add(fold, WebhookEvent.withdrawal(renderer, after))
  }
}

// ----------------------------------------------------------------------------- other states

const createQuote = (
  { events, seq, state }: State.Fold,
  event: typeof Quote.Created.Type
): void => {
  Collections.put(state, "quotes", Quote.created(event))
  const mark = AsCreated.isSingle(events) ? markCreated : markChanged
  mark(state.dirty, "quotes", event.id, seq)
}

const expireQuote = (fold: State.Fold, event: typeof Quote.Expired.Type): void => {
  const { renderer, seq, state } = fold
  if (State.hasApplied(state, event.id, seq)) return
  const quote = Quote.expired(AccountRegistry.existing(state.quotes, event.id, event))
  Collections.put(state, "quotes", quote)
  markChanged(state.dirty, "quotes", event.id, seq)
  Outbox.add(fold, WebhookEvent.quoteExpired(renderer, quote, event.at))
}

const applyBeneficiary = ({ seq, state }: State.Fold, event: Beneficiary.Event): void => {
  if (event._tag === "BeneficiaryDeleted") Collections.remove(state, "beneficiaries", event.id)
  else Collections.put(state, "beneficiaries", Beneficiary.saved(event))
  markDirty(state.dirty.beneficiaries, event.id, seq)
}

/** Updates the record of what was requested about a recipient's data. */
const applyRecipient = ({ seq, state }: State.Fold, event: RecipientData.Event): void => {
  const next = RecipientData.evolve(state.recipients.get(event.id), event)
  if (next === undefined) Collections.remove(state, "recipients", event.id)
  else Collections.put(state, "recipients", next)
  markDirty(state.dirty.registry, event.id, seq)
  if (event._tag === "RecipientErased" || event._tag === "RecipientRestricted") {
    const { accountId, at, phone } = event
    state.dirty.hiddenRecipients.push({ seq, accountId, phone, at })
  }
}

/** Updates an endpoint's record of successes and failures. */
const followAttempt = (
  { seq, state }: State.Fold,
  endpointId: string,
  attempt: Delivery.Attempt
): void => {
  const endpoint = state.endpoints.get(endpointId)
  if (endpoint === undefined) return
  const isSuccess = Delivery.isSuccess(attempt.statusCode)
  const next = Endpoint.attempted(endpoint, attempt.at, isSuccess)
  if (next === endpoint) return
  Collections.put(state, "endpoints", next)
  markDirty(state.dirty.registry, endpointId, seq)
}

const applyDelivery = (fold: State.Fold, event: Delivery.Event): void => {
  const { deliveries, seq, state } = fold
  if (event._tag === "DeliveryTested") {
    if (State.hasApplied(state, event.id, seq)) return
    Collections.put(state, "deliveries", Delivery.tested(event))
    state.dirty.webhookEvents.push({ seq, state: event.webhookEvent, phone: null })
    return markDirty(state.dirty.deliveries, event.id, seq)
  }
  const delivery = AccountRegistry.existing(state.deliveries, event.id, event)
  if (event._tag === "DeliveryAttempted") followAttempt(fold, delivery.endpointId, event.attempt)
  if (State.hasApplied(state, event.id, seq)) return
  Collections.put(state, "deliveries", Delivery.evolve(delivery, event))
  markDirty(state.dirty.deliveries, event.id, seq)
  if (event._tag === "DeliveryResent") deliveries.push(event.id)
}

// ----------------------------------------------------------------------------- entries

const applyEvent = (fold: State.Fold, event: Entry.Event): void => {
  switch (event._tag) {
    case "EpochStarted":
      return
    case "QuoteCreated":
      return createQuote(fold, event)
    case "QuoteExpired":
      return expireQuote(fold, event)
    case "AccountCreated":
    case "AccountUpdated":
    case "ApiKeyIssued":
    case "ApiKeyRevoked":
    case "ApiKeyExpiring":
    case "ApiKeyUsed":
      return AccountRegistry.applyAccount(fold, event)
    case "ChainReached":
    case "EndpointCreated":
    case "EndpointUpdated":
    case "EndpointSecretRotated":
    case "EndpointDisabled":
    case "EndpointDeleted":
      return AccountRegistry.apply(fold, event)
    case "DeliveryTested":
    case "DeliveryAttempted":
    case "DeliveryAbandoned":
    case "DeliveryResent":
      return applyDelivery(fold, event)
    case "BeneficiarySaved":
    case "BeneficiaryDeleted":
      return applyBeneficiary(fold, event)
    default:
      if (Entry.isBatchEvent(event)) return applyBatch(fold, event)
      if (Entry.isBalanceEvent(event)) return applyBalance(fold, event)
      if (Entry.isWithdrawalEvent(event)) return applyWithdrawal(fold, event)
      if (Entry.isPersonEvent(event)) return AccountRegistry.applyUser(fold, event)
      if (Entry.isRecipientEvent(event)) return applyRecipient(fold, event)
      if (Entry.isBooksEvent(event)) return Books.apply(fold, event)
      return applyPayout(fold, event)
  }
}

const none: ReadonlyArray<Entry.Event> = []

const keepReply = (state: State.State, { at, events, reply, seq }: Entry.Entry): void => {
  if (reply === null) return
  const key = State.replyKey(reply.scope, reply.key)
  state.idempotencyFilter.add(key, at)
  state.replies.set(key, { ...reply, at, events: reply.body === undefined ? events : none })
  markDirty(state.dirty.replies, key, seq)
}

/** Applies one entry. Throws only on a log that contradicts itself: a defect, never a guess. */
export const apply = (state: State.State, entry: Entry.Entry): State.Consequences => {
  const { at, by, events, seq, v } = entry
  const renderer = EventRenderers.rendererOf(v)
  const fold: State.Fold = {
    state,
    by,
    seq,
    at,
    events,
    renderer,
    payouts: [],
    batches: [],
    balances: [],
    withdrawals: [],
    deliveries: []
  }
  for (const event of events) applyEvent(fold, event)
  keepReply(state, entry)
  for (const row of AuditTrail.rowsOf(state, entry)) state.dirty.auditRows.push(row)
  state.seq = seq
  return fold
}

/** Applies only an entry's events of accounts, keys and users. */
export const applyDirectory = (state: State.State, { by, events, seq }: Entry.Entry): void => {
  for (const event of events) {
    if (Entry.isAccountEvent(event)) AccountRegistry.applyAccount({ by, seq, state }, event)
    else if (Entry.isPersonEvent(event)) AccountRegistry.applyUser({ by, seq, state }, event)
  }
}
