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

/** Whether a search finds a beneficiary: both sides in their normal form. */
const finds = (search: string, beneficiary = amina): boolean =>
  Beneficiary.searchText(beneficiary).includes(Beneficiary.normal(search))

describe("a beneficiary", () => {
  it("is all that its last event says, born when its first was", () => {
    const { _tag, at: _, ...facts } = birth
    expect(amina).toEqual({ ...facts, updatedAt: t0 })
    expect(Beneficiary.saved({ ...birth, nickname: null, at: at(5) })).toEqual({
      ...facts,
      ...{ nickname: null, createdAt: t0, updatedAt: at(5) }
    })
  })

  it("reads its events back from the log's JSON", () => {
    const events: ReadonlyArray<Beneficiary.Event> = [
      birth,
      { ...birth, nickname: null, at: at(1) },
      { _tag: "BeneficiaryDeleted", id: "ben_1", accountId: "acct_1", at: at(2) }
    ]
    const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Beneficiary.Event)))
    expect(decode(JSON.stringify(events))).toEqual(events)
  })
})

describe("a search", () => {
  it.each([
    ["a whole name", "Amina Nakató"],
    ["part of a name", "mina nak"],
    ["another letter case", "AMINA"],
    ["another letter case of a letter with an accent", "NAKATÓ"],
    ["an accent written as a letter of its own", "nakato\u0301"],
    ["part of a phone", "77000"],
    ["a phone's plus", "+256"],
    ["a nickname", "mum"],
    ["nothing", ""]
  ])("finds by %s", (_, search) => {
    expect(finds(search)).toBe(true)
  })

  it("finds a name that was saved with its accent as a letter of its own", () => {
    const decomposed = { ...amina, name: "Nakato\u0301" }
    expect(finds("Nakató", decomposed)).toBe(true)
    expect(finds("NAKATO\u0301", decomposed)).toBe(true)
  })

  it.each([
    ["another name", "Brian"],
    ["another accent", "Nakatò"],
    ["a network", "MTN_UG"],
    ["an id", "ben_1"],
    ["the end of one field and the beginning of the next", "Nakató+256"]
  ])("does not find by %s", (_, search) => {
    expect(finds(search)).toBe(false)
  })

  it("does not take a missing nickname for a word", () => {
    const { phone } = amina
    expect(Beneficiary.searchText({ ...amina, name: "A", nickname: null })).toBe(`a\n${phone}\n`)
  })
})
