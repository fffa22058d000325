/**
 * Lists without the rest of an engine: a state that evicts, its projector and its queries on a
 * read model. The fold of all entries, which never evicts, has the expected rows. A write can be
 * held before and after its commit.
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

/** Points at which a write waits. Both are open at first. */
interface Gates {
  readonly before: Latch.Latch
  readonly behind: Latch.Latch
  /** The point that the current write has reached. */
  reached: "nothing" | "begun" | "committed"
}

export interface Listing {
  /** The state that an engine has in memory. */
  readonly live: State.State
  /** The fold of all entries. */
  readonly fold: State.State
  readonly queries: Queries.Queries
  /** Payouts that are in use and stay in memory. */
  readonly used: Set<string>
  /** Reads of the tables' lists wait while the latch is closed. */
  readonly reading: Latch.Latch
  /** Loads the rows that these events need, and applies an entry with the events. */
  readonly apply: (events: ReadonlyArray<Entry.Event>) => Effect.Effect<void>
  /**
   * Runs a write up to its beginning, its commit, the first row that leaves memory, or the end.
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
    recipientPayouts: wait(lists.recipientPayouts),
    batches: wait(lists.batches),
    beneficiaries: wait(lists.beneficiaries),
    quotes: wait(lists.quotes),
    withdrawals: wait(lists.withdrawals),
    bookings: wait(lists.bookings)
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

/** Makes an entry durable before it is applied. */
export type Append = (entry: Entry.Entry) => Effect.Effect<void>

/** Without `append` there is no log, so no row of the tables may rely on an entry. */
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
  // As in an engine, rows that an entry needs stay in memory until it is applied.
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
    // A write without changes never begins, but ends.
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

/** Evicts a payout as the end of its actor does. */
const release = ({ live, used }: Listing, id: string): void => {
  used.delete(id)
  Eviction.evict(live, "payouts", id, { payouts: (one) => used.has(one) })
}

/** Plays one step of a history. Steps of the kind "list" are left to the caller. */
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
