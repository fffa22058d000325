/**
 * How the state is filled: active rows from the read model, then the log from there on. A read
 * model that is missing or wrong is rebuilt from the first entry; nothing is ever guessed. A start,
 * a standby and `log rebuild` take the same way, in bounded memory.
 */

import { Clock, Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import * as DatabaseRetry from "./ports/DatabaseRetry.ts"
import type * as Entry from "./ports/Entry.ts"
import * as Failpoint from "./ports/Failpoint.ts"
import type { LogRefused, Reader } from "./ports/Log.ts"
import type { ReadModel, ReadModelBroken } from "./ports/ReadModel.ts"
import type { Rows } from "./ports/Rows.ts"
import { Unavailable } from "./ports/Unavailable.ts"
import * as ServiceState from "./ServiceState.ts"
import * as DirtyRows from "./state/DirtyRows.ts"
import * as Eviction from "./state/Eviction.ts"
import * as Fold from "./state/Fold.ts"
import * as Slices from "./state/Slices.ts"
import * as State from "./state/State.ts"

interface Recovering {
  readonly state: State.State
  readonly readModel: ReadModel["Service"]
  readonly reach: (point: Failpoint.Point) => void
  readonly serviceState: ServiceState.Progress
}

const detailOf = (error: unknown): string =>
  error instanceof Unavailable ? (error.detail ?? "") : ""

/** Waits while the database is unavailable: recovery has no caller to answer. */
const untilAvailable = <A, E = never>(
  read: Effect.Effect<A, E | Unavailable>
): Effect.Effect<A, Exclude<E, Unavailable>> =>
  read.pipe(
    Effect.tapError((error) =>
      Effect.logWarning("Waiting for the read model", String(error), detailOf(error))
    ),
    Effect.retry({
      while: (error) => error instanceof Unavailable,
      schedule: DatabaseRetry.schedule
    }),
    Effect.catch((error) =>
      error instanceof Unavailable
        ? Effect.die(error)
        : Effect.fail(error as Exclude<E, Unavailable>)
    )
  )

/** Loads the active rows; returns their place in the log, if the read model can be trusted. */
const loadActive = Effect.fnUntraced(function* ({
  reach,
  readModel,
  state
}: Recovering): Effect.fn.Return<number | undefined, LogRefused> {
  const restored = yield* untilAvailable(readModel.restore)
  if (restored === undefined) return undefined
  state.seq = restored.seq
  Eviction.hydrate(state, restored)
  reach("restore: done")
  return state.seq
})

/** Fills an empty state; returns the entry from which the log is followed. */
const restore = Effect.fnUntraced(function* (
  recovering: Recovering
): Effect.fn.Return<number, LogRefused> {
  recovering.serviceState.enter("recovering")
  const seq = yield* loadActive(recovering)
  if (seq === undefined) {
    yield* Effect.logInfo("The read model is rebuilt from the whole log")
    yield* untilAvailable(recovering.readModel.reset)
    recovering.reach("restore: done")
  }
  return seq ?? 0
})

const leaving = { inUse: Eviction.unused, rowsPerTurn: Limits.readModel.rowsPerTurn }

/** Writes all changes to the read model, and evicts what is finished. */
const project = Effect.fnUntraced(function* ({ reach, readModel, state }: Recovering) {
  const changes = DirtyRows.take(state)
  reach("project: before the write")
  yield* untilAvailable(readModel.write(changes))
  reach("project: after the write")
  const written = Eviction.written(state, changes, leaving)
  yield* Slices.run(written.archived)
  written.show()
  yield* Slices.run(written.leave)
})

/** The read model's look-ups by id. */
type ById = {
  readonly [K in keyof Eviction.Missing]: (
    ids: ReadonlyArray<string>
  ) => Effect.Effect<Rows[K], Unavailable | ReadModelBroken>
}

const loadMissing = Effect.fnUntraced(function* <K extends keyof Eviction.Missing>(
  { readModel, state }: Recovering,
  name: K,
  ids: ReadonlyArray<string>
) {
  if (ids.length === 0) return
  const byId: ById = readModel
  Eviction.hydrateCollection(state, name, yield* untilAvailable(byId[name](ids)))
})

/**
 * Applies durable entries. Rows that they refer to and that are not in memory are loaded first; the
 * read model may be ahead, and the state records which entries such a row already contains.
 */
const follow = (recovering: Recovering) =>
  Effect.fnUntraced(function* (entries: ReadonlyArray<Entry.Entry>) {
    const { reach, readModel, state } = recovering
    const missing = Eviction.missing(state, entries)
    for (const name of Eviction.loadedNames) yield* loadMissing(recovering, name, missing[name])
    for (const [index, entry] of entries.entries()) {
      Fold.apply(state, entry)
      reach("replay: entry")
      // The next page arrives meanwhile.
      if (index % Limits.log.replayTurnEntries === Limits.log.replayTurnEntries - 1) {
        yield* Effect.yieldNow
      }
    }
    if (DirtyRows.size(state.dirty) < Limits.readModel.followChangesMax) return
    // The log's writer usually writes the read model too; without one, the follower does.
    const shown = yield* untilAvailable(readModel.seq)
    yield* Slices.run(Eviction.acknowledge(state, shown, leaving))
    if (DirtyRows.size(state.dirty) >= Limits.readModel.followChangesMax) yield* project(recovering)
  }, Effect.orDie)

/** Loads the idempotency keys of one day, while the engine already serves. */
const loadIdempotencyKeys = Effect.fnUntraced(function* ({
  readModel,
  state: { idempotencyFilter }
}: Recovering) {
  const since = (yield* Clock.currentTimeMillis) - State.replyMsMax
  let after = ""
  while (true) {
    const page = yield* untilAvailable(readModel.replyKeys(since, after))
    for (const { at, key } of page) idempotencyFilter.add(key, at)
    const last = page.at(-1)
    if (last === undefined) return idempotencyFilter.complete()
    after = last.key
    yield* Effect.yieldNow
  }
}, Effect.orDie)

export type Recovery = Effect.Success<ReturnType<typeof make>>

export const make = Effect.fnUntraced(function* (
  state: State.State,
  readModel: ReadModel["Service"]
) {
  const reach = yield* Failpoint.Failpoint
  const serviceState = yield* ServiceState.ServiceState
  const recovering: Recovering = { state, readModel, reach, serviceState }
  return {
    loadActive: loadActive(recovering),
    restore: restore(recovering),
    follow: follow(recovering),
    project: project(recovering),
    /** The last step before serving: no finished row stays in memory. */
    finish: Effect.andThen(
      project(recovering),
      Effect.sync(() => Eviction.evictFinished(state, Eviction.unused))
    ),
    loadIdempotencyKeys: loadIdempotencyKeys(recovering)
  }
})

/**
 * How a process that does not run the directory's partition follows it: of the entries there it
 * needs accounts, keys and users, whatever else the partition's accounts do.
 */
export const ofDirectory = (
  state: State.State,
  readModel: Pick<ReadModel["Service"], "restore">
): Pick<Reader, "loadActive" | "follow"> => ({
  loadActive: Effect.map(untilAvailable(readModel.restore), (restored) => {
    if (restored === undefined) return undefined
    const { accounts, invitations, keys, people, seq } = restored
    Eviction.hydrate(state, { accounts, invitations, keys, people })
    return seq
  }),
  follow: (entries) =>
    Effect.sync(() => {
      for (const entry of entries) Fold.applyDirectory(state, entry)
    })
})
