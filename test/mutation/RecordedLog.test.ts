/**
 * The fold of the recorded log, which has every event of the domain with its bytes. It runs with
 * the mutations, next to the domain's tests. `engine/RecordedLog` tests more.
 */
import { assert, describe, it } from "vitest"
import * as Logs from "../fixtures/logs.ts"

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe("A recorded log", () => {
  it("folds to the recorded states and events", () => {
    const fold = Logs.fold(Logs.read("v1.jsonl"))
    assert.deepStrictEqual(plain(Logs.stateOf(fold)), Logs.recordedState("v1"))
    assert.deepStrictEqual(Logs.eventsOf(fold), Logs.recordedEvents("v1"))
  })
})
