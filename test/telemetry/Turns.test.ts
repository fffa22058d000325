/** Long turns of the event loop, and the work that each was. */
import { assert, describe, it } from "@effect/vitest"
import * as Turns from "../../src/telemetry/Turns.ts"

const none = { tables: 0, memory: 0, lists: 0, log: 0, books: 0 }

describe("A long turn of the event loop", () => {
  it("is the work that took most of it", () => {
    const times = { ...none, tables: 12, lists: 28 }
    assert.strictEqual(Turns.workOf(50, times, 5), "lists")
  })

  it("is a collection if V8's pauses took most of it", () => {
    assert.strictEqual(Turns.workOf(50, { ...none, tables: 12 }, 30), "collection")
  })

  it("is other work if no known work took half of it", () => {
    assert.strictEqual(Turns.workOf(50, { ...none, tables: 20, books: 20 }, 10), "other")
  })
})
