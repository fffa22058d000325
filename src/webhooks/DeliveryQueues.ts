/**
 * One queue per endpoint, with the deliveries that are in memory. A queue has a limited number of
 * slots, and fewer for events of large batches. A delivery without a slot waits in the read model
 * and is fetched in log order. So neither a dead endpoint nor a long stop costs memory, and the
 * events of a payout keep their order (L10, L11).
 *
 *            a delivery          no slot free, or due later           half the slots free
 *     (none) ──────────▶ Live ──────────────────────────────▶ Spilled ──────────────────▶ Refilling
 *        ▲                │ ▲                                    ▲                            │ │
 *        └─ no deliveries ┘ └────── all waiting are in memory ───┼────────────────────────────┘ │
 *                                                                └─ slots full, or a failure ───┘
 *
 * While a queue is spilled, new deliveries wait in the read model behind the older ones.
 */

import { Clock, Effect, FiberSet } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as Delivery from "../domain/webhook/Delivery.ts"
import type { Deliveries } from "../engine/commands/DeliveryReports.ts"
import * as DatabaseRetry from "../engine/ports/DatabaseRetry.ts"
import { type Position, start } from "../engine/ports/ReadModel.ts"

const { memoryBytesPerEndpointMax, memoryPerEndpointMax, horizonMs, recallMs } = Limits.webhooks

interface Spilled {
  readonly _tag: "Spilled"
  /**
   * The position from which the scan of waiting deliveries continues; `undefined` for the start.
   */
  readonly after: Position | undefined
}

interface Refilling {
  readonly _tag: "Refilling"
  after: Position | undefined
  /**
   * Deliveries that left memory since the read model was queried: its result may be older than
   * that.
   */
  readonly departed: Set<string>
  /** True if a delivery started to wait after the read model was queried. */
  hasNew: boolean
}

type QueueState = { readonly _tag: "Live" } | Spilled | Refilling

interface Queue {
  readonly endpointId: string
  /** Ids of the deliveries in memory, each with the bytes of its body. */
  readonly bytesById: Map<string, number>
  /** The sum of these bytes. */
  memoryBytes: number
  state: QueueState
}

const live: QueueState = { _tag: "Live" }
const spilledFromStart: Spilled = { _tag: "Spilled", after: undefined }

/** The part that drives the deliveries that have a slot. */
export interface Worker {
  /** Called with each delivery that got a slot. */
  readonly begin: (delivery: Delivery.Delivery) => void
  /** The next step of a delivery that has a slot is due earlier than it was. */
  readonly wake: (id: string) => void
  /** True if an endpoint was deleted: its deliveries end at once, and not when they are due. */
  readonly isGone: (endpointId: string) => boolean
}

export interface DeliveryQueues {
  readonly deliveries: Deliveries
  readonly worker: Worker
  readonly run: (effect: Effect.Effect<void>) => void
  readonly byEndpoint: Map<string, Queue>
  /** True before the first query of the read model: every queue may have older deliveries there. */
  isCold: boolean
  /** Every delivery that is due up to this time was fetched, or had its slot then. */
  recalledUntil: number
}

const queueOf = (queues: DeliveryQueues, endpointId: string): Queue => {
  const existing = queues.byEndpoint.get(endpointId)
  if (existing !== undefined) return existing
  const state = queues.isCold ? spilledFromStart : live
  const queue: Queue = { endpointId, bytesById: new Map(), memoryBytes: 0, state }
  queues.byEndpoint.set(endpointId, queue)
  return queue
}

/** A delivery of this queue waits in the read model, unseen by a query that is under way. */
const spill = (queue: Queue): void => {
  if (queue.state._tag === "Refilling") queue.state.hasNew = true
  else if (queue.state._tag === "Live") queue.state = spilledFromStart
}

const bytesOf = ({ webhookEvent }: Delivery.Delivery): number =>
  Buffer.byteLength(webhookEvent.body)

/** The number of further deliveries that get a slot, and of their bytes. */
const roomOf = ({ bytesById, memoryBytes }: Queue) => ({
  limit: memoryPerEndpointMax - bytesById.size,
  bytesMax: memoryBytesPerEndpointMax - memoryBytes
})

const hasRoom = (queue: Queue): boolean => {
  const { bytesMax, limit } = roomOf(queue)
  return limit > 0 && bytesMax > 0
}

const take = (queues: DeliveryQueues, queue: Queue, delivery: Delivery.Delivery): void => {
  const bytes = bytesOf(delivery)
  queue.bytesById.set(delivery.id, bytes)
  queue.memoryBytes += bytes
  queues.deliveries.hold(delivery.id)
  queues.worker.begin(delivery)
}

/** Takes the fetched deliveries that are neither in memory nor left it while the query ran. */
const takeFetched = (
  queues: DeliveryQueues,
  queue: Queue,
  { departed }: Refilling,
  fetched: Effect.Success<ReturnType<Deliveries["due"]>>
): void => {
  for (const loaded of fetched) {
    const { id } = loaded.state
    if (queue.bytesById.has(id) || departed.has(id)) continue
    queues.deliveries.adopt(loaded)
    take(queues, queue, queues.deliveries.get(id) ?? loaded.state)
  }
}

/**
 * Fills the free slots with one query. The read model must have all that is durable at the start of
 * a scan and once more after its end. It need not at each query, so a long scan does not wait then.
 */
const fetch = Effect.fnUntraced(function* (queues: DeliveryQueues, queue: Queue, state: Refilling) {
  const { deliveries, worker } = queues
  const { endpointId, bytesById } = queue
  const { after } = state
  if (after === undefined) state.hasNew = false
  state.departed.clear()
  if (after === undefined) yield* deliveries.caughtUp
  if (!hasRoom(queue)) return "full"
  const room = roomOf(queue)
  const until = worker.isGone(endpointId)
    ? Number.MAX_SAFE_INTEGER
    : (yield* Clock.currentTimeMillis) + horizonMs
  const scan = {
    endpointId,
    after: after ?? start,
    until,
    excluding: [...bytesById.keys()],
    ...room
  }
  const fetched = yield* deliveries.due(scan)
  takeFetched(queues, queue, state, fetched)
  const last = fetched.at(-1)
  const bytes = fetched.reduce((sum, { state }) => sum + bytesOf(state), 0)
  if (last !== undefined && (fetched.length === room.limit || bytes >= room.bytesMax)) {
    state.after = { seq: last.seq, id: last.state.id }
    return "full"
  }
  state.after = undefined
  return after !== undefined || state.hasNew ? "more" : "complete"
})

/** Ends a refill: the queue is live, or spilled from the position that the scan reached. */
const endRefill = (
  queues: DeliveryQueues,
  queue: Queue,
  state: Refilling,
  isComplete: boolean
): void => {
  queue.state = isComplete && !state.hasNew ? live : { _tag: "Spilled", after: state.after }
  settle(queues, queue)
}

const refill = (queues: DeliveryQueues, queue: Queue, { after }: Spilled): void => {
  const state: Refilling = { _tag: "Refilling", after, departed: new Set(), hasNew: false }
  queue.state = state
  const filling = Effect.gen(function* () {
    while (true) {
      const result = yield* fetch(queues, queue, state)
      if (result !== "more") return result === "complete"
      yield* Effect.yieldNow
    }
  })
  queues.run(
    filling.pipe(
      Effect.retry(DatabaseRetry.schedule),
      // A row that cannot be read fails again at once, so a pause prevents a busy loop.
      Effect.catchCause((cause) =>
        Effect.logError(`Refilling the delivery queue of ${queue.endpointId} failed`, cause).pipe(
          Effect.andThen(Effect.sleep(recallMs)),
          Effect.as(false)
        )
      ),
      Effect.flatMap((isComplete) => Effect.sync(() => endRefill(queues, queue, state, isComplete)))
    )
  )
}

/** Refills a spilled queue that has free slots, and drops a live one without deliveries. */
const settle = (queues: DeliveryQueues, queue: Queue): void => {
  const { endpointId, bytesById, memoryBytes, state } = queue
  const isHalfEmpty =
    bytesById.size <= memoryPerEndpointMax / 2 && memoryBytes <= memoryBytesPerEndpointMax / 2
  if (state._tag === "Spilled" && isHalfEmpty) refill(queues, queue, state)
  else if (state._tag === "Live" && bytesById.size === 0) queues.byEndpoint.delete(endpointId)
}

/** Offers a new delivery, or one whose next attempt is due earlier. */
const offer = (queues: DeliveryQueues, delivery: Delivery.Delivery): void => {
  const queue = queueOf(queues, delivery.endpointId)
  if (queue.bytesById.has(delivery.id)) return queues.worker.wake(delivery.id)
  if (queue.state._tag === "Live" && hasRoom(queue)) {
    return take(queues, queue, delivery)
  }
  spill(queue)
  settle(queues, queue)
}

/** Removes a delivery from memory; if its next attempt is due soon, it waits in the read model. */
export const leave = (queues: DeliveryQueues, { endpointId, id }: Delivery.Delivery): void => {
  const { deliveries, recalledUntil } = queues
  const queue = queueOf(queues, endpointId)
  queue.memoryBytes -= queue.bytesById.get(id) ?? 0
  queue.bytesById.delete(id)
  if (queue.state._tag === "Refilling") queue.state.departed.add(id)
  const dueAt = deliveries.get(id)?.nextAttemptAt ?? Number.POSITIVE_INFINITY
  if (dueAt <= recalledUntil) spill(queue)
  deliveries.release(id)
  settle(queues, queue)
}

/** The delivery that is about to leave is not finished: it will be fetched again. */
export const fetchAgain = (queues: DeliveryQueues, { endpointId }: Delivery.Delivery): void =>
  spill(queueOf(queues, endpointId))

/**
 * Ends the queue of a deleted endpoint: all its waiting deliveries, even if they are due late, are
 * fetched and ended.
 */
export const end = (queues: DeliveryQueues, endpointId: string): void => {
  const queue = queueOf(queues, endpointId)
  spill(queue)
  for (const id of queue.bytesById.keys()) queues.worker.wake(id)
  settle(queues, queue)
}

const recall = Effect.fnUntraced(function* (queues: DeliveryQueues, from: number) {
  const { deliveries, worker } = queues
  // A delivery that the read model does not have yet would be skipped forever.
  yield* deliveries.caughtUp
  const until = (yield* Clock.currentTimeMillis) + horizonMs
  for (const endpointId of yield* deliveries.dueEndpoints(from, until)) {
    const queue = queueOf(queues, endpointId)
    if (queue.state._tag === "Live") queue.state = spilledFromStart
    settle(queues, queue)
  }
  // An endpoint may have been deleted just before a stop.
  if (from < 0) {
    const later = yield* deliveries.dueEndpoints(until, Number.MAX_SAFE_INTEGER)
    for (const endpointId of later.filter(worker.isGone)) end(queues, endpointId)
  }
  queues.isCold = false
  queues.recalledUntil = until
  return until
})

/** Fetches deliveries as they become due; at first, those that were due before. */
export const recallForever = Effect.fnUntraced(function* (queues: DeliveryQueues) {
  let from = -1
  while (true) {
    from = yield* Effect.retry(recall(queues, from), DatabaseRetry.schedule)
    yield* Effect.sleep(recallMs)
  }
}, Effect.orDie)

export const make = Effect.fnUntraced(function* (deliveries: Deliveries, worker: Worker) {
  const run = yield* FiberSet.makeRuntime<never, void, never>()
  const queues: DeliveryQueues = {
    ...{ deliveries, worker, byEndpoint: new Map(), isCold: true, recalledUntil: 0 },
    run: (effect) => void run(effect)
  }
  deliveries.listen((delivery) => offer(queues, delivery))
  return queues
})
