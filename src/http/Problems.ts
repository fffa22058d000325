/**
 * The one table from a "no" to what an integrator gets: HTTP status, code, message, offending
 * fields. Nothing else in the program knows a status code of an error.
 */
import type * as Batch from "../domain/Batch.ts"
import type * as BatchRequest from "../domain/BatchRequest.ts"
import type * as Delivery from "../domain/Delivery.ts"
import type * as Payout from "../domain/Payout.ts"
import type * as PayoutRequest from "../domain/PayoutRequest.ts"
import * as Quote from "../domain/Quote.ts"
import type * as Engine from "../engine/Engine.ts"
import type { Unavailable } from "../engine/Unavailable.ts"
import type { Headers } from "./Exchange.ts"

export interface FieldError {
  readonly row?: number
  readonly field: string
  readonly code: string
  readonly message: string
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
  | { readonly _tag: "WrongType"; readonly expected: string }
  | { readonly _tag: "Invalid"; readonly errors: ReadonlyArray<FieldError> }
  | { readonly _tag: "NoSuchPath" }
  | { readonly _tag: "NoSuchMethod"; readonly allowed: ReadonlyArray<string> }
  | {
      readonly _tag: "NotFound"
      readonly what: keyof typeof notFound
      readonly id: string
    }
  | { readonly _tag: "TooManyEndpoints"; readonly max: number }
  | { readonly _tag: "KeyRevoked"; readonly id: string }
  /** What an operator says of a payout is not what its provider says. */
  | { readonly _tag: "ProviderDisagrees"; readonly message: string }
  | { readonly _tag: "LastOperator" }
  /** Staff need a second factor before anything else. */
  | { readonly _tag: "SecondFactorRequired" }
  /** Not let in; `retryAfterSeconds` where waiting helps. */
  | { readonly _tag: "SignInRefused"; readonly message: string }
  | { readonly _tag: "LockedOut"; readonly retryAfterSeconds: number }
  /** What the state of a team or a person does not allow. */
  | { readonly _tag: "NotNow"; readonly message: string }
  | { readonly _tag: "OperatorExists"; readonly name: string }

export type Rejection =
  | Refusal
  | Unavailable
  | Engine.KeyRefused
  | Engine.PayoutNotFound
  | Engine.BatchNotFound
  | Engine.DeliveryNotFound
  | Batch.Rejection
  | BatchRequest.Rejection
  | Payout.Rejection
  | PayoutRequest.Rejection
  | Quote.Rejection
  | Delivery.Rejection

export interface Problem {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly errors?: ReadonlyArray<FieldError>
  readonly headers?: Headers
}

/** Seconds after which a refused write may be tried again. */
const retryAfterSeconds = 1

const invalid = (errors: ReadonlyArray<FieldError>): Problem => ({
  status: 400,
  code: "VALIDATION_ERROR",
  message:
    errors.length === 1
      ? `${errors[0]?.field}: ${errors[0]?.message}`
      : `${errors.length} fields are invalid.`,
  errors
})

const notFound = {
  endpoint: "WEBHOOK_ENDPOINT",
  account: "ACCOUNT",
  key: "API_KEY",
  beneficiary: "BENEFICIARY",
  event: "EVENT",
  invitation: "INVITATION",
  person: "PERSON",
  session: "SESSION"
} as const

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
      return { status: 413, code: "PAYLOAD_TOO_LARGE", message, headers: ["connection", "close"] }
    }
    case "HeadersTooLarge":
      return { status: 431, code: "PAYLOAD_TOO_LARGE", message: "The headers are too large." }
    case "TooSlow":
      return { status: 408, code: "REQUEST_TIMEOUT", message: "The request took too long." }
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
      return { status: 404, code: "NOT_FOUND", message: "There is nothing at this path." }
    case "NoSuchMethod": {
      const allow = rejection.allowed.join(", ")
      const message = `This path takes ${allow}.`
      return { status: 405, code: "METHOD_NOT_ALLOWED", message, headers: ["allow", allow] }
    }
    case "NotFound": {
      const code = `${notFound[rejection.what]}_NOT_FOUND`
      return { status: 404, code, message: `There is no such ${rejection.what}: ${rejection.id}.` }
    }
    case "QuoteNotFound": {
      const message = `There is no quote ${rejection.quoteId} for this account.`
      return { status: 404, code: "QUOTE_NOT_FOUND", message }
    }
    case "PayoutNotFound": {
      const message = `There is no payout ${rejection.id} for this account.`
      return { status: 404, code: "PAYOUT_NOT_FOUND", message }
    }
    case "BatchNotFound": {
      const message = `There is no batch ${rejection.id} for this account.`
      return { status: 404, code: "BATCH_NOT_FOUND", message }
    }
    case "DeliveryNotFound": {
      const message = `There is no delivery ${rejection.id} for this account.`
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
      return stateProblem(`A payout in ${rejection.status} does not allow this.`)
    case "InvalidBatchState":
      return stateProblem(
        rejection.command === "Resume"
          ? "The batch is not parked: there is nothing to resume."
          : `A batch that is ${rejection.status}, or funded, does not allow this.`
      )
    case "StaleTransfer":
      return stateProblem("The transfer is not the payout's current one.")
    case "InvalidDeliveryState":
      return stateProblem(`A delivery that is ${rejection.status} does not allow this.`)
    case "TooManyEndpoints":
      return stateProblem(`An account has at most ${rejection.max} webhook endpoints.`)
    case "ProviderDisagrees":
      return stateProblem(rejection.message)
    case "LastOperator":
      return stateProblem("The last operator's key cannot be revoked.")
    case "SecondFactorRequired": {
      const message = "Set up an authenticator app first: staff need a second factor."
      return { status: 403, code: "SECOND_FACTOR_REQUIRED", message }
    }
    case "SignInRefused":
      return { status: 401, code: "SIGN_IN_REFUSED", message: rejection.message }
    case "LockedOut": {
      const headers = ["retry-after", String(rejection.retryAfterSeconds)]
      const message = "Too many failed attempts; wait a quarter of an hour."
      return { status: 429, code: "LOCKED_OUT", message, headers }
    }
    case "NotNow":
      return stateProblem(rejection.message)
    case "OperatorExists":
      return stateProblem(`There is an operator ${rejection.name} already.`)
    case "KeyRevoked":
      return stateProblem(`The key ${rejection.id} is revoked.`)
    case "Unavailable":
      return unavailable(rejection.message)
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
