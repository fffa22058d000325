/**
 * The commit of a measurement. A record needs a tree without changes, because its figures must
 * belong to code that everyone can read.
 */
import { spawnSync } from "node:child_process"
import * as path from "node:path"

export interface Commit {
  /** The short hash; `unknown` without Git. */
  readonly hash: string
  /** The changed and new files. The files that a record writes are not among them. */
  readonly changed: ReadonlyArray<string>
}

/** The files that a record writes. They do not change what is measured. */
const written = [
  "bench/HISTORY.md",
  "bench/README.md",
  "bench/details",
  "bench/recorded.json",
  "bench/*.svg"
]

const git = (folder: string, words: ReadonlyArray<string>): string | undefined => {
  // The status must not write the index while another Git command runs.
  const given = ["--no-optional-locks", ...words]
  const { status, stdout } = spawnSync("git", given, { cwd: folder, encoding: "utf8" })
  return status === 0 ? stdout.trimEnd() : undefined
}

/** The short hash of a commit in this repository; `undefined` if there is none. */
export const hashOf = (name: string): string | undefined =>
  git(path.join(import.meta.dirname, ".."), [
    "rev-parse",
    "--verify",
    "--short",
    `${name}^{commit}`
  ])

/** The commit of the repository at this folder, which is this repository by default. */
export const read = (folder: string = path.join(import.meta.dirname, "..")): Commit => {
  const hash = git(folder, ["rev-parse", "--short", "HEAD"])
  const others = written.map((file) => `:(exclude,top)${file}`)
  const asked = ["status", "--porcelain", "--untracked-files=all", "--", ":(top)", ...others]
  const status = git(folder, asked)
  const changed = (status ?? "").split("\n").filter((line) => line !== "")
  return { hash: hash ?? "unknown", changed: changed.map((line) => line.slice(3)) }
}

/** The name of a commit in a result. It differs from the hash if the files were changed. */
export const label = ({ changed, hash }: Commit): string =>
  changed.length === 0 ? hash : `${hash} and changes`

const namedMax = 5

/** The reason why figures of this tree cannot be recorded; `undefined` if they can. */
export const refusal = ({ changed, hash }: Commit): string | undefined => {
  if (hash === "unknown") return "A record needs the commit of its figures, and git names none."
  if (changed.length === 0) return undefined
  const named = changed.slice(0, namedMax).join(", ")
  const more = changed.length > namedMax ? ` and ${changed.length - namedMax} more` : ""
  return `A record needs a committed tree. Commit or remove these files: ${named}${more}.`
}
