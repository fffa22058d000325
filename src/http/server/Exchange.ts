/**
 * One request and its answer on node's own objects: this is the path of every call, so there is no
 * layer between. It reads a body within its bound, writes one answer, and says when the client is
 * gone. It decides nothing.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import * as Limits from "../../config/Limits.ts"

export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  /** When it was taken, milliseconds. */
  readonly at: number
}

export interface Answer {
  readonly status: number
  readonly body: string | Uint8Array
  readonly contentType?: string
}

/** Names and values in turn, as node takes them. */
export type Headers = ReadonlyArray<string>

const none: Headers = []
const unstored: Headers = ["cache-control", "no-store"]

interface Sink {
  readonly write: (text: string) => boolean
  readonly end: () => void
}

/** Of every answer: it is what it says it is. */
export const guards: Headers = ["x-content-type-options", "nosniff"]

/**
 * Writes the answer whole. JSON may hold secrets, and what a cache keeps is soon out of date. The
 * client may be gone: then nobody reads it.
 */
export const respond = (
  { request, requestId, response }: Exchange,
  { body, contentType, status }: Answer,
  headers: Headers
): void => {
  response.writeHead(status, [
    "x-request-id",
    requestId,
    "content-type",
    contentType ?? "application/json",
    "content-length",
    String(Buffer.byteLength(body)),
    "x-content-type-options",
    "nosniff",
    ...(contentType === undefined ? unstored : none),
    ...headers
  ])
  response.end(body)
  // What it still sends is not wanted; what it sends next on the connection may be.
  if (!request.complete) request.resume()
}

/** Answers as it happens, until the stream ends, the reader leaves, or reads too slowly. */
export const stream = (
  { request, requestId, response }: Exchange,
  begin: (sink: Sink) => () => void,
  headers: Headers
): void => {
  response.writeHead(200, [
    ...["x-request-id", requestId, "content-type", "text/event-stream"],
    // A proxy must pass each message on at once.
    ...["cache-control", "no-store", "x-accel-buffering", "no", ...guards],
    ...headers
  ])
  const left = begin({
    write: (text) => {
      // A reader who takes nothing is still there after the end: writing then would be an error.
      if (response.writableEnded || response.destroyed) return false
      response.write(text)
      const isRead = response.writableLength <= Limits.live.unreadBytesMax
      if (!isRead) request.socket.destroy()
      return isRead
    },
    end: () => response.end()
  })
  response.on("close", left)
}

/**
 * Collects the body. `done` is called once: with the bytes, or with `undefined` where there are
 * more than a body may have. It is not called when the client leaves before.
 */
export const receive = ({ request }: Exchange, done: (bytes: Buffer | undefined) => void): void => {
  let first: Buffer | undefined
  let more: Array<Buffer> | undefined
  let length = 0
  const take = (chunk: Buffer): void => {
    length += chunk.length
    if (length > Limits.http.bodyBytesMax) {
      request.off("data", take)
      request.off("end", end)
      return done(undefined)
    }
    // Nearly every body comes in one piece.
    if (first === undefined) first = chunk
    else if (more === undefined) more = [first, chunk]
    else more.push(chunk)
  }
  const end = (): void =>
    done(more === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(more))
  request.on("data", take)
  request.on("end", end)
}

/** A request as it came, with the bytes of its body. A proxy in front must keep `Host`. */
export const raw = ({ headers, method = "", url = "" }: IncomingMessage, body: Uint8Array) => ({
  method,
  authority: headers.host ?? "",
  path: url,
  headers: Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === "string" ? value : value.join(", ")]]
    )
  ),
  body
})

/** Calls `closed` at the end of the exchange; `isAnswered`: the client did not leave before. */
export const onClose = ({ response }: Exchange, closed: (isAnswered: boolean) => void): void => {
  response.on("close", () => closed(response.writableEnded))
}
