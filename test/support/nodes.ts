/**
 * Several processes of the program over one database, which divide its partitions among them. Each
 * is a real process on separate ports, and may be killed, frozen, stopped and started again.
 */
import { createServer } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import * as Life from "../faults/life.ts"
import { dataKey } from "./dataKey.ts"

export const partitions = 8

/** The secret that admits nodes to the cluster. */
export const secret = "a-secret-that-all-nodes-of-a-test-share"

export const adminKey = "ak_sandbox_0123456789abcdef"

/** The settings that all nodes share. */
const environment: Life.Environment = {
  PARTITIONS: String(partitions),
  ADMIN_API_KEY: adminKey,
  CLUSTER_SECRET: secret,
  DATA_KEY: dataKey,
  SANDBOX_TIME_SCALE: "0.01"
}

/** Milliseconds until all nodes must reach every partition. */
const readyMsMax = 60_000

/** Milliseconds between two requests while a test waits. */
const lookMs = 20

/** The response of a node's `/readyz`. */
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
 * The phase of a node: `starting` until it prints its address, and `quiet` while it is frozen or
 * after a signal that ends it. Requests are sent to `serving` nodes alone.
 */
type Phase = "starting" | "serving" | "quiet" | "ended"

/** A process of the service. */
export interface Node {
  /** The address of the node's private traffic, which is its name for the others. */
  readonly name: string
  readonly url: string
  readonly pid: number
  /** The output of the process so far. */
  readonly output: () => string
  /** Resolves when the process ends. */
  readonly ended: Life.Life["ended"]
  readonly phase: () => Phase
  readonly freeze: () => void
  readonly thaw: () => void
  /** Sends a signal that ends the process. No request is sent to it from then on. */
  readonly signal: (signal: NodeJS.Signals) => void
  /** Sends a signal that ends the process, and waits for the end. */
  readonly end: (signal: NodeJS.Signals) => Life.Life["ended"]
}

/** The ports at which a node listens. */
interface Place {
  readonly port: number
  readonly privatePort: number
}

export interface Nodes {
  /** All nodes, including those that ended. */
  readonly all: () => ReadonlyArray<Node>
  /** The nodes that run, including frozen ones, in the order of their starts. */
  readonly running: () => ReadonlyArray<Node>
  /** The URLs to which requests may be sent. */
  readonly urls: () => ReadonlyArray<string>
  /**
   * Starts another node. `more` are its additional settings, and `folder` has another version's
   * program.
   */
  readonly join: (more?: Life.Environment, folder?: string) => Promise<Node>
  /** Restarts a stopped node at its addresses. */
  readonly again: (node: Node, more?: Life.Environment) => Node
  /** Resolves when every node that starts or serves reaches all partitions. */
  readonly ready: () => Promise<void>
  /** Resolves when every node reaches all partitions and runs its share of them. */
  readonly divided: () => Promise<void>
  /** Kills the nodes that still run. */
  readonly close: () => Promise<void>
}

/** Ports below those of clients' connections, so that a restarted node finds its ports free. */
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

/** The health that a node reports; `undefined` if it does not respond. */
const health = ({ url }: Node): Promise<Health | undefined> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => ({ ...((await answer.json()) as Health), httpStatus: answer.status }),
    () => undefined
  )

/** The number of partitions that a node runs. */
export const owned = async (node: Node): Promise<number> =>
  (await health(node))?.partitions?.owned ?? 0

/** Repeats a request until it has a result. Fails with a description of the expected result. */
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

/** The end of a node's output, for messages. */
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
 * True if every node runs its share of the partitions. The first node runs all partitions until it
 * knows the others. A test that counts at an owner would lose its count when a partition moves.
 */
const isDivided = async (nodes: ReadonlyArray<Node>): Promise<true | undefined> => {
  const shares = await Promise.all(nodes.map(owned))
  const total = shares.reduce((sum, share) => sum + share, 0)
  const least = Math.floor(partitions / nodes.length)
  return total === partitions && shares.every((share) => share >= least) ? true : undefined
}

/** A set of nodes over a database, which is empty at first. */
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

/** Starts this number of nodes, each ready and with its share of the partitions. */
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
