/** The similarity of two names that should belong to one person, from 0 to 1. Pure. */
import * as Limits from "../config/Limits.ts"
import * as JaroWinkler from "./JaroWinkler.ts"
import * as NameNormalizer from "./NameNormalizer.ts"
import * as NameScore from "./NameScore.ts"
import * as Spans from "./Spans.ts"

/** Compares an initial, or the rest of a masked word. */
const abbreviatedScore = (left: string, right: string): number => {
  const begin = NameNormalizer.beginning(NameNormalizer.isAbbreviated(left) ? left : right)
  const other = NameNormalizer.isAbbreviated(left) ? right : left
  return NameNormalizer.beginning(other).startsWith(begin) ? 1 : 0
}

const wordScore = (left: string, right: string): number =>
  NameNormalizer.isAbbreviated(left) || NameNormalizer.isAbbreviated(right)
    ? abbreviatedScore(left, right)
    : JaroWinkler.score(JaroWinkler.word(left), JaroWinkler.word(right))

/** The words, and adjacent words joined to one if none of them is abbreviated. */
const spansOf = (words: ReadonlyArray<string>): ReadonlyArray<readonly [Spans.Span, string]> =>
  Spans.of(words.length)
    .filter(
      ({ from, to }) => to - from === 1 || !words.slice(from, to).some(NameNormalizer.isAbbreviated)
    )
    .map((span) => [span, Spans.textOf(words, span)])

/** The share of one name that is in the other, from 0 to 1. */
const containedShare = (
  words: ReadonlyArray<string>,
  otherWords: ReadonlyArray<string>
): number => {
  const pairs = spansOf(words).flatMap(([query, word]) =>
    spansOf(otherWords).flatMap(([listed, text]) => {
      const score = wordScore(word, text)
      return score >= Limits.screening.sameWordScore ? [{ query, listed, score }] : []
    })
  )
  const lengths = words.map((word) => Math.max(1, NameNormalizer.beginning(word).length))
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const weighted = NameScore.pairings(lengths, pairs).map((pairing) =>
    pairing.reduce((sum, { query, score }) => sum + score * NameScore.lettersIn(lengths, query), 0)
  )
  return total === 0 ? 1 : Math.max(...weighted) / total
}

/**
 * The higher share of both directions, so that words which only one of the names has cost nothing.
 */
export const similarity = (left: string, right: string): number => {
  const leftWords = NameNormalizer.ofReportedName(left)
  const rightWords = NameNormalizer.ofReportedName(right)
  return Math.max(containedShare(leftWords, rightWords), containedShare(rightWords, leftWords))
}
