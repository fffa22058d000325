/**
 * Empties the read model and makes it again from the whole log. It takes the turn of a writer, so
 * that nobody writes to the tables meanwhile, and writes nothing to the log.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import * as EventRenderers from "../../domain/webhook/EventRenderers.ts"
import { ReadModel } from "../../engine/ports/ReadModel.ts"
import * as Recovery from "../../engine/Recovery.ts"
import * as State from "../../engine/state/State.ts"
import * as LeaderLock from "../log/LeaderLock.ts"
import * as Replay from "../log/Replay.ts"

/** The last entry that the tables show then. `rendererOf`: another one in tests of renderers. */
export const run = Effect.fn("Rebuild.run")(
  function* (partition: number, rendererOf: EventRenderers.RendererOf = EventRenderers.rendererOf) {
    const sql = yield* PgClient
    const views = yield* ReadModel
    const meanwhile = Effect.void
    yield* LeaderLock.take(sql, partition, { meanwhile, displaced: meanwhile })
    yield* views.reset
    const core = State.make(rendererOf)
    const recovery = yield* Recovery.make(core, views)
    yield* Replay.run(sql, partition, Replay.start, recovery.follow)
    yield* recovery.project
    return core.seq
  },
  Effect.provideService(LeaderLock.LeaderLock, "wait a little"),
  Effect.scoped
)
