/** Words of `cluster status`. */
import { counted } from "./Common.ts"

export const commands = {
  cluster: "Show the processes of the service (PAYOUT_ADMIN_KEY)",
  status:
    "Show nodes and their partitions; fails if a node does not report or a partition has no owner"
} as const

export const columns = ["NODE", "STATE", "VERSION", "STARTED", "DIRECTORY", "PARTITIONS"] as const

export const none = "none"
export const alive = "alive"
export const silentSince = (time: string): string => `silent since ${time}`
export const behind = (entries: number): string => `${entries} behind`
export const partitions = (count: number, numbers: string): string => `${count}: ${numbers}`

export const owned = (count: number, total: number): string =>
  count === 1 && total === 1
    ? "1 of 1 partition has an owner."
    : `${count} of ${total} partitions have an owner.`
export const withoutCluster = (count: number, total: number): string =>
  `A single process without a cluster; ${count} of ` +
  `${counted(total, "partition takes", "partitions take")} writes.`

// What an operator must look at.
export const silent = (nodes: ReadonlyArray<string>): string => `Silent: ${nodes.join(", ")}`
export const unreached = (node: string, others: ReadonlyArray<string>): string =>
  `${node} does not reach ${others.join(", ")}`
export const skewed = (node: string, ms: number): string =>
  `The clock of ${node} is ${(Math.abs(ms) / 1_000).toFixed(1)} s ${ms > 0 ? "ahead of" : "behind"} the database's`
export const ownerless = "Partitions without an owner"
export const ownerlessOf = (numbers: string): string => `${ownerless}: ${numbers}`
