/**
 * The position on a chain: the last final block all of whose transfers are in the log. The position
 * is in the log too, so a restart continues where the last writer stopped.
 */
import { Schema } from "effect"

export const ChainCursor = Schema.Struct({
  chainId: Schema.Number,
  blockNumber: Schema.Number,
  /** The block's hash: it detects an Ethereum node of another chain, or one that lost the block. */
  blockHash: Schema.String,
  /** The block's own time, milliseconds. */
  blockAt: Schema.Number
})
export type ChainCursor = typeof ChainCursor.Type

/** The cursor of a chain advanced. `id` names the chain. */
export const Advanced = Schema.TaggedStruct("ChainReached", {
  id: Schema.String,
  at: Schema.Number,
  cursor: ChainCursor
})
export type Advanced = typeof Advanced.Type

/** The id of no chain, so a simulated deposit is never taken for a real one. */
export const simulatedChainId = 0

export const idOf = (chainId: number): string => `chain_${chainId}`

/** The cursor as it is stored in the state. */
export const Stored = Schema.Struct({ id: Schema.String, cursor: ChainCursor })
export type Stored = typeof Stored.Type
