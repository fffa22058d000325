/**
 * The error of a failed request, with or without a response. It never contains an API key or a
 * request body.
 */

/** A problem with a field of the request, with its `row` in a list or a file. */
export interface FieldProblem {
  readonly row?: number
  readonly field: string
  readonly code: string
  readonly message: string
}

export interface Details {
  readonly message: string
  readonly code: string
  readonly status?: number | undefined
  readonly errors?: ReadonlyArray<FieldProblem> | undefined
  readonly requestId?: string | undefined
  readonly docUrl?: string | undefined
  readonly idempotencyKey?: string | undefined
  readonly cause?: unknown
}

/**
 * A failed request. `code` is the service's (`QUOTE_EXPIRED`, `VALIDATION_ERROR`, …), or one of:
 *
 * - `CONNECTION_FAILED`, `TIMEOUT`: there was no response, so a POST may have taken effect. Retry
 *   it with the same `idempotencyKey`.
 * - `HTTP_502` and the like: the response came from an intermediary.
 * - `INVALID_RESPONSE`: the response was not JSON.
 */
export class PayoutError extends Error {
  override readonly name = "PayoutError"
  readonly code: string
  /** The HTTP status; `undefined` if there was no response. */
  readonly status: number | undefined
  readonly errors: ReadonlyArray<FieldProblem>
  /** Identifies the request in the service's logs. */
  readonly requestId: string | undefined
  /** The page that explains the error and what to do. */
  readonly docUrl: string | undefined
  /** The idempotency key of a POST, whether it was set or generated. */
  readonly idempotencyKey: string | undefined

  constructor(details: Details) {
    super(details.message, details.cause === undefined ? {} : { cause: details.cause })
    this.code = details.code
    this.status = details.status
    this.errors = details.errors ?? []
    this.requestId = details.requestId
    this.docUrl = details.docUrl
    this.idempotencyKey = details.idempotencyKey
  }
}
