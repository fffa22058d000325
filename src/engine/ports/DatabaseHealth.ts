/**
 * The port to the health of the database: whether it responds now. A stopped database fails at
 * once. A hanging one would let every caller wait for its own timeout. This port ends such waits
 * early, and prevents new ones. It decides nothing about what was written: an unknown outcome is
 * still read back.
 */
import { Context, Effect } from "effect"
import { Unavailable } from "./Unavailable.ts"

export interface Source {
  readonly isAlive: () => boolean
  /** Calls back at each change, until the returned function is called. */
  readonly watch: (changed: (isAlive: boolean) => void) => () => void
  /**
   * Runs a read. It fails at once when the database does not respond, even in the middle of the
   * read.
   */
  readonly guard: <A, E>(read: Effect.Effect<A, E>) => Effect.Effect<A, E | Unavailable>
}

export class DatabaseHealth extends Context.Reference<Source>(
  "payouts/engine/ports/DatabaseHealth",
  {
    defaultValue: () => ({ isAlive: () => true, watch: () => () => {}, guard: (read) => read })
  }
) {}

const unavailable = new Unavailable({ message: "The database does not respond right now." })

/** A guard that follows `isAlive`. `run` forks a read, which is interrupted in the background. */
export const guarding =
  (
    { isAlive, watch }: Pick<Source, "isAlive" | "watch">,
    run: <A, E>(
      read: Effect.Effect<A, E>
    ) => {
      readonly addObserver: (observe: (exit: Effect.Effect<A, E>) => void) => () => void
      readonly interruptUnsafe: () => void
    }
  ): Source["guard"] =>
  <A, E>(read: Effect.Effect<A, E>) =>
    Effect.callback<A, E | Unavailable>((resume) => {
      if (!isAlive()) return resume(Effect.fail(unavailable))
      const fiber = run(read)
      // The interruption of a read takes seconds while the database hangs: callers do not wait for
      // it.
      const unwatch = watch(() => {
        resume(Effect.fail(unavailable))
        unwatch()
        fiber.interruptUnsafe()
      })
      fiber.addObserver((exit) => {
        unwatch()
        resume(exit)
      })
      return Effect.sync(() => {
        unwatch()
        fiber.interruptUnsafe()
      })
    })
