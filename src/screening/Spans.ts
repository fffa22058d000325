/**
 * Names are divided into words in many ways: Abdelkarim, Abdel Karim, Abd el Karim. A span is some
 * adjacent words of a name, joined to one word. Pure.
 */
import * as Limits from "../config/Limits.ts"

/** The words from `from` up to, but excluding, `to`. */
export interface Span {
  readonly from: number
  readonly to: number
}

const cache: Array<ReadonlyArray<Span>> = []

/** The spans of a name with `words` words, always in one order: each word, then longer ones. */
export const of = (words: number): ReadonlyArray<Span> => {
  cache[words] ??= Array.from(
    { length: Math.min(words, Limits.screening.spanWordsMax) },
    (_, more) => Array.from({ length: words - more }, (_, from) => ({ from, to: from + more + 1 }))
  ).flat()
  return cache[words]
}

export const textOf = (words: ReadonlyArray<string>, { from, to }: Span): string =>
  to - from === 1 ? (words[from] ?? "") : words.slice(from, to).join("")

/** A bit for each word of a span. */
export const bitsOf = ({ from, to }: Span): number => (1 << to) - (1 << from)
