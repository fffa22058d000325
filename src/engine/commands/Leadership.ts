/**
 * Confirms that this process still owns the log before money is moved. A writer that was cut off
 * from the database, or suspended, may have lost leadership unnoticed. So no transfer is sent
 * unless the log took an entry of this writer a moment ago (L3, L6).
 */
import { Clock, Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Entry from "../ports/Entry.ts"
import { commit, type Log, untilWritable } from "../ports/Log.ts"

export interface Leadership {
  readonly clock: Clock.Clock
  /** The decision time of the last entry that became durable, by a clock that may be set. */
  provenAt: number
}

export const make: Effect.Effect<Leadership> = Effect.map(Clock.Clock, (clock) => ({
  clock,
  provenAt: Number.NEGATIVE_INFINITY
}))

/** A durable entry of this writer proves that it owned the log at that time. */
export const prove = (leadership: Leadership, entry: Entry.Entry): void => {
  leadership.provenAt = entry.at
}

const isFresh = ({ clock, provenAt }: Leadership): boolean =>
  Math.abs(clock.currentTimeMillisUnsafe() - provenAt) <= Limits.engine.leadershipProofMsMax

/** Appends an entry without events. */
const appendEmpty = (leadership: Leadership, log: Log["Service"]) =>
  Effect.suspend(() => {
    const at = leadership.clock.currentTimeMillisUnsafe()
    return commit(log, { v: Entry.version, at, by: "engine", events: [], reply: null })
  })

/**
 * Returns once an entry that is appended now is durable, so no other process has written the log
 * before it. A process that was suspended uses this: its clock and its last entry prove nothing.
 */
export const verify = (leadership: Leadership, log: Log["Service"]): Effect.Effect<void> => {
  const verified: Effect.Effect<void> = Effect.flatMap(appendEmpty(leadership, log), (durable) =>
    durable ? Effect.void : Effect.andThen(untilWritable(log), verified)
  )
  return verified
}

/** Returns once ownership is proven. Appends an entry if none was written recently. */
export const confirm = (leadership: Leadership, log: Log["Service"]): Effect.Effect<void> => {
  const confirmed: Effect.Effect<void> = Effect.suspend(() => {
    if (isFresh(leadership)) return Effect.void
    return Effect.flatMap(appendEmpty(leadership, log), (durable) =>
      durable ? confirmed : Effect.andThen(untilWritable(log), confirmed)
    )
  })
  return confirmed
}
