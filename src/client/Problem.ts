/**
 * What a call ends with when it does not succeed: an answer of the service, or none at all. It
 * never carries an API key or a body that was sent.
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
 * - `CONNECTION_FAILED`, `TIMEOUT`: there was no answer, so a POST may have been done. The same
 *   `idempotencyKey` finds out.
 * - `HTTP_502` and the like: the answer came from something else on the way.
 * - `INVALID_RESPONSE`: the answer was no JSON.
 */
export class PayoutError extends Error {
  override readonly name = "PayoutError"
  readonly code: string
  /** The HTTP status; `undefined` when there was no answer. */
  readonly status: number | undefined
  readonly errors: ReadonlyArray<FieldProblem>
  /** Names the request in the service's logs. */
  readonly requestId: string | undefined
  /** The key that the POST was sent with, given or made. */
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
