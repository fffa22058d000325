/** The HTTP server: a bounded `node:http` server whose every request goes through the pipeline. */

import { createServer } from "node:http"
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

export interface Options {
  readonly host: string
  readonly port: number
  readonly isRateLimited: boolean
}

const application = Effect.fnUntraced(function* ({ isRateLimited }: Options) {
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
  const rateLimits = RateLimits.make({
    environment,
    isEnforced: isRateLimited,
    callersMax: Config.http.rateCallersMax
  })
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

const listen = () =>
  createServer({
    headersTimeout: Config.http.headersMsMax,
    requestTimeout: Config.http.requestMsMax,
    keepAliveTimeout: Config.http.keepAliveMs,
    connectionsCheckingInterval: 1_000
  })

/** Serves until its scope closes; then it takes no more, and finishes what it took. */
export const layer = (options: Options) =>
  Layer.effectDiscard(
    Effect.flatMap(application(options), (app) => HttpServer.serveEffect(app))
  ).pipe(
    Layer.provideMerge(
      NodeHttpServer.layer(listen, {
        host: options.host,
        port: options.port,
        gracefulShutdownTimeout: Config.http.drainMsMax
      })
    )
  )
