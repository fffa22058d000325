/** Contract of the nodes and partitions of one database, for operators. */
import { Schema } from "effect"
import * as Data from "../contract/ExampleData.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"

const described = <S extends Schema.Top>(schema: S, description: string) =>
  schema.annotate({ description })

const Node = Schema.Struct({
  address: described(
    Schema.String,
    "Name of the node, which is `host:port` of its private traffic with other nodes."
  ),
  version: described(Schema.String, "Version of the service that the node runs."),
  is_alive: described(
    Schema.Boolean,
    "`true` if the node has written to the database in the last 3 seconds."
  ),
  started_at: Fields.Instant,
  seen_at: described(Schema.String, "Time of the node's last write. ISO 8601 in UTC."),
  directory_seq: described(
    Schema.Finite,
    "Latest entry of the directory's log (accounts and keys) that the node has applied."
  ),
  directory_lag: described(
    Schema.Finite,
    "Number of directory entries that the node has not applied yet."
  ),
  clock_skew_ms: described(
    Schema.Finite,
    "Milliseconds by which the node's clock is ahead of the database's. Negative if it is " +
      "behind."
  ),
  unreached: described(
    Schema.Array(Schema.String),
    "Addresses of live nodes that do not respond to this node."
  ),
  partitions: described(
    Schema.Array(Schema.Finite),
    "Numbers of the partitions that the node runs."
  )
}).annotate({ identifier: "ClusterNode" })

const Partition = Schema.Struct({
  number: described(Schema.Finite, "Number of the partition. 0 is the directory."),
  owner: described(
    Schema.NullOr(Schema.String),
    "Node that runs the partition. `null` if no live node does, or without a cluster."
  ),
  epoch: described(
    Schema.NullOr(Schema.Finite),
    "Number of processes that have written the partition's log so far. `null` without an " +
      "owner."
  ),
  seq: described(
    Schema.NullOr(Schema.Finite),
    "Latest entry that the owner has applied. `null` without an owner."
  ),
  since: described(
    Schema.NullOr(Schema.String),
    "Time at which the owner began to write the log. ISO 8601 in UTC. `null` without a " +
      "cluster."
  )
}).annotate({ identifier: "ClusterPartition" })

const Cluster = Schema.Struct({
  clustered: described(Schema.Boolean, "`true` if several processes can share the database."),
  nodes: Schema.Array(Node),
  partitions: Schema.Struct({
    total: described(Schema.Finite, "Number of partitions in the database."),
    owned: described(Schema.Finite, "Number of partitions that a process runs now."),
    of: described(Schema.Array(Partition), "All partitions, by number.")
  })
}).annotate({ identifier: "Cluster" })

export const get = Operation.get("getCluster", "/admin/v1/cluster", {
  summary: "Get the cluster",
  description:
    "Returns the nodes that share the database, and the node that runs each partition. " +
    "Every node responds with facts of all nodes, which are at most a second old.",
  access: { by: "admin" },
  location: "here",
  success: Cluster,
  example: { answer: Data.cluster }
})

export const group = Operation.group({
  name: "Cluster",
  description: "Nodes and partitions of the service, for operators.",
  operations: [get]
})
