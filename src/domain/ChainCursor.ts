/**
 * How far a chain was looked at: the last final block all of whose transfers were told. It stands
 * in the log, so that a restart goes on where the last writer stopped, however long ago.
 */
import { Schema } from "effect"

export const ChainCursor = Schema.Struct({
  chainId: Schema.Number,
  blockNumber: Schema.Number,
  /** The block's hash: a node of another chain, or one that forgot this one, shows. */
  blockHash: Schema.String,
  /** The block's own time, milliseconds. */
  blockAt: Schema.Number
})
export type ChainCursor = typeof ChainCursor.Type

/** The chain was looked at up to here. `id` names the chain: one place per chain. */
export const Advanced = Schema.TaggedStruct("ChainReached", {
  id: Schema.String,
  at: Schema.Number,
  place: ChainCursor
})
export type Advanced = typeof Advanced.Type

export const idOf = (chainId: number): string => `chain_${chainId}`

/** What is kept of it. */
export const Stored = Schema.Struct({ id: Schema.String, place: ChainCursor })
export type Stored = typeof Stored.Type
