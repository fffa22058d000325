/**
 * Deliveries for the dispatcher. Memory has only the deliveries in progress. All others wait in the
 * read model, so an endpoint that is down for hours costs no memory (L10).
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
import * as Reload from "./Reload.ts"

/** A delivery as the read model returns it. */
type LoadedDelivery = Versioned<Delivery.Delivery>

export interface Deliveries {
  /**
   * Calls back in log order with each delivery that is created or has to be resent. Called
   * once.
   */
  readonly listen: (listener: (delivery: Delivery.Delivery) => void) => void
  /** A delivery stays in memory while it is held. */
  readonly hold: (id: string) => void
  readonly release: (id: string) => void
  readonly get: (id: string) => Delivery.Delivery | undefined
  /**
   * Deliveries of an endpoint that are due, in log order. They are not put into memory: the caller
   * adopts those that it keeps.
   */
  readonly due: (filter: DueFilter) => Effect.Effect<ReadonlyArray<LoadedDelivery>, Unavailable>
  /** Takes a loaded delivery into memory. The caller holds it at once. */
  readonly adopt: (loaded: LoadedDelivery) => void
  readonly dueEndpoints: (
    from: number,
    until: number
  ) => Effect.Effect<ReadonlyArray<string>, Unavailable>
  /** Waits until the read model has every entry that is durable now. */
  readonly caughtUp: Effect.Effect<void, Unavailable>
  /**
   * Reports what happened to a held delivery, and returns when it is durable. Other callers use
   * `execute` with the lock `delivery ID`.
   */
  readonly report: (
    id: string,
    command: Delivery.Command
  ) => Effect.Effect<void, Delivery.Rejection>
  /** Keeps a delivery in memory while an effect uses it. */
  readonly during: <A, E>(id: string, use: Effect.Effect<A, E>) => Effect.Effect<A, E>
}

/** The progress of the read model. */
interface Tables {
  /** Waits until the read model has every entry that is durable now. */
  readonly caughtUp: Effect.Effect<void, Unavailable>
  /** The last entry that the read model has. */
  readonly seq: () => number
}

/**
 * Reads the current due deliveries. If the projector wrote during the read, a delivery may have
 * left memory whose row was read before. The rows are then read again.
 */
const readDue = (
  readModel: ReadModel["Service"],
  tables: Tables,
  filter: DueFilter,
  retriesLeft: number = Limits.readModel.rereadsMax
): Effect.Effect<ReadonlyArray<LoadedDelivery>, Unavailable> =>
  Effect.suspend(() => {
    const before = tables.seq()
    return Effect.flatMap(orDie(readModel.dueDeliveries(filter)), (deliveries) => {
      if (tables.seq() === before) return Effect.succeed(deliveries)
      if (retriesLeft > 0) return readDue(readModel, tables, filter, retriesLeft - 1)
      return Effect.fail(new Unavailable({ message: "The deliveries are changing." }))
    })
  })

export const make = (
  state: State.State,
  log: Log["Service"],
  readModel: ReadModel["Service"],
  tables: Tables
) => {
  /** The number of holders per delivery: the dispatcher, and requests to resend it. */
  const holders = new Map<string, number>()
  let listener: (delivery: Delivery.Delivery) => void = () => {}
  const inUse = { deliveries: (id: string) => holders.has(id) }

  const hold = (id: string): void => void holders.set(id, (holders.get(id) ?? 0) + 1)

  const release = (id: string): void => {
    const remaining = (holders.get(id) ?? 0) - 1
    if (remaining > 0) return void holders.set(id, remaining)
    holders.delete(id)
    Eviction.evict(state, "deliveries", id, inUse)
  }

  /** An append in flight holds its deliveries, even when no caller waits for it any longer. */
  const commit = (id: string, draft: Entry.Draft): Effect.Effect<boolean> =>
    Effect.callback((resume) => {
      hold(id)
      log.append(draft, (durable) => {
        release(id)
        resume(Effect.succeed(durable))
      })
    })

  /** The dispatcher waits until its report is durable. */
  const report: Deliveries["report"] = Effect.fnUntraced(function* (id, command) {
    while (true) {
      const delivery = state.deliveries.get(id)
      if (delivery === undefined) return
      const events = yield* Effect.fromResult(Delivery.decide(delivery, command))
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
    listen: (callback) => {
      listener = callback
    },
    hold,
    release,
    get: (id) => state.deliveries.get(id),
    due: (filter) => readDue(readModel, tables, filter),
    adopt: (loaded) => Eviction.hydrate(state, { deliveries: [loaded] }),
    dueEndpoints: (from, until) => orDie(readModel.dueEndpoints(from, until)),
    caughtUp: tables.caughtUp,
    report,
    during
  }

  const reload = (id: string): Effect.Effect<void, Unavailable> | undefined =>
    state.deliveries.has(id) || !Ids.isOf("delivery", id)
      ? undefined
      : Reload.load(
          state,
          Effect.map(readModel.deliveries([id]), (deliveries) => ({ deliveries }))
        )

  return {
    deliveries,
    reload,
    isHeld: inUse.deliveries,
    /** Passes a delivery to the dispatcher. */
    changed: (id: string): void => {
      const delivery = state.deliveries.get(id)
      if (delivery !== undefined) listener(delivery)
    }
  }
}
