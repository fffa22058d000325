/** The actors of a lifecycle together. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Effect, Exit, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Actors from "../../../src/engine/actor/Actors.ts"
import * as Timers from "../../../src/engine/actor/Timers.ts"
import * as Log from "../../../src/engine/ports/Log.ts"
import * as Fold from "../../../src/engine/state/Fold.ts"
import * as State from "../../../src/engine/state/State.ts"
import { createdEvent, t0 } from "../../support/fixtures.ts"
import * as MemoryLog from "../../support/memoryLog.ts"
import * as PayoutBehavior from "./payoutBehavior.ts"

describe("An actor that is asleep", () => {
  it.effect("ends with its scope: its timer starts no attempt any more", () =>
    Effect.gen(function* () {
      const state = State.make()
      const place = { v: 5, at: t0, by: "engine", reply: null, seq: 1, epoch: 1 } as const
      Fold.apply(state, { ...place, events: [createdEvent] })
      const log = Context.get(yield* Layer.build(MemoryLog.make().layer), Log.Log)
      let attempts = 0
      const behavior = PayoutBehavior.make(state, () =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          attempts += 1
          return { _tag: "Pause", until: now + 1_000 } as const
        })
      )
      const timers = yield* Timers.make
      const scope = yield* Scope.make()
      const refused = { count: 0 }
      const actors = yield* Actors.make(behavior, {
        ...{ log, timers, refused, ended: () => {} }
      }).pipe(Scope.provide(scope))
      actors.wake(createdEvent.id)
      yield* TestClock.adjust(1_000)
      assert.deepStrictEqual([attempts, actors.count(), timers.size()], [2, 1, 1])
      yield* Scope.close(scope, Exit.void)
      yield* TestClock.adjust(10_000)
      assert.deepStrictEqual([attempts, actors.count(), timers.size()], [2, 0, 0])
    })
  )
})
