/** One life of the program: a process that a test may kill, or that kills itself. */
import { spawn } from "node:child_process"
import * as os from "node:os"
import * as path from "node:path"
import { dataKey } from "../support/dataKey.ts"
import { partitions } from "../support/partitions.ts"

const root = path.join(import.meta.dirname, "../..")

/** `src/main.ts` is the program itself; `test/support/crashable.ts` has the trap. */
export type Entry = "src/main.ts" | "src/cli/main.ts" | "test/support/crashable.ts"

export interface Life {
  /** The output of the process so far. */
  readonly output: () => string
  readonly pid: number
  /** Resolves when the process ends, with its exit code or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
  /** The URL at which the process listens; `undefined` if it ended before. */
  readonly listening: Promise<string | undefined>
  readonly kill: (signal: NodeJS.Signals) => Promise<number | NodeJS.Signals>
}

export type Environment = Readonly<Record<string, string>>

/**
 * The settings of every program in fault tests: fast, no rate limits, loopback webhook endpoints.
 */
export const environment: Environment = {
  PARTITIONS: partitions,
  DATA_KEY: dataKey,
  SANDBOX_API_KEY: "sk_sandbox_faults_0123456789",
  SANDBOX_TIME_SCALE: "0.002",
  WEBHOOK_ALLOW_LOOPBACK: "true",
  RATE_LIMITS: "off"
}

interface Options {
  /** The flags of Node. */
  readonly flags?: ReadonlyArray<string>
  /** The checkout of the program. Another version has a separate one. */
  readonly folder?: string | undefined
}

export const start = (
  entry: Entry,
  more: Environment,
  words: ReadonlyArray<string> = [],
  { flags = [], folder = root }: Options = {}
): Life => {
  const child = spawn(process.execPath, [...flags, entry, ...words], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? "",
      PORT: "0",
      // The compile cache saves time, because hundreds of starts compile the same modules.
      NODE_COMPILE_CACHE: path.join(os.tmpdir(), "payout-faults-compiled"),
      ...environment,
      ...more
    },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let text = ""
  const ended = new Promise<number | NodeJS.Signals>((resolve) =>
    // The event "exit" would come before the last output was read.
    child.once("close", (code, signal) => resolve(signal ?? code ?? Number.NaN))
  )
  const listening = new Promise<string | undefined>((resolve) => {
    const read = (chunk: Buffer): void => {
      text += chunk.toString()
      const url = /listening on (http:\/\/\S+)/.exec(text)?.[1]
      if (url !== undefined) resolve(url)
    }
    child.stdout.on("data", read)
    child.stderr.on("data", read)
    ended.then(() => resolve(undefined))
  })
  const kill = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return { output: () => text, pid: child.pid ?? Number.NaN, ended, listening, kill }
}
