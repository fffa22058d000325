/**
 * The distinct words of a list, and the ones that are similar to a given word. A given word is
 * compared with every listed word whose sound begins alike, perhaps thousands. Counts of common
 * letters rule out nearly all of them without a full comparison, which takes fifty times as long.
 * Pure.
 */
import * as Limits from "../config/Limits.ts"
import * as JaroWinkler from "./JaroWinkler.ts"

/** Words whose sounds have one class and one length: a row of numbers for each. */
interface Shelf {
  rows: Int32Array
  /** The count of numbers in use. */
  size: number
}

export interface Vocabulary {
  readonly words: ReadonlyArray<JaroWinkler.Word>
  /** Shelves by the class of the first sound, and then by the length of the sound. */
  readonly bySound: ReadonlyArray<ReadonlyArray<Shelf>>
  /** Words by their rest after a slip of the pen at their beginning. */
  readonly bySlip: ReadonlyMap<string, ReadonlyArray<number>>
}

const least = Limits.screening.sameWordScore

/** Two sounds are not compared if one is shorter than this share of the other. */
const lengthsMin = 0.6

// ----------------------------------------------------------------------------- letters

/** The count of possible numbers of letters of a word, from 0 on. */
const letterCounts = JaroWinkler.lettersMax + 1
const prefixes = JaroWinkler.prefixMax + 1
/** A number of letters that no two words have in common. */
const unreachable = 255
/** Rounding never rules a word out. */
const tolerance = 1e-9

const fewestOf = (left: number, right: number, prefix: number, score: number): number => {
  let count = Math.min(left, right)
  if (JaroWinkler.most(count, left, right, prefix) + tolerance < score) return unreachable
  while (count > 0 && JaroWinkler.most(count - 1, left, right, prefix) + tolerance >= score) count--
  return count
}

/** The fewest common letters that reach a score, by both lengths and the length of the prefix. */
const fewestTable = (score: number): Uint8Array => {
  const fewest = new Uint8Array(letterCounts * letterCounts * prefixes)
  for (let left = 1; left < letterCounts; left++) {
    for (let right = 1; right < letterCounts; right++) {
      for (let prefix = 0; prefix < prefixes; prefix++) {
        fewest[(left * letterCounts + right) * prefixes + prefix] = fewestOf(
          left,
          right,
          prefix,
          score
        )
      }
    }
  }
  return fewest
}

const fewestLetters = fewestTable(least)
const fewestSounds = fewestTable(least / JaroWinkler.soundWeight)

/** The letters of a text in numbers. Some letters share a bit, so counts are never too small. */
const lettersOf = (text: string) => {
  let [once, twice, more, start] = [0, 0, 0, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const bit = 1 << (code & 31)
    if ((once & bit) === 0) once |= bit
    else if ((twice & bit) === 0) twice |= bit
    else more++
    if (at < JaroWinkler.prefixMax) start |= code << (24 - 8 * at)
  }
  return { once, twice, more, start, length: Math.min(text.length, JaroWinkler.lettersMax) }
}
type Letters = ReturnType<typeof lettersOf>

/** Offsets in a row: the word's number, then `once`, `twice`, `more`, `start` and `length`. */
const soundAt = 1
const textAt = 5
const textLengthAt = 9
const rowNumbers = 10

/** The highest possible number of letters that a text has in common with the one in a row. */
const common = ({ more, once, twice }: Letters, rows: Int32Array, at: number): number =>
  JaroWinkler.bits(once & (rows[at] ?? 0)) +
  JaroWinkler.bits(twice & (rows[at + 1] ?? 0)) +
  Math.min(more, rows[at + 2] ?? 0)

/** The number of first letters that are the same, at most four. */
const prefixOf = ({ start }: Letters, rows: Int32Array, at: number): number =>
  Math.clz32(start ^ (rows[at + 3] ?? 0)) >> 3

// ----------------------------------------------------------------------------- building

const put = (shelf: Shelf, number: number, sound: Letters, text: Letters): void => {
  if (shelf.size + rowNumbers > shelf.rows.length) {
    const rows = new Int32Array(Math.ceil(shelf.rows.length * 1.5) + rowNumbers)
    rows.set(shelf.rows)
    shelf.rows = rows
  }
  const letters = [sound, text].flatMap(({ more, once, start, twice }) => [
    once,
    twice,
    more,
    start
  ])
  shelf.rows.set([number, ...letters, text.length], shelf.size)
  shelf.size += rowNumbers
}

/** Numbers words from 0 on; `vocabulary` contains the ones so far. */
export const builder = () => {
  const numbers = new Map<string, number>()
  const words: Array<JaroWinkler.Word> = []
  const bySound = Array.from({ length: JaroWinkler.soundClassCount }, (): Array<Shelf> => [])
  const bySlip = new Map<string, Array<number>>()

  const numberOf = (text: string): number => {
    const existing = numbers.get(text)
    if (existing !== undefined) return existing
    const number = words.length
    const word = JaroWinkler.word(text)
    numbers.set(text, number)
    words.push(word)
    const shelves = bySound[word.soundClass] ?? []
    while (shelves.length <= word.sound.length) shelves.push({ rows: new Int32Array(0), size: 0 })
    const shelf = shelves[word.sound.length]
    if (shelf !== undefined) put(shelf, number, lettersOf(word.sound), lettersOf(text))
    for (const slip of new Set(JaroWinkler.slips(text))) {
      const numbersOfSlip = bySlip.get(slip)
      if (numbersOfSlip === undefined) bySlip.set(slip, [number])
      else numbersOfSlip.push(number)
    }
    return number
  }

  const vocabulary: Vocabulary = { words, bySound, bySlip }
  return { numberOf, vocabulary }
}

// ----------------------------------------------------------------------------- searching

/** Calls `compare` with the words of a shelf that have enough letters in common with a word. */
const each = (
  { rows, size }: Shelf,
  length: number,
  { sound, text }: { readonly sound: Letters; readonly text: Letters },
  compare: (number: number) => void
): void => {
  const sounds = (sound.length * letterCounts + Math.min(length, JaroWinkler.lettersMax)) * prefixes
  const letters = text.length * letterCounts
  for (let at = 0; at < size; at += rowNumbers) {
    const fewest = fewestSounds[sounds + prefixOf(sound, rows, at + soundAt)] ?? 0
    let isNear = common(sound, rows, at + soundAt) >= fewest
    if (!isNear) {
      const row = (letters + (rows[at + textLengthAt] ?? 0)) * prefixes
      const fewestByText = fewestLetters[row + prefixOf(text, rows, at + textAt)] ?? 0
      isNear = common(text, rows, at + textAt) >= fewestByText
    }
    if (isNear) compare(rows[at] ?? 0)
  }
}

/** The numbers of the listed words that are similar to a word, and their scores. */
export const similar = (
  { bySlip, bySound, words }: Vocabulary,
  text: string
): ReadonlyMap<number, number> => {
  const word = JaroWinkler.word(text)
  const scores = new Map<number, number>()
  const compare = (number: number) => {
    const listedWord = words[number]
    const score = listedWord === undefined ? 0 : JaroWinkler.score(word, listedWord)
    if (score >= least) scores.set(number, score)
  }
  const { length } = word.sound
  const letters = { sound: lettersOf(word.sound), text: lettersOf(text) }
  for (const [otherLength, shelf] of (bySound[word.soundClass] ?? []).entries()) {
    if (Math.min(length, otherLength) < Math.max(length, otherLength) * lengthsMin) continue
    each(shelf, otherLength, letters, compare)
  }
  for (const slip of JaroWinkler.slips(text)) bySlip.get(slip)?.forEach(compare)
  return scores
}
