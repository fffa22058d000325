/**
 * The folding of names for search, screening and `is_name_match`: lower case, Latin letters without
 * accents, one apostrophe for all of them, and no invisible characters.
 */

/** Letters that normalization does not decompose. */
const letters: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", ł: "l", þ: "th", ı: "i", ħ: "h" },
  ...{ ŧ: "t", ƶ: "z", ɨ: "i", ʉ: "u" },
  // Vowels, implosives and more of African alphabets.
  ...{ ɛ: "e", ɔ: "o", ŋ: "ng", ɗ: "d", ɓ: "b", ƙ: "k", ə: "e", ǝ: "e", ɖ: "d", ƒ: "f", ɣ: "g" },
  ...{ ʋ: "v", ɩ: "i", ʊ: "u", ƴ: "y", ɲ: "ny" }
}

/** All characters used as an apostrophe, which joins a word: Ng'ang'a. */
const apostrophes = /['’‘‛＇′`´·ʹ-ʿ]/g

const notAscii = /[\u0080-\uffff]/

/**
 * Folds a text. The letters beyond ASCII that remain are not Latin. Names from outside may contain
 * half surrogate pairs.
 */
export const fold = (text: string): string => {
  const lower = text.toLowerCase().replace(apostrophes, "'")
  if (!notAscii.test(lower)) return lower
  return (
    lower
      .normalize("NFKD")
      .toLowerCase()
      // Accents and invisible characters.
      .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, "")
      .replace(/[^\0-\x7f]/gu, (letter) => letters[letter] ?? letter)
      .toWellFormed()
  )
}

/** Characters between words and in phone numbers. */
const separators = /[\s\-+.,()/_]+/g

const separatorsAndApostrophes = /[\s\-+.,'()/_]+/g

/** Folded text with one blank before each word and none at the end. */
const apart = (folded: string): string =>
  ` ${folded}`.replace(separatorsAndApostrophes, " ").trimEnd()

/** The words with an apostrophe, in one piece: "ng'ang'a" as "nganga". */
const whole = (folded: string): ReadonlyArray<string> =>
  folded
    .split(separators)
    .filter((word) => word.includes("'"))
    .map((word) => word.replaceAll("'", ""))

/**
 * The words of a name, with one blank before each. An apostrophe divides a word as a hyphen does.
 */
export const divided = (text: string): string => apart(fold(text))

/** The divided words of a name, and then each word with an apostrophe in one piece. */
export const dividedAndWhole = (text: string): string => {
  const folded = fold(text)
  return folded.includes("'") ? [apart(folded), ...whole(folded)].join(" ") : apart(folded)
}

const wordsIn = (text: string): ReadonlyArray<string> =>
  text.split(" ").filter((word) => word !== "")

/** True if each word of a name is a word of another name, whichever has apostrophes. */
export const isWithin = (name: string, other: string): boolean => {
  const words = new Set(wordsIn(dividedAndWhole(other)))
  const isWord = (word: string): boolean => word === "" || words.has(word)
  return fold(name)
    .split(separators)
    .every((word) => isWord(word.replaceAll("'", "")) || wordsIn(apart(word)).every(isWord))
}
