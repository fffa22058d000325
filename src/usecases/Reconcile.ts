/**
 * Compares the log with the chain and with the providers' records, and lists every difference.
 * Nothing is changed, because operators decide about differences.
 */
import { Clock, Effect, Latch } from "effect"
import * as Limits from "../config/Limits.ts"
import * as BookedFloats from "../domain/books/BookedFloats.ts"
import * as DepositCheck from "../domain/books/DepositCheck.ts"
import * as Reconciliation from "../domain/books/Reconciliation.ts"
import * as RefundCheck from "../domain/books/RefundCheck.ts"
import type * as ChainCursor from "../domain/ChainCursor.ts"
import * as KnownChain from "../domain/KnownChain.ts"
import type * as Funding from "../domain/money/Funding.ts"
import * as Recall from "../domain/payout/Recall.ts"
import * as Chain from "../engine/ports/Chain.ts"
import * as Entry from "../engine/ports/Entry.ts"
import * as Provider from "../engine/ports/Provider.ts"
import { Unavailable } from "../engine/ports/Unavailable.ts"
import * as Balances from "./Balances.ts"

type Books = Reconciliation.Books
type Difference = Reconciliation.Difference

const cannotRead = new Unavailable({
  message: "The chain cannot be read completely. Its nodes do not answer, or they disagree."
})

/** Adds an entry of a partition's log to the books. What it ends may leave them. */
export const record = (
  books: Books,
  { events }: Pick<Entry.Draft, "events">,
  partition = 0
): void => {
  for (const event of events) {
    if (Entry.isPayoutEvent(event)) Reconciliation.record(books, "payout", event)
    else if (Entry.isBatchEvent(event)) Reconciliation.record(books, "batch", event)
    else if (Entry.isBalanceEvent(event)) Reconciliation.record(books, "balance", event)
    else if (Entry.isWithdrawalEvent(event)) Reconciliation.record(books, "withdrawal", event)
    else if (Entry.isBookingEvent(event)) BookedFloats.record(books, event)
    else if (event._tag === "ChainReached") {
      Reconciliation.record(books, "cursor", event, partition)
    }
  }
  Reconciliation.release(books)
}

/**
 * Final deposits between the log's first block and its last, by id of the payout or batch. They are
 * read from the chain again in the usual way, without trust in the first reading.
 */
export const readDepositsOnChain = Effect.fnUntraced(function* (
  books: Books,
  first: ChainCursor.ChainCursor,
  last: ChainCursor.ChainCursor
) {
  const { chainId, deposits } = yield* Chain.Chain
  if (chainId !== first.chainId || deposits._tag !== "Blocks") {
    const message = `This log followed chain ${first.chainId}, and the settings name another.`
    return yield* new Unavailable({ message })
  }
  const clock = yield* Clock.Clock
  let movedAt = clock.currentTimeMillisUnsafe()
  const ownerOf = DepositCheck.owners(books)
  const depositsById = new Map<string, Array<Funding.Deposit>>()
  const isThere = yield* Latch.make(first.blockNumber >= last.blockNumber)
  const listener: Chain.DepositListener = {
    pending: [],
    active: () => Effect.succeed(new Map()),
    owners: (addresses) =>
      Effect.sync(() => {
        const ownerIds = new Map<string, string>()
        for (const address of addresses) {
          const id = ownerOf(address)
          if (id !== undefined) ownerIds.set(address, id)
        }
        return ownerIds
      }),
    report: (id, { _tag, deposit }) =>
      Effect.sync(() => {
        if (_tag !== "Finalized" || deposit.blockNumber > last.blockNumber) return
        if (!Reconciliation.isInBlocks(books, deposit)) return
        const earlier = depositsById.get(id) ?? []
        const isKnown = earlier.some(
          ({ logIndex, txHash }) => txHash === deposit.txHash && logIndex === deposit.logIndex
        )
        if (!isKnown) depositsById.set(id, [...earlier, deposit])
      }),
    advance: ({ blockNumber }) =>
      Effect.suspend(() => {
        movedAt = clock.currentTimeMillisUnsafe()
        return blockNumber < last.blockNumber ? Effect.void : Latch.open(isThere)
      })
  }
  const { stillMsMax } = Limits.reconcile
  const still: Effect.Effect<never, Unavailable> = Effect.suspend(() => {
    const leftMs = movedAt + stillMsMax - clock.currentTimeMillisUnsafe()
    return leftMs > 0 ? Effect.andThen(Effect.sleep(leftMs), still) : Effect.fail(cannotRead)
  })
  // Following the chain never ends. The race ends when the last block is reached or nothing moves.
  yield* Effect.raceAllFirst([deposits.follow(first, listener), Latch.await(isThere), still])
  return depositsById
})

/** Checks the confirmed refunds on their chains. A chain without nodes is not compared. */
export const proveRefunds = Effect.fnUntraced(function* (books: Books) {
  const chain = yield* Chain.Chain
  const confirmed = RefundCheck.refunds(books).flatMap((subject) =>
    subject.refunds
      .filter(
        ({ asset, confirmedAt, status }) =>
          status === "confirmed" &&
          (confirmedAt ?? subject.updatedAt) >= books.since &&
          (asset === undefined || chain.foreign.chainIds.has(asset.chainId))
      )
      .map((refund) => ({ ...refund, id: subject.id, createdAt: subject.createdAt }))
  )
  return yield* Effect.forEach(
    confirmed,
    Effect.fnUntraced(function* ({ createdAt, id, ...refund }) {
      const { address, txHash } = refund
      const sent = { ...refund, address: address ?? "", txHash: txHash ?? "" }
      const proof = yield* Chain.proveRefund(chain, sent, createdAt)
      const isThere = proof._tag === "Final"
      const differences: ReadonlyArray<Difference> = isThere
        ? []
        : [
            {
              ...{ kind: "refund_not_on_chain", id, reference: sent.txHash },
              detail: `${txHash}: ${proof._tag}`
            }
          ]
      return differences
    }),
    { concurrency: Limits.reconcile.queriesAtOnce }
  )
})

/** The comparison of a transfer. `isKnown` is false if the provider did not report it now. */
interface ComparedTransfer {
  readonly isKnown: boolean
  readonly differences: ReadonlyArray<Difference>
}

const agreed: ComparedTransfer = { isKnown: true, differences: [] }

/** Compares the provider's report about a transfer with the log. */
export const compareTransfer = Effect.fnUntraced(function* (
  books: Books,
  reference: Reconciliation.TransferReference
) {
  const provider = yield* Provider.Provider
  const { outcome, payoutId: id, transfer } = reference
  const payout = books.payouts.get(id)
  if (payout === undefined) return agreed
  const verdict = yield* provider.check(payout, transfer)
  const isKnown = verdict._tag !== "Queued" && (verdict._tag !== "Unknown" || verdict.isPermanent)

  const transferName = `${transfer.provider ?? "provider"} ${transfer.reference}`
  const amount = BigInt(payout.targetAmount)
  const difference = (
    kind: Difference["kind"],
    detail: string,
    paid?: Record<"books" | "reported", bigint>
  ): ComparedTransfer => {
    const found = { kind, id, detail: `${transferName}: ${detail}`, reference: transfer.reference }
    const sides = paid && { ...paid, currency: payout.currency }
    return { isKnown, differences: [sides === undefined ? found : { ...found, sides }] }
  }
  if (verdict._tag === "Delivered") {
    if (Reconciliation.isUnderWay(payout, reference, yield* Clock.currentTimeMillis)) return agreed
    const paid = { books: 0n, reported: amount }
    return outcome === "delivered"
      ? agreed
      : difference("delivered_not_settled", `paid there, and ${outcome} in the books`, paid)
  }
  const isReturned = Recall.returned(payout) >= payout.targetAmount
  if (outcome !== "delivered" || isReturned) return { ...agreed, isKnown }
  if (verdict._tag === "Unknown" || verdict._tag === "Queued") {
    return difference("unknown_at_provider", "paid in the books, and unknown there")
  }
  const detail = `paid in the books, and ${verdict._tag.toLowerCase()} there`
  return difference("settled_not_delivered", detail, { books: amount, reported: 0n })
})

interface Report {
  readonly payouts: number
  readonly batches: number
  /** Number of compared deposits. */
  readonly deposits: number
  readonly transfers: number
  /** Balances on chain and at providers, with the books. */
  readonly held: Balances.Comparison["held"]
  /** The chains that were not compared, because there are no nodes of them. */
  readonly notCompared: ReadonlyArray<{ readonly chainId: number; readonly chain: string }>
  readonly differences: ReadonlyArray<Difference>
}

/** Makes all comparisons. Fails if the chain cannot be read. */
export const run = Effect.fnUntraced(function* (books: Books) {
  const { first, last } = books
  const chainDeposits =
    first === undefined || last === undefined
      ? undefined
      : yield* readDepositsOnChain(books, first, last)
  const refunds = first === undefined ? [] : yield* proveRefunds(books)
  const transfers = yield* Effect.forEach(
    books.references.values(),
    (reference) => compareTransfer(books, reference),
    { concurrency: Limits.reconcile.queriesAtOnce }
  )
  const balances = yield* Balances.compare(books)
  const report: Report = {
    ...books.counts,
    deposits: chainDeposits === undefined ? 0 : [...chainDeposits.values()].flat().length,
    transfers: books.references.size,
    held: balances.held,
    notCompared: balances.notCompared.map((chainId) => ({
      ...{ chainId, chain: KnownChain.nameOf(chainId) }
    })),
    differences: [
      ...Reconciliation.auditBooks(books),
      ...(chainDeposits === undefined ? [] : DepositCheck.compareDeposits(books, chainDeposits)),
      ...(chainDeposits === undefined ? [] : DepositCheck.compareBalances(books, chainDeposits)),
      ...refunds.flat(),
      ...RefundCheck.sharedRefunds(books),
      ...transfers.flatMap(({ differences }) => differences),
      ...balances.differences
    ]
  }
  return report
})
