/**
 * The port to the list of nodes that share the database. It is for operators and for requests that
 * wait. No log depends on it (L3), so a row that is a moment late does no harm.
 */
import { Context, Effect, Schema } from "effect"
import type { Unavailable } from "./Unavailable.ts"

/** A partition that a node runs. */
export const Run = Schema.Struct({
  number: Schema.Int,
  /** The epoch of its writer. */
  epoch: Schema.Int,
  /** The last entry that the node has applied. */
  seq: Schema.Int,
  /** When the node became its writer, milliseconds. */
  since: Schema.Int
})
export type Run = typeof Run.Type

/**
 * Settings that must be equal on every node, by name: their text, a hash if they are secret, or
 * `null` if they are not set.
 */
export const AgreedSettings = Schema.Record(Schema.String, Schema.NullOr(Schema.String))
export type AgreedSettings = typeof AgreedSettings.Type

/** Problems that a node finds with itself. */
export const Health = Schema.Struct({
  /** Milliseconds by which its clock is ahead of the database's; negative if it is behind. */
  skewMs: Schema.Int,
  /** Addresses of live nodes that do not respond to it. */
  unreached: Schema.Array(Schema.String)
})
export type Health = typeof Health.Type

export const healthy: Health = { skewMs: 0, unreached: [] }

/**
 * The name of the one agreed value that is no setting: the version of the entries that nodes write.
 * A node of an earlier version could not read a partition that moved to it.
 */
export const entryVersion = "The version of log entries"

/** The row that a node writes about itself. */
export interface Row {
  /** `host:port` of the private traffic between nodes, which is also the node's name. */
  readonly address: string
  /** Milliseconds. */
  readonly startedAt: number
  readonly version: string
  readonly agreed: AgreedSettings
  /** The last entry of the directory's log that the node has applied. */
  readonly followed: number
  readonly partitions: ReadonlyArray<Run>
  readonly health: Health
}

export interface Node extends Row {
  /** When the node wrote its row, milliseconds by the database's clock. */
  readonly seenAt: number
  /** True if the node wrote its row recently, by the database's clock. */
  readonly isAlive: boolean
}

export interface Source {
  /** True if other processes use the same database. */
  readonly isClustered: boolean
  /** All nodes, including nodes that fell silent without leaving. */
  readonly list: Effect.Effect<ReadonlyArray<Node>, Unavailable>
}

export class Nodes extends Context.Service<Nodes, Source>()("payouts/engine/ports/Nodes") {}

/** The list of a service with a single process, which is no node. */
export const none: Source = { isClustered: false, list: Effect.succeed([]) }
