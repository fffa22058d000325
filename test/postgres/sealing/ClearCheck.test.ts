/** Entries with personal data in clear text, which are refused whether or not a key is there. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import type * as Entry from "../../../src/engine/ports/Entry.ts"
import * as SealedEntry from "../../../src/postgres/sealing/SealedEntry.ts"
import * as TestKeys from "../../support/personKeys.ts"
import * as Arbitraries from "./arbitraries.ts"
import * as Samples from "./samples.ts"

const { amina } = Samples
const keys = TestKeys.inMemory()

const open = (body: string, sealed: Uint8Array | null = null) =>
  SealedEntry.open(new Map(), 0, { body, sealed })

const refused = (draft: Entry.Draft | object): string => {
  const opened = open(JSON.stringify(draft))
  return Result.isFailure(opened) ? opened.failure : assert.fail("the entry was read")
}

describe("An entry without a sealed part", () => {
  const bare = Samples.draft("po_1", [amina])

  it("is refused with the name of the first field that has personal data", () => {
    assert.strictEqual(refused(bare), "its field events.0.phone is not sealed")
    const answered = Samples.answered("po_1", [])
    assert.strictEqual(refused(answered), "its field reply.fingerprint is not sealed")
    assert.strictEqual(
      refused({ ...answered, reply: null, note: "Ada asked" }),
      "its field note is not sealed"
    )
  })

  it("is refused if its data reads erased, because an erasure leaves the sealed part", () => {
    const { body } = SealedEntry.seal(keys, Samples.people, 0, bare)
    const stripped = JSON.parse(body)
    delete stripped.boxes
    assert.strictEqual(refused(stripped), "its field events.0.phone is not sealed")
  })

  it("is read if it has no personal data", () => {
    const epoch = { _tag: "EpochStarted", at: 1, writer: "w" }
    const draft = { v: 1, at: 1, by: "engine", events: [epoch], reply: null }
    assert.isTrue(Result.isSuccess(open(JSON.stringify(draft))))
  })

  it("is refused for any draft that has personal data", () => {
    fc.assert(
      fc.property(Arbitraries.draft, (draft) => {
        const { from: _, ...others } = draft
        const isSealed = SealedEntry.seal(keys, Samples.people, 0, others).sealed !== null
        assert.strictEqual(Result.isFailure(open(JSON.stringify(others))), isSealed)
      })
    )
  })
})

describe("An entry with a sealed part", () => {
  it("is refused if another field has personal data in clear text", () => {
    const { body, sealed } = SealedEntry.seal(
      keys,
      Samples.people,
      0,
      Samples.draft("po_1", [amina])
    )
    const opened = open(body.replace('"name":"erased"', '"name":"Eve"'), sealed)
    assert.deepStrictEqual(opened, Result.fail("its field events.0.name is not sealed"))
  })
})
