/**
 * Text search of lists. Every word matches by its beginning, in any order and in folded form.
 * Digits match anywhere in a number.
 */
import * as NameFolding from "./NameFolding.ts"

/** Maximum of words in one search. Each costs a scan of every row. */
const wordsMax = 10

/** The text that searches match. Computed for every payout, so in one pass. */
export const textOf = (parts: ReadonlyArray<string | null>): string =>
  NameFolding.dividedAndWhole(parts.join("\n"))

/** The words of a search; empty if it has none. */
export const wordsOf = (search: string): ReadonlyArray<string> =>
  NameFolding.divided(search)
    .split(" ")
    .slice(1, wordsMax + 1)

/**
 * The text to find for a word. Digits match within a number; the zero before a number as it is
 * dialled within its country is not part of it.
 */
export const partOf = (word: string): string =>
  /^\d+$/.test(word) ? word.replace(/^0(?=[1-9]\d\d)/, "") : ` ${word}`

/** Ids of this service are found directly; a quote's id finds its payout. */
const ownId = /^[a-z]{2,4}_[0-9A-Z]{26}$/
const quoteId = /^qt_[0-9A-Z]{26}$/

export const isQuote = (reference: string): boolean => quoteId.test(reference)

/**
 * A text as a quote, a provider's reference or a transaction is stored: hashes in lower case.
 * `undefined` if the text is none of them.
 */
export const referenceOf = (whole: string): string | undefined => {
  if (/^0x[0-9a-f]{64}$/i.test(whole)) return whole.toLowerCase()
  if (isQuote(whole)) return whole
  if (ownId.test(whole)) return undefined
  return /^(sandbox:[\w-]+|(?=.*\d)[\w-]{6,})$/.test(whole) ? whole : undefined
}

/** A search of payouts: a whole identifier, or words of their text. */
export interface Search {
  readonly whole: string
  readonly words: ReadonlyArray<string>
}

/** The search of a text; `undefined` if the text has no word. */
export const of = (search: string | undefined): Search | undefined => {
  const words = wordsOf(search ?? "")
  return search === undefined || words.length === 0 ? undefined : { whole: search.trim(), words }
}
