/** The JSON of the contract's resources, made from durable state. Nothing here decides anything. */
import type * as Accounts from "../domain/account/Account.ts"
import type * as ApiKey from "../domain/account/ApiKey.ts"
import type * as Approvals from "../domain/account/Approval.ts"
import type * as Role from "../domain/account/Role.ts"
import type * as Beneficiaries from "../domain/Beneficiary.ts"
import * as Batches from "../domain/batch/Batch.ts"
import * as BatchReview from "../domain/batch/BatchReview.ts"
import { dayMs } from "../domain/Day.ts"
import type * as CustomerWait from "../domain/incident/CustomerWait.ts"
import * as Money from "../domain/money/Money.ts"
import * as Network from "../domain/Network.ts"
import * as CustomerReason from "../domain/payout/CustomerReason.ts"
import type * as Payouts from "../domain/payout/Payout.ts"
import * as PayoutGuards from "../domain/payout/PayoutGuards.ts"
import * as Quotes from "../domain/quote/Quote.ts"
import type * as Deliveries from "../domain/webhook/Delivery.ts"
import type * as Endpoints from "../domain/webhook/Endpoint.ts"
import type * as Notices from "../domain/webhook/WebhookEvent.ts"
import type * as Chain from "../engine/ports/Chain.ts"
import type * as Provider from "../engine/ports/Provider.ts"
import type * as CheckBatch from "../usecases/CheckBatch.ts"
import type * as Cluster from "../usecases/Cluster.ts"
import type * as EventsContract from "./api/Events.ts"
import * as ScreeningResult from "./ScreeningResult.ts"

const padded = (count: number, width: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, value) => String(value).padStart(width, "0"))

/** Numbers below sixty and below a thousand, as they stand in a time. */
const [sixties, thousands] = [padded(60, 2), padded(1000, 3)]

/** The day written last, to the `T` before its time: nearly all instants are of one day. */
let latest = { day: 0, text: "1970-01-01T" }

/** Milliseconds as ISO 8601 UTC. */
export const instant = (at: number): string => {
  const day = Math.floor(at / dayMs)
  if (day !== latest.day) latest = { day, text: new Date(at).toISOString().slice(0, -13) }
  const ms = Math.floor(at) - day * dayMs
  const second = Math.floor(ms / 1000)
  const minute = Math.floor(second / 60)
  const hour = Math.floor(minute / 60)
  const time = `${sixties[hour]}:${sixties[minute - hour * 60]}:${sixties[second - minute * 60]}`
  return `${latest.text}${time}.${thousands[ms - second * 1000]}Z`
}

export const instantOrNull = (at: number | null): string | null =>
  at === null ? null : instant(at)

export const quote = (quote: Quotes.Quote, now: number) => ({
  quote_id: quote.id,
  source_currency: "USDC" as const,
  target_currency: quote.currency,
  source_amount: Money.toJson(quote.sourceAmount, 6),
  target_amount: Money.toJson(quote.targetAmount, Network.decimals(quote.currency)),
  exchange_rate: Money.toJson(quote.rate, 6),
  spread_percent: quote.spread,
  mid_market_rate: Money.toJson(Money.beforeSpread(quote.rate, quote.spread), 6),
  fee_usdc: Money.toJson(Money.costOfSpread(quote.sourceAmount, quote.spread), 6),
  status: Quotes.status(quote, now),
  expires_at: instant(quote.expiresAt),
  created_at: instant(quote.createdAt)
})

const send = (what: string, due: Money.Micro, address: string): string =>
  `${what} ${Money.formatUsdc(due)} USDC on Ethereum to ${address}.`

/** What to pay now: the whole, or what is missing. `due` is not zero. */
const instruction = (due: Money.Micro, received: Money.Micro, address: string): string =>
  received === 0 ? send("Send exactly", due, address) : send("Send the remaining", due, address)

/** How a payout stands, for a sentence. */
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
  MANUAL_REVIEW: "is reviewed by an operator"
}

const messageOf = (payout: Payouts.Payout, due: Money.Micro): string => {
  const { batchId, depositAddress, status } = payout
  if (batchId !== null && (status === "CREATED" || status === "AWAITING_FUNDS")) {
    // A row's own share must not be sent by itself.
    return `Funded by the one transfer of the total of ${batchId} to ${depositAddress}.`
  }
  if (due === 0) {
    return `Nothing is due: the payout ${statusPhrases[status]}.`
  }
  const pay = instruction(due, PayoutGuards.received(payout), depositAddress)
  return status === "MANUAL_REVIEW"
    ? `The funding window is over, and an operator reviews the payout. ${pay}`
    : pay
}

/** A payment link (EIP-681): which token on which chain, to whom, how many micro-USDC. */
const paymentUri = ({ address, chainId }: Chain.Token, to: string, due: Money.Micro): string =>
  `ethereum:${address}@${chainId}/transfer?address=${to}&uint256=${due}`

/** What is still to be paid, with what, and until when. */
const payment = (
  token: Chain.Token,
  {
    depositAddress,
    fundingDeadline
  }: Pick<Payouts.Payout | Batches.Batch, "depositAddress" | "fundingDeadline">,
  received: Money.Micro,
  due: Money.Micro
) => ({
  amount_received_usdc: Money.toJson(received, 6),
  amount_due_usdc: Money.toJson(due, 6),
  funding_expires_at: instant(fundingDeadline),
  chain_id: token.chainId,
  token_address: token.address,
  payment_uri: due === 0 ? null : paymentUri(token, depositAddress, due)
})

/** What production would refuse. */
export type Warnings = ReadonlyArray<{
  readonly row?: number
  readonly field: string
  readonly code: string
  readonly message: string
}>

const warned = (warnings: Warnings) => (warnings.length === 0 ? {} : { warnings })

/** The rate, the rate before its margin, and what the margin costs. */
const price = ({ rate, sourceAmount, spread }: Payouts.Payout) => ({
  exchange_rate: Money.toJson(rate, 6),
  mid_market_rate: Money.toJson(Money.beforeSpread(rate, spread), 6),
  fee_usdc: Money.toJson(Money.costOfSpread(sourceAmount, spread), 6)
})

const payoutFacts = (payout: Payouts.Payout, token: Chain.Token, due: Money.Micro) => ({
  payout_id: payout.id,
  status: payout.status,
  deposit_address: payout.depositAddress,
  source_amount_usdc: Money.toJson(payout.sourceAmount, 6),
  target_amount_fiat: Money.toJson(payout.targetAmount, Network.decimals(payout.currency)),
  target_currency: payout.currency,
  ...price(payout),
  recipient_phone: payout.phone,
  network: payout.network,
  message: messageOf(payout, due),
  ...payment(token, payout, PayoutGuards.received(payout), due),
  created_at: instant(payout.createdAt)
})

/** What creation answers: the payout, how to pay, and what production would refuse. */
export const payoutCreated = (payout: Payouts.Payout, token: Chain.Token, warnings: Warnings) => {
  const facts = payoutFacts(payout, token, PayoutGuards.due(payout))
  return warnings.length === 0 ? facts : { ...facts, warnings }
}

const refund = ({
  address,
  amount,
  status,
  txHash
}: NonNullable<Payouts.Payout["refunds"][0]>) => ({
  status,
  amount_usdc: Money.toJson(amount, 6),
  ...(address === null ? {} : { address }),
  ...(txHash === null ? {} : { tx_hash: txHash })
})

/** The latest refund; one that is due and kept back is `held`. */
const refunds = (
  { refundHold, refunds }: Pick<Payouts.Payout | Batches.Batch, "refunds" | "refundHold">,
  isFrozen = false
) => {
  const latest = refunds.at(-1)
  if (latest === undefined) return {}
  const isHeld = (refundHold !== null || isFrozen) && latest.status === "due"
  return { refund: isHeld ? { ...refund(latest), status: "held" as const } : refund(latest) }
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
  seen_at: instant(seenAt),
  ...(head === undefined ? {} : { confirmations: Math.max(0, head.latest - blockNumber + 1) })
})

/** What is wrong with it, or what it waits for. */
const reasons = (payout: Payouts.Payout, wait: CustomerWait.Wait | undefined) => {
  const reason = CustomerReason.of(payout) ?? wait
  if (reason === undefined) return {}
  const since = wait === undefined || wait.since === null ? undefined : instant(wait.since)
  return {
    ...{ reason: reason.code, reason_message: reason.message },
    ...(since === undefined ? {} : { reason_since: since })
  }
}

/** `head`: the last block read, and `wait`: what keeps it now; only for a current view. */
export const payout = (
  payout: Payouts.Payout,
  token: Chain.Token,
  head?: Chain.Head,
  wait?: CustomerWait.Wait
) => {
  return {
    ...payoutFacts(payout, token, PayoutGuards.due(payout)),
    updated_at: instant(payout.updatedAt),
    quote_id: payout.quoteId,
    settled_at: instantOrNull(payout.settledAt),
    recipient_name: payout.name,
    provider_reference: payout.providerReference,
    idempotency_key: payout.idempotencyKey,
    batch_id: payout.batchId,
    beneficiary_id: payout.beneficiaryId,
    reference: payout.reference,
    metadata: payout.metadata,
    ...(payout.failureReason === null ? {} : { failure_reason: payout.failureReason }),
    ...reasons(payout, wait),
    funding_status: PayoutGuards.funding(payout),
    deposits: payout.deposits.map((one) => deposit(one, head)),
    ...(payout.refundAddress === null ? {} : { refund_address: payout.refundAddress }),
    // That it is frozen is not for the customer, who sees a hold.
    ...refunds(payout),
    timeline: payout.timeline.map(({ at, status }) => ({ status, at: instant(at) }))
  }
}

const camelHump = /[A-Z]/g

/** What the serializers need to show staff a payout or batch. */
export interface StaffView {
  readonly token: Chain.Token
  /** An approver as people know them, by id. */
  readonly approver: (id: string) => string
  /** Number of people who must approve an act that needs several. */
  readonly approvalsNeeded: number
}

/** An action that more people must approve; `null`: none. */
const pendingAction = (
  { pendingAction: pending }: { readonly pendingAction?: Approvals.Pending },
  approver: StaffView["approver"]
) =>
  pending === undefined
    ? null
    : {
        action: pending.action.replace(/(?!^)[A-Z]/g, "_$&").toLowerCase(),
        terms: Object.fromEntries(
          Object.entries(pending.terms).map(([name, value]) =>
            name === "amount" && typeof value === "number"
              ? ["amount_usdc", Money.toJson(value, 6)]
              : [name.replace(camelHump, (letter) => `_${letter.toLowerCase()}`), value]
          )
        ),
        approvals: pending.approvals.map(approver),
        since: instant(pending.since)
      }

/** Since when, by whom and why it is frozen, and how much. */
const frozen = (payout: Payouts.Payout, approver: StaffView["approver"]) => {
  if (!payout.frozen) return {}
  const { reason, since } = payout.frozen
  const by = approver(payout.frozen.by)
  const { due, held, suspense } = PayoutGuards.stock(payout)
  const amount_usdc = Money.toJson(held + suspense + due, 6)
  return { frozen: { since: instant(since), by, reason, amount_usdc } }
}

const transfer = ({ attempt, deadline, phase, provider, reference }: Payouts.Transfer) => ({
  ...{ reference, attempt, phase },
  provider: provider ?? null,
  answer_due_at: instant(deadline)
})

/** What operators see beside it. */
export const adminPayout = (
  payout_: Payouts.Payout,
  { approvalsNeeded, approver, token }: StaffView,
  head?: Chain.Head,
  wait?: CustomerWait.Wait
) => ({
  ...payout(payout_, token, head, wait),
  account_id: payout_.accountId,
  senders: [...new Set(payout_.deposits.flatMap(({ from }) => from ?? []))],
  hold_reason: payout_.holdReason,
  review_reason: payout_.reviewReason,
  ...refunds(payout_, PayoutGuards.isFrozen(payout_)),
  ...frozen(payout_, approver),
  refund_hold: payout_.refundHold,
  approvals: payout_.approvals.map(approver),
  approvals_needed: approvalsNeeded,
  pending_action: pendingAction(payout_, approver),
  screening: payout_.screening === null ? null : ScreeningResult.of(payout_.screening),
  transfer: payout_.transfer === null ? null : transfer(payout_.transfer)
})

const fundingMessage = (batch: Batches.Batch, due: Money.Micro): string => {
  if (due > 0) return instruction(due, Batches.received(batch), batch.depositAddress)
  const { deposits, funding, unfunded } = batch
  const isWaiting = funding === "open" && unfunded > 0 && deposits.some(({ final }) => !final)
  return isWaiting
    ? "Nothing is due: the batch waits until its deposit is final."
    : `Nothing is due: the batch is ${batchStanding(batch)}.`
}

const batchStanding = (batch: Batches.Batch): string => {
  const status = Batches.status(batch)
  if (status !== "processing" && status !== "queued") return status
  return batch.funding === "expired" ? "expired" : "funded"
}

const funding = (batch: Batches.Batch, token: Chain.Token) => {
  const due = Batches.stillDue(batch)
  return {
    total_amount_usdc: Money.toJson(batch.sourceAmount, 6),
    deposit_address: batch.depositAddress,
    message: fundingMessage(batch, due),
    ...payment(token, batch, Batches.received(batch), due),
    funding_status: Batches.fundingStatus(batch)
  }
}

/** As when nothing had happened yet. */
const fundingAtFirst = (
  { depositAddress, fundingDeadline, sourceAmount }: Batches.Batch,
  token: Chain.Token
) => ({
  total_amount_usdc: Money.toJson(sourceAmount, 6),
  deposit_address: depositAddress,
  message: instruction(sourceAmount, 0, depositAddress),
  ...payment(token, { depositAddress, fundingDeadline }, 0, sourceAmount),
  funding_status: "awaiting" as const
})

const refundAddress = ({ refundAddress }: Batches.Batch) =>
  refundAddress === null ? {} : { refund_address: refundAddress }

const counters = (batch: Batches.Batch) => ({
  total: batch.total,
  completed: batch.completed,
  failed: batch.failed,
  pending: Batches.pending(batch)
})

export const batch = (batch: Batches.Batch, token: Chain.Token) => ({
  id: batch.id,
  name: batch.name ?? null,
  status: Batches.status(batch),
  ...counters(batch),
  ...funding(batch, token),
  created_at: instant(batch.createdAt),
  ...refundAddress(batch),
  ...refunds(batch)
})

export const adminBatch = (
  one: Batches.Batch,
  { approvalsNeeded, approver, token }: StaffView
) => ({
  ...batch(one, token),
  account_id: one.accountId,
  approvals_needed: approvalsNeeded,
  pending_action: pendingAction(one, approver),
  refund_hold: one.refundHold,
  ...(typeof one.parkedAt === "number" ? { parked_at: instant(one.parkedAt) } : {})
})

/** What submitting answers, now or again: nothing has happened to it yet. */
export const batchCreated = (batch: Batches.Batch, token: Chain.Token, warnings: Warnings) => ({
  id: batch.id,
  name: batch.name ?? null,
  status: "queued" as const,
  ...{ total: batch.total, completed: 0, failed: 0, pending: batch.total },
  ...fundingAtFirst(batch, token),
  created_at: instant(batch.createdAt),
  ...warned(warnings)
})

const failureReason = ({ failureReason }: Payouts.Payout) =>
  failureReason === null ? {} : { failure_reason: failureReason }

type RowFacts = Pick<
  Payouts.Payout,
  "phone" | "name" | "network" | "sourceAmount" | "targetAmount" | "currency"
>

/** A row of a batch, whether it is a payout already or not. */
const rowFacts = (of: RowFacts) => ({
  recipient_phone: of.phone,
  recipient_name: of.name,
  amount_usdc: Money.toJson(of.sourceAmount, 6),
  target_amount_fiat: Money.toJson(of.targetAmount, Network.decimals(of.currency)),
  target_currency: of.currency,
  network: Network.bySlug(of.network).longSlug
})

export const batchPayout = (payout: Payouts.Payout, wait: CustomerWait.Wait | undefined) => ({
  payout_id: payout.id,
  idempotency_key: payout.idempotencyKey,
  status: payout.status,
  ...rowFacts(payout),
  ...price(payout),
  reference: payout.reference,
  ...failureReason(payout),
  ...reasons(payout, wait)
})

const reviewTotal = ({ amount, count, currency, target }: BatchReview.Total) => ({
  target_currency: currency,
  count,
  amount_usdc: Money.toJson(amount, 6),
  target_amount_fiat: Money.toJson(target, Network.decimals(currency))
})

/** Totals are of the rows that creation would accept. `count`: how many rows were sent. */
export const batchChecked = (
  { batchId, middles, paidBefore, priced, problems, warnings }: CheckBatch.Checked,
  count: number,
  spread: number
) => {
  const wrong = new Set(problems.map(({ row }) => row))
  const good = priced.filter(({ row }) => !wrong.has(row))
  const currencies = BatchReview.totals(good, "currency", spread)
  const sum = (of: "amount" | "fee") => currencies.reduce((all, one) => all + one[of], 0)
  return {
    is_valid: problems.length === 0,
    total: count,
    total_amount_usdc: Money.toJson(sum("amount"), 6),
    fee_usdc: Money.toJson(sum("fee"), 6),
    currencies: currencies.map((one) => ({
      ...reviewTotal(one),
      exchange_rate: Money.toJson(one.rate, 6),
      mid_market_rate: Money.toJson(middles.get(one.currency) ?? 0, 6),
      spread_percent: spread,
      fee_usdc: Money.toJson(one.fee, 6)
    })),
    networks: BatchReview.totals(good, "network", spread).map((one) => ({
      network: Network.bySlug(one.network).longSlug,
      ...reviewTotal(one)
    })),
    rows: priced.map(({ payout, row }) => ({ row, ...rowFacts(payout) })),
    duplicates: BatchReview.duplicates(priced).map(({ row, sameAs }) => ({
      row,
      same_as_row: sameAs
    })),
    paid_before: paidBefore.map(({ payout, row }) => ({
      row,
      payout_id: payout.id,
      batch_id: payout.batchId,
      status: payout.status,
      created_at: instant(payout.createdAt)
    })),
    errors: problems,
    ...warned(warnings),
    batch_id: batchId
  }
}

/** What submitting answers, now or again: nothing has happened to it yet. */
export const bulkCreated = (batch: Batches.Batch, token: Chain.Token, warnings: Warnings) => ({
  batch_id: batch.id,
  name: batch.name ?? null,
  total_count: batch.total,
  status: "PROCESSING" as const,
  ...fundingAtFirst(batch, token),
  created_at: instant(batch.createdAt),
  ...warned(warnings)
})

export const bulkSummary = (batch: Batches.Batch, token: Chain.Token) => ({
  batch_id: batch.id,
  name: batch.name ?? null,
  status: Batches.status(batch).toUpperCase() as Uppercase<Batches.Status>,
  ...counters(batch),
  ...funding(batch, token),
  created_at: instant(batch.createdAt),
  updated_at: instant(batch.updatedAt),
  ...refundAddress(batch),
  ...refunds(batch)
})

const bulkPayout = (payout: Payouts.Payout) => ({
  payout_id: payout.id,
  idempotency_key: payout.idempotencyKey,
  status: payout.status,
  recipient_phone: payout.phone,
  recipient_name: payout.name,
  amount_usdc: Money.toJson(payout.sourceAmount, 6),
  ...price(payout),
  target_amount_fiat: Money.toJson(payout.targetAmount, Network.decimals(payout.currency)),
  target_currency: payout.currency,
  network: payout.network,
  reference: payout.reference,
  ...failureReason(payout)
})

/**
 * With all its payouts: they are counted here, so that what is counted is what is shown. `earlier`
 * may be a moment older than they are.
 */
export const bulk = (
  earlier: Batches.Batch,
  payouts: ReadonlyArray<Payouts.Payout>,
  token: Chain.Token
) => {
  const ended = payouts.filter(({ status }) => PayoutGuards.isFinal(status))
  const completed = ended.filter(({ status }) => status === "SETTLED").length
  return {
    ...bulkSummary({ ...earlier, completed, failed: ended.length - completed }, token),
    payouts: payouts.map(bulkPayout)
  }
}

export const beneficiary = (beneficiary: Beneficiaries.Beneficiary) => ({
  id: beneficiary.id,
  customer_id: beneficiary.accountId,
  name: beneficiary.name,
  phone: beneficiary.phone,
  network: Network.bySlug(beneficiary.network).longSlug,
  nickname: beneficiary.nickname,
  created_at: instant(beneficiary.createdAt),
  updated_at: instant(beneficiary.updatedAt)
})

/** The envelope as it went out, or would have. */
export const event = ({ body }: Notices.WebhookEvent): typeof EventsContract.Event.Encoded =>
  JSON.parse(body)

/** What an attempt sent: what follows from the event, and what was kept. */
const requestHeaders = (eventId: string, { at, sent }: Deliveries.Attempt) =>
  sent === undefined
    ? null
    : {
        "content-type": "application/json",
        "X-Service-Event-Id": eventId,
        "webhook-id": eventId,
        "webhook-timestamp": String(Math.floor(at / 1000)),
        ...sent
      }

export const delivery = ({ notice, ...delivery }: Deliveries.Delivery) => ({
  id: delivery.id,
  endpoint_id: delivery.endpointId,
  event_id: notice.id,
  event_type: notice.type,
  payout_id: notice.subjectId.startsWith("po_") ? notice.subjectId : null,
  test: delivery.isTest === true,
  status: delivery.status,
  attempts: delivery.attempts.map((attempt) => ({
    at: instant(attempt.at),
    status_code: attempt.statusCode,
    latency_ms: attempt.latencyMs,
    error: attempt.error,
    request_headers: requestHeaders(notice.id, attempt),
    response_headers: attempt.answer?.headers ?? null,
    response_body: attempt.answer?.body ?? null
  })),
  next_attempt_at: instantOrNull(delivery.nextAttemptAt),
  created_at: instant(notice.at),
  payload: event(notice)
})

export const endpoint = (endpoint: Endpoints.Endpoint) => ({
  id: endpoint.id,
  url: endpoint.url,
  events: endpoint.events,
  description: endpoint.description,
  is_active: endpoint.isActive,
  ...(endpoint.switchedOffReason === null ? {} : { disabled_reason: endpoint.switchedOffReason }),
  created_at: instant(endpoint.createdAt)
})

export const endpointWithSecret = (shown: Endpoints.Endpoint) => ({
  ...endpoint(shown),
  secret: shown.secret
})

/** An account as its own keys and members see it. */
export const ownAccount = ({
  createdAt,
  email,
  id,
  kycStatus,
  name,
  status
}: Accounts.Account) => ({
  ...{ id, name, email, status },
  kyc_status: kycStatus,
  created_at: instant(createdAt)
})

export const account = (account: Accounts.Account) => ({
  id: account.id,
  name: account.name,
  email: account.email,
  kyc_status: account.kycStatus,
  status: account.status,
  created_at: instant(account.createdAt),
  updated_at: instant(account.updatedAt)
})

/** When a key ends, or has ended, by itself; one that is revoked ended otherwise. */
const expiresAt = ({ expiresAt, revokedAt }: ApiKey.ApiKey) =>
  revokedAt === null ? instantOrNull(expiresAt ?? null) : null

/** A key of an account, as its own requests see it. */
export const keyFacts = (key: ApiKey.ApiKey) => ({
  id: key.id,
  name: key.name,
  // An account has no operators' keys.
  scope: key.scope as Role.KeyScope,
  last4: key.last4,
  created_at: instant(key.createdAt),
  expires_at: expiresAt(key),
  allowed_ips: key.allowedIps ?? null
})

export const apiKey = (key: ApiKey.ApiKey) => ({
  ...keyFacts(key),
  revoked_at: instantOrNull(key.revokedAt)
})

/** `undefined`: no use is known. */
export const lastUse = (usedAt: number | undefined) => ({
  last_used_at: instantOrNull(usedAt ?? null)
})

const operatorFacts = (key: ApiKey.ApiKey) => ({
  ...{ id: key.id, name: key.name, last4: key.last4 },
  created_at: instant(key.createdAt),
  issued_by: key.issuer ?? null,
  expires_at: expiresAt(key),
  allowed_ips: key.allowedIps ?? null
})

export const operator = (key: ApiKey.ApiKey) => ({
  ...operatorFacts(key),
  revoked_at: instantOrNull(key.revokedAt)
})

export const operatorWithKey = (key: ApiKey.ApiKey, secret: string | null) => ({
  ...operatorFacts(key),
  key: secret
})

/** The only time the key itself is shown; `null` in what is kept of the answer. */
export const apiKeyWithSecret = (key: ApiKey.ApiKey, secret: string | null) => ({
  ...keyFacts(key),
  key: secret
})

/** `isNameKnown`: whether a provider reports the name registered for a number. */
export const network = (
  network: Network.Network,
  status: ReturnType<Provider.Provider["Service"]["health"]>,
  isNameKnown: boolean
) => ({
  network: network.slug,
  slug: network.longSlug,
  name: network.name,
  country: network.country,
  calling_code: network.callingCode,
  national_lengths: network.nationalLengths,
  currency: network.currency,
  status,
  min_amount: Money.toJson(network.amountMin, network.decimals),
  max_amount: Money.toJson(network.amountMax, network.decimals),
  decimals: network.decimals,
  recipient_name: isNameKnown ? ("optional" as const) : ("required" as const)
})

const node = (node: Cluster.Member) => ({
  address: node.address,
  version: node.version,
  is_alive: node.isAlive,
  started_at: instant(node.startedAt),
  seen_at: instant(node.seenAt),
  directory_seq: node.followed,
  directory_lag: node.lag,
  clock_skew_ms: node.health.skewMs,
  unreached: node.health.unreached,
  partitions: node.partitions.map(({ number }) => number).sort((left, right) => left - right)
})

export const cluster = ({ isClustered, nodes, owned, partitions }: Cluster.Cluster) => ({
  clustered: isClustered,
  nodes: nodes.map(node),
  partitions: {
    total: partitions.length,
    owned,
    of: partitions.map((each) => ({ ...each, since: instantOrNull(each.since) }))
  }
})

/** An object that is removed. */
export const deleted = ({ id }: { readonly id: string }) => ({ id, deleted: true }) as const
