/**
 * Whether the log is still ours, asked before money is moved. A writer that was cut off from the
 * database, or slept, does not know that another one took over, and would go on paying on what it
 * believes; so nobody is paid unless the log took an entry of ours a moment ago (L3, L6).
 */
import { Clock, Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Actor from "../actor/Actor.ts"
import * as Entry from "../ports/Entry.ts"
import type { Log } from "../ports/Log.ts"

export interface Leadership {
  /** The log, watched: each entry of ours that became durable proves that it was ours. */
  readonly log: Log["Service"]
  /** Returns once the log was ours a moment ago; asks it where nothing was written lately. */
  readonly confirm: Effect.Effect<void>
}

export const make = (log: Log["Service"]): Effect.Effect<Leadership> =>
  Effect.map(Clock.Clock, (clock) => {
    /** When the last entry that was proven ours was decided; by a clock that may be set. */
    let provenAt = Number.NEGATIVE_INFINITY

    const isFresh = (): boolean =>
      Math.abs(clock.currentTimeMillisUnsafe() - provenAt) <= Limits.engine.tenureMsMax

    const open: Log["Service"]["open"] = (reader) =>
      log.open({
        ...reader,
        apply: (entry) => {
          provenAt = entry.at
          reader.apply(entry)
        }
      })

    const ask = Effect.suspend(() => {
      const at = clock.currentTimeMillisUnsafe()
      return Actor.commit(log, { v: Entry.version, at, by: "engine", events: [], reply: null })
    })

    const confirm: Effect.Effect<void> = Effect.suspend(() => {
      if (isFresh()) return Effect.void
      return Effect.flatMap(ask, (durable) =>
        durable ? confirm : Effect.andThen(Actor.untilWritable(log), confirm)
      )
    })

    return { log: { ...log, open }, confirm }
  })
