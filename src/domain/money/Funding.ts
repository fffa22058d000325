/**
 * Money that arrives for a payout or batch: deposits, and the suspense account of transfers too
 * small to be deposits. The rules of both are the same. Amounts in micro-USDC.
 *
 *     a transfer:  seen ──final──▶ deposited
 *                   └──dropped: the chain no longer has it
 *     a small one: final ──▶ in suspense ──pays, or goes back──▶ released
 *
 * F1  A transfer is credited once, by (chain, transaction, log index), and only when final (L8).
 * F2  Dust is booked and adds up: it pays once it suffices, and goes back with other money (L9).
 * F3  The time at which a deposit was first seen decides whether it is in time. The window waits
 *     for deposits that are seen and not final.
 *
 * Nothing here changes a status. Payouts act on a deposit in the entry that records it (Payout.ts);
 * batches act on it in a later step (Batch.ts).
 */
import { Schema } from "effect"
import type * as Money from "./Money.ts"
import * as RecentTransfers from "./RecentTransfers.ts"

/** A USDC transfer to a deposit address. `(chainId, txHash, logIndex)` identifies it for good. */
export const Deposit = Schema.Struct({
  chainId: Schema.Number,
  txHash: Schema.String,
  logIndex: Schema.Number,
  blockNumber: Schema.Number,
  /** Micro-USDC. */
  amount: Schema.Number,
  /** Time at which it was first seen, final or not. It decides whether the deposit is in time. */
  seenAt: Schema.Number,
  /** The sender; absent if the deposit is simulated. */
  from: Schema.optionalKey(Schema.String)
})
export type Deposit = typeof Deposit.Type

export const Received = Schema.Struct({
  ...Deposit.fields,
  final: Schema.Boolean,
  /** True if the sender was screened. */
  isScreened: Schema.optionalKey(Schema.Boolean)
})
export type Received = typeof Received.Type

/**
 * Transfers too small to be deposits, micro-USDC, booked and added up. The sums are kept, and of
 * the transfers only the last ones, however many there are.
 */
export const Suspense = Schema.Struct({
  received: Schema.Number,
  /** The released part, which pays for the payout or batch, or goes back. */
  released: Schema.Number,
  /** The last transfers counted. */
  recent: RecentTransfers.RecentTransfers,
  /** Addresses that sent them, each once, at most `dustSendersMax`. */
  senders: Schema.optionalKey(Schema.Array(Schema.String)),
  /** True if more addresses sent some. */
  hasMoreSenders: Schema.optionalKey(Schema.Literal(true))
})
export type Suspense = typeof Suspense.Type

/** The part of a payout or batch that its funding depends on. */
export interface Fundable {
  readonly id: string
  /** Whole price, micro-USDC. */
  readonly sourceAmount: Money.Micro
  /** Milliseconds. */
  readonly fundingDeadline: number
  /** True if the window has closed, and deposits seen in time are not final. */
  readonly windowClosed: boolean
  readonly deposits: ReadonlyArray<Received>
  readonly suspense: Suspense | null
}

/** A report of the chain about a deposit. */
export type Verb =
  | { readonly _tag: "SeeDeposit"; readonly deposit: Deposit }
  | { readonly _tag: "DropDeposit"; readonly deposit: Deposit }
  | { readonly _tag: "FinalizeDeposit"; readonly deposit: Deposit }

/** A report and its time, milliseconds. */
export type Command = Verb & { readonly at: number }

/** An event about funding, with its tag in payouts. */
export type Event =
  | {
      readonly _tag: "DepositSeen" | "DepositDropped" | "DepositFinalized" | "DustReceived"
      readonly deposit: Deposit
    }
  | { readonly _tag: "SuspenseReleased"; readonly amount: Money.Micro }
  | { readonly _tag: "FundingWindowClosed" }

// ----------------------------------------------------------------------------- transfers

export const { isSameTransfer } = RecentTransfers

/** Amount up to which a transfer is not a deposit, micro-USDC: 0.01 USDC is the least quote. */
export const dustMax = 9_999

/** Number of deposits from which no transfer below a hundredth of the expected amount counts. */
export const manyDeposits = 50
const smallestShare = 100

/** Number of addresses that sent dust and are kept, so that their money is screened. */
export const dustSendersMax = 50

type Accounts = Pick<Fundable, "deposits" | "suspense">

/**
 * True if a transfer is too small to be a deposit. Anyone can send any number of small transfers to
 * any address, and each deposit is kept. Such a transfer goes to the suspense account. It stays
 * dust if dropped deposits bring their number down again, because it is credited once (L8).
 */
export const isDust = (
  { deposits, sourceAmount, suspense }: Accounts & Pick<Fundable, "sourceAmount">,
  deposit: Deposit
): boolean =>
  deposit.amount <= dustMax ||
  (deposit.amount < sourceAmount / smallestShare &&
    (deposits.length >= manyDeposits || isSuspended(suspense, deposit)) &&
    !deposits.some((received) => isSameTransfer(received, deposit)))

const sum = (amounts: ReadonlyArray<{ readonly amount: Money.Micro }>): Money.Micro =>
  amounts.reduce((total, { amount }) => total + amount, 0)

/** True if a transfer is final and counted, as a deposit or in the suspense account. */
export const isCounted = ({ deposits, suspense }: Accounts, deposit: Deposit): boolean =>
  deposits.some((received) => received.final && isSameTransfer(received, deposit)) ||
  RecentTransfers.includes(suspense?.recent ?? [], deposit)

/** True if a transfer is in the suspense account already. */
export const isSuspended = (suspense: Suspense | null, deposit: Deposit): boolean =>
  RecentTransfers.isCounted(suspense?.recent ?? [], deposit)

/** The senders of dust after a transfer. */
const sendersWith = (
  suspense: Suspense | null,
  { from }: Deposit
): Pick<Suspense, "senders" | "hasMoreSenders"> => {
  const { hasMoreSenders, senders = [] } = suspense ?? {}
  const more = hasMoreSenders === undefined ? {} : { hasMoreSenders }
  if (from === undefined || senders.includes(from)) {
    return senders.length === 0 ? more : { senders, ...more }
  }
  return senders.length < dustSendersMax
    ? { senders: [...senders, from], ...more }
    : { senders, hasMoreSenders: true }
}

export const suspended = (suspense: Suspense | null, deposit: Deposit): Suspense => ({
  received: (suspense?.received ?? 0) + deposit.amount,
  released: suspense?.released ?? 0,
  recent: RecentTransfers.add(suspense?.recent ?? [], deposit),
  ...sendersWith(suspense, deposit)
})

/** The addresses that sent the money, each once. */
export const sendersOf = ({ deposits, suspense }: Accounts): ReadonlyArray<string> => [
  ...new Set([...deposits.flatMap(({ from }) => from ?? []), ...(suspense?.senders ?? [])])
]

/** True if dust pays for the payout or batch, and not all of its senders are known. */
export const hasUnknownSenders = ({ suspense }: Pick<Accounts, "suspense">): boolean =>
  suspense?.hasMoreSenders === true && suspense.released > 0

export const seen = (
  deposits: ReadonlyArray<Received>,
  deposit: Deposit,
  final: boolean
): ReadonlyArray<Received> => {
  const earlier = deposits.find((other) => isSameTransfer(other, deposit))
  const received = {
    ...deposit,
    seenAt: earlier?.seenAt ?? deposit.seenAt,
    final,
    ...(earlier?.isScreened === true ? { isScreened: true } : {})
  }
  return [...deposits.filter((other) => !isSameTransfer(other, deposit)), received]
}

const dropped = (deposits: ReadonlyArray<Received>, deposit: Deposit): ReadonlyArray<Received> =>
  deposits.filter((other) => other.final || !isSameTransfer(other, deposit))

// ----------------------------------------------------------------------------- sums

/** The balance of the suspense account. */
export const suspenseBalance = (suspense: Suspense | null): Money.Micro =>
  suspense === null ? 0 : suspense.received - suspense.released

/** All final money, dust included. */
export const arrived = (
  deposits: ReadonlyArray<Received>,
  suspense: Suspense | null
): Money.Micro => deposited(deposits) + (suspense?.received ?? 0)

/** Deposits that are seen and not final yet. */
export const detected = (deposits: ReadonlyArray<Received>): Money.Micro =>
  sum(deposits.filter(({ final }) => !final))

/** Senders of final deposits that were not screened; a simulated deposit has no sender. */
export const unscreened = (deposits: ReadonlyArray<Received>): ReadonlyArray<string> => [
  ...new Set(
    deposits.flatMap(({ final, from, isScreened }) =>
      final && isScreened !== true && from !== undefined ? [from] : []
    )
  )
]

/** The deposits once these senders were screened. */
export const screened = (
  deposits: ReadonlyArray<Received>,
  senders: ReadonlyArray<string>
): ReadonlyArray<Received> =>
  deposits.map((deposit) =>
    deposit.from !== undefined && senders.includes(deposit.from)
      ? { ...deposit, isScreened: true }
      : deposit
  )

/** Final deposits, whenever they were seen. */
export const deposited = (deposits: ReadonlyArray<Received>): Money.Micro =>
  sum(deposits.filter((deposit) => deposit.final))

type Window = Pick<Fundable, "deposits" | "fundingDeadline">

const inTime = ({ deposits, fundingDeadline }: Window): ReadonlyArray<Received> =>
  deposits.filter(({ seenAt }) => seenAt <= fundingDeadline)

/** True if a deposit was first seen within the window. */
export const isInTime = (state: Window, deposit: Deposit): boolean =>
  inTime(state).some((received) => isSameTransfer(received, deposit))

/** Final deposits that were first seen within the window. */
export const depositedInTime = (state: Window): Money.Micro => deposited(inTime(state))

/** True if a deposit that was first seen within the window is not final, so it may still pay. */
export const isPending = (state: Window): boolean => inTime(state).some(({ final }) => !final)

/**
 * Part of a missing amount that is still to be sent. Deposits that are not final yet count as sent,
 * so no payer pays twice.
 */
export const due = (deposits: ReadonlyArray<Received>, missing: Money.Micro): Money.Micro =>
  Math.max(0, missing - detected(deposits))

/** Amount to refund of held money that exceeds the need. Dust alone is not worth a refund. */
export const refundable = (suspense: Suspense | null, excess: Money.Micro): Money.Micro => {
  const dust = suspenseBalance(suspense)
  return excess > 0 || dust > dustMax ? excess + dust : 0
}

// ----------------------------------------------------------------------------- decide

type Owner = Pick<Fundable, "id" | "suspense">

/** Releases an amount of the suspense account. */
export const releaseSuspense = ({ id }: Owner, at: number, amount: Money.Micro) =>
  amount > 0 ? [{ _tag: "SuspenseReleased", id, at, amount } as const] : []

/** Pays the missing amount from the suspense account, if the account suffices. */
export const cover = (state: Owner, at: number, missing: Money.Micro) =>
  releaseSuspense(state, at, missing <= suspenseBalance(state.suspense) ? missing : 0)

/** Opens a refund of held money that is not needed, with the balance of the suspense account. */
export const giveBack = (state: Owner, at: number, excess: Money.Micro) => {
  const { id, suspense } = state
  const amount = refundable(suspense, excess)
  if (amount === 0) return []
  const opened = { _tag: "RefundOpened", id, at, amount } as const
  return [...releaseSuspense(state, at, suspenseBalance(suspense)), opened]
}

/**
 * Closes the window. If a deposit is pending, returns the event that records it, or nothing if it
 * was recorded before. Returns `undefined` if none is pending, so the payout or batch can end.
 */
export const closeWindow = (state: Fundable, at: number) => {
  const { id, windowClosed } = state
  if (!isPending(state)) return undefined
  return windowClosed ? [] : [{ _tag: "FundingWindowClosed", id, at } as const]
}

/** The event that records a report of the chain; `undefined` if the report is known or empty. */
export const decide = (state: Fundable, { _tag, at, deposit }: Command) => {
  const { deposits, id, suspense } = state
  const received = deposits.find((other) => isSameTransfer(other, deposit))
  if (_tag === "DropDeposit") {
    return received?.final === false
      ? ({ _tag: "DepositDropped", id, at, deposit } as const)
      : undefined
  }
  if (isCounted(state, deposit)) return undefined
  const dust = isDust(state, deposit)
  if (_tag === "SeeDeposit") {
    return received !== undefined || dust
      ? undefined
      : ({ _tag: "DepositSeen", id, at, deposit } as const)
  }
  if (!dust) return { _tag: "DepositFinalized", id, at, deposit } as const
  return deposit.amount <= 0 || isSuspended(suspense, deposit)
    ? undefined
    : ({ _tag: "DustReceived", id, at, deposit } as const)
}

// ----------------------------------------------------------------------------- evolve

/** Fields that an event about funding changes. */
export const evolve = ({ deposits, suspense }: Accounts, event: Event) => {
  switch (event._tag) {
    case "DepositSeen":
      return { deposits: seen(deposits, event.deposit, false) }
    case "DepositFinalized":
      return { deposits: seen(deposits, event.deposit, true) }
    case "DepositDropped":
      return { deposits: dropped(deposits, event.deposit) }
    case "DustReceived":
      return {
        deposits: dropped(deposits, event.deposit),
        suspense: suspended(suspense, event.deposit)
      }
    case "SuspenseReleased":
      return {
        suspense: suspense && { ...suspense, released: suspense.released + event.amount }
      }
    case "FundingWindowClosed":
      return { windowClosed: true }
  }
}
