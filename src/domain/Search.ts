/**
 * What lists are searched for: every word is found by its beginning, in any order and letter case
 * and without accents; digits anywhere in a number.
 */

/** They stand between words and in phone numbers, and are no part of a word. */
const separators = /[\s\-+.,'()/_]+/g

/** Words of one search: more make it no narrower, and each costs a look at every row. */
const wordsMax = 10

const notAscii = /[\u0080-\uffff]/

/** Without letter case and accents. Logs of earlier versions may hold half surrogate pairs. */
const fold = (text: string): string => {
  const lower = text.toLowerCase()
  if (!notAscii.test(lower)) return lower
  return lower
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toWellFormed()
}

/** Each word after a blank. Made for every payout, so in one pass. */
const spread = (text: string): string => ` ${fold(text)}`.replace(separators, " ").trimEnd()

/** What a search looks in. */
export const textOf = (parts: ReadonlyArray<string | null>): string => spread(parts.join("\n"))

/** The words that a search looks for; none where it is empty. */
export const wordsOf = (search: string): ReadonlyArray<string> =>
  spread(search)
    .split(" ")
    .slice(1, wordsMax + 1)

/** What stands in a text that has the word: digits are found within a number. */
export const partOf = (word: string): string => (/^\d+$/.test(word) ? word : ` ${word}`)

/** A search of payouts: one of their names, whole, or words of what they tell. */
export interface Search {
  readonly whole: string
  readonly words: ReadonlyArray<string>
}

/** `undefined`: there is no word in it, so it is no search. */
export const of = (search: string | undefined): Search | undefined => {
  const words = wordsOf(search ?? "")
  return search === undefined || words.length === 0 ? undefined : { whole: search.trim(), words }
}
