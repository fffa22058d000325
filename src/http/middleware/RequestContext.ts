/**
 * What is known of one request. It is made when the head has arrived and filled in on the way to
 * the handler; the response is written from it.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Clock, Context, Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import * as IdGenerator from "../../engine/ports/IdGenerator.ts"
import type { Caller } from "./Authorization.ts"
import type { RateLimitResult } from "./RateLimits.ts"
import type { RequestMetrics } from "./RequestMetrics.ts"
import type { Slot } from "./RequestSlots.ts"

export interface Fields {
  readonly source: IncomingMessage
  readonly target: ServerResponse
  /** The value of `X-Request-Id`. */
  readonly id: string
  /** When the head arrived: milliseconds since 1970. */
  readonly at: number
  /** The same moment by `performance.now()`. */
  readonly startedAt: number
  /** The parameters of its path, once a route is found. */
  params: Readonly<Record<string, string | undefined>>
  /** Its query, as the endpoint's schema decodes it. */
  query: unknown
  /** Metrics of its route; `undefined` until a route is found. */
  metrics: RequestMetrics | undefined
  /** Who calls; `undefined` on public routes and until it is admitted. */
  caller: Caller | undefined
  /** The rate-limit window it was counted in last; its figures stand in the response's headers. */
  rate: RateLimitResult | undefined
  /** The process that ran it, as a balancer calls it; its name stands in the response's headers. */
  node: string | undefined
  /** Its body as text that people may read, once it is read. */
  received: string | undefined
  /** Its slot among the requests in progress, while it has one. */
  slot: Slot | undefined
  /** Whether its answer is still written when it is made. */
  isPaged: boolean
  /** Waits until the rest of its body is dropped, where it was answered before that came. */
  ending: Effect.Effect<void> | undefined
}

export class RequestContext extends Context.Service<RequestContext, Fields>()(
  "payouts/http/RequestContext"
) {}

const none = {}

/** Makes the context of a request whose head has just arrived. */
export type Make = (source: IncomingMessage, target: ServerResponse) => Fields

export const maker = Effect.gen(function* () {
  const draw = yield* IdGenerator.IdGenerator
  const clock = yield* Clock.Clock
  const make: Make = (source, target) => {
    const at = clock.currentTimeMillisUnsafe()
    return {
      source,
      target,
      id: IdGenerator.id(draw, "req", at),
      at,
      startedAt: performance.now(),
      params: none,
      query: none,
      metrics: undefined,
      caller: undefined,
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

/** The same of Effect's request. The server speaks HTTP/1.1 alone, whose messages these are. */
export const ofRequest = (make: Make, request: HttpServerRequest.HttpServerRequest): Fields =>
  make(
    NodeHttpServerRequest.toIncomingMessage(request) as IncomingMessage,
    NodeHttpServerRequest.toServerResponse(request) as ServerResponse
  )
