/**
 * The recorded log, folded: every event that the domain knows is in it, with its bytes. It runs
 * with the mutations, next to the domain's own tests; `engine/RecordedLog` has more.
 */
import { assert, describe, it } from "vitest"
import * as Logs from "../fixtures/logs.ts"

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe("a recorded log", () => {
  it("folds to the states and events that it always folded to", () => {
    const fold = Logs.fold(Logs.read("v1.jsonl"))
    assert.deepStrictEqual(plain(Logs.stateOf(fold)), Logs.recordedState("v1"))
    assert.deepStrictEqual(Logs.eventsOf(fold), Logs.recordedEvents("v1"))
  })
})
