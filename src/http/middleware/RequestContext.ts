/**
 * The context of one request. It is made when the head has arrived and filled in on the way to the
 * handler; the response is written from it.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Clock, Context, Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import type * as Engine from "../../engine/Engine.ts"
import type * as Identity from "../../engine/ports/Identity.ts"
import * as IdGenerator from "../../engine/ports/IdGenerator.ts"
import type * as Upload from "../decoding/Upload.ts"
import type { Caller } from "./Authorization.ts"
import type { Scheme } from "./ClientAddress.ts"
import * as PublicOrigin from "./PublicOrigin.ts"
import type { RateLimitResult } from "./RateLimits.ts"
import type { RequestMetrics } from "./RequestMetrics.ts"
import type { Slot } from "./RequestSlots.ts"

/** A request as received. Header names in lower case; `path` includes the query. */
export interface Raw {
  readonly method: string
  readonly scheme: Scheme
  readonly authority: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** A body as received: JSON text, uploaded rows or bytes. */
export type ReceivedBody =
  | { readonly _tag: "Text"; readonly text: string }
  | { readonly _tag: "Upload"; readonly upload: Upload.Upload }
  | { readonly _tag: "Bytes"; readonly bytes: Uint8Array }

/** A request as its operation gets it, on whichever node that runs. */
export interface Request {
  /** The value of `X-Request-Id`. */
  readonly id: string
  /** When the head arrived: milliseconds since 1970. */
  readonly at: number
  /** Caller; `undefined` on public routes and until it is admitted. */
  caller: Pick<Caller, "id" | "kind" | "accountId"> | undefined
  /** Path parameters, once a route is found. */
  params: Readonly<Record<string, string | undefined>>
  /** The query, as the operation's schema decodes it. */
  query: unknown
  /** The client's network address. */
  from: string
  /** The idempotency key in the header. */
  key: string | undefined
  /** The requesting page, in operations of the dashboard. */
  client: Identity.Client | undefined
  /** The body as received; `undefined` for a read. */
  body: ReceivedBody | undefined
  /** The body, as the operation's schema decodes it. */
  payload: unknown
  /** The caller's account; empty for operators and public routes. */
  accountId: string
  command: Engine.CommandContext | undefined
  /** The engine and the ids of the partition that runs the operation. */
  engine: Engine.EngineService | undefined
  ids: IdGenerator.Source | undefined
  /** The request as received, for a route that takes its bytes. */
  raw: Raw | undefined
}

/** A request on the node that took it, until its response is written. */
export interface Fields extends Request {
  readonly source: IncomingMessage
  readonly target: ServerResponse
  readonly originOf: PublicOrigin.OriginOf
  /** Arrival of the head, by `performance.now()`. */
  readonly startedAt: number
  caller: Caller | undefined
  /** Metrics of the route; `undefined` until a route is found. */
  metrics: RequestMetrics | undefined
  /** The rate-limit window that counted the request last. The response's headers show it. */
  rate: RateLimitResult | undefined
  /** The node that ran the request, as the balancer calls it. The response's headers show it. */
  node: string | undefined
  /** The body as readable text, once it has been read. */
  received: string | undefined
  /** The slot among the requests in progress, while the request has one. */
  slot: Slot | undefined
  /** True if the response's body is made page by page, while it is written. */
  isPaged: boolean
  /** Waits until the rest of the body is dropped, if the response came first. */
  ending: Effect.Effect<void> | undefined
}

export class RequestContext extends Context.Service<RequestContext, Fields>()(
  "payouts/http/middleware/RequestContext"
) {}

const empty = {}

/** Makes the context of a request whose head has just arrived. */
export type Make = (source: IncomingMessage, target: ServerResponse) => Fields

export const maker = Effect.gen(function* () {
  const ids = yield* IdGenerator.IdGenerator
  const clock = yield* Clock.Clock
  const originOf = yield* PublicOrigin.make
  const make: Make = (source, target) => {
    const at = clock.currentTimeMillisUnsafe()
    return {
      source,
      target,
      originOf,
      id: IdGenerator.id(ids, "req", at),
      at,
      startedAt: performance.now(),
      caller: undefined,
      params: empty,
      query: empty,
      from: "",
      key: undefined,
      client: undefined,
      body: undefined,
      payload: empty,
      accountId: "",
      command: undefined,
      engine: undefined,
      ids: undefined,
      raw: undefined,
      metrics: undefined,
      rate: undefined,
      node: undefined,
      received: undefined,
      slot: undefined,
      isPaged: false,
      ending: undefined
    }
  }
  return make
})

/**
 * Makes the context of Effect's request. The server speaks only HTTP/1.1, which has these types.
 */
export const ofRequest = (make: Make, request: HttpServerRequest.HttpServerRequest): Fields =>
  make(
    NodeHttpServerRequest.toIncomingMessage(request) as IncomingMessage,
    NodeHttpServerRequest.toServerResponse(request) as ServerResponse
  )
