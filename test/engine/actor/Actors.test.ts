/** All actors of one lifecycle: start in slices, and sleep. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Effect, Exit, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../../src/config/Limits.ts"
import * as Actors from "../../../src/engine/actor/Actors.ts"
import * as Timers from "../../../src/engine/actor/Timers.ts"
import * as Log from "../../../src/engine/ports/Log.ts"
import * as Fold from "../../../src/engine/state/Fold.ts"
import * as State from "../../../src/engine/state/State.ts"
import * as EngineHarness from "../../support/engineHarness.ts"
import { createdEvent, t0 } from "../../support/fixtures.ts"
import * as MemoryLog from "../../support/memoryLog.ts"
import * as PayoutBehavior from "./payoutBehavior.ts"

/** The actors of `count` payouts, in a separate scope. Each attempt pauses for a second. */
const stage = Effect.fnUntraced(function* (count: number) {
  const state = State.make()
  const place = { v: 1, at: t0, by: "engine", reply: null, seq: 1, epoch: 1 } as const
  const ids = Array.from({ length: count }, (_, index) => `${createdEvent.id}${index}`)
  Fold.apply(state, { ...place, events: ids.map((id) => ({ ...createdEvent, id })) })
  const log = Context.get(yield* Layer.build(MemoryLog.make().layer), Log.Log)
  const attempts: Array<string> = []
  const behavior = PayoutBehavior.make(state, ({ id }) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      attempts.push(id)
      return { _tag: "Pause", until: now + 1_000 } as const
    })
  )
  const timers = yield* Timers.make
  const scope = yield* Scope.make()
  const refused = { count: 0 }
  const actors = yield* Actors.make(behavior, {
    ...{ log, timers, refused, onEnd: () => {} }
  }).pipe(Scope.provide(scope))
  return { ids, actors, attempts, timers, end: Scope.close(scope, Exit.void) }
})

describe("An actor that is asleep", () => {
  it.effect("ends with its scope, so that its timer starts no further attempt", () =>
    Effect.gen(function* () {
      const { actors, attempts, end, ids, timers } = yield* stage(1)
      actors.wakeAll(ids)
      yield* TestClock.adjust(1_000)
      assert.deepStrictEqual([attempts.length, actors.count(), timers.size()], [2, 1, 1])
      yield* end
      yield* TestClock.adjust(10_000)
      assert.deepStrictEqual([attempts.length, actors.count(), timers.size()], [2, 0, 0])
    })
  )
})

describe("Actors that one entry starts", () => {
  it.effect("start a few per turn of the event loop, each once and in order", () =>
    Effect.gen(function* () {
      const { wokenAtOnce } = Limits.engine
      const { actors, attempts, ids } = yield* stage(2 * wokenAtOnce + 1)
      actors.wakeAll(ids)
      assert.strictEqual(actors.count(), wokenAtOnce)
      yield* EngineHarness.until(() => attempts.length === ids.length)
      assert.deepStrictEqual(attempts, ids)
    })
  )
})
