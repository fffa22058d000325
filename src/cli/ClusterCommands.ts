/** `cluster status`: which processes share the database, and which of them runs what partition. */
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import type { PayoutClient } from "../client/main.ts"
import * as Limits from "../config/Limits.ts"
import { cluster as Words } from "./OperatorWords.ts"
import * as Output from "./Output.ts"
import * as ServiceClient from "./ServiceClient.ts"

const { clockSkewMs } = Limits.incidents.thresholds

type Cluster = Awaited<ReturnType<PayoutClient["admin"]["cluster"]["get"]>>
type Node = Cluster["nodes"][number]

/** Numbers in order as ranges: `0-3, 7`; `none` where there are none. */
const ranges = (numbers: ReadonlyArray<number>): string => {
  const found: Array<{ readonly from: number; to: number }> = []
  for (const number of numbers) {
    const last = found.at(-1)
    if (last !== undefined && last.to + 1 === number) last.to = number
    else found.push({ from: number, to: number })
  }
  if (found.length === 0) return Words.none
  return found.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(", ")
}

const cells = (node: Node): ReadonlyArray<string> => [
  node.address,
  node.is_alive ? Words.alive : Words.silentSince(node.seen_at),
  node.version,
  node.started_at,
  node.directory_lag === 0 ? `${node.directory_seq}` : Words.behind(node.directory_lag),
  Words.partitions(node.partitions.length, ranges(node.partitions))
]

const show = ({ clustered, nodes, partitions: { owned, total } }: Cluster): string =>
  clustered
    ? [...Output.table([Words.columns, ...nodes.map(cells)]), Words.owned(owned, total)].join("\n")
    : Words.withoutCluster(owned, total)

/** Faults that an operator must check. */
const troubles = ({ clustered, nodes, partitions }: Cluster): ReadonlyArray<string> => {
  const silent = nodes.filter(({ is_alive }) => !is_alive).map(({ address }) => address)
  const ownerless = partitions.of.filter(({ owner }) => owner === null).map(({ number }) => number)
  const cutOff = nodes.filter(({ is_alive, unreached }) => is_alive && unreached.length > 0)
  const skewed = nodes.filter(
    ({ clock_skew_ms, is_alive }) => is_alive && Math.abs(clock_skew_ms) > clockSkewMs
  )
  const missing = clustered ? Words.ownerlessOf(ranges(ownerless)) : Words.ownerless
  return [
    ...(silent.length === 0 ? [] : [Words.silent(silent)]),
    ...cutOff.map(({ address, unreached }) => Words.unreached(address, unreached)),
    ...skewed.map(({ address, clock_skew_ms }) => Words.skewed(address, clock_skew_ms)),
    ...(partitions.owned === partitions.total ? [] : [missing])
  ]
}

const status = Command.make(
  "status",
  {
    json: Output.json,
    url: ServiceClient.url
  },
  Effect.fn(function* ({ json, url }) {
    const client = yield* ServiceClient.operator(url)
    const cluster = yield* ServiceClient.call((signal) => client.admin.cluster.get({ signal }))
    yield* Console.log(json ? JSON.stringify(cluster) : show(cluster))
    const found = troubles(cluster)
    if (found.length > 0) return yield* ServiceClient.failed(found.join("\n"))
  })
).pipe(Command.withDescription(Words.commands.status))

export const cluster = Command.make("cluster").pipe(
  Command.withDescription(Words.commands.cluster),
  Command.withSubcommands([status])
)
