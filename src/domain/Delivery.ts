/**
 * One notice on its way to one endpoint.
 *
 *     pending ──2xx──▶ delivered ──resend──▶ pending
 *        │ ▲                                    ▲
 *        │ └─ retry after 30 s, 5 min, 30 min, 2 h
 *        └──fifth failure, endpoint gone──▶ failed ──resend──▶ pending
 *
 * D1  Every attempt's outcome is an event, so a restart neither forgets nor repeats one that is
 *     known.
 * D2  At most five attempts follow each other; then the delivery rests until someone resends it.
 */
import { Result, Schema } from "effect"
import * as Notice from "./Notice.ts"

/** Delays before the 2nd to 5th attempt, milliseconds (spec 6.4). */
export const retryDelaysMs: ReadonlyArray<number> = [30_000, 300_000, 1_800_000, 7_200_000]

/** How long one attempt may take, milliseconds (spec 6.4). */
export const attemptMsMax = 10_000

const Attempt = Schema.Struct({
  at: Schema.Number,
  /** The receiver's HTTP status, or `null` when none came. */
  statusCode: Schema.NullOr(Schema.Number),
  /** Why no status came, or why the attempt counts as failed. */
  error: Schema.NullOr(Schema.String),
  latencyMs: Schema.Number
})
export type Attempt = typeof Attempt.Type

export const Event = Schema.Union([
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
  notice: Notice.Notice,
  status: Schema.Literals(["pending", "delivered", "failed"]),
  attempts: Schema.Array(Attempt),
  /** Attempts since birth or the last resend: the place in the retry schedule. */
  round: Schema.Number,
  nextAttemptAt: Schema.NullOr(Schema.Number)
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

export const created = (id: string, endpointId: string, notice: Notice.Notice): Delivery => ({
  id,
  endpointId,
  notice,
  status: "pending",
  attempts: [],
  round: 0,
  nextAttemptAt: notice.at
})

export const decide = (
  state: Delivery,
  command: Command
): Result.Result<ReadonlyArray<Event>, Rejection> => {
  const { id, status } = state
  if ((command._tag === "Resend") === (status === "pending")) {
    return Result.fail({ _tag: "InvalidDeliveryState", status })
  }
  switch (command._tag) {
    case "ReportAttempt": {
      const { attempt, timeScale } = command
      const delay = retryDelaysMs[state.round]
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

export const evolve = (state: Delivery, event: Event): Delivery => {
  switch (event._tag) {
    case "DeliveryAttempted":
      return {
        ...state,
        status: event.status,
        attempts: [...state.attempts, event.attempt],
        round: state.round + 1,
        nextAttemptAt: event.nextAttemptAt
      }
    case "DeliveryAbandoned":
      return { ...state, status: "failed", nextAttemptAt: null }
    case "DeliveryResent":
      return { ...state, status: "pending", round: 0, nextAttemptAt: event.at }
  }
}

export const nextStep = (state: Delivery): Step =>
  state.nextAttemptAt === null
    ? { _tag: "Rest" }
    : { _tag: "Attempt", at: state.nextAttemptAt, isFirst: state.attempts.length === 0 }
