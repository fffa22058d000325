/** Commands of a batch's step to its rows, and loading a batch with rows from the read model. */
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
import * as EngineHarness from "../../support/engineHarness.ts"
import { quietArrivals } from "../../support/quiet.ts"
import * as Stage from "../../support/stage.ts"

const usdc = (amount: number): number => amount * 1_000_000

/** The log of a batch with too large a deposit and a row that fails. */
const finishedLog = Effect.gen(function* () {
  const { client, log } = yield* Stage.begin({
    arrivals: (funded) => [
      [1_000, { _tag: "Finalized", deposit: EngineHarness.deposit(funded, 1_000, usdc(26)) }]
    ],
    provider: ({ payout }) => (payout.name === "row 2" ? "refuse for good" : "deliver")
  })
  yield* client.batch([usdc(10), usdc(15)])
  yield* EngineHarness.advanceUntil(() =>
    [...EngineHarness.fold(log).batches.values()].every(Batch.isFinished)
  )
  return log.entries()
})

const foldOf = (entries: ReadonlyArray<Entry.Entry>): State.State => {
  const core = State.make()
  for (const entry of entries) Fold.apply(core, entry)
  return core
}

/** The states of a read model after these entries, each with the number of its last entry. */
const lentAt = (entries: ReadonlyArray<Entry.Entry>) => {
  const { batches, dirty: changes, payouts } = foldOf(entries)
  const versions = <A>(states: ReadonlyMap<string, A>, marks: ReadonlyMap<string, number>) =>
    [...states].map(([id, state]) => ({ seq: marks.get(id) ?? 0, state }))
  return {
    batches: versions(batches, changes.batches),
    payouts: versions(payouts, changes.payouts)
  }
}

describe("A batch loaded from the read model", () => {
  it.effect("applies each entry of its rows once, even if the read model is ahead", () =>
    Effect.gen(function* () {
      const entries = yield* finishedLog
      const whole = foldOf(entries)
      const birth = entries.findIndex(({ events }) => events[0]?._tag === "BatchCreated") + 1
      assert.isAbove(entries.length - birth, 8)
      for (let at = birth; at < entries.length; at++) {
        for (let shown = at; shown <= entries.length; shown++) {
          const core = State.make()
          core.seq = at
          // Rows are read first, so the read model may be further ahead for the batch.
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

  it.effect("comes with its rows if entries change objects that are not in memory", () =>
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

describe("A step of a batch that its rows do not accept", () => {
  it.effect("is retried after a pause, since a command to a full mailbox stays pending", () =>
    Effect.gen(function* () {
      const { client, log, stop, adapters } = yield* Stage.begin({ arrivals: () => [] })
      log.hold(1)
      const id = EngineHarness.idOf(yield* client.batch([usdc(10), usdc(15)]))
      yield* stop
      const core = foldOf(log.entries())
      const batch = core.batches.get(id)
      assert.isDefined(batch)
      const commands: Array<string> = []
      const wake: BatchSteps.WakeRow = (row, { command }) => {
        commands.push(`${row} ${command._tag}`)
        return false
      }
      const steps = yield* Effect.provide(
        BatchSteps.make(core, wake, quietArrivals),
        adapters.ports
      )
      const now = yield* Clock.currentTimeMillis
      const outcome = yield* steps.runStep(batch, () => Effect.void, 0)
      const until = now + Limits.engine.restartPauseMs
      assert.deepStrictEqual(outcome, { _tag: "Pause", until })
      const rows = [...(core.rows.get(id) ?? [])]
      assert.deepStrictEqual(
        commands,
        rows.map((row) => `${row} OpenFunding`)
      )
    })
  )
})

describe("The end of a batch's funding window", () => {
  it.effect("is decided only once the chain was read past the deadline", () =>
    Effect.gen(function* () {
      const { client, engine, stop } = yield* Stage.begin({ arrivals: () => [] })
      const id = EngineHarness.idOf(yield* client.batch([usdc(10)]))
      yield* EngineHarness.until(() => engine.state.batches.get(id)?.waiting === 0)
      const batch = engine.state.batches.get(id) as Batch.Batch
      yield* stop
      const looked = Deferred.makeUnsafe<void>()
      const asked: Array<number> = []
      const lookedPast = (at: number) => {
        asked.push(at)
        return Deferred.await(looked)
      }
      const { ports } = EngineHarness.make()
      const steps = yield* Effect.provide(
        BatchSteps.make(State.make(), () => true, {
          announce: () => {},
          awaitReported: lookedPast
        }),
        ports
      )
      yield* TestClock.setTime(batch.fundingDeadline + 1)
      const commands: Array<string> = []
      const send = ({ _tag }: Batch.Command) => Effect.sync(() => void commands.push(_tag))
      const step = yield* Effect.forkChild(steps.runStep(batch, send, 0))
      yield* EngineHarness.until(() => asked.length === 1)
      assert.deepStrictEqual(asked, [batch.fundingDeadline])
      yield* TestClock.adjust("1 hour")
      assert.isEmpty(commands)
      yield* Deferred.succeed(looked, undefined)
      assert.deepStrictEqual<unknown>(yield* Fiber.join(step), { _tag: "Over" })
      assert.deepStrictEqual(commands, ["CloseFundingWindow"])
    })
  )
})

describe("A batch whose rows finish before it is funded", () => {
  const paid = (batch: Batch.Batch, amount: number) => ({
    _tag: "FinalizeDeposit" as const,
    deposit: EngineHarness.deposit(batch, 0, usdc(amount))
  })

  it.effect("is funded at once if the deposit is enough for the other rows", () =>
    Effect.gen(function* () {
      const { client, engine, log } = yield* Stage.begin({ arrivals: () => [] })
      const id = EngineHarness.idOf(yield* client.batch([usdc(10), usdc(15)]))
      yield* EngineHarness.until(() => engine.state.batches.get(id)?.waiting === 0)
      yield* client.commandBatch(id, paid(engine.state.batches.get(id) as Batch.Batch, 15))
      const [first = ""] = engine.state.rows.get(id) ?? []
      yield* client.command(first, { _tag: "Cancel" })
      yield* EngineHarness.until(
        () => EngineHarness.fold(log).batches.get(id)?.allocated === usdc(15)
      )
      assert.deepInclude(EngineHarness.fold(log).batches.get(id), { funding: "funded", failed: 1 })
    })
  )

  it.effect("returns its deposit at once if no row is left", () =>
    Effect.gen(function* () {
      const { client, engine, log } = yield* Stage.begin({ arrivals: () => [] })
      const id = EngineHarness.idOf(yield* client.batch([usdc(10)]))
      yield* EngineHarness.until(() => engine.state.batches.get(id)?.waiting === 0)
      yield* client.commandBatch(id, paid(engine.state.batches.get(id) as Batch.Batch, 9))
      const [only = ""] = engine.state.rows.get(id) ?? []
      yield* client.command(only, { _tag: "Cancel" })
      const refunds = () => EngineHarness.fold(log).batches.get(id)?.refunds ?? []
      yield* EngineHarness.until(() => refunds().length === 1)
      assert.strictEqual(refunds()[0]?.amount, usdc(9))
      yield* TestClock.adjust("2 minutes")
      assert.lengthOf(refunds(), 1)
    })
  )
})
