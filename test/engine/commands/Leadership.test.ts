/** A writer pays only while it knows that it still leads the log. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../../src/config/Limits.ts"
import * as EngineHarness from "../../support/engineHarness.ts"
import * as MemoryLog from "../../support/memoryLog.ts"

/** A payout whose provider has no outcome, so that its transfer is resent. */
const begin = Effect.fnUntraced(function* () {
  const log = MemoryLog.make()
  const stage = yield* EngineHarness.begin({ provider: () => "unknown" }, log)
  const id = yield* stage.client.newPayout()
  const submits = () => stage.adapters.calls.filter(({ kind }) => kind === "submit").length
  yield* EngineHarness.advanceUntil(() => submits() >= 2)
  return { ...stage, id, submits }
})

describe("L3 A writer", () => {
  it.effect("that cannot reach the log sends no transfer, even after 20 minutes", () =>
    Effect.gen(function* () {
      const { log, submits } = yield* begin()
      const before = submits()
      log.goAway()
      yield* TestClock.adjust(Limits.engine.leadershipProofMsMax)
      const meanwhile = submits()
      yield* TestClock.adjust("20 minutes")
      assert.strictEqual(submits(), meanwhile)
      assert.isAtMost(meanwhile - before, 2)
    })
  )

  it.effect("resumes sending once the log has accepted one of its entries", () =>
    Effect.gen(function* () {
      const { log, submits } = yield* begin()
      log.goAway()
      yield* TestClock.adjust("2 minutes")
      const before = submits()
      const entries = log.entries().length
      log.comeBack()
      yield* EngineHarness.advanceUntil(() => submits() > before)
      assert.isAbove(log.entries().length, entries)
    })
  )

  it.effect("does not query the log if it has just written", () =>
    Effect.gen(function* () {
      const log = MemoryLog.make()
      const { client, adapters } = yield* EngineHarness.begin({}, log)
      const id = yield* client.newPayout()
      yield* EngineHarness.advanceUntil(
        () => EngineHarness.fold(log).payouts.get(id)?.status === "SETTLED"
      )
      assert.lengthOf(adapters.transfers, 1)
      assert.isTrue(log.entries().every(({ events }) => events.length > 0))
    })
  )

  it.effect("whose clock was set back queries the log first", () =>
    Effect.gen(function* () {
      const { log, submits } = yield* begin()
      const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
      log.goAway()
      yield* TestClock.setTime(now - 600_000)
      const before = submits()
      yield* TestClock.adjust("9 minutes")
      assert.strictEqual(submits(), before)
    })
  )
})
