/** Finds the words that two names have in common, for people who compare names. */

/** One part of a written name: a word, or the separator between two words. */
export interface Part {
  readonly text: string
  readonly isAlike: boolean
}

/** Removes accents, case and punctuation: `N'Golo`, `Ngolo` and `NGOLO` are one word. */
const folded = (word: string): string =>
  word
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase()

const isWord = (part: string): boolean => folded(part) !== ""

/** Letters. One changed letter makes a shorter word a different word. */
const changedMin = 4

/** True if at most one letter is changed, added or missing. */
const isOneLetterOff = (one: string, other: string): boolean => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1 || short.length < changedMin) return false
  const at = [...short].findIndex((letter, index) => letter !== long[index])
  if (at < 0) return true
  const behind = short.length === long.length ? at + 1 : at
  return short.slice(behind) === long.slice(at + 1)
}

const partsOf = (name: string): ReadonlyArray<string> =>
  name.split(/([\s,;()-]+)/u).filter((part) => part !== "")

/** Splits a name. A word is alike if another name has it, or has it with one letter changed. */
export const parts = (
  name: string,
  ...others: ReadonlyArray<string | null | undefined>
): ReadonlyArray<Part> => {
  const known = others
    .flatMap((other) => partsOf(other ?? "").map(folded))
    .filter((word) => word !== "")
  const isKnown = (word: string) =>
    known.some((other) => other === word || isOneLetterOff(word, other))
  return partsOf(name).map((text) => ({ text, isAlike: isWord(text) && isKnown(folded(text)) }))
}
