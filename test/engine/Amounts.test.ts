/** Amounts that nearly match, late provider reports, and senders of deposits and dust. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as EngineHarness from "../support/engineHarness.ts"
import type * as MemoryLog from "../support/memoryLog.ts"
import * as Stage from "../support/stage.ts"

const payoutOf = (log: MemoryLog.MemoryLog, id: string) => EngineHarness.fold(log).payouts.get(id)

/** Every deposit differs from the requested amount by this many micro-USDC. */
const paying = (difference: number): Partial<EngineHarness.Script> => ({
  arrivals: (funded) => {
    const deposit = EngineHarness.deposit(funded, 1_000, funded.sourceAmount + difference)
    return [[1_000, { _tag: "Finalized", deposit }]]
  }
})

describe("A deposit that is one micro-USDC too small", () => {
  it.effect("leaves a payout unpaid, and in review once the funding window has ended", () =>
    Effect.gen(function* () {
      const { client, log, adapters } = yield* Stage.begin(paying(-1))
      const id = yield* client.newPayout()
      yield* EngineHarness.advanceUntil(() => payoutOf(log, id)?.status === "MANUAL_REVIEW")
      assert.deepInclude(payoutOf(log, id), { reviewReason: "underpaid" })
      yield* TestClock.adjust("1 hour")
      assert.isEmpty(adapters.transfers)
    })
  )

  it.effect("leaves a batch unfunded, and none of its rows is paid", () =>
    Effect.gen(function* () {
      const { client, log, adapters } = yield* Stage.begin(paying(-1))
      const id = EngineHarness.idOf(yield* client.batch([10_000_000, 15_000_000]))
      yield* EngineHarness.advanceUntil(
        () => EngineHarness.fold(log).batches.get(id)?.funding === "expired"
      )
      yield* TestClock.adjust("1 hour")
      const rows = [...EngineHarness.fold(log).payouts.values()]
      assert.deepStrictEqual(
        rows.map(({ status }) => status),
        ["FAILED", "FAILED"]
      )
      assert.isEmpty(adapters.transfers)
    })
  )

  it.effect("is completed by another micro-USDC", () =>
    Effect.gen(function* () {
      const { client, log, adapters } = yield* Stage.begin(paying(0))
      const id = yield* client.newPayout()
      yield* EngineHarness.advanceUntil(() => payoutOf(log, id)?.status === "SETTLED")
      assert.lengthOf(adapters.transfers, 1)
    })
  )
})

describe("A provider report about an abandoned reference", () => {
  it.effect("changes nothing, even if it reports a delivery", () =>
    Effect.gen(function* () {
      const { client, log, adapters } = yield* Stage.begin({
        provider: ({ kind, transfer }) => {
          if (transfer.attempt === 1) return "refuse"
          return kind === "submit" ? "accept" : "hang"
        }
      })
      const id = yield* client.newPayout()
      yield* EngineHarness.advanceUntil(() => payoutOf(log, id)?.status === "PAYOUT_CONFIRMED")
      const reference = adapters.calls.find(({ transfer }) => transfer.attempt === 1)?.transfer
        .reference as string
      const before = payoutOf(log, id)
      const next = { reference: "another", deadline: 0 }
      const news = [
        { _tag: "DeliverTransfer", reference, providerReference: "paid after all" },
        { _tag: "AcceptTransfer", reference },
        { _tag: "ExpireTransfer", reference },
        { _tag: "RefuseTransfer", reference, reason: "unspecified", next, attemptsMax: 3 }
      ] as const
      for (const command of news) {
        const refusal = yield* Effect.flip(client.command(id, command))
        assert.deepStrictEqual(refusal, { _tag: "StaleTransfer", reference }, command._tag)
      }
      assert.deepStrictEqual(payoutOf(log, id), before)
    })
  )
})

describe("The sender of a batch's deposit", () => {
  it.effect("is screened for each row, which is held if the sender is listed", () =>
    Effect.gen(function* () {
      const asked: Array<ReadonlyArray<string>> = []
      const { client, log, adapters } = yield* Stage.begin({
        arrivals: (funded) => {
          const deposit = { ...EngineHarness.deposit(funded, 1_000), from: "0xlisted" }
          return [[1_000, { _tag: "Finalized", deposit }]]
        },
        verdict: (_, { senders }) => {
          asked.push(senders)
          const isListed = senders.includes("0xlisted")
          return isListed ? { _tag: "Flagged", reason: "a list" } : { _tag: "Clear" }
        }
      })
      yield* client.batch([10_000_000, 15_000_000])
      const statuses = () =>
        [...EngineHarness.fold(log).payouts.values()].map(({ status }) => status)
      yield* EngineHarness.advanceUntil(() => asked.length === 2)
      yield* EngineHarness.advanceUntil(() =>
        statuses().every((status) => status === "COMPLIANCE_HOLD")
      )
      assert.deepStrictEqual(asked, [["0xlisted"], ["0xlisted"]])
      assert.isEmpty(adapters.transfers)
    })
  )
})

/** One micro-USDC from each of many addresses, and then the rest. */
const payingByDust = (senders: number): Partial<EngineHarness.Script> => ({
  arrivals: (funded) => {
    const dust = Array.from({ length: senders }, (_, number) => ({
      ...EngineHarness.deposit(funded, 1_000 + number, 1),
      ...{ from: `0xdust${number}`, txHash: `0xdust${number}`, blockNumber: 100 + number }
    }))
    const rest = EngineHarness.deposit(funded, 2_000, funded.sourceAmount - senders)
    return [
      ...dust.map((deposit) => [1_000, { _tag: "Finalized", deposit }] as const),
      [2_000, { _tag: "Finalized", deposit: { ...rest, from: "0xrest" } }]
    ]
  }
})

describe("The sender of dust that pays for a payout", () => {
  it.effect("is screened", () =>
    Effect.gen(function* () {
      const asked: Array<ReadonlyArray<string>> = []
      const { client } = yield* Stage.begin({
        ...payingByDust(2),
        verdict: (_, { senders }) => {
          asked.push(senders)
          return { _tag: "Clear" }
        }
      })
      yield* client.newPayout()
      yield* EngineHarness.advanceUntil(() => asked.length === 1)
      assert.deepStrictEqual(asked, [["0xrest", "0xdust0", "0xdust1"]])
    })
  )

  it.effect("holds the payout, if more of them paid than can be screened", () =>
    Effect.gen(function* () {
      const { adapters, client, log } = yield* Stage.begin(payingByDust(51))
      const id = yield* client.newPayout()
      yield* EngineHarness.advanceUntil(() => payoutOf(log, id)?.status === "COMPLIANCE_HOLD")
      assert.isEmpty(adapters.transfers)
    })
  )
})

describe("The excess of a reviewed payout", () => {
  it.effect("must be refunded once an operator settles the payout", () =>
    Effect.gen(function* () {
      const { client, log } = yield* Stage.begin(paying(-5_000_000))
      const id = yield* client.newPayout()
      yield* EngineHarness.advanceUntil(() => payoutOf(log, id)?.status === "MANUAL_REVIEW")
      const payout = payoutOf(log, id) as NonNullable<ReturnType<typeof payoutOf>>
      const more = EngineHarness.deposit(payout, 70_000, 8_000_000)
      yield* client.command(id, { _tag: "FinalizeDeposit", deposit: more })
      assert.isEmpty(payoutOf(log, id)?.refunds)
      yield* client.command(id, { _tag: "Settle", providerReference: "by hand" })
      assert.deepInclude(payoutOf(log, id), { status: "SETTLED" })
      assert.deepStrictEqual(
        payoutOf(log, id)?.refunds.map(({ amount, status }) => [status, amount]),
        [["due", 3_000_000]]
      )
    })
  )
})
