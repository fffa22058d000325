/**
 * Several processes of the program over one database, which divide its partitions among them. Each
 * is a real process on ports of its own, and may be killed, frozen, stopped and started again.
 */
import { createServer } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import * as Life from "../faults/life.ts"

export const partitions = 8

/** What lets nodes in. */
export const secret = "a-secret-that-all-nodes-of-a-test-share"

export const adminKey = "ak_sandbox_0123456789abcdef"

/** What all nodes have alike. */
const environment: Life.Environment = {
  PARTITIONS: String(partitions),
  ADMIN_API_KEY: adminKey,
  CLUSTER_SECRET: secret,
  SANDBOX_TIME_SCALE: "0.01"
}

/** How long nodes have until all of them can reach every partition, milliseconds. */
const readyMsMax = 60_000

/** Between two looks at what only asking shows, milliseconds. */
const lookMs = 20

/** What `/readyz` of a node says. */
export interface Health {
  readonly httpStatus: number
  readonly status: string
  readonly partitions?: {
    readonly owned: number
    readonly reachable: number
    readonly total: number
  }
}

/**
 * `starting` until it prints its address; `quiet`: it is frozen, or got a signal that ends it.
 * Requests are sent to nodes that are `serving`.
 */
type Phase = "starting" | "serving" | "quiet" | "ended"

/** One process. */
export interface Node {
  /** The address of its private traffic, by which the others know it. */
  readonly name: string
  readonly url: string
  readonly pid: number
  /** All that it printed so far. */
  readonly output: () => string
  /** Resolves when it ends. */
  readonly ended: Life.Life["ended"]
  readonly phase: () => Phase
  readonly freeze: () => void
  readonly thaw: () => void
  /** Sends a signal that ends it; no request goes to it from now on. */
  readonly signal: (signal: NodeJS.Signals) => void
  /** The same, and waits for the end. */
  readonly end: (signal: NodeJS.Signals) => Life.Life["ended"]
}

/** Where a node listens. */
interface Place {
  readonly port: number
  readonly privatePort: number
}

export interface Nodes {
  /** Also those that ended. */
  readonly all: () => ReadonlyArray<Node>
  /** Those that run, frozen ones too, in the order of their starts. */
  readonly running: () => ReadonlyArray<Node>
  /** Where requests may be sent. */
  readonly urls: () => ReadonlyArray<string>
  /** Starts one more; `more` are settings of its own, `folder` has another version's program. */
  readonly join: (more?: Life.Environment, folder?: string) => Promise<Node>
  /** Starts a node that ended once more, at its addresses. */
  readonly again: (node: Node, more?: Life.Environment) => Node
  /** Resolves when every node that starts or serves reaches all partitions. */
  readonly ready: () => Promise<void>
  /** The same, and each has its share of the partitions. */
  readonly divided: () => Promise<void>
  /** Kills what still runs. */
  readonly close: () => Promise<void>
}

/** Below the ports that clients' connections get: a node that ended finds its own free again. */
const [portMin, portMax] = [20_000, 32_000]

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })

const freePort = async (): Promise<number> => {
  const port = portMin + Math.floor(Math.random() * (portMax - portMin))
  return (await isFree(port)) ? port : freePort()
}

const freePlace = async (): Promise<Place> => {
  const [port, privatePort] = [await freePort(), await freePort()]
  return port === privatePort ? freePlace() : { port, privatePort }
}

const begin = (
  { port, privatePort }: Place,
  more: Life.Environment,
  folder: string | undefined
): Node => {
  const name = `127.0.0.1:${privatePort}`
  const settings = { PORT: String(port), CLUSTER_LISTEN: name, ...environment, ...more }
  const life = Life.start("src/main.ts", settings, [], { folder })
  let phase: Phase = "starting"
  life.listening.then(() => {
    if (phase === "starting") phase = "serving"
  })
  life.ended.then(() => {
    phase = "ended"
  })
  const signal = (name: NodeJS.Signals): void => {
    phase = "quiet"
    life.kill(name)
  }
  return {
    ...{ name, url: `http://127.0.0.1:${port}` },
    ...{ pid: life.pid, output: life.output, ended: life.ended },
    phase: () => phase,
    freeze: () => signal("SIGSTOP"),
    thaw: () => {
      process.kill(life.pid, "SIGCONT")
      phase = "serving"
    },
    signal,
    end: (name) => {
      signal(name)
      return life.ended
    }
  }
}

/** What a node says of itself; `undefined` where it does not answer. */
const health = ({ url }: Node): Promise<Health | undefined> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => ({ ...((await answer.json()) as Health), httpStatus: answer.status }),
    () => undefined
  )

/** How many partitions a node runs. */
export const owned = async (node: Node): Promise<number> =>
  (await health(node))?.partitions?.owned ?? 0

/** Asks until an answer is there; fails with what was waited for. */
export const until = async <A>(
  what: string,
  ask: () => Promise<A | undefined>,
  msMax = readyMsMax
): Promise<A> => {
  const end = performance.now() + msMax
  while (performance.now() < end) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await pause(lookMs)
  }
  throw new Error(`not within ${msMax} ms: ${what}`)
}

/** The last words of a node, for messages. */
const lastWords = (node: Node): string => `${node.name}:\n${node.output().slice(-4_000)}`

const isReady = async (node: Node): Promise<boolean> => {
  if (node.phase() === "ended") throw new Error(`It ended before it was ready: ${lastWords(node)}`)
  const found = await health(node)
  // The first start makes the keys before it prints its address.
  if (found?.httpStatus !== 200 || node.phase() !== "serving") return false
  const { reachable, total } = found.partitions ?? { reachable: 0, total: -1 }
  return reachable === total
}

/**
 * Whether every node has its share. The first of them runs all partitions until it knows the
 * others; until then, a test that counts at an owner loses its count with a partition's move.
 */
const isDivided = async (nodes: ReadonlyArray<Node>): Promise<true | undefined> => {
  const shares = await Promise.all(nodes.map(owned))
  const total = shares.reduce((sum, share) => sum + share, 0)
  const least = Math.floor(partitions / nodes.length)
  return total === partitions && shares.every((share) => share >= least) ? true : undefined
}

/** No nodes yet, over a database. */
export const over = (databaseUrl: string, more: Life.Environment = {}): Nodes => {
  const places = new Map<Node, Place>()
  const shared = { DATABASE_URL: databaseUrl, ...more }
  const startAt = (place: Place, own: Life.Environment = {}, folder?: string): Node => {
    const node = begin(place, { ...shared, ...own }, folder)
    places.set(node, place)
    return node
  }
  const inPhase = (...phases: ReadonlyArray<Phase>) =>
    [...places.keys()].filter((node) => phases.includes(node.phase()))
  const running = () => inPhase("starting", "serving", "quiet")
  const ready = async (): Promise<void> => {
    const all = inPhase("starting", "serving")
    const isWhole = async () =>
      (await Promise.all(all.map(isReady))).every(Boolean) ? true : undefined
    await until("every node reaches all partitions", isWhole).catch((error: unknown) => {
      throw new Error(`${error}\n${all.map(lastWords).join("\n\n")}`)
    })
  }
  return {
    all: () => [...places.keys()],
    running,
    urls: () => inPhase("serving").map(({ url }) => url),
    join: async (own, folder) => startAt(await freePlace(), own, folder),
    again: (node, own) => startAt(places.get(node) ?? missing(), own),
    ready,
    divided: async () => {
      await ready()
      await until("every node has its share", () => isDivided(inPhase("serving")))
      await ready()
    },
    close: async () => {
      await Promise.all(running().map((node) => node.end("SIGKILL")))
    }
  }
}

const missing = (): never => {
  throw new Error("the node is not one of these")
}

/** So many nodes, each ready and with its share of the partitions. */
export const start = async (
  count: number,
  databaseUrl: string,
  more: Life.Environment = {}
): Promise<Nodes> => {
  const nodes = over(databaseUrl, more)
  try {
    for (let index = 0; index < count; index++) await nodes.join()
    await nodes.divided()
    return nodes
  } catch (error) {
    await nodes.close()
    throw error
  }
}
