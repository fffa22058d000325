/** The HTTP server: a bounded `node:http` server whose every request goes through the pipeline. */

import { createServer, type Server as HttpListener } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { ByteSize, Effect, Layer } from "effect"
import { HttpIncomingMessage, HttpServer } from "effect/http"
import * as Config from "../Config.ts"
import * as Engine from "../engine/Engine.ts"
import * as Policy from "../engine/Policy.ts"
import * as Admin from "./handlers/Admin.ts"
import * as Payouts from "./handlers/Payouts.ts"
import * as Public from "./handlers/Public.ts"
import * as Quotes from "./handlers/Quotes.ts"
import * as System from "./handlers/System.ts"
import * as Webhooks from "./handlers/Webhooks.ts"
import * as Pipeline from "./Pipeline.ts"
import * as RateLimits from "./RateLimits.ts"
import * as Unreadable from "./Unreadable.ts"

export interface Options {
  readonly host: string
  readonly port: number
  readonly isRateLimited: boolean
}

const application = Effect.fnUntraced(function* (rateLimits: RateLimits.RateLimits) {
  const engine = yield* Engine.Engine
  const { environment } = yield* Policy.Policy
  const routes = yield* Effect.all([
    Quotes.routes,
    Payouts.routes,
    Webhooks.routes,
    Public.routes,
    Admin.routes,
    System.routes
  ])
  const pipeline = yield* Pipeline.make({
    environment,
    core: engine.core,
    rateLimits,
    routes: routes.flat()
  })
  return Effect.provideService(
    pipeline,
    HttpIncomingMessage.MaxBodySize,
    ByteSize.bytes(Config.http.bodyBytesMax)
  )
})

const listen = (unreadable: Unreadable.Listener): HttpListener => {
  const server = createServer({
    headersTimeout: Config.http.headersMsMax,
    requestTimeout: Config.http.requestMsMax,
    keepAliveTimeout: Config.http.keepAliveMs,
    connectionsCheckingInterval: 1_000
  })
  server.on("clientError", unreadable)
  // A stopping server drops the connections that are idle then. Those it still answers become idle
  // later, and a client that keeps them open must not hold up the stop.
  server.on("request", (_, response) =>
    response.on("finish", () => {
      if (!server.listening) setImmediate(() => server.closeIdleConnections())
    })
  )
  return server
}

/** A client that never finishes its request does not hold up the stop for ever. */
const endWithin = (server: HttpListener) =>
  Effect.addFinalizer(() =>
    Effect.sync(() => {
      setTimeout(() => server.closeAllConnections(), Config.http.drainMsMax).unref()
    })
  )

const make = Effect.fnUntraced(function* ({ host, isRateLimited, port }: Options) {
  const { environment } = yield* Policy.Policy
  const rateLimits = RateLimits.make({
    environment,
    isEnforced: isRateLimited,
    callersMax: Config.http.rateCallersMax
  })
  const unreadable = yield* Unreadable.make(rateLimits)
  const server = listen(unreadable)
  const gracefulShutdownTimeout = Config.http.drainMsMax
  return Layer.effectDiscard(
    Effect.andThen(
      Effect.flatMap(application(rateLimits), (app) => HttpServer.serveEffect(app)),
      endWithin(server)
    )
  ).pipe(
    Layer.provideMerge(NodeHttpServer.layer(() => server, { host, port, gracefulShutdownTimeout }))
  )
})

/** Serves until its scope closes; then it takes no more, and finishes what it took. */
export const layer = (options: Options) => Layer.unwrap(make(options))
