/**
 * The similarity of two words, from 0 to 1: Jaro-Winkler on their letters, and on a phonetic form
 * in which spellings of one sound are the same. Pure.
 */

/** A word with all that comparisons need, computed once. */
export interface Word {
  readonly text: string
  /** The phonetic form: one spelling for each sound. */
  readonly sound: string
  /**
   * The class of the first sound. Words of different classes can only be alike by one slip of the
   * pen.
   */
  readonly soundClass: number
  /** A bit for each letter that occurs in the phonetic form. */
  readonly soundMask: number
}

const spellings: ReadonlyArray<readonly [RegExp, string]> = [
  [/ph/g, "f"],
  [/ck|kh|gh|q/g, "k"],
  [/(dj|dzh|zh)/g, "j"],
  [/(tch|tsch|ch)/g, "c"],
  [/sch|sh/g, "s"],
  [/dh/g, "d"],
  [/th/g, "t"],
  [/x/g, "ks"],
  [/w/g, "v"],
  [/z/g, "s"],
  [/ou|oo|u/g, "o"],
  [/ey|ei|ai|ay|ee|ie|y|i/g, "e"],
  [/(.)\1+/g, "$1"]
]

const soundOf = (text: string): string =>
  spellings.reduce((sound, [from, to]) => sound.replace(from, to), text)

/** First letters that are interchangeable between languages and spellings. */
const soundClasses = ["cghkq", "jedyi", "sz", "vfpb", "ou", "a", "l", "m", "n", "r", "t"]

const soundClassOf = (sound: string): number => {
  const first = sound.charAt(0)
  const index = soundClasses.findIndex((letters) => letters.includes(first))
  return index < 0 ? soundClasses.length : index
}

export const soundClassCount = soundClasses.length + 1

const maskOf = (text: string): number => {
  let mask = 0
  for (let index = 0; index < text.length; index++) mask |= 1 << (text.charCodeAt(index) & 31)
  return mask
}

export const word = (text: string): Word => {
  const sound = soundOf(text)
  return { text, sound, soundClass: soundClassOf(sound), soundMask: maskOf(sound) }
}

/** The number of bits that are set. */
export const bits = (mask: number): number => {
  let rest = mask - ((mask >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** The number of letters of a word that are compared. */
export const lettersMax = 64

const usedLeft = new Uint8Array(lettersMax)
const usedRight = new Uint8Array(lettersMax)

/** Positions of each letter in the right word that no letter of the left one has taken. */
const positions = new Int32Array(128)
/** Positions that fit into one number. */
const positionsMax = 31

/** Matches words of fewer letters than `positionsMax`, in one step for each letter. */
const matchingShort = (left: string, right: string, window: number): number => {
  for (let at = 0; at < left.length; at++) positions[left.charCodeAt(at) & 127] = 0
  for (let at = 0; at < right.length; at++) positions[right.charCodeAt(at) & 127] = 0
  for (let at = 0; at < right.length; at++) {
    const letter = right.charCodeAt(at) & 127
    positions[letter] = (positions[letter] ?? 0) | (1 << at)
  }
  let count = 0
  for (let at = 0; at < left.length; at++) {
    const letter = left.charCodeAt(at) & 127
    const available = positions[letter] ?? 0
    const from = Math.max(0, at - window)
    const withinWindow = (available >>> from) << from
    const to = at + window + 1
    const first = withinWindow & -withinWindow
    if (first === 0 || (to < positionsMax && first >= 1 << to)) continue
    positions[letter] = available & ~first
    usedLeft[at] = 1
    usedRight[31 - Math.clz32(first)] = 1
    count++
  }
  return count
}

/** The number of letters that match within the window; marks them in both words. */
const matching = (left: string, right: string): number => {
  const window = Math.max(0, (Math.max(left.length, right.length) >> 1) - 1)
  usedLeft.fill(0, 0, left.length)
  usedRight.fill(0, 0, right.length)
  if (Math.max(left.length, right.length) < positionsMax) return matchingShort(left, right, window)
  let count = 0
  for (let index = 0; index < left.length; index++) {
    const from = Math.max(0, index - window)
    const to = Math.min(right.length - 1, index + window)
    const letter = left.charCodeAt(index)
    for (let at = from; at <= to; at++) {
      if (usedRight[at] === 1 || right.charCodeAt(at) !== letter) continue
      usedLeft[index] = 1
      usedRight[at] = 1
      count++
      break
    }
  }
  return count
}

/** Transpositions: pairs of matching letters in another order. */
const transposed = (left: string, right: string): number => {
  let count = 0
  let rightIndex = 0
  for (let index = 0; index < left.length; index++) {
    if (usedLeft[index] === 0) continue
    while (usedRight[rightIndex] === 0) rightIndex++
    if (left.charCodeAt(index) !== right.charCodeAt(rightIndex)) count++
    rightIndex++
  }
  return count / 2
}

const boostFrom = 0.7
/** The number of first letters that count more if they are the same. */
export const prefixMax = 4
const prefixWeight = 0.1

/** The similarity of two texts by their letters alone. */
export const jaroWinkler = (first: string, second: string): number => {
  if (first === second) return 1
  const left = first.slice(0, lettersMax)
  const right = second.slice(0, lettersMax)
  const count = matching(left, right)
  if (count === 0) return 0
  const moved = transposed(left, right)
  const jaro = (count / left.length + count / right.length + (count - moved) / count) / 3
  if (jaro < boostFrom) return jaro
  let prefix = 0
  const most = Math.min(prefixMax, left.length, right.length)
  while (prefix < most && left.charCodeAt(prefix) === right.charCodeAt(prefix)) prefix++
  return jaro + prefix * prefixWeight * (1 - jaro)
}

/** Reduces the score of words of different lengths, even if they begin the same. */
const lengthCost = (left: number, right: number): number => {
  const ratio = Math.min(left, right) / Math.max(left, right)
  return ratio < 0.9 ? 1 - (1 - ratio) * 0.45 : 1
}

/** Equal sounds count nearly as much as equal letters. */
export const soundWeight = 0.98

/** Words that share a smaller part of their letters score 0 without a comparison. */
const commonMin = 0.6

/**
 * The length from which a word that lacks a letter, or has two swapped, counts as a misspelling. A
 * shorter one is more often a different word.
 */
const slipMin = 4
const slipScore = 0.88
/**
 * The length from which a word with one replaced letter counts as a misspelling. In a shorter one
 * the letter makes a different name, such as Temba and Tumba.
 */
const replacedMin = 6

/** The number of letters that are the same in both words, from the first on. */
const sameFrom = (left: string, right: string): number => {
  let at = 0
  while (at < left.length && left.charCodeAt(at) === right.charCodeAt(at)) at++
  return at
}

/** True if the rest of one word is the rest of the other. */
const isSameFrom = (left: string, at: number, right: string, to: number): boolean => {
  if (left.length - at !== right.length - to) return false
  let more = 0
  while (at + more < left.length && left.charCodeAt(at + more) === right.charCodeAt(to + more)) {
    more++
  }
  return at + more >= left.length
}

/** The score of words that one slip of the pen makes equal; 0 for others. */
const slipped = (left: string, right: string): number => {
  if (Math.abs(left.length - right.length) > 1) return 0
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  if (long.length < slipMin) return 0
  const at = sameFrom(short, long)
  if (short.length < long.length) return isSameFrom(short, at, long, at + 1) ? slipScore : 0
  if (isSameFrom(short, at + 1, long, at + 1)) {
    return long.length < replacedMin ? 0 : slipScore
  }
  const isSwapped =
    short.charCodeAt(at) === long.charCodeAt(at + 1) &&
    short.charCodeAt(at + 1) === long.charCodeAt(at) &&
    isSameFrom(short, at + 2, long, at + 2)
  return isSwapped ? slipScore : 0
}

/** The word, and the word without each of the letters that decide its first sound. */
export const slips = (text: string): ReadonlyArray<string> => [
  text,
  ...[0, 1, 2].map((at) => text.slice(0, at) + text.slice(at + 1))
]

/**
 * The highest score of words with `count` common letters, of which `prefix` are at the beginning.
 */
export const most = (count: number, left: number, right: number, prefix: number): number => {
  const jaro = (count / left + count / right + 1) / 3
  return (jaro + prefix * prefixWeight * (1 - jaro)) * lengthCost(left, right)
}

const alike = (left: Word, right: Word): number => {
  if (left.soundClass !== right.soundClass) return 0
  const common = bits(left.soundMask & right.soundMask)
  const fewer = Math.min(bits(left.soundMask), bits(right.soundMask))
  if (common < fewer * commonMin) return 0
  return Math.max(
    jaroWinkler(left.text, right.text) * lengthCost(left.text.length, right.text.length),
    jaroWinkler(left.sound, right.sound) *
      lengthCost(left.sound.length, right.sound.length) *
      soundWeight
  )
}

/** The similarity of two words. */
export const score = (left: Word, right: Word): number =>
  left.text === right.text ? 1 : Math.max(slipped(left.text, right.text), alike(left, right))
