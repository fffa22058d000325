/** Words that two names have in common. */
import { assert, describe, it } from "@effect/vitest"
import * as AlikeWords from "../../src/dashboard/data/AlikeWords.ts"

const alike = (name: string, ...others: ReadonlyArray<string | null>) =>
  AlikeWords.parts(name, ...others).flatMap(({ isAlike, text }) => (isAlike ? [text] : []))

describe("Alike words", () => {
  it("are found whatever their order, case, marks and signs", () => {
    const listed = "21844 NAKATTO, Amína (a.k.a.)"
    assert.deepStrictEqual(alike("Amina Nakatto", listed), ["Amina", "Nakatto"])
    assert.deepStrictEqual(alike(listed, "amina nakatto"), ["NAKATTO", "Amína"])
    assert.deepStrictEqual(alike("N'Golo Kante", "NGOLO"), ["N'Golo"])
  })

  it("may differ by one letter that is changed, added or left out", () => {
    assert.deepStrictEqual(alike("Nakato", "Nakatto"), ["Nakato"])
    assert.deepStrictEqual(alike("Nakatto", "Nakato"), ["Nakatto"])
    assert.deepStrictEqual(alike("Mohamed", "Muhamed"), ["Mohamed"])
    assert.deepStrictEqual(alike("Amina", "Aminah"), ["Amina"])
  })

  it("do not differ by two letters, or by one where they are short", () => {
    assert.deepStrictEqual(alike("Nakato", "Nakatoya"), [])
    assert.deepStrictEqual(alike("Mohamed", "Muhamad"), [])
    assert.deepStrictEqual(alike("Ali", "Al", "Alo"), [])
  })

  it("are none without another name, or where a name has signs alone", () => {
    assert.deepStrictEqual(alike("Amina", null), [])
    assert.deepStrictEqual(alike("- ?", "- ?"), [])
  })

  it("leave the name as it was written", () => {
    for (const name of ["21844 NAKATTO, Amina (a.k.a.)", "  Ada  ", "", "O'Brien-Kato"]) {
      const text = AlikeWords.parts(name, "Amina Kato").map((part) => part.text)
      assert.strictEqual(text.join(""), name)
    }
  })
})
