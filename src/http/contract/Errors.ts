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
  when = "The account has no object with this id."
): ErrorCode => ({
  status: 404,
  when,
  remedy:
    `Compare the id with the response that created the ${what}, and use a key of the same ` +
    "account and environment.",
  sample
})

const table = {
  VALIDATION_ERROR: {
    status: 400,
    when:
      "The JSON is malformed, or a field, row or query value is invalid. `errors` lists " +
      "them all.",
    remedy: "Correct the fields listed in `errors`. The same request would fail again.",
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
    when:
      "The API key is missing, malformed, unknown, expired, revoked or of the other " +
      "environment.",
    remedy: "Send `Authorization: Bearer …` with a working key of this environment.",
    sample: { _tag: "Unauthorized", message: "This API key is not known." }
  },
  SIGN_IN_REFUSED: {
    status: 401,
    when: "The e-mail address, the password or the code is incorrect.",
    remedy: "Check all three, and the clock of the device that shows the code.",
    sample: { _tag: "SignInRefused", reason: "wrong_password" },
    isDashboardOnly: true
  },
  LOCKED_OUT: {
    status: 429,
    when: "Ten sign-ins in a row have failed.",
    remedy: "Wait for the number of seconds in `Retry-After`, then sign in again.",
    sample: { _tag: "LockedOut", retryAfterSeconds: 900 },
    isDashboardOnly: true
  },
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    when: "A user of the staff has neither an authenticator app nor a passkey.",
    remedy:
      "Set up an authenticator app or a passkey in the dashboard, then send the request " +
      "again.",
    sample: { _tag: "SecondFactorRequired" },
    isDashboardOnly: true
  },
  STEP_UP_REQUIRED: {
    status: 403,
    when:
      "The dashboard session has no recent proof of the user's identity, which this change " +
      "needs.",
    remedy:
      "Confirm your identity in the dashboard, then send the request again. API keys need " +
      "no such proof.",
    sample: { _tag: "StepUpRequired" },
    isDashboardOnly: true
  },
  INVITATION_NOT_FOUND: {
    status: 404,
    when: "There is no open invitation with this id.",
    remedy:
      "The invitation may have been accepted or revoked, or may have expired. List the open ones.",
    sample: { _tag: "InvitationNotFound", id: "inv_01JD8Q2V7M9XKQ4N5R6S7T8V9W" }
  },
  PERSON_NOT_FOUND: {
    status: 404,
    when: "No member of the team has this id.",
    remedy: "List the members of the team to find the id.",
    sample: { _tag: "MemberNotFound", id: "usr_01JD8Q2V7M9XKQ4N5R6S7T8V9W" }
  },
  SESSION_NOT_FOUND: {
    status: 404,
    when: "The user has no session with this id.",
    remedy: "List the sessions again. This one may have ended.",
    sample: { _tag: "SessionNotFound", id: "7I8f6axxqHzl9AJ7" }
  },
  PASSKEY_NOT_FOUND: {
    status: 404,
    when: "The user has no passkey with this id.",
    remedy: "List the second factors again. This passkey may have been removed.",
    sample: { _tag: "PasskeyNotFound", id: "psk_01JD8Q2V7M9XKQ4N5R6S7T8V9W" }
  },
  KYC_REQUIRED: {
    status: 403,
    when: "The account's KYC is not approved.",
    remedy: "Wait for the review of the account, or ask support which documents are missing.",
    sample: { _tag: "KycRequired" }
  },
  FORBIDDEN: {
    status: 403,
    when:
      "The account is suspended, or the key does not allow this operation or this client " +
      "address.",
    remedy:
      "Use a key with the scope in the message, from an address that the key allows. If the " +
      "account is suspended, ask support.",
    sample: {
      _tag: "Forbidden",
      message: "The scope of this API key is `read_only`. This operation needs `payouts` or `full`."
    }
  },
  QUOTE_NOT_FOUND: notFound(
    "quote",
    { _tag: "QuoteNotFound", quoteId: Data.ids.quote },
    "The account has no quote with this id."
  ),
  PAYOUT_NOT_FOUND: notFound("payout", { _tag: "PayoutNotFound", id: Data.ids.payout }),
  BATCH_NOT_FOUND: notFound("batch", { _tag: "BatchNotFound", id: Data.ids.batch }),
  WITHDRAWAL_NOT_FOUND: notFound("withdrawal", {
    _tag: "WithdrawalNotFound",
    id: Data.ids.withdrawal
  }),
  WITHDRAWAL_ADDRESS_NOT_FOUND: notFound("withdrawal address", {
    _tag: "WithdrawalAddressNotFound",
    id: Data.ids.withdrawalAddress
  }),
  BENEFICIARY_NOT_FOUND: notFound("beneficiary", {
    _tag: "BeneficiaryNotFound",
    id: Data.ids.beneficiary
  }),
  RECIPIENT_NOT_FOUND: {
    status: 404,
    when: "The account has no data about this phone number. An erasure also has this effect.",
    remedy: "Compare the number and the account with a payout to the recipient.",
    sample: { _tag: "RecipientNotFound" }
  },
  BOOKING_NOT_FOUND: {
    status: 404,
    when: "The books have no booking with this id.",
    remedy: "List the bookings to find the id.",
    sample: { _tag: "BookingNotFound", id: "bkg_01KJQ2D4W0B7T5N8R1Z6K9H4VD" }
  },
  RECONCILIATION_NOT_FOUND: {
    status: 404,
    when: "The service keeps no reconciliation with this id.",
    remedy: "List the reconciliations to find the id.",
    sample: { _tag: "ReconciliationNotFound", id: "rec_01KJQ2D4W0B7T5N8R1Z6K9H4VD" }
  },
  BREAK_NOT_FOUND: {
    status: 404,
    when: "The service keeps no break with this id.",
    remedy: "List the breaks to find the id.",
    sample: { _tag: "BreakNotFound", id: "brk_01KJQ2D4W0B7T5N8R1Z6K9H4VD" }
  },
  WEBHOOK_ENDPOINT_NOT_FOUND: notFound("webhook endpoint", {
    _tag: "EndpointNotFound",
    id: Data.ids.endpoint
  }),
  EVENT_NOT_FOUND: notFound("event", { _tag: "EventNotFound", id: Data.ids.event }),
  REQUEST_NOT_FOUND: notFound(
    "request",
    { _tag: "RequestNotFound", id: Data.ids.request },
    "The account made no request with this id in the last seven days."
  ),
  RECALL_NOT_FOUND: notFound(
    "recall",
    { _tag: "RecallNotFound", id: Data.ids.recall },
    "The payout has no recall with this id."
  ),
  DELIVERY_NOT_FOUND: notFound("delivery", { _tag: "DeliveryNotFound", id: Data.ids.delivery }),
  ACCOUNT_NOT_FOUND: {
    status: 404,
    when: "There is no account with this id.",
    remedy: "List the accounts to find the id.",
    sample: { _tag: "AccountNotFound", id: Data.ids.account }
  },
  API_KEY_NOT_FOUND: {
    status: 404,
    when: "The account has no key with this id.",
    remedy: "List the keys of the account to find the id.",
    sample: { _tag: "KeyNotFound", id: Data.ids.key }
  },
  NOT_FOUND: {
    status: 404,
    when: "The API has no such path.",
    remedy:
      "Compare the path with this reference. It is case-sensitive and has no slash at the " +
      "end.",
    sample: { _tag: "NoSuchPath" }
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    when: "The path does not accept this method.",
    remedy: "Use one of the methods in the header `Allow`.",
    sample: { _tag: "NoSuchMethod", allowed: ["GET", "HEAD", "POST"] }
  },
  REQUEST_TIMEOUT: {
    status: 408,
    when: "The request was not sent completely in time.",
    remedy: "Send the request again with the same idempotency key, and its body without a pause.",
    sample: { _tag: "TooSlow" }
  },
  EXPECTATION_FAILED: {
    status: 417,
    when: "The header `Expect` is not `100-continue`.",
    remedy: "Remove the header `Expect`.",
    sample: { _tag: "Expectation" }
  },
  DUPLICATE_IDEMPOTENCY_KEY: {
    status: 409,
    when: "The idempotency key was used with other parameters.",
    remedy: "Use a new key for a new operation. Keep the key only to retry the same request.",
    sample: { _tag: "KeyReused", key: Data.idempotencyKey }
  },
  OUTCOME_UNKNOWN: {
    status: 409,
    when:
      "An earlier request with this idempotency key was interrupted, and its outcome is " +
      "unknown.",
    remedy:
      "Read the object to see whether the request took effect. Then decide whether to send " +
      "it again with a new key.",
    sample: { _tag: "OutcomeUnknown", key: Data.idempotencyKey }
  },
  QUOTE_EXPIRED: {
    status: 409,
    when: "The quote has expired.",
    remedy: "Create a new quote, and create the payout with it.",
    sample: { _tag: "QuoteExpired", quoteId: Data.ids.quote, expiredAt: Date.UTC(2026, 2, 2, 9, 5) }
  },
  QUOTE_ALREADY_USED: {
    status: 409,
    when: "The quote already has a payout.",
    remedy: "Find the payout with this quote. For a second payout, create a second quote.",
    sample: { _tag: "QuoteAlreadyUsed", quoteId: Data.ids.quote }
  },
  INSUFFICIENT_BALANCE: {
    status: 409,
    when: "The account's balance has less than the request needs.",
    remedy:
      "Deposit at least `needed_usdc` less `available_usdc` to the balance's address, and send the " +
      "request again with another idempotency key. Or fund by deposit.",
    sample: { _tag: "BalanceInsufficient", needed: 25_000_000, available: 10_500_000 }
  },
  PROVIDER_BALANCE_LOW: {
    status: 409,
    when:
      "The balance in the target currency that pays recipients does not cover the amount now. " +
      "Quotes that exist can still be used.",
    remedy:
      "Create a quote for a smaller amount, or try again later. Operators have been notified.",
    sample: { _tag: "FloatShort", currency: "UGX" }
  },
  INVALID_STATE: {
    status: 409,
    when:
      "The object's status does not allow this operation. A funded payout, for example, " +
      "cannot be cancelled.",
    remedy: "Read the message and the object. Do not send the same request again.",
    sample: { _tag: "InvalidState", command: "Cancel", status: "PAYOUT_INITIATED" }
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    when:
      "The body is larger than 1 MiB, or an uploaded file larger than 2 MiB. With status " +
      "431, the headers are too large.",
    remedy: "Split the batch into smaller ones, or send fewer headers.",
    sample: { _tag: "TooLarge", bytesMax: Limits.http.bodyBytesMax }
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    when: "The operation does not accept this content type.",
    remedy: "Set `Content-Type` to a type of the operation, such as `application/json`.",
    sample: { _tag: "WrongType", expected: "application/json in UTF-8" }
  },
  RATE_LIMIT_EXCEEDED: {
    status: 429,
    when: "There were too many requests in this period.",
    remedy: "Wait for the number of seconds in `Retry-After`, then send the request again.",
    sample: { _tag: "RateLimited", retryAfterSeconds: 12 }
  },
  INTERNAL_ERROR: {
    status: 500,
    when: "The service has a defect.",
    remedy:
      "Send the request again with the same idempotency key. If it fails again, send the " +
      "`request_id` to support.",
    sample: undefined
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    when: "The service is starting, is stopping or cannot store changes now.",
    remedy:
      "Wait for the number of seconds in `Retry-After`, then send the request again with " +
      "the same idempotency key. Without a key, first check whether the request took " +
      "effect.",
    sample: new Unavailable({
      message: "Changes cannot be stored right now. Retry with the same idempotency key."
    })
  }
} as const satisfies Readonly<Record<string, ErrorCode>>

export type Code = keyof typeof table

export const codes: Readonly<Record<Code, ErrorCode>> = table

/** All codes, in the order of the documents. */
export const names = Object.keys(table) as ReadonlyArray<Code>
