/**
 * The error of a failed call: an answer of the service, or no answer. It never contains an API key or
 * a request body.
 */

/** One offending field of a request; `row` where the request was a list or a file. */
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
  readonly idempotencyKey?: string | undefined
  readonly cause?: unknown
}

/**
 * A call failed. `code` is the service's (`QUOTE_EXPIRED`, `VALIDATION_ERROR`, …), or one of ours:
 *
 * - `CONNECTION_FAILED`, `TIMEOUT`: there was no answer, so a POST may have taken effect. Repeat it with
 *   the same `idempotencyKey`.
 * - `HTTP_502` and the like: the answer came from an intermediary.
 * - `INVALID_RESPONSE`: the answer was not JSON.
 */
export class PayoutError extends Error {
  override readonly name = "PayoutError"
  readonly code: string
  /** The HTTP status; `undefined` when there was no answer. */
  readonly status: number | undefined
  readonly errors: ReadonlyArray<FieldProblem>
  /** Names the request in the service's logs. */
  readonly requestId: string | undefined
  /** The idempotency key of the POST, given or generated. */
  readonly idempotencyKey: string | undefined

  constructor(details: Details) {
    super(details.message, details.cause === undefined ? {} : { cause: details.cause })
    this.code = details.code
    this.status = details.status
    this.errors = details.errors ?? []
    this.requestId = details.requestId
    this.idempotencyKey = details.idempotencyKey
  }
}
