/** Words of the processes of the service and their partitions. */
import * as Format from "../../data/Format.ts"

export const title = "Cluster"
export const about = "The processes of the service, and the partitions that each one owns."
export const nodes = "Nodes"
export const partition = "Partition"
export const partitions = "Partitions"
export const noOwner = "No owner"
export const since = "since"

export const columns = {
  node: "Node",
  state: "State",
  version: "Version",
  started: "Started",
  directory: "Directory"
} as const

export const unreached = (addresses: ReadonlyArray<string>): string =>
  `does not reach ${addresses.join(", ")}`

export const upToDate = "Up to date"
export const behind = (entries: number): string =>
  `${Format.counted(entries, "entry", "entries")} behind`

export const owned = (count: number, total: number): string =>
  `${Format.count(count)} of ${Format.count(total)} have an owner.`

export const ownerless = (numbers: ReadonlyArray<number>): string =>
  `${Format.counted(numbers.length, "partition has", "partitions have")} no owner: ` +
  `${numbers.join(", ")}. ` +
  "Requests of their accounts are answered with 503 until a node takes over."

export const oneProcess = {
  title: "One process",
  about: "No other process uses its database.",
  host: "Host",
  startedAt: "Runs since"
} as const

export const run = (count: number, total: number): string =>
  `${Format.count(count)} of ${Format.count(total)}`

/** How another process is added. */
export const adding = {
  title: "Add a process",
  /** `total`: partitions of the database. */
  about: (total: number): string =>
    "Start it on the same PostgreSQL database, with CLUSTER_LISTEN and CLUSTER_SECRET set for " +
    "every process, this one too. " +
    (total === 1
      ? "This database has one partition: the other process takes over when this one ends, and adds no throughput."
      : "Each process then runs some of the partitions."),
  guide: "The guide is in .deploy/README.md, under “Several nodes”."
} as const
