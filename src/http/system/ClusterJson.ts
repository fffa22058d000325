/** The JSON of the nodes and partitions. */
import type * as Cluster from "../../usecases/Cluster.ts"
import * as Instants from "../contract/Instants.ts"

const node = (node: Cluster.NodeStatus) => ({
  address: node.address,
  version: node.version,
  is_alive: node.isAlive,
  started_at: Instants.instant(node.startedAt),
  seen_at: Instants.instant(node.seenAt),
  directory_seq: node.followed,
  directory_lag: node.lag,
  clock_skew_ms: node.health.skewMs,
  unreached: node.health.unreached,
  partitions: node.partitions.map(({ number }) => number).sort((left, right) => left - right)
})

export const cluster = ({ isClustered, nodes, owned, partitions }: Cluster.Cluster) => ({
  clustered: isClustered,
  nodes: nodes.map(node),
  partitions: {
    total: partitions.length,
    owned,
    of: partitions.map((each) => ({ ...each, since: Instants.instantOrNull(each.since) }))
  }
})
