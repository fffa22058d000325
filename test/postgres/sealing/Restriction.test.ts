/** Personal data that is kept by law and shown to no one, and data whose key was forgotten. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import * as DataSubjects from "../../../src/engine/ports/DataSubjects.ts"
import * as Entry from "../../../src/engine/ports/Entry.ts"
import type * as ClearForm from "../../../src/postgres/sealing/ClearForm.ts"
import type * as PersonKeys from "../../../src/postgres/sealing/PersonKeys.ts"
import * as SealedEntry from "../../../src/postgres/sealing/SealedEntry.ts"
import * as SealedText from "../../../src/postgres/sealing/SealedText.ts"
import * as TestKeys from "../../support/personKeys.ts"

const ada = DataSubjects.recipient("acct_1", "+256770000001")

const draft: Entry.Draft = {
  ...{ v: Entry.version, at: 1, by: "usr_1", from: "192.0.2.1", note: "she asked" },
  events: [
    {
      _tag: "BeneficiarySaved",
      ...{ id: "ben_1", accountId: "acct_1", name: "Ada", phone: "+256770000001" },
      ...{ network: "MTN_UG", nickname: null, createdAt: 1, at: 1 }
    }
  ],
  reply: { scope: "acct_1", key: "k", fingerprint: "f", status: 201, body: '{"name":"Ada"}' }
}

const subjects: DataSubjects.DataSubjects = { ...DataSubjects.none, ofEvent: () => ada }

/** Seals the draft, changes its keys, and opens it. */
const opened = (
  change: (keys: PersonKeys.PersonKeys["Service"], ids: ReadonlyArray<Buffer>) => void
) => {
  const keys = TestKeys.inMemory()
  const sealed = SealedEntry.seal(keys, subjects, 0, draft)
  const ids = SealedEntry.keyIdsOf([sealed])
  change(keys, ids)
  const loaded = Effect.runSync(Effect.orDie(keys.load(ids)))
  return Result.getOrThrow(SealedEntry.open(loaded, 0, sealed))
}

describe("A restricted person", () => {
  it("reads restricted in every text of the log, and has no kept response", () => {
    const { events, from, note, reply } = opened((keys, ids) => keys.restrict(ids))
    const [event] = events
    assert.deepInclude(event, { name: "restricted", phone: "restricted", nickname: null })
    assert.deepInclude(event, { id: "ben_1", network: "MTN_UG" })
    assert.strictEqual(note, "restricted")
    assert.strictEqual(from, "192.0.2.1")
    assert.deepInclude(reply, { fingerprint: "erased", body: "erased" })
  })

  it("reads restricted in states, whose lists and records stay empty", () => {
    const keys = TestKeys.inMemory()
    const value = { id: "1", rows: [{ phone: "+1", paid: 1 }], metadata: { a: "b" }, tags: ["c"] }
    const fields: ReadonlyArray<ClearForm.Field> = [
      {
        ...{ name: "rows", owner: undefined },
        fields: [{ name: "phone", owner: "recipient", fields: [] }]
      },
      { name: "metadata", owner: "recipient", fields: [] },
      { name: "tags", owner: "recipient", fields: [] }
    ]
    const plan = { fields, personOf: () => ada }
    const text = SealedText.seal(TestKeys.sealer(keys), "place", value, plan)
    keys.restrict(SealedText.keyIdsOf(text))
    const opened = SealedText.open(TestKeys.keysOf(keys, text), "place", text)
    assert.deepStrictEqual(Result.getOrThrow(opened), {
      ...{ id: "1", rows: [{ phone: "restricted", paid: 1 }], metadata: {}, tags: [] }
    })
  })
})

describe("A forgotten key", () => {
  it("seals nothing more: the person gets another key", () => {
    const keys = TestKeys.inMemory()
    const { id } = keys.of(ada)
    keys.forget([id])
    assert.notDeepEqual(keys.of(ada).id, id)
    assert.strictEqual(keys.of(ada), keys.of(ada))
  })
})
