/** What a batch's step does to its rows, and how a batch and its rows come back from elsewhere. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../../src/config/Limits.ts"
import * as Batch from "../../../src/domain/batch/Batch.ts"
import * as BatchSteps from "../../../src/engine/actor/BatchSteps.ts"
import type * as Entry from "../../../src/engine/ports/Entry.ts"
import * as Eviction from "../../../src/engine/state/Eviction.ts"
import * as Fold from "../../../src/engine/state/Fold.ts"
import * as State from "../../../src/engine/state/State.ts"
import * as Stage from "../../support/stage.ts"
import * as World from "../../support/world.ts"

const usdc = (amount: number): number => amount * 1_000_000

/** The log of a batch that was paid too much, with a row that fails. */
const finishedLog = Effect.gen(function* () {
  const { client, log } = yield* Stage.begin({
    arrivals: (funded) => [
      [1_000, { _tag: "Finalized", deposit: World.deposit(funded, 1_000, usdc(26)) }]
    ],
    provider: ({ payout }) => (payout.name === "row 2" ? "refuse for good" : "deliver")
  })
  yield* client.batch([usdc(10), usdc(15)])
  yield* World.passUntil(() => [...World.fold(log).batches.values()].every(Batch.isFinished))
  return log.entries()
})

const foldOf = (entries: ReadonlyArray<Entry.Entry>): State.State => {
  const core = State.make()
  for (const entry of entries) Fold.apply(core, entry)
  return core
}

/** What a read model lends that has come to an entry: states, and the last entry of each. */
const lentAt = (entries: ReadonlyArray<Entry.Entry>) => {
  const { batches, dirty: changes, payouts } = foldOf(entries)
  const versions = <A>(states: ReadonlyMap<string, A>, marks: ReadonlyMap<string, number>) =>
    [...states].map(([id, state]) => ({ seq: marks.get(id) ?? 0, state }))
  return {
    batches: versions(batches, changes.batches),
    payouts: versions(payouts, changes.payouts)
  }
}

describe("a batch lent by a read model", () => {
  it.effect("follows each of its rows' entries once, however far on the read model is", () =>
    Effect.gen(function* () {
      const entries = yield* finishedLog
      const whole = foldOf(entries)
      const birth = entries.findIndex(({ events }) => events[0]?._tag === "BatchCreated") + 1
      assert.isAbove(entries.length - birth, 8)
      for (let at = birth; at < entries.length; at++) {
        for (let shown = at; shown <= entries.length; shown++) {
          const core = State.make()
          core.seq = at
          // Rows are asked for first: the read model may be further on when the batch is.
          const { payouts } = lentAt(entries.slice(0, at))
          Eviction.hydrate(core, { payouts })
          Eviction.hydrate(core, { batches: lentAt(entries.slice(0, shown)).batches })
          for (const entry of entries.slice(at)) Fold.apply(core, entry)
          assert.deepStrictEqual(core.batches, whole.batches, `from ${at}, shown to ${shown}`)
          assert.deepStrictEqual(core.payouts, whole.payouts)
          assert.deepStrictEqual(core.rows, whole.rows)
        }
      }
    })
  )

  it.effect("is asked for with its rows when entries speak of what is not in memory", () =>
    Effect.gen(function* () {
      const entries = yield* finishedLog
      const [birth] = entries.filter(({ events }) => events[0]?._tag === "BatchCreated")
      const [batchId = "", ...rows] =
        birth?.events.map((event) => ("id" in event ? event.id : "")) ?? []
      const later = entries.filter(({ seq }) => seq > (birth?.seq ?? 0))
      const missing = Eviction.missing(State.make(), later)
      assert.deepStrictEqual(missing.batches, [batchId])
      assert.sameMembers([...missing.payouts], rows)
      assert.isEmpty(Eviction.missing(State.make(), entries).batches)
      assert.isEmpty(Eviction.missing(foldOf(entries), later).payouts)
    })
  )
})

describe("a step of a batch that its rows do not take", () => {
  it.effect("is made again after a pause: what a full mailbox refused is still owed", () =>
    Effect.gen(function* () {
      const { client, log, stop, world } = yield* Stage.begin({ arrivals: () => [] })
      log.hold(1)
      const id = World.idOf(yield* client.batch([usdc(10), usdc(15)]))
      yield* stop
      const core = foldOf(log.entries())
      const batch = core.batches.get(id)
      assert.isDefined(batch)
      const told: Array<string> = []
      const wake: BatchSteps.WakeRow = (row, { command }) => {
        told.push(`${row} ${command._tag}`)
        return false
      }
      const steps = yield* Effect.provide(BatchSteps.make(core, wake), world.ports)
      const now = yield* Clock.currentTimeMillis
      const outcome = yield* steps.runStep(batch, () => Effect.void, 0)
      const until = now + Limits.engine.restartPauseMs
      assert.deepStrictEqual(outcome, { _tag: "Pause", until })
      const rows = [...(core.rows.get(id) ?? [])]
      assert.deepStrictEqual(
        told,
        rows.map((row) => `${row} OpenFunding`)
      )
    })
  )
})

describe("the end of a batch's funding window", () => {
  it.effect("is told when the chain has looked past the deadline, and not before", () =>
    Effect.gen(function* () {
      const { client, engine, stop } = yield* Stage.begin({ arrivals: () => [] })
      const id = World.idOf(yield* client.batch([usdc(10)]))
      yield* World.until(() => engine.state.batches.get(id)?.waiting === 0)
      const batch = engine.state.batches.get(id) as Batch.Batch
      yield* stop
      const looked = Deferred.makeUnsafe<void>()
      const asked: Array<number> = []
      const lookedPast = (at: number) => {
        asked.push(at)
        return Deferred.await(looked)
      }
      const { ports } = World.make({ lookedPast })
      const steps = yield* Effect.provide(
        BatchSteps.make(State.make(), () => true),
        ports
      )
      yield* TestClock.setTime(batch.fundingDeadline + 1)
      const told: Array<string> = []
      const tell = ({ _tag }: Batch.Command) => Effect.sync(() => void told.push(_tag))
      const step = yield* Effect.forkChild(steps.runStep(batch, tell, 0))
      yield* World.until(() => asked.length === 1)
      assert.deepStrictEqual(asked, [batch.fundingDeadline])
      yield* TestClock.adjust("1 hour")
      assert.isEmpty(told)
      yield* Deferred.succeed(looked, undefined)
      assert.deepStrictEqual<unknown>(yield* Fiber.join(step), { _tag: "Over" })
      assert.deepStrictEqual(told, ["CloseFundingWindow"])
    })
  )
})

describe("a batch whose rows end by themselves", () => {
  const paid = (batch: Batch.Batch, amount: number) => ({
    _tag: "FinalizeDeposit" as const,
    deposit: World.deposit(batch, 0, usdc(amount))
  })

  it.effect("is funded at once when the deposit is enough for the others", () =>
    Effect.gen(function* () {
      const { client, engine, log } = yield* Stage.begin({ arrivals: () => [] })
      const id = World.idOf(yield* client.batch([usdc(10), usdc(15)]))
      yield* World.until(() => engine.state.batches.get(id)?.waiting === 0)
      yield* client.commandBatch(id, paid(engine.state.batches.get(id) as Batch.Batch, 15))
      const [first = ""] = engine.state.rows.get(id) ?? []
      yield* client.command(first, { _tag: "Cancel" })
      yield* World.until(() => World.fold(log).batches.get(id)?.allocated === usdc(15))
      assert.deepInclude(World.fold(log).batches.get(id), { funding: "funded", failed: 1 })
    })
  )

  it.effect("gives its deposit back at once when none is left", () =>
    Effect.gen(function* () {
      const { client, engine, log } = yield* Stage.begin({ arrivals: () => [] })
      const id = World.idOf(yield* client.batch([usdc(10)]))
      yield* World.until(() => engine.state.batches.get(id)?.waiting === 0)
      yield* client.commandBatch(id, paid(engine.state.batches.get(id) as Batch.Batch, 9))
      const [only = ""] = engine.state.rows.get(id) ?? []
      yield* client.command(only, { _tag: "Cancel" })
      const refunds = () => World.fold(log).batches.get(id)?.refunds ?? []
      yield* World.until(() => refunds().length === 1)
      assert.strictEqual(refunds()[0]?.amount, usdc(9))
      yield* TestClock.adjust("2 minutes")
      assert.lengthOf(refunds(), 1)
    })
  )
})
