/** A server in a separate process, for the time of its measurement. */
import { type ChildProcess, spawn } from "node:child_process"
import * as path from "node:path"
import * as Cores from "./Cores.ts"
import type * as Load from "./Load.ts"
import type * as Probe from "./probe.ts"

const repository = path.join(import.meta.dirname, "..")

const probe = path.join(import.meta.dirname, "probe.ts")

export interface Running extends Load.Target, AsyncDisposable {
  readonly stop: () => Promise<void>
  /** Milliseconds from the start until it prints that it listens. */
  readonly startMs: number
  /** Resets the usage. */
  readonly begin: () => Promise<void>
  /** The usage since `begin`, which must be called again before the next `usage`. */
  readonly usage: () => Promise<Probe.Usage>
  /** The memory after a full collection, for programs with the flag `--expose-gc`. */
  readonly memory: () => Promise<Probe.Memory>
}

export interface Options {
  readonly flags?: ReadonlyArray<string>
  readonly role?: Cores.Role
  /** The folder of the code, which is this repository by default. */
  readonly root?: string
}

/** The flags with which `npm start` starts Node. */
export const flags = [
  "--max-semi-space-size=8",
  "--no-allocation-site-pretenuring",
  "--heap-growing-percent=100",
  "--expose-gc"
]

/** Starts the program, of this repository or of the code in another folder. */
export const program = (
  environment: Readonly<Record<string, string>>,
  root: string = repository
): Promise<Running> => start("src/main.ts", environment, { flags, root })

/** The running children, which end with this process. */
const children = new Set<ChildProcess>()
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL")
})

/** The folder of compiled code, which tests with many small benches set. */
const { NODE_COMPILE_CACHE } = process.env
const compiled = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }

/** Sends questions to a child's probe, one after the other. */
const asker = (child: ChildProcess) => {
  const waiting: Array<(answer: unknown) => void> = []
  child.on("message", (answer) => waiting.shift()?.(answer))
  return <A>(question: Probe.Question): Promise<A> =>
    new Promise((resolve, reject) => {
      waiting.push(resolve as (answer: unknown) => void)
      child.send(question, (error) => {
        if (error !== null) reject(error)
      })
    })
}

/** Starts a file with this Node, and waits until it prints that it listens. */
export const start = (
  file: string,
  environment: Readonly<Record<string, string>>,
  { flags = [], role = "server", root = repository }: Options = {}
): Promise<Running> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const node = [process.execPath, "--import", probe, ...flags, file]
    const [command = "", ...words] = Cores.placed(role, node)
    const child = spawn(command, words, {
      cwd: root,
      env: { PATH: process.env.PATH ?? "", ...compiled, ...environment },
      stdio: ["ignore", "pipe", "inherit", "ipc"]
    })
    children.add(child)
    const ended = new Promise<void>((done) => child.once("exit", () => done())).then(
      () => void children.delete(child)
    )
    const stop = (): Promise<void> => {
      child.kill("SIGTERM")
      return ended
    }
    const ask = asker(child)
    let text = ""
    child.stdout?.on("data", (chunk: Buffer) => {
      if (text.length < 100_000) text += chunk.toString()
      const port = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1]
      if (port === undefined) return
      resolve({
        host: "127.0.0.1",
        port: Number(port),
        stop,
        startMs: performance.now() - startedAt,
        begin: () => ask<void>("begin"),
        usage: () => ask<Probe.Usage>("usage"),
        memory: () => ask<Probe.Memory>("memory"),
        [Symbol.asyncDispose]: stop
      })
    })
    child.once("error", reject)
    ended.then(() => reject(new Error(`${file} ended before it listened:\n${text}`)))
  })

/** Reads a metric of the program. */
export const gauge = async ({ host, port }: Load.Target, name: string): Promise<number> => {
  const answer = await fetch(`http://${host}:${port}/metrics`)
  return Number(new RegExp(`^${name} (.*)$`, "m").exec(await answer.text())?.[1])
}

/** Pauses between two reads of a metric, or two measurements. */
export const pause = (ms = 50): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
