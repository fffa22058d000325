/**
 * Makes every response of the application, from an operation's answer or from a problem, with the
 * request id, the rate-limit headers and the metrics.
 */
import type { IncomingMessage } from "node:http"
import { Effect, Queue, Stream } from "effect"
import { Headers, HttpServerResponse } from "effect/http"
import * as Limits from "../../config/Limits.ts"
import type { Headers as HeaderList, Problem } from "../contract/Rejection.ts"
import * as Problems from "../Problems.ts"
import * as PagedBody from "./PagedBody.ts"
import * as RateLimits from "./RateLimits.ts"
import type * as RequestContext from "./RequestContext.ts"
import type * as Route from "./Route.ts"
import * as UnreadBody from "./UnreadBody.ts"

const json = "application/json"

const headersOf = (
  { id, node, rate }: RequestContext.Fields,
  contentType: string | undefined
): Record<string, string> => {
  const headers: Record<string, string> = {
    "x-request-id": id,
    "content-type": contentType ?? json,
    "x-content-type-options": "nosniff"
  }
  // JSON may hold secrets, and a cached response is soon out of date.
  if (contentType === undefined) headers["cache-control"] = "no-store"
  if (node !== undefined) headers["x-payout-node"] = node
  if (rate !== undefined) RateLimits.addHeaders(headers, rate)
  return headers
}

/** Adds alternating names and values. Cookies are returned, because there may be several. */
const addAll = (
  headers: Record<string, string>,
  list: HeaderList | undefined
): ReadonlyArray<string> => {
  const cookies: Array<string> = []
  for (let at = 0; at < (list?.length ?? 0); at += 2) {
    const [name = "", value = ""] = [list?.[at], list?.[at + 1]]
    if (name === "set-cookie") cookies.push(value)
    else headers[name] = value
  }
  return cookies
}

/** The library gets this for a response that is written; it only checks that it has ended. */
const written = HttpServerResponse.empty()

/** Announces the end of the connection, if Effect's server ends it because of an unread body. */
const announceClose = (source: IncomingMessage, headers: Record<string, string>): void => {
  if (UnreadBody.isEndless(source, Limits.http.drainedBytesMax)) headers.connection = "close"
}

/** Writes a whole response, and ends it once the request's body is dropped. */
const writeEarly = (
  context: RequestContext.Fields,
  status: number,
  headers: Record<string, string>,
  body: string
): void => {
  const { source, target } = context
  if (UnreadBody.isEndless(source)) headers.connection = "close"
  target.writeHead(status, headers)
  target.write(body)
  context.ending = UnreadBody.discard(source, target)
}

/** Returns a response to Effect's server, once it has ended. */
export const awaitEnd = (
  { ending }: RequestContext.Fields,
  response: HttpServerResponse.HttpServerResponse
): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  ending === undefined ? Effect.succeed(response) : Effect.as(ending, response)

/**
 * Writes a text here, head and body at once. The library would write them separately, from a record
 * of headers that it copies twice.
 */
const write = (
  context: RequestContext.Fields,
  status: number,
  headers: Record<string, string>,
  body: string | Uint8Array
): HttpServerResponse.HttpServerResponse => {
  const { source, target } = context
  if (target.writableEnded) return written
  if (typeof body === "string" && source.method !== "HEAD" && !target.destroyed) {
    headers["content-length"] = String(Buffer.byteLength(body))
    if (UnreadBody.isAwaited(source)) {
      writeEarly(context, status, headers, body)
      return written
    }
    target.writeHead(status, headers)
    target.end(body)
    return written
  }
  announceClose(source, headers)
  const options = { status, headers: Headers.fromRecordUnsafe(headers) }
  return typeof body === "string"
    ? HttpServerResponse.text(body, options)
    : HttpServerResponse.uint8Array(body, options)
}

const text = new TextEncoder()

/**
 * Server-sent events as they happen, until they end or the reader leaves. `cutOff` is called for a
 * reader that leaves too many bytes unread.
 */
export const events = (begin: Route.Stream, cutOff: () => void): Stream.Stream<Uint8Array> => {
  let unread = 0
  return Stream.callback<Uint8Array>((queue) => {
    let isOpen = true
    const leave = begin({
      write: (message) => {
        if (!isOpen) return false
        const bytes = text.encode(message)
        unread += bytes.length
        isOpen = unread <= Limits.changeStream.unreadBytesMax
        if (isOpen) Queue.offerUnsafe(queue, bytes)
        else cutOff()
        return isOpen
      },
      end: () => {
        isOpen = false
        Queue.endUnsafe(queue)
      }
    })
    return Effect.addFinalizer(() =>
      Effect.sync(() => {
        isOpen = false
        leave()
      })
    )
  }).pipe(
    Stream.map((bytes) => {
      unread -= bytes.length
      return bytes
    })
  )
}

/** The response with an operation's answer. */
export const answer = (
  context: RequestContext.Fields,
  { body, contentType, headers: headerList, pages, replayed, status, stream }: Route.Answer
): HttpServerResponse.HttpServerResponse => {
  context.metrics?.record(context, { status, body, isReplay: replayed === true })
  if (stream !== undefined) {
    const headers = headersOf(context, "text/event-stream")
    // A proxy must pass each message on at once.
    addAll(headers, ["cache-control", "no-store", "x-accel-buffering", "no"])
    announceClose(context.source, headers)
    const cutOff = () => void context.source.socket.destroy()
    return HttpServerResponse.stream(events(stream, cutOff), {
      status,
      headers: Headers.fromRecordUnsafe(headers)
    })
  }
  const headers = headersOf(context, contentType)
  if (replayed === true) headers["idempotent-replayed"] = "true"
  const cookies = addAll(headers, headerList)
  if (pages !== undefined) {
    context.isPaged = true
    announceClose(context.source, headers)
    return HttpServerResponse.stream(PagedBody.make(context, pages), {
      status,
      headers: Headers.fromRecordUnsafe(headers)
    })
  }
  if (cookies.length > 0) context.target.setHeader("set-cookie", cookies)
  return write(context, status, headers, body)
}

/** Ends a request whose client left before the response. Only metrics and the log have it. */
export const abandoned = (
  context: RequestContext.Fields
): HttpServerResponse.HttpServerResponse => {
  const status = Problems.clientLeftStatus
  context.metrics?.record(context, { status, body: "", isReplay: false })
  return HttpServerResponse.empty({ status })
}

const adviceTo = ({ received, source }: RequestContext.Fields): string => {
  const { headers, method, url } = source
  const { harmless, keyed, unkeyed } = Problems.retryAdvice
  if (method === "GET" || method === "HEAD") return harmless
  if (headers["idempotency-key"] !== undefined) return keyed
  if (received?.includes('"idempotency_key"') === true) return keyed
  // Nothing was done before the body was read; dashboard pages show the effect of their commands.
  return received === undefined || url?.startsWith("/dashboard/") === true ? harmless : unkeyed
}

/** The response to a refused request. */
export const problem = (
  context: RequestContext.Fields,
  problem: Problem
): HttpServerResponse.HttpServerResponse => {
  const message = problem.isTransient ? `${problem.message} ${adviceTo(context)}` : problem.message
  const origin = context.originOf(context.source)
  const body = Problems.body({ ...problem, message }, context.id, origin)
  context.metrics?.record(context, { status: problem.status, body, isReplay: false })
  const headers = headersOf(context, undefined)
  addAll(headers, problem.headers)
  return write(context, problem.status, headers, body)
}
