/** Runs system commands, and starts processes that end with this one. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import * as fs from "node:fs"

/** Runs a command to its end, and returns its output. An error contains the output. */
export const run = (command: string, ...words: ReadonlyArray<string>): string =>
  execFileSync(command, words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })

/** Runs a command whose failure does not matter. */
export const attempt = (command: string, ...words: ReadonlyArray<string>): void => {
  try {
    run(command, ...words)
  } catch {
    // The object to remove does not exist.
  }
}

/** Starts a process whose output goes to a file. */
export const start = (
  logFile: string,
  command: string,
  words: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {}
): ChildProcess => {
  const log = fs.openSync(logFile, "a")
  const env = { PATH: process.env.PATH ?? "", LANG: "C.UTF-8", ...environment }
  const child = spawn(command, words, { env, stdio: ["ignore", log, log] })
  fs.closeSync(log)
  children.add(child)
  return child
}

const children = new Set<ChildProcess>()

/** Ends every process that `start` has started. */
export const endAll = (): void => {
  for (const child of children) child.kill("SIGKILL")
}

process.on("exit", endAll)

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms))

/** Polls until `ask` returns a value. The error of a timeout contains `what`. */
export const until = async <A>(
  what: string,
  msMax: number,
  ask: () => Promise<A | undefined> | A | undefined
): Promise<A> => {
  const end = Date.now() + msMax
  while (Date.now() < end) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await pause(100)
  }
  throw new Error(`not within ${msMax / 1_000} s: ${what}`)
}

export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
