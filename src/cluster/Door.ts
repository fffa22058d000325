/**
 * The door of a partition: an entity of the cluster in the partition's shard, which is always in the
 * process that runs it. It shows where that is, and what changes there; calls travel by links.
 */
import { Schema } from "effect"
import { Entity } from "effect/cluster"
import { Rpc } from "effect/rpc"

/** The address of the process that the partition belongs to, which may not run it yet. */
const Where = Rpc.make("Where", { success: Schema.String })

const Changes = Rpc.make("Changes", { success: Schema.String, stream: true })

export const Door = Entity.make("Partition", [Where, Changes])
