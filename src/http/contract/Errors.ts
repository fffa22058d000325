/** Every error code with its status, cause, remedy and a sample rejection. */
import * as Limits from "../../config/Limits.ts"
import { Unavailable } from "../../engine/ports/Unavailable.ts"
import * as Data from "./ExampleData.ts"
import type { Rejection } from "./Rejection.ts"

interface ErrorCode {
  readonly status: number
  readonly when: string
  /** The caller's next step. */
  readonly remedy: string
  /** A rejection with this code; `undefined` for a defect of the service. */
  readonly sample: Rejection | undefined
  /** True if only operations of the dashboard return the code. */
  readonly isDashboardOnly?: true
}

const notFound = (
  what: string,
  sample: Rejection,
  when = "No such object for this account"
): ErrorCode => ({
  status: 404,
  when,
  remedy:
    `Compare the id with the one of the answer that created the ${what}, and use a key of the ` +
    "same account and environment.",
  sample
})

const table = {
  VALIDATION_ERROR: {
    status: 400,
    when: "A field, row or query value is invalid, or the JSON is malformed; `errors` names each",
    remedy: "Correct each field that `errors` names; the same request fails again.",
    sample: {
      _tag: "Invalid",
      errors: [
        {
          row: 2,
          field: "phone",
          code: "not_e164",
          message: "must be an E.164 number such as +256770000001"
        },
        { row: 5, field: "amount_usdc", code: "too_small", message: "must be at least 0.01" }
      ]
    }
  },
  UNAUTHORIZED: {
    status: 401,
    when: "The key is missing, malformed, unknown, revoked, or of the other environment",
    remedy: "Send `Authorization: Bearer …` with a key of this environment that is not revoked.",
    sample: { _tag: "Unauthorized", message: "The API key is not known." }
  },
  SIGN_IN_REFUSED: {
    status: 401,
    when: "Signing in at the dashboard: the address, password or code is wrong",
    remedy: "Check address, password and code, and the clock of the device that makes the code.",
    sample: { _tag: "SignInRefused", reason: "wrong_password" },
    isDashboardOnly: true
  },
  LOCKED_OUT: {
    status: 429,
    when: "Signing in at the dashboard: ten failures in a row",
    remedy: "Wait until `Retry-After` is over, then sign in again.",
    sample: { _tag: "LockedOut", retryAfterSeconds: 900 },
    isDashboardOnly: true
  },
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    when: "One of the staff has neither an authenticator app nor a passkey yet",
    remedy: "Set up an authenticator app or a passkey in the dashboard, then repeat the request.",
    sample: { _tag: "SecondFactorRequired" },
    isDashboardOnly: true
  },
  STEP_UP_REQUIRED: {
    status: 403,
    when: "A dashboard session changes a refund address, key, webhook endpoint, team or sign-in",
    remedy:
      "Confirm in the dashboard who you are, then repeat the request. API keys are not asked.",
    sample: { _tag: "StepUpRequired" },
    isDashboardOnly: true
  },
  INVITATION_NOT_FOUND: {
    status: 404,
    when: "No such open invitation",
    remedy: "List the open invitations; one that was accepted, revoked or has expired is gone.",
    sample: { _tag: "InvitationNotFound", id: "inv_01JD8Q2V7M9XKQ4N5R6S7T8V9W" }
  },
  PERSON_NOT_FOUND: {
    status: 404,
    when: "No member of the team has this id",
    remedy: "List the members of the team and take the id from there.",
    sample: { _tag: "MemberNotFound", id: "usr_01JD8Q2V7M9XKQ4N5R6S7T8V9W" }
  },
  SESSION_NOT_FOUND: {
    status: 404,
    when: "The person is not signed in with this session",
    remedy: "List the sessions again; this one has ended.",
    sample: { _tag: "SessionNotFound", id: "7I8f6axxqHzl9AJ7" }
  },
  PASSKEY_NOT_FOUND: {
    status: 404,
    when: "The person has no passkey with this id",
    remedy: "List the second factors again; this passkey was removed.",
    sample: { _tag: "PasskeyNotFound", id: "psk_01JD8Q2V7M9XKQ4N5R6S7T8V9W" }
  },
  KYC_REQUIRED: {
    status: 403,
    when: "The account's KYC is not approved",
    remedy: "Wait for the review of the account, or ask support which documents are missing.",
    sample: { _tag: "KycRequired" }
  },
  FORBIDDEN: {
    status: 403,
    when: "The account is suspended, or the key has another scope or works from other addresses",
    remedy:
      "Use a key with the scope that the message names, from an address that the key lists; if the " +
      "account is suspended, ask support.",
    sample: {
      _tag: "Forbidden",
      message: "The scope of this API key is `read_only`; this call needs `payouts` or `full`."
    }
  },
  QUOTE_NOT_FOUND: notFound(
    "quote",
    { _tag: "QuoteNotFound", quoteId: Data.ids.quote },
    "No such quote; also when a payout names it"
  ),
  PAYOUT_NOT_FOUND: notFound("payout", { _tag: "PayoutNotFound", id: Data.ids.payout }),
  BATCH_NOT_FOUND: notFound("batch", { _tag: "BatchNotFound", id: Data.ids.batch }),
  BENEFICIARY_NOT_FOUND: notFound("beneficiary", {
    _tag: "BeneficiaryNotFound",
    id: Data.ids.beneficiary
  }),
  WEBHOOK_ENDPOINT_NOT_FOUND: notFound("webhook endpoint", {
    _tag: "EndpointNotFound",
    id: Data.ids.endpoint
  }),
  EVENT_NOT_FOUND: notFound("event", { _tag: "EventNotFound", id: Data.ids.event }),
  REQUEST_NOT_FOUND: notFound(
    "request",
    { _tag: "RequestNotFound", id: Data.ids.request },
    "No such request of the account in the last seven days"
  ),
  DELIVERY_NOT_FOUND: notFound("delivery", { _tag: "DeliveryNotFound", id: Data.ids.delivery }),
  ACCOUNT_NOT_FOUND: {
    status: 404,
    when: "No such account; operators only",
    remedy: "List the accounts and take the id from there.",
    sample: { _tag: "AccountNotFound", id: Data.ids.account }
  },
  API_KEY_NOT_FOUND: {
    status: 404,
    when: "The account has no such key; operators only",
    remedy: "List the keys of the account and take the id from there.",
    sample: { _tag: "KeyNotFound", id: Data.ids.key }
  },
  NOT_FOUND: {
    status: 404,
    when: "No such path",
    remedy: "Compare the path with this reference: no slash at the end, and case matters.",
    sample: { _tag: "NoSuchPath" }
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    when: "The path takes other methods; `Allow` names them",
    remedy: "Use one of the methods that the header `Allow` names.",
    sample: { _tag: "NoSuchMethod", allowed: ["GET", "HEAD", "POST"] }
  },
  REQUEST_TIMEOUT: {
    status: 408,
    when: "The request was not sent to its end in time",
    remedy: "Send the request again with the same idempotency key, and send its body at once.",
    sample: { _tag: "TooSlow" }
  },
  EXPECTATION_FAILED: {
    status: 417,
    when: "The header `Expect` is another than `100-continue`",
    remedy: "Leave the header `Expect` out.",
    sample: { _tag: "Expectation" }
  },
  DUPLICATE_IDEMPOTENCY_KEY: {
    status: 409,
    when: "The same idempotency key came with other parameters",
    remedy: "Use one key for one intended write: a new key for other parameters.",
    sample: { _tag: "KeyReused", key: Data.idempotencyKey }
  },
  OUTCOME_UNKNOWN: {
    status: 409,
    when: "A retry of a request that was cut off in the middle: whether it was done is not known",
    remedy: "Read the object to see whether it was changed, then decide whether to send a new key.",
    sample: { _tag: "OutcomeUnknown", key: Data.idempotencyKey }
  },
  QUOTE_EXPIRED: {
    status: 409,
    when: "A payout names a quote that is over",
    remedy: "Create a new quote, show its rate, and create the payout with it.",
    sample: { _tag: "QuoteExpired", quoteId: Data.ids.quote, expiredAt: Date.UTC(2026, 2, 2, 9, 5) }
  },
  QUOTE_ALREADY_USED: {
    status: 409,
    when: "A payout names a quote that is locked or used",
    remedy: "Look for the payout that has the quote; for a second payout create a second quote.",
    sample: { _tag: "QuoteAlreadyUsed", quoteId: Data.ids.quote }
  },
  INVALID_STATE: {
    status: 409,
    when: "The object's state does not allow the call, such as a cancel after funding",
    remedy: "Read the object: `message` says which state forbids the call.",
    sample: { _tag: "InvalidState", command: "Cancel", status: "PAYOUT_INITIATED" }
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    when: "The body is over 1 MiB, an uploaded file over 2 MiB; 431 where the headers are too large",
    remedy: "Split the batch into smaller ones, or send fewer headers.",
    sample: { _tag: "TooLarge", bytesMax: Limits.http.bodyBytesMax }
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    when: "The content type is not one that the operation takes",
    remedy: "Set `Content-Type` to the type that the operation lists, such as `application/json`.",
    sample: { _tag: "WrongType", expected: "application/json in UTF-8" }
  },
  RATE_LIMIT_EXCEEDED: {
    status: 429,
    when: "Too many requests in this window; `Retry-After` says when it ends",
    remedy: "Wait as many seconds as `Retry-After` says, then send the same request again.",
    sample: { _tag: "RateLimited", retryAfterSeconds: 12 }
  },
  INTERNAL_ERROR: {
    status: 500,
    when: "A defect on our side",
    remedy:
      "Send the request again with the same idempotency key; if it fails again, give support the `request_id`.",
    sample: undefined
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    when:
      "The service cannot take writes now, starts or stops; retry after `Retry-After` with the " +
      "same idempotency key, where the request had one",
    remedy:
      "Wait as many seconds as `Retry-After` says, then send the request again with the same " +
      "idempotency key. Without a key, first check whether the request took effect.",
    sample: new Unavailable({
      message: "Nothing can be written right now. Retry with the same idempotency key."
    })
  }
} as const satisfies Readonly<Record<string, ErrorCode>>

export type Code = keyof typeof table

export const codes: Readonly<Record<Code, ErrorCode>> = table

/** All codes, in the order of the documents. */
export const names = Object.keys(table) as ReadonlyArray<Code>
