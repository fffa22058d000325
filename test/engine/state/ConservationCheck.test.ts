/**
 * The assertion before each append: an entry that does not conserve money is never written (L9).
 */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import type { Engine } from "../../../src/engine/Engine.ts"
import type * as Entry from "../../../src/engine/ports/Entry.ts"
import * as ConservationCheck from "../../../src/engine/state/ConservationCheck.ts"
import * as MemoryLog from "../../support/memoryLog.ts"
import * as World from "../../support/world.ts"

const quiet: Partial<World.Script> = { arrivals: () => [] }

/** A command whose decision is wrong: it writes these events as they are. */
const write = Effect.fnUntraced(function* (
  engine: Engine["Service"],
  events: ReadonlyArray<Entry.Event>
) {
  const at = yield* Clock.currentTimeMillis
  const request = { at, by: "key_test", idempotency: null }
  const decided = Effect.succeed({ events, result: undefined })
  return yield* Effect.exit(engine.execute(request, ["a lock"], decided))
})

const refund = (id: string, amount: number) =>
  ({ _tag: "RefundOpened", id, at: 0, amount }) as const

describe("a command whose entry does not conserve money", () => {
  it.effect("L9 is a defect: nothing is appended, and its locks are free again", () =>
    Effect.gen(function* () {
      const { client, engine, log } = yield* World.begin(quiet)
      const id = yield* client.newPayout()
      const before = log.attempts()
      for (const _ of [1, 2, 3]) {
        const exit = yield* write(engine, [refund(id, 1)])
        assert.include(String(exit), "Money is not conserved by RefundOpened")
        assert.include(String(exit), id)
      }
      assert.strictEqual(log.attempts(), before)
      assert.isEmpty(World.fold(log).payouts.get(id)?.refunds ?? [])
      // Others do not notice, nor does its own payout.
      yield* client.command(id, { _tag: "Cancel" })
      assert.strictEqual(World.fold(log).payouts.get(id)?.status, "FAILED")
    })
  )

  it.effect("L9 is a defect where a row takes what its batch does not have", () =>
    Effect.gen(function* () {
      const { client, state, engine } = yield* World.begin(quiet)
      const batchId = World.idOf(yield* client.batch([10_000_000]))
      yield* World.until(() => state.batches.get(batchId)?.waiting === 0)
      const [row = ""] = state.rows.get(batchId) ?? []
      const share = { _tag: "FundsAllocated", id: row, at: 0, amount: 10_000_000 } as const
      assert.include(String(yield* write(engine, [share])), "of its batch, which holds 0")
      const wrong = { _tag: "BatchRefundOpened", id: batchId, at: 0, amount: 1 } as const
      assert.include(String(yield* write(engine, [wrong])), "customers")
    })
  )

  it.effect("L10 is looked for in one entry about money of so many where it is sampled", () =>
    Effect.gen(function* () {
      const world = World.make(quiet)
      const log = MemoryLog.make()
      const engine = yield* Effect.provideService(
        World.start(world, log),
        ConservationCheck.Every,
        3
      )
      const client = World.client(world, engine)
      const id = yield* client.newPayout()
      const outcomes: Array<string> = []
      for (const _ of [1, 2, 3, 4]) outcomes.push((yield* write(engine, [refund(id, 1)]))._tag)
      // Neither births nor other entries without money count.
      assert.deepStrictEqual(outcomes, ["Failure", "Success", "Success", "Failure"])
    })
  )
})
