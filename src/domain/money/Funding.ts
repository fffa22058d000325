/**
 * What arrived for a payout or batch: deposits, and the suspense account of transfers too small to
 * be deposits, in micro-USDC. Nothing here changes a status; it keeps the sums that L9 is about.
 */
import { Schema } from "effect"
import type * as Money from "./Money.ts"

/**
 * One USDC transfer to a deposit address. `(chainId, txHash, logIndex)` names it once and for all.
 */
export const Deposit = Schema.Struct({
  chainId: Schema.Number,
  txHash: Schema.String,
  logIndex: Schema.Number,
  blockNumber: Schema.Number,
  /** Micro-USDC. */
  amount: Schema.Number,
  /**
   * When it was first seen, final or not: this decides whether it came inside the funding window.
   */
  seenAt: Schema.Number,
  /** Who sent it; absent where it was simulated. */
  from: Schema.optionalKey(Schema.String)
})
export type Deposit = typeof Deposit.Type

export const Received = Schema.Struct({
  ...Deposit.fields,
  final: Schema.Boolean,
  /** Its sender was screened. */
  isScreened: Schema.optionalKey(Schema.Boolean)
})
export type Received = typeof Received.Type

/**
 * Transfers too small to be deposits, micro-USDC: they are booked, and add up. Their sums are kept,
 * and of the transfers themselves only the last ones, however many there are.
 */
export const Suspense = Schema.Struct({
  received: Schema.Number,
  /** Of that, what pays for the payout or batch, or goes back. */
  released: Schema.Number,
  /** The last ones counted, in the chain's order. */
  recent: Schema.Array(
    Schema.Struct({
      chainId: Schema.Number,
      txHash: Schema.String,
      logIndex: Schema.Number,
      blockNumber: Schema.Number
    })
  )
})
export type Suspense = typeof Suspense.Type

type Name = Pick<Deposit, "chainId" | "txHash" | "logIndex">

export const same = (left: Name, right: Name): boolean =>
  left.logIndex === right.logIndex && left.txHash === right.txHash && left.chainId === right.chainId

/** Up to this a transfer is no deposit, micro-USDC: 0.01 USDC is the least quote. */
export const dustMax = 9_999

/** From so many deposits on, none below a hundredth of what is expected counts. */
const manyDeposits = 50
const smallestShare = 100

/**
 * Whether a transfer is too small to be a deposit of its own: anyone can send any number of them to
 * any address, and each deposit is kept. It goes to the suspense account instead, and stays dust
 * where others were dropped since and there are not so many any more: it is credited once (L8).
 */
export const isDust = (
  deposits: ReadonlyArray<Deposit>,
  suspense: Suspense | null,
  deposit: Deposit,
  expected: Money.Micro
): boolean =>
  deposit.amount <= dustMax ||
  (deposit.amount < expected / smallestShare &&
    (deposits.length >= manyDeposits || isSuspended(suspense, deposit)) &&
    !deposits.some((known) => same(known, deposit)))

const sum = (amounts: ReadonlyArray<{ readonly amount: Money.Micro }>): Money.Micro =>
  amounts.reduce((total, { amount }) => total + amount, 0)

/** How many transfers a suspense account can distinguish, counted back from the last one. */
const recentMax = 50

type ChainOrder = Pick<Deposit, "blockNumber" | "logIndex">

const byChainOrder = (left: ChainOrder, right: ChainOrder): number =>
  left.blockNumber - right.blockNumber || left.logIndex - right.logIndex

/** Whether a transfer is final and counted: as a deposit, or in the suspense account. */
export const isCounted = (
  deposits: ReadonlyArray<Received>,
  suspense: Suspense | null,
  deposit: Deposit
): boolean =>
  deposits.some((known) => known.final && same(known, deposit)) ||
  suspense?.recent.some((known) => same(known, deposit)) === true

/**
 * Whether a transfer is in the suspense account already. The chain is read in order, and again from
 * a few blocks back: one from before all that are known is an old one.
 */
export const isSuspended = (suspense: Suspense | null, deposit: Deposit): boolean => {
  const recent = suspense?.recent ?? []
  const [oldest] = recent
  return (
    recent.some((one) => same(one, deposit)) ||
    (oldest !== undefined && recent.length >= recentMax && byChainOrder(deposit, oldest) <= 0)
  )
}

export const suspended = (
  suspense: Suspense | null,
  { amount, blockNumber, chainId, logIndex, txHash }: Deposit
): Suspense => ({
  received: (suspense?.received ?? 0) + amount,
  released: suspense?.released ?? 0,
  recent: [...(suspense?.recent ?? []), { chainId, txHash, logIndex, blockNumber }]
    .sort(byChainOrder)
    .slice(-recentMax)
})

export const released = (suspense: Suspense | null, amount: Money.Micro): Suspense | null =>
  suspense === null ? null : { ...suspense, released: suspense.released + amount }

/** The balance of the suspense account. */
export const waiting = (suspense: Suspense | null): Money.Micro =>
  suspense === null ? 0 : suspense.received - suspense.released

/** Everything final, dust included. */
export const arrived = (
  deposits: ReadonlyArray<Received>,
  suspense: Suspense | null
): Money.Micro => deposited(deposits) + (suspense?.received ?? 0)

/** Seen and not final yet. */
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

/** Final deposits, whenever seen. */
export const deposited = (deposits: ReadonlyArray<Received>): Money.Micro =>
  sum(deposits.filter((deposit) => deposit.final))

/** Seen no later than the deadline, not yet final: only these may still pay for the payout. */
export const pending = (deposits: ReadonlyArray<Received>, deadline: number): boolean =>
  deposits.some((deposit) => !deposit.final && deposit.seenAt <= deadline)

export const seen = (
  deposits: ReadonlyArray<Received>,
  deposit: Deposit,
  final: boolean
): ReadonlyArray<Received> => {
  const known = deposits.find((other) => same(other, deposit))
  const received = {
    ...deposit,
    seenAt: known?.seenAt ?? deposit.seenAt,
    final,
    ...(known?.isScreened === true ? { isScreened: true } : {})
  }
  return [...deposits.filter((other) => !same(other, deposit)), received]
}

export const dropped = (
  deposits: ReadonlyArray<Received>,
  deposit: Deposit
): ReadonlyArray<Received> => deposits.filter((other) => other.final || !same(other, deposit))
