/**
 * Compares the log with the chain and with the providers' records, and lists every difference. It
 * only reads: operators decide about differences.
 */
import { Clock, Effect, Latch } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Reconciliation from "../domain/books/Reconciliation.ts"
import type * as ChainCursor from "../domain/ChainCursor.ts"
import type * as Funding from "../domain/money/Funding.ts"
import type { Payout } from "../domain/payout/Payout.ts"
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

/** Takes an entry of the log of a partition into the books. */
export const record = (
  books: Books,
  { events }: Pick<Entry.Draft, "events">,
  partition = 0
): void => {
  for (const event of events) {
    if (Entry.isPayoutEvent(event)) Reconciliation.record(books, "payout", event)
    else if (Entry.isBatchEvent(event)) Reconciliation.record(books, "batch", event)
    else if (event._tag === "ChainReached") {
      Reconciliation.record(books, "cursor", event, partition)
    }
  }
}

/**
 * Everything final at our addresses between the log's first place and its last, read from the chain
 * again: the same way it was read the first time, but believing nothing of then.
 */
const shownDeposits = Effect.fnUntraced(function* (
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
  const owners = new Map(
    Reconciliation.funded(books).map(({ depositAddress, id }) => [depositAddress.toLowerCase(), id])
  )
  const shown = new Map<string, Array<Funding.Deposit>>()
  const isThere = yield* Latch.make(first.blockNumber >= last.blockNumber)
  const listener: Chain.DepositListener = {
    pending: [],
    active: () => Effect.succeed(new Map()),
    owners: (addresses) =>
      Effect.sync(() => {
        const found = new Map<string, string>()
        for (const address of addresses) {
          const id = owners.get(address)
          if (id !== undefined) found.set(address, id)
        }
        return found
      }),
    report: (id, { _tag, deposit }) =>
      Effect.sync(() => {
        if (_tag !== "Finalized" || deposit.blockNumber > last.blockNumber) return
        const known = shown.get(id) ?? []
        const isKnown = known.some(
          ({ logIndex, txHash }) => txHash === deposit.txHash && logIndex === deposit.logIndex
        )
        if (!isKnown) shown.set(id, [...known, deposit])
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
  // Following itself never ends: it is there, or it stands still.
  yield* Effect.raceAllFirst([deposits.follow(first, listener), Latch.await(isThere), still])
  return shown
})

const proveRefunds = Effect.fnUntraced(function* (books: Books) {
  const chain = yield* Chain.Chain
  const confirmed = [...books.payouts.values(), ...books.batches.values()].flatMap((one) =>
    one.refunds
      .filter(({ status }) => status === "confirmed")
      .map((refund) => ({ ...refund, id: one.id, createdAt: one.createdAt }))
  )
  return yield* Effect.forEach(
    confirmed,
    Effect.fnUntraced(function* ({ address, amount, createdAt, id, txHash }) {
      const proof = yield* chain.prove(txHash ?? "", address ?? "", amount, createdAt)
      const isThere = proof._tag === "Final"
      const found: ReadonlyArray<Difference> = isThere
        ? []
        : [{ kind: "refund_not_on_chain", id, detail: `${txHash}: ${proof._tag}` }]
      return found
    }),
    { concurrency: Limits.reconcile.questionsAtOnce }
  )
})

/** Whether the service itself will still settle a transfer: then a delivery is no difference. */
const isUnderWay = (
  { status }: Payout,
  { outcome, transfer }: Reconciliation.TransferReference,
  now: number
): boolean =>
  outcome === "open" &&
  (status === "PAYOUT_INITIATED" || status === "PAYOUT_CONFIRMED") &&
  now < transfer.deadline

/** Compares the provider's report of one reference with the log. */
const compareTransfer = Effect.fnUntraced(function* (
  books: Books,
  reference: Reconciliation.TransferReference
) {
  const provider = yield* Provider.Provider
  const { outcome, payoutId: id, transfer } = reference
  const payout = books.payouts.get(id)
  if (payout === undefined) return []
  const found = yield* provider.check(payout, transfer)

  const who = `${transfer.provider ?? "provider"} ${transfer.reference}`
  const difference = (kind: Difference["kind"], detail: string): ReadonlyArray<Difference> => [
    { kind, id, detail: `${who}: ${detail}` }
  ]
  if (found._tag === "Delivered") {
    if (isUnderWay(payout, reference, yield* Clock.currentTimeMillis)) return []
    return outcome === "delivered"
      ? []
      : difference("delivered_not_settled", `it paid, and the log says ${outcome}`)
  }
  if (outcome !== "delivered") return []
  return found._tag === "Unknown" || found._tag === "Queued"
    ? difference("unknown_at_provider", "it does not say what became of it")
    : difference("settled_not_delivered", `the log says delivered, it says ${found._tag}`)
})

interface Report {
  readonly payouts: number
  readonly batches: number
  /** Deposits and transfers that were compared. */
  readonly deposits: number
  readonly transfers: number
  /** What is held, beside the books. */
  readonly held: Balances.Beside
  readonly differences: ReadonlyArray<Difference>
}

/** All comparisons. Fails where the chain cannot be read. */
export const run = Effect.fnUntraced(function* (books: Books) {
  const { first, last } = books
  const shown =
    first === undefined || last === undefined ? undefined : yield* shownDeposits(books, first, last)
  const refunds = first === undefined ? [] : yield* proveRefunds(books)
  const transfers = yield* Effect.forEach(
    books.references.values(),
    (reference) => compareTransfer(books, reference),
    { concurrency: Limits.reconcile.questionsAtOnce }
  )
  const balances = yield* Balances.compare(books)
  const report: Report = {
    payouts: books.payouts.size,
    batches: books.batches.size,
    deposits: shown === undefined ? 0 : [...shown.values()].flat().length,
    transfers: books.references.size,
    held: balances.held,
    differences: [
      ...Reconciliation.auditBooks(books),
      ...(shown === undefined ? [] : Reconciliation.compareDeposits(books, shown)),
      ...refunds.flat(),
      ...Reconciliation.sharedRefunds(books),
      ...transfers.flat(),
      ...balances.differences
    ]
  }
  return report
})
