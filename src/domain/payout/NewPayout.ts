/**
 * The decision about a new payout. It needs an ACTIVE quote of the account, a network of the
 * quote's currency and a phone of the network's country. Quote and payout are decided together, so
 * one entry records both (L8). Time and ids are part of the proposal (L5).
 */
import { Result } from "effect"
import type * as Money from "../money/Money.ts"
import * as Network from "../Network.ts"
import * as Quote from "../quote/Quote.ts"
import * as Parties from "./Parties.ts"
import type * as PayoutEvent from "./PayoutEvent.ts"

export interface Proposal {
  readonly id: string
  readonly accountId: string
  readonly quoteId: string
  /** The batch of which the payout is a row, or `null`. */
  readonly batchId: string | null
  readonly phone: string
  readonly name: string | null
  readonly network: Network.Network
  readonly depositAddress: string
  readonly idempotencyKey: string | null
  readonly beneficiaryId: string | null
  readonly reference: string | null
  readonly metadata: Readonly<Record<string, string>>
  /** The address for refunds, or `null` if there is none yet. */
  readonly refundAddress: string | null
  readonly parties?: Parties.Parties | undefined
  /** The account's balance pays. Absent if a deposit does. */
  readonly funding?: "balance" | undefined
  /** Refunds go to the account's balance. Absent if operators send them. */
  readonly excess?: "balance" | undefined
  readonly at: number
}

export interface Policy {
  readonly fundingWindowMs: number
  /** True if payouts that networks do not pay are refused; otherwise they cause a warning. */
  readonly networkLimits: boolean
  /**
   * Returns true if a provider of a network returns the name registered for a number. Default: no
   * network has one.
   */
  readonly hasNameLookup?: (network: Network.Slug) => boolean
}

/** A problem of one field. */
export interface FieldProblem {
  readonly field: "network" | "source_amount_usdc" | "recipient_phone" | "recipient_name"
  readonly code: string
  readonly message: string
}

export interface QuoteNotFound {
  readonly _tag: "QuoteNotFound"
  readonly quoteId: string
}

/** The account's balance has less than the payout costs. Micro-USDC. */
export interface BalanceInsufficient {
  readonly _tag: "BalanceInsufficient"
  readonly needed: Money.Micro
  readonly available: Money.Micro
}

/** Rejections in order of precedence. `expiredAt` is `null` if the quote ended with its payout. */
export type Rejection =
  | QuoteNotFound
  | { readonly _tag: "InvalidFields"; readonly problems: ReadonlyArray<FieldProblem> }
  | { readonly _tag: "QuoteExpired"; readonly quoteId: string; readonly expiredAt: number | null }
  | { readonly _tag: "QuoteAlreadyUsed"; readonly quoteId: string }

const phoneMessages: Record<Network.PhoneProblem, string> = {
  not_e164: "must be an E.164 number: + followed by 7 to 15 digits",
  wrong_country: "must have the network's country code",
  wrong_length: "must have the length of a number of the network's country",
  not_mobile: "must be a mobile number"
}

type Problem = Omit<FieldProblem, "field">

/** The problem of an amount outside the network's limits. Minor units. */
const limitsProblem = (
  { amountMax, amountMin, currency, decimals, slug }: Network.Network,
  targetAmount: Money.Minor
): Problem | undefined => {
  if (targetAmount >= amountMin && targetAmount <= amountMax) return undefined
  const [min, max] = [amountMin, amountMax].map((minor) =>
    (minor / 10 ** decimals).toLocaleString("en")
  )
  const size = targetAmount < amountMin ? "small" : "large"
  const message = `is too ${size} for ${slug}, which pays ${min} to ${max} ${currency} per payout`
  return { code: "amount_out_of_range", message }
}

/** The problem of an amount outside the network's limits, if limits are enforced. */
export const amountProblem = (
  network: Network.Network,
  targetAmount: Money.Minor,
  { networkLimits }: Policy
): Problem | undefined => (networkLimits ? limitsProblem(network, targetAmount) : undefined)

/** The problem of the network for this quote, or of the quote's amount for the network. */
const networkProblem = (
  { network }: Proposal,
  quote: Quote.Quote,
  policy: Policy
): FieldProblem | undefined => {
  if (network.currency !== quote.currency) {
    const message = `must be a network of the quote's currency ${quote.currency}`
    return { field: "network", code: "currency_mismatch", message }
  }
  const amount = amountProblem(network, quote.targetAmount, policy)
  return amount === undefined ? undefined : { field: "source_amount_usdc", ...amount }
}

const nameMissing: Problem = {
  code: "required",
  message: "is required, because this network cannot look up the name of a number"
}

/** The problem of a payout that cannot be screened without a name. */
const missingNameProblem = (
  network: Network.Slug,
  name: string | null,
  { hasNameLookup }: Policy
): Problem | undefined =>
  name !== null || hasNameLookup?.(network) === true ? undefined : nameMissing

/** The problem of a missing name, if names are enforced. */
export const nameProblem = (
  network: Network.Slug,
  name: string | null,
  policy: Policy
): Problem | undefined =>
  policy.networkLimits ? missingNameProblem(network, name, policy) : undefined

/** The problem of paying a phone through a network. */
export const phoneProblem = (network: Network.Network, phone: string): Problem | undefined => {
  const code = Network.checkPhone(network, phone)
  return code === undefined ? undefined : { code, message: phoneMessages[code] }
}

const none: ReadonlyArray<FieldProblem> = []

/** All problems of the recipient, by field. */
const problemsOf = (
  request: Proposal,
  quote: Quote.Quote,
  policy: Policy
): ReadonlyArray<FieldProblem> => {
  const network = networkProblem(request, quote, policy)
  const phone = phoneProblem(request.network, request.phone)
  const name = nameProblem(request.network.slug, request.name, policy)
  if (network === undefined && phone === undefined && name === undefined) return none
  return [
    ...(network === undefined ? [] : [network]),
    ...(phone === undefined ? [] : [{ field: "recipient_phone", ...phone } as const]),
    ...(name === undefined ? [] : [{ field: "recipient_name", ...name } as const])
  ]
}

/** Problems that production would refuse, of a payout that was accepted here. */
export const warnings = (
  {
    name,
    network: slug,
    targetAmount
  }: Pick<PayoutEvent.Created, "name" | "network" | "targetAmount">,
  policy: Policy
): ReadonlyArray<FieldProblem> => {
  if (policy.networkLimits) return none
  const amount = limitsProblem(Network.bySlug(slug), targetAmount)
  const missing = missingNameProblem(slug, name, policy)
  if (amount === undefined && missing === undefined) return none
  return [
    ...(amount === undefined ? none : [{ field: "source_amount_usdc", ...amount } as const]),
    ...(missing === undefined ? none : [{ field: "recipient_name", ...missing } as const])
  ]
}

const createdOf = (
  request: Proposal,
  quote: Quote.Quote,
  { fundingWindowMs }: Policy
): PayoutEvent.Created => ({
  _tag: "PayoutCreated",
  id: request.id,
  at: request.at,
  accountId: request.accountId,
  quoteId: request.quoteId,
  batchId: request.batchId,
  status: "AWAITING_FUNDS",
  currency: quote.currency,
  sourceAmount: quote.sourceAmount,
  targetAmount: quote.targetAmount,
  rate: quote.rate,
  phone: request.phone,
  name: request.name,
  network: request.network.slug,
  depositAddress: request.depositAddress,
  fundingDeadline: request.at + fundingWindowMs,
  beneficiaryId: request.beneficiaryId,
  idempotencyKey: request.idempotencyKey,
  reference: request.reference,
  metadata: request.metadata,
  spread: quote.spread,
  ...(request.refundAddress === null ? {} : { refundAddress: request.refundAddress }),
  ...(request.funding === undefined ? {} : { funding: request.funding }),
  ...(request.excess === undefined ? {} : { excess: request.excess })
})

/** The new payout, or its rejection. */
export const decide = (
  request: Proposal,
  quote: Quote.Quote | undefined,
  policy: Policy
): Result.Result<PayoutEvent.Created, Rejection> => {
  const { at, quoteId } = request
  if (quote === undefined || quote.accountId !== request.accountId) {
    return Result.fail({ _tag: "QuoteNotFound", quoteId })
  }
  const problems = problemsOf(request, quote, policy)
  if (problems.length > 0) return Result.fail({ _tag: "InvalidFields", problems })
  const status = Quote.status(quote, at)
  if (status === "EXPIRED") {
    const expiredAt = quote.payoutId === null ? quote.expiresAt : null
    return Result.fail({ _tag: "QuoteExpired", quoteId, expiredAt })
  }
  if (status !== "ACTIVE") return Result.fail({ _tag: "QuoteAlreadyUsed", quoteId })
  return Result.succeed(Parties.attach(createdOf(request, quote, policy), request.parties))
}

/** Refuses a payout that costs more than its account's balance has, if the balance pays. */
export const afford = (
  created: PayoutEvent.Created,
  available: Money.Micro
): Result.Result<PayoutEvent.Created, BalanceInsufficient> => {
  const { funding, sourceAmount: needed } = created
  return funding === undefined || needed <= available
    ? Result.succeed(created)
    : Result.fail({ _tag: "BalanceInsufficient", needed, available })
}

/** The events of a new payout. The one that a balance pays for is funded at once. */
export const events = (created: PayoutEvent.Created): ReadonlyArray<PayoutEvent.Event> => {
  const { at, funding, id, sourceAmount } = created
  if (funding === undefined) return [created]
  return [
    created,
    { _tag: "FundsAllocated", id, at, amount: sourceAmount },
    { _tag: "FundsReceived", id, at }
  ]
}
