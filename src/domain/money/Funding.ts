/**
 * What arrived for a payout and what of it must go back: deposits and refunds, in micro-USDC.
 * Nothing here changes a payout's status; it keeps the sums that L9 is about:
 *
 *     deposited + suspense = settled + refunds + held
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

export const Refund = Schema.Struct({
  status: Schema.Literals(["due", "sent", "confirmed"]),
  /** Micro-USDC. */
  amount: Schema.Number,
  address: Schema.NullOr(Schema.String),
  txHash: Schema.NullOr(Schema.String),
  /** Why it should not have been sent where it was sent. */
  flagged: Schema.optionalKey(Schema.String)
})
export type Refund = typeof Refund.Type

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

/** How many transfers a suspense account can tell apart, counted back from the last one. */
const recentMax = 50

type Place = Pick<Deposit, "blockNumber" | "logIndex">

const byPlace = (left: Place, right: Place): number =>
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
    (oldest !== undefined && recent.length >= recentMax && byPlace(deposit, oldest) <= 0)
  )
}

export const suspended = (
  suspense: Suspense | null,
  { amount, blockNumber, chainId, logIndex, txHash }: Deposit
): Suspense => ({
  received: (suspense?.received ?? 0) + amount,
  released: suspense?.released ?? 0,
  recent: [...(suspense?.recent ?? []), { chainId, txHash, logIndex, blockNumber }]
    .sort(byPlace)
    .slice(-recentMax)
})

export const released = (suspense: Suspense | null, amount: Money.Micro): Suspense | null =>
  suspense === null ? null : { ...suspense, released: suspense.released + amount }

/** Whether money is to go back that is not proven to have gone. */
export const isOpen = (refunds: ReadonlyArray<Refund>): boolean =>
  refunds.some(({ status }) => status !== "confirmed")

/** What waits in the suspense account. */
export const waiting = (suspense: Suspense | null): Money.Micro =>
  suspense === null ? 0 : suspense.received - suspense.released

/** Whatever arrived and is final, dust included. */
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

export const refunded = (refunds: ReadonlyArray<Refund>): Money.Micro => sum(refunds)

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

/** Still to be sent, of exactly this amount: one that grew meanwhile is another refund. */
export const isDue =
  (amount: Money.Micro) =>
  (refund: Refund): boolean =>
    refund.status === "due" && refund.amount === amount

/** Sent with this transaction. */
export const isSent =
  (txHash: string) =>
  (refund: Refund): boolean =>
    refund.status === "sent" && refund.txHash === txHash

/** More to give back: joins the refund that is still due, or opens the next one. */
export const opened = (
  refunds: ReadonlyArray<Refund>,
  amount: Money.Micro
): ReadonlyArray<Refund> => {
  const due = refunds.find((refund) => refund.status === "due")
  return due === undefined
    ? [...refunds, { status: "due", amount, address: null, txHash: null }]
    : refunds.map((refund) =>
        refund === due ? { ...refund, amount: refund.amount + amount } : refund
      )
}

/**
 * Whether exactly this may be said to be sent: it is due, and the transaction is of no other
 * refund, whose proof it would be a second time.
 */
export const maySend = (
  refunds: ReadonlyArray<Refund>,
  { amount, txHash }: { readonly amount: Money.Micro; readonly txHash: string }
): boolean => refunds.some(isDue(amount)) && !refunds.some((refund) => refund.txHash === txHash)

/** Moves the first refund that `matches` on. */
const advanced = (
  refunds: ReadonlyArray<Refund>,
  matches: (refund: Refund) => boolean,
  change: Partial<Refund>
): ReadonlyArray<Refund> => {
  const first = refunds.find(matches)
  return refunds.map((refund) => (refund === first ? { ...refund, ...change } : refund))
}

export const sent = (
  refunds: ReadonlyArray<Refund>,
  {
    address,
    amount,
    flagged,
    txHash
  }: {
    readonly address: string
    readonly amount: Money.Micro
    readonly txHash: string
    readonly flagged?: string
  }
): ReadonlyArray<Refund> =>
  advanced(refunds, isDue(amount), {
    ...{ status: "sent", address, txHash },
    ...(flagged === undefined ? {} : { flagged })
  })

export const confirmed = (refunds: ReadonlyArray<Refund>, txHash: string): ReadonlyArray<Refund> =>
  advanced(refunds, isSent(txHash), { status: "confirmed" })

/** What was not sent after all is due again, and joins what became due meanwhile. */
export const disproved = (
  refunds: ReadonlyArray<Refund>,
  txHash: string
): ReadonlyArray<Refund> => {
  const lost = refunds.find(isSent(txHash))
  if (lost === undefined) return refunds
  return opened(
    refunds.filter((refund) => refund !== lost),
    lost.amount
  )
}

/** A refund that someone says was sent, and that nobody has seen on the chain yet. */
export interface SentRefund {
  readonly amount: Money.Micro
  readonly address: string
  readonly txHash: string
}

export const unproven = (refunds: ReadonlyArray<Refund>): SentRefund | undefined => {
  const found = refunds.find(({ status }) => status === "sent")
  if (found === undefined || found.address === null || found.txHash === null) return undefined
  return { amount: found.amount, address: found.address, txHash: found.txHash }
}
