/**
 * Names are divided into words in many ways: Abdelkarim, Abdel Karim, Abd el Karim. A span is some
 * adjacent words of a name, read as one word. Pure.
 */
import * as Limits from "../config/Limits.ts"

/** Words from `from` on, before `to`. */
export interface Span {
  readonly from: number
  readonly to: number
}

const made: Array<ReadonlyArray<Span>> = []

/** The spans of a name with so many words, always in one order: each word, then longer ones. */
export const of = (words: number): ReadonlyArray<Span> => {
  made[words] ??= Array.from(
    { length: Math.min(words, Limits.screening.spanWordsMax) },
    (_, more) => Array.from({ length: words - more }, (_, from) => ({ from, to: from + more + 1 }))
  ).flat()
  return made[words]
}

export const textOf = (words: ReadonlyArray<string>, { from, to }: Span): string =>
  to - from === 1 ? (words[from] ?? "") : words.slice(from, to).join("")

/** A bit for each word of a span. */
export const bitsOf = ({ from, to }: Span): number => (1 << to) - (1 << from)
