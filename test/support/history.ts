/**
 * The history of requests as clients saw them, in the manner of Jepsen. Every request has a name,
 * which is its idempotency key, and a list of outcomes. A success stays a success, and a refusal is
 * definite. Any other outcome is unknown, and the client retries the request. The history fails if
 * a response changes.
 */
import { assert } from "vitest"

export interface Answer {
  readonly status: number
  readonly text: string
}

/** A request that may be sent any number of times, and its outcomes so far. */
export interface Operation {
  readonly path: string
  readonly key: string
  readonly body: Readonly<Record<string, unknown>>
  /** The first definite response. Every later one must be the same. */
  answer: Answer | undefined
  /** The number of times it was sent, and the number of unknown outcomes. */
  sent: number
  unknown: number
}

export interface History {
  /** The operation of this key, which the first call makes. */
  readonly operation: (
    path: string,
    key: string,
    body: Readonly<Record<string, unknown>>
  ) => Operation
  /**
   * Sends the operation once. Returns the definite response, or `undefined` if the outcome is
   * unknown.
   */
  readonly send: (url: string, operation: Operation) => Promise<Answer | undefined>
  readonly operations: () => ReadonlyArray<Operation>
  /** Acknowledged operations on a path. */
  readonly ok: (path: string) => ReadonlyArray<Operation>
}

export const isOk = ({ answer }: Operation): boolean =>
  answer !== undefined && answer.status >= 200 && answer.status < 300

// biome-ignore lint/suspicious/noExplicitAny: bodies of the wire, looked into freely by tests
export const bodyOf = ({ answer }: Operation): any => JSON.parse(answer?.text ?? "null")

/** True for a definite refusal of the contract. These clients cause no other 4xx or 5xx. */
const isRefusal = ({ status, text }: Answer): boolean =>
  status === 409 && /QUOTE_ALREADY_USED|QUOTE_EXPIRED/.test(text)

const judge = (operation: Operation, { status, text }: Answer): Answer | undefined => {
  const { answer: earlier, key } = operation
  const answer = { status, text }
  if (status === 503) return undefined
  if (isRefusal(answer)) {
    assert.strictEqual(earlier?.status ?? 409, 409, `${key} was acknowledged, then refused`)
  } else {
    assert.include([200, 201], status, `${key} is answered ${status} ${text}`)
    if (earlier !== undefined) assert.deepStrictEqual(answer, earlier, `${key} has two answers`)
  }
  operation.answer = answer
  return answer
}

/**
 * Makes a history. After `attemptMsMax` a request without a response counts as unknown; without it,
 * requests wait for ever.
 */
export const make = (apiKey: string, attemptMsMax?: number): History => {
  const operations = new Map<string, Operation>()

  const send: History["send"] = async (url, operation) => {
    operation.sent += 1
    const response = await fetch(`${url}${operation.path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ ...operation.body, idempotency_key: operation.key }),
      ...(attemptMsMax === undefined ? {} : { signal: AbortSignal.timeout(attemptMsMax) })
    })
      .then(async (got) => ({
        status: got.status,
        text: await got.text(),
        retryAfter: got.headers.get("retry-after")
      }))
      // The outcome of a request to a process that died is unknown.
      .catch(() => undefined)
    if (response?.status === 503) assert.isNotNull(response.retryAfter, "503 without Retry-After")
    const answer = response === undefined ? undefined : judge(operation, response)
    if (answer === undefined) operation.unknown += 1
    return answer
  }

  return {
    operation: (path, key, body) => {
      const name = `${path} ${key}`
      const known = operations.get(name)
      if (known !== undefined) return known
      const fresh = { path, key, body, answer: undefined, sent: 0, unknown: 0 }
      operations.set(name, fresh)
      return fresh
    },
    send,
    operations: () => [...operations.values()],
    ok: (path) => [...operations.values()].filter((each) => each.path === path && isOk(each))
  }
}
