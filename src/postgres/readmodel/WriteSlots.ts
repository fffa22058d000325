/**
 * How many partitions of a process write their tables at once: a write holds a session for seconds,
 * and appends of all logs need sessions too.
 */
import { Context, Effect, Layer, Semaphore } from "effect"
import * as Limits from "../../config/Limits.ts"

/** Runs a write when it is its turn. */
export type InTurn = <A, E, R>(write: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Without it each write runs at once. */
export class WriteSlots extends Context.Reference<InTurn>("payouts/postgres/readmodel/WriteSlots", {
  defaultValue: (): InTurn => (write) => write
}) {}

/** The slots of a process, for all its partitions. */
export const layer: Layer.Layer<never> = Layer.effect(
  WriteSlots,
  Effect.map(
    Semaphore.make(Limits.database.tableWritesMax),
    (slots): InTurn =>
      (write) =>
        Semaphore.withPermits(slots, 1)(write)
  )
)
