import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import * as PendingRequests from "../../../src/engine/commands/PendingRequests.ts"
import * as Turns from "../../../src/engine/commands/Turns.ts"
import * as ReadModel from "../../../src/engine/ports/ReadModel.ts"
import * as State from "../../../src/engine/state/State.ts"
import * as MemoryReadModel from "../../support/memoryReadModel.ts"

const request = {
  at: 0,
  by: "key_test",
  idempotency: { scope: "tests", key: "k", fingerprint: "" }
}

const begin = (state: State.State) =>
  Effect.gen(function* () {
    const waiting = yield* PendingRequests.make
    const readModel = yield* ReadModel.ReadModel
    return yield* Turns.make({ state, readModel, waiting, isBehind: () => false })
  }).pipe(Effect.provide(MemoryReadModel.make({ entries: () => [] }).layer))

/** Slightly more operations than those after which Effect yields to other fibers. */
const operationsMax = 2_100

const operations = (count: number): Effect.Effect<void> => {
  let all: Effect.Effect<void> = Effect.void
  for (let index = 0; index < count; index++) all = Effect.andThen(all, Effect.void)
  return all
}

describe("A request's locks", () => {
  it.effect("L12 are released after a defect while its key is looked up", () =>
    Effect.gen(function* () {
      const state = State.make()
      const broken: State.State = {
        ...state,
        idempotencyFilter: {
          ...state.idempotencyFilter,
          mayHave: () => {
            throw new Error("a defect")
          }
        }
      }
      const turns = yield* begin(broken)
      const exit = yield* Effect.exit(
        Turns.inTurn(turns, request, ["quote q"], () => Effect.succeed("done"))
      )
      assert.isTrue(Exit.hasDies(exit))
      assert.strictEqual(turns.locks.size(), 0)
    })
  )

  it.effect("L8 are released after an interruption at any point", () =>
    Effect.gen(function* () {
      const turns = yield* begin(State.make())
      for (let count = 0; count < operationsMax; count++) {
        const turn = Turns.inTurn(turns, request, ["quote q"], () => Effect.never)
        const fiber = yield* Effect.forkChild(Effect.andThen(operations(count), turn))
        yield* Effect.yieldNow
        yield* Fiber.interrupt(fiber)
        assert.strictEqual(turns.locks.size(), 0, `after ${count} operations`)
      }
    })
  )
})
