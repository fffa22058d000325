/**
 * Which name on a list is most like a given one, from 0 to 1. Each word of the one is paired with
 * the word of the other that is most like it, whatever their order; what has no partner costs: an
 * unknown word of the query by its length, one of the list a little if it is a given name, and more
 * if it is the family's. A given name and the family's together are found however many other words
 * stand around them. Pure; an index is made once per list.
 */
import * as Limits from "../config/Limits.ts"
import * as JaroWinkler from "./JaroWinkler.ts"
import * as NameNormalizer from "./NameNormalizer.ts"

/** A name to be indexed; `key` is told when it is found. */
export interface ListedName {
  readonly key: number
  /** As the list writes it: "LAST, First" for a person. */
  readonly name: string
  readonly isPerson: boolean
}

export interface Match {
  readonly key: number
  readonly score: number
}

/** What a word of the list costs when it has no partner, as a share of the name. */
const missingGivenCost = 0.15
const missingFamilyCost = 0.45
/** Words that are only alike are less than their letters say: families differ by a letter. */
const differenceWeight = 1.75
/** How much a word of the query counts that has no partner: people add names. */
const missingQueryWeight = 0.45

interface Entry {
  readonly key: number
  /** Words, by their number in the vocabulary. */
  readonly words: Uint32Array
  readonly lengths: Uint8Array
  /** How many of them, from the first on, are given names. */
  readonly given: number
  /** What each costs when it is missing. */
  readonly costs: Float32Array
}

export interface Index {
  readonly entries: ReadonlyArray<Entry>
  readonly vocabulary: ReadonlyArray<JaroWinkler.Word>
  /** Words by the sort of their first sound. */
  readonly bySoundClass: ReadonlyArray<ReadonlyArray<number>>
  /** Entries that have a word. */
  readonly postings: ReadonlyArray<ReadonlyArray<number>>
  /** Keys by the letters of their names, words run together in either order. */
  readonly runs: ReadonlyMap<string, number>
}

// ----------------------------------------------------------------------------- building

/** Takes names, one after the other; `index` is what was taken so far. */
export const builder = () => {
  const numbers = new Map<string, number>()
  const entries: Array<Entry> = []
  const vocabulary: Array<JaroWinkler.Word> = []
  const bySort = Array.from({ length: JaroWinkler.soundClassCount }, (): Array<number> => [])
  const postings: Array<Array<number>> = []
  const runs = new Map<string, number>()

  const numberOf = (text: string): number => {
    const known = numbers.get(text)
    if (known !== undefined) return known
    const number = vocabulary.length
    const word = JaroWinkler.word(text)
    numbers.set(text, number)
    vocabulary.push(word)
    postings.push([])
    bySort[word.soundClass]?.push(number)
    return number
  }

  const put = (key: number, words: ReadonlyArray<string>, families: number): void => {
    const numbered = Uint32Array.from(words, numberOf)
    const given = words.length - families
    for (const number of new Set(numbered)) postings[number]?.push(entries.length)
    entries.push({
      ...{ key, words: numbered, given, lengths: Uint8Array.from(words, ({ length }) => length) },
      costs: Float32Array.from(words, (_, at) =>
        at < given ? missingGivenCost : missingFamilyCost
      )
    })
  }

  /** Puts a name, and once more the way it is with its parts written together. */
  const add = ({ isPerson, key, name }: ListedName): void => {
    const [plain, together] = [name, NameNormalizer.withoutMarks(name)].map((text) =>
      isPerson
        ? NameNormalizer.ofPerson(text)
        : { given: [], family: NameNormalizer.ofCompany(text) }
    )
    if (plain === undefined || together === undefined) return
    const words = [...plain.given, ...plain.family]
    if (words.length === 0) return
    // A name in no known order: its last word may be the family's.
    const families = plain.family.length === 0 ? Math.min(1, words.length - 1) : plain.family.length
    put(key, words, families)
    for (const run of [words, [...plain.family, ...plain.given]].map((each) => each.join(""))) {
      if (words.length > 1 && run.length >= Limits.screening.runMin) runs.set(run, key)
    }
    const family = NameNormalizer.joined(together.family)
    const joined = [...NameNormalizer.joined(together.given), ...family]
    if (joined.length < words.length) put(key, joined, Math.max(family.length, families - 1))
  }

  const index: Index = { entries, vocabulary, bySoundClass: bySort, postings, runs }
  return { add, index }
}

// ----------------------------------------------------------------------------- searching

/** Words of the vocabulary that are like a word of the query, and how much. */
const similarWords = (index: Index, word: JaroWinkler.Word): ReadonlyMap<number, number> => {
  const found = new Map<number, number>()
  for (const number of index.bySoundClass[word.soundClass] ?? []) {
    const other = index.vocabulary[number]
    if (other === undefined) continue
    const score = JaroWinkler.score(word, other)
    if (score >= Limits.screening.sameWordScore) found.set(number, score)
  }
  return found
}

interface Pair {
  readonly query: number
  readonly listed: number
  readonly score: number
}

/** The best pairs, each word used once: what is alike most is paired first. */
const paired = (pairs: Array<Pair>): ReadonlyArray<Pair> => {
  pairs.sort((left, right) => right.score - left.score)
  const queries = new Set<number>()
  const listed = new Set<number>()
  return pairs.filter((pair) => {
    if (queries.has(pair.query) || listed.has(pair.listed)) return false
    queries.add(pair.query)
    listed.add(pair.listed)
    return true
  })
}

const scoreOf = (
  lengths: ReadonlyArray<number>,
  entry: Entry,
  pairs: ReadonlyArray<Pair>
): number => {
  const total = lengths.reduce((sum, length) => sum + length, 0)
  let matched = 0
  let similarity = 0
  const missing = new Set(Array.from(entry.lengths, (_, at) => at))
  for (const { listed, query, score } of pairs) {
    const length = lengths[query] ?? 0
    matched += length
    similarity += (1 - (1 - score) * differenceWeight) * length
    missing.delete(listed)
  }
  if (matched === 0) return 0
  const isContained = pairs.length > 1 && [...missing].every((at) => at < entry.given)
  const known = Math.max(
    similarity / (matched + (total - matched) * missingQueryWeight),
    isContained ? (similarity / matched) * Limits.screening.containedScore : 0
  )
  let all = 0
  let lost = 0
  for (let at = 0; at < entry.lengths.length; at++) {
    const length = entry.lengths[at] ?? 0
    all += length
    if (missing.has(at)) lost += length * (entry.costs[at] ?? 0)
  }
  return known * (1 - lost / all)
}

/** The best entry for one way to write the query; `least` is what is worth mentioning. */
const search = (index: Index, words: ReadonlyArray<string>, least: number): Match | undefined => {
  const lengths = words.map(({ length }) => length)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const likes = words.map((text) => similarWords(index, JaroWinkler.word(text)))
  /** For each entry, the most that its words can make of the query. */
  const most = new Map<number, number>()
  /** How many words of the query are like one of its words. */
  const hits = new Map<number, number>()
  for (const [query, like] of likes.entries()) {
    const touched = new Map<number, number>()
    for (const [number, score] of like) {
      for (const at of index.postings[number] ?? []) {
        if ((touched.get(at) ?? 0) < score) touched.set(at, score)
      }
    }
    const length = lengths[query] ?? 0
    for (const at of touched.keys()) {
      most.set(at, (most.get(at) ?? 0) + length)
      hits.set(at, (hits.get(at) ?? 0) + 1)
    }
  }
  let bestMatch: Match | undefined
  for (const [at, matched] of most) {
    const entry = index.entries[at]
    if (entry === undefined) continue
    const bound = matched / (matched + (total - matched) * missingQueryWeight)
    const mayBeContained = (hits.get(at) ?? 0) > 1
    if ((mayBeContained ? 1 : bound) < Math.max(least, bestMatch?.score ?? 0)) continue
    const pairs: Array<Pair> = []
    for (let listed = 0; listed < entry.words.length; listed++) {
      const number = entry.words[listed] ?? -1
      for (const [query, like] of likes.entries()) {
        const score = like.get(number)
        if (score !== undefined) pairs.push({ query, listed, score })
      }
    }
    const score = scoreOf(lengths, entry, paired(pairs))
    if (score >= least && score > (bestMatch?.score ?? 0)) bestMatch = { key: entry.key, score }
  }
  return bestMatch
}

/** A listed name whose letters stand one after the other in the query's, however divided. */
const searchRun = (index: Index, letters: string): Match | undefined => {
  const { containedScore: score, runMin } = Limits.screening
  for (let from = 0; from + runMin <= letters.length; from++) {
    for (let to = from + runMin; to <= letters.length; to++) {
      const key = index.runs.get(letters.slice(from, to))
      if (key !== undefined) return { key, score }
    }
  }
  return undefined
}

/** The listed name that is most like this one, if any scores at least `least`. */
export const best = (index: Index, name: string, least: number): Match | undefined => {
  const apart = NameNormalizer.ofAnyone(name)
  const together = NameNormalizer.ofAnyone(NameNormalizer.withoutMarks(name))
  const ways = new Map(
    [apart, together, NameNormalizer.joined(together)].map((way) => [way.join(" "), way])
  )
  return [...ways.values()]
    .map((words) => search(index, words, least))
    .reduce(
      (most, next) => ((next?.score ?? 0) > (most?.score ?? 0) ? next : most),
      searchRun(index, NameNormalizer.run(name))
    )
}

// ----------------------------------------------------------------------------- two names

/** An initial, or what a provider leaves of a masked word. */
const cutScore = (left: string, right: string): number => {
  const begin = NameNormalizer.beginning(NameNormalizer.isAbbreviated(left) ? left : right)
  const other = NameNormalizer.isAbbreviated(left) ? right : left
  return NameNormalizer.beginning(other).startsWith(begin) ? 1 : 0
}

const wordScore = (left: string, right: string): number =>
  NameNormalizer.isAbbreviated(left) || NameNormalizer.isAbbreviated(right)
    ? cutScore(left, right)
    : JaroWinkler.score(JaroWinkler.word(left), JaroWinkler.word(right))

/** How much of one name is in the other, from 0 to 1. */
const contained = (words: ReadonlyArray<string>, other: ReadonlyArray<string>): number => {
  const pairs = words.flatMap((word, query) =>
    other.flatMap((text, listed) => {
      const score = wordScore(word, text)
      return score >= Limits.screening.sameWordScore ? [{ query, listed, score }] : []
    })
  )
  const lengths = words.map((word) => Math.max(1, NameNormalizer.beginning(word).length))
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const likeness = paired(pairs).reduce(
    (sum, { query, score }) => sum + score * (lengths[query] ?? 0),
    0
  )
  return total === 0 ? 1 : likeness / total
}

/**
 * How alike two names of what should be one person are: the better of both directions, so that
 * names which one of them leaves out cost nothing.
 */
export const likeness = (left: string, right: string): number => {
  const one = NameNormalizer.shown(left)
  const other = NameNormalizer.shown(right)
  return Math.max(contained(one, other), contained(other, one))
}
