/** A command as a user runs it: a separate process, its output and its exit code. */
import { spawn } from "node:child_process"
import * as os from "node:os"
import * as path from "node:path"
import { partitions } from "../support/partitions.ts"

const root = path.join(import.meta.dirname, "../..")

export interface Running {
  /** The output so far of both streams, in the order of its arrival. */
  readonly output: () => string
  readonly stdout: () => string
  /** Resolves once `done` holds for the output, and fails if the command ends before. */
  readonly until: (done: (output: string) => boolean) => Promise<void>
  /** The exit code of the command, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | NodeJS.Signals>
}

export type Environment = Readonly<Record<string, string>>

export const start = (
  words: ReadonlyArray<string>,
  environment: Environment = {},
  file = "src/cli/main.ts"
): Running => {
  const child = spawn(process.execPath, [file, ...words], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? "",
      NODE_COMPILE_CACHE: path.join(os.tmpdir(), "payout-cli-compiled"),
      NO_COLOR: "1",
      PARTITIONS: partitions,
      ...environment
    },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let output = ""
  let stdout = ""
  const looks = new Set<() => void>()
  const append = (text: string) => {
    output += text
    for (const look of looks) look()
  }
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text
    append(text)
  })
  child.stderr.setEncoding("utf8").on("data", append)
  const ended = new Promise<number | NodeJS.Signals>((resolve) =>
    // The event "exit" would come before the last output was read.
    child.once("close", (code, signal) => resolve(signal ?? code ?? Number.NaN))
  )
  const until = (done: (output: string) => boolean) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (!done(output)) return
        looks.delete(look)
        resolve()
      }
      looks.add(look)
      ended.then((code) => reject(new Error(`It ended with ${code}:\n${output}`)))
      look()
    })
  const stop = (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal)
    return ended
  }
  return { output: () => output, stdout: () => stdout, until, ended, stop }
}

export interface Ended {
  readonly code: number | NodeJS.Signals
  readonly output: string
  readonly stdout: string
}

/** Runs a command to its end. */
export const run = async (
  words: ReadonlyArray<string>,
  environment?: Environment
): Promise<Ended> => {
  const running = start(words, environment)
  const code = await running.ended
  return { code, output: running.output(), stdout: running.stdout() }
}
