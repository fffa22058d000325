/**
 * The versions of Node that an integrator's program may use: this one, and the shell's if it
 * differs.
 */
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import * as process from "node:process"

export interface Node {
  readonly command: string
  readonly version: string
}

/** The oldest major version of Node that the client's package supports. */
const majorMin = 20

const at = (command: string): ReadonlyArray<Node> => {
  if (!fs.existsSync(command)) return []
  const version = execFileSync(command, ["--version"]).toString().trim().slice(1)
  return Number.parseInt(version, 10) < majorMin ? [] : [{ command, version }]
}

/** The first Node on PATH outside node_modules, whose Node npm's scripts put first. */
export const ofShell: Node | undefined = (process.env.PATH ?? "")
  .split(path.delimiter)
  .filter((folder) => !folder.includes("node_modules"))
  .flatMap((folder) => at(path.join(folder, "node")))
  .at(0)

const own: Node = { command: process.execPath, version: process.versions.node }

export const versions: ReadonlyArray<Node> =
  ofShell === undefined || ofShell.version === own.version ? [own] : [own, ofShell]
