/**
 * How a core comes to be: what is active from the read model, then the log from there on. A read
 * model that is missing or wrong is made again from the first entry; nothing is ever guessed. The
 * same way serves a start, a standby and `log rebuild`, in bounded memory.
 */
import { Clock, Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Failpoint from "./Failpoint.ts"
import type * as Entry from "./ports/Entry.ts"
import type { LogRefused } from "./ports/Log.ts"
import type { ReadModel } from "./ports/ReadModel.ts"
import { Unavailable } from "./ports/Unavailable.ts"
import * as ServiceState from "./ServiceState.ts"
import * as DirtyRows from "./state/DirtyRows.ts"
import * as Eviction from "./state/Eviction.ts"
import * as State from "./state/State.ts"

/** Nobody is at work on anything while a core comes to be. */
const nobody: Eviction.Holders = {
  holdsPayout: () => false,
  holdsDelivery: () => false,
  holdsBatch: () => false
}

const detailOf = (error: unknown): string =>
  error instanceof Unavailable ? (error.detail ?? "") : ""

/** Recovery has nobody to answer: it waits for a database that is away. */
const patiently = <A, E = never>(
  read: Effect.Effect<A, E | Unavailable>
): Effect.Effect<A, Exclude<E, Unavailable>> =>
  read.pipe(
    Effect.tapError((error) =>
      Effect.logWarning("Waiting for the read model", String(error), detailOf(error))
    ),
    Effect.retry({
      while: (error) => error instanceof Unavailable,
      schedule: Limits.waitForDatabase
    }),
    Effect.catch((error) =>
      error instanceof Unavailable
        ? Effect.die(error)
        : Effect.fail(error as Exclude<E, Unavailable>)
    )
  )

export const make = Effect.fnUntraced(function* (core: State.State, views: ReadModel["Service"]) {
  const reach = yield* Failpoint.Failpoint
  const phase = yield* ServiceState.ServiceState

  const warm: Effect.Effect<number | undefined, LogRefused> = Effect.gen(function* () {
    const restored = yield* patiently(views.restore)
    if (restored === undefined) return undefined
    core.seq = restored.seq
    Eviction.hydrate(core, restored)
    reach("restore: done")
    return core.seq
  })

  /** Fills an empty core; the place from which the log must be followed. */
  const restore: Effect.Effect<number, LogRefused> = Effect.gen(function* () {
    phase.enter("recovering")
    const seq = yield* warm
    if (seq === undefined) {
      yield* Effect.logInfo("The read model is made from the whole log")
      yield* patiently(views.reset)
      reach("restore: done")
    }
    return seq ?? 0
  })

  /** Everything folded in is shown, and what is finished is forgotten. */
  const project = Effect.gen(function* () {
    const changes = DirtyRows.take(core)
    reach("project: before the write")
    yield* patiently(views.write(changes))
    reach("project: after the write")
    Eviction.acknowledge(core, changes.seq, nobody)
  })

  /** The last step before serving: nothing that is finished stays. */
  const finish = Effect.andThen(
    project,
    Effect.sync(() => Eviction.evictFinished(core, nobody))
  )

  /**
   * Folds entries in that are durable already. What they speak of and the core does not hold is
   * lent by the read model, which may be further on: the core knows which entries are in it.
   */
  const follow = Effect.fnUntraced(function* (entries: ReadonlyArray<Entry.Entry>) {
    const wanted = Eviction.missing(core, entries)
    if (wanted.payouts.length > 0) {
      Eviction.hydrate(core, { payouts: yield* patiently(views.payouts(wanted.payouts)) })
    }
    if (wanted.batches.length > 0) {
      Eviction.hydrate(core, { batches: yield* patiently(views.batches(wanted.batches)) })
    }
    if (wanted.deliveries.length > 0) {
      Eviction.hydrate(core, { deliveries: yield* patiently(views.deliveries(wanted.deliveries)) })
    }
    if (wanted.quotes.length > 0) {
      Eviction.hydrate(core, { quotes: yield* patiently(views.quotes(wanted.quotes)) })
    }
    for (const entry of entries) {
      State.apply(core, entry)
      reach("replay: entry")
    }
    if (DirtyRows.size(core.dirty) < Limits.views.followChangesMax) return
    // Whoever writes the log shows it too; only where nobody does this falls to who follows.
    Eviction.acknowledge(core, yield* patiently(views.seq), nobody)
    if (DirtyRows.size(core.dirty) >= Limits.views.followChangesMax) yield* project
  }, Effect.orDie)

  /** Learns which idempotency keys were used within a day, behind the live engine. */
  const recallKeys = Effect.gen(function* () {
    const since = (yield* Clock.currentTimeMillis) - State.replyMsMax
    let after = ""
    while (true) {
      const page = yield* patiently(views.replyKeys(since, after))
      for (const { at, key } of page) core.idempotencyFilter.add(key, at)
      const last = page.at(-1)
      if (last === undefined) return core.idempotencyFilter.complete()
      after = last.key
      yield* Effect.yieldNow
    }
  }).pipe(Effect.orDie)

  return { warm, restore, follow, project, finish, recallKeys }
})
