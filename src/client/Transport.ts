/**
 * Sends a request with `fetch`: attempts, timeouts and retries. A POST has the same idempotency key
 * on each attempt, so it takes effect once, even if a response was lost. A refusal (4xx except 429)
 * is never retried.
 */
import { type FieldProblem, PayoutError } from "./Problem.ts"

type QueryValue = string | number | boolean | null | undefined

export interface Request {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  readonly path: string
  readonly query?: { readonly [name: string]: QueryValue } | undefined
  /** The body, sent as JSON unless it is a form. */
  readonly body?: unknown
  /** True if the response is text, such as a CSV file. */
  readonly isText?: true
}

/** Options of one request. */
export interface CallOptions {
  /** The idempotency key of a POST; random by default. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly retriesMax?: number
}

export interface ClientOptions {
  /** The API key, `sk_…` or for `admin` `ak_…`. Networks and rates need none. */
  readonly apiKey?: string
  /** The service's base URL, such as `https://payouts.example.com`. */
  readonly baseUrl: string
  /** A replacement of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch
  /** Milliseconds for one attempt, including the response's body; default 30,000. */
  readonly timeoutMs?: number
  /** Attempts after the first one; default 3. */
  readonly retriesMax?: number
  /** Milliseconds before the first retry, doubled for each next one, with jitter; default 500. */
  readonly retryDelayMs?: number
  /** The wait between attempts, replaceable for tests. */
  readonly sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

/** A response's data, with its status and headers. */
export interface Answer<A> {
  readonly data: A
  readonly status: number
  readonly headers: Headers
  /** Identifies the request in the service's logs. */
  readonly requestId: string | undefined
  /** True for the stored response to an earlier request with the same idempotency key. */
  readonly isReplayed: boolean
}

const timeoutMsDefault = 30_000
const retriesMaxDefault = 3
const retryDelayMsDefault = 500
const retryDelayMsMax = 8_000

/** The longest accepted `Retry-After`. Rate limit windows have 60 seconds. */
const retryAfterMsMax = 90_000

/** Statuses that are retried: too many requests, or unavailable. */
const retriedStatuses = [429, 502, 503, 504]

/** A path with encoded parts. A part that would change the path is refused. */
export const path = (texts: TemplateStringsArray, ...parts: ReadonlyArray<string>): string =>
  texts.reduce((before, text, index) => {
    const part = parts[index - 1]
    if (typeof part !== "string" || ["", ".", ".."].includes(part)) {
      throw new TypeError(`an id must be a text that is not empty, got ${JSON.stringify(part)}`)
    }
    return before + encodeURIComponent(part) + text
  })

const urlOf = (baseUrl: string, request: Request): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  const search = query.size === 0 ? "" : `?${query}`
  return `${baseUrl.replace(/\/+$/, "")}${request.path}${search}`
}

const keyInBody = (body: unknown): string | undefined => {
  if (typeof body !== "object" || body === null || !("idempotency_key" in body)) return undefined
  const key = body.idempotency_key
  return typeof key === "string" ? key : undefined
}

/** The request that every attempt sends. */
const prepare = (request: Request, client: ClientOptions, options: CallOptions) => {
  const inBody = keyInBody(request.body)
  const key =
    request.method === "POST" ? (options.idempotencyKey ?? inBody ?? crypto.randomUUID()) : null
  const isJson = request.body !== undefined && !(request.body instanceof FormData)
  return {
    idempotencyKey: key ?? undefined,
    url: urlOf(client.baseUrl, request),
    isText: request.isText === true,
    init: {
      method: request.method,
      redirect: "error" as const,
      // Created here, so that a key that is no valid header is an error and not a lost response.
      headers: new Headers({
        accept: request.isText ? "*/*" : "application/json",
        ...(client.apiKey === undefined ? {} : { authorization: `Bearer ${client.apiKey}` }),
        ...(isJson ? { "content-type": "application/json" } : {}),
        ...(key === null || key === inBody ? {} : { "idempotency-key": key })
      }),
      ...(request.body === undefined
        ? {}
        : { body: isJson ? JSON.stringify(request.body) : (request.body as FormData) })
    }
  }
}

const parse = (text: string): { readonly json: unknown } | undefined => {
  try {
    return { json: JSON.parse(text) }
  } catch {
    return undefined
  }
}

interface Problem {
  readonly error: string
  readonly message: string
  readonly doc_url?: string
  readonly errors?: ReadonlyArray<FieldProblem>
}

const isProblem = (json: unknown): json is Problem =>
  typeof json === "object" && json !== null && "error" in json && typeof json.error === "string"

/** A failed attempt, with the retry delay of its response. */
interface Failure {
  readonly error: PayoutError
  readonly isRetried: boolean
  readonly retryAfterMs: number | undefined
}

const retryAfterMs = (headers: Headers): number | undefined => {
  const seconds = headers.get("retry-after")
  return seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) * 1000 : undefined
}

const refused = (response: Response, text: string, idempotencyKey: string | undefined): Failure => {
  const { headers, status } = response
  const json = parse(text)?.json
  const problem = isProblem(json) ? json : undefined
  return {
    isRetried: retriedStatuses.includes(status),
    retryAfterMs: retryAfterMs(headers),
    error: new PayoutError({
      status,
      code: problem?.error ?? `HTTP_${status}`,
      message: problem?.message ?? `The response is ${`${status} ${response.statusText}`.trim()}.`,
      errors: problem?.errors,
      docUrl: problem?.doc_url,
      requestId: headers.get("x-request-id") ?? undefined,
      idempotencyKey
    })
  }
}

/** The failure of a missing or incomplete response. */
const unanswered = (cause: unknown, url: string, idempotencyKey: string | undefined): Failure => {
  const isTimeout = cause instanceof Error && cause.name === "TimeoutError"
  const { origin } = new URL(url)
  return {
    isRetried: true,
    retryAfterMs: undefined,
    error: new PayoutError({
      code: isTimeout ? "TIMEOUT" : "CONNECTION_FAILED",
      message: isTimeout ? `${origin} did not respond in time.` : `${origin} did not respond.`,
      idempotencyKey,
      cause
    })
  }
}

type AttemptOutcome<A> = { readonly answer: Answer<A> } | { readonly failure: Failure }

const attempt = async <A>(
  client: ClientOptions,
  options: CallOptions,
  { idempotencyKey, init, isText, url }: ReturnType<typeof prepare>
): Promise<AttemptOutcome<A>> => {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? client.timeoutMs ?? timeoutMsDefault)
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal])
  try {
    const response = await (client.fetch ?? fetch)(url, { ...init, signal })
    const { headers, status } = response
    const text = await response.text()
    if (!response.ok) return { failure: refused(response, text, idempotencyKey) }
    const requestId = headers.get("x-request-id") ?? undefined
    const parsed = isText ? { json: text } : parse(text)
    if (parsed === undefined) {
      const message = "The response is not JSON."
      const details = { code: "INVALID_RESPONSE", message, status, requestId, idempotencyKey }
      const error = new PayoutError(details)
      return { failure: { error, isRetried: false, retryAfterMs: undefined } }
    }
    const isReplayed = headers.get("idempotent-replayed") === "true"
    return { answer: { data: parsed.json as A, status, headers, requestId, isReplayed } }
  } catch (cause) {
    // An abort by the caller is not a failure of the request.
    options.signal?.throwIfAborted()
    return { failure: unanswered(cause, url, idempotencyKey) }
  }
}

const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end)
      resolve()
    }, ms)
    signal?.addEventListener("abort", end, { once: true })
    if (signal?.aborted === true) end()
  })

/** The delay in milliseconds. Half of it is random, so that clients do not retry together. */
const backoffMs = (base: number, retries: number): number =>
  Math.min(base * 2 ** retries, retryDelayMsMax) * (0.5 + Math.random() / 2)

/** Sends until a response is final. Throws `PayoutError`, or the signal's reason. */
export const send = async <A>(
  client: ClientOptions,
  request: Request,
  options: CallOptions = {}
): Promise<Answer<A>> => {
  const prepared = prepare(request, client, options)
  const retriesMax = options.retriesMax ?? client.retriesMax ?? retriesMaxDefault
  for (let retries = 0; ; retries++) {
    const outcome = await attempt<A>(client, options, prepared)
    if ("answer" in outcome) return outcome.answer
    const { error, isRetried, retryAfterMs = 0 } = outcome.failure
    if (!isRetried || retries >= retriesMax || retryAfterMs > retryAfterMsMax) throw error
    const delayMs = backoffMs(client.retryDelayMs ?? retryDelayMsDefault, retries)
    await (client.sleep ?? sleep)(retryAfterMs + delayMs, options.signal)
  }
}
