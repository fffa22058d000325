/**
 * The check before each append. An entry that does not conserve money is never written (L9).
 */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import type { Engine } from "../../../src/engine/Engine.ts"
import type * as Entry from "../../../src/engine/ports/Entry.ts"
import * as ConservationCheck from "../../../src/engine/state/ConservationCheck.ts"
import * as Ask from "../../support/ask.ts"
import * as EngineHarness from "../../support/engineHarness.ts"
import * as MemoryLog from "../../support/memoryLog.ts"

const quiet: Partial<EngineHarness.Script> = { arrivals: () => [] }

/** A command with a wrong decision, which writes these events unchanged. */
const write = Effect.fnUntraced(function* (
  engine: Engine["Service"],
  events: ReadonlyArray<Entry.Event>
) {
  const at = yield* Clock.currentTimeMillis
  const request = { at, by: "key_test", idempotency: null }
  return yield* Effect.exit(engine.execute(request, Ask.writing(events, ["a lock"])))
})

const refund = (id: string, amount: number) =>
  ({ _tag: "RefundOpened", id, at: 0, amount }) as const

describe("A command whose entry does not conserve money", () => {
  it.effect("L9 is a defect that appends nothing and releases its locks", () =>
    Effect.gen(function* () {
      const { client, engine, log } = yield* EngineHarness.begin(quiet)
      const id = yield* client.newPayout()
      const before = log.attempts()
      for (const _ of [1, 2, 3]) {
        const exit = yield* write(engine, [refund(id, 1)])
        assert.include(String(exit), "Money is not conserved by RefundOpened")
        assert.include(String(exit), id)
      }
      assert.strictEqual(log.attempts(), before)
      assert.isEmpty(EngineHarness.fold(log).payouts.get(id)?.refunds ?? [])
      // The payout and other requests continue.
      yield* client.command(id, { _tag: "Cancel" })
      assert.strictEqual(EngineHarness.fold(log).payouts.get(id)?.status, "FAILED")
    })
  )

  it.effect("L9 is a defect if a row takes more than its batch has", () =>
    Effect.gen(function* () {
      const { client, state, engine } = yield* EngineHarness.begin(quiet)
      const batchId = EngineHarness.idOf(yield* client.batch([10_000_000]))
      yield* EngineHarness.until(() => state.batches.get(batchId)?.waiting === 0)
      const [row = ""] = state.rows.get(batchId) ?? []
      const share = { _tag: "FundsAllocated", id: row, at: 0, amount: 10_000_000 } as const
      assert.include(String(yield* write(engine, [share])), "of its batch, which holds 0")
      const wrong = { _tag: "BatchRefundOpened", id: batchId, at: 0, amount: 1 } as const
      assert.include(String(yield* write(engine, [wrong])), "customers")
    })
  )

  it.effect("L10 is found in a sample of the entries about money if sampling is set", () =>
    Effect.gen(function* () {
      const adapters = EngineHarness.make(quiet)
      const log = MemoryLog.make()
      const engine = yield* Effect.provideService(
        EngineHarness.start(adapters, log),
        ConservationCheck.SampleInterval,
        3
      )
      const client = EngineHarness.client(adapters, engine)
      const id = yield* client.newPayout()
      const outcomes: Array<string> = []
      for (const _ of [1, 2, 3, 4]) outcomes.push((yield* write(engine, [refund(id, 1)]))._tag)
      // Creations and other entries without money do not count for the sample.
      assert.deepStrictEqual(outcomes, ["Failure", "Success", "Success", "Failure"])
    })
  )
})
