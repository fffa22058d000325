/**
 * The score of two names from the pairs of their similar words. A word without a partner reduces
 * the score: one of the query by its length, a listed given name a little, a listed family name
 * more. A given name and the family name together are found among any number of other words. Pure.
 */
import * as Limits from "../config/Limits.ts"
import * as Spans from "./Spans.ts"

/**
 * Similarities count less than their letters suggest, because family names differ by one letter.
 */
const differenceWeight = 1.75
/** The weight of a query's word without a partner, which is below 1 because people add names. */
const missingQueryWeight = 0.45
/** The cost of a listed word without a partner, as a share of the name. */
const missingGivenCost = 0.15
const missingFamilyCost = 0.45
/** The highest cost of listed words that someone with two family names leaves out. */
const missingCostMax = 0.12
/** The fewest letters of a family name that identifies people, unlike "al" and "bin". */
const distinctiveMin = 4

/** A span of the query, and the listed one that is similar to it. */
export interface Pair {
  readonly query: Spans.Span
  readonly listed: Spans.Span
  readonly score: number
}

/** The words of a listed name: given names before family names. */
export interface Listed {
  readonly lengths: Uint8Array
  /** The number of words that are given names. */
  readonly given: number
}

const words = ({ from, to }: Spans.Span): number => to - from

const wordsOf = ({ listed, query }: Pair): number => words(listed) + words(query)

/** The letters of a span. */
export const lettersIn = (lengths: ArrayLike<number>, { from, to }: Spans.Span): number => {
  let sum = 0
  for (let at = from; at < to; at++) sum += lengths[at] ?? 0
  return sum
}

const isFree = ({ listed, query }: Pair, { listed: to, query: of }: Pair): boolean =>
  (Spans.bitsOf(query) & Spans.bitsOf(of)) === 0 && (Spans.bitsOf(listed) & Spans.bitsOf(to)) === 0

/** Adds the pairs whose words are free, the most similar first, and the shortest among equals. */
const nearest = (pairs: ReadonlyArray<Pair>, start: ReadonlyArray<Pair>): ReadonlyArray<Pair> => {
  const used = [...start]
  for (const pair of pairs.toSorted(
    (left, right) => right.score - left.score || wordsOf(left) - wordsOf(right)
  )) {
    if (used.every((usedPair) => isFree(pair, usedPair))) used.push(pair)
  }
  return used
}

/** Pairs of which no two share a word, and the letters in them. */
interface Pairing {
  readonly pairs: ReadonlyArray<Pair>
  readonly letters: number
}

const none: Pairing = { pairs: [], letters: 0 }

/** The pairs that have the most letters together and share no word. */
const fullest = (lengths: ArrayLike<number>, pairs: ReadonlyArray<Pair>): ReadonlyArray<Pair> => {
  const cache = new Map<number, Pairing>()

  /** The best pairing of the query's words from `at` on with unused listed words. */
  const from = (at: number, used: number): Pairing => {
    if (at >= lengths.length) return none
    const key = used * Limits.screening.nameWordsMax + at
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    let best = from(at + 1, used)
    for (const pair of pairs) {
      const bits = Spans.bitsOf(pair.listed)
      if (pair.query.from !== at || (used & bits) !== 0) continue
      const rest = from(pair.query.to, used | bits)
      const letters = rest.letters + lettersIn(lengths, pair.query)
      if (letters > best.letters) best = { pairs: [pair, ...rest.pairs], letters }
    }
    cache.set(key, best)
    return best
  }

  return from(0, 0).pairs
}

const isIdentical = ({ score }: Pair): boolean => score === 1

/**
 * The ways to pair the words of a query, by the lengths of its words. The most similar pairs alone
 * are not enough, because an added "al" takes the partner that a family name in one word needs. The
 * second way starts from the identical pairs that have the most letters.
 */
export const pairings = (
  lengths: ArrayLike<number>,
  pairs: ReadonlyArray<Pair>
): ReadonlyArray<ReadonlyArray<Pair>> => {
  const first = nearest(pairs, [])
  const identical = pairs.filter(isIdentical)
  return identical.length <= first.filter(isIdentical).length
    ? [first]
    : [first, nearest(pairs, fullest(lengths, identical))]
}

/** The weight of a similarity, lower than its letters suggest. */
const counted = (score: number): number => 1 - (1 - score) * differenceWeight

/** The part of a listed name that has no partner. */
interface Rest {
  /** The share of the name that is the cost of its words without a partner. */
  readonly cost: number
  /** True if each family name has a partner. */
  readonly isFamilyWhole: boolean
}

const restOf = ({ given, lengths }: Listed, paired: number): Rest => {
  let [total, missing] = [0, 0]
  let [hasGiven, hasFamily, isFamilyWhole] = [false, false, true]
  for (let at = 0; at < lengths.length; at++) {
    const length = lengths[at] ?? 0
    const isPaired = ((paired >> at) & 1) === 1
    total += length
    if (at < given) {
      if (isPaired) hasGiven = true
      else missing += length * missingGivenCost
    } else if (!isPaired) {
      missing += length * missingFamilyCost
      isFamilyWhole = false
    } else if (length >= distinctiveMin) hasFamily = true
  }
  const cost = missing / total
  return { cost: hasGiven && hasFamily ? Math.min(cost, missingCostMax) : cost, isFamilyWhole }
}

/** Rounding never rules a name out. */
const tolerance = 1e-9

/** An upper bound of a query's score, if at most these words have a partner (one bit per word). */
export const boundOf = (
  lengths: ReadonlyArray<number>,
  listed: Listed,
  queryWords: number,
  listedWords: number
): number => {
  let [total, matched, count] = [0, 0, 0]
  for (let at = 0; at < lengths.length; at++) {
    const length = lengths[at] ?? 0
    total += length
    if (((queryWords >> at) & 1) === 0) continue
    matched += length
    count += 1
  }
  const score = matched / (matched + (total - matched) * missingQueryWeight)
  const { cost, isFamilyWhole } = restOf(listed, listedWords)
  const most =
    isFamilyWhole && count > 1 && listed.lengths.length > 1
      ? Math.max(score, Limits.screening.containedScore)
      : score
  return most * (1 - cost) + tolerance
}

/** The number of paired words; a word that is paired with several counts once. */
const wordsPaired = (pairs: ReadonlyArray<Pair>): number =>
  pairs.reduce((sum, { listed, query }) => sum + Math.min(words(listed), words(query)), 0)

/** The score of one pairing. */
const scorePairs = (
  lengths: ReadonlyArray<number>,
  listed: Listed,
  pairs: ReadonlyArray<Pair>
): number => {
  let matched = 0
  let weighted = 0
  let paired = 0
  for (const { listed: span, query, score } of pairs) {
    paired |= Spans.bitsOf(span)
    const letters = lettersIn(lengths, query)
    matched += letters
    weighted += counted(score) * letters
  }
  if (matched === 0) return 0
  const total = lettersIn(lengths, { from: 0, to: lengths.length })
  const { cost, isFamilyWhole } = restOf(listed, paired)
  const known = Math.max(
    weighted / (matched + (total - matched) * missingQueryWeight),
    isFamilyWhole && wordsPaired(pairs) > 1
      ? (weighted / matched) * Limits.screening.containedScore
      : 0
  )
  return known * (1 - cost)
}

/** The score of a query, by the letters of each of its words, from 0 to 1. */
export const scoreOf = (
  lengths: ReadonlyArray<number>,
  listed: Listed,
  pairs: ReadonlyArray<Pair>
): number =>
  pairings(lengths, pairs).reduce(
    (best, each) => Math.max(best, scorePairs(lengths, listed, each)),
    0
  )
