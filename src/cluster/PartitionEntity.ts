/**
 * The cluster entity that returns which node runs a partition, and streams its changes. It is in
 * the partition's shard, which is always in the process that runs the partition. Calls to the
 * partition use links instead.
 */
import { Schema } from "effect"
import { Entity } from "effect/cluster"
import { Rpc } from "effect/rpc"

/** The address of the node that the partition belongs to, which may not run it yet. */
const Owner = Rpc.make("Where", { success: Schema.String })

const Changes = Rpc.make("Changes", { success: Schema.String, stream: true })

export const PartitionEntity = Entity.make("Partition", [Owner, Changes])
