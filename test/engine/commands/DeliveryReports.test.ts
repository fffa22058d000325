/** Reads of due deliveries while the tables are written. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import * as Limits from "../../../src/config/Limits.ts"
import * as DeliveryReports from "../../../src/engine/commands/DeliveryReports.ts"
import * as Log from "../../../src/engine/ports/Log.ts"
import * as ReadModel from "../../../src/engine/ports/ReadModel.ts"
import { Unavailable } from "../../../src/engine/ports/Unavailable.ts"
import * as State from "../../../src/engine/state/State.ts"
import * as Logs from "../../fixtures/logs.ts"
import * as MemoryLog from "../../support/memoryLog.ts"
import * as MemoryReadModel from "../../support/memoryReadModel.ts"

const [delivery] = Logs.fold(Logs.read("v1.jsonl")).deliveries.values()

const filter: ReadModel.DueFilter = {
  ...{ endpointId: "we_1", after: ReadModel.start, until: 1, excluding: [], limit: 10 },
  bytesMax: 1_000_000
}

/** Due deliveries if the first `writes` reads meet a write. `seq` is the number of the read. */
const due = Effect.fnUntraced(function* (writes: number) {
  if (delivery === undefined) return assert.fail("no delivery")
  const memoryLog = MemoryLog.make()
  const log = Context.get(yield* Layer.build(memoryLog.layer), Log.Log)
  const built = yield* Layer.build(MemoryReadModel.make(memoryLog).layer)
  let [reads, shown] = [0, 0]
  const readModel: ReadModel.ReadModel["Service"] = {
    ...Context.get(built, ReadModel.ReadModel),
    dueDeliveries: () =>
      Effect.sync(() => {
        reads += 1
        if (reads <= writes) shown += 1
        return [{ seq: reads, state: delivery }]
      })
  }
  const tables = { caughtUp: Effect.void, seq: () => shown }
  const { deliveries } = DeliveryReports.make(State.make(), log, readModel, tables)
  return yield* Effect.result(deliveries.due(filter))
})

describe("Due deliveries", () => {
  it.effect("are read again if the tables were written during the read", () =>
    Effect.gen(function* () {
      for (const writes of [0, 1, Limits.readModel.rereadsMax]) {
        const found = yield* due(writes)
        assert.deepStrictEqual(found._tag === "Success" && found.success.map(({ seq }) => seq), [
          writes + 1
        ])
      }
    })
  )

  it.effect("L10 are not read endlessly if each read meets a write", () =>
    Effect.gen(function* () {
      const found = yield* due(Number.POSITIVE_INFINITY)
      assert.instanceOf(found._tag === "Failure" && found.failure, Unavailable)
    })
  )
})
