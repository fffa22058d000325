/** The words that people read: no riddles, no word-for-word translations, one style. */
import { assert, describe, it } from "vitest"
import * as Prose from "./support/Prose.ts"

const rules: ReadonlyArray<readonly [fault: string, pattern: RegExp]> = [
  ["a riddle", /^is wrong$|not said yet|later too|\bsay so\b|where they are now/i],
  ["a translation", /\banew\b|draw new codes|shall go|the same moments|of that moment/i],
  ["a translation", /someone new|only looks|do not belong together|give it too|looked at$/i],
  ["a translation", /load anew|make a reset link|all the same\.$|fail only$/i],
  ["a personified thing", /has something against|the audit log keeps|broke a rule|\basks\.$/i],
  [
    "private vocabulary",
    /your word is|release is recorded|are under way|\bgoes on\b|\bworks on for\b/i
  ],
  ["the bare subject “they”", /^they are\b/i],
  ["a plural of one", /(^|\D)1 (rows|payouts|fields|events|deliveries)\b/],
  ["a space before %", /\d %|\{\} %/],
  ["a vague refusal", /that is .* does not allow this[.:]/]
]

const faultOf = ({ text }: Pick<Prose.Text, "text">): string | undefined =>
  rules.find(([, pattern]) => pattern.test(text))?.[0]

const endings = new Set(["title", "label", "head", "caption", "emptyTitle"])

const faultsOf = (texts: ReadonlyArray<Prose.Text>): ReadonlyArray<string> =>
  texts.flatMap((each) => {
    const isPeriod =
      /\w\.$/.test(each.text) && each.property !== undefined && endings.has(each.property)
    const fault = isPeriod ? "a period at the end of a label" : faultOf(each)
    return fault === undefined ? [] : [`${each.file}:${each.line}: ${fault}: ${each.text}`]
  })

describe("the words of", () => {
  for (const folder of ["src/dashboard", "src/cli", "src/http", "src/domain", "src/usecases"]) {
    it(`${folder} have none of the known faults`, () => {
      const texts = Prose.textsIn(folder)
      assert.isAbove(texts.length, 50)
      assert.deepStrictEqual(faultsOf(texts), [])
    })
  }
})

describe("the rules for words", () => {
  it("find each fault in the old wording", () => {
    const old = [
      "is wrong",
      "Goes to: Not said yet",
      "It can be said later too.",
      "Load anew",
      "Draw new codes",
      "Say where the money shall go: it waits until then.",
      "Viewer: only looks",
      "Your word is recorded.",
      "The batch goes on.",
      "They are removed.",
      "1 rows were not paid",
      "95 % within 3 s",
      "Screening has something against who sent the money, or gets it.",
      "A batch that is processing, or funded, does not allow this."
    ]
    const unseen = old.filter((text) => faultOf({ text }) === undefined)
    assert.deepStrictEqual(unseen, [])
  })

  it("find a period at the end of a label, and nothing in a sentence", () => {
    const found = Prose.textsOf("a.tsx", `const a = <Form label="Save." hint="It is saved." />`)
    assert.deepStrictEqual(faultsOf(found), ["a.tsx:1: a period at the end of a label: Save."])
  })
})
