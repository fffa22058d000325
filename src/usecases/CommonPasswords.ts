/**
 * The commonest passwords, from published leaks. They are refused in any letter case, doubled, and
 * with digits and marks around them. Passwords that were set earlier still work.
 */
import { createRequire } from "node:module"
import { Schema } from "effect"

const Dictionary = Schema.Struct({
  dictionary: Schema.Struct({ "passwords-common": Schema.Array(Schema.String) })
})

let loaded: ReadonlySet<string> | undefined

/** The list, loaded at its first use: that takes about 40 ms, and few processes need it. */
const common = (): ReadonlySet<string> => {
  if (loaded === undefined) {
    const module: unknown = createRequire(import.meta.url)("@zxcvbn-ts/language-common")
    const { dictionary } = Schema.decodeUnknownSync(Dictionary)(module)
    loaded = new Set(dictionary["passwords-common"].map((password) => password.toLowerCase()))
  }
  return loaded
}

const isLetter = (character: string | undefined): boolean =>
  character !== undefined && character >= "a" && character <= "z"

/** Removes digits and marks at both ends, in linear time. A pattern would need quadratic time. */
const withoutMarks = (lower: string): string => {
  let [first, end] = [0, lower.length]
  while (first < end && !isLetter(lower[first])) first += 1
  while (end > first && !isLetter(lower[end - 1])) end -= 1
  return lower.slice(first, end)
}

/** A password in lower case, without the marks around it, and its half if it is doubled. */
const forms = (password: string): ReadonlyArray<string> => {
  const lower = password.toLowerCase()
  const bare = withoutMarks(lower)
  const half = lower.slice(0, lower.length / 2)
  return [lower, bare, ...(half + half === lower ? [half] : [])]
}

export const isCommon = (password: string): boolean =>
  forms(password).some((form) => common().has(form)) || /^(.{1,3})\1*.{0,2}$/.test(password)
