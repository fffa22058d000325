/** Words that two names have in common. */
import { assert, describe, it } from "@effect/vitest"
import * as AlikeWords from "../../src/dashboard/data/AlikeWords.ts"

const alike = (name: string, ...others: ReadonlyArray<string | null>) =>
  AlikeWords.parts(name, ...others).flatMap(({ isAlike, text }) => (isAlike ? [text] : []))

describe("Alike words", () => {
  it("are found in any order, letter case, accents and punctuation", () => {
    const listed = "21844 NAKATTO, Amína (a.k.a.)"
    assert.deepStrictEqual(alike("Amina Nakatto", listed), ["Amina", "Nakatto"])
    assert.deepStrictEqual(alike(listed, "amina nakatto"), ["NAKATTO", "Amína"])
    assert.deepStrictEqual(alike("N'Golo Kante", "NGOLO"), ["N'Golo"])
  })

  it("may differ by one letter that is changed, added or missing", () => {
    assert.deepStrictEqual(alike("Nakato", "Nakatto"), ["Nakato"])
    assert.deepStrictEqual(alike("Nakatto", "Nakato"), ["Nakatto"])
    assert.deepStrictEqual(alike("Mohamed", "Muhamed"), ["Mohamed"])
    assert.deepStrictEqual(alike("Amina", "Aminah"), ["Amina"])
  })

  it("may not differ by two letters, or by one if they are short", () => {
    assert.deepStrictEqual(alike("Nakato", "Nakatoya"), [])
    assert.deepStrictEqual(alike("Mohamed", "Muhamad"), [])
    assert.deepStrictEqual(alike("Ali", "Al", "Alo"), [])
  })

  it("are absent without another name, or if a name has only punctuation", () => {
    assert.deepStrictEqual(alike("Amina", null), [])
    assert.deepStrictEqual(alike("- ?", "- ?"), [])
  })

  it("keep the name as it was written", () => {
    for (const name of ["21844 NAKATTO, Amina (a.k.a.)", "  Ada  ", "", "O'Brien-Kato"]) {
      const text = AlikeWords.parts(name, "Amina Kato").map((part) => part.text)
      assert.strictEqual(text.join(""), name)
    }
  })
})
