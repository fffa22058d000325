/**
 * The commonest passwords, from published leaks: they are refused where a password is set, in any
 * case, twice in a row, or with a few digits and marks around them. Passwords set earlier still
 * work.
 */
import { createRequire } from "node:module"
import { Schema } from "effect"

const Dictionary = Schema.Struct({
  dictionary: Schema.Struct({ "passwords-common": Schema.Array(Schema.String) })
})

let known: ReadonlySet<string> | undefined

/** Loaded at its first use: that takes about 40 ms, and few processes ever set a password. */
const common = (): ReadonlySet<string> => {
  if (known === undefined) {
    const module: unknown = createRequire(import.meta.url)("@zxcvbn-ts/language-common")
    const { dictionary } = Schema.decodeUnknownSync(Dictionary)(module)
    known = new Set(dictionary["passwords-common"].map((password) => password.toLowerCase()))
  }
  return known
}

const isLetter = (character: string | undefined): boolean =>
  character !== undefined && character >= "a" && character <= "z"

/** Linear in the length: a pattern that looks for the end of a text tries each place before it. */
const withoutMarks = (lower: string): string => {
  let [first, end] = [0, lower.length]
  while (first < end && !isLetter(lower[first])) first += 1
  while (end > first && !isLetter(lower[end - 1])) end -= 1
  return lower.slice(first, end)
}

/** A password as it is, without the digits and marks around it, and its half where it repeats. */
const forms = (password: string): ReadonlyArray<string> => {
  const lower = password.toLowerCase()
  const bare = withoutMarks(lower)
  const half = lower.slice(0, lower.length / 2)
  return [lower, bare, ...(half + half === lower ? [half] : [])]
}

export const isCommon = (password: string): boolean =>
  forms(password).some((form) => common().has(form)) || /^(.{1,3})\1*.{0,2}$/.test(password)
