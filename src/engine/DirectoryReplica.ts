/**
 * The directory in a process that may not run its partition: accounts, keys and users, folded from
 * the first partition's log as it grows. The replica is a moment behind. A process that could not
 * read the log for longer must not admit requests by it.
 */
import { Deferred, Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import type { LogRefused } from "./ports/Log.ts"
import { LogFollower } from "./ports/LogFollower.ts"
import { ReadModel } from "./ports/ReadModel.ts"
import * as Directory from "./queries/Directory.ts"
import * as Recovery from "./Recovery.ts"
import * as State from "./state/State.ts"

/**
 * Follows the directory until the scope closes. `onApplied` runs when more of its log was applied.
 */
export const make = Effect.fnUntraced(function* (onApplied: (seq: number) => Effect.Effect<void>) {
  const state = State.make()
  const reader = Recovery.ofDirectory(state, yield* ReadModel)
  const { follow } = yield* LogFollower
  const lost = yield* Deferred.make<never, LogRefused>()
  let seq = -1
  let readAt = Number.NEGATIVE_INFINITY

  const onRead = (last: number, at: number) =>
    Effect.suspend(() => {
      readAt = at
      if (last === seq) return Effect.void
      seq = last
      return onApplied(last)
    })
  yield* follow(reader, onRead).pipe(
    Effect.onError((cause) => Deferred.failCause(lost, cause)),
    Effect.forkScoped
  )
  return {
    state,
    directory: Directory.make(state),
    isCurrent: () => performance.now() - readAt <= Limits.cluster.directoryAgeMsMax,
    /** Seconds since the last read of the log. */
    age: () => (performance.now() - readAt) / 1000,
    seq: () => Math.max(seq, 0),
    /** Fails when the log can no longer be followed. */
    lost: Deferred.await(lost)
  }
})
