/** Loads into memory what is finished, for a command about it. */
import { Effect } from "effect"
import { orDie, type ReadModelBroken } from "../ports/ReadModel.ts"
import type { Loaded } from "../ports/Rows.ts"
import type { Unavailable } from "../ports/Unavailable.ts"
import * as Eviction from "../state/Eviction.ts"
import type { State } from "../state/State.ts"
import * as Request from "./Request.ts"

/**
 * The tables of a writer never pass its own state. A row that does is of a later writer: this
 * process is deposed, and what belongs to the row may be missing in memory. Nothing is decided
 * about it.
 */
const isOfLaterWriter = ({ seq }: State, loaded: Loaded): boolean =>
  Object.values(loaded).some((rows) => rows.some((row) => row.seq > seq))

/** Loads rows; fails where a later writer wrote one of them. */
export const load = (
  state: State,
  read: Effect.Effect<Loaded, Unavailable | ReadModelBroken>
): Effect.Effect<void, Unavailable> =>
  Effect.flatMap(orDie(read), (loaded) =>
    isOfLaterWriter(state, loaded)
      ? Request.notWritten
      : Effect.sync(() => Eviction.hydrate(state, loaded))
  )
