/** Sessions of chain followers. An engine accepts reports only from the latest one. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Latch, Result } from "effect"
import type * as ChainCursor from "../../../src/domain/ChainCursor.ts"
import * as ChainProgress from "../../../src/engine/chain/ChainProgress.ts"
import type * as DepositIntake from "../../../src/engine/chain/DepositIntake.ts"
import * as DepositProcedures from "../../../src/engine/chain/DepositProcedures.ts"
import type * as Chain from "../../../src/engine/ports/Chain.ts"
import type { Procedure } from "../../../src/engine/ports/Procedure.ts"
import * as State from "../../../src/engine/state/State.ts"
import * as EngineHarness from "../../support/engineHarness.ts"

const cursor = (blockNumber: number): ChainCursor.ChainCursor => ({
  ...{ chainId: 1, blockNumber, blockHash: `0x${blockNumber}`, blockAt: blockNumber * 12_000 }
})

const final: Chain.Observation = {
  ...{ _tag: "Finalized", deposit: EngineHarness.deposit({ id: "po_1" } as never, 0, 1) }
}

/** An engine at block 10 whose log writes reports only while `durable` is open. */
const begin = Effect.gen(function* () {
  const durable = yield* Latch.make(true)
  const state = State.make()
  const stored: Array<number> = []
  const store = (cursor: ChainCursor.ChainCursor) =>
    void state.chainCursors.set("chain", { id: "chain", cursor })
  store(cursor(10))
  const given: Array<string> = []
  const deposits: DepositIntake.Intake = {
    ...{ state, readModel: { owners: () => Effect.succeed(new Map()) } },
    progress: yield* ChainProgress.make,
    give: (id) => Effect.as(Latch.await(durable), void given.push(id)),
    requests: {
      executeOwn: ((
        _: number,
        { decide }: { decide: () => Result.Result<{ events: ReadonlyArray<ChainCursor.Advanced> }> }
      ) =>
        Effect.sync(() => {
          const [event] = Result.getOrThrow(decide()).events
          if (event === undefined) return
          store(event.cursor)
          stored.push(event.cursor.blockNumber)
        })) as never
    }
  }
  const run = <A, B>(procedure: Procedure<DepositProcedures.FollowedEngine, A, B>, argument: A) =>
    Effect.result(procedure.run({ deposits }, argument))
  const report = (session: string) =>
    run(DepositProcedures.report, { session, id: "po_1", observation: final })
  const open = (session: string) => run(DepositProcedures.open, { session })
  return { deposits, durable, given, open, report, run, stored }
})

const start = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.forkChild(effect, { startImmediately: true })

describe("A follower of the chain", () => {
  it.effect("reports nothing if its session ended while its report was queued", () =>
    Effect.gen(function* () {
      const { durable, given, open, report } = yield* begin
      yield* open("old")
      yield* Latch.close(durable)
      const first = yield* start(report("old"))
      // The new session waits for the first report, and the old session's next report for that.
      const opened = yield* start(open("new"))
      const late = yield* start(report("old"))
      yield* Latch.open(durable)
      assert.strictEqual((yield* Fiber.join(first))._tag, "Success")
      assert.strictEqual((yield* Fiber.join(opened))._tag, "Success")
      assert.strictEqual((yield* Fiber.join(late))._tag, "Failure")
      assert.strictEqual(given.length, 1)
      assert.strictEqual((yield* report("new"))._tag, "Success")
      assert.strictEqual(given.length, 2)
    })
  )

  it.effect("moves no cursor once its session ended, and cannot report how far it has read", () =>
    Effect.gen(function* () {
      const { deposits, open, run, stored } = yield* begin
      yield* open("old")
      yield* open("new")
      const session = "old"
      const looked = { at: 1, blockNumber: 11 } as unknown as Chain.ChainReach
      const answers = [
        yield* run(DepositProcedures.advance, { session, cursor: cursor(11) }),
        yield* run(DepositProcedures.recordReach, { session, looked }),
        yield* run(DepositProcedures.active, { session, addresses: [] }),
        yield* run(DepositProcedures.owners, { session, addresses: [] })
      ]
      assert.deepStrictEqual(
        answers.map(({ _tag }) => _tag),
        ["Failure", "Failure", "Failure", "Failure"]
      )
      assert.deepStrictEqual(stored, [])
      assert.isUndefined(deposits.progress.reach)
    })
  )

  it.effect("moves the cursor only forward", () =>
    Effect.gen(function* () {
      const { open, run, stored } = yield* begin
      yield* open("one")
      for (const block of [9, 10, 11, 11, 10]) {
        yield* run(DepositProcedures.advance, { session: "one", cursor: cursor(block) })
      }
      assert.deepStrictEqual(stored, [11])
    })
  )
})
