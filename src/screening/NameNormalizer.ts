/**
 * Names as words that can be compared: Latin letters without accents, lower case, in reading order.
 * Pure. A name with any part that cannot be compared is not readable. Its owner must not count as
 * screened, even if the rest matches nothing.
 */
import * as Limits from "../config/Limits.ts"
import * as NameFolding from "../domain/NameFolding.ts"

/**
 * Cyrillic and Greek letters that look like Latin ones. They help to find a name and never to clear
 * one, because in their own alphabet they have other sounds.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  ...{ а: "a", в: "b", е: "e", һ: "h", і: "i", ј: "j", к: "k", м: "m", н: "h", о: "o", р: "p" },
  ...{ с: "c", ѕ: "s", т: "t", у: "y", х: "x", ԁ: "d", ԛ: "q", ԝ: "w" },
  ...{ α: "a", ε: "e", ι: "i", κ: "k", ο: "o", ρ: "p", τ: "t", υ: "u", χ: "x" }
}

/** Legal forms of companies. */
const legalForms = new Set(
  (
    "ltd limited llc llp lp inc incorporated corp corporation co company plc gmbh ag kg sa sas " +
    "sarl srl spa bv nv ab as oy aps pte pty pvt private jsc pjsc ojsc cjsc ooo oao zao pao ao " +
    "fze fzco fzc fzllc est holding holdings group"
  ).split(" ")
)

const fillers = new Set(["the", "of", "and", "for"])

const titles = new Set("mr mrs ms miss mme mlle dr prof eng hon rev sir alhaji alhaja".split(" "))

const isInitial = (word: string): boolean => word.length === 1

/**
 * Lower-case letters without accents and apostrophes. Any remaining letter beyond ASCII is not
 * Latin.
 */
const folded = (text: string): string =>
  NameFolding.fold(text.slice(0, Limits.screening.nameCharsMax)).replaceAll("'", "")

const withLookAlikes = (text: string): string =>
  folded(text).replace(/[^\0-\x7f]/gu, (letter) => lookAlikes[letter] ?? letter)

/** All words, in order. */
const splitAll = (text: string): ReadonlyArray<string> =>
  withLookAlikes(text)
    .split(/[^a-z0-9*]+/)
    .filter((word) => word !== "")

const split = (text: string): ReadonlyArray<string> =>
  splitAll(text).slice(0, Limits.screening.nameWordsMax)

/** Drops words, but never all of them. */
const without = (
  words: ReadonlyArray<string>,
  isDropped: (word: string) => boolean
): ReadonlyArray<string> => {
  const left = words.filter((word) => !isDropped(word))
  return left.length === 0 ? words : left
}

const bare = (word: string): string => word.replaceAll("*", "")

const withoutInitials = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.map(bare).filter((word) => word !== "" && !isInitial(word))

/** The words of a name that may be a person's or a company's. */
export const ofAnyone = (name: string): ReadonlyArray<string> =>
  withoutInitials(
    without(split(name), (word) => legalForms.has(word) || titles.has(word) || fillers.has(word))
  )

export const ofCompany = (name: string): ReadonlyArray<string> =>
  withoutInitials(without(split(name), (word) => legalForms.has(word) || fillers.has(word)))

/** The words of a listed person, "LAST, First Middle": family names and given names. */
export interface Person {
  readonly given: ReadonlyArray<string>
  readonly family: ReadonlyArray<string>
}

export const ofPerson = (name: string): Person => {
  const comma = name.indexOf(",")
  const before = comma < 0 ? "" : name.slice(0, comma)
  const after = comma < 0 ? name : name.slice(comma + 1)
  const drop = (text: string) => withoutInitials(without(split(text), (word) => titles.has(word)))
  return { given: drop(after), family: drop(before) }
}

/**
 * The words of a name as a provider reports it. An initial matches any word that begins with it,
 * and asterisks match the masked rest of a word.
 */
export const ofReportedName = (name: string): ReadonlyArray<string> =>
  without(split(name), (word) => titles.has(word) || bare(word) === "")

/** True if a word is only the beginning of one: an initial, or masked. */
export const isAbbreviated = (word: string): boolean => word.includes("*") || isInitial(word)

export const beginning = (word: string): string => word.split("*")[0] ?? ""

/** Removes punctuation inside words: Jong-Un is also written Jongun. */
export const withoutMarks = (name: string): string => name.replace(/[^\p{L}\p{M}\p{N}\s,*]/gu, "")

/** The letters of all words, joined to one text. */
export const run = (name: string): string => withLookAlikes(name).replace(/[^a-z]/g, "")

/** The characters of readable names, once folded. */
const plain = /^[a-z0-9\s.,/&()"“”\p{Pd}]*$/u

/** A digit inside a word may stand for a letter. */
const disguised = /[a-z]\S*\d|\d\S*[a-z]/

/** True if a name has words, and all of it can be compared. */
export const isReadable = (name: string): boolean => {
  const text = folded(name)
  return (
    name.length <= Limits.screening.nameCharsMax &&
    splitAll(name).length <= Limits.screening.nameWordsMax &&
    plain.test(text) &&
    !disguised.test(text) &&
    ofAnyone(name).some((word) => /[a-z]/.test(word))
  )
}
