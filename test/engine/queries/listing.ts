/**
 * Lists without the rest of an engine: a state that evicts, its projector and its queries over a
 * read model, and beside them the fold of all entries, which never forgets. A write can be held
 * before and behind its commit.
 */
import { Clock, Effect, Fiber, Latch, type Scope } from "effect"
import { TestClock } from "effect/testing"
import * as PendingRequests from "../../../src/engine/commands/PendingRequests.ts"
import * as Projector from "../../../src/engine/Projector.ts"
import type * as Entry from "../../../src/engine/ports/Entry.ts"
import type * as ReadModel from "../../../src/engine/ports/ReadModel.ts"
import type { Kinds } from "../../../src/engine/ports/Rows.ts"
import * as Queries from "../../../src/engine/queries/Queries.ts"
import * as Eviction from "../../../src/engine/state/Eviction.ts"
import * as Fold from "../../../src/engine/state/Fold.ts"
import * as State from "../../../src/engine/state/State.ts"
import * as History from "./history.ts"

type Service = ReadModel.ReadModel["Service"]

/** Where a write waits; open at first. */
interface Gates {
  readonly before: Latch.Latch
  readonly behind: Latch.Latch
  /** What a write has reached: nothing, its beginning, its commit. */
  reached: "nothing" | "begun" | "committed"
}

export interface Listing {
  /** What an engine holds in memory. */
  readonly live: State.State
  /** All there ever was. */
  readonly fold: State.State
  readonly queries: Queries.Queries
  /** Payouts that are in use, and stay in memory. */
  readonly used: Set<string>
  /** Reads of the tables' lists wait while it is closed. */
  readonly reading: Latch.Latch
  /** Applies an entry with these events; rows that they need are loaded first. */
  readonly apply: (events: ReadonlyArray<Entry.Event>) => Effect.Effect<void>
  /**
   * A write until its beginning, until its commit, until its rows begin to leave memory, or until
   * all have.
   */
  readonly write: (until: "begun" | "committed" | "leaving" | "done") => Effect.Effect<void>
}

const yields = Effect.fnUntraced(function* (holds: () => boolean) {
  for (let turns = 0; !holds(); turns++) {
    if (turns > 100_000) return yield* Effect.die(new Error(`It never became true: ${holds}`))
    yield* Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))
  }
})

/** Lists whose reads of the tables wait at a latch. */
const held = ({ lists }: Service, reading: Latch.Latch): ReadModel.TableLists => {
  const wait = <F, A>(list: ReadModel.TableList<F, A>): ReadModel.TableList<F, A> => ({
    page: (...asked) => Effect.andThen(Latch.await(reading), list.page(...asked)),
    count: (...asked) => Effect.andThen(Latch.await(reading), list.count(...asked))
  })
  return {
    payouts: wait(lists.payouts),
    batches: wait(lists.batches),
    beneficiaries: wait(lists.beneficiaries),
    quotes: wait(lists.quotes)
  }
}

const load = Effect.fnUntraced(function* <K extends keyof Eviction.Missing>(
  readModel: Service,
  live: State.State,
  name: K,
  ids: ReadonlyArray<string>
) {
  if (ids.length === 0) return
  const byId: {
    readonly [N in keyof Eviction.Missing]: (
      ids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<{ readonly seq: number; readonly state: Kinds[N] }>, unknown>
  } = readModel
  Eviction.hydrateCollection(live, name, yield* Effect.orDie(byId[name](ids)))
})

/** Rows that events refer to. */
const neededBy = (events: ReadonlyArray<Entry.Event>): ReadonlySet<string> =>
  new Set(
    events.flatMap((event) => [
      ...("id" in event ? [event.id] : []),
      ...("quoteId" in event && event.quoteId !== null ? [event.quoteId] : [])
    ])
  )

/** What makes an entry durable before it is applied. */
export type Append = (entry: Entry.Entry) => Effect.Effect<void>

/** Without `append` there is no log: no row of the tables may rely on an entry. */
export const make: (
  readModel: Service,
  append?: Append
) => Effect.Effect<Listing, never, Scope.Scope> = Effect.fnUntraced(function* (
  readModel: Service,
  append?: Append
) {
  const live = State.make()
  const fold = State.make()
  const used = new Set<string>()
  const reading = yield* Latch.make(true)
  const gates: Gates = {
    before: yield* Latch.make(true),
    behind: yield* Latch.make(true),
    reached: "nothing"
  }
  const slow: Service = {
    ...readModel,
    lists: held(readModel, reading),
    write: (changes) =>
      Effect.gen(function* () {
        gates.reached = "begun"
        yield* Latch.await(gates.before)
        yield* readModel.write(changes)
        gates.reached = "committed"
        yield* Latch.await(gates.behind)
        gates.reached = "nothing"
      })
  }
  yield* Effect.orDie(readModel.reset)
  const waiting = yield* PendingRequests.make
  // As in an engine: rows that an entry needs stay in memory until it is applied.
  let needed: ReadonlySet<string> = new Set()
  const isNeeded = (id: string) => needed.has(id)
  const inUse = {
    payouts: (id: string) => used.has(id) || isNeeded(id),
    batches: isNeeded,
    quotes: isNeeded
  }
  const projector = yield* Projector.make(live, slow, waiting, { inUse, rowsPerTurn: 1 }).pipe(
    Effect.provide(Projector.backlogsLayer)
  )
  const lists = Queries.make(live, slow, {
    caughtUp: projector.caughtUp,
    tableSeq: projector.seq,
    reopenings: projector.reopenings
  })

  const apply = Effect.fnUntraced(function* (events: ReadonlyArray<Entry.Event>) {
    const at = yield* Clock.currentTimeMillis
    const place = { seq: live.seq + 1, epoch: 1 }
    const entry: Entry.Entry = { v: 1, at, by: "engine", events, reply: null, ...place }
    needed = neededBy(events)
    const missing = Eviction.missing(live, [entry])
    for (const name of Eviction.loadedNames) yield* load(readModel, live, name, missing[name])
    if (append !== undefined) yield* append(entry)
    Fold.apply(live, entry)
    Fold.apply(fold, entry)
    needed = new Set()
    projector.changed()
  })

  const write: Listing["write"] = Effect.fnUntraced(function* (until) {
    Latch.closeUnsafe(gates.before)
    Latch.closeUnsafe(gates.behind)
    const written = yield* Effect.forkChild(projector.caughtUp, { startImmediately: true })
    // Nothing is to be written.
    yield* yields(() => gates.reached !== "nothing" || written.pollUnsafe() !== undefined)
    if (until === "begun") return
    Latch.openUnsafe(gates.before)
    yield* yields(() => gates.reached !== "begun")
    if (until === "committed") return
    const before = projector.seq()
    Latch.openUnsafe(gates.behind)
    yield* yields(() => projector.seq() > before || written.pollUnsafe() !== undefined)
    if (until === "leaving") return
    yield* Effect.orDie(Fiber.join(written))
  })

  return { live, fold, queries: lists, used, reading, apply, write }
})

/** Leaves memory as when its actor ends. */
const release = ({ live, used }: Listing, id: string): void => {
  used.delete(id)
  Eviction.evict(live, "payouts", id, { payouts: (one) => used.has(one) })
}

/** One step of a history, but for a list. */
export const play = Effect.fnUntraced(function* (
  listing: Listing,
  step: History.Step,
  count: number
) {
  const ids = [...listing.fold.payouts.keys()]
  const id = ids[step.pick % Math.max(1, ids.length)] ?? ""
  switch (step.kind) {
    case "begin":
      return yield* listing.write("begun")
    case "commit":
      return yield* listing.write("committed")
    case "leave": {
      yield* listing.write("leaving")
      // One row leaves in each turn of the event loop.
      let turns = 0
      return yield* yields(() => turns++ >= step.more % 16)
    }
    case "write":
      return yield* listing.write("done")
    case "use":
      return void listing.used.add(id)
    case "release":
      return release(listing, id)
    default: {
      yield* TestClock.adjust(1)
      const at = yield* Clock.currentTimeMillis
      const events = History.eventsOf(step, listing.fold, at, count)
      return events.length === 0 ? undefined : yield* listing.apply(events)
    }
  }
})
