/**
 * Refuses data that is not HTTP: broken heads, endless headers, senders that never finish. The
 * parser rejects it before there is a request, so the response is written to the socket, in the
 * form of every other refusal. It repeats nothing that was sent.
 */
import { STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { Clock, Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as IdGenerator from "../../engine/ports/IdGenerator.ts"
import type { Refusal } from "../contract/Rejection.ts"
import * as PublicOrigin from "../middleware/PublicOrigin.ts"
import * as RateLimits from "../middleware/RateLimits.ts"
import * as UnreadBody from "../middleware/UnreadBody.ts"
import * as Problems from "../Problems.ts"

/** Listens to the server's `clientError`. */
export type Listener = (error: Error & { readonly code?: string }, socket: Duplex) => void

/** The code of CONNECT requests. Node hands them over as tunnels, and this is not a proxy. */
export const connectCode = "CONNECT"

const refusalOf = (code: string | undefined): Refusal => {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return { _tag: "HeadersTooLarge" }
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { _tag: "TooSlow" }
    case connectCode:
      return {
        _tag: "Invalid",
        errors: [{ field: "request", code: "malformed", message: "must not use CONNECT" }]
      }
    default:
      return {
        _tag: "Invalid",
        errors: [{ field: "request", code: "malformed", message: "is not valid HTTP" }]
      }
  }
}

/**
 * Ends a connection. A client that then neither reads nor leaves must not keep it open, whatever it
 * sends.
 */
const finish = (socket: Duplex, answer: string): void => {
  socket.end(answer)
  const linger = setTimeout(() => socket.destroy(), Limits.http.lingerMsMax)
  socket.once("close", () => clearTimeout(linger))
}

export const make = Effect.fnUntraced(function* (rateLimits: RateLimits.RateLimits) {
  const ids = yield* IdGenerator.IdGenerator
  const clock = yield* Clock.Clock
  const originOf = yield* PublicOrigin.make

  const listener: Listener = (error, socket) => {
    const hasLeft = !socket.writable || error.code === "ECONNRESET"
    if (hasLeft || UnreadBody.isAnswered(socket)) return void socket.destroy()
    const at = clock.currentTimeMillisUnsafe()
    const requestId = IdGenerator.id(ids, "req", at)
    const address = RateLimits.addressOf((socket as Socket).remoteAddress)
    const problem = Problems.of(refusalOf(error.code))
    const body = Problems.body(problem, requestId, originOf(undefined))
    const headers: Record<string, string> = {
      "x-request-id": requestId,
      "content-type": "application/json",
      "x-content-type-options": "nosniff",
      "content-length": String(Buffer.byteLength(body)),
      connection: "close"
    }
    RateLimits.addHeaders(headers, rateLimits.count(address, "refused", at))
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    const head = [`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...lines]
    finish(socket, `${head.join("\r\n")}\r\n\r\n${body}`)
  }
  return listener
})
