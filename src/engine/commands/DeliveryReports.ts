/**
 * Deliveries for the dispatcher. Memory holds those it is working on; all others wait
 * in the read model, so a receiver that is down for hours costs no memory (L10).
 */
import { Clock, Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Ids from "../../domain/Ids.ts"
import * as Delivery from "../../domain/webhook/Delivery.ts"
import * as Entry from "../ports/Entry.ts"
import { type Log, untilWritable } from "../ports/Log.ts"
import { type DueFilter, orDie, type ReadModel } from "../ports/ReadModel.ts"
import type { Versioned } from "../ports/Rows.ts"
import { Unavailable } from "../ports/Unavailable.ts"
import * as Eviction from "../state/Eviction.ts"
import type * as State from "../state/State.ts"
import * as Recall from "./Recall.ts"

/** A delivery as the read model returns it. */
type LoadedDelivery = Versioned<Delivery.Delivery>

export interface Deliveries {
  /**
   * Calls back in log order with each delivery that is created or to be sent again. Called once.
   */
  readonly listen: (listener: (delivery: Delivery.Delivery) => void) => void
  /** While it is held a delivery stays in memory. */
  readonly hold: (id: string) => void
  readonly release: (id: string) => void
  readonly get: (id: string) => Delivery.Delivery | undefined
  /**
   * Deliveries of an endpoint that are due, in log order. They are not put into memory: adopt those
   * that are kept.
   */
  readonly due: (filter: DueFilter) => Effect.Effect<ReadonlyArray<LoadedDelivery>, Unavailable>
  /** Takes a loaded delivery into memory. The caller holds it at once. */
  readonly adopt: (loaded: LoadedDelivery) => void
  readonly dueEndpoints: (
    from: number,
    until: number
  ) => Effect.Effect<ReadonlyArray<string>, Unavailable>
  /** Waits until the read model shows what is durable now. */
  readonly shown: Effect.Effect<void, Unavailable>
  /**
   * Reports what happened to a held delivery; returns when it is durable. Other callers use
   * `execute` with the lock `delivery ID`.
   */
  readonly report: (
    id: string,
    command: Delivery.Command
  ) => Effect.Effect<void, Delivery.Rejection>
  /** A delivery stays in memory while something uses it. */
  readonly during: <A, E>(id: string, use: Effect.Effect<A, E>) => Effect.Effect<A, E>
}

/** Where the read model stands. */
interface Tables {
  /** Waits until it shows every entry that is durable now. */
  readonly caughtUp: Effect.Effect<void, Unavailable>
  /** The last entry that it shows. */
  readonly seq: () => number
}

/**
 * Deliveries as of now: a write that came in between may have let a delivery leave memory whose row
 * was read before, so the rows are read again.
 */
const readDue = (
  readModel: ReadModel["Service"],
  tables: Tables,
  filter: DueFilter,
  left: number = Limits.readModel.rereadsMax
): Effect.Effect<ReadonlyArray<LoadedDelivery>, Unavailable> =>
  Effect.suspend(() => {
    const before = tables.seq()
    return Effect.flatMap(orDie(readModel.dueDeliveries(filter)), (found) => {
      if (tables.seq() === before) return Effect.succeed(found)
      if (left > 0) return readDue(readModel, tables, filter, left - 1)
      return Effect.fail(new Unavailable({ message: "The deliveries are changing." }))
    })
  })

export const make = (
  state: State.State,
  log: Log["Service"],
  readModel: ReadModel["Service"],
  tables: Tables
) => {
  /** How many hold a delivery: the dispatcher, and requests to resend it. */
  const held = new Map<string, number>()
  let listener: (delivery: Delivery.Delivery) => void = () => {}
  const inUse = { deliveries: (id: string) => held.has(id) }

  const hold = (id: string): void => void held.set(id, (held.get(id) ?? 0) + 1)

  const release = (id: string): void => {
    const others = (held.get(id) ?? 0) - 1
    if (others > 0) return void held.set(id, others)
    held.delete(id)
    Eviction.evict(state, "deliveries", id, inUse)
  }

  /** An append in flight holds its deliveries, also when no caller waits for it any more. */
  const commit = (id: string, draft: Entry.Draft): Effect.Effect<boolean> =>
    Effect.callback((resume) => {
      hold(id)
      log.append(draft, (durable) => {
        release(id)
        resume(Effect.succeed(durable))
      })
    })

  /** The dispatcher waits until its report is durable. */
  const report: Deliveries["report"] = Effect.fnUntraced(function* (id, given) {
    while (true) {
      const delivery = state.deliveries.get(id)
      if (delivery === undefined) return
      const events = yield* Effect.fromResult(Delivery.decide(delivery, given))
      const at = yield* Clock.currentTimeMillis
      const draft = { v: Entry.version, at, by: "engine", events, reply: null } as const
      if (yield* commit(id, draft)) return
      yield* untilWritable(log)
    }
  })

  const during: Deliveries["during"] = (id, use) =>
    Effect.suspend(() => {
      hold(id)
      return Effect.ensuring(
        use,
        Effect.sync(() => release(id))
      )
    })

  const deliveries: Deliveries = {
    listen: (given) => {
      listener = given
    },
    hold,
    release,
    get: (id) => state.deliveries.get(id),
    due: (filter) => readDue(readModel, tables, filter),
    adopt: (loaded) => Eviction.hydrate(state, { deliveries: [loaded] }),
    dueEndpoints: (from, until) => orDie(readModel.dueEndpoints(from, until)),
    shown: tables.caughtUp,
    report,
    during
  }

  const recall = (id: string): Effect.Effect<void, Unavailable> | undefined =>
    state.deliveries.has(id) || !Ids.isOf("delivery", id)
      ? undefined
      : Recall.load(
          state,
          Effect.map(readModel.deliveries([id]), (deliveries) => ({ deliveries }))
        )

  return {
    deliveries,
    recall,
    isHeld: inUse.deliveries,
    /** Passes a delivery to the dispatcher. */
    changed: (id: string): void => {
      const delivery = state.deliveries.get(id)
      if (delivery !== undefined) listener(delivery)
    }
  }
}
