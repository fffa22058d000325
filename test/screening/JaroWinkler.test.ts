/** The fast comparison of two words has the same result as the textbook comparison. */
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import * as JaroWinkler from "../../src/screening/JaroWinkler.ts"

/** Jaro-Winkler by its definition, letter by letter. */
const plain = (left: string, right: string): number => {
  if (left === right) return 1
  const window = Math.max(0, Math.floor(Math.max(left.length, right.length) / 2) - 1)
  const taken = new Set<number>()
  const matchedLeft: Array<string> = []
  Array.from(left).forEach((letter, at) => {
    const found = Array.from(right).findIndex(
      (other, position) =>
        other === letter && Math.abs(position - at) <= window && !taken.has(position)
    )
    if (found < 0) return
    taken.add(found)
    matchedLeft.push(letter)
  })
  const count = matchedLeft.length
  if (count === 0) return 0
  const matchedRight = Array.from(right).filter((_, position) => taken.has(position))
  const moved = matchedLeft.filter((letter, at) => letter !== matchedRight[at]).length / 2
  const jaro = (count / left.length + count / right.length + (count - moved) / count) / 3
  if (jaro < 0.7) return jaro
  const same = [0, 1, 2, 3].findIndex((at) => at >= left.length || left[at] !== right[at])
  return jaro + (same < 0 ? 4 : same) * 0.1 * (1 - jaro)
}

const holds = (left: string, right: string) => {
  assert.closeTo(
    JaroWinkler.jaroWinkler(left, right),
    plain(left, right),
    1e-12,
    `${left} ${right}`
  )
}

/** Alphabets: few letters, so that many match, and all letters that a word can have. */
const letters = [
  fc.constantFrom(..."ab"),
  fc.constantFrom(..."aeklnor"),
  fc.constantFrom(..."09az")
]

const word = (lengths: { readonly minLength: number; readonly maxLength: number }) =>
  fc.oneof(...letters.map((unit) => fc.string({ unit, ...lengths })))

/** A word, and a variant of it by people or noise. */
const pair = (lengths: { readonly minLength: number; readonly maxLength: number }) => {
  const one = word(lengths)
  const changed = fc
    .tuple(one, fc.nat(), fc.nat(), fc.constantFrom(..."aeklnor09"))
    .map(([text, from, to, letter]) => {
      const rest = Array.from(text)
      const [moved = ""] = rest.splice(from % rest.length, 1)
      rest.splice(to % (rest.length + 1), 0, from % 2 === 0 ? moved : letter)
      return [text, rest.join("")] as const
    })
  return fc.oneof(fc.tuple(one, one), changed)
}

describe("The similarity of two words", () => {
  it("equals the plain comparison for words of 1 to 40 letters", () => {
    fc.assert(
      fc.property(pair({ minLength: 1, maxLength: 40 }), ([left, right]) => holds(left, right)),
      { numRuns: 5_000 }
    )
  })

  it.each([29, 30, 31, 32])("equals the plain comparison for words of %i letters", (length) => {
    const exact = pair({ minLength: length, maxLength: length })
    const shorter = fc.tuple(
      word({ minLength: 1, maxLength: length }),
      word({ minLength: length, maxLength: length })
    )
    fc.assert(
      fc.property(fc.oneof(exact, shorter), ([left, right]) => {
        holds(left, right)
        holds(right, left)
      }),
      { numRuns: 1_000 }
    )
  })

  it("equals the plain comparison if all letters are equal or none is", () => {
    for (let left = 1; left <= 40; left++) {
      for (let right = 1; right <= 40; right++) {
        holds("a".repeat(left), "a".repeat(right))
        holds("a".repeat(left), "z".repeat(right))
        holds(`${"b".repeat(left - 1)}a`, `a${"c".repeat(right - 1)}`)
      }
    }
  })
})
