/** A page with a missing part, which it reloads, but never in a loop. */
import { assert, describe, it } from "vitest"
import * as Recovery from "../../src/dashboard/data/Recovery.ts"

const message = "Failed to fetch dynamically imported module: http://localhost/a.js"
const at = 1_000_000

describe("A missing part of the page", () => {
  it("is distinguished from other errors, in each browser's words", () => {
    assert.isTrue(Recovery.isMissingPart(new TypeError(message)))
    const others = [
      "error loading dynamically imported module",
      "Importing a module script failed."
    ]
    for (const text of others) assert.isTrue(Recovery.isMissingPart(new TypeError(text)))
    assert.isFalse(Recovery.isMissingPart(new TypeError("x is undefined")))
    assert.isFalse(Recovery.isMissingPart("text"))
  })

  it("reloads the page once for a newer version, and again for another part", () => {
    const reload = { message, at }
    assert.isTrue(Recovery.mayReload(reload, { before: undefined, wasAway: false }))
    const before = { message, at: at - 1_000 }
    assert.isFalse(Recovery.mayReload(reload, { before, wasAway: false }))
    const other = { message: `${message}2`, at: at - 1_000 }
    assert.isTrue(Recovery.mayReload(reload, { before: other, wasAway: false }))
    const longAgo = { message, at: at - 600_000 }
    assert.isTrue(Recovery.mayReload(reload, { before: longAgo, wasAway: false }))
  })

  it("reloads the page after each outage", () => {
    const before = { message, at: at - 1_000 }
    assert.isTrue(Recovery.mayReload({ message, at }, { before, wasAway: true }))
  })
})
