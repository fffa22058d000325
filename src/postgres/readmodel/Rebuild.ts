/**
 * Empties the read model and rebuilds it from the whole log. The rebuild holds the leader lock, so
 * that no engine writes the tables at the same time, and writes nothing to the log.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import { ReadModel } from "../../engine/ports/ReadModel.ts"
import * as Recovery from "../../engine/Recovery.ts"
import * as State from "../../engine/state/State.ts"
import * as LeaderLock from "../log/LeaderLock.ts"
import * as Replay from "../log/Replay.ts"
import { PersonKeys } from "../sealing/PersonKeys.ts"

/** Returns the `seq` of the last entry that the tables show. */
export const run = Effect.fn("Rebuild.run")(
  function* (partition: number) {
    const sql = yield* PgClient
    const people = yield* PersonKeys
    const readModel = yield* ReadModel
    const nothing = Effect.void
    yield* LeaderLock.take({ catchUp: nothing, checkOwnership: nothing })
    yield* readModel.reset
    const state = State.make()
    const recovery = yield* Recovery.make(state, readModel)
    yield* Replay.run({ sql, people }, partition, Replay.start, recovery.follow)
    yield* recovery.project
    return state.seq
  },
  Effect.provideService(LeaderLock.LeaderLock, "wait a little"),
  Effect.scoped
)
