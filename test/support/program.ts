/**
 * The program as a user starts it: a separate process with a separate data folder and real signals.
 */
import { type ChildProcess, spawn } from "node:child_process"
import * as fs from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import * as Servers from "../faults/servers.ts"
import { nodes, partitions } from "./partitions.ts"
import * as ServedByNodes from "./servedByNodes.ts"

const root = path.join(import.meta.dirname, "../..")

export interface Running {
  readonly url: string
  /** The output of the process so far. */
  readonly output: () => string
  /** Sends a signal, and waits until the process ends. */
  readonly stop: (signal: NodeJS.Signals) => Promise<number | NodeJS.Signals>
}

export const temporaryFolder = (): string =>
  fs.mkdtempSync(path.join(os.tmpdir(), "payout-blackbox-"))

const ended = (child: ChildProcess): Promise<number | NodeJS.Signals> =>
  new Promise((resolve) =>
    child.once("exit", (code, signal) => resolve(signal ?? code ?? Number.NaN))
  )

type Environment = Readonly<Record<string, string>>

/** The databases of nodes, by the data folder that a single process would have. */
const databases = new Map<string, Promise<string>>()

const startNodes = async ({ DATA_DIR = "", ...environment }: Environment): Promise<Running> => {
  const server = Servers.shared()
  const database = databases.get(DATA_DIR) ?? Servers.create(server)
  databases.set(DATA_DIR, database)
  return ServedByNodes.start(server.url(await database), environment)
}

/** Starts the program, as several nodes if the run has several. */
export const start = (environment: Environment): Promise<Running> =>
  nodes > 1 ? startNodes(environment) : startProcess(environment)

/** Starts `src/main.ts`. Resolves when it logs that it listens, and fails if it ends before. */
const startProcess = (environment: Environment): Promise<Running> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["src/main.ts"], {
      cwd: root,
      env: {
        PATH: process.env.PATH ?? "",
        PORT: "0",
        PARTITIONS: partitions,
        // The compile cache saves time, because every test starts the program again.
        NODE_COMPILE_CACHE: path.join(os.tmpdir(), "payout-program-compiled"),
        ...environment
      },
      stdio: ["ignore", "pipe", "pipe"]
    })
    let text = ""
    const exit = ended(child)
    const read = (chunk: Buffer): void => {
      text += chunk.toString()
      const url = /listening on (http:\/\/\S+)/.exec(text)?.[1]
      if (url === undefined) return
      const stop = (signal: NodeJS.Signals) => {
        child.kill(signal)
        return exit
      }
      resolve({ url, output: () => text, stop })
    }
    child.stdout.on("data", read)
    child.stderr.on("data", read)
    exit.then((code) => reject(new Error(`The program ended with ${code}:\n${text}`)))
  })

export interface Received {
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: string
  /** The parsed body. */
  readonly json: unknown
}

export interface Receiver {
  readonly url: string
  readonly received: ReadonlyArray<Received>
  /**
   * Resolves once `done` holds for the received requests. Requests that arrive together are checked
   * once.
   */
  readonly until: (done: (received: ReadonlyArray<Received>) => boolean) => Promise<void>
  readonly close: () => void
}

/** A webhook endpoint on loopback that responds 200 to everything. */
export const receiver = (): Promise<Receiver> =>
  new Promise((resolve) => {
    const received: Array<Received> = []
    const waiting = new Set<() => void>()
    let isLooking = false
    const lookSoon = (): void => {
      if (isLooking) return
      isLooking = true
      setImmediate(() => {
        isLooking = false
        for (const look of waiting) look()
      })
    }
    const server: Server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        const body = Buffer.concat(chunks).toString()
        received.push({ headers: request.headers, body, json: JSON.parse(body) })
        response.end()
        lookSoon()
      })
    })
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      resolve({
        url: `http://127.0.0.1:${port}/hook`,
        received,
        until: (done) =>
          new Promise((satisfied) => {
            const look = (): void => {
              if (!done(received)) return
              waiting.delete(look)
              satisfied()
            }
            waiting.add(look)
            look()
          }),
        close: () => {
          server.close()
          server.closeAllConnections()
        }
      })
    })
  })
