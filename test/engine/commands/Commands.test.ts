/** Commands: their reads, their decisions and the names that they claim. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Result } from "effect"
import type * as Command from "../../../src/engine/commands/Command.ts"
import * as State from "../../../src/engine/state/State.ts"
import * as EngineHarness from "../../support/engineHarness.ts"
import * as MemoryLog from "../../support/memoryLog.ts"

const joined = (id: string) =>
  ({ _tag: "PersonJoined", id, name: "Ada", email: `${id}@test`, at: 0 }) as const

const origin = { at: 0, by: "key_test" }

describe("A command", () => {
  it.effect("L1 is decided at once if everything that it reads is in memory", () =>
    Effect.gen(function* () {
      const { engine, log } = yield* EngineHarness.begin()
      const before = log.attempts()
      yield* Effect.forkChild(
        engine.executeUnkeyed(origin, {
          locks: ["lock"],
          read: () => Effect.succeed("usr_1"),
          decide: (id) => Result.succeed({ events: [joined(id)], result: id })
        }),
        { startImmediately: true }
      )
      assert.strictEqual(log.attempts(), before + 1)
    })
  )

  it.effect("decides nothing if its read fails", () =>
    Effect.gen(function* () {
      const { engine, log } = yield* EngineHarness.begin()
      const before = log.attempts()
      const failed = engine.executeOwn(0, {
        locks: ["lock"],
        read: () => Effect.fail("unread" as const),
        decide: (): Result.Result<never, "undecided"> => assert.fail("It must not be called.")
      })
      assert.strictEqual(yield* Effect.flip(failed), "unread")
      assert.strictEqual(log.attempts(), before)
    })
  )

  it("L1 cannot decide by an effect, which might wait", () => {
    const decide = () => Effect.succeed({ events: [], result: undefined })
    // @ts-expect-error A decision is a Result.
    const command: Command.Command<undefined, never, never, never> = { locks: [], decide }
    assert.deepStrictEqual(command.locks, [])
  })
})

const claimOf = (owner: string) => ({ scope: "refund transfers", name: "0xabc 0", owner })

describe("A claimed name", () => {
  it.effect("L8 belongs to its first owner, also after a restart", () =>
    Effect.gen(function* () {
      const { adapters, engine, log } = yield* EngineHarness.begin()
      assert.isTrue(yield* engine.claim(0, claimOf("po_1")))
      assert.isTrue(yield* engine.claim(1, claimOf("po_1")))
      assert.isFalse(yield* engine.claim(1, claimOf("po_2")))
      const next = yield* EngineHarness.start(adapters, MemoryLog.make(log.entries()))
      assert.isFalse(yield* next.claim(2, claimOf("po_2")))
      assert.isTrue(yield* next.claim(2, claimOf("po_1")))
    })
  )

  it.effect("L8 has one winner among claims at the same time", () =>
    Effect.gen(function* () {
      const { engine, log } = yield* EngineHarness.begin()
      log.hold()
      const claims = yield* Effect.forEach(["po_1", "po_2"], (owner) =>
        Effect.forkChild(engine.claim(0, claimOf(owner)), { startImmediately: true })
      )
      log.release()
      assert.deepStrictEqual(yield* Effect.forEach(claims, Fiber.join), [true, false])
    })
  )

  it.effect("L10 is free again after the period of an idempotency key", () =>
    Effect.gen(function* () {
      const { engine } = yield* EngineHarness.begin()
      assert.isTrue(yield* engine.claim(0, claimOf("po_1")))
      assert.isTrue(yield* engine.claim(State.replyMsMax, claimOf("po_2")))
    })
  )
})
