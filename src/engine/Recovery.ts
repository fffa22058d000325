/**
 * How a core comes to be: what is active from the read model, then the log from there on. A read
 * model that is missing or wrong is made again from the first entry; nothing is ever guessed. The
 * same way serves a start, a standby and `log rebuild`, in bounded memory.
 */
import { Clock, Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Changes from "./Changes.ts"
import * as Core from "./Core.ts"
import type * as Entry from "./Entry.ts"
import * as Failpoint from "./Failpoint.ts"
import type { LogRefused } from "./Log.ts"
import * as Phase from "./Phase.ts"
import * as Retention from "./Retention.ts"
import { Unavailable } from "./Unavailable.ts"
import type { Views } from "./Views.ts"

/** Nobody is at work on anything while a core comes to be. */
const nobody: Retention.Holders = {
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

export const make = Effect.fnUntraced(function* (core: Core.Core, views: Views["Service"]) {
  const reach = yield* Failpoint.Failpoint
  const phase = yield* Phase.Phase

  const warm: Effect.Effect<number | undefined, LogRefused> = Effect.gen(function* () {
    const restored = yield* patiently(views.restore)
    if (restored === undefined) return undefined
    core.seq = restored.seq
    Retention.adopt(core, restored)
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
    const changes = Changes.take(core)
    reach("project: before the write")
    yield* patiently(views.write(changes))
    reach("project: after the write")
    Retention.settle(core, changes.seq, nobody)
  })

  /** The last step before serving: nothing that is finished stays. */
  const finish = Effect.andThen(
    project,
    Effect.sync(() => Retention.forgetFinished(core, nobody))
  )

  /**
   * Folds entries in that are durable already. What they speak of and the core does not hold is
   * lent by the read model, which may be further on: the core knows which entries are in it.
   */
  const follow = Effect.fnUntraced(function* (entries: ReadonlyArray<Entry.Entry>) {
    const wanted = Retention.missing(core, entries)
    if (wanted.payouts.length > 0) {
      Retention.adopt(core, { payouts: yield* patiently(views.payouts(wanted.payouts)) })
    }
    if (wanted.batches.length > 0) {
      Retention.adopt(core, { batches: yield* patiently(views.batches(wanted.batches)) })
    }
    if (wanted.deliveries.length > 0) {
      Retention.adopt(core, { deliveries: yield* patiently(views.deliveries(wanted.deliveries)) })
    }
    if (wanted.quotes.length > 0) {
      Retention.adopt(core, { quotes: yield* patiently(views.quotes(wanted.quotes)) })
    }
    for (const entry of entries) {
      Core.apply(core, entry)
      reach("replay: entry")
    }
    if (Changes.size(core.changes) < Limits.views.followChangesMax) return
    // Whoever writes the log shows it too; only where nobody does this falls to who follows.
    Retention.settle(core, yield* patiently(views.seq), nobody)
    if (Changes.size(core.changes) >= Limits.views.followChangesMax) yield* project
  }, Effect.orDie)

  /** Learns which idempotency keys were used within a day, behind the live engine. */
  const recallKeys = Effect.gen(function* () {
    const since = (yield* Clock.currentTimeMillis) - Core.replyMsMax
    let after = ""
    while (true) {
      const page = yield* patiently(views.replyKeys(since, after))
      for (const { at, key } of page) core.seen.add(key, at)
      const last = page.at(-1)
      if (last === undefined) return core.seen.complete()
      after = last.key
      yield* Effect.yieldNow
    }
  }).pipe(Effect.orDie)

  return { warm, restore, follow, project, finish, recallKeys }
})
