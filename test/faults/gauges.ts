/**
 * Starts the program with instruments, on a port that is known before it serves, and reads the
 * instruments.
 */
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as path from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { assert } from "vitest"
import { patienceMs } from "../support/patience.ts"
import type { Reading } from "./instruments.ts"
import * as Life from "./life.ts"

/** A port without a listener. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer()
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

export interface Watched extends Life.Life {
  /** The URL, which is known before the program serves it. */
  readonly url: string
  readonly port: number
  /** Reads the resources of the process, and its longest stall since the last reading. */
  readonly read: () => Promise<Reading>
}

const manifest = JSON.parse(
  readFileSync(path.join(import.meta.dirname, "../../package.json"), "utf8")
) as { readonly scripts: { readonly start: string } }

/** Node's flags of `npm start`, which limit the pause of a garbage collection. */
const flags = manifest.scripts.start.split(" ").filter((word) => word.startsWith("--"))

export const start = async (
  environment: Life.Environment,
  words: ReadonlyArray<string> = []
): Promise<Watched> => {
  const port = await freePort()
  const life = Life.start(
    "src/main.ts",
    { PORT: String(port), NODE_OPTIONS: "--import=./test/faults/instruments.ts", ...environment },
    words,
    { flags }
  )
  const read = async () => {
    const door = /instruments at (\S+)/.exec(life.output())?.[1] ?? assert.fail(life.output())
    return (await (await fetch(door)).json()) as Reading
  }
  return { ...life, url: `http://127.0.0.1:${port}`, port, read }
}

/** Starts the program, and waits until it serves. */
export const serving = async (environment: Life.Environment): Promise<Watched> => {
  const watched = await start(environment)
  assert.isDefined(await watched.listening, watched.output())
  return watched
}

export const authorized = { authorization: `Bearer ${Life.environment.SANDBOX_API_KEY}` }

export const phase = (url: string): Promise<string> =>
  fetch(`${url}/readyz`).then(
    async (response) => ((await response.json()) as { readonly status: string }).status,
    () => "silent"
  )

/** Polls `/readyz` until it shows a status, and returns the milliseconds. */
export const until = async (life: Watched, name: string, msMax = patienceMs): Promise<number> => {
  const begun = performance.now()
  let isOver = false
  life.ended.then(() => {
    isOver = true
  })
  while (performance.now() < begun + msMax) {
    if ((await phase(life.url)) === name) return performance.now() - begun
    if (isOver) return assert.fail(`it ended before it was ${name}:\n${life.output()}`)
    await pause(5)
  }
  return assert.fail(`not ${name} after ${msMax} ms:\n${life.output()}`)
}

/** Polls a condition that no event reports, and fails after a time limit. */
export const eventually = async (
  what: string,
  holds: () => Promise<boolean>,
  msMax = patienceMs
): Promise<number> => {
  const begun = performance.now()
  while (performance.now() < begun + msMax) {
    if (await holds()) return performance.now() - begun
    await pause(20)
  }
  return assert.fail(`not within ${msMax} ms: ${what}`)
}

/** A pause that is long enough for a response that waits for nothing. */
export const moment = (): Promise<undefined> => pause(200)

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`
