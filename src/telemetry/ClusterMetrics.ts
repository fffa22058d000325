/** The metrics of a node that shares its database with others. */
import { Effect } from "effect"
import * as Metrics from "./Metrics.ts"

/** A node's data about itself and the others at a scrape. */
export interface Figures {
  /** Partitions that this node runs. */
  readonly owned: number
  /** Partitions that no live node runs. */
  readonly unowned: number
  readonly alive: number
  /** Nodes that fell silent without leaving. */
  readonly silent: number
  /** Seconds since this node last saw all of the directory's log. */
  readonly directoryLagSeconds: number
  /** Live nodes that do not respond to this node. */
  readonly unreached: number
  /** Seconds by which this node's clock is ahead of the database's. */
  readonly clockSkewSeconds: number
}

const owned: Metrics.Family = {
  name: "payout_cluster_partitions_owned",
  description: "Partitions that this process runs"
}

const unowned: Metrics.Family = {
  name: "payout_cluster_partitions_unowned",
  description: "Partitions that no live node runs"
}

const nodes: Metrics.Family = {
  name: "payout_cluster_nodes",
  description: "Nodes by state: alive, or silent without having left"
}

const directoryLag: Metrics.Family = {
  name: "payout_directory_lag_seconds",
  description: "Since this process last saw all of the directory's log"
}

const unreached: Metrics.Family = {
  name: "payout_cluster_peers_unreached",
  description: "Live nodes that do not answer this process"
}

const clockSkew: Metrics.Family = {
  name: "payout_cluster_clock_skew_seconds",
  description: "How far this process's clock is ahead of the database's"
}

const acquired: Metrics.Family = {
  name: "payout_cluster_partitions_taken_total",
  description: "Partitions that this process began to run"
}

const released: Metrics.Family = {
  name: "payout_cluster_partitions_given_total",
  description: "Partitions that this process ceased to run"
}

/** Registers a node's figures as long as the scope is open; the counters count from its start. */
export const make = Effect.fnUntraced(function* (read: () => Figures) {
  const metrics = yield* Metrics.make
  metrics.gauge(owned, () => read().owned)
  metrics.gauge(unowned, () => read().unowned)
  metrics.gauge(nodes, () => read().alive, { state: "alive" })
  metrics.gauge(nodes, () => read().silent, { state: "silent" })
  metrics.gauge(directoryLag, () => read().directoryLagSeconds)
  metrics.gauge(unreached, () => read().unreached)
  metrics.gauge(clockSkew, () => read().clockSkewSeconds)
  return { acquired: metrics.counter(acquired), released: metrics.counter(released) }
})
