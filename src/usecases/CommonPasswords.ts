/**
 * The commonest passwords, from published leaks: what an attacker tries first is refused where a
 * password is set, in whatever case it is written, twice in a row, or with a few digits and marks
 * around it. Passwords that were set before go on to work.
 */
import { createRequire } from "node:module"
import { Schema } from "effect"

const Dictionary = Schema.Struct({
  dictionary: Schema.Struct({ "passwords-common": Schema.Array(Schema.String) })
})

let known: ReadonlySet<string> | undefined

/** Unpacked when it is needed first: it takes some 40 ms, and few starts ever set a password. */
const common = (): ReadonlySet<string> => {
  if (known === undefined) {
    const module: unknown = createRequire(import.meta.url)("@zxcvbn-ts/language-common")
    const { dictionary } = Schema.decodeUnknownSync(Dictionary)(module)
    known = new Set(dictionary["passwords-common"].map((password) => password.toLowerCase()))
  }
  return known
}

/** What is left of a password without what people add to make it longer. */
const forms = (password: string): ReadonlyArray<string> => {
  const lower = password.toLowerCase()
  const bare = lower.replace(/^[^a-z]+|[^a-z]+$/g, "")
  const half = lower.slice(0, lower.length / 2)
  return [lower, bare, ...(half + half === lower ? [half] : [])]
}

export const isCommon = (password: string): boolean =>
  forms(password).some((form) => common().has(form)) || /^(.{1,3})\1*.{0,2}$/.test(password)
