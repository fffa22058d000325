/** Values that the pages of API keys compute, and the places where a form shows errors. */
import { assert, describe, it } from "vitest"
import * as KeyBounds from "../../src/dashboard/pages/keys/KeyBounds.ts"
import * as FieldProblems from "../../src/dashboard/parts/FieldProblems.ts"
import { keyBounds as Words } from "../../src/dashboard/words/keys.ts"
import * as Role from "../../src/domain/account/Role.ts"

const now = Date.UTC(2026, 1, 1, 9, 30)

describe("The scopes of the form", () => {
  it("are the service's scopes, each with a sentence", () => {
    const { literals } = Role.KeyScope
    assert.deepStrictEqual(KeyBounds.scopes, [...literals])
    for (const { about } of Object.values(Words.scopes)) assert.match(about, /^[A-Z].*\.$/)
    for (const scope of literals) assert.strictEqual(KeyBounds.scopeOf(scope), scope)
    assert.strictEqual(KeyBounds.scopeLabel("read_only"), "Read only")
    assert.strictEqual(KeyBounds.scopeLabel("later"), "later")
  })
})

describe("The expiry of a new key", () => {
  it("is the end of a day, so that a resent form requests the same time", () => {
    const ends = KeyBounds.terms.map(({ term }) => KeyBounds.endOf(term, "2026-07-31", now))
    assert.deepStrictEqual(ends, [
      null,
      "2026-03-03T23:59:59.999Z",
      "2026-05-02T23:59:59.999Z",
      "2027-02-01T23:59:59.999Z",
      "2026-07-31T23:59:59.999Z"
    ])
    assert.strictEqual(KeyBounds.endOf("30", "", now + 60_000), ends[1])
  })
})

describe("The allowed addresses of a new key", () => {
  it("are one per line, and an empty list allows all", () => {
    const text = " 203.0.113.0/24\r\n\n::1, 10.0.0.1\n"
    assert.deepStrictEqual(KeyBounds.addressesOf(text), ["203.0.113.0/24", "::1", "10.0.0.1"])
    assert.isNull(KeyBounds.addressesOf(" \n"))
  })
})

describe("The state of a key", () => {
  it("is expired from its expiry on, and revoked whatever its expiry", () => {
    const key = { revoked_at: null, expires_at: new Date(now).toISOString() }
    const states = [now - 1, now].map((at) => KeyBounds.stateOf(key, at))
    assert.deepStrictEqual(states, ["active", "expired"])
    assert.strictEqual(KeyBounds.stateOf({ ...key, expires_at: null }, now), "active")
    const revoked = { ...key, revoked_at: "2026-01-01T00:00:00.000Z" }
    assert.strictEqual(KeyBounds.stateOf(revoked, now), "revoked")
  })
})

describe("A problem of a field", () => {
  it("is shown at its field, with the line of a list, or above the buttons", () => {
    const problems = [
      { field: "name", message: "must not be empty" },
      { field: "allowed_ips.1", message: "must be an address" },
      { field: "allowed_ips.3", message: "must be an address" },
      { field: "other.0", message: "is required" }
    ]
    assert.deepStrictEqual(FieldProblems.sorted(problems, new Set(["name", "allowed_ips"])), {
      fields: {
        name: "must not be empty",
        allowed_ips: "Line 2 must be an address; Line 4 must be an address"
      },
      rest: ["Other 0 is required."]
    })
    assert.strictEqual(
      FieldProblems.sentence("Name", "must not be empty"),
      "Name must not be empty."
    )
  })
})
