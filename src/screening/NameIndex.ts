/**
 * Finds the listed name most similar to a given one, scored from 0 to 1. Each word of one name is
 * paired with the most similar word of the other, in any order; a word without a partner costs: one
 * of the query by its length, a listed given name a little, a listed family name more. A given name
 * and the family name together are found among any number of other words. Pure; an index is made
 * once per list.
 */
import * as Limits from "../config/Limits.ts"
import * as JaroWinkler from "./JaroWinkler.ts"
import * as NameNormalizer from "./NameNormalizer.ts"

/** A name to be indexed; a match has its `key`. */
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
/** Similar words count for less than their letters suggest: family names differ by a letter. */
const differenceWeight = 1.75
/** The weight of a query's word without a partner: people add names. */
const missingQueryWeight = 0.45

interface IndexedName {
  readonly key: number
  /** Words, by their number in the vocabulary. */
  readonly words: Uint32Array
  readonly lengths: Uint8Array
  /** How many of the words, from the first on, are given names. */
  readonly given: number
  /** The cost of each word when it is missing. */
  readonly costs: Float32Array
}

export interface Index {
  readonly entries: ReadonlyArray<IndexedName>
  readonly vocabulary: ReadonlyArray<JaroWinkler.Word>
  /** Words by the class of their first sound. */
  readonly bySoundClass: ReadonlyArray<ReadonlyArray<number>>
  /** Entries by the words they contain. */
  readonly postings: ReadonlyArray<ReadonlyArray<number>>
  /** Keys by the letters of their names, words run together in either order. */
  readonly runs: ReadonlyMap<string, number>
}

// ----------------------------------------------------------------------------- building

/** Adds names one by one; `index` holds what was added so far. */
export const builder = () => {
  const numbers = new Map<string, number>()
  const entries: Array<IndexedName> = []
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

  /** Adds a name, and a second entry with its short parts joined. */
  const add = ({ isPerson, key, name }: ListedName): void => {
    const [plain, together] = [name, NameNormalizer.withoutMarks(name)].map((text) =>
      isPerson
        ? NameNormalizer.ofPerson(text)
        : { given: [], family: NameNormalizer.ofCompany(text) }
    )
    if (plain === undefined || together === undefined) return
    const words = [...plain.given, ...plain.family]
    if (words.length === 0) return
    // The order of the words is unknown: the last one may be the family name.
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

/** Words of the vocabulary that are similar to a word of the query, and their scores. */
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

/** The best pairs, each word used once: the most similar are paired first. */
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

/** How much of the query the pairs cover, counted in letters. */
interface Coverage {
  /** Letters of the whole query, and of its words that have a partner. */
  readonly total: number
  readonly matched: number
  /** The matched letters, each weighted by the similarity of its pair. */
  readonly weighted: number
}

const coverageOf = (lengths: ReadonlyArray<number>, pairs: ReadonlyArray<Pair>): Coverage => {
  let matched = 0
  let weighted = 0
  for (const { query, score } of pairs) {
    const length = lengths[query] ?? 0
    matched += length
    weighted += (1 - (1 - score) * differenceWeight) * length
  }
  return { total: lengths.reduce((sum, length) => sum + length, 0), matched, weighted }
}

/** The share of a listed name that its words without a partner cost. */
const missingCost = (entry: IndexedName, missing: ReadonlySet<number>): number => {
  let all = 0
  let lost = 0
  for (let at = 0; at < entry.lengths.length; at++) {
    const length = entry.lengths[at] ?? 0
    all += length
    if (missing.has(at)) lost += length * (entry.costs[at] ?? 0)
  }
  return lost / all
}

const scoreOf = (
  lengths: ReadonlyArray<number>,
  entry: IndexedName,
  pairs: ReadonlyArray<Pair>
): number => {
  const { matched, total, weighted } = coverageOf(lengths, pairs)
  if (matched === 0) return 0
  const missing = new Set(Array.from(entry.lengths, (_, at) => at))
  for (const { listed } of pairs) missing.delete(listed)
  const isContained = pairs.length > 1 && [...missing].every((at) => at < entry.given)
  const known = Math.max(
    weighted / (matched + (total - matched) * missingQueryWeight),
    isContained ? (weighted / matched) * Limits.screening.containedScore : 0
  )
  return known * (1 - missingCost(entry, missing))
}

/** One spelling of the query, and the listed words that are similar to each of its words. */
interface Query {
  readonly lengths: ReadonlyArray<number>
  readonly total: number
  readonly similar: ReadonlyArray<ReadonlyMap<number, number>>
}

const queryOf = (index: Index, words: ReadonlyArray<string>): Query => {
  const lengths = words.map(({ length }) => length)
  return {
    lengths,
    total: lengths.reduce((sum, length) => sum + length, 0),
    similar: words.map((text) => similarWords(index, JaroWinkler.word(text)))
  }
}

/** Upper bounds of what an entry can score, by the words of the query that it may match. */
interface Candidate {
  /** Letters of those words. */
  letters: number
  /** How many they are. */
  words: number
}

/** The entries that have a word similar to one of these. */
const entriesWith = (index: Index, similar: ReadonlyMap<number, number>): ReadonlySet<number> => {
  const entries = new Set<number>()
  for (const number of similar.keys()) {
    for (const at of index.postings[number] ?? []) entries.add(at)
  }
  return entries
}

const candidatesOf = (
  index: Index,
  { lengths, similar }: Query
): ReadonlyMap<number, Candidate> => {
  const candidates = new Map<number, Candidate>()
  for (const [query, words] of similar.entries()) {
    const length = lengths[query] ?? 0
    for (const at of entriesWith(index, words)) {
      const known = candidates.get(at)
      if (known === undefined) candidates.set(at, { letters: length, words: 1 })
      else {
        known.letters += length
        known.words += 1
      }
    }
  }
  return candidates
}

const pairsOf = ({ words }: IndexedName, { similar }: Query): Array<Pair> => {
  const pairs: Array<Pair> = []
  for (let listed = 0; listed < words.length; listed++) {
    const number = words[listed] ?? -1
    for (const [query, scores] of similar.entries()) {
      const score = scores.get(number)
      if (score !== undefined) pairs.push({ query, listed, score })
    }
  }
  return pairs
}

/** The best entry for one spelling of the query, if it scores at least `least`. */
const search = (index: Index, words: ReadonlyArray<string>, least: number): Match | undefined => {
  const query = queryOf(index, words)
  const { lengths, total } = query
  let best: Match | undefined
  for (const [at, { letters, words }] of candidatesOf(index, query)) {
    const entry = index.entries[at]
    if (entry === undefined) continue
    const bound = words > 1 ? 1 : letters / (letters + (total - letters) * missingQueryWeight)
    if (bound < Math.max(least, best?.score ?? 0)) continue
    const score = scoreOf(lengths, entry, paired(pairsOf(entry, query)))
    if (score >= least && score > (best?.score ?? 0)) best = { key: entry.key, score }
  }
  return best
}

/** A listed name whose letters occur in sequence in the query, however divided into words. */
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

/** The listed name that is most similar to this one, if any scores at least `least`. */
export const bestMatch = (index: Index, name: string, least: number): Match | undefined => {
  const apart = NameNormalizer.ofAnyone(name)
  const together = NameNormalizer.ofAnyone(NameNormalizer.withoutMarks(name))
  const spellings = new Map(
    [apart, together, NameNormalizer.joined(together)].map((words) => [words.join(" "), words])
  )
  return [...spellings.values()]
    .map((words) => search(index, words, least))
    .reduce(
      (most, next) => ((next?.score ?? 0) > (most?.score ?? 0) ? next : most),
      searchRun(index, NameNormalizer.run(name))
    )
}

// ----------------------------------------------------------------------------- two names

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

/** The share of one name that is in the other, from 0 to 1. */
const contained = (words: ReadonlyArray<string>, other: ReadonlyArray<string>): number => {
  const pairs = words.flatMap((word, query) =>
    other.flatMap((text, listed) => {
      const score = wordScore(word, text)
      return score >= Limits.screening.sameWordScore ? [{ query, listed, score }] : []
    })
  )
  const lengths = words.map((word) => Math.max(1, NameNormalizer.beginning(word).length))
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const weighted = paired(pairs).reduce(
    (sum, { query, score }) => sum + score * (lengths[query] ?? 0),
    0
  )
  return total === 0 ? 1 : weighted / total
}

/**
 * The similarity of two names of what should be one person: the better of both directions, so that
 * words which only one of them has cost nothing.
 */
export const similarity = (left: string, right: string): number => {
  const one = NameNormalizer.shown(left)
  const other = NameNormalizer.shown(right)
  return Math.max(contained(one, other), contained(other, one))
}
