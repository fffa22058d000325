/**
 * Three nodes with 64 partitions on this machine, customers with accounts in many partitions, and
 * the faults of a node.
 */
import * as path from "node:path"
import * as Service from "./Service.ts"
import * as Shell from "./Shell.ts"
import * as Site from "./Site.ts"

const { databaseUrl } = Site
const adminKey = "ak_sandbox_drill_0123456789abcdef"
export const partitions = 64
const accounts = 8
const first = 18_081
/** Ports of the three nodes. */
export const ports = [first, first + 1, first + 2] as const
const fourth = first + 3

const addressOf = (port: number): string => `127.0.0.1:${port - 1_000}`

/** Name of a node in the sites' configurations. */
const nameOf = (port: number): string => `node${port - first + 1}`

export interface Node {
  readonly port: number
  readonly service: Service.Service
}

let lives = 0

export const begin = (folder: string, port: number): Node => {
  lives += 1
  const logFile = path.join(folder, `node-${port}-${lives}.log`)
  const settings = {
    ...{ CLUSTER_LISTEN: addressOf(port), CLUSTER_SECRET: "0123456789abcdef0123456789abcdef" },
    ...{ PARTITIONS: String(partitions), ADMIN_API_KEY: adminKey },
    CLUSTER_NODE_NAME: nameOf(port)
  }
  return { port, service: Service.start({ logFile, databaseUrl, port, settings }) }
}

const admin = async <A>(port: number, method: string, path: string, body?: unknown): Promise<A> => {
  const answer = await fetch(`http://127.0.0.1:${port}/admin/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${adminKey}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(15_000)
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as A
}

interface Cluster {
  readonly nodes: ReadonlyArray<{ readonly address: string; readonly is_alive: boolean }>
  readonly partitions: { readonly of: ReadonlyArray<{ readonly owner: string | null }> }
}

/** `true` if these nodes run all partitions and each of them runs some, otherwise `undefined`. */
const haveOwners = async (at: Node, nodes: ReadonlyArray<Node>): Promise<true | undefined> => {
  try {
    const { partitions: placed } = await admin<Cluster>(at.port, "GET", "cluster")
    const owners = new Set(placed.of.map(({ owner }) => owner))
    const wanted = nodes.map(({ port }) => addressOf(port))
    return owners.size === wanted.length && wanted.every((address) => owners.has(address))
      ? true
      : undefined
  } catch {
    return undefined
  }
}

export const waitForOwners = (at: Node, nodes: ReadonlyArray<Node>): Promise<boolean> =>
  Shell.until("the partitions have new owners", 120_000, () => haveOwners(at, nodes))

/** Creates accounts, and returns a key of each. */
export const customers = async (at: Node): Promise<ReadonlyArray<string>> => {
  const keys: Array<string> = []
  for (let number = 0; number < accounts; number++) {
    const account = { name: `Drill ${number}`, email: "a@b.example", kyc_status: "APPROVED" }
    const { id } = await admin<{ readonly id: string }>(at.port, "POST", "accounts", account)
    const body = { name: "drill", scope: "full" }
    const issued = await admin<{ readonly key: string }>(
      ...([at.port, "POST", `accounts/${id}/api-keys`, body] as const)
    )
    keys.push(issued.key)
  }
  return keys
}

export interface Fault {
  readonly name: string
  /** Begins the fault. Returns the remaining nodes, and the step that follows. */
  readonly begin: (
    folder: string,
    nodes: ReadonlyArray<Node>
  ) => {
    readonly left: ReadonlyArray<Node>
    readonly after: () => Promise<ReadonlyArray<Node>>
  }
}

/** Ends the last node, and restarts it after the others have taken its partitions. */
const replaceLast =
  (end: (node: Node) => unknown): Fault["begin"] =>
  (folder, nodes) => {
    const left = nodes.slice(0, -1)
    const endedNodes = nodes.slice(-1)
    for (const node of endedNodes) end(node)
    return {
      left,
      after: async () => [...left, ...endedNodes.map(({ port }) => begin(folder, port))]
    }
  }

const killed: Fault = {
  name: "killed",
  begin: replaceLast(({ service }) => service.child.kill("SIGKILL"))
}

const stopped: Fault = {
  name: "stopped for an upgrade",
  begin: replaceLast(({ service }) => Service.stop(service))
}

/** Faults after which the node comes back. */
export const replacements: ReadonlyArray<Fault> = [killed, stopped]

export const faults: ReadonlyArray<Fault> = [
  killed,
  {
    name: "frozen",
    begin: (_, nodes) => {
      const frozen = nodes.slice(-1)
      for (const { service } of frozen) service.child.kill("SIGSTOP")
      return {
        left: nodes.slice(0, -1),
        after: async () => {
          for (const { service } of frozen) service.child.kill("SIGCONT")
          return nodes
        }
      }
    }
  },
  stopped,
  {
    name: "joined by a fourth, which leaves",
    begin: (folder, nodes) => {
      const more = begin(folder, fourth)
      return {
        left: [...nodes, more],
        after: async () => {
          await Service.stop(more.service)
          return nodes
        }
      }
    }
  }
]
