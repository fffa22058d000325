/**
 * A batch or payout whose fiber fails is restarted, and after several failures it is parked until
 * an operator resumes it (L12).
 */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Metric } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../../src/config/Limits.ts"
import * as Batch from "../../../src/domain/batch/Batch.ts"
import * as EngineHarness from "../../support/engineHarness.ts"
import * as Stage from "../../support/stage.ts"

const usdc = (amount: number): number => amount * 1_000_000
const { restartPauseMs, restartsMax, restartsWithinMs } = Limits.engine

/** The value of a counter of this process for batches. */
const counted = (name: string) =>
  Effect.map(Metric.snapshot, (found) => {
    const series = found.find(({ attributes, id }) => id === name && attributes?.kind === "batch")
    assert.isDefined(series, `${name} has no series of batches`)
    return Number((series.state as Metric.CounterState<number>).count)
  })

/** A stage in which the first batch's step throws while `fault.isThere`. */
const broken = Effect.gen(function* () {
  const fault = { id: "", isThere: true, throws: 0 }
  const stage = yield* Stage.begin({
    arrivals: (funded) => {
      if (fault.isThere && funded.id.startsWith("bt_") && [funded.id, ""].includes(fault.id)) {
        fault.throws += 1
        throw new Error("a bug in the batch's step")
      }
      return [[1_000, { _tag: "Finalized", deposit: EngineHarness.deposit(funded, 1_000) }]]
    }
  })
  const id = EngineHarness.idOf(yield* stage.client.batch([usdc(10), usdc(15)]))
  fault.id = id
  const batch = () => EngineHarness.fold(stage.log).batches.get(id) as Batch.Batch
  const statuses = () =>
    [...EngineHarness.fold(stage.log).payouts.values()]
      .filter(({ batchId }) => batchId === id)
      .map(({ status }) => status)
  /** Waits until the batch is parked. Its fiber ends after a last pause. */
  const parked = Effect.andThen(
    EngineHarness.advanceUntil(() => Batch.isParked(batch()), restartPauseMs),
    TestClock.adjust(restartPauseMs)
  )
  return { ...stage, id, fault, batch, parked, statuses }
})

describe("A batch whose step always throws", () => {
  it.effect(
    "L12 is parked after the maximum of restarts, its rows wait, and the alert counter rises",
    () =>
      Effect.gen(function* () {
        const { client, engine, fault, log, parked, statuses } = yield* broken
        const parkings = yield* counted("payout_actor_parked_total")
        const restarts = yield* counted("payout_actor_restarts_total")
        yield* parked
        yield* TestClock.adjust("2 hours")
        assert.strictEqual(fault.throws, restartsMax + 1)
        assert.deepStrictEqual(statuses(), ["AWAITING_FUNDS", "AWAITING_FUNDS"])
        assert.strictEqual((yield* counted("payout_actor_parked_total")) - parkings, 1)
        assert.strictEqual(
          (yield* counted("payout_actor_restarts_total")) - restarts,
          restartsMax + 1
        )
        assert.strictEqual(engine.activePayouts(), 2)
        const tags = log.entries().flatMap(({ events }) => events.map(({ _tag }) => _tag))
        assert.lengthOf(
          tags.filter((tag) => tag === "BatchParked"),
          1
        )
        // Other batches and payouts continue.
        const other = EngineHarness.idOf(yield* client.batch([usdc(1)]))
        const single = yield* client.newPayout()
        yield* EngineHarness.advanceUntil(() => {
          const { batches, payouts } = EngineHarness.fold(log)
          const isOver = Batch.isFinished(batches.get(other) as Batch.Batch)
          return isOver && payouts.get(single)?.status === "SETTLED"
        })
      })
  )

  it.effect("L12 continues where it stopped once an operator resumes it", () =>
    Effect.gen(function* () {
      const { batch, client, fault, id, parked, statuses } = yield* broken
      yield* parked
      fault.isThere = false
      yield* client.commandBatch(id, { _tag: "Resume" })
      yield* EngineHarness.advanceUntil(() => Batch.isFinished(batch()))
      assert.deepStrictEqual(statuses(), ["SETTLED", "SETTLED"])
      const again = yield* Effect.flip(client.commandBatch(id, { _tag: "Resume" }))
      assert.deepInclude(again, { _tag: "InvalidBatchState", command: "Resume" })
    })
  )

  it.effect("L12 is parked again if it is resumed while the cause remains", () =>
    Effect.gen(function* () {
      const { batch, client, fault, id, parked } = yield* broken
      yield* parked
      yield* client.commandBatch(id, { _tag: "Resume" })
      assert.isFalse(Batch.isParked(batch()))
      yield* parked
      assert.strictEqual(fault.throws, 2 * (restartsMax + 1))
    })
  )
})

describe("A parked batch", () => {
  it.effect("L12 stays parked across a restart, and can be resumed afterwards", () =>
    Effect.gen(function* () {
      const stage = yield* broken
      yield* stage.parked
      const { throws } = stage.fault
      const next = yield* Stage.restart(stage)
      const batch = () => EngineHarness.fold(next.log).batches.get(stage.id) as Batch.Batch
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(stage.fault.throws, throws)
      assert.isTrue(Batch.isParked(batch()))
      stage.fault.isThere = false
      yield* next.client.commandBatch(stage.id, { _tag: "Resume" })
      yield* EngineHarness.advanceUntil(() => Batch.isFinished(batch()))
    })
  )

  it.effect("L9 counts deposits while it is parked, and pays its rows once resumed", () =>
    Effect.gen(function* () {
      const { batch, client, fault, id, parked, statuses } = yield* broken
      yield* parked
      const deposit = EngineHarness.deposit(batch(), 1_000)
      yield* client.commandBatch(id, { _tag: "FinalizeDeposit", deposit })
      yield* TestClock.adjust("2 hours")
      assert.strictEqual(Batch.held(batch()), usdc(25))
      assert.deepStrictEqual(statuses(), ["AWAITING_FUNDS", "AWAITING_FUNDS"])
      fault.isThere = false
      yield* client.commandBatch(id, { _tag: "Resume" })
      yield* EngineHarness.advanceUntil(() => Batch.isFinished(batch()))
      assert.deepStrictEqual(statuses(), ["SETTLED", "SETTLED"])
    })
  )
})

describe("An actor that fails from time to time", () => {
  const minuteMs = 60_000

  /** A payout that waits for its provider, whose adapter fails once per `minutes`. */
  const failing = Effect.fnUntraced(function* (minutes: number) {
    const clock = yield* Clock.Clock
    const failures: Array<number> = []
    const { client, state } = yield* EngineHarness.begin({
      provider: () => {
        const now = clock.currentTimeMillisUnsafe()
        const last = failures.at(-1) ?? Number.NEGATIVE_INFINITY
        if (now - last < minutes * minuteMs) return "queue"
        failures.push(now)
        return "die"
      }
    })
    const id = yield* client.newPayout()
    return { failures, status: () => state.payouts.get(id)?.status }
  })

  it.effect("L12 is never parked while its failures are spread over more than an hour", () =>
    Effect.gen(function* () {
      const { failures, status } = yield* failing(restartsWithinMs / restartsMax / minuteMs + 1)
      const many = 4 * (restartsMax + 1)
      yield* EngineHarness.advanceUntil(() => failures.length === many, minuteMs)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(status(), "PAYOUT_INITIATED")
    })
  )

  it.effect("L12 is parked after the same number of failures within an hour", () =>
    Effect.gen(function* () {
      const { failures, status } = yield* failing(10)
      yield* EngineHarness.advanceUntil(() => status() === "MANUAL_REVIEW", minuteMs)
      assert.lengthOf(failures, restartsMax + 1)
    })
  )
})
