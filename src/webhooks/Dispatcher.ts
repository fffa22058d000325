/**
 * Drives every delivery to its end: one fiber each, its first attempt after the one before it in
 * the same payout, its retries on their own timers. What happened is reported to the engine, and
 * only a report that is durable counts; an attempt without one is made again (L11).
 */
import { Clock, Deferred, Effect, FiberMap, Layer } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Delivery from "../domain/webhook/Delivery.ts"
import * as Endpoint from "../domain/webhook/Endpoint.ts"
import { sleepUntil } from "../engine/actor/PayoutSteps.ts"
import * as Engine from "../engine/Engine.ts"
import * as Policy from "../engine/ports/Policy.ts"
import * as WebhookSender from "../engine/ports/WebhookSender.ts"
import * as Tracing from "../engine/Tracing.ts"
import * as Metrics from "../telemetry/Metrics.ts"
import * as DeliveryQueues from "./DeliveryQueues.ts"
import * as ConcurrencyLimiter from "./ssrf/ConcurrencyLimiter.ts"

/** The first attempts to one endpoint about one payout follow each other. */
interface Line {
  readonly key: string
  readonly before: Deferred.Deferred<void> | undefined
  readonly mine: Deferred.Deferred<void>
}

interface EndpointGate {
  readonly places: ConcurrencyLimiter.ConcurrencyLimiter
  /** Its last attempt had no answer. */
  isSilent: boolean
}

const attempts = {
  name: "payout_webhook_attempts_total",
  description: "Attempts to deliver an event, by class of answer or no_answer"
}
const attemptSeconds = {
  name: "payout_webhook_attempt_seconds",
  description: "How long receivers took to answer"
}
const underWay = {
  name: "payout_webhook_attempts_under_way",
  description: "Attempts under way: with 512 the next ones wait"
}

/** The payout or batch that a delivery tells of. */
const about = ({ notice: { subjectId } }: Delivery.Delivery): Readonly<Record<string, string>> =>
  /^(po|bt|bk)_/.test(subjectId) ? Tracing.naming(subjectId) : {}

/** One attempt, for the trace of what it tells of. */
const spanOf = (
  delivery: Delivery.Delivery,
  { statusCode }: Delivery.Attempt,
  from: number
): Tracing.Span => {
  const { attempts, endpointId, notice } = delivery
  const named = about(delivery)
  return {
    ...{ name: "webhook attempt", kind: "client", from, to: Tracing.now() },
    subject: Object.values(named)[0],
    isError: !Delivery.isSuccess(statusCode),
    attributes: {
      ...{ ...named, account_id: notice.accountId, endpoint_id: endpointId },
      ...{ event_id: notice.id, event_type: notice.type, attempt: attempts.length + 1 },
      ...(statusCode === null ? {} : { "http.response.status_code": statusCode })
    }
  }
}

/** Counts what attempts came to. */
const makeCounts = Effect.gen(function* () {
  const meter = yield* Metrics.make
  const tell = yield* Tracing.Trace
  const took = meter.histogram(attemptSeconds)
  const classes = new Map(
    ["1xx", "2xx", "3xx", "4xx", "5xx", "no_answer"].map(
      (outcome) => [outcome, meter.counter(attempts, { outcome })] as const
    )
  )
  let now = 0
  meter.gauge(underWay, () => now)
  const answered = ({ latencyMs, statusCode }: Delivery.Attempt): void => {
    const outcome = statusCode === null ? "no_answer" : `${Math.trunc(statusCode / 100)}xx`
    const series = classes.get(outcome)
    if (series !== undefined) series.count += 1
    if (statusCode !== null) took.observe(latencyMs / 1000)
  }
  return {
    /** An attempt that is counted while it is made, and after it by what it came to. */
    watch: (
      delivery: Delivery.Delivery,
      attempt: Effect.Effect<Delivery.Attempt>
    ): Effect.Effect<Delivery.Attempt> =>
      Effect.suspend(() => {
        const from = Tracing.now()
        now += 1
        const ended = Effect.sync(() => {
          now -= 1
        })
        return Effect.ensuring(
          Effect.tap(attempt, (outcome) =>
            Effect.sync(() => {
              answered(outcome)
              tell?.(spanOf(delivery, outcome, from))
            })
          ),
          ended
        )
      })
  }
})

const make = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const courier = yield* WebhookSender.WebhookSender
  const { timeScale } = yield* Policy.Policy
  const { core, deliveries } = engine
  const run = yield* FiberMap.makeRuntime<never, string, never, void>()
  const { inFlightMax, inFlightPerEndpointMax, silentMax, silentPerEndpointMax } = Limits.webhooks
  const everywhere = ConcurrencyLimiter.make(inFlightMax - silentMax)
  /** Endpoints that do not answer have places of their own: the others never wait for them. */
  const silent = ConcurrencyLimiter.make(silentMax)
  const gates = new Map<string, EndpointGate>()
  /** Deliveries that wait for the moment of their next attempt. */
  const sleepers = new Map<string, Deferred.Deferred<void>>()
  const lines = new Map<string, Deferred.Deferred<void>>()
  const counts = yield* makeCounts
  let isStopping = false

  const gateOf = (endpointId: string): EndpointGate => {
    const known = gates.get(endpointId)
    if (known !== undefined) return known
    const gate = { places: ConcurrencyLimiter.make(inFlightPerEndpointMax), isSilent: false }
    gates.set(endpointId, gate)
    return gate
  }

  /**
   * Runs an attempt in a place of its endpoint: a slow one fills its own places, and only what
   * holds one of those counts against all. An endpoint that does not answer has fewer, until it
   * answers.
   */
  const inPlace = (endpointId: string, attempt: Effect.Effect<Delivery.Attempt | undefined>) =>
    Effect.suspend(() => {
      const gate = gateOf(endpointId)
      const answered = Effect.tap(attempt, (outcome) =>
        Effect.sync(() => {
          gate.isSilent = outcome?.statusCode === null
          gate.places.resize(gate.isSilent ? silentPerEndpointMax : inFlightPerEndpointMax)
        })
      )
      const left = Effect.sync(() => {
        if (gate.places.isEmpty()) gates.delete(endpointId)
      })
      const admitted = Effect.suspend(() =>
        ConcurrencyLimiter.within(gate.isSilent ? silent : everywhere, answered)
      )
      return Effect.ensuring(ConcurrencyLimiter.within(gate.places, admitted), left)
    })

  /** Until a moment, or until someone wants it sooner. */
  const waitFor = (id: string, at: number): Effect.Effect<void> =>
    Effect.suspend(() => {
      // What changed since it was looked at has woken nobody.
      if (deliveries.get(id)?.nextAttemptAt !== at) return Effect.void
      const sooner = Deferred.makeUnsafe<void>()
      sleepers.set(id, sooner)
      return Effect.raceFirst(sleepUntil(at), Deferred.await(sooner)).pipe(
        Effect.ensuring(Effect.sync(() => sleepers.delete(id)))
      )
    })

  /** One attempt at an endpoint as it is now; `undefined`: it takes none any more. */
  const attempt = Effect.fnUntraced(function* (delivery: Delivery.Delivery) {
    const { endpointId, notice } = delivery
    const endpoint = core.endpoints.get(endpointId)
    if (endpoint === undefined || !endpoint.isActive) return undefined
    const at = yield* Clock.currentTimeMillis
    const { id: eventId } = notice
    const sent = Effect.suspend(() =>
      courier.send({
        url: endpoint.url,
        secrets: Endpoint.secrets(endpoint, at),
        eventId,
        body: notice.body
      })
    ).pipe(
      // A defect is an attempt that failed: it has its place in the schedule, and an end.
      Effect.catchDefect((defect) =>
        Effect.as(
          Effect.annotateLogs(
            Effect.logError(`An attempt at ${eventId} failed`, defect),
            about(delivery)
          ),
          {
            at,
            statusCode: null,
            error: "internal error",
            latencyMs: 0
          }
        )
      )
    )
    return yield* counts.watch(delivery, sent)
  })

  /** An endpoint that has failed for too long is not asked any more. */
  const switchOff = Effect.fnUntraced(
    function* (id: string, { statusCode }: Delivery.Attempt) {
      const endpoint = core.endpoints.get(id)
      const at = yield* Clock.currentTimeMillis
      const reason = endpoint && Endpoint.endOf(endpoint, at, timeScale)
      if (reason === undefined || Delivery.isSuccess(statusCode)) return
      const request = { at, by: "engine", idempotency: null, note: reason }
      const switchedOff = Effect.sync(() => {
        const isActive = core.endpoints.get(id)?.isActive === true
        const events = isActive ? [{ _tag: "EndpointSwitchedOff", id, reason, at } as const] : []
        return { events, result: undefined }
      })
      yield* engine.execute(request, [`endpoint ${id}`], switchedOff)
      yield* Effect.logWarning(`The webhook endpoint ${id} is switched off: it ${reason}`)
    },
    // The next failure finds it so again.
    Effect.catch((error) => Effect.logDebug("An endpoint is switched off later", error))
  )

  /** One attempt and its report; `false` when nothing is left to do for now. */
  const advance = Effect.fnUntraced(function* (id: string) {
    const delivery = deliveries.get(id)
    const step = delivery === undefined ? undefined : Delivery.nextStep(delivery)
    if (delivery === undefined || step === undefined || step._tag === "Rest") return false
    const { endpointId } = delivery
    const now = yield* Clock.currentTimeMillis
    if (step.at > now && core.endpoints.has(endpointId)) {
      // It waits in the read model, and comes back when it is due.
      if (step.at > now + Limits.webhooks.horizonMs) return false
      yield* waitFor(id, step.at)
      // Whatever happened meanwhile is looked at first.
      return true
    }
    const outcome = yield* inPlace(endpointId, attempt(delivery))
    if (outcome === undefined) {
      const reason = core.endpoints.has(endpointId) ? "endpoint switched off" : "endpoint deleted"
      const at = yield* Clock.currentTimeMillis
      yield* deliveries.report(id, { _tag: "Abandon", at, reason })
      return false
    }
    yield* deliveries.report(id, { _tag: "ReportAttempt", attempt: outcome, timeScale })
    yield* switchOff(endpointId, outcome)
    return true
  })

  const deliver = Effect.fnUntraced(
    function* ({ id }: Delivery.Delivery, { before, mine }: Line) {
      if (before !== undefined) yield* Deferred.await(before)
      while (yield* advance(id)) {
        if (deliveries.get(id)?.attempts.length !== 0) yield* Deferred.succeed(mine, undefined)
      }
    },
    (effect, delivery, { key, mine }) =>
      effect.pipe(
        Effect.catch((rejection) => Effect.logDebug("A delivery was already finished", rejection)),
        Effect.catchDefect((defect) =>
          Effect.logError(`The delivery ${delivery.id} failed and begins anew`, defect).pipe(
            Effect.annotateLogs(about(delivery)),
            Effect.andThen(Effect.sleep(Limits.webhooks.recallMs)),
            Effect.andThen(Effect.sync(() => lanes.fetchAgain(delivery)))
          )
        ),
        Effect.ensuring(
          Effect.suspend(() => {
            if (lines.get(key) === mine) lines.delete(key)
            lanes.leave(delivery)
            // Who is stopped before its attempt must not let the next one go first.
            return isStopping ? Effect.void : Deferred.succeed(mine, undefined)
          })
        )
      )
  )

  const begin = (delivery: Delivery.Delivery): void => {
    const key = `${delivery.endpointId} ${delivery.notice.subjectId}`
    const isFirst = delivery.attempts.length === 0
    const mine = Deferred.makeUnsafe<void>()
    const line = { key, mine, before: isFirst ? lines.get(key) : undefined }
    if (isFirst) lines.set(key, mine)
    run(delivery.id, deliver(delivery, line))
  }

  const lanes: DeliveryQueues.DeliveryQueues = yield* DeliveryQueues.make(deliveries, {
    begin,
    wake: (id) => {
      const sooner = sleepers.get(id)
      if (sooner !== undefined) Deferred.doneUnsafe(sooner, Effect.void)
    },
    isGone: (endpointId) => !core.endpoints.has(endpointId)
  })
  engine.watch(({ events }) => {
    for (const event of events) if (event._tag === "EndpointDeleted") lanes.end(event.id)
  })
  yield* Effect.forkScoped(lanes.recallForever)
  // Runs before the fibers above are stopped.
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      isStopping = true
      // A place that one who is stopped leaves must not be taken by one who is about to be.
      everywhere.resize(0)
      silent.resize(0)
    })
  )
})

export const layer = Layer.effectDiscard(make)
