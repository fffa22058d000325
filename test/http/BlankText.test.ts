/** Text without visible characters is blank, in every field that takes text. */
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import * as Fields from "../../src/http/contract/Fields.ts"

const blanks: Readonly<Record<string, string>> = {
  ...{ blanks: "  ", "no-break spaces": "\u00a0\u2007\u202f", "an ideographic space": "\u3000" },
  ...{ "zero-width spaces": "\u200b\u200b", "word joiners": "\u2060\ufeff" },
  ...{
    "empty braille": "\u2800",
    "soft hyphens": "\u00ad\u00ad",
    "line separators": "\u2028\u2029"
  },
  ...{ "Hangul fillers": "\u115f\u1160\u3164\uffa0", "variation selectors": "\ufe0f\u{e0100}" },
  ...{ "Mongolian separators": "\u180e\u180b", "Khmer vowels": "\u17b4\u17b5" },
  ...{ tags: "\u{e0020}\u{e0041}", "invisible operators": "\u2061\u2063", accents: "\u0301" },
  ...{ "joiners between blanks": " \u200d \u034f ", "musical marks": "\u{1d173}" }
}

const problemOf = <S extends Schema.Top>(schema: S, value: unknown): string =>
  Schema.decodeUnknownExit(schema as unknown as Schema.Codec<unknown>)(value).toString()

describe("A text without visible characters", () => {
  it.each(Object.entries(blanks))("is refused as blank: %s", (_, text) => {
    for (const schema of [Fields.text(200), Fields.BatchName, Fields.IdempotencyKey]) {
      expect(problemOf(schema, text)).toContain("empty: must not be blank")
    }
    expect(problemOf(Fields.Metadata, { place: text })).toContain("empty: must not be blank")
    expect(problemOf(Fields.Metadata, { [text]: "Kampala" })).toContain("invalid_name")
  })

  it.each(Object.entries(blanks))("is ignored as a search: %s", (_, text) => {
    expect(problemOf(Fields.searchText(100), text)).toContain("Success")
  })

  it.each([".", "김", "محمد", "a\u200b", "👍", "é", "e\u0301", "१"])(
    "is taken when it shows: %s",
    (text) => {
      expect(problemOf(Fields.text(200), text)).toContain("Success")
    }
  )
})
