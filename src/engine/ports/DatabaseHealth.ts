/**
 * Whether the database answers now. A stopped database fails at once; one that hangs lets
 * every caller wait for its own bound. What is known here ends those waits early and keeps new ones
 * from beginning. It decides nothing about what was written: an unknown outcome is still read back.
 */
import { Context, Effect } from "effect"
import { Unavailable } from "./Unavailable.ts"

export interface Source {
  readonly isAlive: () => boolean
  /** Calls back at each change, until the returned function is called. */
  readonly watch: (changed: (isAlive: boolean) => void) => () => void
  /** Runs a read, or fails at once when the database does not answer, also in the middle of it. */
  readonly guard: <A, E>(read: Effect.Effect<A, E>) => Effect.Effect<A, E | Unavailable>
}

export class DatabaseHealth extends Context.Reference<Source>(
  "payouts/engine/ports/DatabaseHealth",
  {
    defaultValue: () => ({ isAlive: () => true, watch: () => () => {}, guard: (read) => read })
  }
) {}

const away = new Unavailable({ message: "The database does not answer right now." })

/** A guard over what is known; `run` forks a read, which is ended behind the caller's back. */
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
      if (!isAlive()) return resume(Effect.fail(away))
      const fiber = run(read)
      // A read of a database that hangs takes seconds to be interrupted: callers do not wait for
      // that.
      const unwatch = watch(() => {
        resume(Effect.fail(away))
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
