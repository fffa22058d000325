/**
 * `cluster`: the cost of the rule that any process accepts any request. Several processes share one
 * database. The same creations are sent to the process that owns their accounts' partitions, to one
 * that forwards them, to all with and without forwarding, and to a single process with a separate
 * database. The cost is the processor time of all processes together.
 */
import * as net from "node:net"
import * as Ids from "../src/domain/Ids.ts"
import * as Accounts from "./Accounts.ts"
import * as Contenders from "./Contenders.ts"
import * as Costs from "./Costs.ts"
import * as Load from "./Load.ts"
import * as Process from "./Process.ts"
import * as Report from "./Report.ts"
import * as Requests from "./Requests.ts"
import * as Stage from "./Stage.ts"

export interface Options {
  readonly nodes: number
  readonly partitions: number
  readonly accounts: number
  readonly connections: number
  /** Creations of each way before the measured ones. */
  readonly warm: number
  readonly runs: number
  readonly perRun: number
}

/**
 * A message between processes carries about 20 creations, so the code for messages runs a twentieth
 * as often as the code for requests. V8 compiles it only after many more creations.
 */
const warm = 24_000

const defaults: Options = {
  ...{ nodes: 3, partitions: 8, accounts: 64, connections: 256 },
  ...{ warm, runs: 5, perRun: 18_000 }
}

/**
 * A recipient without a deposit, because the measurement takes longer than the time until the first
 * deposit.
 */
const unfunded = { recipient_name: "SANDBOX UNFUNDED" }

/** A free port. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })

interface Status {
  readonly partitions: {
    readonly total: number
    readonly owned: number
    readonly of: ReadonlyArray<{ readonly number: number; readonly owner: string | null }>
  }
}

const statusOf = async ({ host, port }: Load.Target): Promise<Status> => {
  const headers = { authorization: `Bearer ${Contenders.adminKey}` }
  const answer = await fetch(`http://${host}:${port}/admin/v1/cluster`, { headers })
  return (await answer.json()) as Status
}

/** Waits until every partition has an owner, and each process owns some. */
const settled = async (first: Load.Target, nodes: number): Promise<Status> => {
  while (true) {
    const status = await statusOf(first).catch(() => undefined)
    const owners = new Set(status?.partitions.of.flatMap(({ owner }) => owner ?? []))
    if (status !== undefined && status.partitions.owned === status.partitions.total) {
      if (owners.size === nodes) return status
    }
    await Process.pause(200)
  }
}

/** Waits until the tables show everything durable in the partitions of these accounts. */
const untilShown = async (
  target: Load.Target,
  accountIds: ReadonlyArray<string>
): Promise<void> => {
  const requests = accountIds.map((id) =>
    Requests.get(`/admin/v1/audit-logs?account_id=${id}&limit=1`, Contenders.adminKey)
  )
  Load.ensure(await Load.run({ target, connections: 1, requests }), "200")
}

/** Combines all processes into one measured contender. */
const together = ({
  measured,
  settled
}: Way): Pick<Contenders.Contender, "begin" | "usage" | "settled"> => ({
  settled,
  begin: async () => void (await Promise.all(measured.map(({ begin }) => begin()))),
  usage: async () => {
    const usages = await Promise.all(measured.map(({ usage }) => usage()))
    type Sum = "cpuMs" | "allocatedBytes" | "promotedBytes" | "collections" | "collectionMs"
    const sum = (of: Sum): number => usages.reduce((total, usage) => total + usage[of], 0)
    const [one] = usages as [(typeof usages)[number]]
    return {
      ...one,
      cpuMs: sum("cpuMs"),
      allocatedBytes: sum("allocatedBytes"),
      promotedBytes: sum("promotedBytes"),
      collections: sum("collections"),
      collectionMs: sum("collectionMs"),
      stalls: usages.flatMap(({ stalls }) => stalls)
    }
  }
})

/**
 * Keys of accounts, by the address of the process that owns their partition, and one account of
 * each partition.
 */
const keysByOwner = async (first: Load.Target, status: Status, options: Options) => {
  const owners = new Map(status.partitions.of.map(({ number, owner }) => [number, owner]))
  const accounts = await Accounts.open(first, options.accounts)
  const keys = new Map<string, Array<string>>()
  const oneOf = new Map<number, string>()
  for (const { id: accountId, key } of accounts) {
    const requests = [Requests.quote(`place of ${key}`, key)]
    let id = ""
    const take = (body: string): void => {
      id = Requests.field("quote_id", body)
    }
    Load.ensure(await Load.run({ target: first, connections: 1, requests, take }), "201")
    const partition = Ids.partitionOf(id)
    oneOf.set(partition, accountId)
    const owner = owners.get(partition) ?? ""
    keys.set(owner, [...(keys.get(owner) ?? []), key])
  }
  return { keys, ofPartitions: [...oneOf.values()] }
}

/** A process that gets requests, and the keys of the accounts of these requests. */
interface Taker {
  readonly target: Process.Running
  readonly keys: ReadonlyArray<string>
}

/** One way to send creations, and the measured processes. */
interface Way {
  readonly name: string
  /** The processes that get requests, an equal part each. */
  readonly takers: ReadonlyArray<Taker>
  readonly measured: ReadonlyArray<Process.Running>
  /** Waits until the tables show everything durable. */
  readonly settled: () => Promise<void>
  /** The number of connections to each process. */
  readonly connections: number
}

/** One process's part of the requests. */
interface Part {
  readonly target: Process.Running
  readonly requests: ReadonlyArray<string>
}

const partsOf = async (
  { name, takers }: Way,
  count: number,
  run: string
): Promise<ReadonlyArray<Part>> => {
  const parts: Array<Part> = []
  for (const [index, { keys, target }] of takers.entries()) {
    const size = count / takers.length
    const requests = await Requests.spread(target, size, `${name} ${index} ${run}`, {
      keys,
      more: () => unfunded
    })
    parts.push({ target, requests })
  }
  return parts
}

const send = async ({ connections }: Way, parts: ReadonlyArray<Part>): Promise<number> => {
  const startedAt = performance.now()
  const all = await Promise.all(parts.map((part) => Load.run({ ...part, connections })))
  for (const each of all) Load.ensure(each, "201")
  const count = parts.reduce((sum, { requests }) => sum + requests.length, 0)
  return (count * 1000) / (performance.now() - startedAt)
}

interface Measured {
  /** Creations per second. */
  readonly done: number
  readonly cost: Costs.Cost
}

const rowOf = (measured: ReadonlyArray<Measured>, perRun: number): Report.Table["rows"][string] => {
  const costs = Costs.columns(
    measured.map(({ cost }) => cost),
    perRun
  )
  return {
    "creations a second": Report.over(measured, ({ done }) => done),
    "CPU µs of the processes": costs["CPU µs"],
    "PostgreSQL's CPU µs": costs["PostgreSQL's CPU µs"],
    "WAL bytes": costs["WAL bytes"]
  }
}

export const cluster = async (given: Partial<Options> = {}): Promise<Report.Result> => {
  const options = { ...defaults, ...given }
  await using stage = await Stage.open()
  await using stack = new AsyncDisposableStack()
  const start = async (url: string, more: Readonly<Record<string, string>>) => {
    const places = { DATABASE_URL: url, DATA_DIR: stage.folder }
    return stack.use(
      await Process.program({ ...Contenders.serviceEnvironment, ...places, ...more })
    )
  }
  const database = await stage.database("cluster")
  const nodes: Array<Process.Running> = []
  const addresses: Array<string> = []
  for (let index = 0; index < options.nodes; index++) {
    const address = `127.0.0.1:${await freePort()}`
    addresses.push(address)
    const agreed = {
      PARTITIONS: String(options.partitions),
      CLUSTER_SECRET: "bench-secret-0123456789-0123456789-abcdef"
    }
    nodes.push(await start(database.url, { CLUSTER_LISTEN: address, ...agreed }))
  }
  const [first, second] = nodes as [Process.Running, Process.Running]
  const strangers: Array<Process.Running> = []
  for (let index = 0; index < options.nodes; index++) {
    strangers.push(await start((await stage.database(`alone_${index}`)).url, {}))
  }
  const { keys, ofPartitions } = await keysByOwner(
    first,
    await settled(first, options.nodes),
    options
  )
  const ofSecond = keys.get(addresses[1] ?? "") ?? []
  const apart: Array<Taker> = []
  for (const target of strangers) {
    const accounts = await Accounts.open(target, options.accounts)
    apart.push({ target, keys: accounts.map(({ key }) => key) })
  }
  const { connections } = options
  const way = (name: string, takers: Way["takers"], measured: Way["measured"] = nodes): Way => ({
    ...{ name, takers, measured, connections },
    settled: async () => {
      if (measured === nodes) await untilShown(first, ofPartitions)
      else for (const target of measured) await Contenders.untilShown(target)
    }
  })
  const owners = nodes.map((target, index) => ({
    target,
    keys: keys.get(addresses[index] ?? "") ?? []
  }))
  const everyone = nodes.map((target) => ({ target, keys: [...keys.values()].flat() }))
  const ways: ReadonlyArray<Way> = [
    way("one process alone", apart.slice(0, 1), strangers.slice(0, 1)),
    way("as many alone at once", apart, strangers),
    way("at their owner", [{ target: second, keys: ofSecond }]),
    way("forwarded to it", [{ target: first, keys: ofSecond }]),
    way("at all, each at its owner", owners),
    way("at all, each at any node", everyone)
  ]
  const measure = async (way: Way, run: number) => {
    const parts = await partsOf(way, options.perRun, String(run))
    const contender = together(way)
    await contender.settled()
    return Costs.measure(stage, contender, () => send(way, parts))
  }
  for (const way of ways) {
    await send(way, await partsOf(way, options.warm, "warm"))
  }
  const turns = new Map(
    ways.map((way): [Way, Array<Awaited<ReturnType<typeof measure>>>] => [way, []])
  )
  for (let run = 0; run < options.runs; run++) {
    const order = run % 2 === 0 ? ways : ways.toReversed()
    for (const way of order) turns.get(way)?.push(await measure(way, run))
  }
  const rows = Object.fromEntries(
    [...turns].map(([{ name }, measured]) => [name, rowOf(measured, options.perRun)])
  )
  const title = `Creations at ${options.nodes} nodes, ${options.connections} callers`
  return { name: "cluster", about: stage.about, tables: [{ title, rows }] }
}
