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
  /** Time of the request, milliseconds. */
  readonly requestedAt: number
  /** Time of the last change, milliseconds. */
  readonly at: number
}

export interface Books {
  readonly balances: Ledger.Balances
  readonly payouts: Map<string, Payout.Payout>
  readonly batches: Map<string, Batch.Batch>
  /** Balances of accounts, by id. */
  readonly accountBalances: Map<string, Balance.Balance>
  readonly withdrawals: Map<string, Withdrawal.Withdrawal>
  /** Final transfers to the balances of accounts, by id of the balance. */
  readonly transfersToBalances: Map<string, Array<Funding.Deposit>>
  /** Transfers by reference. */
  readonly references: Map<string, TransferReference>
  /** The last cursor in the log of each partition. */
  readonly cursors: Map<number, ChainCursor.ChainCursor>
  /** Deposits, refunds and transfers before this time are not compared; 0 compares all. */
  readonly since: number
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

export const open = (since = 0): Books => ({
  since,
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

const recordBalance = (books: Books, event: Balance.Event): void => {
  const { accountBalances, balances, transfersToBalances } = books
  if (event._tag === "BalanceOpened") {
    return void accountBalances.set(event.id, Balance.opened(event))
  }
  const before = accountBalances.get(event.id)
  if (before === undefined) throw new Error(`${event._tag} names an unknown ${event.id}`)
  Ledger.book(balances, Ledger.balancePostings(before, event))
  accountBalances.set(before.id, Balance.evolve(before, event))
  if (event._tag !== "BalanceDepositFinalized" && event._tag !== "BalanceDustReceived") return
  const transfers = transfersToBalances.get(event.id) ?? []
  transfersToBalances.set(event.id, transfers)
  transfers.push(event.deposit)
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
  { id, transfer, updatedAt: at }: Payout.Payout,
  outcome: TransferReference["outcome"]
): void => {
  if (transfer !== null) {
    const requestedAt = books.references.get(transfer.reference)?.requestedAt ?? at
    books.references.set(transfer.reference, { payoutId: id, transfer, outcome, requestedAt, at })
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
  if (cursor.blockAt < books.since) books.cursorsBefore.set(partition, cursor)
  books.first = lower(books.first ?? cursor, cursor)
  books.last = [...books.cursors.values()].reduce(lower)
}

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
const isInBlocks = (books: Books, { blockNumber }: Pick<Funding.Deposit, "blockNumber">) => {
  if (books.since === 0) return true
  const { last } = books
  const start = startOf(books)
  return (
    start !== undefined &&
    last !== undefined &&
    blockNumber > start.blockNumber &&
    blockNumber <= last.blockNumber
  )
}

// ----------------------------------------------------------------------------- differences

export const kinds = [
  ...(["books_do_not_balance", "refund_transaction_shared"] as const),
  ...(["deposit_not_on_chain", "deposit_not_in_log", "deposit_differs"] as const),
  ...(["refund_not_on_chain", "usdc_short"] as const),
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

const usdc = (books: number, reported: number): Pick<Difference, "sides"> => ({
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
  readonly updatedAt: number
  readonly refunds: ReadonlyArray<Refund.Refund>
}> => [
  ...payouts.values(),
  ...batches.values(),
  ...[...withdrawals.values()].map((withdrawal) => ({
    ...{ id: withdrawal.id, createdAt: withdrawal.createdAt, updatedAt: withdrawal.updatedAt },
    refunds: Withdrawal.asRefunds(withdrawal)
  }))
]

/** The owners of all deposit addresses. */
export const addressed = (
  books: Books
): ReadonlyArray<
  Pick<Payout.Payout, "id" | "depositAddress"> & Partial<Pick<Payout.Payout, "foreignDeposits">>
> => [...funded(books), ...books.accountBalances.values()]

/** The sum of small transfers is only known for the whole log. */
const dustDifference = (
  { since }: Books,
  id: string,
  booked: number,
  dust: number
): ReadonlyArray<Difference> => {
  if (since > 0 || dust === booked) return []
  const detail = `dust: ${dust} micro-USDC on chain, ${booked} in the log`
  return [{ kind: "deposit_differs", id, detail, reference: "dust", ...usdc(booked, dust) }]
}

/** The log's deposits compared with those on the chain, by payout and batch. */
export const compareDeposits = (
  books: Books,
  onChain: ReadonlyMap<string, ReadonlyArray<Funding.Deposit>>
): ReadonlyArray<Difference> =>
  funded(books).flatMap((subject) => {
    const { deposits, id, suspense } = subject
    const counted = new Map(
      deposits.filter((one) => one.final && isInBlocks(books, one)).map((one) => [nameOf(one), one])
    )
    const chainDeposits = new Map((onChain.get(id) ?? []).map((one) => [nameOf(one), one]))
    const missing = [...counted]
      .filter(([name]) => !chainDeposits.has(name))
      .map(([name, { amount }]) => ({
        ...({ kind: "deposit_not_on_chain", id, detail: name, reference: name } as const),
        ...usdc(amount, 0)
      }))
    let dust = 0
    const unmatched = [...chainDeposits].flatMap(([name, deposit]): ReadonlyArray<Difference> => {
      const { amount } = deposit
      const logged = counted.get(name)
      if (logged === undefined && Funding.isDust(subject, deposit)) {
        dust += amount
        return []
      }
      const found = { id, reference: name, ...usdc(logged?.amount ?? 0, amount) }
      if (logged === undefined) {
        return [{ ...found, kind: "deposit_not_in_log", detail: `${name}: ${amount} micro-USDC` }]
      }
      const detail = `${name}: ${amount} micro-USDC on chain, ${logged.amount} in the log`
      return logged.amount === amount ? [] : [{ ...found, kind: "deposit_differs", detail }]
    })
    return [...missing, ...unmatched, ...dustDifference(books, id, suspense?.received ?? 0, dust)]
  })

/** The sums that balances received, compared with the transfers on the chain. */
export const compareBalances = (
  books: Books,
  onChain: ReadonlyMap<string, ReadonlyArray<Funding.Deposit>>
): ReadonlyArray<Difference> =>
  [...books.accountBalances.values()].flatMap((balance): ReadonlyArray<Difference> => {
    const { id } = balance
    const received =
      books.since === 0 ? balance.received : sumOf(books, books.transfersToBalances.get(id) ?? [])
    const arrived = (onChain.get(id) ?? []).reduce((sum, { amount }) => sum + amount, 0)
    const detail = `${arrived} micro-USDC on chain, ${received} in the log`
    return arrived === received
      ? []
      : [
          {
            ...{ kind: "deposit_differs", id, detail, reference: "received" },
            ...usdc(received, arrived)
          }
        ]
  })

/** The sum of the deposits in the blocks that are compared. */
const sumOf = (books: Books, deposits: ReadonlyArray<Funding.Deposit>): number =>
  deposits.reduce((sum, one) => sum + (isInBlocks(books, one) ? one.amount : 0), 0)

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
      const detail = `${txHash} is ${before}'s too`
      return [{ kind: "refund_transaction_shared", id, detail, reference: txHash }]
    })
  )
}
