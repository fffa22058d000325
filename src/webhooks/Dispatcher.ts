/**
 * Drives every delivery to its end, with one fiber each. Its first attempt follows the first
 * attempt of the previous delivery of the payout to the endpoint; its retries have their own
 * timers. Each outcome is reported to the engine, and only a durable report counts: an attempt
 * without one is made once more (L11).
 *
 * A delivery is not an actor. An actor stays in memory while it is active and has a mailbox.
 * Thousands of deliveries to a dead endpoint wait in the read model instead, endpoint by endpoint
 * (DeliveryQueues.ts).
 */
import { Clock, Deferred, Effect, FiberMap, Layer, Result } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Delivery from "../domain/webhook/Delivery.ts"
import * as Endpoint from "../domain/webhook/Endpoint.ts"
import { sleepUntil } from "../engine/actor/Timers.ts"
import * as Engine from "../engine/Engine.ts"
import * as Policy from "../engine/ports/Policy.ts"
import * as WebhookSender from "../engine/ports/WebhookSender.ts"
import * as AttemptMetrics from "./AttemptMetrics.ts"
import * as AttemptSlots from "./AttemptSlots.ts"
import * as DeliveryQueues from "./DeliveryQueues.ts"

/** The turn of a delivery in the order of first attempts to one endpoint about one payout. */
interface FirstAttempt {
  /** The endpoint and the event's subject. */
  readonly key: string
  /** Done after the first attempt of the previous delivery. */
  readonly before: Deferred.Deferred<void> | undefined
  /** Done after this delivery's first attempt. */
  readonly done: Deferred.Deferred<void>
}

interface Dispatcher {
  readonly engine: Engine.Engine["Service"]
  readonly sender: WebhookSender.WebhookSender["Service"]
  readonly timeScale: number
  readonly metrics: AttemptMetrics.AttemptMetrics
  readonly slots: AttemptSlots.AttemptSlots["Service"]
  /** Deliveries that wait for the time of their next attempt. */
  readonly sleepers: Map<string, Deferred.Deferred<void>>
  /** The latest turn by its key. */
  readonly turns: Map<string, Deferred.Deferred<void>>
  isStopping: boolean
}

/** Waits until a time, or until `wake`. */
const waitFor = (
  { engine: { deliveries }, sleepers }: Dispatcher,
  id: string,
  at: number
): Effect.Effect<void> =>
  Effect.suspend(() => {
    // The delivery changed after it was read and before it could be woken.
    if (deliveries.get(id)?.nextAttemptAt !== at) return Effect.void
    const wakeUp = Deferred.makeUnsafe<void>()
    sleepers.set(id, wakeUp)
    return Effect.raceFirst(sleepUntil(at), Deferred.await(wakeUp)).pipe(
      Effect.ensuring(Effect.sync(() => sleepers.delete(id)))
    )
  })

const wake = ({ sleepers }: Dispatcher, id: string): void => {
  const wakeUp = sleepers.get(id)
  if (wakeUp !== undefined) Deferred.doneUnsafe(wakeUp, Effect.void)
}

/** A defect is an attempt that failed: it counts in the schedule, which has an end. */
const attemptWithDefect = (delivery: Delivery.Delivery, at: number) => (defect: unknown) =>
  Effect.logError(`An attempt at ${delivery.webhookEvent.id} failed`, defect).pipe(
    Effect.annotateLogs(AttemptMetrics.subjectOf(delivery)),
    Effect.as({ at, statusCode: null, error: "internal error", latencyMs: 0 })
  )

/** One attempt at an endpoint as it is now; `undefined` if it is deleted or disabled. */
const attempt = Effect.fnUntraced(function* (
  { engine, metrics, sender }: Dispatcher,
  delivery: Delivery.Delivery
) {
  const { endpointId, webhookEvent } = delivery
  const endpoint = engine.directory.endpoint(endpointId)
  if (endpoint === undefined || !endpoint.isActive) return undefined
  const at = yield* Clock.currentTimeMillis
  const sending = Effect.suspend(() =>
    sender.send({
      ...{ url: endpoint.url, secrets: Endpoint.secrets(endpoint, at) },
      ...{ eventId: webhookEvent.id, body: webhookEvent.body }
    })
  ).pipe(Effect.catchDefect(attemptWithDefect(delivery, at)))
  return yield* metrics.observe(delivery, sending)
})

/** Disables an endpoint that has failed for too long, so that it gets no more attempts. */
const disable = Effect.fnUntraced(
  function* ({ engine, timeScale }: Dispatcher, id: string, { statusCode }: Delivery.Attempt) {
    const at = yield* Clock.currentTimeMillis
    const reasonNow = () => {
      const endpoint = engine.directory.endpoint(id)
      return endpoint?.isActive && Endpoint.disableReason(endpoint, at, timeScale)
    }
    const reason = reasonNow()
    if (!reason || Delivery.isSuccess(statusCode)) return
    const origin = { at, by: "engine", note: reason }
    const isDisabled = yield* engine.executeUnkeyed(origin, {
      locks: [`endpoint ${id}`],
      // Another failure may have disabled the endpoint by now, or its owner may have enabled it.
      decide: () => {
        const events = reasonNow() ? [{ _tag: "EndpointDisabled", id, reason, at } as const] : []
        return Result.succeed({ events, result: events.length > 0 })
      }
    })
    if (!isDisabled) return
    yield* Effect.logWarning(`The webhook endpoint ${id} was disabled because it ${reason}`)
  },
  // The next failed attempt tries again.
  Effect.catch((error) => Effect.logDebug("Disabling a webhook endpoint failed", error))
)

/**
 * Makes an attempt that is due and reports it. Returns whether the delivery may have another step.
 */
const attemptNow = Effect.fnUntraced(function* (
  dispatcher: Dispatcher,
  delivery: Delivery.Delivery
) {
  const { engine, slots, timeScale } = dispatcher
  const { endpointId, id } = delivery
  const unlessStopping = Effect.suspend(() =>
    // The attempt has a slot only because the stop interrupted another one, and is interrupted as
    // well.
    dispatcher.isStopping ? Effect.never : attempt(dispatcher, delivery)
  )
  const outcome = yield* AttemptSlots.within(slots, endpointId, unlessStopping)
  if (outcome === undefined) {
    const hasEndpoint = engine.directory.endpoint(endpointId) !== undefined
    const reason = hasEndpoint ? "endpoint disabled" : "endpoint deleted"
    const at = yield* Clock.currentTimeMillis
    yield* engine.deliveries.report(id, { _tag: "Abandon", at, reason })
    return false
  }
  yield* engine.deliveries.report(id, { _tag: "ReportAttempt", attempt: outcome, timeScale })
  yield* disable(dispatcher, endpointId, outcome)
  return true
})

/** The next step of a delivery; `false` when nothing is left to do for now. */
const advance = Effect.fnUntraced(function* (dispatcher: Dispatcher, id: string) {
  const { deliveries, directory } = dispatcher.engine
  const delivery = deliveries.get(id)
  const step = delivery && Delivery.nextStep(delivery)
  if (delivery === undefined || step?._tag !== "Attempt") return false
  const now = yield* Clock.currentTimeMillis
  if (step.at <= now || directory.endpoint(delivery.endpointId) === undefined) {
    return yield* attemptNow(dispatcher, delivery)
  }
  // A delivery beyond the horizon waits in the read model until it is due.
  if (step.at > now + Limits.webhooks.horizonMs) return false
  yield* waitFor(dispatcher, id, step.at)
  return true
})

const deliver = Effect.fnUntraced(function* (
  dispatcher: Dispatcher,
  id: string,
  { before, done }: FirstAttempt
) {
  if (before !== undefined) yield* Deferred.await(before)
  while (yield* advance(dispatcher, id)) {
    const { deliveries } = dispatcher.engine
    if (deliveries.get(id)?.attempts.length !== 0) yield* Deferred.succeed(done, undefined)
  }
})

/**
 * `deliver` with the handling of its failures and of its end, for the queue and the next delivery.
 */
const supervised = (
  dispatcher: Dispatcher,
  queues: DeliveryQueues.DeliveryQueues,
  delivery: Delivery.Delivery,
  turn: FirstAttempt
): Effect.Effect<void> =>
  deliver(dispatcher, delivery.id, turn).pipe(
    Effect.catch((rejection) => Effect.logDebug("A delivery was already finished", rejection)),
    Effect.catchDefect((defect) =>
      Effect.logError(`The delivery ${delivery.id} failed and is restarted`, defect).pipe(
        Effect.annotateLogs(AttemptMetrics.subjectOf(delivery)),
        Effect.andThen(Effect.sleep(Limits.webhooks.recallMs)),
        Effect.andThen(Effect.sync(() => DeliveryQueues.fetchAgain(queues, delivery)))
      )
    ),
    Effect.ensuring(
      Effect.suspend(() => {
        const { isStopping, turns } = dispatcher
        if (turns.get(turn.key) === turn.done) turns.delete(turn.key)
        DeliveryQueues.leave(queues, delivery)
        // The next delivery must not be sent before a delivery that was stopped before its first
        // attempt.
        return isStopping ? Effect.void : Deferred.succeed(turn.done, undefined)
      })
    )
  )

const turnOf = ({ turns }: Dispatcher, delivery: Delivery.Delivery): FirstAttempt => {
  const key = `${delivery.endpointId} ${delivery.webhookEvent.subjectId}`
  const isFirst = delivery.attempts.length === 0
  const done = Deferred.makeUnsafe<void>()
  const before = isFirst ? turns.get(key) : undefined
  if (isFirst) turns.set(key, done)
  return { key, before, done }
}

const make = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const run = yield* FiberMap.makeRuntime<never, string, never, void>()
  const dispatcher: Dispatcher = {
    engine,
    sender: yield* WebhookSender.WebhookSender,
    timeScale: (yield* Policy.Policy).timeScale,
    metrics: yield* AttemptMetrics.make,
    slots: yield* AttemptSlots.AttemptSlots,
    ...{ sleepers: new Map(), turns: new Map(), isStopping: false }
  }
  const queues: DeliveryQueues.DeliveryQueues = yield* DeliveryQueues.make(engine.deliveries, {
    begin: (delivery) =>
      void run(delivery.id, supervised(dispatcher, queues, delivery, turnOf(dispatcher, delivery))),
    wake: (id) => wake(dispatcher, id),
    isGone: (endpointId) => engine.directory.endpoint(endpointId) === undefined
  })
  engine.watch(({ events }) => {
    for (const event of events) {
      if (event._tag === "EndpointDeleted") DeliveryQueues.end(queues, event.id)
    }
  })
  yield* Effect.forkScoped(DeliveryQueues.recallForever(queues))
  // Runs before the fibers above are stopped.
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      dispatcher.isStopping = true
    })
  )
})

export const layer = Layer.effectDiscard(make)
