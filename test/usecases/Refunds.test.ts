/** Refunds that are recorded during other changes to them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Semaphore } from "effect"
import { TestClock } from "effect/testing"
import * as Partitions from "../../src/engine/Partitions.ts"
import type * as Chain from "../../src/engine/ports/Chain.ts"
import type * as Screening from "../../src/engine/ports/Screening.ts"
import * as PayoutOrBatch from "../../src/usecases/PayoutOrBatch.ts"
import * as Refunds from "../../src/usecases/Refunds.ts"
import type { RunningEngine } from "../support/engine.ts"
import * as EngineHarness from "../support/engineHarness.ts"

const usdc = (amount: number): number => amount * 1_000_000
const transfer = { txHash: "0xref", address: "0xback" }
const request = { at: 0, by: "key_1", idempotency: null }

/** Engines with a log each, and failed payouts in each that must refund 25 USDC. */
const begin = Effect.fnUntraced(function* (payouts: ReadonlyArray<number>) {
  const prove = () => Effect.succeed({ _tag: "Pending", transfers: 1 } as const)
  const stages = yield* Effect.forEach(payouts, () =>
    EngineHarness.begin({ provider: () => "refuse for good", prove })
  )
  // Draws a different number of ids per engine, so that their ids differ.
  for (const [skipped, { adapters }] of stages.entries()) {
    for (let drawn = 0; drawn < skipped; drawn++) adapters.draw.bytes(1)
  }
  const refundsOf = (id: string) =>
    stages.flatMap(({ log }) => EngineHarness.fold(log).payouts.get(id)?.refunds ?? [])
  const made = yield* Effect.forEach(stages, (stage, index) =>
    Effect.map(
      Effect.all(Array.from({ length: payouts[index] ?? 0 }, () => stage.client.newPayout())),
      (ids) => ids.map((id) => ({ id, stage }))
    )
  )
  const due = made.flat()
  yield* EngineHarness.advanceUntil(() => due.every(({ id }) => refundsOf(id).length === 1))
  return { stages, due, refundsOf }
})

type Client = Effect.Success<ReturnType<typeof EngineHarness.begin>>["client"]

const clear = (): Effect.Effect<Screening.Verdict> => Effect.succeed({ _tag: "Clear" })

/** A process that records refunds at one engine, and reaches all engines. */
const processOf = Effect.fnUntraced(function* (
  engine: RunningEngine,
  all: ReadonlyArray<RunningEngine>,
  prove: Chain.Chain["Service"]["prove"] = () => Effect.succeed({ _tag: "Pending", transfers: 1 })
) {
  // The use case needs no other fields of these services.
  const running = all.map((one) => ({ engine: one }) as unknown as Partitions.Running)
  const chain = { prove } as Chain.Chain["Service"]
  const screening = { address: clear } as unknown as Screening.Screening["Service"]
  const deps = {
    ...PayoutOrBatch.payouts(engine),
    ...{ recording: yield* Semaphore.make(1), partitions: Partitions.make(running) },
    ...{ engine, chain, approvalsMin: 1, screening, vet: () => Effect.void }
  }
  return (id: string) =>
    Effect.match(Refunds.record(deps, request, { id, ...transfer }), {
      onFailure: (error) => (error._tag === "NotTheRefund" ? error.reason : error._tag),
      onSuccess: () => "recorded"
    })
})

/** Outcomes of simultaneous records, all made before any log writes. */
const atOnce = Effect.fnUntraced(function* (
  { stages }: Effect.Success<ReturnType<typeof begin>>,
  records: ReadonlyArray<Effect.Effect<string>>
) {
  for (const { log } of stages) log.hold()
  const recording = yield* Effect.forkChild(Effect.all(records, { concurrency: "unbounded" }))
  yield* TestClock.adjust("1 second")
  for (const { log } of stages) log.release()
  yield* TestClock.adjust("1 second")
  return (yield* Fiber.join(recording)).toSorted()
})

describe("L8 A transfer that two records name at the same time", () => {
  it.effect("refunds only one of two payouts of one partition", () =>
    Effect.gen(function* () {
      const stage = yield* begin([2])
      const engines = stage.stages.map(({ engine }) => engine)
      const [engine] = engines
      if (engine === undefined) return assert.fail("no engine")
      const record = yield* processOf(engine, engines)
      const outcomes = yield* atOnce(
        stage,
        stage.due.map(({ id }) => record(id))
      )
      assert.deepStrictEqual(outcomes, ["already_used", "recorded"])
      const sent = stage.due.flatMap(({ id }) => stage.refundsOf(id)).map(({ status }) => status)
      assert.deepStrictEqual(sent.toSorted(), ["due", "sent"])
    })
  )

  it.effect("refunds only one of two payouts in two partitions and processes", () =>
    Effect.gen(function* () {
      const stage = yield* begin([1, 1])
      const engines = stage.stages.map(({ engine }) => engine)
      const records = yield* Effect.forEach(stage.due, ({ id, stage: { engine } }) =>
        Effect.map(processOf(engine, engines), (record) => record(id))
      )
      const outcomes = yield* atOnce(stage, records)
      assert.deepStrictEqual(outcomes, ["already_used", "recorded"])
    })
  )
})

describe("A refund that changes while the chain is asked about its transaction", () => {
  const during = Effect.fnUntraced(function* (
    change: (client: Client, id: string) => Effect.Effect<unknown, unknown>
  ) {
    const { due, refundsOf, stages } = yield* begin([1])
    const [{ id, stage } = assert.fail("no payout")] = due
    const record = yield* processOf(
      stage.engine,
      stages.map(({ engine }) => engine),
      () => Effect.as(Effect.orDie(change(stage.client, id)), { _tag: "Pending", transfers: 1 })
    )
    const outcome = yield* record(id)
    return { outcome, refunds: refundsOf(id).map(({ amount, status }) => `${status} ${amount}`) }
  })

  it.effect("is not recorded as sent if it grew, since the transaction pays too little", () =>
    Effect.gen(function* () {
      const { outcome, refunds } = yield* during((client, id) => {
        const more = EngineHarness.deposit({ id } as never, 0, usdc(7))
        const deposit = { ...more, txHash: "late", seenAt: 0 }
        return client.command(id, { _tag: "FinalizeDeposit", deposit })
      })
      assert.strictEqual(outcome, "InvalidState")
      assert.deepStrictEqual(refunds, [`due ${usdc(32)}`])
    })
  )

  it.effect("is not recorded as sent if another record of it was durable first", () =>
    Effect.gen(function* () {
      const sent = { _tag: "SendRefund", amount: usdc(25), address: "0xback" } as const
      const { outcome, refunds } = yield* during((client, id) =>
        client.command(id, { ...sent, txHash: "0xother" })
      )
      assert.strictEqual(outcome, "InvalidState")
      assert.deepStrictEqual(refunds, [`sent ${usdc(25)}`])
    })
  )
})
