/**
 * Every error code: its status, its cause, its remedy, and an example. Which codes an operation may
 * return follows from its path and method.
 */
import * as Data from "../contract/ExampleData.ts"

interface ErrorCase {
  readonly status: number
  readonly when: string
  /** What the caller does about it. */
  readonly remedy: string
  readonly message: string
  readonly errors?: ReadonlyArray<object>
}

const notFound = (
  what: string,
  id: string,
  when = "No such object for this account"
): ErrorCase => ({
  status: 404,
  when,
  remedy:
    `Compare the id with the one of the answer that created the ${what}, and use a key of the ` +
    "same account and environment.",
  message: `There is no ${what} ${id}.`
})

const codes: Readonly<Record<string, ErrorCase>> = {
  VALIDATION_ERROR: {
    status: 400,
    when: "A field, row or query value is invalid, or the JSON is malformed; `errors` names each",
    remedy: "Correct each field that `errors` names; the same request fails again.",
    message: "2 fields are invalid, in rows 2, 5.",
    errors: [
      {
        row: 2,
        field: "phone",
        code: "not_e164",
        message: "must be an E.164 number such as +256770000001"
      },
      { row: 5, field: "amount_usdc", code: "too_small", message: "must be at least 0.01" }
    ]
  },
  UNAUTHORIZED: {
    status: 401,
    when: "The key is missing, malformed, unknown, revoked, or of the other environment",
    remedy: "Send `Authorization: Bearer …` with a key of this environment that is not revoked.",
    message: "The API key is not known."
  },
  SIGN_IN_REFUSED: {
    status: 401,
    when: "Signing in at the dashboard: the address, password or code is wrong",
    remedy: "Check address, password and code, and the clock of the device that makes the code.",
    message: "The e-mail address or the password is incorrect."
  },
  LOCKED_OUT: {
    status: 429,
    when: "Signing in at the dashboard: ten failures in a row",
    remedy: "Wait until `Retry-After` is over, then sign in again.",
    message: "Too many failed attempts. Try again in 15 minutes."
  },
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    when: "One of the staff has neither an authenticator app nor a passkey yet",
    remedy: "Set up an authenticator app or a passkey in the dashboard, then repeat the request.",
    message: "Set up an authenticator app or a passkey first: staff need a second factor."
  },
  STEP_UP_REQUIRED: {
    status: 403,
    when: "A dashboard session changes a refund address, key, webhook endpoint, team or sign-in",
    remedy:
      "Confirm in the dashboard who you are, then repeat the request. API keys are not asked.",
    message: "This needs a proof of who you are from the last 10 minutes."
  },
  INVITATION_NOT_FOUND: {
    status: 404,
    when: "No such open invitation",
    remedy: "List the open invitations; one that was accepted, revoked or has expired is gone.",
    message: "There is no invitation inv_01JD8Q2V7M9XKQ4N5R6S7T8V9W."
  },
  PERSON_NOT_FOUND: {
    status: 404,
    when: "No member of the team has this id",
    remedy: "List the members of the team and take the id from there.",
    message: "There is no person usr_01JD8Q2V7M9XKQ4N5R6S7T8V9W."
  },
  SESSION_NOT_FOUND: {
    status: 404,
    when: "The person is not signed in with this session",
    remedy: "List the sessions again; this one has ended.",
    message: "There is no session 7I8f6axxqHzl9AJ7."
  },
  PASSKEY_NOT_FOUND: {
    status: 404,
    when: "The person has no passkey with this id",
    remedy: "List the second factors again; this passkey was removed.",
    message: "There is no passkey psk_01JD8Q2V7M9XKQ4N5R6S7T8V9W."
  },
  KYC_REQUIRED: {
    status: 403,
    when: "The account's KYC is not approved",
    remedy: "Wait for the review of the account, or ask support which documents are missing.",
    message: "The account's KYC is not approved."
  },
  FORBIDDEN: {
    status: 403,
    when: "The account is suspended, or the key has another scope or works from other addresses",
    remedy:
      "Use a key with the scope that the message names, from an address that the key lists; if the " +
      "account is suspended, ask support.",
    message: "The scope of this API key is `read_only`; this call needs `payouts` or `full`."
  },
  QUOTE_NOT_FOUND: notFound("quote", Data.ids.quote, "No such quote; also when a payout names it"),
  PAYOUT_NOT_FOUND: notFound("payout", Data.ids.payout),
  BATCH_NOT_FOUND: notFound("batch", Data.ids.batch),
  BENEFICIARY_NOT_FOUND: notFound("beneficiary", Data.ids.beneficiary),
  WEBHOOK_ENDPOINT_NOT_FOUND: notFound("webhook endpoint", Data.ids.endpoint),
  EVENT_NOT_FOUND: notFound("event", Data.ids.event),
  REQUEST_NOT_FOUND: {
    ...notFound("request", Data.ids.request),
    when: "No such request of the account in the last seven days",
    message: `There is no request ${Data.ids.request} in the log.`
  },
  DELIVERY_NOT_FOUND: notFound("delivery", Data.ids.delivery),
  ACCOUNT_NOT_FOUND: {
    status: 404,
    when: "No such account; operators only",
    remedy: "List the accounts and take the id from there.",
    message: `There is no account ${Data.ids.account}.`
  },
  API_KEY_NOT_FOUND: {
    status: 404,
    when: "The account has no such key; operators only",
    remedy: "List the keys of the account and take the id from there.",
    message: `There is no key ${Data.ids.key}.`
  },
  NOT_FOUND: {
    status: 404,
    when: "No such path",
    remedy: "Compare the path with this reference: no slash at the end, and case matters.",
    message: "Not found."
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    when: "The path takes other methods; `Allow` names them",
    remedy: "Use one of the methods that the header `Allow` names.",
    message: "This path takes GET, HEAD, POST."
  },
  REQUEST_TIMEOUT: {
    status: 408,
    when: "The request was not sent to its end in time",
    remedy: "Send the request again with the same idempotency key, and send its body at once.",
    message: "The request took too long."
  },
  EXPECTATION_FAILED: {
    status: 417,
    when: "The header `Expect` is another than `100-continue`",
    remedy: "Leave the header `Expect` out.",
    message: "The header Expect must be 100-continue or absent."
  },
  DUPLICATE_IDEMPOTENCY_KEY: {
    status: 409,
    when: "The same idempotency key came with other parameters",
    remedy: "Use one key for one intended write: a new key for other parameters.",
    message: "This idempotency key was used with other parameters."
  },
  OUTCOME_UNKNOWN: {
    status: 409,
    when: "A retry of a request that was cut off in the middle: whether it was done is not known",
    remedy: "Read the object to see whether it was changed, then decide whether to send a new key.",
    message:
      "The first request with this idempotency key was interrupted, and its outcome is unknown. Check whether it took effect before you repeat it with another key."
  },
  QUOTE_EXPIRED: {
    status: 409,
    when: "A payout names a quote that is over",
    remedy: "Create a new quote, show its rate, and create the payout with it.",
    message: "The quote is expired (it held until 2026-03-02T09:05:00.000Z); create a new one."
  },
  QUOTE_ALREADY_USED: {
    status: 409,
    when: "A payout names a quote that is locked or used",
    remedy: "Look for the payout that has the quote; for a second payout create a second quote.",
    message: "The quote already has a payout. Each quote can be used once."
  },
  INVALID_STATE: {
    status: 409,
    when: "The object's state does not allow the call, such as a cancel after funding",
    remedy: "Read the object: `message` says which state forbids the call.",
    message: "A payout that is PAYOUT_INITIATED cannot be cancelled."
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    when: "The body is over 1 MiB, an uploaded file over 2 MiB; 431 where the headers are too large",
    remedy: "Split the batch into smaller ones, or send fewer headers.",
    message: "The body is larger than 1048576 bytes."
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    when: "The content type is not one that the operation takes",
    remedy: "Set `Content-Type` to the type that the operation lists, such as `application/json`.",
    message: "The body must be application/json in UTF-8."
  },
  RATE_LIMIT_EXCEEDED: {
    status: 429,
    when: "Too many requests in this window; `Retry-After` says when it ends",
    remedy: "Wait as many seconds as `Retry-After` says, then send the same request again.",
    message: "Too many requests; try again in 12 s."
  },
  INTERNAL_ERROR: {
    status: 500,
    when: "A defect on our side",
    remedy:
      "Send the request again with the same idempotency key; if it fails again, give support the `request_id`.",
    message: "Something went wrong on our side."
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    when:
      "The service cannot take writes now, starts or stops; retry after `Retry-After` with the " +
      "same idempotency key, where the request had one",
    remedy:
      "Wait as many seconds as `Retry-After` says, then send the request again with the same " +
      "idempotency key. Without a key, first check whether the request took effect.",
    message: "Nothing can be written right now. Retry with the same idempotency key."
  }
}

export interface ErrorExample {
  readonly status: number
  readonly when: string
  readonly remedy: string
  readonly example: object
}

/** Every code, with an example of the response body. */
export const errors: Readonly<Record<string, ErrorExample>> = Object.fromEntries(
  Object.entries(codes).map(([code, { errors, message, remedy, status, when }]) => [
    code,
    {
      status,
      when,
      remedy,
      example: {
        error: code,
        message,
        error_code: code,
        request_id: Data.ids.request,
        ...(errors === undefined ? {} : { errors })
      }
    }
  ])
)

/** The 404 codes by path, the most specific path first. */
const missing: ReadonlyArray<readonly [RegExp, ReadonlyArray<string>]> = [
  [/^POST \/v1\/payouts$/, ["QUOTE_NOT_FOUND", "BENEFICIARY_NOT_FOUND"]],
  [/^POST \/v1\/payouts\/bulk$/, ["QUOTE_NOT_FOUND"]],
  [/\/(v1\/payouts\/bulk|batches)\/\{/, ["BATCH_NOT_FOUND"]],
  [/\/deliveries\/|webhook-deliveries\/\{/, ["DELIVERY_NOT_FOUND"]],
  [/\/endpoints\/\{/, ["WEBHOOK_ENDPOINT_NOT_FOUND"]],
  [/\/api-keys\/\{/, ["ACCOUNT_NOT_FOUND", "API_KEY_NOT_FOUND"]],
  [/\/accounts\/\{/, ["ACCOUNT_NOT_FOUND"]],
  [/\/operators\/\{/, ["API_KEY_NOT_FOUND"]],
  [/\/quotes\/\{/, ["QUOTE_NOT_FOUND"]],
  [/\/payouts\/\{/, ["PAYOUT_NOT_FOUND"]],
  [/\/beneficiaries\/\{/, ["BENEFICIARY_NOT_FOUND"]],
  [/\/events\/\{/, ["EVENT_NOT_FOUND"]],
  [/\/requests\/\{/, ["REQUEST_NOT_FOUND"]]
]

/** Codes of the dashboard's own routes. */
const ofPages = ["SIGN_IN_REFUSED", "LOCKED_OUT", "SECOND_FACTOR_REQUIRED", "STEP_UP_REQUIRED"]

const quoteConflicts = ["QUOTE_EXPIRED", "QUOTE_ALREADY_USED"]

/** Operations that act outside the log and keep their answer. */
const actsOutside = /^POST \/v1\/(webhooks.*\/(test|resend-failed)|sandbox\/.*)$/

/** The codes that one operation, such as `GET /v1/quotes/{id}`, may answer with at a status. */
export const codesAt = (operation: string, status: number): ReadonlyArray<string> => {
  const given = Object.keys(codes).filter(
    (code) => codes[code]?.status === status && !ofPages.includes(code)
  )
  if (status === 404) return missing.find(([path]) => path.test(operation))?.[1] ?? ["NOT_FOUND"]
  if (status === 431) return ["PAYLOAD_TOO_LARGE"]
  if (status !== 409) return given
  const takesQuotes = /^POST \/v1\/payouts(\/bulk)?$/.test(operation)
  const hasKey = operation.startsWith("POST ")
  return given.filter((code) => {
    if (code === "OUTCOME_UNKNOWN") return actsOutside.test(operation)
    if (quoteConflicts.includes(code)) return takesQuotes
    return code === "DUPLICATE_IDEMPOTENCY_KEY" ? hasKey : !takesQuotes
  })
}
