/**
 * What is known of one request. It is made when the head has arrived and filled in on the way to
 * the handler; the response is written from it.
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
import type { RateLimitResult } from "./RateLimits.ts"
import type { RequestMetrics } from "./RequestMetrics.ts"
import type { Slot } from "./RequestSlots.ts"

/** A request as it came. Header names in lower case; `path` with its query. */
export interface Raw {
  readonly method: string
  readonly scheme: Scheme
  readonly authority: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** A body as it came: JSON still to be read, or the rows of a file. */
export type Received =
  | { readonly _tag: "Text"; readonly text: string }
  | { readonly _tag: "Upload"; readonly upload: Upload.Upload }
  | { readonly _tag: "Bytes"; readonly bytes: Uint8Array }

/** A request as its operation sees it, in whichever process that runs. */
export interface Request {
  /** The value of `X-Request-Id`. */
  readonly id: string
  /** When the head arrived: milliseconds since 1970. */
  readonly at: number
  /** Caller; `undefined` on public routes and until it is admitted. */
  caller: Pick<Caller, "id" | "kind" | "accountId"> | undefined
  /** The parameters of its path, once a route is found. */
  params: Readonly<Record<string, string | undefined>>
  /** Its query, as the operation's schema decodes it. */
  query: unknown
  /** The network address that it came from. */
  from: string
  /** The idempotency key of its header. */
  key: string | undefined
  /** The requesting page, of operations of the dashboard. */
  client: Identity.Client | undefined
  /** Its body as it was received; `undefined` for a read. */
  body: Received | undefined
  /** Its body, as the operation's schema decodes it. */
  payload: unknown
  /** The caller's account; empty for operators and public routes. */
  accountId: string
  command: Engine.CommandContext | undefined
  /** The engine and the ids of the partition that runs it. */
  engine: Engine.EngineService | undefined
  ids: IdGenerator.Source | undefined
  /** The request as it came, for a route that takes its bytes. */
  raw: Raw | undefined
}

/** A request in the process that took it, until its response is written. */
export interface Fields extends Request {
  readonly source: IncomingMessage
  readonly target: ServerResponse
  /** Arrival of the head, by `performance.now()`. */
  readonly startedAt: number
  caller: Caller | undefined
  /** Metrics of its route; `undefined` until a route is found. */
  metrics: RequestMetrics | undefined
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
  "payouts/http/middleware/RequestContext"
) {}

const none = {}

/** Makes the context of a request whose head has just arrived. */
export type Make = (source: IncomingMessage, target: ServerResponse) => Fields

export const maker = Effect.gen(function* () {
  const ids = yield* IdGenerator.IdGenerator
  const clock = yield* Clock.Clock
  const make: Make = (source, target) => {
    const at = clock.currentTimeMillisUnsafe()
    return {
      source,
      target,
      id: IdGenerator.id(ids, "req", at),
      at,
      startedAt: performance.now(),
      caller: undefined,
      params: none,
      query: none,
      from: "",
      key: undefined,
      client: undefined,
      body: undefined,
      payload: none,
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

/** The same of Effect's request. The server speaks HTTP/1.1 alone, whose messages these are. */
export const ofRequest = (make: Make, request: HttpServerRequest.HttpServerRequest): Fields =>
  make(
    NodeHttpServerRequest.toIncomingMessage(request) as IncomingMessage,
    NodeHttpServerRequest.toServerResponse(request) as ServerResponse
  )
