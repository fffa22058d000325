/** The JSON of a payout, made from durable state. Nothing here decides anything. */
import type * as CustomerWait from "../../domain/incident/CustomerWait.ts"
import * as Money from "../../domain/money/Money.ts"
import * as Network from "../../domain/Network.ts"
import * as CustomerReason from "../../domain/payout/CustomerReason.ts"
import type * as Payouts from "../../domain/payout/Payout.ts"
import * as PayoutGuards from "../../domain/payout/PayoutGuards.ts"
import * as Refund from "../../domain/refund/Refund.ts"
import type * as Chain from "../../engine/ports/Chain.ts"
import * as Instants from "../contract/Instants.ts"
import * as PartyJson from "../contract/PartyJson.ts"
import * as FundingJson from "./FundingJson.ts"
import * as RecallJson from "./RecallJson.ts"
import * as ScreeningJson from "./ScreeningJson.ts"
import * as StaffView from "./StaffView.ts"

/** State of a payout in words, for a sentence. */
const statusPhrases: Record<Payouts.Status, string> = {
  CREATED: "waits for its batch",
  AWAITING_FUNDS: "waits until its deposit is final",
  STABLECOIN_RECEIVED: "is funded",
  COMPLIANCE_HOLD: "is held for a compliance review",
  PAYOUT_INITIATED: "is on its way to the recipient",
  PAYOUT_CONFIRMED: "is on its way to the recipient",
  SETTLED: "is settled",
  FAILED: "has failed",
  REVERSED: "is reversed",
  MANUAL_REVIEW: "is reviewed by support"
}

const messageOf = (payout: Payouts.Payout, token: Chain.Token, due: Money.Micro): string => {
  const { batchId, depositAddress, status } = payout
  if (batchId !== null && (status === "CREATED" || status === "AWAITING_FUNDS")) {
    if (PayoutGuards.isFromBalance(payout)) return `Nothing is due: the balance pays ${batchId}.`
    // A row's share must not be sent alone.
    return `Funded by the one transfer of the total of ${batchId} to ${depositAddress}.`
  }
  if (due === 0) {
    return `Nothing is due: the payout ${statusPhrases[status]}.`
  }
  const pay = FundingJson.instruction(token, due, PayoutGuards.received(payout), depositAddress)
  return status === "MANUAL_REVIEW"
    ? `The funding window has closed, and support reviews the payout. ${pay}`
    : pay
}

const payoutFacts = (payout: Payouts.Payout, token: Chain.Token, due: Money.Micro) => ({
  payout_id: payout.id,
  status: payout.status,
  deposit_address: payout.depositAddress,
  source_amount_usdc: Money.toJson(payout.sourceAmount, 6),
  target_amount_fiat: Money.toJson(payout.targetAmount, Network.decimals(payout.currency)),
  target_currency: payout.currency,
  ...FundingJson.price(payout),
  recipient_phone: payout.phone,
  network: payout.network,
  message: messageOf(payout, token, due),
  ...FundingJson.payment(token, payout, PayoutGuards.received(payout), due),
  ...(payout.funding === undefined ? {} : { funding: payout.funding }),
  created_at: Instants.instant(payout.createdAt)
})

/** Response to creation: the payout, how to pay, and why production would refuse it. */
export const payoutCreated = (
  payout: Payouts.Payout,
  token: Chain.Token,
  warnings: FundingJson.Warnings
) => {
  const facts = payoutFacts(payout, token, PayoutGuards.due(payout))
  return warnings.length === 0 ? facts : { ...facts, warnings }
}

const deposit = (
  { amount, blockNumber, final, logIndex, seenAt, txHash }: Payouts.Payout["deposits"][0],
  head: Chain.Head | undefined
) => ({
  tx_hash: txHash,
  log_index: logIndex,
  block_number: blockNumber,
  amount_usdc: Money.toJson(amount, 6),
  status: final ? ("final" as const) : ("detected" as const),
  seen_at: Instants.instant(seenAt),
  ...(head === undefined ? {} : { confirmations: Math.max(0, head.latest - blockNumber + 1) })
})

/** The reason why a payout failed, or waits. */
export const reasons = (payout: Payouts.Payout, wait: CustomerWait.Wait | undefined) => {
  const reason = CustomerReason.of(payout) ?? wait
  if (reason === undefined) return {}
  const since = wait === undefined || wait.since === null ? undefined : Instants.instant(wait.since)
  return {
    ...{ reason: reason.code, reason_message: reason.message },
    ...(since === undefined ? {} : { reason_since: since })
  }
}

/** The fields that customers and operators see alike. */
const shared = (
  payout: Payouts.Payout,
  token: Chain.Token,
  head?: Chain.Head,
  wait?: CustomerWait.Wait
) => {
  return {
    ...payoutFacts(payout, token, PayoutGuards.due(payout)),
    updated_at: Instants.instant(payout.updatedAt),
    quote_id: payout.quoteId,
    settled_at: Instants.instantOrNull(payout.settledAt),
    recipient_name: payout.name,
    provider_reference: payout.providerReference,
    idempotency_key: payout.idempotencyKey,
    batch_id: payout.batchId,
    beneficiary_id: payout.beneficiaryId,
    reference: payout.reference,
    metadata: payout.metadata,
    ...PartyJson.parties(payout.parties),
    ...(payout.failureReason === null ? {} : { failure_reason: payout.failureReason }),
    ...reasons(payout, wait),
    funding_status: PayoutGuards.funding(payout),
    deposits: payout.deposits.map((one) => deposit(one, head)),
    ...(payout.refundAddress === null ? {} : { refund_address: payout.refundAddress }),
    // The customer sees a hold and not the freeze.
    ...FundingJson.refunds(payout),
    timeline: payout.timeline.map(({ at, status }) => ({ status, at: Instants.instant(at) }))
  }
}

/**
 * `head` is the last block read, and `wait` the current obstacle. Both are for current views only.
 */
export const payout = (
  payout: Payouts.Payout,
  token: Chain.Token,
  head?: Chain.Head,
  wait?: CustomerWait.Wait
) => ({ ...shared(payout, token, head, wait), ...RecallJson.recalls(payout) })

/** Start, author, reason and amounts of a freeze. */
const frozen = (payout: Payouts.Payout, approver: StaffView.StaffView["approver"]) => {
  if (!payout.frozen) return {}
  const { reason, since } = payout.frozen
  const by = approver(payout.frozen.by)
  const { due, held, suspense } = PayoutGuards.heldAmounts(payout)
  const amount_usdc = Money.toJson(held + suspense + due, 6)
  const foreign = FundingJson.foreignAmounts(Refund.foreignDue(payout.refunds))
  return { frozen: { since: Instants.instant(since), by, reason, amount_usdc, ...foreign } }
}

const transfer = ({ attempt, deadline, phase, provider, reference }: Payouts.Transfer) => ({
  ...{ reference, attempt, phase },
  provider: provider ?? null,
  answer_due_at: Instants.instant(deadline)
})

/** Fields that operators see in addition. */
export const adminPayout = (
  payout: Payouts.Payout,
  { approvalsNeeded, approver, token }: StaffView.StaffView,
  head?: Chain.Head,
  wait?: CustomerWait.Wait
) => ({
  ...shared(payout, token, head, wait),
  account_id: payout.accountId,
  senders: [...new Set(payout.deposits.flatMap(({ from }) => from ?? []))],
  ...FundingJson.foreignDeposits(payout),
  hold_reason: payout.holdReason,
  review_reason: payout.reviewReason,
  ...FundingJson.refunds(payout, PayoutGuards.isFrozen(payout)),
  ...frozen(payout, approver),
  ...RecallJson.adminRecalls(payout),
  refund_hold: payout.refundHold,
  approvals: payout.approvals.map(approver),
  approvals_needed: approvalsNeeded,
  pending_action: StaffView.pendingAction(payout, approver),
  screening: payout.screening === null ? null : ScreeningJson.of(payout.screening),
  transfer: payout.transfer === null ? null : transfer(payout.transfer)
})

export const failureReason = ({ failureReason }: Payouts.Payout) =>
  failureReason === null ? {} : { failure_reason: failureReason }
