/**
 * The response to a request, from what its operation answers or from a problem. Every response of
 * the application is made here, with the request id, the rate-limit headers and the metrics.
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
  // JSON may hold secrets, and what a cache keeps is soon out of date.
  if (contentType === undefined) headers["cache-control"] = "no-store"
  if (node !== undefined) headers["x-payout-node"] = node
  if (rate !== undefined) RateLimits.addHeaders(headers, rate)
  return headers
}

/** Adds names and values in turn; cookies are returned, because there may be several. */
const addAll = (
  headers: Record<string, string>,
  own: HeaderList | undefined
): ReadonlyArray<string> => {
  const cookies: Array<string> = []
  for (let at = 0; at < (own?.length ?? 0); at += 2) {
    const [name = "", value = ""] = [own?.[at], own?.[at + 1]]
    if (name === "set-cookie") cookies.push(value)
    else headers[name] = value
  }
  return cookies
}

/** What the library gets for a response that is written: it looks only whether it has ended. */
const written = HttpServerResponse.empty()

/** Says that the connection ends, where Effect's server ends it because of an unread body. */
const closeBehind = (source: IncomingMessage, headers: Record<string, string>): void => {
  if (UnreadBody.isEndless(source, Limits.http.drainedBytesMax)) headers.connection = "close"
}

/** Writes all of a response, and ends it once the body of its request is dropped. */
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

/** Gives a response to Effect's server, once it is ended. */
export const ended = (
  { ending }: RequestContext.Fields,
  response: HttpServerResponse.HttpServerResponse
): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  ending === undefined ? Effect.succeed(response) : Effect.as(ending, response)

/**
 * A text is written here, head and body at once. The library writes them one after the other from
 * a record of headers that it copies twice.
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
  closeBehind(source, headers)
  const options = { status, headers: Headers.fromRecordUnsafe(headers) }
  return typeof body === "string"
    ? HttpServerResponse.text(body, options)
    : HttpServerResponse.uint8Array(body, options)
}

const text = new TextEncoder()

/**
 * Server-sent events as they happen, until they end or the reader leaves. `cutOff` is called for a
 * reader that leaves too much unread.
 */
export const events = (begin: Route.Stream, cutOff: () => void): Stream.Stream<Uint8Array> => {
  let unread = 0
  return Stream.callback<Uint8Array>((queue) => {
    let isOpen = true
    const left = begin({
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
        left()
      })
    )
  }).pipe(
    Stream.map((bytes) => {
      unread -= bytes.length
      return bytes
    })
  )
}

/** The response to what an operation answered. */
export const answer = (
  context: RequestContext.Fields,
  { body, contentType, headers: own, pages, replayed, status, stream }: Route.Answer
): HttpServerResponse.HttpServerResponse => {
  context.metrics?.answered(context, { status, body, isReplay: replayed === true })
  if (stream !== undefined) {
    const headers = headersOf(context, "text/event-stream")
    // A proxy must pass each message on at once.
    addAll(headers, ["cache-control", "no-store", "x-accel-buffering", "no"])
    closeBehind(context.source, headers)
    const cutOff = () => void context.source.socket.destroy()
    return HttpServerResponse.stream(events(stream, cutOff), {
      status,
      headers: Headers.fromRecordUnsafe(headers)
    })
  }
  const headers = headersOf(context, contentType)
  if (replayed === true) headers["idempotent-replayed"] = "true"
  const cookies = addAll(headers, own)
  if (pages !== undefined) {
    context.isPaged = true
    closeBehind(context.source, headers)
    return HttpServerResponse.stream(PagedBody.make(context, pages), {
      status,
      headers: Headers.fromRecordUnsafe(headers)
    })
  }
  if (cookies.length > 0) context.target.setHeader("set-cookie", cookies)
  return write(context, status, headers, body)
}

/** The end of a request whose client left before its answer: metrics and log alone have it. */
export const abandoned = (
  context: RequestContext.Fields
): HttpServerResponse.HttpServerResponse => {
  const status = Problems.clientLeftStatus
  context.metrics?.answered(context, { status, body: "", isReplay: false })
  return HttpServerResponse.empty({ status })
}

const adviceTo = ({ received, source }: RequestContext.Fields): string => {
  const { headers, method, url } = source
  const { harmless, keyed, unkeyed } = Problems.retryAdvice
  if (method === "GET" || method === "HEAD") return harmless
  if (headers["idempotency-key"] !== undefined) return keyed
  if (received?.includes('"idempotency_key"') === true) return keyed
  // Before its body was read nothing was done; pages show what a command of theirs did.
  return received === undefined || url?.startsWith("/dashboard/") === true ? harmless : unkeyed
}

/** The response to a request that is refused. */
export const problem = (
  context: RequestContext.Fields,
  problem: Problem
): HttpServerResponse.HttpServerResponse => {
  const message = problem.isTransient ? `${problem.message} ${adviceTo(context)}` : problem.message
  const body = Problems.body({ ...problem, message }, context.id)
  context.metrics?.answered(context, { status: problem.status, body, isReplay: false })
  const headers = headersOf(context, undefined)
  addAll(headers, problem.headers)
  return write(context, problem.status, headers, body)
}
