import { describe, expect, it } from "vitest"
import * as Search from "../../src/domain/Search.ts"

const text = Search.textOf(["Amina Nakató", "+256770000001", null, "INV-2026/17"])

const finds = (search: string, inside = text): boolean =>
  Search.wordsOf(search).every((word) => inside.includes(Search.partOf(word)))

describe("A search", () => {
  it.each([
    ["a whole name", "Amina Nakató"],
    ["the beginnings of words", "ami nak"],
    ["words in another order", "nakato amina"],
    ["another letter case", "AMINA"],
    ["another letter case of a letter with an accent", "NAKATÓ"],
    ["an accent written as a separate character", "nakato\u0301"],
    ["another accent, or none", "nakatò"],
    ["digits within a phone", "77000"],
    ["a phone's plus", "+256"],
    ["a phone in groups", "+256 770 000-001"],
    ["a phone as it is dialled within its country", "0770000001"],
    ["a phone as it is dialled, in groups", "0770 000 001"],
    ["a word behind a separator", "2026"],
    ["nothing", " "],
    ["separators alone", "+-"]
  ])("finds by %s", (_, search) => {
    expect(finds(search)).toBe(true)
  })

  it.each([
    ["another name", "Brian"],
    ["the end of a word", "mina"],
    ["another phone as it is dialled", "0780000001"],
    ["one word of two", "amina brian"],
    ["the end of one field and the beginning of the next", "Nakató256"]
  ])("does not find by %s", (_, search) => {
    expect(finds(search)).toBe(false)
  })

  it.each([
    ["N’Gbala", ["N'Gbala", "n’gbala", "Gbala", "Ngbala", "NGBALA"]],
    ["Ng'ang'a", ["Ng’ang’a", "nganga", "ng`ang"]],
    ["Ƙofa", ["Kofa", "ƙofa"]],
    ["Kofa", ["Ƙofa"]],
    ["Đặng", ["Dang", "đặng"]],
    ["Łukasz Sørensen", ["lukasz", "Sorensen", "ŁUKASZ sørensen"]],
    ["Straße", ["strasse", "STRASSE", "Straße"]],
    ["Na\u200bkato", ["Nakato"]],
    ["Ｎａｋａｔｏ", ["Nakato"]]
  ])("for %s finds each of %j", (name, searches) => {
    for (const search of searches) expect(finds(search, Search.textOf([name])), search).toBe(true)
  })

  it("handles half surrogate pairs and non-Latin scripts", () => {
    expect(Search.textOf(["a\ud800"]).isWellFormed()).toBe(true)
    expect(finds("İst", Search.textOf(["istanbul"]))).toBe(true)
    expect(finds("김", Search.textOf(["김민준"]))).toBe(true)
  })

  it("without a word sets no filter, and its text is trimmed", () => {
    expect([undefined, "", "  ", "+"].map(Search.of)).toEqual(Array(4).fill(undefined))
    expect(Search.of(" po_1 ")).toEqual({ whole: "po_1", words: ["po", "1"] })
  })

  it("has at most ten words", () => {
    expect(Search.wordsOf("a b c d e f g h i j k l")).toHaveLength(10)
  })

  it("recognizes provider references, quote ids and transaction hashes in any letter case", () => {
    const hash = `0x${"aB".repeat(32)}`
    expect(Search.referenceOf(hash)).toBe(hash.toLowerCase())
    const quote = "qt_01KJQ1TAF8X3M7D2QF5H9J6PVE"
    for (const whole of ["sandbox:po_1", "SBX-9ADF9680", "5231078441", quote]) {
      expect(Search.referenceOf(whole)).toBe(whole)
    }
    const others = ["0x12", "sandbox:%", "amina", "amina 123456", "po_01KJQ1TAF8X3M7D2QF5H9J6PVE"]
    expect(others.map(Search.referenceOf)).toEqual(others.map(() => undefined))
  })
})
