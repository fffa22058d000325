/**
 * Payouts, batches and withdrawals that have left the books of a comparison, because they ended
 * before everything that is compared. Their sums stay, and of each payout and batch the few facts
 * that later events need.
 *
 * E1  A sum over all states is the sum of those that left and of those that are in the books.
 * E2  A later event returns a payout or batch with all of its sums at zero. The state then has the
 *     later money alone, so that E1 holds again.
 * E3  No later event needs an amount from before the end: no refund and no recall is open then.
 */
import type * as Withdrawal from "../balance/Withdrawal.ts"
import * as Batch from "../batch/Batch.ts"
import * as ForeignDeposit from "../money/ForeignDeposit.ts"
import * as Funding from "../money/Funding.ts"
import * as Network from "../Network.ts"
import * as PayoutGuards from "../payout/PayoutGuards.ts"
import * as PayoutState from "../payout/PayoutState.ts"
import * as Recall from "../payout/Recall.ts"
import * as Refund from "../refund/Refund.ts"
import * as PackedSubjects from "./PackedSubjects.ts"

type Payout = PayoutState.Payout

/** The facts that later postings and sums depend on. */
type Profile =
  | {
      readonly kind: "payout"
      readonly status: Payout["status"]
      readonly currency: Network.Currency
      readonly provider: string | null
      readonly isRow: boolean
      readonly isFromBalance: boolean
    }
  | { readonly kind: "batch"; readonly is: Batch.Kind; readonly isFromBalance: boolean }

export interface Ended {
  readonly subjects: PackedSubjects.PackedSubjects<Profile>
  /** Micro-USDC of payouts and batches in the account `customers`. */
  customers: bigint
  /** Micro-USDC of payouts and batches in the account `suspense`. */
  suspense: bigint
  /** Minor units that were paid out and not returned, by provider and currency. */
  readonly paidOut: Map<string, bigint>
  /** The owners of refunds with a transaction, separated by spaces, by the refund's key. */
  readonly refundOwners: Map<string, string>
}

export const none = (): Ended => ({
  subjects: PackedSubjects.make(),
  customers: 0n,
  suspense: 0n,
  paidOut: new Map(),
  refundOwners: new Map()
})

// ----------------------------------------------------------------------------- sums

/** The transaction, address and amount of a refund; `undefined` if it has no transaction. */
export const refundKey = ({
  address,
  amount,
  asset,
  txHash
}: Refund.Refund): string | undefined => {
  if (txHash === null) return undefined
  const sum = asset === undefined ? amount : `${asset.units} ${ForeignDeposit.idOf(asset)}`
  return `${txHash} ${address?.toLowerCase()} ${sum}`
}

/** Adds the amount that a payout paid out and did not get back, minor units. */
export const addPaid = (sums: Map<string, bigint>, payout: Payout): void => {
  const { currency, status, targetAmount, transfer } = payout
  if (status !== "SETTLED") return
  const key = `${transfer?.provider ?? "sandbox"} ${currency}`
  sums.set(key, (sums.get(key) ?? 0n) + BigInt(targetAmount - Recall.returned(payout)))
}

const addRefunds = (ended: Ended, id: string, refunds: ReadonlyArray<Refund.Refund>): void => {
  for (const refund of refunds) {
    const key = refundKey(refund)
    if (key === undefined) continue
    const owners = ended.refundOwners.get(key)
    ended.refundOwners.set(key, owners === undefined ? id : `${owners} ${id}`)
  }
}

// ----------------------------------------------------------------------------- leaving

/** The deposit address that is a payout's own; `undefined` for a row, and if the balance pays. */
const addressOf = ({ batchId, depositAddress, funding }: Payout): string | undefined =>
  batchId !== null || funding !== undefined ? undefined : depositAddress

const addressOfBatch = ({ depositAddress, fundedBy }: Batch.Batch): string | undefined =>
  fundedBy === undefined ? depositAddress : undefined

/**
 * True if later events need nothing of a finished subject that is lost with it. Foreign deposits
 * are compared one by one, at any time. The number of many deposits decides whether one is dust.
 */
const isPackable = (
  { deposits, foreignDeposits, id, refunds }: Payout | Batch.Batch,
  depositAddress: string | undefined
): boolean =>
  !Refund.isOpen(refunds) &&
  foreignDeposits === undefined &&
  deposits.length < Funding.manyDeposits &&
  PackedSubjects.canPack({ id, depositAddress })

export const mayPayoutLeave = (payout: Payout): boolean =>
  PayoutGuards.isFinished(payout) &&
  !PayoutGuards.isFrozen(payout) &&
  isPackable(payout, addressOf(payout))

export const mayBatchLeave = (batch: Batch.Batch): boolean =>
  Batch.isFinished(batch) && isPackable(batch, addressOfBatch(batch))

export const addPayout = (ended: Ended, payout: Payout): void => {
  const { accountId, batchId, createdAt, currency, id, status, transfer } = payout
  const isRow = batchId !== null
  const isFromBalance = PayoutGuards.isFromBalance(payout)
  const provider = transfer?.provider ?? null
  const profile = { kind: "payout", status, currency, provider, isRow, isFromBalance } as const
  const depositAddress = addressOf(payout)
  ended.subjects.add({ id, accountId, createdAt, depositAddress, profile })
  ended.customers += BigInt(PayoutGuards.held(payout))
  ended.suspense += BigInt(Funding.suspenseBalance(payout.suspense))
  addPaid(ended.paidOut, payout)
  addRefunds(ended, id, payout.refunds)
}

export const addBatch = (ended: Ended, batch: Batch.Batch): void => {
  const { accountId, createdAt, fundedBy, id, kind: is } = batch
  const isFromBalance = fundedBy !== undefined
  const depositAddress = addressOfBatch(batch)
  const profile = { kind: "batch", is, isFromBalance } as const
  ended.subjects.add({ id, accountId, createdAt, depositAddress, profile })
  ended.customers += BigInt(Batch.held(batch))
  ended.suspense += BigInt(Funding.suspenseBalance(batch.suspense))
  addRefunds(ended, id, batch.refunds)
}

/** No event follows the end of a withdrawal, so nothing but its transaction is kept. */
export const addWithdrawal = (
  ended: Ended,
  { id }: Withdrawal.Withdrawal,
  refunds: ReadonlyArray<Refund.Refund>
): void => addRefunds(ended, id, refunds)

// ----------------------------------------------------------------------------- returning

/** The batch of a row that has returned. It has no part in what happens after the row's end. */
export const formerBatch = ""

/** Nothing of the dust from before the end is in it. */
const noSuspense: Funding.Suspense = { received: 0, released: 0, recent: [] }

/** The payout for a later event; `undefined` if none with this id has left. */
export const payout = ({ subjects }: Ended, wanted: string): Payout | undefined => {
  const subject = subjects.find(wanted)
  if (subject?.profile.kind !== "payout") return undefined
  const { accountId, createdAt, depositAddress = "", id, profile } = subject
  const { currency, isFromBalance, isRow, provider, status } = profile
  const created = PayoutState.created({
    ...({ _tag: "PayoutCreated", id, at: createdAt, accountId, status, currency } as const),
    ...{ quoteId: null, beneficiaryId: null, idempotencyKey: null },
    batchId: isRow ? formerBatch : null,
    ...{ sourceAmount: 0, targetAmount: 0, rate: 0, spread: 0, depositAddress },
    ...{ phone: "", name: null, reference: null, metadata: {}, fundingDeadline: 0 },
    network: Network.slugs[0],
    ...(isFromBalance ? { funding: "balance" as const } : {})
  })
  const transfer =
    provider === null
      ? null
      : ({ reference: "", attempt: 0, phase: "accepted", deadline: 0, provider } as const)
  return { ...created, suspense: noSuspense, transfer }
}

/** The batch for a later event; `undefined` if none with this id has left. */
export const batch = ({ subjects }: Ended, wanted: string): Batch.Batch | undefined => {
  const subject = subjects.find(wanted)
  if (subject?.profile.kind !== "batch") return undefined
  const { accountId, createdAt, depositAddress = "", id, profile } = subject
  const created = Batch.created({
    ...({ _tag: "BatchCreated", id, at: createdAt, accountId, kind: profile.is } as const),
    ...{ total: 0, sourceAmount: 0, depositAddress, fundingDeadline: 0, currencies: [] },
    ...(profile.isFromBalance ? { fundedBy: "balance" as const } : {})
  })
  return { ...created, funding: "funded", suspense: noSuspense }
}
