/**
 * The port to the processes that share the database. What it says is for people and for waiting: a
 * node that is dead for a moment more or less harms no log (L3).
 */
import { Context, Effect, Schema } from "effect"
import type { Unavailable } from "./Unavailable.ts"

/** A partition that a node runs. */
export const Run = Schema.Struct({
  number: Schema.Int,
  /** Of its writer. */
  epoch: Schema.Int,
  /** The last entry that the node has applied. */
  seq: Schema.Int,
  /** When the node became its writer, milliseconds. */
  since: Schema.Int
})
export type Run = typeof Run.Type

/**
 * Settings that must be the same on every node, by their names: what they are as text, a hash of
 * what is secret, `null` where one is not set.
 */
export const Agreed = Schema.Record(Schema.String, Schema.NullOr(Schema.String))
export type Agreed = typeof Agreed.Type

/** What a node finds wrong about itself. */
export const Health = Schema.Struct({
  /** Milliseconds that its clock is ahead of the database's; negative where it is behind. */
  skewMs: Schema.Int,
  /** Addresses of live nodes that do not answer it. */
  unreached: Schema.Array(Schema.String)
})
export type Health = typeof Health.Type

export const healthy: Health = { skewMs: 0, unreached: [] }

/**
 * The name of what nodes agree on beside their settings: the version of the entries that they
 * write. A partition that moves to a node of an earlier version would not be read there.
 */
export const entryVersion = "The version of log entries"

/** What a node writes about itself. */
export interface Row {
  /** `host:port` of the private traffic between nodes, and its name. */
  readonly address: string
  /** Milliseconds. */
  readonly startedAt: number
  readonly version: string
  readonly agreed: Agreed
  /** The last entry of the directory's log that it shows. */
  readonly followed: number
  readonly partitions: ReadonlyArray<Run>
  readonly health: Health
}

export interface Node extends Row {
  /** When it wrote its row, milliseconds by the database's clock. */
  readonly seenAt: number
  /** It wrote its row lately, by the database's clock. */
  readonly isAlive: boolean
}

export interface Source {
  /** True if other processes use the same database. */
  readonly isClustered: boolean
  /** All nodes, also those that fell silent without leaving. */
  readonly list: Effect.Effect<ReadonlyArray<Node>, Unavailable>
}

export class Nodes extends Context.Service<Nodes, Source>()("payouts/engine/ports/Nodes") {}

/** The nodes of a service of one process: it is none. */
export const none: Source = { isClustered: false, list: Effect.succeed([]) }
