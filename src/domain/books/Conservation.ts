/**
 * The check that an entry conserves money (L9), before the entry is made. Two derivations must
 * agree: the events' postings in the ledger, and the movement of the state's sums. They are written
 * separately, so an event that one of them omits or miscounts shows here.
 *
 * An entry may not increase a violation. A state that is wrong already may stay as wrong as it is,
 * so money that arrives later is still recorded.
 */

import * as Balance from "../balance/Balance.ts"
import * as Withdrawal from "../balance/Withdrawal.ts"
import * as Batch from "../batch/Batch.ts"
import * as BatchEvent from "../batch/BatchEvent.ts"
import * as Funding from "../money/Funding.ts"
import type * as Money from "../money/Money.ts"
import * as Payout from "../payout/Payout.ts"
import * as PayoutGuards from "../payout/PayoutGuards.ts"
import * as Recall from "../payout/Recall.ts"
import type * as Refund from "../refund/Refund.ts"
import * as ForeignLiabilities from "./ForeignLiabilities.ts"
import * as Ledger from "./Ledger.ts"

/** Events that may change the sums of a payout or batch. */
const tags: ReadonlySet<string> = new Set<Ledger.Event["_tag"]>([
  "DepositFinalized",
  "DustReceived",
  "SuspenseReleased",
  "FundsAllocated",
  "FundsReturned",
  "PayoutSettled",
  "PayoutFailed",
  "PayoutReversed",
  "RecallReturned",
  "ForeignDepositBooked",
  "RefundOpened",
  "RefundSent",
  "RefundConfirmed",
  "RefundDisproved",
  "RefundCredited",
  "PayoutFrozen",
  "PayoutUnfrozen"
])

/** Events that may change the sums of a balance. */
const balanceTags: ReadonlySet<string> = new Set<Balance.Event["_tag"]>([
  "BalanceDepositFinalized",
  "BalanceDustReceived",
  "BalanceSenderScreened",
  "BalanceHoldReleased",
  "BalanceCorrected",
  "BalanceCredited"
])

/** Events that move the money of a withdrawal. */
const withdrawalTags: ReadonlySet<string> = new Set<Withdrawal.Event["_tag"]>([
  "WithdrawalRequested",
  "WithdrawalCancelled",
  "WithdrawalRejected",
  "WithdrawalSent",
  "WithdrawalDisproved",
  "WithdrawalCompleted"
])

export const movesMoney = ({ _tag }: { readonly _tag: string }): boolean =>
  tags.has(BatchEvent.bareTag(_tag)) || balanceTags.has(_tag) || withdrawalTags.has(_tag)

/** The liabilities of a payout or batch by account of the ledger, micro-USDC. */
interface Sums {
  readonly customers: Money.Micro
  readonly suspense: Money.Micro
  readonly refunds_due: Money.Micro
  readonly frozen: Money.Micro
  readonly refunds_sent: Money.Micro
}

const refundsIn = (
  refunds: ReadonlyArray<Refund.Refund>,
  wanted: Refund.Refund["status"]
): Money.Micro =>
  refunds.reduce((sum, { amount, status }) => sum + (status === wanted ? amount : 0), 0)

const sums = (
  customers: Money.Micro,
  state: Pick<Payout.Payout | Batch.Batch, "refunds" | "suspense">,
  isFrozen = false
): Sums => {
  const suspense = Funding.suspenseBalance(state.suspense)
  const refunds_due = refundsIn(state.refunds, "due")
  const refunds_sent = refundsIn(state.refunds, "sent")
  return isFrozen
    ? {
        ...{ customers: 0, suspense: 0, refunds_due: 0, refunds_sent },
        frozen: customers + suspense + refunds_due
      }
    : { customers, suspense, refunds_due, refunds_sent, frozen: 0 }
}

const accounts = ["customers", "suspense", "refunds_due", "refunds_sent", "frozen"] as const

/** The difference in foreign assets, if there is one. */
const foreignDifference = (
  before: ForeignLiabilities.Owner,
  after: ForeignLiabilities.Owner,
  postings: ReadonlyArray<Ledger.Posting>
): string | undefined => {
  const foreign = postings.filter(({ currency }) => Ledger.isForeign(currency))
  if (foreign.length === 0 && after.foreignDeposits === undefined) return undefined
  const posted: Ledger.Balances = new Map()
  Ledger.book(posted, foreign)
  const [was, is] = [ForeignLiabilities.sums([before]), ForeignLiabilities.sums([after])]
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    const moved = (is.get(key) ?? 0n) - (was.get(key) ?? 0n)
    const booked = -(posted.get(key) ?? 0n)
    if (moved !== booked) return `${key} moves by ${moved} and is posted ${booked}`
    if ((is.get(key) ?? 0n) < 0n) return `${key} falls to ${is.get(key)}`
  }
  return undefined
}

/** The difference between the postings and the movement of the sums, if there is one. */
const difference = (
  id: string,
  before: Sums,
  after: Sums,
  postings: ReadonlyArray<Ledger.Posting>
): string | undefined => {
  const broken = postings.find(
    ({ amount }) => typeof amount === "number" && !Number.isSafeInteger(amount)
  )
  if (broken !== undefined) return `${broken.account} is posted ${broken.amount}`
  const balances: Ledger.Balances = new Map()
  Ledger.book(balances, postings)
  for (const [currency, sum] of Ledger.trial(balances)) {
    if (sum !== 0n) return `the postings in ${currency} sum to ${sum}`
  }
  for (const account of accounts) {
    const posted = postings
      .filter(
        ({ account: posted, currency, of }) =>
          posted === account && of === id && !Ledger.isForeign(currency)
      )
      .reduce((sum, { amount }) => sum + Number(amount), 0)
    const moved = after[account] - before[account]
    // Credits are negative, so a liability's sum is the negative of its balance.
    if (moved !== -posted) return `${account} moves by ${moved} and is posted ${-posted}`
    if (after[account] < Math.min(0, before[account])) {
      return `${account} falls to ${after[account]}`
    }
  }
  return undefined
}

/** The violation by the amount or the value of returned money, if there is one. */
const recallDifference = (after: Payout.Payout): string | undefined => {
  if (after.recalls === undefined) return undefined
  const [returned, value] = [Recall.returned(after), Recall.value(after)]
  if (returned > after.targetAmount) return `${returned} of ${after.targetAmount} are returned`
  const worth = Recall.valueOf(after, returned)
  return value === worth ? undefined : `${returned} returned are worth ${worth} and not ${value}`
}

/** The violation by a payout's events; `undefined` if they conserve money. */
export const ofPayout = (
  before: Payout.Payout,
  events: ReadonlyArray<Payout.Event>
): string | undefined => {
  const postings: Array<Ledger.Posting> = []
  let after = before
  for (const event of events) {
    postings.push(...Ledger.postings(after, event))
    after = Payout.evolve(after, event)
  }
  const [was, is] = [PayoutGuards.held(before), PayoutGuards.held(after)]
  const wrong = difference(
    before.id,
    sums(was, before, PayoutGuards.isFrozen(before)),
    sums(is, after, PayoutGuards.isFrozen(after)),
    postings
  )
  if (wrong !== undefined) return wrong
  const other = foreignDifference(before, after, postings) ?? recallDifference(after)
  if (other !== undefined) return other
  const isMore = !PayoutGuards.isFinal(before.status) || is !== was
  return PayoutGuards.isFinal(after.status) && is !== 0 && isMore
    ? `${after.status} with ${is} held`
    : undefined
}

/** The reason why a batch cannot pass on the amount that its row takes; `undefined` if it can. */
export const ofShare = (
  batch: Batch.Batch,
  row: Payout.Payout,
  events: ReadonlyArray<Payout.Event>
): string | undefined => {
  const { allocated } = events.reduce(Payout.evolve, row)
  const share = allocated - row.allocated
  const left = Batch.held(batch) - share
  return share > 0 && left < 0
    ? `it takes ${share} of its batch, which holds ${Batch.held(batch)}`
    : undefined
}

/** The violation by a balance's events; `undefined` if they conserve money. */
export const ofBalance = (
  before: Balance.Balance,
  events: ReadonlyArray<Balance.Event>
): string | undefined => {
  const postings = events.flatMap((event) => Ledger.balancePostings(before, event))
  const after = events.reduce(Balance.evolve, before)
  const balances: Ledger.Balances = new Map()
  Ledger.book(balances, postings)
  const moved = {
    balances: after.amount - before.amount,
    suspense: Balance.uncredited(after) - Balance.uncredited(before),
    deposits: before.received - after.received
  }
  for (const [account, amount] of Object.entries(moved)) {
    const posted = balances.get(`${account} USDC`) ?? 0n
    if (posted !== BigInt(-amount)) return `${account} moves by ${amount} and is posted ${-posted}`
  }
  return after.amount < 0 ? `the balance falls to ${after.amount}` : undefined
}

/** Micro-USDC that events of a payout move to its account's balance. */
export const movedByPayout = (
  payout: Payout.Payout,
  events: ReadonlyArray<Payout.Event>
): Money.Micro => events.reduce((sum, event) => sum + Balance.movedBy(payout, event), 0)

/** Micro-USDC that events of a batch move to its account's balance. */
export const movedByBatch = (events: ReadonlyArray<Batch.Event>): Money.Micro =>
  events.reduce((sum, event) => sum + Balance.movedByBatch(BatchEvent.bare(event)), 0)

/** The reason why a balance cannot pass on what is taken from it; `undefined` if it can. */
export const ofAllocation = (
  balance: Balance.Balance | undefined,
  moved: Money.Micro
): string | undefined => {
  const amount = balance?.amount ?? 0
  return amount + Math.min(0, moved) < 0
    ? `it takes ${-moved} of its account's balance, which is ${amount}`
    : undefined
}

/** The violation by a withdrawal's events; `undefined` if they conserve money. */
export const ofWithdrawal = (
  before: Withdrawal.Withdrawal | undefined,
  after: Withdrawal.Withdrawal,
  events: ReadonlyArray<Withdrawal.Event>
): string | undefined => {
  const none = { refunds_due: 0, refunds_sent: 0 }
  const sumsOf = (refunds: ReadonlyArray<Refund.Refund>) => ({
    refunds_due: refundsIn(refunds, "due"),
    refunds_sent: refundsIn(refunds, "sent")
  })
  const was = before === undefined ? none : sumsOf(Withdrawal.asRefunds(before))
  const postings = events.flatMap((event) => Ledger.withdrawalPostings(after, event))
  const rest = { customers: 0, suspense: 0, frozen: 0 }
  const is = sumsOf(Withdrawal.asRefunds(after))
  return difference(after.id, { ...rest, ...was }, { ...rest, ...is }, postings)
}

/** Micro-USDC that events of a withdrawal move to its account's balance. */
export const movedByWithdrawal = (
  withdrawal: Pick<Withdrawal.Withdrawal, "amount">,
  events: ReadonlyArray<Withdrawal.Event>
): Money.Micro => events.reduce((sum, event) => sum + Withdrawal.movedBy(withdrawal, event), 0)

/** The violation by a batch's events; `undefined` if they conserve money. */
export const ofBatch = (
  before: Batch.Batch,
  events: ReadonlyArray<Batch.Event>
): string | undefined => {
  const postings: Array<Ledger.Posting> = []
  let after = before
  for (const event of events) {
    postings.push(...Ledger.postings(after, BatchEvent.bare(event)))
    after = Batch.evolve(after, event)
  }
  return (
    difference(
      before.id,
      sums(Batch.held(before), before),
      sums(Batch.held(after), after),
      postings
    ) ?? foreignDifference(before, after, postings)
  )
}
