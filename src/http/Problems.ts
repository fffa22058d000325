/**
 * The table from a rejection to the response of an integrator: HTTP status, code, message and
 * offending fields. Rejections of accounts, users and keys have a table in `AccountProblems.ts`.
 */
import * as Limits from "../config/Limits.ts"
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
import type * as Ownership from "../usecases/Ownership.ts"
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

export interface RequestNotFound {
  readonly _tag: "RequestNotFound"
  readonly id: string
}

/** Refusals of the HTTP layer. */
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
  | Ownership.EventNotFound
  | RequestNotFound
  /** Staff need a second factor before anything else. */
  | { readonly _tag: "SecondFactorRequired" }
  /** The last proof of who the user is was too long ago for this act. */
  | { readonly _tag: "StepUpRequired" }
  /** What the state of a team or a person does not allow. */
  | { readonly _tag: "NotNow"; readonly message: string }
  /** The owner of the partition, another process, made it a problem. */
  | { readonly _tag: "ByOwner"; readonly problem: Problem }

/** Rejections of this table; those about users, teams and keys have a table of their own. */
type OwnRejection =
  | Refusal
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

export type Rejection = OwnRejection | AccountProblems.Rejection

export interface Problem {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly errors?: ReadonlyArray<FieldError>
  readonly headers?: Headers
  /** Whether the same request may succeed later; the response then adds how to repeat it. */
  readonly isTransient?: true
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

/** What a command does to a payout, in words; other commands come from no call. */
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
      ? `This payout (${status}) does not allow this action: ${causes.frozen}.`
      : `A payout that is ${status} does not allow this action.`
  }
  return cause === undefined
    ? `A payout that is ${status} cannot ${deed}.`
    : `This payout (${status}) cannot ${deed}: ${causes[cause]}.`
}

const batchStateMessage = ({ command, status }: Batch.Rejection): string => {
  switch (command) {
    case "Cancel":
      return `A batch can be cancelled only before its funds arrive. This batch is ${status} or funded.`
    case "Resume":
      return "The batch is not parked, so there is nothing to resume."
    default:
      return `A batch that is ${status} does not allow this action.`
  }
}

const closing: Headers = ["connection", "close"]

const stateProblem = (message: string): Problem => ({ status: 409, code: "INVALID_STATE", message })

const unavailable = (reason: string): Problem => ({
  status: 503,
  code: "SERVICE_UNAVAILABLE",
  message: reason,
  headers: ["retry-after", String(retryAfterSeconds)],
  isTransient: true
})

/** A request that was interrupted because the process stops. */
export const stopping: Problem = unavailable("The service is stopping.")

/**
 * Of a request whose client closed the connection before its answer, as proxies write it in their
 * logs. It is never sent. Whether the request took effect is not known.
 */
export const clientLeftStatus = 499

/** A process that starts, or stands by for another one. */
export const notYet: Problem = unavailable("The service is starting.")

/** The status of `/readyz` while the process does not serve. */
export const notReadyStatus = 503

/** A file of the dashboard that does not exist, for a browser and not for a program. */
export const noSuchFile = { status: 404, body: "This file does not exist.\n" }

/** The dashboard's page where it was not built. */
export const pageNotBuilt = { status: 503, body: "The dashboard was not built: npm run build\n" }

const tooManyWait = unavailable("Too many requests on this connection are waiting for an answer.")

/** One request too many behind others on a connection, which ends with it. */
export const tooManyPipelined: Problem = {
  ...tooManyWait,
  headers: [...(tooManyWait.headers ?? []), ...closing]
}

type Table = {
  readonly [Tag in OwnRejection["_tag"]]: (
    rejection: Extract<OwnRejection, { readonly _tag: Tag }>
  ) => Problem
}

const table: Table = {
  Unauthorized: ({ message }) => {
    const headers = ["www-authenticate", 'Bearer realm="payout-service"']
    return { status: 401, code: "UNAUTHORIZED", message, headers }
  },
  KycRequired: () => ({
    status: 403,
    code: "KYC_REQUIRED",
    message: "The account's KYC is not approved."
  }),
  Forbidden: (rejection) => ({ status: 403, code: "FORBIDDEN", message: rejection.message }),
  RateLimited: (rejection) => {
    const headers = ["retry-after", String(rejection.retryAfterSeconds)]
    const message = `Too many requests; try again in ${rejection.retryAfterSeconds} s.`
    return { status: 429, code: "RATE_LIMIT_EXCEEDED", message, headers }
  },
  TooLarge: (rejection) => {
    const message = `The body is larger than ${rejection.bytesMax} bytes.`
    return { status: 413, code: "PAYLOAD_TOO_LARGE", message, headers: closing }
  },
  HeadersTooLarge: () => ({
    status: 431,
    code: "PAYLOAD_TOO_LARGE",
    message: "The headers are too large."
  }),
  TooSlow: () => ({ status: 408, code: "REQUEST_TIMEOUT", message: "The request took too long." }),
  BadHead: (rejection) => {
    const { header: field, message } = rejection
    // What follows on the connection may be read in two ways as well.
    return { ...invalid([{ field, code: "malformed", message }]), headers: closing }
  },
  Expectation: () => {
    const message = "The header Expect must be 100-continue or absent."
    return { status: 417, code: "EXPECTATION_FAILED", message, headers: closing }
  },
  WrongType: (rejection) => {
    const message = `The body must be ${rejection.expected}.`
    return { status: 415, code: "UNSUPPORTED_MEDIA_TYPE", message }
  },
  Invalid: (rejection) => invalid(rejection.errors),
  InvalidFields: (rejection) => invalid(rejection.problems),
  InvalidRows: (rejection) => invalid(rejection.problems),
  AmountOutOfRange: (rejection) =>
    invalid([{ field: "source_amount_usdc", ...Quote.amountProblem(rejection) }]),
  NothingToReceive: (rejection) =>
    invalid([{ field: "source_amount_usdc", ...Quote.amountProblem(rejection) }]),
  NoSuchPath: () => ({ status: 404, code: "NOT_FOUND", message: "Not found." }),
  NoSuchMethod: (rejection) => {
    const allow = rejection.allowed.join(", ")
    const message = `This path takes ${allow}.`
    return { status: 405, code: "METHOD_NOT_ALLOWED", message, headers: ["allow", allow] }
  },
  EndpointNotFound: ({ id }) => notFound("WEBHOOK_ENDPOINT", `There is no endpoint ${id}.`),
  BeneficiaryNotFound: ({ id }) => notFound("BENEFICIARY", `There is no beneficiary ${id}.`),
  EventNotFound: ({ id }) => notFound("EVENT", `There is no event ${id}.`),
  RequestNotFound: ({ id }) => notFound("REQUEST", `There is no request ${id} in the log.`),
  QuoteNotFound: (rejection) => {
    const message = `There is no quote ${rejection.quoteId}.`
    return { status: 404, code: "QUOTE_NOT_FOUND", message }
  },
  PayoutNotFound: (rejection) => {
    const message = `There is no payout ${rejection.id}.`
    return { status: 404, code: "PAYOUT_NOT_FOUND", message }
  },
  BatchNotFound: (rejection) => {
    const message = `There is no batch ${rejection.id}.`
    return { status: 404, code: "BATCH_NOT_FOUND", message }
  },
  DeliveryNotFound: (rejection) => {
    const message = `There is no delivery ${rejection.id}.`
    return { status: 404, code: "DELIVERY_NOT_FOUND", message }
  },
  KeyReused: () => {
    const message = "This idempotency key was used with other parameters."
    return { status: 409, code: "DUPLICATE_IDEMPOTENCY_KEY", message }
  },
  OutcomeUnknown: () => {
    const message =
      "The first request with this idempotency key was interrupted, and its outcome is unknown. Check whether it took effect before you repeat it with another key."
    return { status: 409, code: "OUTCOME_UNKNOWN", message }
  },
  QuoteExpired: (rejection) => {
    const { expiredAt } = rejection
    const how =
      expiredAt === null
        ? "it ended with its payout"
        : `it held until ${new Date(expiredAt).toISOString()}`
    const message = `The quote is expired (${how}); create a new one.`
    return { status: 409, code: "QUOTE_EXPIRED", message }
  },
  QuoteAlreadyUsed: () => {
    const message = "The quote already has a payout. Each quote can be used once."
    return { status: 409, code: "QUOTE_ALREADY_USED", message }
  },
  InvalidState: (rejection) => stateProblem(payoutStateMessage(rejection)),
  InvalidBatchState: (rejection) => stateProblem(batchStateMessage(rejection)),
  StaleTransfer: () => stateProblem("The transfer is not the payout's current one."),
  InvalidDeliveryState: (rejection) =>
    stateProblem(`A delivery that is ${rejection.status} does not allow this action.`),
  EndpointOff: (rejection) =>
    stateProblem(
      rejection.isDeleted
        ? `The endpoint ${rejection.id} was deleted, so nothing can be sent to it.`
        : `The endpoint ${rejection.id} is switched off. Set is_active to true first.`
    ),
  TooManyEndpoints: (rejection) =>
    stateProblem(`An account has at most ${rejection.max} webhook endpoints.`),
  ProviderPaid: () => stateProblem("The provider reports that it paid. Settle the payout instead."),
  ProviderUndecided: () =>
    stateProblem("The provider may still pay. Set override to true to proceed anyway."),
  RefundHeld: () => stateProblem("The refund is held by a compliance review. Release it first."),
  SecondFactorRequired: () => {
    const message = "Set up an authenticator app or a passkey first: staff need a second factor."
    return { status: 403, code: "SECOND_FACTOR_REQUIRED", message }
  },
  StepUpRequired: () => {
    const minutes = Limits.people.proofMs / 60_000
    const message = `This needs a proof of who you are from the last ${minutes} minutes.`
    return { status: 403, code: "STEP_UP_REQUIRED", message }
  },
  NotNow: (rejection) => stateProblem(rejection.message),
  ByOwner: (rejection) => rejection.problem,
  Unavailable: (rejection) => unavailable(rejection.message)
}

const isOwn = (rejection: Rejection): rejection is OwnRejection => rejection._tag in table

/** The problem of a rejection. */
export const of = (rejection: Rejection): Problem =>
  isOwn(rejection)
    ? // The entry of a tag takes the rejections of that tag, which TypeScript does not see.
      table[rejection._tag](rejection as never)
    : AccountProblems.of(rejection)

/** A defect; its details are in the log only. */
export const defect: Problem = {
  status: 500,
  code: "INTERNAL_ERROR",
  message: "Something went wrong on our side."
}

/** How to repeat a request that failed for a moment: by its method and its idempotency key. */
export const retryAdvice = {
  harmless: "Try again in a moment.",
  keyed: "Retry with the same idempotency key.",
  unkeyed: "Check whether the request took effect before you send it again."
} as const

/** The body of every error. */
export const body = ({ code, errors, message }: Problem, requestId: string): string =>
  JSON.stringify({ error: code, message, error_code: code, request_id: requestId, errors })
