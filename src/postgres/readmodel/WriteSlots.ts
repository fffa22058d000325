/**
 * Limits how many partitions of a node write their tables at once: a write holds a session for
 * seconds, and appends of all logs need sessions too.
 */
import { Context, Effect, Layer, Semaphore } from "effect"
import * as Limits from "../../config/Limits.ts"

/** Runs a write when a slot is free. */
export type InTurn = <A, E, R>(write: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** By default each write runs at once. */
export class WriteSlots extends Context.Reference<InTurn>("payouts/postgres/readmodel/WriteSlots", {
  defaultValue: (): InTurn => (write) => write
}) {}

/** The slots of a node, shared by its partitions. */
export const layer: Layer.Layer<never> = Layer.effect(
  WriteSlots,
  Effect.map(
    Semaphore.make(Limits.database.tableWritesMax),
    (slots): InTurn =>
      (write) =>
        Semaphore.withPermits(slots, 1)(write)
  )
)
