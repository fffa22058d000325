/** Loads finished objects into memory, for a command about them. */
import { Effect } from "effect"
import { orDie, type ReadModelBroken } from "../ports/ReadModel.ts"
import type { LoadedRows } from "../ports/Rows.ts"
import type { Unavailable } from "../ports/Unavailable.ts"
import * as Eviction from "../state/Eviction.ts"
import type { State } from "../state/State.ts"
import * as Request from "./Request.ts"

/**
 * The tables of a writer never pass its own state. A row that does was written by a later writer.
 * This process is then deposed, and other data of the row may be missing in memory. Nothing is
 * decided about such a row.
 */
const isOfLaterWriter = ({ seq }: State, loaded: LoadedRows): boolean =>
  Object.values(loaded).some((rows) => rows.some((row) => row.seq > seq))

/** Loads rows. Fails if a later writer wrote one of them. */
export const load = (
  state: State,
  read: Effect.Effect<LoadedRows, Unavailable | ReadModelBroken>
): Effect.Effect<void, Unavailable> =>
  Effect.flatMap(orDie(read), (loaded) =>
    isOfLaterWriter(state, loaded)
      ? Request.notWritten
      : Effect.sync(() => Eviction.hydrate(state, loaded))
  )
