/**
 * The recovery of the state: active rows come from the read model, later changes from the log. A
 * read model that is missing or wrong is rebuilt from the first entry; nothing is ever guessed. A
 * start, a standby and `log rebuild` use this code, in bounded memory.
 */

import { Clock, Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Turns from "../telemetry/Turns.ts"
import * as DatabaseRetry from "./ports/DatabaseRetry.ts"
import * as Entry from "./ports/Entry.ts"
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

interface RecoveryContext {
  readonly state: State.State
  readonly readModel: ReadModel["Service"]
  readonly reach: (point: Failpoint.Point) => void
  readonly serviceState: ServiceState.Progress
}

const detailOf = (error: unknown): string =>
  error instanceof Unavailable ? (error.detail ?? "") : ""

/** Waits while the database is unavailable: recovery has no caller who waits for a response. */
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

/**
 * Loads the active rows. Returns their position in the log; `undefined` if the read model cannot be
 * trusted.
 */
const loadActive = Effect.fnUntraced(function* ({
  reach,
  readModel,
  state
}: RecoveryContext): Effect.fn.Return<number | undefined, LogRefused> {
  const rows = yield* untilAvailable(readModel.restore)
  if (rows === undefined) return undefined
  state.seq = rows.seq
  Eviction.hydrate(state, rows)
  reach("restore: done")
  return state.seq
})

/** Fills an empty state. Returns the entry from which the log is followed. */
const restore = Effect.fnUntraced(function* (
  context: RecoveryContext
): Effect.fn.Return<number, LogRefused> {
  context.serviceState.enter("recovering")
  const seq = yield* loadActive(context)
  if (seq === undefined) {
    yield* Effect.logInfo("Began to rebuild the read model from the whole log")
    yield* untilAvailable(context.readModel.reset)
    context.reach("restore: done")
  }
  return seq ?? 0
})

const evictionRules = { inUse: Eviction.noneInUse, rowsPerTurn: Limits.readModel.rowsPerTurn }

/** Writes all changes to the read model, and evicts finished rows. */
const project = Effect.fnUntraced(function* ({ reach, readModel, state }: RecoveryContext) {
  const changes = Turns.during("tables", () => DirtyRows.take(state))
  reach("project: before the write")
  yield* untilAvailable(readModel.write(changes))
  reach("project: after the write")
  const followUp = Eviction.afterWrite(state, changes, evictionRules)
  yield* Slices.run(followUp.archive)
  followUp.publish()
  yield* Slices.run(followUp.evict)
})

/**
 * Brings the tables up to date, unless fewer changes than `min` are left. The log's writer usually
 * writes the read model too; without one, the follower does.
 */
const writeTables = Effect.fnUntraced(function* (context: RecoveryContext, min = 1) {
  const { readModel, state } = context
  const projectedSeq = yield* untilAvailable(readModel.seq)
  yield* Slices.run(Eviction.acknowledge(state, projectedSeq, evictionRules))
  if (DirtyRows.size(state.dirty) >= min) yield* project(context)
})

/** The read model's look-ups by id. */
type ById = {
  readonly [K in keyof Eviction.Missing]: (
    ids: ReadonlyArray<string>
  ) => Effect.Effect<Rows[K], Unavailable | ReadModelBroken>
}

const loadMissing = Effect.fnUntraced(function* <K extends keyof Eviction.Missing>(
  { readModel, state }: RecoveryContext,
  name: K,
  ids: ReadonlyArray<string>
) {
  if (ids.length === 0) return
  const byId: ById = readModel
  Eviction.hydrateCollection(state, name, yield* untilAvailable(byId[name](ids)))
})

/**
 * Applies durable entries. Rows that they refer to and that are not in memory are loaded first. The
 * read model may be ahead, and the state records which entries such a row already contains.
 */
const follow = (context: RecoveryContext) =>
  Effect.fnUntraced(function* (entries: ReadonlyArray<Entry.Entry>) {
    const { reach, state } = context
    const missing = Eviction.missing(state, entries)
    for (const name of Eviction.loadedNames) yield* loadMissing(context, name, missing[name])
    for (const [index, entry] of entries.entries()) {
      // The recipient's rows are sealed with the keys that the entry restricts.
      if (Entry.hidesPerson(entry)) yield* writeTables(context)
      Fold.apply(state, entry)
      reach("replay: entry")
      // The next page is read during the pause.
      if (index % Limits.log.replayTurnEntries === Limits.log.replayTurnEntries - 1) {
        yield* Effect.yieldNow
      }
    }
    if (DirtyRows.size(state.dirty) < Limits.readModel.followChangesMax) return
    yield* writeTables(context, Limits.readModel.followChangesMax)
  }, Effect.orDie)

/** Loads the idempotency keys of one day, while the engine already serves. */
const loadIdempotencyKeys = Effect.fnUntraced(function* ({
  readModel,
  state: { idempotencyFilter }
}: RecoveryContext) {
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
  const context: RecoveryContext = { state, readModel, reach, serviceState }
  return {
    loadActive: loadActive(context),
    restore: restore(context),
    follow: follow(context),
    project: project(context),
    /** The last step before serving: no finished row stays in memory. */
    finish: Effect.andThen(
      project(context),
      Effect.sync(() => Eviction.evictFinished(state, Eviction.noneInUse))
    ),
    loadIdempotencyKeys: loadIdempotencyKeys(context)
  }
})

/**
 * A follower of the directory for a process that does not run its partition. It needs accounts,
 * keys and users from the entries there, and nothing else that the partition's accounts do.
 */
export const ofDirectory = (
  state: State.State,
  readModel: Pick<ReadModel["Service"], "restore">
): Pick<Reader, "loadActive" | "follow"> => ({
  loadActive: Effect.map(untilAvailable(readModel.restore), (rows) => {
    if (rows === undefined) return undefined
    const { accounts, invitations, keys, people, seq } = rows
    Eviction.hydrate(state, { accounts, invitations, keys, people })
    return seq
  }),
  follow: (entries) =>
    Effect.sync(() => {
      for (const entry of entries) Fold.applyDirectory(state, entry)
    })
})
