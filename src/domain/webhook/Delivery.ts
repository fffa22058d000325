/**
 * One notice on its way to one endpoint.
 *
 *     pending ──2xx──▶ delivered ──resend──▶ pending
 *        │ ▲                                    ▲
 *        │ └─ retry after 30 s, 5 min, 30 min, 2 h, or at once when it is resent
 *        └──fifth failure, endpoint gone──▶ failed ──resend──▶ pending
 *
 * D1  Every attempt's outcome is an event, so a restart neither forgets nor repeats one that is
 *     known.
 * D2  At most five attempts follow each other; then the delivery rests until someone resends it.
 */
import { Result, Schema } from "effect"
import * as WebhookEvent from "./WebhookEvent.ts"

/** Delays before the 2nd to 5th attempt, milliseconds (spec 6.4). */
export const retryDelaysMs: ReadonlyArray<number> = [30_000, 300_000, 1_800_000, 7_200_000]

/** How long one attempt may take, milliseconds (spec 6.4). */
export const attemptMsMax = 10_000

/**
 * How long a test may be under way before it is taken for interrupted, milliseconds: an attempt,
 * and what its report may have to wait for.
 */
const testMsMax = 30_000

const Headers = Schema.Record(Schema.String, Schema.String)

const Attempt = Schema.Struct({
  at: Schema.Number,
  /** The receiver's HTTP status, or `null` when none came. */
  statusCode: Schema.NullOr(Schema.Number),
  /** Why no status came, or why the attempt counts as failed. */
  error: Schema.NullOr(Schema.String),
  latencyMs: Schema.Number,
  /** Headers of the request that do not follow from the event: signatures, the program's name. */
  sent: Schema.optionalKey(Headers),
  /** The beginning of the answer: some of its headers, at most 1 KiB, and 1 KiB of its body. */
  answer: Schema.optionalKey(Schema.Struct({ headers: Headers, body: Schema.String }))
})
export type Attempt = typeof Attempt.Type

/** Someone asked for a test event. It stands here whole: it follows from nothing else. */
export const Tested = Schema.TaggedStruct("DeliveryTested", {
  id: Schema.String,
  endpointId: Schema.String,
  notice: WebhookEvent.WebhookEvent,
  at: Schema.Number
})

export const Event = Schema.Union([
  Tested,
  Schema.TaggedStruct("DeliveryAttempted", {
    id: Schema.String,
    attempt: Attempt,
    status: Schema.Literals(["pending", "delivered", "failed"]),
    /** When the next attempt is due, or `null`: none. */
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
  notice: WebhookEvent.WebhookEvent,
  status: Schema.Literals(["pending", "delivered", "failed"]),
  attempts: Schema.Array(Attempt),
  /** Attempts since birth or the last resend: the place in the retry schedule. */
  round: Schema.Number,
  nextAttemptAt: Schema.NullOr(Schema.Number),
  /** A test event: it is tried once. */
  isTest: Schema.optionalKey(Schema.Literal(true)),
  /** When it was sent again while it was pending: an attempt that began before does not count. */
  resentAt: Schema.optionalKey(Schema.Number)
})
export type Delivery = typeof Delivery.Type

export type Command =
  | {
      readonly _tag: "ReportAttempt"
      readonly attempt: Attempt
      /** Multiplies the retry delays: 1 but in a hurried sandbox. */
      readonly timeScale: number
    }
  | { readonly _tag: "Abandon"; readonly at: number; readonly reason: string }
  | { readonly _tag: "Resend"; readonly at: number }

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
  notice: WebhookEvent.WebhookEvent
): Delivery => ({
  id,
  endpointId,
  notice,
  status: "pending",
  attempts: [],
  round: 0,
  nextAttemptAt: notice.at
})

/** A test is attempted by who asked for it, and later only if that did not come to an end. */
export const tested = ({ at, endpointId, id, notice }: typeof Tested.Type): Delivery => ({
  ...created(id, endpointId, notice),
  nextAttemptAt: at + testMsMax,
  isTest: true
})

export const decide = (
  state: Delivery,
  command: Command
): Result.Result<ReadonlyArray<Event>, Rejection> => {
  const { id, status } = state
  if (command._tag !== "Resend" && status !== "pending") {
    return Result.fail({ _tag: "InvalidDeliveryState", status })
  }
  switch (command._tag) {
    case "ReportAttempt": {
      const { attempt, timeScale } = command
      const delay = state.isTest === true ? undefined : retryDelaysMs[state.round]
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

/** What was sent and answered is kept of the latest attempts only. */
const detailedMax = 5

const bare = ({ at, error, latencyMs, statusCode }: Attempt): Attempt => ({
  ...{ at, statusCode, error, latencyMs }
})

const attempted = (
  { resentAt, ...state }: Delivery,
  { attempt, nextAttemptAt, status }: Extract<Event, { _tag: "DeliveryAttempted" }>
): Delivery => {
  const bareMax = state.attempts.length + 1 - detailedMax
  const attempts = state.attempts.map((one, index) =>
    index < bareMax && one.sent !== undefined ? bare(one) : one
  )
  const after = { ...state, attempts: [...attempts, attempt], round: state.round + 1 }
  // It was asked for after this attempt had begun: the next one is due at once.
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
