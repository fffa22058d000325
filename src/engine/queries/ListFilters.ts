/** Filters of lists for rows in memory. They select exactly what the tables' conditions do. */
import * as Beneficiary from "../../domain/Beneficiary.ts"
import type * as Withdrawal from "../../domain/balance/Withdrawal.ts"
import * as Batch from "../../domain/batch/Batch.ts"
import * as BatchReview from "../../domain/batch/BatchReview.ts"
import * as WaitingPayouts from "../../domain/incident/WaitingPayouts.ts"
import * as Likeness from "../../domain/payout/Likeness.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import * as PayoutGuards from "../../domain/payout/PayoutGuards.ts"
import * as PayoutState from "../../domain/payout/PayoutState.ts"
import * as Recall from "../../domain/payout/Recall.ts"
import * as Quote from "../../domain/quote/Quote.ts"
import * as Refund from "../../domain/refund/Refund.ts"
import * as Search from "../../domain/Search.ts"
import type * as WebhookEvent from "../../domain/webhook/WebhookEvent.ts"
import type * as ReadModel from "../ports/ReadModel.ts"

export const fitsWithdrawal = (
  { accountId, status }: ReadModel.WithdrawalFilter,
  withdrawal: Withdrawal.Withdrawal
): boolean =>
  (accountId ?? withdrawal.accountId) === withdrawal.accountId &&
  (status ?? withdrawal.status) === withdrawal.status

/** True if a row of a batch has one of these keys and was accepted since a time. */
export const isRowWithKey = (
  { batchId, createdAt, idempotencyKey }: Payout.Payout,
  keys: ReadonlySet<string>,
  since: number
): boolean =>
  batchId !== null && idempotencyKey !== null && keys.has(idempotencyKey) && createdAt > since

/** True if a payout created since a time pays, or has paid, one of these amounts to its phone. */
export const isPaymentOf = (
  payout: Payout.Payout,
  payments: ReadonlyMap<string, ReadonlySet<number>>,
  since: number
): boolean =>
  payout.createdAt > since &&
  BatchReview.isPaidOrOpen(payout) &&
  payments.get(payout.phone)?.has(payout.sourceAmount) === true

const hasWords = (text: string, words: ReadonlyArray<string>): boolean =>
  words.every((word) => text.includes(Search.partOf(word)))

const matchesReference = (
  { deposits, providerReference, quoteId }: Payout.Payout,
  reference: string
): boolean =>
  quoteId === reference ||
  providerReference === reference ||
  deposits.some(({ txHash }) => txHash === reference)

const matchesSearch = (
  { whole, words }: Search.Search,
  payout: Payout.Payout,
  isNewest: boolean
): boolean => {
  const { depositAddress, id, idempotencyKey, refunds } = payout
  if (id === whole || idempotencyKey === whole) return true
  const lower = whole.toLowerCase()
  if (depositAddress.toLowerCase() === lower) return true
  if (refunds.some(({ txHash }) => txHash?.toLowerCase() === lower)) return true
  if (!isNewest || words.length === 0) return false
  const reference = Search.referenceOf(whole)
  if (reference !== undefined && matchesReference(payout, reference)) return true
  return hasWords(PayoutState.searchText(payout), words)
}

const isSettledWithin = (
  { settledBefore, settledFrom }: ReadModel.PayoutFilter,
  { settledAt }: Payout.Payout
): boolean =>
  (settledFrom === undefined || (settledAt !== null && settledAt >= settledFrom)) &&
  (settledBefore === undefined || (settledAt !== null && settledAt < settledBefore))

/** `isNewest` is true if a search by words covers the payout. */
export const fitsPayout = (
  filter: ReadModel.PayoutFilter,
  payout: Payout.Payout,
  isNewest = true
): boolean =>
  (filter.status === undefined || payout.status === filter.status) &&
  (filter.batchId === undefined || payout.batchId === filter.batchId) &&
  (filter.network === undefined || payout.network === filter.network) &&
  (filter.isFrozen === undefined || filter.isFrozen === PayoutGuards.isFrozen(payout)) &&
  (filter.isRecallOpen !== true || Recall.openOf(payout) !== undefined) &&
  (filter.counted === undefined || WaitingPayouts.isCounted(filter.counted, payout)) &&
  (filter.like === undefined || Likeness.isLike(filter.like, payout)) &&
  (filter.isRefundOpen !== true || Refund.isOpen(payout.refunds)) &&
  (filter.isRefundSent !== true || Refund.hasSent(payout.refunds)) &&
  (filter.from === undefined || payout.createdAt >= filter.from) &&
  (filter.to === undefined || payout.createdAt <= filter.to) &&
  isSettledWithin(filter, payout) &&
  (filter.search === undefined || matchesSearch(filter.search, payout, isNewest))

const matchesName = ({ words = [] }: ReadModel.BatchFilter, batch: Batch.Batch): boolean =>
  words.length === 0 || hasWords(Batch.searchText(batch) ?? "", words)

export const fitsBatch = (filter: ReadModel.BatchFilter, batch: Batch.Batch): boolean =>
  (filter.kind === undefined || batch.kind === filter.kind) &&
  (filter.status === undefined || Batch.status(batch) === filter.status) &&
  (filter.from === undefined || batch.createdAt >= filter.from) &&
  (filter.to === undefined || batch.createdAt <= filter.to) &&
  matchesName(filter, batch) &&
  (filter.isRefundOpen !== true || Refund.isOpen(batch.refunds)) &&
  (filter.isRefundSent !== true || Refund.hasSent(batch.refunds)) &&
  (filter.isParked !== true || Batch.isParked(batch))

export const fitsQuote = ({ now, status }: ReadModel.QuoteFilter, quote: Quote.Quote): boolean =>
  status === undefined || Quote.status(quote, now) === status

export const fitsBeneficiary = (
  { accountId, network, words = [] }: ReadModel.BeneficiaryFilter,
  beneficiary: Beneficiary.Beneficiary
): boolean =>
  beneficiary.accountId === accountId &&
  (network === undefined || beneficiary.network === network) &&
  hasWords(Beneficiary.searchText(beneficiary), words)

/** True if an event matches a filter, apart from `after`. */
export const fitsEvent = (filter: ReadModel.EventFilter, event: WebhookEvent.Heading): boolean =>
  event.accountId === filter.accountId &&
  (filter.type === undefined || event.type === filter.type) &&
  (filter.subjectId === undefined || event.subjectId === filter.subjectId) &&
  (filter.from === undefined || event.at >= filter.from) &&
  (filter.to === undefined || event.at <= filter.to)
