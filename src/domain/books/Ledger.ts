/**
 * The books, in double entry: the postings of every event of the log. Nothing is stored apart from
 * the log; balances are a fold of its events.
 *
 *     deposits         asset      USDC that arrived, at deposit addresses or swept to the treasury
 *     customers        liability  money that arrived for payouts and batches and is not used yet
 *     suspense         liability  money in amounts too small to be deposits, which waits
 *     balances         liability  balances of accounts, which pay for payouts and batches
 *     refunds_due      liability  money that must go back: refunds and withdrawals
 *     frozen           liability  all of these of payouts that are frozen, until they are not
 *     refunds_sent     liability  money recorded as sent back and not proven yet
 *     third_parties    liability  refunds and withdrawals that a third party paid
 *     conversion       clearing   USDC against a currency, at the rates of the quotes
 *     provider_float   asset      remaining money at the providers, by currency
 *     spread_income    income     the fees of amounts that were paid out, in USDC
 *
 * Operators book the service's own money in more accounts (Chart.ts, Booking.ts).
 *
 * A foreign deposit has the same accounts in the currency of its asset: it is in suspense until its
 * refund opens, which the same entry does.
 *
 * A debit is positive, a credit negative. The postings of each event in one currency sum to zero,
 * so the trial balance is zero at every step (L9).
 */

import type * as Balance from "../balance/Balance.ts"
import type * as Withdrawal from "../balance/Withdrawal.ts"
import type { Batch } from "../batch/Batch.ts"
import type * as BatchEvent from "../batch/BatchEvent.ts"
import * as ForeignDeposit from "../money/ForeignDeposit.ts"
import * as Money from "../money/Money.ts"
import type { Currency } from "../Network.ts"
import type * as PayoutEvent from "../payout/PayoutEvent.ts"
import * as PayoutGuards from "../payout/PayoutGuards.ts"
import type { Payout } from "../payout/PayoutState.ts"
import * as Refund from "../refund/Refund.ts"

export type Account =
  | "deposits"
  | "customers"
  | "balances"
  | "suspense"
  | "refunds_due"
  | "frozen"
  | "refunds_sent"
  | "third_parties"
  | "conversion"
  | "provider_float"
  | "spread_income"
  | OwnAccount

/** Accounts that operators move: by bookings, and write-offs by corrections of balances too. */
type OwnAccount =
  | "treasury_fiat"
  | "in_transit"
  | "fx_result"
  | "provider_fees"
  | "gas"
  | "write_offs"

export interface Posting {
  readonly account: Account
  /** Id of the payout, batch, withdrawal or booking, or of the account whose balance it is. */
  readonly of: string
  readonly currency: "USDC" | Currency | ForeignDeposit.AssetId
  /** Micro-USDC, minor units, or the smallest units of a token; debits positive. */
  readonly amount: number | bigint
}

type PostedPayout = Pick<
  Payout,
  | ("id" | "accountId" | "refunds" | "batchId" | "frozen" | "funding")
  | ("sourceAmount" | "targetAmount" | "currency" | "spread")
>

/** The part of a payout or batch that its postings depend on. */
type Subject = PostedPayout | Pick<Batch, "id" | "accountId" | "refunds">

const isPayout = (subject: Subject): subject is PostedPayout => "batchId" in subject

/** The currency of a foreign asset in the books. */
export const currencyOf = ForeignDeposit.idOf

export const isForeign = (currency: string): boolean => currency.startsWith("eip155:")

/** An amount of the service's own USDC, or of a foreign asset. */
type Sum = Pick<Refund.Refund, "amount" | "asset">

/** Postings of a sum from one account to another. */
const moveSum = (
  of: string,
  { amount, asset }: Sum,
  debit: Account,
  credit: Account
): ReadonlyArray<Posting> => {
  const posted =
    asset === undefined
      ? ({ currency: "USDC", amount } as const)
      : { currency: currencyOf(asset), amount: BigInt(asset.units) }
  return [
    { account: debit, of, ...posted },
    { account: credit, of, ...posted, amount: -posted.amount }
  ]
}

/** Postings of one amount of USDC from one account to another. */
const move = (
  of: string,
  amount: Money.Micro,
  debit: Account,
  credit: Account
): ReadonlyArray<Posting> => moveSum(of, { amount }, debit, credit)

const settled = ({
  currency,
  id,
  sourceAmount,
  spread,
  targetAmount
}: PostedPayout): ReadonlyArray<Posting> => {
  const earned = Money.costOfSpread(sourceAmount, spread)
  return [
    { account: "customers", of: id, currency: "USDC", amount: sourceAmount },
    { account: "spread_income", of: id, currency: "USDC", amount: -earned },
    { account: "conversion", of: id, currency: "USDC", amount: earned - sourceAmount },
    { account: "conversion", of: id, currency, amount: targetAmount },
    { account: "provider_float", of: id, currency, amount: -targetAmount }
  ]
}

/** An amount that a row gets from its batch, or that another gets from the account's balance. */
const allocated = (owner: Subject, amount: Money.Micro): ReadonlyArray<Posting> => {
  const { accountId, id } = owner
  const batchId = isPayout(owner) ? owner.batchId : null
  return [
    batchId === null
      ? { account: "balances", of: accountId, currency: "USDC", amount }
      : { account: "customers", of: batchId, currency: "USDC", amount },
    { account: "customers", of: id, currency: "USDC", amount: -amount }
  ]
}

/** The postings of a balance's event. */
export const balancePostings = (
  { accountId }: Pick<Balance.Balance, "accountId">,
  event: Balance.Event
): ReadonlyArray<Posting> => {
  switch (event._tag) {
    case "BalanceDepositFinalized":
    case "BalanceDustReceived":
      return move(accountId, event.deposit.amount, "deposits", "suspense")
    case "BalanceCredited":
      return move(accountId, event.deposit.amount + event.dust, "suspense", "balances")
    case "BalanceHoldReleased":
      return move(accountId, event.amount, "suspense", "balances")
    case "BalanceCorrected":
      return move(accountId, event.amount, "write_offs", "balances")
    default:
      return []
  }
}

/** The postings of a withdrawal's event. */
export const withdrawalPostings = (
  { accountId, amount, id }: Pick<Withdrawal.Withdrawal, "accountId" | "amount" | "id">,
  event: Withdrawal.Event
): ReadonlyArray<Posting> => {
  const usdc = { currency: "USDC", amount } as const
  switch (event._tag) {
    case "WithdrawalRequested":
      return [
        { account: "balances", of: accountId, ...usdc },
        { account: "refunds_due", of: id, ...usdc, amount: -amount }
      ]
    case "WithdrawalCancelled":
    case "WithdrawalRejected":
      return [
        { account: "refunds_due", of: id, ...usdc },
        { account: "balances", of: accountId, ...usdc, amount: -amount }
      ]
    case "WithdrawalSent":
      return move(id, amount, "refunds_due", "refunds_sent")
    case "WithdrawalDisproved":
      return move(id, amount, "refunds_sent", "refunds_due")
    case "WithdrawalCompleted":
      return move(
        id,
        amount,
        "refunds_sent",
        event.isThirdParty === true ? "third_parties" : "deposits"
      )
    default:
      return []
  }
}

/**
 * Postings of money that a provider returned. The customer gets the fee back with it. The fee stays
 * income, and the conversion bears it.
 */
const returned = (
  { currency, id }: PostedPayout,
  { returned: amount, value }: Extract<Event, { readonly _tag: "RecallReturned" }>
): ReadonlyArray<Posting> => [
  { account: "provider_float", of: id, currency, amount },
  { account: "conversion", of: id, currency, amount: -amount },
  ...move(id, value, "conversion", "customers")
]

const sumSent = ({ refunds }: Subject, txHash: string): Sum =>
  refunds.find(Refund.isSent(txHash)) ?? { amount: 0 }

/** Events of payouts and batches. Events that both have are posted alike. */
export type Event = PayoutEvent.Event | BatchEvent.Bare

/** Accounts whose money a freeze moves to the account `frozen`. */
const freezable: ReadonlyArray<Account> = ["customers", "suspense", "refunds_due"]

/** Postings of all money of a payout to the account `frozen`, in each asset. */
const frozen = (
  { id, refunds }: Subject,
  { due, held, suspense }: Extract<Event, { readonly _tag: "PayoutFrozen" | "PayoutUnfrozen" }>
): ReadonlyArray<Posting> => [
  ...move(id, held, "customers", "frozen"),
  ...move(id, suspense, "suspense", "frozen"),
  ...move(id, due, "refunds_due", "frozen"),
  ...Refund.foreignDue(refunds).flatMap((asset) =>
    moveSum(id, { amount: 0, asset }, "refunds_due", "frozen")
  )
]

/** The postings of an event after a state. Most events move no money. */
export const postings = (before: Subject, event: Event): ReadonlyArray<Posting> => {
  if (event._tag === "PayoutFrozen") return frozen(before, event)
  if (event._tag === "PayoutUnfrozen") {
    return frozen(before, event).map((one) => ({ ...one, amount: -one.amount }))
  }
  const posted = postingsOf(before, event)
  if (!isPayout(before) || !PayoutGuards.isFrozen(before)) return posted
  return posted.map((one) =>
    one.of === before.id && freezable.includes(one.account) ? { ...one, account: "frozen" } : one
  )
}

/** The postings of an event if nothing is frozen. */
const postingsOf = (before: Subject, event: Event): ReadonlyArray<Posting> => {
  const { id } = before
  switch (event._tag) {
    case "DepositFinalized":
      return move(id, event.deposit.amount, "deposits", "customers")
    case "DustReceived":
      return move(id, event.deposit.amount, "deposits", "suspense")
    case "SuspenseReleased":
      return move(id, event.amount, "suspense", "customers")
    case "FundsAllocated":
      return allocated(before, event.amount)
    case "FundsReturned":
      return allocated(before, -event.amount)
    case "PayoutSettled":
      return isPayout(before) ? settled(before) : []
    case "RecallReturned":
      return isPayout(before) ? returned(before, event) : []
    case "ForeignDepositBooked":
      return moveSum(id, { amount: 0, asset: event.transfer }, "deposits", "suspense")
    case "RefundOpened":
      return moveSum(id, event, event.asset === undefined ? "customers" : "suspense", "refunds_due")
    case "RefundSent":
      return moveSum(id, event, "refunds_due", "refunds_sent")
    case "RefundConfirmed":
      // A refund paid by a third party uses no asset of the service, and is a liability to that
      // party.
      return moveSum(
        id,
        sumSent(before, event.txHash),
        "refunds_sent",
        event.isThirdParty === true ? "third_parties" : "deposits"
      )
    case "RefundCredited":
      return [
        { account: "refunds_due", of: id, currency: "USDC", amount: event.amount },
        { account: "balances", of: before.accountId, currency: "USDC", amount: -event.amount }
      ]
    case "RefundDisproved":
      return moveSum(id, sumSent(before, event.txHash), "refunds_sent", "refunds_due")
    default:
      return []
  }
}

// ----------------------------------------------------------------------------- balances

/** Sums by account and currency. */
export type Balances = Map<string, bigint>

const keyOf = ({ account, currency }: Pick<Posting, "account" | "currency">): string =>
  `${account} ${currency}`

/** Books postings. Sums of years may exceed the numbers that JavaScript holds exactly. */
export const book = (balances: Balances, entries: ReadonlyArray<Posting>): void => {
  for (const posting of entries) {
    const key = keyOf(posting)
    balances.set(key, (balances.get(key) ?? 0n) + BigInt(posting.amount))
  }
}

/** The sum of all accounts by currency. The books are wrong unless it is zero. */
export const trial = (balances: Balances): ReadonlyMap<string, bigint> => {
  const sums = new Map<string, bigint>()
  for (const [key, amount] of balances) {
    const currency = key.slice(key.indexOf(" ") + 1)
    sums.set(currency, (sums.get(currency) ?? 0n) + amount)
  }
  return sums
}
