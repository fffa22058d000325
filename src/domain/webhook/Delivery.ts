/**
 * The delivery of one webhook event to one endpoint.
 *
 *     pending ──2xx──▶ delivered ──resend──▶ pending
 *        │ ▲                                    ▲
 *        │ └─ retry after 30 s, 5 min, 30 min, 2 h, or at once when it is resent
 *        └──fifth failure, endpoint gone──▶ failed ──resend──▶ pending
 *
 * D1  Every attempt's outcome is an event, so a restart neither loses nor repeats a known one.
 * D2  At most five attempts in a row; then the delivery rests until it is resent.
 */
import { Result, Schema } from "effect"
import * as Personal from "../Personal.ts"
import * as WebhookEvent from "./WebhookEvent.ts"

/** Delays before the 2nd to 5th attempt, milliseconds. */
export const retryDelaysMs: ReadonlyArray<number> = [30_000, 300_000, 1_800_000, 7_200_000]

/** Milliseconds that one attempt may take. */
export const attemptMsMax = 10_000

/**
 * Milliseconds that a test may be under way before it counts as interrupted: one attempt and the
 * wait for its durable report.
 */
const testMsMax = 30_000

const Headers = Schema.Record(Schema.String, Schema.String)

const Attempt = Schema.Struct({
  at: Schema.Number,
  /** The endpoint's HTTP status; `null` if there was no response. */
  statusCode: Schema.NullOr(Schema.Number),
  /** The reason why there was no response, or why the attempt counts as failed. */
  error: Schema.NullOr(Schema.String),
  latencyMs: Schema.Number,
  /** Headers of the request that do not follow from the event: signatures and User-Agent. */
  sent: Schema.optionalKey(Headers),
  /** The beginning of the response: at most 1 KiB of its headers, and 1 KiB of its body. */
  answer: Schema.optionalKey(
    Schema.Struct({
      headers: Personal.ofAccount(Headers),
      body: Personal.ofAccount(Schema.String)
    })
  ),
  /** Whole seconds of the response's `Retry-After`, if the attempt failed. */
  retryAfterSeconds: Schema.optionalKey(Schema.Number)
})
export type Attempt = typeof Attempt.Type

/** A test event was requested. It is logged whole, because it does not follow from the log. */
const Tested = Schema.TaggedStruct("DeliveryTested", {
  id: Schema.String,
  endpointId: Schema.String,
  webhookEvent: WebhookEvent.WebhookEvent,
  at: Schema.Number
})

export const Event = Schema.Union([
  Tested,
  Schema.TaggedStruct("DeliveryAttempted", {
    id: Schema.String,
    attempt: Attempt,
    status: Schema.Literals(["pending", "delivered", "failed"]),
    /** Time at which the next attempt is due; `null` if there is none. */
    nextAttemptAt: Schema.NullOr(Schema.Number)
  }),
  Schema.TaggedStruct("DeliveryAbandoned", {
    id: Schema.String,
    at: Schema.Number,
    reason: Schema.String
  }),
  Schema.TaggedStruct("DeliveryResent", { id: Schema.String, at: Schema.Number })
])
export type Event = typeof Event.Type

export const Delivery = Schema.Struct({
  id: Schema.String,
  endpointId: Schema.String,
  webhookEvent: WebhookEvent.WebhookEvent,
  status: Schema.Literals(["pending", "delivered", "failed"]),
  attempts: Schema.Array(Attempt),
  /** Attempts since creation or the last resend: the index in the retry schedule. */
  round: Schema.Number,
  nextAttemptAt: Schema.NullOr(Schema.Number),
  /** True for a test event, which is attempted once. */
  isTest: Schema.optionalKey(Schema.Literal(true)),
  /** Time of a resend while pending. A failure of an attempt that began earlier does not count. */
  resentAt: Schema.optionalKey(Schema.Number)
})
export type Delivery = typeof Delivery.Type

export type Command =
  | {
      readonly _tag: "ReportAttempt"
      readonly attempt: Attempt
      /** Factor of the retry delays. Only a sandbox that runs faster has one other than 1. */
      readonly timeScale: number
    }
  | { readonly _tag: "Abandon"; readonly at: number; readonly reason: string }
  | {
      readonly _tag: "Resend"
      readonly at: number
      /** The statuses in which the delivery is resent; all if absent. */
      readonly statuses?: ReadonlyArray<Delivery["status"]> | undefined
    }

export type Rejection = {
  readonly _tag: "InvalidDeliveryState"
  readonly status: Delivery["status"]
}

export type Step =
  | { readonly _tag: "Rest" }
  | { readonly _tag: "Attempt"; readonly at: number; readonly isFirst: boolean }

export const isSuccess = (statusCode: number | null): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode <= 299

export const created = (
  id: string,
  endpointId: string,
  webhookEvent: WebhookEvent.WebhookEvent
): Delivery => ({
  id,
  endpointId,
  webhookEvent,
  status: "pending",
  attempts: [],
  round: 0,
  nextAttemptAt: webhookEvent.at
})

/**
 * The delivery of a test. The request for the test makes the attempt; the dispatcher makes it only
 * if that request was interrupted.
 */
export const tested = ({ at, endpointId, id, webhookEvent }: typeof Tested.Type): Delivery => ({
  ...created(id, endpointId, webhookEvent),
  nextAttemptAt: at + testMsMax,
  isTest: true
})

/** Milliseconds of the longest delay that an endpoint may request: the longest of the schedule. */
const retryAfterMsMax = 7_200_000

/** The next delay of the schedule, or a longer one that the endpoint requested; milliseconds. */
const delayAfter = (
  { round }: Delivery,
  { latencyMs, retryAfterSeconds = 0 }: Attempt
): number | undefined => {
  const scheduled = retryDelaysMs[round]
  if (scheduled === undefined) return undefined
  // An endpoint's `Retry-After` counts from its response, the schedule from the beginning of the
  // attempt.
  const requested = latencyMs + Math.min(retryAfterSeconds * 1_000, retryAfterMsMax)
  return retryAfterSeconds === 0 ? scheduled : Math.max(scheduled, requested)
}

export const decide = (
  state: Delivery,
  command: Command
): Result.Result<ReadonlyArray<Event>, Rejection> => {
  const { id, status } = state
  const statuses = command._tag === "Resend" ? command.statuses : (["pending"] as const)
  if (statuses?.includes(status) === false) {
    return Result.fail({ _tag: "InvalidDeliveryState", status })
  }
  switch (command._tag) {
    case "ReportAttempt": {
      const { attempt, timeScale } = command
      const delay = state.isTest === true ? undefined : delayAfter(state, attempt)
      const outcome = isSuccess(attempt.statusCode)
        ? ({ status: "delivered", nextAttemptAt: null } as const)
        : delay === undefined
          ? ({ status: "failed", nextAttemptAt: null } as const)
          : ({
              status: "pending",
              nextAttemptAt: Math.round(attempt.at + delay * timeScale)
            } as const)
      return Result.succeed([{ _tag: "DeliveryAttempted", id, attempt, ...outcome }])
    }
    case "Abandon":
      return Result.succeed([
        { _tag: "DeliveryAbandoned", id, at: command.at, reason: command.reason }
      ])
    case "Resend":
      return Result.succeed([{ _tag: "DeliveryResent", id, at: command.at }])
  }
}

/** Latest attempts whose request and response are kept. */
const detailedMax = 5

const withoutDetails = ({ at, error, latencyMs, statusCode }: Attempt): Attempt => ({
  ...{ at, statusCode, error, latencyMs }
})

const attempted = (
  { resentAt, ...state }: Delivery,
  { attempt, nextAttemptAt, status }: Extract<Event, { _tag: "DeliveryAttempted" }>
): Delivery => {
  const bareMax = state.attempts.length + 1 - detailedMax
  const attempts = state.attempts.map((earlier, index) =>
    index < bareMax && earlier.sent !== undefined ? withoutDetails(earlier) : earlier
  )
  const after = { ...state, attempts: [...attempts, attempt], round: state.round + 1 }
  // The delivery was resent after this attempt began, so the next one is due at once.
  return resentAt !== undefined && attempt.at < resentAt && status !== "delivered"
    ? { ...after, status: "pending", nextAttemptAt: resentAt }
    : { ...after, status, nextAttemptAt }
}

export const evolve = (state: Delivery, event: Event): Delivery => {
  switch (event._tag) {
    case "DeliveryTested":
      return state
    case "DeliveryAttempted":
      return attempted(state, event)
    case "DeliveryAbandoned":
      return { ...state, status: "failed", nextAttemptAt: null }
    case "DeliveryResent": {
      const resent = { ...state, status: "pending", round: 0, nextAttemptAt: event.at } as const
      return state.status === "pending" ? { ...resent, resentAt: event.at } : resent
    }
  }
}

export const nextStep = (state: Delivery): Step =>
  state.nextAttemptAt === null
    ? { _tag: "Rest" }
    : { _tag: "Attempt", at: state.nextAttemptAt, isFirst: state.attempts.length === 0 }
