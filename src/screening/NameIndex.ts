/**
 * Finds the listed names that are similar to a given one, scored from 0 to 1. Each word of one name
 * is paired with the most similar word of the other, in any order and in any division into words
 * (`NameScore`). Pure; an index is made once per list.
 *
 * A search runs in one turn of the event loop. `Vocabulary` does most of the work: each span of the
 * name is compared with the listed words that begin alike. With 16,000 listed names on a busy
 * machine, a name of two or three words costs 1.3 ms, one of eight words 6 ms. `nameWordsMax`
 * bounds the cost at about 13 ms.
 */
import * as Limits from "../config/Limits.ts"
import * as NameNormalizer from "./NameNormalizer.ts"
import * as NameScore from "./NameScore.ts"
import * as Spans from "./Spans.ts"
import * as Vocabulary from "./Vocabulary.ts"

/** A name to be indexed; a match contains its `key`. */
export interface ListedName {
  readonly key: number
  /** The list's spelling: "LAST, First" for a person. */
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

/** A key, and the letters of its name that people may write in another division. */
interface Run {
  readonly letters: string
  readonly key: number
}

export interface Index {
  readonly entries: ReadonlyArray<IndexedName>
  /** Words, and adjacent words joined to one. */
  readonly vocabulary: Vocabulary.Vocabulary
  /** Positions of each word: the entry, and the number of the span in it. */
  readonly postings: ReadonlyArray<ReadonlyArray<number>>
  /** The letters of names, words run together in either order, by their beginning. */
  readonly runs: ReadonlyMap<string, ReadonlyArray<Run>>
}

/** Least letters of a family name that identifies a person together with one given name. */
const familyLettersMin = 4

/** Multiplier that encodes a position in one number; a name has fewer spans than this. */
const spansMax = 64

// ----------------------------------------------------------------------------- building

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
 * The letters of a name, in both orders of its parts: the whole name, and each given name with the
 * family name, because people leave out the others.
 */
const runsOf = (
  given: ReadonlyArray<string>,
  family: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const rest = family.join("")
  const singles = given.length > 1 && rest.length >= familyLettersMin ? given : []
  return [given.join(""), ...singles].flatMap((part) => [part + rest, rest + part])
}

const runStart = (letters: string, from = 0): string =>
  letters.slice(from, from + Limits.screening.runMin)

/** Adds names one by one; `index` contains the names so far. */
export const builder = () => {
  const { numberOf, vocabulary } = Vocabulary.builder()
  const entries: Array<IndexedName> = []
  const postings: Array<Array<number>> = []
  const runs = new Map<string, Array<Run>>()

  const addPosting = (text: string, position: number): void => {
    const number = numberOf(text)
    const positions = postings[number]
    if (positions === undefined) postings[number] = [position]
    else positions.push(position)
  }

  const addRun = (run: Run): void => {
    const start = runStart(run.letters)
    const sameStartRuns = runs.get(start)
    if (sameStartRuns === undefined) runs.set(start, [run])
    else if (
      !sameStartRuns.some(({ key, letters }) => key === run.key && letters === run.letters)
    ) {
      sameStartRuns.push(run)
    }
  }

  const add = (listed: ListedName): void => {
    const { families, runs: texts, words } = wordsOf(listed)
    if (words.length === 0) return
    for (const [at, span] of Spans.of(words.length).entries()) {
      addPosting(Spans.textOf(words, span), entries.length * spansMax + at)
    }
    entries.push({
      ...{ key: listed.key, given: words.length - families },
      lengths: Uint8Array.from(words, ({ length }) => length)
    })
    if (words.length === 1) return
    for (const letters of texts) {
      if (letters.length >= Limits.screening.runMin) addRun({ letters, key: listed.key })
    }
  }

  const index: Index = { entries, vocabulary, postings, runs }
  return { add, index }
}

// ----------------------------------------------------------------------------- searching

/** One spelling of the query, and the listed words that are similar to each of its spans. */
interface Query {
  readonly lengths: ReadonlyArray<number>
  readonly spans: ReadonlyArray<Spans.Span>
  readonly similar: ReadonlyArray<ReadonlyMap<number, number>>
}

/**
 * Words similar to a text. Spellings of one name share most of their spans, so each is compared
 * once.
 */
type Similar = (text: string) => ReadonlyMap<number, number>

const similarIn = (index: Index): Similar => {
  const cache = new Map<string, ReadonlyMap<number, number>>()
  return (text) => {
    const words = cache.get(text) ?? Vocabulary.similar(index.vocabulary, text)
    cache.set(text, words)
    return words
  }
}

const queryOf = (similar: Similar, words: ReadonlyArray<string>): Query => {
  const lengths = words.map(({ length }) => length)
  const spans = Spans.of(words.length)
  return { lengths, spans, similar: spans.map((span) => similar(Spans.textOf(words, span))) }
}

const spanOf = (entry: IndexedName | undefined, span: number): Spans.Span | undefined =>
  Spans.of(entry?.lengths.length ?? 0)[span]

/** Calls `visit` with each position of a word that is similar to a span of the query. */
const forEachMatch = (
  { postings }: Index,
  { similar, spans }: Query,
  visit: (query: Spans.Span, entry: number, span: number, score: number) => void
): void => {
  for (const [at, words] of similar.entries()) {
    const query = spans[at]
    if (query === undefined) continue
    for (const [number, score] of words) {
      for (const position of postings[number] ?? []) {
        visit(query, Math.floor(position / spansMax), position % spansMax, score)
      }
    }
  }
}

const spanBits = (entry: IndexedName | undefined, at: number): number => {
  const span = spanOf(entry, at)
  return span === undefined ? 0 : Spans.bitsOf(span)
}

/** Bits of the words of the query, and of each entry, that may have a partner. */
let queryBits = new Uint16Array(0)
let listedBits = new Uint16Array(0)

/** The entries that have words in common with the query, and may score at least `least`. */
const entriesNear = (index: Index, query: Query, least: number): ReadonlyArray<number> => {
  const { entries } = index
  if (queryBits.length < entries.length) {
    queryBits = new Uint16Array(entries.length)
    listedBits = new Uint16Array(entries.length)
  }
  const candidates: Array<number> = []
  forEachMatch(index, query, (of, at, span) => {
    if (queryBits[at] === 0) candidates.push(at)
    queryBits[at] = (queryBits[at] ?? 0) | Spans.bitsOf(of)
    listedBits[at] = (listedBits[at] ?? 0) | spanBits(entries[at], span)
  })
  const nearEntries = candidates.filter((at) => {
    const entry = entries[at]
    return (
      entry !== undefined &&
      NameScore.boundOf(query.lengths, entry, queryBits[at] ?? 0, listedBits[at] ?? 0) >= least
    )
  })
  for (const at of candidates) queryBits[at] = listedBits[at] = 0
  return nearEntries
}

/** The pairs of similar words of each entry. */
const pairsOf = (
  index: Index,
  query: Query,
  entryNumbers: ReadonlyArray<number>
): ReadonlyMap<number, Array<NameScore.Pair>> => {
  const pairs = new Map(entryNumbers.map((at): [number, Array<NameScore.Pair>] => [at, []]))
  forEachMatch(index, query, (of, at, span, score) => {
    const listed = spanOf(index.entries[at], span)
    if (listed !== undefined) pairs.get(at)?.push({ query: of, listed, score })
  })
  return pairs
}

/** Collects matches: all that suffice for a hold, or else the best. */
const collector = (least: number) => {
  const scores = new Map<number, number>()
  let best = 0
  /** True if a name with this score is to be collected. */
  const isCollectable = (score: number): boolean =>
    score >= Limits.screening.heldScore || (score >= least && score > best)
  const take = ({ key, score }: Match): void => {
    if (!isCollectable(score)) return
    best = Math.max(best, score)
    scores.set(key, Math.max(score, scores.get(key) ?? 0))
  }
  const matches = (): ReadonlyArray<Match> => {
    const sorted = Array.from(scores, ([key, score]): Match => ({ key, score })).sort(
      (left, right) => right.score - left.score || left.key - right.key
    )
    return sorted.filter(({ score }, at) => at === 0 || score >= Limits.screening.heldScore)
  }
  return { take, matches }
}
type Collector = ReturnType<typeof collector>

const search = (index: Index, query: Query, least: number, { take }: Collector): void => {
  const entryNumbers = entriesNear(index, query, least)
  if (entryNumbers.length === 0) return
  for (const [at, pairs] of pairsOf(index, query, entryNumbers)) {
    const entry = index.entries[at]
    if (entry === undefined) continue
    const score = NameScore.scoreOf(query.lengths, entry, pairs)
    take({ key: entry.key, score })
  }
}

/**
 * Collects listed names whose letters occur in sequence in the query, in any division into words.
 */
const searchRuns = (index: Index, letters: string, { take }: Collector): void => {
  const { containedScore: score, runMin } = Limits.screening
  for (let from = 0; from + runMin <= letters.length; from++) {
    for (const run of index.runs.get(runStart(letters, from)) ?? []) {
      if (letters.startsWith(run.letters, from)) take({ key: run.key, score })
    }
  }
}

/**
 * The listed names that score enough for a hold, best first. If none does, the most similar one
 * that scores at least `least`.
 */
export const matches = (index: Index, name: string, least: number): ReadonlyArray<Match> => {
  const separate = NameNormalizer.ofAnyone(name)
  const together = NameNormalizer.ofAnyone(NameNormalizer.withoutMarks(name))
  const spellings = new Map([separate, together].map((words) => [words.join(" "), words]))
  const collected = collector(least)
  const similar = similarIn(index)
  for (const words of spellings.values()) search(index, queryOf(similar, words), least, collected)
  searchRuns(index, NameNormalizer.run(name), collected)
  return collected.matches()
}
