/** The Nodes that an integrator's program may run on: this one, and the shell's where it differs. */
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import * as process from "node:process"

export interface Node {
  readonly command: string
  readonly version: string
}

/** What the client's package needs. */
const majorMin = 20

const at = (command: string): ReadonlyArray<Node> => {
  if (!fs.existsSync(command)) return []
  const version = execFileSync(command, ["--version"]).toString().trim().slice(1)
  return Number.parseInt(version, 10) < majorMin ? [] : [{ command, version }]
}

/** The first on PATH; npm's scripts put the one of node_modules before it. */
export const ofShell: Node | undefined = (process.env.PATH ?? "")
  .split(path.delimiter)
  .filter((folder) => !folder.includes("node_modules"))
  .flatMap((folder) => at(path.join(folder, "node")))
  .at(0)

const own: Node = { command: process.execPath, version: process.versions.node }

export const versions: ReadonlyArray<Node> =
  ofShell === undefined || ofShell.version === own.version ? [own] : [own, ofShell]
