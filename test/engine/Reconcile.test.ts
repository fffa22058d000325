/** Differences between the log and a chain or provider, each of which must be listed. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import * as Reconciliation from "../../src/domain/books/Reconciliation.ts"
import * as ChainCursor from "../../src/domain/ChainCursor.ts"
import type * as Payout from "../../src/domain/payout/Payout.ts"
import * as Chain from "../../src/engine/ports/Chain.ts"
import * as Provider from "../../src/engine/ports/Provider.ts"
import * as Reconcile from "../../src/usecases/Reconcile.ts"
import {
  address,
  at,
  createdEvent,
  deposit,
  event,
  exact,
  historyTo,
  usdc
} from "../support/fixtures.ts"
import { quietChain, quietProvider } from "../support/quiet.ts"

const cursor = (blockNumber: number) => ({
  ...{ chainId: 1, blockNumber, blockHash: `0x${blockNumber}`, blockAt: blockNumber * 12_000 }
})

const booksOf = (history: ReadonlyArray<Payout.Event>): Reconciliation.Books => {
  const books = Reconciliation.open()
  for (const one of history) Reconciliation.record(books, "payout", one)
  for (const number of [100, 200]) {
    const reached = { _tag: "ChainReached", id: "chain_1", at: 0, cursor: cursor(number) } as const
    Reconciliation.record(books, "cursor", reached)
  }
  return books
}

const paid = exact

const blocksOf = (follow: Chain.Blocks["follow"]): Chain.Blocks => ({
  ...{ _tag: "Blocks", first: Effect.never, follow }
})

/** A chain with these deposits at the payout's address. `more` can change its proofs. */
const chainOf = (
  deposits: ReadonlyArray<typeof paid>,
  more: Partial<Chain.Chain["Service"]> = {}
) =>
  Layer.succeed(Chain.Chain, {
    ...quietChain,
    chainId: 1,
    deposits: blocksOf((_, listener) =>
      Effect.gen(function* () {
        const owners = yield* listener.owners([createdEvent.depositAddress.toLowerCase()])
        for (const id of owners.values()) {
          for (const one of [...deposits, ...deposits]) {
            yield* listener.report(id, { _tag: "Finalized", deposit: { ...one, blockNumber: 150 } })
          }
        }
        yield* listener.advance(cursor(200))
        return yield* Effect.never
      })
    ),
    ...more
  })

const providerOf = (outcome: Provider.Outcome) =>
  Layer.succeed(Provider.Provider, {
    ...quietProvider,
    precheck: () => Effect.succeed(undefined),
    submit: () => Effect.die(new Error("A report makes no payment")),
    check: () => Effect.succeed(outcome)
  })

const delivered: Provider.Outcome = { _tag: "Delivered", providerReference: "mtn-1" }
const unknown: Provider.Outcome = { _tag: "Unknown", checkAgainAt: null, isPermanent: false }
const refused: Provider.Outcome = { _tag: "Refused", reason: "unspecified", retryable: false }

const differences = (
  history: ReadonlyArray<Payout.Event>,
  chain: Layer.Layer<Chain.Chain>,
  outcome: Provider.Outcome
) =>
  Effect.map(
    Reconcile.run(booksOf(history)).pipe(Effect.provide([chain, providerOf(outcome)])),
    (report) => report.differences.map(({ kind }) => kind)
  )

const failed: ReadonlyArray<Payout.Event> = [
  ...historyTo.PAYOUT_CONFIRMED,
  event("TransferRefused", at(5), { reference: "tr_1", reason: "unspecified" }),
  event("PayoutFailed", at(5), { reason: "unspecified" }),
  event("RefundOpened", at(5), { amount: usdc(25) }),
  event("RefundSent", at(6), { amount: usdc(25), address, txHash: "0xref" }),
  event("RefundConfirmed", at(7), { txHash: "0xref" })
]

describe("A reconciliation", () => {
  it.effect("lists nothing if log, chain and provider agree", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* differences(historyTo.SETTLED, chainOf([paid]), delivered), [])
      assert.deepStrictEqual(yield* differences(failed, chainOf([paid]), refused), [])
    })
  )

  it.effect("lists a settled payout that the provider does not confirm", () =>
    Effect.gen(function* () {
      const queued: Provider.Outcome = { _tag: "Queued", checkAgainAt: null }
      for (const outcome of [unknown, queued]) {
        const found = yield* differences(historyTo.SETTLED, chainOf([paid]), outcome)
        assert.deepStrictEqual(found, ["unknown_at_provider"])
      }
      const contradicted = yield* differences(historyTo.SETTLED, chainOf([paid]), refused)
      assert.deepStrictEqual(contradicted, ["settled_not_delivered"])
    })
  )

  it.effect("lists no settled payout whose money the provider returned, by a recall", () =>
    Effect.gen(function* () {
      const recalled = [
        ...historyTo.SETTLED,
        event("RecallOpened", at(6), { recallId: "rcl_1", kind: "returned", reason: "a return" }),
        event("RecallReturned", at(7), {
          ...{ recallId: "rcl_1", currency: "UGX", returned: createdEvent.targetAmount },
          ...{ value: usdc(25), providerReference: "back" }
        }),
        event("RefundOpened", at(7), { amount: usdc(25) })
      ]
      assert.deepStrictEqual(yield* differences(recalled, chainOf([paid]), refused), [])
    })
  )

  it.effect("lists a failed payout that was paid, which is the worst difference", () =>
    Effect.gen(function* () {
      const found = yield* differences(failed, chainOf([paid]), delivered)
      assert.deepStrictEqual(found, ["delivered_not_settled"])
    })
  )

  it.effect("lists deposits that only the log or only the chain has", () =>
    Effect.gen(function* () {
      const none = yield* differences(historyTo.SETTLED, chainOf([]), delivered)
      assert.deepStrictEqual(none, ["deposit_not_on_chain"])
      const more = chainOf([paid, deposit(9, 3, 9), deposit(10, 0.001, 9)])
      assert.deepStrictEqual(yield* differences(historyTo.SETTLED, more, delivered), [
        "deposit_not_in_log",
        // The transfer of dust is not in the log, so the sums of dust differ.
        "deposit_differs"
      ])
    })
  )

  it.effect("lists a refund that the chain does not show", () =>
    Effect.gen(function* () {
      const chain = chainOf([paid], { prove: () => Effect.succeed({ _tag: "Absent" }) })
      assert.deepStrictEqual(yield* differences(failed, chain, refused), ["refund_not_on_chain"])
    })
  )

  it.effect("lists a payout in progress only once it is overdue", () =>
    Effect.gen(function* () {
      const open = historyTo.PAYOUT_CONFIRMED
      assert.deepStrictEqual(yield* differences(open, chainOf([paid]), delivered), [])
      const deadline = open.flatMap((one) => ("deadline" in one ? [one.deadline] : [])).at(-1) ?? 0
      yield* TestClock.setTime(deadline)
      assert.deepStrictEqual(yield* differences(open, chainOf([paid]), delivered), [
        "delivered_not_settled"
      ])
      assert.deepStrictEqual(
        yield* differences(historyTo.MANUAL_REVIEW, chainOf([paid]), delivered),
        ["delivered_not_settled"]
      )
    })
  )
})

describe("A reconciliation report", () => {
  it.effect(
    "shows the balances of chain and providers next to the books, and lists missing USDC",
    () =>
      Effect.gen(function* () {
        const asked: Array<ReadonlyArray<string>> = []
        const holding = (atAddresses: bigint, inTreasury: bigint) =>
          chainOf([paid], {
            holdings: (addresses) => {
              asked.push(addresses)
              return Effect.succeed({ blockNumber: 9, treasury: "0xt", atAddresses, inTreasury })
            }
          })
        const provider = Layer.succeed(Provider.Provider, {
          ...quietProvider,
          precheck: () => Effect.succeed(undefined),
          submit: () => Effect.die(new Error("A report makes no payment")),
          check: () => Effect.succeed(delivered),
          wallets: Effect.succeed([
            { provider: "mtn", balances: new Map([["UGX", 500n]] as const) },
            { provider: "pawapay", balances: undefined }
          ])
        })
        const byMtn = historyTo.SETTLED.map((one) =>
          one._tag === "TransferRequested" ? { ...one, provider: "mtn" } : one
        )
        const run = (chain: Layer.Layer<Chain.Chain>, history: ReadonlyArray<Payout.Event>) =>
          Reconcile.run(booksOf(history)).pipe(Effect.provide([chain, provider]))
        const sold = yield* run(holding(0n, 0n), byMtn)
        assert.deepStrictEqual(sold.differences, [])
        assert.deepStrictEqual(sold.held, {
          chain: {
            ...{ blockNumber: 9, treasury: "0xt", atAddresses: 0n, inTreasury: 0n },
            books: BigInt(usdc(25))
          },
          foreign: [],
          wallets: [{ provider: "mtn", currency: "UGX", wallet: 500n, books: -91_575n }]
        })
        assert.deepStrictEqual(
          sold.notCompared.map(({ chain }) => chain),
          ["OP Mainnet", "Polygon", "Base", "Arbitrum One", "Avalanche"]
        )
        const short = yield* run(holding(1n, 2n), historyTo.COMPLIANCE_HOLD)
        assert.deepStrictEqual(
          short.differences.map(({ kind }) => kind),
          ["usdc_short"]
        )
        assert.deepStrictEqual(asked, [
          [createdEvent.depositAddress],
          [createdEvent.depositAddress]
        ])
      })
  )

  it.effect("is refused for another chain and for a simulated one", () =>
    Effect.gen(function* () {
      for (const chainId of [2, ChainCursor.simulatedChainId]) {
        const run = differences(historyTo.SETTLED, chainOf([paid], { chainId }), delivered)
        assert.include((yield* Effect.flip(run)).message, "followed chain 1")
      }
    })
  )

  it.effect("fails if the chain cannot be read completely", () =>
    Effect.gen(function* () {
      const chain = chainOf([], { deposits: blocksOf(() => Effect.never) })
      const run = yield* Effect.forkChild(
        Effect.flip(differences(historyTo.SETTLED, chain, delivered))
      )
      yield* TestClock.adjust(Limits.reconcile.stillMsMax)
      assert.include((yield* Fiber.join(run)).message, "cannot be read completely")
    })
  )
})
