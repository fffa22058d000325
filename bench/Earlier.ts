/**
 * The code of an earlier commit, in a separate folder, so that this tree and that one can be
 * measured alternately within the same minutes.
 */
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import * as Commit from "./Commit.ts"

const tree = path.join(import.meta.dirname, "..")

const folders = path.join(tree, ".build/earlier")

export interface Earlier {
  /** The short hash. */
  readonly hash: string
  /** The folder of its code. */
  readonly root: string
}

/** Milliseconds of one command. `npm ci` takes a minute or two. */
const commandMsMax = 600_000

const run = (command: string, words: ReadonlyArray<string>, cwd: string): void => {
  const { error, status, stderr } = spawnSync(command, words, {
    cwd,
    encoding: "utf8",
    timeout: commandMsMax
  })
  if (status === 0) return
  throw new Error(`${command} ${words.join(" ")} failed: ${error?.message ?? stderr}`)
}

const isSame = (file: string, root: string): boolean =>
  fs.readFileSync(path.join(tree, file)).equals(fs.readFileSync(path.join(root, file)))

/** Gives the code its packages: this tree's if both want the same. */
const install = (root: string): void => {
  if (!isSame("package-lock.json", root)) return run("npm", ["ci"], root)
  fs.symlinkSync(path.join(tree, "node_modules"), path.join(root, "node_modules"))
}

/**
 * The code of a commit; without one, of the last commit if this tree has changes, and of the one
 * before otherwise.
 */
export const checkOut = (wanted: string | undefined): Earlier => {
  const isChanged = Commit.read().changed.length > 0
  const name = wanted ?? (isChanged ? "HEAD" : "HEAD~1")
  const hash = Commit.hashOf(name)
  if (hash === undefined) throw new Error(`Git knows no commit ${name} here.`)
  const root = path.join(folders, hash)
  if (fs.existsSync(root)) return { hash, root }
  // The folder gets its name when it is whole.
  const unfinished = `${root}.unfinished`
  fs.rmSync(unfinished, { recursive: true, force: true })
  fs.mkdirSync(unfinished, { recursive: true })
  const archive = path.join(unfinished, "tree.tar")
  run("git", ["archive", "--output", archive, hash], tree)
  run("tar", ["-xf", archive], unfinished)
  fs.rmSync(archive)
  install(unfinished)
  fs.renameSync(unfinished, root)
  return { hash, root }
}
