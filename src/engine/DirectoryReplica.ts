/**
 * The directory in a process that may not run its partition: accounts, keys and users, folded from
 * the first partition's log as it grows. It is a moment behind; a process that could not look for
 * longer must not admit requests by it.
 */
import { Deferred, Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import type { LogRefused } from "./ports/Log.ts"
import { LogFollower } from "./ports/LogFollower.ts"
import { ReadModel } from "./ports/ReadModel.ts"
import * as Directory from "./queries/Directory.ts"
import * as Recovery from "./Recovery.ts"
import * as State from "./state/State.ts"

/** Follows the directory until the scope closes. `shown`: runs when more of its log is shown. */
export const make = Effect.fnUntraced(function* (shown: (seq: number) => Effect.Effect<void>) {
  const state = State.make()
  const reader = Recovery.ofDirectory(state, yield* ReadModel)
  const { follow } = yield* LogFollower
  const lost = yield* Deferred.make<never, LogRefused>()
  let seq = -1
  let lookedAt = Number.NEGATIVE_INFINITY

  const looked = (last: number, at: number) =>
    Effect.suspend(() => {
      lookedAt = at
      if (last === seq) return Effect.void
      seq = last
      return shown(last)
    })
  yield* follow(reader, looked).pipe(
    Effect.onError((cause) => Deferred.failCause(lost, cause)),
    Effect.forkScoped
  )
  return {
    state,
    directory: Directory.make(state),
    isCurrent: () => performance.now() - lookedAt <= Limits.cluster.directoryAgeMsMax,
    /** Seconds since the last look at the log. */
    age: () => (performance.now() - lookedAt) / 1000,
    seq: () => Math.max(seq, 0),
    /** Fails when the log cannot be followed any more. */
    lost: Deferred.await(lost)
  }
})
