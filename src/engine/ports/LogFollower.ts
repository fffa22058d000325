/** The port to a log that another process writes. */
import { Context, type Effect } from "effect"
import type * as Log from "./Log.ts"

export class LogFollower extends Context.Service<
  LogFollower,
  {
    /**
     * Passes the reader what it does not have, and then each new entry as it comes. `looked` runs
     * after every look at the log, with the last entry and when the look began, milliseconds by
     * `performance.now()`.
     */
    readonly follow: (
      reader: Pick<Log.Reader, "loadActive" | "follow">,
      looked: (seq: number, at: number) => Effect.Effect<void>
    ) => Effect.Effect<never, Log.LogRefused>
  }
>()("payouts/engine/ports/LogFollower") {}
