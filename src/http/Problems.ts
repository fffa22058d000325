/**
 * The one table from a "no" to what an integrator gets: HTTP status, code, message, offending
 * fields. Nothing else in the program knows a status code of an error.
 */
import type * as Batch from "../domain/batch/Batch.ts"
import type * as NewBatch from "../domain/batch/NewBatch.ts"
import type * as NewPayout from "../domain/payout/NewPayout.ts"
import type * as Payout from "../domain/payout/Payout.ts"
import type * as PayoutCommand from "../domain/payout/PayoutCommand.ts"
import type * as ProviderVerdict from "../domain/payout/ProviderVerdict.ts"
import * as Quote from "../domain/quote/Quote.ts"
import type * as Delivery from "../domain/webhook/Delivery.ts"
import type * as Engine from "../engine/Engine.ts"
import type { Unavailable } from "../engine/ports/Unavailable.ts"
import type * as Beneficiaries from "../usecases/Beneficiaries.ts"
import type * as Refunds from "../usecases/Refunds.ts"
import type * as WebhookEndpoints from "../usecases/WebhookEndpoints.ts"
import * as AccountProblems from "./AccountProblems.ts"

/** Header names, in lower case, and values in turn. */
export type Headers = ReadonlyArray<string>

export interface FieldError {
  readonly row?: number
  readonly field: string
  readonly code: string
  readonly message: string
}

export interface EventNotFound {
  readonly _tag: "EventNotFound"
  readonly id: string
}

/** What only HTTP can refuse. */
export type Refusal =
  | { readonly _tag: "Unauthorized"; readonly message: string }
  | { readonly _tag: "KycRequired" }
  | { readonly _tag: "Forbidden"; readonly message: string }
  | { readonly _tag: "RateLimited"; readonly retryAfterSeconds: number }
  | { readonly _tag: "TooLarge"; readonly bytesMax: number }
  | { readonly _tag: "HeadersTooLarge" }
  | { readonly _tag: "TooSlow" }
  /** A header that leaves open what is meant. */
  | { readonly _tag: "BadHead"; readonly header: string; readonly message: string }
  | { readonly _tag: "Expectation" }
  | { readonly _tag: "WrongType"; readonly expected: string }
  | { readonly _tag: "Invalid"; readonly errors: ReadonlyArray<FieldError> }
  | { readonly _tag: "NoSuchPath" }
  | { readonly _tag: "NoSuchMethod"; readonly allowed: ReadonlyArray<string> }
  | EventNotFound
  | { readonly _tag: "NotNow"; readonly message: string }
  /** Staff need a second factor before anything else. */
  | { readonly _tag: "SecondFactorRequired" }

export type Rejection =
  | Refusal
  | AccountProblems.Rejection
  | Unavailable
  | Engine.KeyRefused
  | Engine.PayoutNotFound
  | Engine.BatchNotFound
  | Engine.DeliveryNotFound
  | Engine.EndpointOff
  | Batch.Rejection
  | NewBatch.Rejection
  | Payout.Rejection
  | NewPayout.Rejection
  | Quote.Rejection
  | Delivery.Rejection
  | ProviderVerdict.Rejection
  | Beneficiaries.BeneficiaryNotFound
  | Refunds.RefundHeld
  | WebhookEndpoints.EndpointNotFound
  | WebhookEndpoints.TooManyEndpoints

export interface Problem {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly errors?: ReadonlyArray<FieldError>
  readonly headers?: Headers
}

/** Rows or fields that a message names; `errors` names all. */
const namedMax = 10

const listed = (names: ReadonlyArray<string>): string => {
  const rest = names.length - namedMax
  const shown = names.slice(0, namedMax).join(", ")
  return rest > 0 ? `${shown} and ${rest} more` : shown
}

/** One problem in full; of many, how many there are and where. */
const summaryOf = (errors: ReadonlyArray<FieldError>): string => {
  const [first] = errors
  if (errors.length === 1 && first !== undefined) {
    const field = first.row === undefined || first.field !== "row" ? [first.field] : []
    const place = first.row === undefined ? field : [`Row ${first.row}`, ...field]
    return `${place.join(", ")}: ${first.message}`
  }
  const rows = [...new Set(errors.flatMap(({ row }) => row ?? []))].map(String)
  const fields = [...new Set(errors.map(({ field }) => field))]
  return rows.length === 0
    ? `${errors.length} fields are invalid: ${listed(fields)}.`
    : `${errors.length} fields are invalid, in ${rows.length === 1 ? "row" : "rows"} ${listed(rows)}.`
}

/** Seconds after which a refused write may be tried again. */
const retryAfterSeconds = 1

const invalid = (errors: ReadonlyArray<FieldError>): Problem => ({
  status: 400,
  code: "VALIDATION_ERROR",
  message: summaryOf(errors),
  errors
})

const notFound = (what: string, message: string): Problem => ({
  status: 404,
  code: `${what}_NOT_FOUND`,
  message
})

/** What a command does to a payout, for people; the others come from the world, not from a call. */
const deeds: Readonly<Partial<Record<PayoutCommand.Command["_tag"], string>>> = {
  Cancel: "be cancelled",
  Approve: "be approved",
  Reject: "be rejected",
  Freeze: "be frozen",
  Retry: "be retried",
  Settle: "be settled",
  Fail: "be marked as failed",
  Reverse: "be reversed"
}

const causes: Readonly<Record<NonNullable<Payout.InvalidState["cause"]>, string>> = {
  deposit_arrived: "a deposit for it has arrived",
  not_funded: "less than its amount has arrived",
  frozen: "its money is frozen"
}

const payoutStateMessage = ({ cause, command, status }: Payout.InvalidState): string => {
  if (command === "Unfreeze") return `The money of this payout (${status}) is not frozen.`
  const deed = deeds[command]
  if (deed === undefined) {
    return cause === "frozen"
      ? `This payout (${status}) does not allow this: ${causes.frozen}.`
      : `A payout that is ${status} does not allow this.`
  }
  return cause === undefined
    ? `A payout that is ${status} cannot ${deed}.`
    : `This payout (${status}) cannot ${deed}: ${causes[cause]}.`
}

const batchStateMessage = ({ command, status }: Batch.Rejection): string => {
  switch (command) {
    case "Cancel":
      return `A batch is cancelled before its funds arrive; this one is ${status} or funded.`
    case "Resume":
      return "The batch is not parked: there is nothing to resume."
    default:
      return `A batch that is ${status} does not allow this.`
  }
}

const closing: Headers = ["connection", "close"]

const stateProblem = (message: string): Problem => ({ status: 409, code: "INVALID_STATE", message })

const unavailable = (reason: string): Problem => ({
  status: 503,
  code: "SERVICE_UNAVAILABLE",
  message: `${reason} Retry with the same idempotency key.`,
  headers: ["retry-after", String(retryAfterSeconds)]
})

/** A request that was cut off because the process stops. */
export const stopping: Problem = unavailable("The service is stopping.")

/** A process that starts, or stands by for another one. */
export const notYet: Problem = unavailable("This process does not serve yet.")

/** The status of `/readyz` while the process does not serve. */
export const notReadyStatus = 503

const tooManyWait = unavailable("Too many requests of this connection wait for their answers.")

/** One request too many behind others on a connection, which ends with it. */
export const tooManyPipelined: Problem = {
  ...tooManyWait,
  headers: [...(tooManyWait.headers ?? []), ...closing]
}

/** Every rejection of the program, answered. */
export const of = (rejection: Rejection): Problem => {
  switch (rejection._tag) {
    case "Unauthorized":
      return { status: 401, code: "UNAUTHORIZED", message: rejection.message }
    case "KycRequired":
      return { status: 403, code: "KYC_REQUIRED", message: "The account's KYC is not approved." }
    case "Forbidden":
      return { status: 403, code: "FORBIDDEN", message: rejection.message }
    case "RateLimited": {
      const headers = ["retry-after", String(rejection.retryAfterSeconds)]
      const message = `Too many requests; try again in ${rejection.retryAfterSeconds} s.`
      return { status: 429, code: "RATE_LIMIT_EXCEEDED", message, headers }
    }
    case "TooLarge": {
      const message = `The body is larger than ${rejection.bytesMax} bytes.`
      return { status: 413, code: "PAYLOAD_TOO_LARGE", message, headers: closing }
    }
    case "HeadersTooLarge":
      return { status: 431, code: "PAYLOAD_TOO_LARGE", message: "The headers are too large." }
    case "TooSlow":
      return { status: 408, code: "REQUEST_TIMEOUT", message: "The request took too long." }
    case "BadHead": {
      const { header: field, message } = rejection
      // What follows on the connection may be read in two ways as well.
      return { ...invalid([{ field, code: "malformed", message }]), headers: closing }
    }
    case "Expectation": {
      const message = "The header Expect must be 100-continue or absent."
      return { status: 417, code: "EXPECTATION_FAILED", message, headers: closing }
    }
    case "WrongType": {
      const message = `The body must be ${rejection.expected}.`
      return { status: 415, code: "UNSUPPORTED_MEDIA_TYPE", message }
    }
    case "Invalid":
      return invalid(rejection.errors)
    case "InvalidFields":
      return invalid(rejection.problems)
    case "InvalidRows":
      return invalid(rejection.problems)
    case "AmountOutOfRange":
    case "NothingToReceive":
      return invalid([{ field: "source_amount_usdc", ...Quote.amountProblem(rejection) }])
    case "NoSuchPath":
      return { status: 404, code: "NOT_FOUND", message: "Not found." }
    case "NoSuchMethod": {
      const allow = rejection.allowed.join(", ")
      const message = `This path takes ${allow}.`
      return { status: 405, code: "METHOD_NOT_ALLOWED", message, headers: ["allow", allow] }
    }
    case "EndpointNotFound":
      return notFound("WEBHOOK_ENDPOINT", `There is no endpoint ${rejection.id}.`)
    case "BeneficiaryNotFound":
      return notFound("BENEFICIARY", `There is no beneficiary ${rejection.id}.`)
    case "EventNotFound":
      return notFound("EVENT", `There is no event ${rejection.id}.`)
    case "QuoteNotFound": {
      const message = `There is no quote ${rejection.quoteId}.`
      return { status: 404, code: "QUOTE_NOT_FOUND", message }
    }
    case "PayoutNotFound": {
      const message = `There is no payout ${rejection.id}.`
      return { status: 404, code: "PAYOUT_NOT_FOUND", message }
    }
    case "BatchNotFound": {
      const message = `There is no batch ${rejection.id}.`
      return { status: 404, code: "BATCH_NOT_FOUND", message }
    }
    case "DeliveryNotFound": {
      const message = `There is no delivery ${rejection.id}.`
      return { status: 404, code: "DELIVERY_NOT_FOUND", message }
    }
    case "KeyReused": {
      const message = "This idempotency key was used with other parameters."
      return { status: 409, code: "DUPLICATE_IDEMPOTENCY_KEY", message }
    }
    case "OutcomeUnknown": {
      const message =
        "The first request with this idempotency key was cut off: whether it was done is not " +
        "known. Look before it is repeated with another key."
      return { status: 409, code: "OUTCOME_UNKNOWN", message }
    }
    case "QuoteExpired": {
      const { expiredAt } = rejection
      const how =
        expiredAt === null
          ? "it ended with its payout"
          : `it held until ${new Date(expiredAt).toISOString()}`
      const message = `The quote is expired (${how}); create a new one.`
      return { status: 409, code: "QUOTE_EXPIRED", message }
    }
    case "QuoteAlreadyUsed": {
      const message = "The quote already has a payout; a quote is used once."
      return { status: 409, code: "QUOTE_ALREADY_USED", message }
    }
    case "InvalidState":
      return stateProblem(payoutStateMessage(rejection))
    case "InvalidBatchState":
      return stateProblem(batchStateMessage(rejection))
    case "StaleTransfer":
      return stateProblem("The transfer is not the payout's current one.")
    case "InvalidDeliveryState":
      return stateProblem(`A delivery that is ${rejection.status} does not allow this.`)
    case "EndpointOff":
      return stateProblem(
        rejection.isDeleted
          ? `The endpoint ${rejection.id} was deleted: nothing can be sent to it any more.`
          : `The endpoint ${rejection.id} is switched off: set is_active to true first.`
      )
    case "TooManyEndpoints":
      return stateProblem(`An account has at most ${rejection.max} webhook endpoints.`)
    case "ProviderPaid":
      return stateProblem("The provider says that it paid: settle the payout instead.")
    case "ProviderUndecided":
      return stateProblem("The provider may still pay; with override it is done all the same.")
    case "SecondFactorRequired": {
      const message = "Set up an authenticator app first: staff need a second factor."
      return { status: 403, code: "SECOND_FACTOR_REQUIRED", message }
    }
    case "NotNow":
      return stateProblem(rejection.message)
    case "RefundHeld":
      return stateProblem("The refund is held by a compliance review. Release it first.")
    case "Unavailable":
      return unavailable(rejection.message)
    default:
      return AccountProblems.of(rejection)
  }
}

/** A defect: no detail leaves the process. */
export const defect: Problem = {
  status: 500,
  code: "INTERNAL_ERROR",
  message: "Something went wrong on our side."
}

/** The body of every error (contract §2). */
export const body = ({ code, errors, message }: Problem, requestId: string): string =>
  JSON.stringify({ error: code, message, error_code: code, request_id: requestId, errors })
