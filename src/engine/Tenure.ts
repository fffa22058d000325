/**
 * Whether the log is still ours, asked before money is moved. A writer that was cut off from the
 * database, or slept, does not know that another one took over, and would go on paying on what it
 * believes; so nobody is paid unless the log took an entry of ours a moment ago (L3, L6).
 */
import { Clock, Effect } from "effect"
import * as Config from "../Config.ts"
import * as Actor from "./Actor.ts"
import * as Entry from "./Entry.ts"
import type { Log } from "./Log.ts"

export interface Tenure {
  /** The log, watched: what becomes durable proves that it was ours when it was handed over. */
  readonly log: Log["Service"]
  /** Returns once the log was ours a moment ago; asks it where nothing was written lately. */
  readonly confirm: Effect.Effect<void>
}

export const make = (log: Log["Service"]): Effect.Effect<Tenure> =>
  Effect.map(Clock.Clock, (clock) => {
    /** When what was last proven ours was handed over; by a clock that may be set. */
    let provenAt = Number.NEGATIVE_INFINITY
    const isFresh = (now: number): boolean => Math.abs(now - provenAt) <= Config.engine.tenureMsMax

    const append: Log["Service"]["append"] = (draft, settled) => {
      const handedAt = clock.currentTimeMillisUnsafe()
      log.append(draft, (durable) => {
        if (durable) provenAt = handedAt
        settled(durable)
      })
    }

    const ask = Effect.callback<boolean>((resume) => {
      const at = clock.currentTimeMillisUnsafe()
      const nothing: Entry.Draft = { v: Entry.version, at, by: "engine", events: [], reply: null }
      append(nothing, (durable) => resume(Effect.succeed(durable)))
    })

    const confirm: Effect.Effect<void> = Effect.suspend(() => {
      if (isFresh(clock.currentTimeMillisUnsafe())) return Effect.void
      return Effect.flatMap(ask, (durable) =>
        durable ? confirm : Effect.andThen(Actor.untilWritable(log), confirm)
      )
    })

    return { log: { ...log, append }, confirm }
  })
