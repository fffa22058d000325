/**
 * The log's account of all money, for the comparison with the chain and the providers. It is a fold
 * of the whole log into separate books, independent of the engine's state.
 */

import * as Balance from "../balance/Balance.ts"
import * as Withdrawal from "../balance/Withdrawal.ts"
import * as Batch from "../batch/Batch.ts"
import * as BatchEvent from "../batch/BatchEvent.ts"
import type * as ChainCursor from "../ChainCursor.ts"
import * as ForeignDeposit from "../money/ForeignDeposit.ts"
import * as Funding from "../money/Funding.ts"
import * as Payout from "../payout/Payout.ts"
import * as PayoutGuards from "../payout/PayoutGuards.ts"
import type * as Refund from "../refund/Refund.ts"
import * as ForeignLiabilities from "./ForeignLiabilities.ts"
import * as Ledger from "./Ledger.ts"

/** A reference that a transfer may have been made with, and its outcome in the log. */
export interface TransferReference {
  readonly payoutId: string
  readonly transfer: Payout.Transfer
  readonly outcome: "open" | "refused" | "delivered"
}

export interface Books {
  readonly balances: Ledger.Balances
  readonly payouts: Map<string, Payout.Payout>
  readonly batches: Map<string, Batch.Batch>
  /** Balances of accounts, by id. */
  readonly accountBalances: Map<string, Balance.Balance>
  readonly withdrawals: Map<string, Withdrawal.Withdrawal>
  /** Transfers by reference. */
  readonly references: Map<string, TransferReference>
  /** The last cursor in the log of each partition. */
  readonly cursors: Map<number, ChainCursor.ChainCursor>
  /**
   * The first and last position to which the chain was followed; `undefined` if it never was. Logs
   * are read one after the other. Up to the lowest of their cursors, all of them contain all
   * transfers.
   */
  first: ChainCursor.ChainCursor | undefined
  last: ChainCursor.ChainCursor | undefined
}

export const open = (): Books => ({
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

const follow = (books: Books, before: Payout.Payout, after: Payout.Payout, at: number): void => {
  const batch = after.batchId === null ? undefined : books.batches.get(after.batchId)
  if (batch !== undefined) books.batches.set(batch.id, Batch.follow(batch, before, after, at))
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

const recordBalance = ({ accountBalances, balances }: Books, event: Balance.Event): void => {
  if (event._tag === "BalanceOpened") {
    return void accountBalances.set(event.id, Balance.opened(event))
  }
  const before = accountBalances.get(event.id)
  if (before === undefined) throw new Error(`${event._tag} names an unknown ${event.id}`)
  Ledger.book(balances, Ledger.balancePostings(before, event))
  accountBalances.set(before.id, Balance.evolve(before, event))
}

const recordWithdrawal = (books: Books, event: Withdrawal.Event): void => {
  const before = books.withdrawals.get(event.id)
  if (event._tag !== "WithdrawalRequested" && before === undefined) {
    throw new Error(`${event._tag} names an unknown ${event.id}`)
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
  { id, transfer }: Payout.Payout,
  outcome: TransferReference["outcome"]
): void => {
  if (transfer !== null) {
    books.references.set(transfer.reference, { payoutId: id, transfer, outcome })
  }
}

const recordPayout = (books: Books, event: Payout.Event): void => {
  if (event._tag === "PayoutCreated") {
    return void books.payouts.set(event.id, Payout.created(event))
  }
  const before = books.payouts.get(event.id)
  if (before === undefined) throw new Error(`${event._tag} names an unknown ${event.id}`)
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
    return void books.batches.set(event.id, Batch.created(event))
  }
  const before = books.batches.get(event.id)
  if (before === undefined) throw new Error(`${event._tag} names an unknown ${event.id}`)
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

/** Applies an event of a partition's log. `kind`: the kind of its subject. */
export const record = (
  books: Books,
  kind: "payout" | "batch" | "balance" | "withdrawal" | "cursor",
  event: Event,
  partition = 0
): void => {
  if (kind === "payout") return recordPayout(books, event as Payout.Event)
  if (kind === "batch") return recordBatch(books, event as Batch.Event)
  if (kind === "balance") return recordBalance(books, event as Balance.Event)
  if (kind === "withdrawal") return recordWithdrawal(books, event as Withdrawal.Event)
  const { cursor } = event as ChainCursor.Advanced
  books.cursors.set(partition, cursor)
  books.first = lower(books.first ?? cursor, cursor)
  books.last = [...books.cursors.values()].reduce(lower)
}

// ----------------------------------------------------------------------------- differences

/** A difference between two of log, chain and providers. */
export interface Difference {
  readonly kind:
    | "books_do_not_balance"
    | "deposit_not_on_chain"
    | "deposit_not_in_log"
    | "deposit_differs"
    | "refund_not_on_chain"
    | "refund_transaction_shared"
    | "settled_not_delivered"
    | "delivered_not_settled"
    | "unknown_at_provider"
    | "usdc_short"
    | "foreign_deposit_not_in_log"
    | "foreign_short"
  /** Id of the payout or batch; empty for the books as a whole. */
  readonly id: string
  readonly detail: string
}

const sum = (all: ReadonlyArray<Refund.Refund>, ...statuses: ReadonlyArray<string>): bigint =>
  all.reduce(
    (total, { amount, status }) => total + (statuses.includes(status) ? BigInt(amount) : 0n),
    0n
  )

/** The expected balance of each account, counted from the states and not from postings. */
const expected = (books: Books): ReadonlyMap<string, bigint> => {
  const { accountBalances, batches, payouts, withdrawals } = books
  let [customers, suspense, due, sent, frozen] = [0n, 0n, 0n, 0n, 0n]
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
  const trials = [...Ledger.trial(books.balances)].flatMap(([currency, amount]) =>
    amount === 0n ? [] : [{ kind, id: "", detail: `${currency} is off by ${amount}` } as const]
  )
  const accounts = [...expected(books)].flatMap(([account, amount]) => {
    const balance = books.balances.get(account) ?? 0n
    const detail = `${account} is ${balance}, and its payouts and batches say ${amount}`
    return balance === amount ? [] : [{ kind, id: "", detail } as const]
  })
  return [...trials, ...accounts]
}

const nameOf = ({ logIndex, txHash }: Funding.Deposit): string => `${txHash}/${logIndex}`

/** Payouts and batches with separate deposits: all but rows, and those that balances pay. */
const funded = ({ batches, payouts }: Books): ReadonlyArray<Payout.Payout | Batch.Batch> => [
  ...[...payouts.values()].filter(
    ({ batchId, funding }) => batchId === null && funding === undefined
  ),
  ...[...batches.values()].filter(({ fundedBy }) => fundedBy === undefined)
]

/** The refunds of each payout and batch, and the withdrawals. */
export const refunds = ({
  batches,
  payouts,
  withdrawals
}: Books): ReadonlyArray<{
  readonly id: string
  readonly createdAt: number
  readonly refunds: ReadonlyArray<Refund.Refund>
}> => [
  ...payouts.values(),
  ...batches.values(),
  ...[...withdrawals.values()].map((withdrawal) => ({
    ...{ id: withdrawal.id, createdAt: withdrawal.createdAt },
    refunds: Withdrawal.asRefunds(withdrawal)
  }))
]

/** The owners of all deposit addresses. */
export const addressed = (
  books: Books
): ReadonlyArray<
  Pick<Payout.Payout, "id" | "depositAddress"> & Partial<Pick<Payout.Payout, "foreignDeposits">>
> => [...funded(books), ...books.accountBalances.values()]

/** The log's deposits compared with those on the chain, by payout and batch. */
export const compareDeposits = (
  books: Books,
  onChain: ReadonlyMap<string, ReadonlyArray<Funding.Deposit>>
): ReadonlyArray<Difference> =>
  funded(books).flatMap((subject) => {
    const { deposits, id, suspense } = subject
    const counted = new Map(deposits.filter(({ final }) => final).map((one) => [nameOf(one), one]))
    const chainDeposits = new Map((onChain.get(id) ?? []).map((one) => [nameOf(one), one]))
    const missing = [...counted.keys()]
      .filter((name) => !chainDeposits.has(name))
      .map((detail) => ({ kind: "deposit_not_on_chain", id, detail }) as const)
    let dust = 0
    const unmatched = [...chainDeposits].flatMap(([name, deposit]): ReadonlyArray<Difference> => {
      const { amount } = deposit
      const logged = counted.get(name)
      if (logged === undefined && Funding.isDust(subject, deposit)) {
        dust += amount
        return []
      }
      if (logged === undefined) {
        return [{ kind: "deposit_not_in_log", id, detail: `${name}: ${amount} micro-USDC` }]
      }
      const detail = `${name}: ${amount} micro-USDC on chain, ${logged.amount} in the log`
      return logged.amount === amount ? [] : [{ kind: "deposit_differs", id, detail }]
    })
    const booked = suspense?.received ?? 0
    const detail = `dust: ${dust} micro-USDC on chain, ${booked} in the log`
    const small = dust === booked ? [] : [{ kind: "deposit_differs", id, detail } as const]
    return [...missing, ...unmatched, ...small]
  })

/** The sums that balances received, compared with the transfers on the chain. */
export const compareBalances = (
  { accountBalances }: Books,
  onChain: ReadonlyMap<string, ReadonlyArray<Funding.Deposit>>
): ReadonlyArray<Difference> =>
  [...accountBalances.values()].flatMap(({ id, received }): ReadonlyArray<Difference> => {
    const arrived = (onChain.get(id) ?? []).reduce((sum, { amount }) => sum + amount, 0)
    const detail = `${arrived} micro-USDC on chain, ${received} in the log`
    return arrived === received ? [] : [{ kind: "deposit_differs", id, detail }]
  })

/**
 * Refunds that share a transaction: one transaction cannot be two refunds of the same amount to the
 * same address.
 */
export const sharedRefunds = (books: Books): ReadonlyArray<Difference> => {
  const first = new Map<string, string>()
  return refunds(books).flatMap(({ id, refunds: own }) =>
    own.flatMap(({ address, amount, asset, txHash }): ReadonlyArray<Difference> => {
      if (txHash === null) return []
      const sum = asset === undefined ? amount : `${asset.units} ${ForeignDeposit.idOf(asset)}`
      const key = `${txHash} ${address?.toLowerCase()} ${sum}`
      const before = first.get(key)
      first.set(key, before ?? id)
      if (before === undefined) return []
      return [{ kind: "refund_transaction_shared", id, detail: `${txHash} is ${before}'s too` }]
    })
  )
}
