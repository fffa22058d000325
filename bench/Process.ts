/** A server in a process of its own, for as long as it is measured. */
import { type ChildProcess, spawn } from "node:child_process"
import * as path from "node:path"
import * as Cores from "./Cores.ts"
import type * as Load from "./Load.ts"

const root = path.join(import.meta.dirname, "..")

export interface Running extends Load.Target, AsyncDisposable {
  readonly stop: () => Promise<void>
  /** Milliseconds from the start to the first word that it listens. */
  readonly startMs: number
  /** Bytes after a full collection; of `bench/observed.ts` alone. */
  readonly memory: () => Promise<Memory>
}

export interface Memory {
  readonly heap: number
  readonly resident: number
}

export interface Options {
  readonly flags?: ReadonlyArray<string>
  readonly role?: Cores.Role
}

/** How `npm start` starts Node. */
export const flags = ["--max-semi-space-size=8", "--expose-gc"]

/** The program. */
export const program = (environment: Readonly<Record<string, string>>): Promise<Running> =>
  start("src/main.ts", environment, { flags })

/** The program with a window into its heap. */
export const observed = (environment: Readonly<Record<string, string>>): Promise<Running> =>
  start("bench/observed.ts", environment, { flags })

/** Whatever ends this process ends those it started. */
const children = new Set<ChildProcess>()
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL")
})

/** Where whoever runs many small benches keeps compiled code; nothing unless said. */
const { NODE_COMPILE_CACHE } = process.env
const compiled = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }

/** Starts a file with this Node; ready when it says that it listens. */
export const start = (
  file: string,
  environment: Readonly<Record<string, string>>,
  { flags = [], role = "server" }: Options = {}
): Promise<Running> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const [command = "", ...words] = Cores.placed(role, [process.execPath, ...flags, file])
    const child = spawn(command, words, {
      cwd: root,
      env: { PATH: process.env.PATH ?? "", ...compiled, ...environment },
      stdio: ["ignore", "pipe", "inherit"]
    })
    children.add(child)
    const ended = new Promise<void>((done) => child.once("exit", () => done())).then(
      () => void children.delete(child)
    )
    const stop = (): Promise<void> => {
      child.kill("SIGTERM")
      return ended
    }
    let text = ""
    let waiting: ((memory: Memory) => void) | undefined
    const memory = (): Promise<Memory> => {
      child.kill("SIGUSR2")
      return new Promise((done) => {
        waiting = done
      })
    }
    child.stdout.on("data", (chunk: Buffer) => {
      if (text.length < 100_000) text += chunk.toString()
      const port = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1]
      const startMs = performance.now() - startedAt
      if (port !== undefined) {
        const target = { host: "127.0.0.1", port: Number(port) }
        resolve({ ...target, stop, startMs, memory, [Symbol.asyncDispose]: stop })
      }
      const [, heap, resident] = /memory (\d+) (\d+)\n/.exec(chunk.toString()) ?? []
      if (heap !== undefined) waiting?.({ heap: Number(heap), resident: Number(resident) })
    })
    child.once("error", reject)
    ended.then(() => reject(new Error(`${file} ended before it listened:\n${text}`)))
  })

/** A number that the program tells of itself. */
export const gauge = async ({ host, port }: Load.Target, name: string): Promise<number> => {
  const answer = await fetch(`http://${host}:${port}/metrics`)
  return Number(new RegExp(`^${name} (.*)$`, "m").exec(await answer.text())?.[1])
}

/** Between two looks at a number, or two measurements. */
export const pause = (ms = 50): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
