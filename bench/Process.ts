/** A server in a process of its own, for as long as it is measured. */
import { spawn } from "node:child_process"
import * as path from "node:path"
import type * as Load from "./Load.ts"

const root = path.join(import.meta.dirname, "..")

export interface Running extends Load.Target {
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

/** The program with a window into its heap. */
export const observed = (environment: Readonly<Record<string, string>>): Promise<Running> =>
  start("bench/observed.ts", environment, ["--expose-gc"])

/** Starts a file with this Node; ready when it says that it listens. */
export const start = (
  file: string,
  environment: Readonly<Record<string, string>>,
  flags: ReadonlyArray<string> = []
): Promise<Running> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const child = spawn(process.execPath, [...flags, file], {
      cwd: root,
      env: { PATH: process.env.PATH ?? "", ...environment },
      stdio: ["ignore", "pipe", "inherit"]
    })
    const ended = new Promise<void>((done) => child.once("exit", () => done()))
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
        resolve({ host: "127.0.0.1", port: Number(port), stop, startMs, memory })
      }
      const [, heap, resident] = /memory (\d+) (\d+)\n/.exec(chunk.toString()) ?? []
      if (heap !== undefined) waiting?.({ heap: Number(heap), resident: Number(resident) })
    })
    ended.then(() => reject(new Error(`${file} ended before it listened:\n${text}`)))
  })

/** A number that the program tells of itself. */
export const gauge = async ({ host, port }: Load.Target, name: string): Promise<number> => {
  const answer = await fetch(`http://${host}:${port}/metrics`)
  return Number(new RegExp(`^${name} (.*)$`, "m").exec(await answer.text())?.[1])
}

/** Between two looks at a number. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50))
