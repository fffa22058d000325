/** Similar words in a list, compared with a search without shortcuts. */
import { assert, describe, it } from "vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as JaroWinkler from "../../src/screening/JaroWinkler.ts"
import * as NameNormalizer from "../../src/screening/NameNormalizer.ts"
import * as Vocabulary from "../../src/screening/Vocabulary.ts"
import * as Ordinary from "./fixtures/ordinary.ts"
import * as Whole from "./fixtures/whole.ts"

const least = Limits.screening.sameWordScore

const listed = Whole.make(41, 300).flatMap(Whole.listedNames).flatMap(NameNormalizer.ofAnyone)
const long = "abdelrahmanoglu".repeat(5)
const words = [...new Set([...listed, "li", "ng", "aaaa", long, `${long}a`])]

const { numberOf, vocabulary } = Vocabulary.builder()
for (const text of words) numberOf(text)

/** True for words of the same class with sounds of similar length, or with one slip. */
const isCompared = (left: JaroWinkler.Word, right: JaroWinkler.Word): boolean => {
  const [one, other] = [left.sound.length, right.sound.length]
  const isNear = Math.min(one, other) >= Math.max(one, other) * 0.6
  const slips = JaroWinkler.slips(right.text)
  return (
    (left.soundClass === right.soundClass && isNear) ||
    JaroWinkler.slips(left.text).some((slip) => slips.includes(slip))
  )
}

const slowly = (text: string): ReadonlyMap<number, number> => {
  const word = JaroWinkler.word(text)
  return new Map(
    words
      .map((each) => JaroWinkler.word(each))
      .map((other): [number, number] => [
        numberOf(other.text),
        isCompared(word, other) ? JaroWinkler.score(word, other) : 0
      ])
      .filter(([, score]) => score >= least)
  )
}

const sorted = (found: ReadonlyMap<number, number>) =>
  [...found].sort(([left], [right]) => left - right)

describe("The similar words of a list", () => {
  it("equal those of a search that compares a word with every listed word", () => {
    const ordinary = Ordinary.make(43, 100).flatMap(NameNormalizer.ofAnyone)
    const given = [...new Set([...ordinary, ...words.slice(0, 100), long, `b${long}`])]
    let similar = 0
    for (const text of given) {
      const found = Vocabulary.similar(vocabulary, text)
      similar += found.size
      assert.deepStrictEqual(sorted(found), sorted(slowly(text)), text)
    }
    assert.isAbove(similar, given.length)
  })
})
