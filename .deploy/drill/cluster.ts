/**
 * Three nodes behind Caddy, with the site's own configuration, while customers of accounts in many
 * partitions ask for quotes: what takes long goes through it, then a node is killed, frozen, stopped
 * for an upgrade, and a fourth joins and leaves.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Load from "./Load.ts"
import * as Long from "./Long.ts"
import * as Service from "./Service.ts"
import * as Shell from "./Shell.ts"
import * as Site from "./Site.ts"

export const { packages } = Site

const { databaseUrl, url } = Site
const adminKey = "ak_sandbox_drill_0123456789abcdef"
const partitions = 64
const accounts = 8
const first = 18_081
const ports = [first, first + 1, first + 2] as const
const fourth = first + 3

const addressOf = (port: number): string => `127.0.0.1:${port - 1_000}`

interface Node {
  readonly port: number
  readonly service: Service.Service
}

let lives = 0

const begin = (folder: string, port: number): Node => {
  lives += 1
  const logFile = path.join(folder, `node-${port}-${lives}.log`)
  const settings = {
    ...{ CLUSTER_LISTEN: addressOf(port), CLUSTER_SECRET: "0123456789abcdef0123456789abcdef" },
    ...{ PARTITIONS: String(partitions), ADMIN_API_KEY: adminKey }
  }
  return { port, service: Service.start({ logFile, databaseUrl, port, settings }) }
}

const admin = async <A>(
  port: number,
  method: string,
  place: string,
  body?: unknown
): Promise<A> => {
  const answer = await fetch(`http://127.0.0.1:${port}/admin/v1/${place}`, {
    method,
    headers: { authorization: `Bearer ${adminKey}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(15_000)
  })
  if (!answer.ok) throw new Error(`${place}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as A
}

interface Cluster {
  readonly nodes: ReadonlyArray<{ readonly address: string; readonly is_alive: boolean }>
  readonly partitions: { readonly of: ReadonlyArray<{ readonly owner: string | null }> }
}

/** Whether each partition is run by one of these nodes, and each of them runs some. */
const divide = async (at: Node, nodes: ReadonlyArray<Node>): Promise<true | undefined> => {
  try {
    const { partitions: placed } = await admin<Cluster>(at.port, "GET", "cluster")
    const owners = new Set(placed.of.map(({ owner }) => owner))
    const wanted = nodes.map(({ port }) => addressOf(port))
    return owners.size === wanted.length && wanted.every((one) => owners.has(one))
      ? true
      : undefined
  } catch {
    return undefined
  }
}

const divided = (at: Node, nodes: ReadonlyArray<Node>): Promise<boolean> =>
  Shell.until("the partitions have new owners", 120_000, () => divide(at, nodes))

/** Keys of new accounts. */
const customers = async (at: Node): Promise<ReadonlyArray<string>> => {
  const keys: Array<string> = []
  for (let number = 0; number < accounts; number++) {
    const account = { name: `Drill ${number}`, email: "a@b.example", kyc_status: "APPROVED" }
    const { id } = await admin<{ readonly id: string }>(at.port, "POST", "accounts", account)
    const body = { name: "drill", scope: "full" }
    const made = await admin<{ readonly key: string }>(
      ...([at.port, "POST", `accounts/${id}/api-keys`, body] as const)
    )
    keys.push(made.key)
  }
  return keys
}

/** The link for the first user: the node that ran the directory's partition first has printed it. */
const linkOf = (nodes: ReadonlyArray<Node>): string => {
  const printed = nodes.map(({ service }) => fs.readFileSync(service.logFile, "utf8")).join("\n")
  const link = /https?:\S+#token=\S+/.exec(printed)?.[0]
  if (link === undefined) throw new Error("no node printed a link to the dashboard")
  return link
}

interface Fault {
  readonly name: string
  /** Begins with the nodes that there are; those that are left, and what follows it. */
  readonly begin: (
    folder: string,
    nodes: ReadonlyArray<Node>
  ) => {
    readonly left: ReadonlyArray<Node>
    readonly after: () => Promise<ReadonlyArray<Node>>
  }
}

/** The last node ends in some way, and starts again after the others have its partitions. */
const replaced =
  (end: (node: Node) => unknown): Fault["begin"] =>
  (folder, nodes) => {
    const left = nodes.slice(0, -1)
    const ended = nodes.slice(-1)
    for (const node of ended) end(node)
    return {
      left,
      after: async () => [...left, ...ended.map(({ port }) => begin(folder, port))]
    }
  }

const faults: ReadonlyArray<Fault> = [
  { name: "killed", begin: replaced(({ service }) => service.child.kill("SIGKILL")) },
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
  { name: "stopped for an upgrade", begin: replaced(({ service }) => Service.stop(service)) },
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

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

export const run = async (folder: string, rounds: number): Promise<void> => {
  await Site.startDatabase(folder)
  let nodes: ReadonlyArray<Node> = ports.map((port) => begin(folder, port))
  const [at] = nodes
  if (at === undefined) throw new Error("there is no node")
  await divided(at, nodes)
  Site.startCaddy(folder, "Caddyfile.cluster", {
    ...{ node1: ports[0], node2: ports[1], node3: ports[2] }
  })
  const load = Load.start(url, await customers(at))
  await Shell.until("an answer through Caddy", 20_000, () => load.answered.size || undefined)
  const besides = await Long.run({
    url,
    link: linkOf(nodes),
    replaceEach: async () => {
      for (const { port, service } of nodes) {
        await Service.stop(service)
        const again = begin(folder, port)
        nodes = nodes.map((node) => (node.port === port ? again : node))
        await divided(again, nodes)
      }
    }
  })
  for (const fault of Array.from({ length: rounds }, () => faults).flat()) {
    const answered = load.answered.size
    load.mark()
    const { after, left } = fault.begin(folder, nodes)
    await divided(at, left)
    await Shell.pause(3_000)
    const [gap, wait] = [load.silence(), load.wait()]
    load.mark()
    nodes = await after()
    await divided(at, nodes)
    await Shell.pause(3_000)
    console.log(
      `${fault.name}: longest wait of one customer ${seconds(wait)}, without any answer ` +
        `${seconds(gap)}; back: ${seconds(load.wait())} and ${seconds(load.silence())}; ` +
        `${load.answered.size - answered} quotes meanwhile`
    )
  }
  await load.stop()
  await Service.audit(url, databaseUrl, load, besides)
  for (const { service } of nodes) await Service.stop(service)
  const verified = Service.verifyLog(databaseUrl, partitions).split("\n")
  console.log(`${verified.filter((line) => line.startsWith("ok: ")).length} logs verified`)
}
