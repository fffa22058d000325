/**
 * `cluster`: what it costs that any process takes any request. Two or more processes share one
 * database; the same creations are sent to the process that owns their accounts' partitions, and to
 * one that forwards them. The cost is the processor time of all processes together.
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
  /** Creations of each way before any is measured. */
  readonly warm: number
  readonly runs: number
  readonly perRun: number
}

const defaults: Options = {
  ...{ nodes: 2, partitions: 8, accounts: 64, connections: 256 },
  ...{ warm: 6_000, runs: 5, perRun: 6_000 }
}

/** A port that is free at the moment. */
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

/** Waits until every partition has an owner, and each process some. */
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

/** All processes as one that is measured; the load goes to the first. */
const together = (
  running: ReadonlyArray<Process.Running>
): Pick<Contenders.Contender, "begin" | "usage" | "settled"> => ({
  begin: async () => void (await Promise.all(running.map(({ begin }) => begin()))),
  usage: async () => {
    const usages = await Promise.all(running.map(({ usage }) => usage()))
    const sum = (of: "cpuMs" | "allocatedBytes" | "collections" | "collectionMs"): number =>
      usages.reduce((total, usage) => total + usage[of], 0)
    const [one] = usages as [(typeof usages)[number]]
    return {
      ...one,
      cpuMs: sum("cpuMs"),
      allocatedBytes: sum("allocatedBytes"),
      collections: sum("collections"),
      collectionMs: sum("collectionMs")
    }
  },
  settled: async () => {
    for (const target of running) await Contenders.untilShown(target)
  }
})

/** Keys of accounts, by the address of the process that owns their partition. */
const keysByOwner = async (first: Load.Target, status: Status, options: Options) => {
  const owners = new Map(status.partitions.of.map(({ number, owner }) => [number, owner]))
  const accounts = await Accounts.open(first, options.accounts)
  const keys = new Map<string, Array<string>>()
  for (const { key } of accounts) {
    const requests = [Requests.quote(`place of ${key}`, key)]
    let id = ""
    const take = (body: string): void => {
      id = Requests.field("quote_id", body)
    }
    Load.ensure(await Load.run({ target: first, connections: 1, requests, take }), "201")
    const owner = owners.get(Ids.partitionOf(id)) ?? ""
    keys.set(owner, [...(keys.get(owner) ?? []), key])
  }
  return keys
}

export const cluster = async (given: Partial<Options> = {}): Promise<Report.Result> => {
  const options = { ...defaults, ...given }
  await using stage = await Stage.open()
  await using stack = new AsyncDisposableStack()
  const database = await stage.database("cluster")
  const running: Array<Process.Running> = []
  const addresses: Array<string> = []
  for (let index = 0; index < options.nodes; index++) {
    const address = `127.0.0.1:${await freePort()}`
    addresses.push(address)
    const places = { DATABASE_URL: database.url, DATA_DIR: stage.folder }
    const node = await Process.program({
      ...{ ...Contenders.serviceEnvironment, ...places },
      ...{ CLUSTER_LISTEN: address, PARTITIONS: String(options.partitions) },
      CLUSTER_SECRET: "bench-secret-0123456789-0123456789-abcdef"
    })
    running.push(stack.use(node))
  }
  const [first] = running as [Process.Running]
  const keys = await keysByOwner(first, await settled(first, options.nodes), options)
  const own = keys.get(addresses[0] ?? "") ?? []
  const others = addresses.slice(1).flatMap((address) => keys.get(address) ?? [])
  const ways = { "by their owner": own, "forwarded to it": others }
  const contender = together(running)
  const send = async (requests: ReadonlyArray<string>) =>
    Load.ensure(
      await Load.run({ target: first, connections: options.connections, requests }),
      "201"
    )
  for (const [way, as] of Object.entries(ways)) {
    await send(await Requests.spread(first, options.warm, `warm ${way}`, as))
  }
  const turns = new Map(
    Object.keys(ways).map((way): [string, Array<Awaited<ReturnType<typeof measure>>>] => [way, []])
  )
  const measure = async (way: string, as: ReadonlyArray<string>, run: number) => {
    const requests = await Requests.spread(first, options.perRun, `${way} ${run}`, as)
    await contender.settled()
    return Costs.measure(stage, contender, () => send(requests))
  }
  for (let run = 0; run < options.runs; run++) {
    const order = run % 2 === 0 ? Object.entries(ways) : Object.entries(ways).reverse()
    for (const [way, as] of order) turns.get(way)?.push(await measure(way, as, run))
  }
  const rows: Record<string, Report.Table["rows"][string]> = {}
  for (const [way, measured] of turns) {
    const costs = Costs.columns(
      measured.map(({ cost }) => cost),
      options.perRun
    )
    rows[way] = {
      "creations a second": Report.over(measured, ({ done }) => done.perSecond),
      "CPU µs of all nodes": costs["CPU µs"],
      "PostgreSQL's CPU µs": costs["PostgreSQL's CPU µs"],
      "WAL bytes": costs["WAL bytes"]
    }
  }
  const title = `Creations at one of ${options.nodes} nodes, ${options.connections} callers`
  return { name: "cluster", about: stage.about, tables: [{ title, rows }] }
}
