/**
 * The similarity of two words, from 0 to 1: Jaro-Winkler on their letters, and on a phonetic form
 * in which spellings of one sound are the same. Pure.
 */

/** A word with all that comparisons need, computed once. */
export interface Word {
  readonly text: string
  /** The phonetic form: one spelling for each sound. */
  readonly sound: string
  /** The class of the first sound; words of different classes are alike by one slip alone. */
  readonly soundClass: number
  /** A bit for each letter that occurs in the text, and in the phonetic form. */
  readonly textMask: number
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
  const found = soundClasses.findIndex((sort) => sort.includes(first))
  return found < 0 ? soundClasses.length : found
}

export const soundClassCount = soundClasses.length + 1

const maskOf = (text: string): number => {
  let mask = 0
  for (let index = 0; index < text.length; index++) mask |= 1 << (text.charCodeAt(index) & 31)
  return mask
}

export const word = (text: string): Word => {
  const sound = soundOf(text)
  const masks = { textMask: maskOf(text), soundMask: maskOf(sound) }
  return { text, sound, soundClass: soundClassOf(sound), ...masks }
}

const bits = (mask: number): number => {
  let rest = mask - ((mask >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

const longest = 64

const usedLeft = new Uint8Array(longest)
const usedRight = new Uint8Array(longest)

/** The number of letters that match within the window; marks them in both words. */
const matching = (left: string, right: string): number => {
  const window = Math.max(0, (Math.max(left.length, right.length) >> 1) - 1)
  usedLeft.fill(0, 0, left.length)
  usedRight.fill(0, 0, right.length)
  let count = 0
  for (let index = 0; index < left.length; index++) {
    const from = Math.max(0, index - window)
    const to = Math.min(right.length - 1, index + window)
    const letter = left.charCodeAt(index)
    for (let other = from; other <= to; other++) {
      if (usedRight[other] === 1 || right.charCodeAt(other) !== letter) continue
      usedLeft[index] = 1
      usedRight[other] = 1
      count++
      break
    }
  }
  return count
}

/** Transpositions: pairs of matching letters in another order. */
const transposed = (left: string, right: string): number => {
  let count = 0
  let other = 0
  for (let index = 0; index < left.length; index++) {
    if (usedLeft[index] === 0) continue
    while (usedRight[other] === 0) other++
    if (left.charCodeAt(index) !== right.charCodeAt(other)) count++
    other++
  }
  return count / 2
}

const boostFrom = 0.7
const prefixMax = 4
const prefixWeight = 0.1

const jaroWinkler = (first: string, second: string): number => {
  if (first === second) return 1
  const left = first.slice(0, longest)
  const right = second.slice(0, longest)
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

/** Reduces the score of words of different lengths, even where they begin the same. */
const lengthCost = (left: number, right: number): number => {
  const ratio = Math.min(left, right) / Math.max(left, right)
  return ratio < 0.9 ? 1 - (1 - ratio) * 0.45 : 1
}

/** Equal sounds count nearly as much as equal letters. */
const soundWeight = 0.98

/** Words that share a smaller part of their letters score 0 without a comparison. */
const commonMin = 0.6

/** A short word that lacks a letter, or has two swapped, is written wrong more often than another. */
const slipMin = 4
const slipScore = 0.88
/** Another letter in a shorter word makes another name of it: Temba, Tumba. */
const replacedMin = 6

/** The number of letters that are the same in both, from the first on. */
const sameFrom = (left: string, right: string): number => {
  let at = 0
  while (at < left.length && left.charCodeAt(at) === right.charCodeAt(at)) at++
  return at
}

/** The score of words that one slip of the pen makes equal; 0 for others. */
const slipped = (left: string, right: string): number => {
  if (Math.abs(left.length - right.length) > 1) return 0
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  if (long.length < slipMin) return 0
  const at = sameFrom(short, long)
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1) ? slipScore : 0
  if (short.slice(at + 1) === long.slice(at + 1)) {
    return long.length < replacedMin ? 0 : slipScore
  }
  const isSwapped =
    short.charCodeAt(at) === long.charCodeAt(at + 1) &&
    short.charCodeAt(at + 1) === long.charCodeAt(at) &&
    short.slice(at + 2) === long.slice(at + 2)
  return isSwapped ? slipScore : 0
}

/** A word without one of its letters that decide its first sound, and the whole of it. */
export const slips = (text: string): ReadonlyArray<string> => [
  text,
  ...[0, 1, 2].map((at) => text.slice(0, at) + text.slice(at + 1))
]

/**
 * The most that a comparison can give, without making it: letters that only one of the words has
 * match nothing.
 */
const boundOf = (left: string, right: string, leftMask: number, rightMask: number): number => {
  const most = Math.min(
    left.length - bits(leftMask & ~rightMask),
    right.length - bits(rightMask & ~leftMask)
  )
  const jaro = (most / left.length + most / right.length + 1) / 3
  const prefix = Math.min(prefixMax, sameFrom(left, right))
  return (jaro + prefix * prefixWeight * (1 - jaro)) * lengthCost(left.length, right.length)
}

/** The most that words of these lengths can score. */
const boundOfLengths = (left: number, right: number): number => {
  const jaro = (Math.min(left, right) / Math.max(left, right) + 2) / 3
  return (jaro + prefixMax * prefixWeight * (1 - jaro)) * lengthCost(left, right)
}

const alike = (left: Word, right: Word, least: number): number => {
  if (left.soundClass !== right.soundClass) return 0
  const isNear =
    boundOfLengths(left.text.length, right.text.length) >= least ||
    boundOfLengths(left.sound.length, right.sound.length) >= least
  if (!isNear) return 0
  const common = bits(left.soundMask & right.soundMask)
  const fewer = Math.min(bits(left.soundMask), bits(right.soundMask))
  if (common < fewer * commonMin) return 0
  const isSpelled = boundOf(left.text, right.text, left.textMask, right.textMask) >= least
  const isSounded =
    boundOf(left.sound, right.sound, left.soundMask, right.soundMask) * soundWeight >= least
  const letters = isSpelled
    ? jaroWinkler(left.text, right.text) * lengthCost(left.text.length, right.text.length)
    : 0
  const sounds = isSounded
    ? jaroWinkler(left.sound, right.sound) * lengthCost(left.sound.length, right.sound.length)
    : 0
  return Math.max(letters, sounds * soundWeight)
}

/** The similarity of two words; lower scores than `least` may count as 0. */
export const score = (left: Word, right: Word, least = 0): number =>
  left.text === right.text ? 1 : Math.max(slipped(left.text, right.text), alike(left, right, least))
