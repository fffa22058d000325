/**
 * Finds the listed names that are similar to a given one, scored from 0 to 1. Each word of one name
 * is paired with the most similar word of the other, in any order and however they are divided into
 * words (`NameScore`). Pure; an index is made once per list.
 */
import * as Limits from "../config/Limits.ts"
import * as JaroWinkler from "./JaroWinkler.ts"
import * as NameNormalizer from "./NameNormalizer.ts"
import * as NameScore from "./NameScore.ts"
import * as Spans from "./Spans.ts"

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

interface IndexedName extends NameScore.Listed {
  readonly key: number
}

export interface Index {
  readonly entries: ReadonlyArray<IndexedName>
  /** Words, and adjacent words as one. */
  readonly vocabulary: ReadonlyArray<JaroWinkler.Word>
  /** Words by the class of their first sound, and then by the length of their sound. */
  readonly bySound: ReadonlyArray<ReadonlyArray<ReadonlyArray<number>>>
  /** Words by what a slip of the pen at their beginning may leave of them. */
  readonly bySlip: ReadonlyMap<string, ReadonlyArray<number>>
  /** Places of each word: the entry, and the number of the span in it. */
  readonly postings: ReadonlyArray<ReadonlyArray<number>>
  /** Keys by the letters of their names, words run together in either order. */
  readonly runs: ReadonlyMap<string, ReadonlyArray<number>>
}

/** Least letters of a family name that identifies a person together with one given name. */
const familyLettersMin = 4

/** A place in one number; a name has fewer spans than this. */
const spansMax = 64

// ----------------------------------------------------------------------------- building

const put = <K>(map: Map<K, Array<number>>, key: K, number: number): void => {
  const known = map.get(key)
  if (known === undefined) map.set(key, [number])
  else if (known.at(-1) !== number) known.push(number)
}

/** The words of a listed name, given names first, and the number of family names. */
const wordsOf = ({ isPerson, name }: ListedName) => {
  const { family, given } = isPerson
    ? NameNormalizer.ofPerson(name)
    : { given: [], family: NameNormalizer.ofCompany(name) }
  const words = [...given, ...family].slice(0, Limits.screening.nameWordsMax)
  // The order of the words is unknown: the last one may be the family name.
  const families = family.length === 0 ? Math.min(1, words.length - 1) : family.length
  return { words, families, runs: runsOf(given, family) }
}

/**
 * The letters of a name, in both orders of its parts: of the whole, and of each given name with the
 * family name, because people leave out the others.
 */
const runsOf = (
  given: ReadonlyArray<string>,
  family: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const rest = family.join("")
  const singles = given.length > 1 && rest.length >= familyLettersMin ? given : []
  return [given.join(""), ...singles].flatMap((one) => [one + rest, rest + one])
}

/** Adds names one by one; `index` holds what was added so far. */
export const builder = () => {
  const numbers = new Map<string, number>()
  const entries: Array<IndexedName> = []
  const vocabulary: Array<JaroWinkler.Word> = []
  const bySound = Array.from(
    { length: JaroWinkler.soundClassCount },
    (): Array<Array<number>> => []
  )
  const bySlip = new Map<string, Array<number>>()
  const postings: Array<Array<number>> = []
  const runs = new Map<string, Array<number>>()

  const numberOf = (text: string): number => {
    const known = numbers.get(text)
    if (known !== undefined) return known
    const number = vocabulary.length
    const word = JaroWinkler.word(text)
    numbers.set(text, number)
    vocabulary.push(word)
    postings.push([])
    const ofClass = bySound[word.soundClass] ?? []
    while (ofClass.length <= word.sound.length) ofClass.push([])
    ofClass[word.sound.length]?.push(number)
    for (const slip of JaroWinkler.slips(text)) put(bySlip, slip, number)
    return number
  }

  const add = (listed: ListedName): void => {
    const { families, runs: letters, words } = wordsOf(listed)
    if (words.length === 0) return
    for (const [at, span] of Spans.of(words.length).entries()) {
      postings[numberOf(Spans.textOf(words, span))]?.push(entries.length * spansMax + at)
    }
    entries.push({
      ...{ key: listed.key, given: words.length - families },
      lengths: Uint8Array.from(words, ({ length }) => length)
    })
    for (const run of letters) {
      if (words.length > 1 && run.length >= Limits.screening.runMin) put(runs, run, listed.key)
    }
  }

  const index: Index = { entries, vocabulary, bySound, bySlip, postings, runs }
  return { add, index }
}

// ----------------------------------------------------------------------------- searching

/** Sounds of which one is shorter than this share of the other are not compared. */
const lengthsMin = 0.6

/** Words of the vocabulary that are similar to a word of the query, and their scores. */
const similarWords = (index: Index, text: string): ReadonlyMap<number, number> => {
  const least = Limits.screening.sameWordScore
  const word = JaroWinkler.word(text)
  const found = new Map<number, number>()
  const compare = (number: number) => {
    const other = index.vocabulary[number]
    const score = other === undefined ? 0 : JaroWinkler.score(word, other, least)
    if (score >= least) found.set(number, score)
  }
  const { length } = word.sound
  for (const [other, numbers] of (index.bySound[word.soundClass] ?? []).entries()) {
    if (Math.min(length, other) >= Math.max(length, other) * lengthsMin) numbers.forEach(compare)
  }
  for (const slip of JaroWinkler.slips(text)) index.bySlip.get(slip)?.forEach(compare)
  return found
}

/** One spelling of the query, and the listed words that are similar to each of its spans. */
interface Query {
  readonly lengths: ReadonlyArray<number>
  readonly spans: ReadonlyArray<Spans.Span>
  readonly similar: ReadonlyArray<ReadonlyMap<number, number>>
}

/** Spellings of one name share most of their spans: each is compared once. */
type Similar = (text: string) => ReadonlyMap<number, number>

const similarIn = (index: Index): Similar => {
  const known = new Map<string, ReadonlyMap<number, number>>()
  return (text) => {
    const found = known.get(text) ?? similarWords(index, text)
    known.set(text, found)
    return found
  }
}

const queryOf = (similar: Similar, words: ReadonlyArray<string>): Query => {
  const lengths = words.map(({ length }) => length)
  const spans = Spans.of(words.length)
  return { lengths, spans, similar: spans.map((span) => similar(Spans.textOf(words, span))) }
}

/** An entry that has words in common with the query. */
interface Candidate {
  readonly entry: IndexedName
  readonly pairs: Array<NameScore.Pair>
  /** A bit for each word of the query that may have a partner. */
  words: number
}

const candidatesOf = (index: Index, { similar, spans }: Query): Iterable<Candidate> => {
  const candidates = new Map<number, Candidate>()
  const meet = (query: Spans.Span, place: number, score: number): void => {
    const at = Math.floor(place / spansMax)
    const entry = index.entries[at]
    if (entry === undefined) return
    const listed = Spans.of(entry.lengths.length)[place % spansMax]
    if (listed === undefined) return
    const candidate: Candidate = candidates.get(at) ?? { entry, pairs: [], words: 0 }
    if (candidate.words === 0) candidates.set(at, candidate)
    candidate.pairs.push({ query, listed, score })
    candidate.words |= Spans.bitsOf(query)
  }
  for (const [at, words] of similar.entries()) {
    const query = spans[at]
    if (query === undefined) continue
    for (const [number, score] of words) {
      for (const place of index.postings[number] ?? []) meet(query, place, score)
    }
  }
  return candidates.values()
}

/** Matches found so far: all that are held, or else the best. */
const collector = (least: number) => {
  const found = new Map<number, number>()
  let best = 0
  /** Whether a name that scores so adds to what was found. */
  const adds = (score: number): boolean =>
    score >= Limits.screening.heldScore || (score >= least && score > best)
  const take = ({ key, score }: Match): void => {
    if (!adds(score)) return
    best = Math.max(best, score)
    found.set(key, Math.max(score, found.get(key) ?? 0))
  }
  const matches = (): ReadonlyArray<Match> => {
    const sorted = Array.from(found, ([key, score]): Match => ({ key, score })).sort(
      (left, right) => right.score - left.score || left.key - right.key
    )
    return sorted.filter(({ score }, at) => at === 0 || score >= Limits.screening.heldScore)
  }
  return { adds, take, matches }
}
type Collector = ReturnType<typeof collector>

const search = (index: Index, query: Query, { adds, take }: Collector): void => {
  for (const { entry, pairs, words } of candidatesOf(index, query)) {
    if (!adds(NameScore.boundOf(query.lengths, entry, words))) continue
    const score = NameScore.scoreOf(query.lengths, entry, NameScore.paired(pairs))
    take({ key: entry.key, score })
  }
}

/** Listed names whose letters occur in sequence in the query, however divided into words. */
const searchRuns = (index: Index, letters: string, { take }: Collector): void => {
  const { containedScore: score, runMin } = Limits.screening
  for (let from = 0; from + runMin <= letters.length; from++) {
    for (let to = from + runMin; to <= letters.length; to++) {
      for (const key of index.runs.get(letters.slice(from, to)) ?? []) take({ key, score })
    }
  }
}

/**
 * The listed names that score enough for a hold, best first. If none does, the most similar one
 * that scores at least `least`.
 */
export const matches = (index: Index, name: string, least: number): ReadonlyArray<Match> => {
  const apart = NameNormalizer.ofAnyone(name)
  const together = NameNormalizer.ofAnyone(NameNormalizer.withoutMarks(name))
  const spellings = new Map([apart, together].map((words) => [words.join(" "), words]))
  const found = collector(least)
  const similar = similarIn(index)
  for (const words of spellings.values()) search(index, queryOf(similar, words), found)
  searchRuns(index, NameNormalizer.run(name), found)
  return found.matches()
}
