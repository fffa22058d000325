/** The port to a log that another process writes. */
import { Context, type Effect } from "effect"
import type * as Log from "./Log.ts"

export class LogFollower extends Context.Service<
  LogFollower,
  {
    /**
     * Passes the reader the missing entries, and then each new entry as it comes. `onRead` runs
     * after every read of the log, with the last entry and the time when the read began,
     * milliseconds by `performance.now()`.
     */
    readonly follow: (
      reader: Pick<Log.Reader, "loadActive" | "follow">,
      onRead: (seq: number, at: number) => Effect.Effect<void>
    ) => Effect.Effect<never, Log.LogRefused>
  }
>()("payouts/engine/ports/LogFollower") {}
