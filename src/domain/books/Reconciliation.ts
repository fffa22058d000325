/**
 * The log's account of all money, for the comparison with the chain and the providers. It is a fold
 * of the whole log into separate books, independent of the engine's state. Payouts, batches and
 * withdrawals that ended before all that is compared leave it (Ended.ts), so that its size grows
 * with what is compared and not with history (L10).
 */

import * as Balance from "../balance/Balance.ts"
import * as Withdrawal from "../balance/Withdrawal.ts"
import * as Batch from "../batch/Batch.ts"
import * as BatchEvent from "../batch/BatchEvent.ts"
import type * as ChainCursor from "../ChainCursor.ts"
import * as Funding from "../money/Funding.ts"
import * as Payout from "../payout/Payout.ts"
import * as PayoutGuards from "../payout/PayoutGuards.ts"
import type * as Refund from "../refund/Refund.ts"
import * as BookedFloats from "./BookedFloats.ts"
import * as Ended from "./Ended.ts"
import * as ForeignLiabilities from "./ForeignLiabilities.ts"
import * as Ledger from "./Ledger.ts"

/** A reference that a transfer may have been made with, and its outcome in the log. */
export interface TransferReference {
  readonly payoutId: string
  readonly transfer: Payout.Transfer
  readonly outcome: "open" | "refused" | "delivered"
  /** Time of the request, milliseconds. */
  readonly requestedAt: number
  /** Time of the last change, milliseconds. */
  readonly at: number
}

/** The part of the log that is compared. */
export interface Window {
  /** Deposits, refunds and transfers before this time are not compared; 0 compares all. */
  readonly since: number
  /** Ids of payouts, and references of transfers, that are compared at any time. */
  readonly named: ReadonlySet<string>
}

export interface Books extends Window {
  readonly balances: Ledger.Balances
  /** Payouts that have not left. One that returned for a late event has its later money alone. */
  readonly payouts: Map<string, Payout.Payout>
  readonly batches: Map<string, Batch.Batch>
  readonly ended: Ended.Ended
  readonly floats: BookedFloats.BookedFloats
  /** The numbers of payouts and batches in the log. */
  readonly counts: { payouts: number; batches: number }
  /** Ids of the last entry's payouts, batches and withdrawals, which may leave after it. */
  readonly changed: Set<string>
  /** Balances of accounts, by id. */
  readonly accountBalances: Map<string, Balance.Balance>
  readonly withdrawals: Map<string, Withdrawal.Withdrawal>
  /** Final transfers to the balances of accounts since `since`, by id of the balance. */
  readonly transfersToBalances: Map<string, Array<Funding.Deposit>>
  /** Transfers by reference. */
  readonly references: Map<string, TransferReference>
  /** References by id of the payout. */
  readonly referencesOf: Map<string, ReadonlyArray<string>>
  /** The last cursor in the log of each partition. */
  readonly cursors: Map<number, ChainCursor.ChainCursor>
  /**
   * The highest block of a final deposit in the log before `since`; -1 if there is none. Deposits
   * up to it are not compared, because their payouts may have left.
   */
  blockBefore: number
  /** The lowest block of a cursor that is not before `since`; infinite if there is none. */
  blockSince: number
  /** The last cursor in the log of each partition whose block is before `since`. */
  readonly cursorsBefore: Map<number, ChainCursor.ChainCursor>
  /**
   * The first and last position to which the chain was followed; `undefined` if it never was. Logs
   * are read one after the other. Up to the lowest of their cursors, all of them contain all
   * transfers.
   */
  first: ChainCursor.ChainCursor | undefined
  last: ChainCursor.ChainCursor | undefined
}

export const open = (since = 0, named: Window["named"] = new Set()): Books => ({
  since,
  named,
  ended: Ended.none(),
  floats: BookedFloats.none(),
  counts: { payouts: 0, batches: 0 },
  changed: new Set(),
  referencesOf: new Map(),
  blockBefore: -1,
  blockSince: Number.POSITIVE_INFINITY,
  cursorsBefore: new Map(),
  transfersToBalances: new Map(),
  balances: new Map(),
  payouts: new Map(),
  batches: new Map(),
  accountBalances: new Map(),
  withdrawals: new Map(),
  references: new Map(),
  cursors: new Map(),
  first: undefined,
  last: undefined
})

type Event = Payout.Event | Batch.Event | Balance.Event | Withdrawal.Event | ChainCursor.Advanced

const unknownTo = ({ _tag, id }: Pick<Event, "_tag" | "id">): Error =>
  new Error(`${_tag} names an unknown ${id}`)

/** The payout before an event. One that has left returns. */
const payoutBefore = (books: Books, event: Payout.Event): Payout.Payout => {
  const before = books.payouts.get(event.id) ?? Ended.payout(books.ended, event.id)
  if (before === undefined) throw unknownTo(event)
  return before
}

const batchBefore = (books: Books, event: Batch.Event): Batch.Batch => {
  const before = books.batches.get(event.id) ?? Ended.batch(books.ended, event.id)
  if (before === undefined) throw unknownTo(event)
  return before
}

const follow = (books: Books, before: Payout.Payout, after: Payout.Payout, at: number): void => {
  const { batchId } = after
  if (batchId === null) return
  const batch = books.batches.get(batchId)
  if (batch !== undefined) {
    books.batches.set(batchId, Batch.follow(batch, before, after, at))
    books.changed.add(batchId)
    return
  }
  // A row that has ended does not change its batch, so a batch that has left needs no row.
  const isUnchanged = before.status === after.status && before.allocated === after.allocated
  const hasLeft = batchId === Ended.formerBatch || books.ended.subjects.find(batchId) !== undefined
  if (hasLeft && !isUnchanged) throw new Error(`${after.id} changes its batch, which has left`)
}

/** Changes the balance of an account, if it has one. */
const changeBalance = (
  { accountBalances }: Books,
  accountId: string,
  change: (balance: Balance.Balance) => Balance.Balance
): void => {
  for (const balance of accountBalances.values()) {
    if (balance.accountId === accountId) accountBalances.set(balance.id, change(balance))
  }
}

const followBalance = (books: Books, payout: Payout.Payout, event: Payout.Event): void => {
  if (!PayoutGuards.isFromBalance(payout) && event._tag !== "RefundCredited") return
  changeBalance(books, payout.accountId, (balance) => Balance.follow(balance, payout, event))
}

const recordBalance = (books: Books, event: Balance.Event): void => {
  const { accountBalances, balances, transfersToBalances } = books
  if (event._tag === "BalanceOpened") {
    return void accountBalances.set(event.id, Balance.opened(event))
  }
  const before = accountBalances.get(event.id)
  if (before === undefined) throw unknownTo(event)
  Ledger.book(balances, Ledger.balancePostings(before, event))
  accountBalances.set(before.id, Balance.evolve(before, event))
  if (event._tag !== "BalanceDepositFinalized" && event._tag !== "BalanceDustReceived") return
  const transfers = transfersToBalances.get(event.id) ?? []
  transfersToBalances.set(event.id, transfers)
  if (event.at >= books.since) transfers.push(event.deposit)
}

const recordWithdrawal = (books: Books, event: Withdrawal.Event): void => {
  const before = books.withdrawals.get(event.id)
  if (event._tag !== "WithdrawalRequested" && before === undefined) {
    throw unknownTo(event)
  }
  const after =
    event._tag === "WithdrawalRequested"
      ? Withdrawal.requested(event)
      : Withdrawal.evolve(before as Withdrawal.Withdrawal, event)
  Ledger.book(books.balances, Ledger.withdrawalPostings(after, event))
  changeBalance(books, after.accountId, (balance) =>
    Balance.followWithdrawal(balance, after, event)
  )
  books.withdrawals.set(after.id, after)
}

const recordReference = (
  books: Books,
  { id, transfer, updatedAt: at }: Payout.Payout,
  outcome: TransferReference["outcome"]
): void => {
  if (transfer === null) return
  const { reference } = transfer
  const known = books.references.get(reference)
  const requestedAt = known?.requestedAt ?? at
  books.references.set(reference, { payoutId: id, transfer, outcome, requestedAt, at })
  if (known !== undefined) return
  books.referencesOf.set(id, [...(books.referencesOf.get(id) ?? []), reference])
}

const recordPayout = (books: Books, event: Payout.Event): void => {
  if (event._tag === "PayoutCreated") {
    books.counts.payouts++
    return void books.payouts.set(event.id, Payout.created(event))
  }
  const before = payoutBefore(books, event)
  Ledger.book(books.balances, Ledger.postings(before, event))
  const after = Payout.evolve(before, event)
  books.payouts.set(after.id, after)
  follow(books, before, after, event.at)
  followBalance(books, after, event)
  if (event._tag === "TransferRequested") recordReference(books, after, "open")
  if (event._tag === "TransferRefused") recordReference(books, after, "refused")
  if (event._tag === "PayoutSettled") recordReference(books, after, "delivered")
}

const recordBatch = (books: Books, event: Batch.Event): void => {
  if (event._tag === "BatchCreated") {
    books.counts.batches++
    return void books.batches.set(event.id, Batch.created(event))
  }
  const before = batchBefore(books, event)
  const bare = BatchEvent.bare(event)
  Ledger.book(books.balances, Ledger.postings(before, bare))
  if (before.fundedBy !== undefined || bare._tag === "RefundCredited") {
    changeBalance(books, before.accountId, (balance) => Balance.followBatch(balance, bare))
  }
  books.batches.set(before.id, Batch.evolve(before, event))
}

const lower = (
  left: ChainCursor.ChainCursor,
  right: ChainCursor.ChainCursor
): ChainCursor.ChainCursor => (right.blockNumber < left.blockNumber ? right : left)

/** Tags of events about a transfer that is final. */
const finalTags: ReadonlySet<string> = new Set<Event["_tag"]>([
  ...(["DepositFinalized", "DustReceived"] as const),
  ...(["BatchDepositFinalized", "BatchDustReceived"] as const),
  ...(["BalanceDepositFinalized", "BalanceDustReceived"] as const)
])

/** Remembers what leaves after an entry from before `since`, and the blocks of its deposits. */
const noteBefore = (books: Books, event: Event): void => {
  if (event.at >= books.since) return
  books.changed.add(event.id)
  if (!finalTags.has(event._tag) || !("deposit" in event)) return
  books.blockBefore = Math.max(books.blockBefore, event.deposit.blockNumber)
}

/** Applies an event of a partition's log. `kind`: the kind of its subject. */
export const record = (
  books: Books,
  kind: "payout" | "batch" | "balance" | "withdrawal" | "cursor",
  event: Event,
  partition = 0
): void => {
  noteBefore(books, event)
  if (kind === "payout") return recordPayout(books, event as Payout.Event)
  if (kind === "batch") return recordBatch(books, event as Batch.Event)
  if (kind === "balance") return recordBalance(books, event as Balance.Event)
  if (kind === "withdrawal") return recordWithdrawal(books, event as Withdrawal.Event)
  const { cursor } = event as ChainCursor.Advanced
  books.cursors.set(partition, cursor)
  if (cursor.blockAt < books.since) books.cursorsBefore.set(partition, cursor)
  else books.blockSince = Math.min(books.blockSince, cursor.blockNumber)
  books.first = lower(books.first ?? cursor, cursor)
  books.last = [...books.cursors.values()].reduce(lower)
}

// ----------------------------------------------------------------------------- leaving

/** True if a transfer is compared at any time. One with an open outcome may be paid at any time. */
const isKept = ({ named, references }: Books, reference: string): boolean =>
  named.has(reference) || references.get(reference)?.outcome === "open"

const releasePayout = (books: Books, payout: Payout.Payout): void => {
  const { id, updatedAt } = payout
  const own = books.referencesOf.get(id) ?? []
  if (updatedAt >= books.since || books.named.has(id) || !Ended.mayPayoutLeave(payout)) return
  if (own.some((reference) => isKept(books, reference))) return
  Ended.addPayout(books.ended, payout)
  books.payouts.delete(id)
  books.referencesOf.delete(id)
  for (const reference of own) books.references.delete(reference)
}

const releaseBatch = (books: Books, batch: Batch.Batch): void => {
  if (batch.updatedAt >= books.since || !Ended.mayBatchLeave(batch)) return
  Ended.addBatch(books.ended, batch)
  books.batches.delete(batch.id)
}

const releaseWithdrawal = (books: Books, withdrawal: Withdrawal.Withdrawal): void => {
  if (withdrawal.updatedAt >= books.since || Withdrawal.isOpen(withdrawal)) return
  Ended.addWithdrawal(books.ended, withdrawal, Withdrawal.asRefunds(withdrawal))
  books.withdrawals.delete(withdrawal.id)
}

/**
 * Lets go of everything that ended before all that is compared. It is called after a whole entry,
 * whose events may follow one another.
 */
export const release = (books: Books): void => {
  const { batches, changed, payouts, withdrawals } = books
  for (const id of changed) {
    const [payout, batch, withdrawal] = [payouts.get(id), batches.get(id), withdrawals.get(id)]
    if (payout !== undefined) releasePayout(books, payout)
    if (batch !== undefined) releaseBatch(books, batch)
    if (withdrawal !== undefined) releaseWithdrawal(books, withdrawal)
  }
  changed.clear()
}

// ----------------------------------------------------------------------------- blocks

/** The cursor after which the chain is compared; `undefined` if it was never followed. */
export const startOf = ({
  cursors,
  cursorsBefore,
  first
}: Books): ChainCursor.ChainCursor | undefined =>
  cursorsBefore.size > 0 && cursorsBefore.size === cursors.size
    ? [...cursorsBefore.values()].reduce(lower)
    : first

/** True if a deposit is in the blocks that are compared. */
export const isInBlocks = (
  books: Books,
  { blockNumber }: Pick<Funding.Deposit, "blockNumber">
): boolean => {
  if (books.since === 0) return true
  const { blockBefore, blockSince, last } = books
  const start = startOf(books)
  // A wrong block in the log must not exclude the blocks from `since` on.
  const before = Math.min(blockBefore, blockSince - 1)
  return (
    start !== undefined &&
    last !== undefined &&
    blockNumber > Math.max(start.blockNumber, before) &&
    blockNumber <= last.blockNumber
  )
}

// ----------------------------------------------------------------------------- differences

export const kinds = [
  ...(["books_do_not_balance", "refund_transaction_shared"] as const),
  ...(["deposit_not_on_chain", "deposit_not_in_log", "deposit_differs"] as const),
  ...(["refund_not_on_chain", "usdc_short", "float_differs"] as const),
  ...(["foreign_deposit_not_in_log", "foreign_short"] as const),
  ...(["settled_not_delivered", "delivered_not_settled", "unknown_at_provider"] as const),
  ...(["statement_transfer_unknown", "statement_line_missing"] as const),
  ...(["statement_paid_not_settled", "statement_settled_not_paid"] as const),
  ...(["statement_paid_twice", "statement_amount_differs"] as const)
] as const

/** True for the kinds that only the comparison with a statement file finds. */
export const isOfStatement = (kind: string): boolean => kind.startsWith("statement_")

/** True if the service will still settle a transfer, so that a delivery is no difference. */
export const isUnderWay = (
  { status }: Pick<Payout.Payout, "status">,
  { outcome, transfer }: Pick<TransferReference, "outcome" | "transfer">,
  now: number
): boolean =>
  outcome === "open" &&
  (status === "PAYOUT_INITIATED" || status === "PAYOUT_CONFIRMED") &&
  now < transfer.deadline

/** The name under which a transfer's provider is known. The sandbox's transfers have none. */
export const providerOf = ({ provider }: Pick<Payout.Transfer, "provider">): string =>
  provider ?? "sandbox"

/** Both sides of a difference in one currency, micro-USDC or minor units. */
interface Sides {
  readonly currency: string
  readonly books: bigint
  /** The amount on the chain or at the provider. */
  readonly reported: bigint
}

/** A difference between two of log, chain and providers. */
export interface Difference {
  readonly kind: (typeof kinds)[number]
  /** Id of the payout or batch; empty for the books as a whole. */
  readonly id: string
  readonly detail: string
  /** The transfer, transaction or account, which does not change while the difference lasts. */
  readonly reference: string
  /** Absent if the difference is not one of amounts. */
  readonly sides?: Sides
}

/** The sides of an account, such as `customers USDC`. Foreign assets have no currency. */
const sidesOf = (account: string, books: bigint, reported: bigint): Pick<Difference, "sides"> => {
  const [, currency = ""] = account.split(" ")
  return /^[A-Z]{3,4}$/.test(currency) ? { sides: { currency, books, reported } } : {}
}

export const usdc = (books: number, reported: number): Pick<Difference, "sides"> => ({
  sides: { currency: "USDC", books: BigInt(books), reported: BigInt(reported) }
})

const sum = (all: ReadonlyArray<Refund.Refund>, ...statuses: ReadonlyArray<string>): bigint =>
  all.reduce(
    (total, { amount, status }) => total + (statuses.includes(status) ? BigInt(amount) : 0n),
    0n
  )

/** The expected balance of each account, counted from the states and not from postings. */
const expected = (books: Books): ReadonlyMap<string, bigint> => {
  const { accountBalances, batches, payouts, withdrawals } = books
  let { customers, suspense } = books.ended
  let [due, sent, frozen] = [0n, 0n, 0n]
  for (const payout of payouts.values()) {
    const held = BigInt(PayoutGuards.held(payout))
    const waiting = BigInt(Funding.suspenseBalance(payout.suspense))
    const refundsDue = sum(payout.refunds, "due")
    sent += sum(payout.refunds, "sent")
    if (PayoutGuards.isFrozen(payout)) {
      frozen += held + waiting + refundsDue
      continue
    }
    customers += held
    suspense += waiting
    due += refundsDue
  }
  for (const batch of batches.values()) {
    customers += BigInt(Batch.held(batch))
    suspense += BigInt(Funding.suspenseBalance(batch.suspense))
    due += sum(batch.refunds, "due")
    sent += sum(batch.refunds, "sent")
  }
  for (const withdrawal of withdrawals.values()) {
    const refunds = Withdrawal.asRefunds(withdrawal)
    due += sum(refunds, "due")
    sent += sum(refunds, "sent")
  }
  let balances = 0n
  for (const balance of accountBalances.values()) {
    balances += BigInt(balance.amount)
    suspense += BigInt(Balance.uncredited(balance))
  }
  const foreign = ForeignLiabilities.sums([...payouts.values(), ...batches.values()])
  return new Map([
    ...[...foreign].map(([account, amount]) => [account, -amount] as const),
    ["customers USDC", -customers],
    ["balances USDC", -balances],
    ["suspense USDC", -suspense],
    ["refunds_due USDC", -due],
    ["frozen USDC", -frozen],
    ["refunds_sent USDC", -sent]
  ])
}

/** Differences within the books: empty if they balance. */
export const auditBooks = (books: Books): ReadonlyArray<Difference> => {
  const kind = "books_do_not_balance"
  const trials = [...Ledger.trial(books.balances)].flatMap(
    ([currency, amount]): ReadonlyArray<Difference> =>
      amount === 0n
        ? []
        : [{ kind, id: "", reference: currency, detail: `${currency} is off by ${amount}` }]
  )
  const accounts = [...expected(books)].flatMap(([account, amount]): ReadonlyArray<Difference> => {
    const balance = books.balances.get(account) ?? 0n
    const detail = `${account} is ${balance}, and its payouts and batches say ${amount}`
    return balance === amount
      ? []
      : [{ kind, id: "", detail, reference: account, ...sidesOf(account, balance, amount) }]
  })
  return [...trials, ...accounts]
}
