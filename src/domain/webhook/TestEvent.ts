/**
 * Test events: the events that a payout, batch, quote or endpoint would send at this moment. They
 * come from the renderer of real events, so a test of a type is a valid event of that type. The
 * values are plainly made up, and `test` is true.
 */
import * as Balance from "../balance/Balance.ts"
import type * as BalanceEvent from "../balance/BalanceEvent.ts"
import * as Withdrawal from "../balance/Withdrawal.ts"
import * as Batch from "../batch/Batch.ts"
import * as BatchRow from "../batch/BatchRow.ts"
import type * as Funding from "../money/Funding.ts"
import * as Payout from "../payout/Payout.ts"
import type * as PayoutEvent from "../payout/PayoutEvent.ts"
import type * as Quote from "../quote/Quote.ts"
import type * as Endpoint from "./Endpoint.ts"
import { current } from "./EventRenderers.ts"
import * as WebhookEvent from "./WebhookEvent.ts"

const zeroId = "00000000000000000000000000"
const id = `po_${zeroId}`
const batchId = `bt_${zeroId}`
const address = `0x${"0".repeat(40)}`
const txHash = `0x${"0".repeat(64)}`
const reference = "00000000-0000-4000-8000-000000000000"
const amount = 25_000_000

/** Milliseconds between two events of a made-up payout. */
const stepMs = 2_000

/** The made-up funding window, milliseconds. */
const windowMs = 1_800_000

const createdEvent = (accountId: string, at: number): PayoutEvent.Created => ({
  _tag: "PayoutCreated",
  id,
  accountId,
  quoteId: `qt_${zeroId}`,
  batchId: null,
  status: "AWAITING_FUNDS",
  currency: "UGX",
  sourceAmount: amount,
  targetAmount: 91_575,
  rate: 3_663_000_000,
  phone: "+256770000001",
  name: null,
  network: "MTN_UG",
  depositAddress: address,
  fundingDeadline: at + windowMs,
  beneficiaryId: null,
  idempotencyKey: "test",
  reference: "test",
  metadata: {},
  spread: 0,
  at
})

type Untimed<E> = E extends unknown ? Omit<E, "id" | "at"> : never
type UntimedEvent = Untimed<Payout.Event>

const depositOf = (at: number): Funding.Deposit => ({
  ...{ chainId: 0, txHash, logIndex: 0, blockNumber: 1, amount, seenAt: at }
})

const received: ReadonlyArray<UntimedEvent> = [
  { _tag: "DepositFinalized", deposit: depositOf(0) },
  { _tag: "FundsReceived" }
]
const deadline = Number.MAX_SAFE_INTEGER
const initiated: ReadonlyArray<UntimedEvent> = [
  ...received,
  { _tag: "TransferRequested", reference, attempt: 1, deadline }
]
const confirmed: ReadonlyArray<UntimedEvent> = [
  ...initiated,
  { _tag: "TransferAccepted", reference }
]
const held: ReadonlyArray<UntimedEvent> = [...received, { _tag: "PayoutHeld", reason: "a test" }]
const reversed: ReadonlyArray<UntimedEvent> = [
  ...held,
  { _tag: "PayoutReversed", reason: "compliance_rejected" }
]
const due: ReadonlyArray<UntimedEvent> = [...reversed, { _tag: "RefundOpened", amount }]
const sent: ReadonlyArray<UntimedEvent> = [...due, { _tag: "RefundSent", amount, address, txHash }]
const refunded: ReadonlyArray<UntimedEvent> = [...sent, { _tag: "RefundConfirmed", txHash }]
const settled: UntimedEvent = { _tag: "PayoutSettled", providerReference: "TEST-REFERENCE" }
const failed: UntimedEvent = { _tag: "PayoutFailed", reason: "invalid_recipient" }
const recall = { recallId: `rcl_${zeroId}` }
const recalled: UntimedEvent = {
  ...{ _tag: "RecallReturned", ...recall, currency: "UGX", returned: 91_575, value: amount },
  providerReference: "TEST-RETURN"
}
const review: UntimedEvent = { _tag: "ReviewOpened", reason: "provider_unknown" }

/** The events after creation up to each webhook event; the last one causes it. */
const histories: Readonly<Record<string, ReadonlyArray<UntimedEvent>>> = {
  "payout.created": [],
  "payout.awaiting_funds": [],
  "payout.funds_received": received,
  "payout.stablecoin_received": received,
  "payout.processing": received,
  "payout.compliance_hold": held,
  "payout.initiated": initiated,
  "payout.payout_initiated": initiated,
  "payout.confirmed": confirmed,
  "payout.settled": [...confirmed, settled],
  "payout.completed": [...confirmed, settled],
  "payout.recalled": [
    ...[...confirmed, settled],
    { _tag: "RecallOpened", ...recall, kind: "returned", reason: "a test" },
    recalled
  ],
  "payout.failed": [failed],
  "payout.reversed": reversed,
  "payout.refunded": refunded,
  "payout.manual_review": [...initiated, review],
  "refund.due": due,
  "refund.sent": sent,
  "refund.confirmed": refunded,
  "refund.credited": [...due, { _tag: "RefundCredited", amount }],
  "refund.failed": [...sent, { _tag: "RefundDisproved", txHash }],
  "deposit.received": received.slice(0, 1)
}

interface LastStep {
  readonly before: Payout.Payout | undefined
  readonly after: Payout.Payout
  readonly event: Payout.Event
}

/** The last step of a made-up payout, at a given time. */
const replay = (accountId: string, steps: ReadonlyArray<UntimedEvent>, at: number): LastStep => {
  const created = createdEvent(accountId, at - steps.length * stepMs)
  let last: LastStep = { before: undefined, after: Payout.created(created), event: created }
  steps.forEach((step, index) => {
    const event = { ...step, id, at: created.at + (index + 1) * stepMs } as Payout.Event
    const before = last.after
    last = { before, after: Payout.evolve(before, event), event }
  })
  return last
}

const ofPayout = (type: string, accountId: string, at: number): object => {
  const { after, before, event } = replay(accountId, histories[type] ?? [], at)
  if (event._tag === "DepositFinalized") return current.deposit("payout_id", after, event.deposit)
  if (type.startsWith("refund.") && before !== undefined) {
    return (
      WebhookEvent.refundData(current, {
        before,
        after,
        event: event as WebhookEvent.RefundEvent
      }) ?? {}
    )
  }
  const isRefunded = event._tag === "PayoutReversed" || event._tag === "RecallReturned"
  const opened = isRefunded ? amount : 0
  const transition = WebhookEvent.transition(before, after, event, opened)
  return transition === undefined ? {} : current.payout(transition)
}

/** The rows of a made-up batch, all in one status. */
const rowsIn = (status: Payout.Status, accountId: string, at: number) =>
  [1, 2].map((row) => {
    const created = createdEvent(accountId, at - stepMs)
    const key = `test ${row}`
    const ids = { id: `po_${zeroId.slice(1)}${row}`, batchId, idempotencyKey: key, reference: null }
    return { ...Payout.created({ ...created, ...ids, spread: 0.01 }), status }
  })

const batchIn = (type: string, accountId: string, at: number) => {
  const isCompleted = type === "batch.completed"
  const rows = rowsIn(isCompleted ? "SETTLED" : "AWAITING_FUNDS", accountId, at)
  const total = rows.length
  const sourceAmount = total * amount
  const created: Batch.Created = {
    _tag: "BatchCreated",
    ...{ id: batchId, accountId, kind: "batch", total, sourceAmount },
    currencies: BatchRow.totals(rows),
    ...{ depositAddress: address, fundingDeadline: at + windowMs, at: at - stepMs }
  }
  const batch: Batch.Batch = { ...Batch.created(created), waiting: 0, updatedAt: at }
  if (type === "batch.cancelled")
    return { batch: { ...batch, funding: "cancelled" }, rows } as const
  const deposits = [{ ...depositOf(at), amount: sourceAmount, final: true }]
  const funded: Batch.Batch = { ...batch, deposits, funding: "funded" }
  return isCompleted
    ? { batch: { ...funded, unfunded: 0, due: 0, allocated: sourceAmount, completed: total }, rows }
    : { batch: funded, rows }
}

const quoteAt = (accountId: string, at: number): Quote.Quote => ({
  id: `qt_${zeroId}`,
  accountId,
  currency: "UGX",
  sourceAmount: amount,
  targetAmount: 91_575,
  rate: 3_663_000_000,
  spread: 0.01,
  createdAt: at - 300_000,
  expiresAt: at,
  payoutId: null,
  lock: "none"
})

/** A balance that a made-up deposit filled, or that fell below a threshold. */
const ofBalance = (
  type: "balance.credited" | "balance.low",
  accountId: string,
  at: number
): object => {
  const balanceId = `bal_${zeroId}`
  const opened: BalanceEvent.Opened = {
    ...{ _tag: "BalanceOpened", id: balanceId, accountId, depositAddress: address, at }
  }
  const before = Balance.opened(opened)
  const deposit = depositOf(at)
  const credited = { _tag: "BalanceCredited", id: balanceId, at, deposit, dust: 0 } as const
  const after = { ...Balance.evolve(before, credited), threshold: 2 * amount }
  if (type === "balance.low") return current.balanceLow(after)
  const movement = Balance.movement(before, after, { type: "deposit", subject: txHash })
  return movement === undefined ? {} : current.balanceCredited(after, movement)
}

/** A made-up withdrawal in the status of an event. */
const ofWithdrawal = (type: string, accountId: string, at: number): object => {
  const addressId = `adr_${zeroId}`
  if (type === "withdrawal.address_added") {
    return current.withdrawalAddressAdded({ addressId, address, name: "Treasury", usableFrom: at })
  }
  const requested = Withdrawal.requested({
    ...{ _tag: "WithdrawalRequested", id: `wdr_${zeroId}`, at, accountId, amount },
    ...{ addressId, address, reference: null }
  })
  const status = Withdrawal.Status.literals.find((one) => type === `withdrawal.${one}`)
  const isSent = status === "sent" || status === "completed"
  return current.withdrawal({
    ...requested,
    status: status ?? requested.status,
    txHash: isSent ? txHash : null
  })
}

const dataOf = (type: string, endpoint: Endpoint.Endpoint, at: number): object => {
  const { accountId } = endpoint
  if (type.startsWith("batch.")) {
    const { batch, rows } = batchIn(type, accountId, at)
    return current.batch(batch, rows)
  }
  if (type.startsWith("withdrawal.")) return ofWithdrawal(type, accountId, at)
  switch (type) {
    case "quote.expired":
      return current.quoteExpired(quoteAt(accountId, at))
    case "balance.credited":
    case "balance.low":
      return ofBalance(type, accountId, at)
    case "webhook.endpoint_disabled": {
      const disabledReason = "failed for five days"
      return current.endpointDisabled({ ...endpoint, disabledReason }, at)
    }
    default:
      return ofPayout(type, accountId, at)
  }
}

/** A test event of a type for one endpoint. */
export const make = (
  eventId: string,
  type: string,
  endpoint: Endpoint.Endpoint,
  at: number
): WebhookEvent.WebhookEvent => {
  const data = { test: true, endpoint_id: endpoint.id, ...dataOf(type, endpoint, at) }
  const body = WebhookEvent.envelope(eventId, type, at, data)
  const { accountId, id: subjectId } = endpoint
  return { id: eventId, type, accountId, subjectId, sequence: 1, at, body }
}
