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
    "`host:port` of the private traffic between nodes; the node's name"
  ),
  version: described(Schema.String, "Of the program that it runs"),
  is_alive: described(Schema.Boolean, "Whether it has written to the database within 3 seconds"),
  started_at: Fields.Instant,
  seen_at: described(Schema.String, "When it wrote last. ISO 8601, UTC, milliseconds"),
  directory_seq: described(
    Schema.Finite,
    "The last entry of the directory's log, with accounts and keys, that it shows"
  ),
  directory_lag: described(Schema.Finite, "Entries of that log that it does not show yet"),
  clock_skew_ms: described(
    Schema.Finite,
    "Milliseconds that its clock is ahead of the database's; negative where it is behind"
  ),
  unreached: described(
    Schema.Array(Schema.String),
    "Addresses of live nodes that do not answer it"
  ),
  partitions: described(Schema.Array(Schema.Finite), "The numbers of the partitions that it runs")
}).annotate({ identifier: "ClusterNode" })

const Partition = Schema.Struct({
  number: described(Schema.Finite, "From 0, which is the directory's"),
  owner: described(
    Schema.NullOr(Schema.String),
    "The node that runs it; null where none that is alive does, and without a cluster"
  ),
  epoch: described(
    Schema.NullOr(Schema.Finite),
    "Counts the processes that have written its log; null where it has no owner"
  ),
  seq: described(Schema.NullOr(Schema.Finite), "The last entry that the owner has applied"),
  since: described(
    Schema.NullOr(Schema.String),
    "When the owner began to write its log. ISO 8601, UTC, milliseconds; null without a cluster"
  )
}).annotate({ identifier: "ClusterPartition" })

const Cluster = Schema.Struct({
  clustered: described(
    Schema.Boolean,
    "Whether several processes may share the database; without, `nodes` is empty"
  ),
  nodes: Schema.Array(Node),
  partitions: Schema.Struct({
    total: described(Schema.Finite, "How many the database has"),
    owned: described(Schema.Finite, "How many are run by something now"),
    of: described(Schema.Array(Partition), "Each of them, by its number")
  })
}).annotate({ identifier: "Cluster" })

export const get = Operation.get("getCluster", "/admin/v1/cluster", {
  summary: "Nodes and partitions",
  description:
    "Which processes share the database, which are alive, and which of them runs each " +
    "partition. Every node answers it, with what all have written about themselves: it is up " +
    "to a second old.",
  access: { by: "admin" },
  location: "here",
  success: Cluster,
  example: { answer: Data.cluster }
})

export const group = Operation.group({
  name: "Cluster",
  description: "The processes of the service, for operators.",
  operations: [get]
})
