/**
 * A contender in a separate process group, so that `kill` ends it and all its processes at once,
 * like a power cut. Its output is read line by line.
 */
import { spawn } from "node:child_process"
import * as path from "node:path"
import * as readline from "node:readline"
import * as Cores from "../../Cores.ts"

const root = path.join(import.meta.dirname, "../../..")

export interface Child {
  readonly pid: number
  readonly send: (line: string) => void
  /** Stops it with a signal, and waits until it has ended. */
  readonly stop: () => Promise<void>
  /** `kill -9` for the whole group. */
  readonly kill: () => Promise<void>
}

export interface Options {
  /** The flags of Node. */
  readonly flags?: ReadonlyArray<string>
  readonly file: string
  readonly environment: Readonly<Record<string, string>>
  /** Called with each line that it prints. */
  readonly heard: (line: string) => void
  /** Called if it ended unexpectedly. */
  readonly lost: (error: Error) => void
}

/** The running groups, which end with this process. */
const groups = new Set<number>()
const killGroup = (pid: number): void => {
  try {
    process.kill(-pid, "SIGKILL")
  } catch {
    // The group has ended already.
  }
}
process.on("exit", () => groups.forEach(killGroup))

export const start = ({ environment, file, flags = [], heard, lost }: Options): Child => {
  const [command = "", ...words] = Cores.placed("server", [process.execPath, ...flags, file])
  const child = spawn(command, words, {
    cwd: root,
    env: { PATH: process.env.PATH ?? "", ...environment },
    stdio: ["pipe", "pipe", "inherit"],
    detached: true
  })
  const { pid = 0 } = child
  groups.add(pid)
  let isTold = false
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve())).then(() => {
    groups.delete(pid)
    killGroup(pid)
    if (!isTold) lost(new Error(`${file} ended early`))
  })
  child.once("error", lost)
  child.stdin.on("error", lost)
  readline.createInterface({ input: child.stdout }).on("line", heard)
  return {
    pid,
    send: (line) => void child.stdin.write(`${line}\n`),
    stop: () => {
      isTold = true
      child.kill("SIGTERM")
      return ended
    },
    kill: () => {
      isTold = true
      killGroup(pid)
      return ended
    }
  }
}
