/**
 * Which deliveries are in memory, endpoint by endpoint. A lane has so many places; what finds none
 * waits in the read model and comes in turn, in the order of the log. So neither a dead receiver
 * nor a long stop costs memory, and the events of a payout keep their order (L10, L11).
 */
import { Clock, Effect, FiberSet } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as Delivery from "../domain/webhook/Delivery.ts"
import type { Deliveries } from "../engine/commands/DeliveryReports.ts"
import { type Position, start } from "../engine/ports/ReadModel.ts"

interface Lane {
  readonly held: Set<string>
  /** More wait in the read model: whatever is born waits behind them. */
  isSpilled: boolean
  /** Something waits that was not there yet when the read model was last asked. */
  hasMore: boolean
  isRefilling: boolean
  /** What left its place since then: the answer may be older than that. */
  readonly left: Set<string>
  /** Up to where it has gone through what waits; `undefined`: it begins at the start. */
  after: Position | undefined
}

export interface DeliveryQueues {
  /** Ends a delivery's stay in memory, as far as this lane is concerned. */
  readonly leave: (delivery: Delivery.Delivery) => void
  /** A delivery that leaves is not over: it is fetched again. */
  readonly fetchAgain: (delivery: Delivery.Delivery) => void
  /** An endpoint was deleted: all that waits for it is fetched and ends. */
  readonly end: (endpointId: string) => void
  /** Fetches what becomes due; at first, whatever was due before. */
  readonly recallForever: Effect.Effect<void>
}

/** Who works on the deliveries that have a place. */
export interface Worker {
  /** Called with each delivery that got a place. */
  readonly begin: (delivery: Delivery.Delivery) => void
  /** One that has a place has something to do sooner than it knew. */
  readonly wake: (id: string) => void
  /** Whether an endpoint was deleted: its deliveries end at once, and not when they are due. */
  readonly isGone: (endpointId: string) => boolean
}

export const make = Effect.fnUntraced(function* (
  deliveries: Deliveries,
  { begin, isGone, wake }: Worker
) {
  const { heldPerEndpointMax, horizonMs, recallMs } = Limits.webhooks
  const lanes = new Map<string, Lane>()
  const run = yield* FiberSet.makeRuntime<never, void, never>()
  /**
   * Until the read model was asked for the first time every lane may have older deliveries there.
   */
  let isCold = true
  /** What is due up to here was fetched, unless it had its place then. */
  let recalledUntil = 0

  const laneOf = (endpointId: string): Lane => {
    const known = lanes.get(endpointId)
    if (known !== undefined) return known
    const flags = { isSpilled: isCold, hasMore: false, isRefilling: false }
    const lane: Lane = { held: new Set(), left: new Set(), after: undefined, ...flags }
    lanes.set(endpointId, lane)
    return lane
  }

  /** What has no place waits in the read model, also for a fetch that is under way. */
  const spill = (lane: Lane): void => {
    lane.isSpilled = true
    lane.hasMore = true
  }

  const enter = (lane: Lane, delivery: Delivery.Delivery): void => {
    lane.held.add(delivery.id)
    deliveries.hold(delivery.id)
    begin(delivery)
  }

  /**
   * Fills the places once; whether there may be more to fetch now. Whatever is durable is waited
   * for at the start, and once more after the end: a lane that has much to go through does not
   * wait for it each time.
   */
  const fetch = Effect.fnUntraced(function* (endpointId: string, lane: Lane) {
    const { after } = lane
    if (after === undefined) lane.hasMore = false
    lane.left.clear()
    if (after === undefined) yield* deliveries.shown
    const limit = heldPerEndpointMax - lane.held.size
    if (limit <= 0) return false
    const until = isGone(endpointId)
      ? Number.MAX_SAFE_INTEGER
      : (yield* Clock.currentTimeMillis) + horizonMs
    const excluding = [...lane.held]
    const due = yield* deliveries.due({
      endpointId,
      after: after ?? start,
      until,
      excluding,
      limit
    })
    for (const lent of due) {
      const { id } = lent.state
      if (lane.held.has(id) || lane.left.has(id)) continue
      deliveries.adopt(lent)
      enter(lane, deliveries.get(id) ?? lent.state)
    }
    const last = due.at(-1)
    if (last !== undefined && due.length === limit) {
      lane.after = { seq: last.seq, id: last.state.id }
      return false
    }
    lane.after = undefined
    if (after !== undefined) return true
    lane.isSpilled = lane.hasMore
    return lane.hasMore
  })

  const refill = (endpointId: string, lane: Lane): void => {
    if (lane.isRefilling) return
    lane.isRefilling = true
    const filled = Effect.gen(function* () {
      while (yield* fetch(endpointId, lane)) yield* Effect.yieldNow
    })
    run(
      filled.pipe(
        Effect.retry(Limits.waitForDatabase),
        // A row that cannot be read stays so: it is not asked for in a loop.
        Effect.catchCause((cause) =>
          Effect.andThen(
            Effect.logError(`The lane of ${endpointId} stands`, cause),
            Effect.sleep(recallMs)
          )
        ),
        Effect.ensuring(
          Effect.sync(() => {
            lane.isRefilling = false
            tidy(endpointId, lane)
          })
        )
      )
    )
  }

  /** A lane with free places fetches what waits; one without deliveries ends. */
  const tidy = (endpointId: string, lane: Lane): void => {
    if (lane.isRefilling) return
    if (lane.isSpilled && lane.held.size <= heldPerEndpointMax / 2) refill(endpointId, lane)
    else if (lane.held.size === 0 && !lane.isSpilled) lanes.delete(endpointId)
  }

  deliveries.listen((delivery) => {
    const lane = laneOf(delivery.endpointId)
    if (lane.held.has(delivery.id)) return wake(delivery.id)
    lane.hasMore = true
    if (!lane.isSpilled && lane.held.size < heldPerEndpointMax) return enter(lane, delivery)
    lane.isSpilled = true
    tidy(delivery.endpointId, lane)
  })

  /** Brings everything that waits for an endpoint, however late it is due. */
  const end = (endpointId: string): void => {
    const lane = laneOf(endpointId)
    spill(lane)
    lane.held.forEach(wake)
    tidy(endpointId, lane)
  }

  const recall = Effect.fnUntraced(function* (from: number) {
    // What is not shown yet would be passed over for ever.
    yield* deliveries.shown
    const until = (yield* Clock.currentTimeMillis) + horizonMs
    for (const endpointId of yield* deliveries.dueEndpoints(from, until)) {
      const lane = laneOf(endpointId)
      lane.isSpilled = true
      tidy(endpointId, lane)
    }
    // An endpoint may have been deleted just before a stop.
    if (from < 0) {
      const later = yield* deliveries.dueEndpoints(until, Number.MAX_SAFE_INTEGER)
      for (const endpointId of later.filter(isGone)) end(endpointId)
    }
    isCold = false
    recalledUntil = until
    return until
  })

  const result: DeliveryQueues = {
    leave: ({ endpointId, id }) => {
      const lane = laneOf(endpointId)
      lane.held.delete(id)
      if (lane.isRefilling) lane.left.add(id)
      const dueAt = deliveries.get(id)?.nextAttemptAt ?? Number.POSITIVE_INFINITY
      if (dueAt <= recalledUntil) spill(lane)
      deliveries.release(id)
      tidy(endpointId, lane)
    },
    end,
    fetchAgain: ({ endpointId }) => spill(laneOf(endpointId)),
    recallForever: Effect.gen(function* () {
      let from = -1
      while (true) {
        from = yield* Effect.retry(recall(from), Limits.waitForDatabase)
        yield* Effect.sleep(recallMs)
      }
    }).pipe(Effect.orDie)
  }
  return result
})
