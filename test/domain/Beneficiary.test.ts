import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import * as Beneficiary from "../../src/domain/Beneficiary.ts"
import { at, t0 } from "../support/fixtures.ts"

const birth: typeof Beneficiary.Saved.Type = {
  _tag: "BeneficiarySaved",
  id: "ben_1",
  accountId: "acct_1",
  name: "Amina Nakató",
  phone: "+256770000001",
  network: "MTN_UG",
  nickname: "Mum",
  createdAt: t0,
  at: t0
}
const amina = Beneficiary.saved(birth)

describe("a beneficiary", () => {
  it("has the fields of its last event and the time of its first", () => {
    const { _tag, at: _, ...facts } = birth
    expect(amina).toEqual({ ...facts, updatedAt: t0 })
    expect(Beneficiary.saved({ ...birth, nickname: null, at: at(5) })).toEqual({
      ...facts,
      ...{ nickname: null, createdAt: t0, updatedAt: at(5) }
    })
  })

  it("is the same when its events are read back from the log's JSON", () => {
    const events: ReadonlyArray<Beneficiary.Event> = [
      birth,
      { ...birth, nickname: null, at: at(1) },
      { _tag: "BeneficiaryDeleted", id: "ben_1", accountId: "acct_1", at: at(2) }
    ]
    const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Beneficiary.Event)))
    expect(decode(JSON.stringify(events))).toEqual(events)
  })
})

describe("The searched text of a beneficiary", () => {
  it("has the name and the phone, and the nickname if there is one", () => {
    expect(Beneficiary.searchText(amina)).toBe(" amina nakato 256770000001 mum")
    expect(Beneficiary.searchText({ ...amina, nickname: null })).toBe(" amina nakato 256770000001")
  })
})

describe("The sort key of a beneficiary", () => {
  it("starts with the name, without letter case and accents", () => {
    const { length } = " amina nakato"
    expect(Beneficiary.nameKey(amina).slice(0, length)).toBe(" amina nakato")
    const ann = Beneficiary.nameKey({ ...amina, name: "ANN" })
    expect(ann < Beneficiary.nameKey({ ...amina, name: "Ann Brown" })).toBe(true)
  })

  it("is short enough for a database index, counted in code points", () => {
    for (const name of ["한".repeat(200), "𝔄".repeat(200)]) {
      const key = Beneficiary.nameKey({ ...amina, name })
      expect(Array.from(key)).toHaveLength(Beneficiary.nameKeyChars)
      expect(Beneficiary.searchText({ ...amina, name }).startsWith(key)).toBe(true)
    }
  })
})
