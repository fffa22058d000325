/**
 * Names as words that can be compared: Latin letters without accents, lower case, in reading
 * order. Pure. What has no Latin letters has no words, and its owner must not count as looked at.
 */
import * as Config from "../Config.ts"

/** Letters that have no accent to take away. */
const letters: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", ł: "l", þ: "th", ı: "i", ħ: "h" },
  // Vowels and implosives of West African alphabets.
  ...{ ɛ: "e", ɔ: "o", ŋ: "ng", ɗ: "d", ɓ: "b", ƙ: "k", ə: "e", ǝ: "e" }
}

/** Words that say what kind of company it is, not which. */
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

/** Words in the order they stand in, all of them. */
const split = (text: string): ReadonlyArray<string> =>
  text
    .slice(0, Config.screening.nameCharsMax)
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\0-\x7f]/g, (letter) => letters[letter] ?? letter)
    // One word, however the apostrophe is written: Ng'ang'a.
    .replace(/['’‘ʼ`´]/g, "")
    .replace(/[^a-z0-9*]+/g, " ")
    .trim()
    .split(" ")
    .filter((word) => word !== "")
    .slice(0, Config.screening.nameWordsMax)

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

/** A person's or a company's name as somebody gives it: nobody says which it is. */
export const ofAnyone = (name: string): ReadonlyArray<string> =>
  withoutInitials(
    without(split(name), (word) => legalForms.has(word) || titles.has(word) || fillers.has(word))
  )

export const ofCompany = (name: string): ReadonlyArray<string> =>
  withoutInitials(without(split(name), (word) => legalForms.has(word) || fillers.has(word)))

/** Words of a person on a list, "LAST, First Middle": the family's after the given ones. */
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
 * Words of a name as a provider shows it: initials stand for a word, and so does what is left of
 * one that is masked with stars.
 */
export const shown = (name: string): ReadonlyArray<string> =>
  without(split(name), (word) => titles.has(word) || bare(word) === "")

/** Whether a word is only the beginning of one. */
export const isCut = (word: string): boolean => word.includes("*") || isInitial(word)

export const beginning = (word: string): string => word.split("*")[0] ?? ""

/** Short words that belong to the next one, and are often written with it: Al Rashid, Bin Ali. */
const shortMax = 3

/** The same words with each short one joined to the next. */
export const joined = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const found: Array<string> = []
  let held = ""
  for (const [index, word] of words.entries()) {
    const isLast = index === words.length - 1
    if (word.length <= shortMax && held === "" && !isLast) held = word
    else {
      found.push(held + word)
      held = ""
    }
  }
  return found
}

/** Jong-Un is also written Jongun. */
export const withoutHyphens = (name: string): string => name.replace(/[-\u2010-\u2015]/g, "")
