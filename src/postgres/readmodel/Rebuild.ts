/**
 * Empties the read model and rebuilds it from the whole log. It holds the leader lock, so that no
 * engine writes the tables meanwhile, and writes nothing to the log.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import { ReadModel } from "../../engine/ports/ReadModel.ts"
import * as Recovery from "../../engine/Recovery.ts"
import * as State from "../../engine/state/State.ts"
import * as LeaderLock from "../log/LeaderLock.ts"
import * as Replay from "../log/Replay.ts"

/** Returns the last entry that the tables show. */
export const run = Effect.fn("Rebuild.run")(
  function* (partition: number) {
    const sql = yield* PgClient
    const readModel = yield* ReadModel
    const meanwhile = Effect.void
    yield* LeaderLock.take({ meanwhile, displaced: meanwhile })
    yield* readModel.reset
    const state = State.make()
    const recovery = yield* Recovery.make(state, readModel)
    yield* Replay.run(sql, partition, Replay.start, recovery.follow)
    yield* recovery.project
    return state.seq
  },
  Effect.provideService(LeaderLock.LeaderLock, "wait a little"),
  Effect.scoped
)
