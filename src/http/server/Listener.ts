/**
 * The bound port. It is bound before anything else, so a start that cannot serve harms no other
 * process. From then on it reports that the process runs but is not ready. The application takes
 * over when it is ready.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, Effect, Layer, type Scope } from "effect"
import { HttpServer, HttpServerRequest } from "effect/http"
import * as Limits from "../../config/Limits.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as ServiceState from "../../engine/ServiceState.ts"
import * as RateLimits from "../middleware/RateLimits.ts"
import * as RequestContext from "../middleware/RequestContext.ts"
import * as Responses from "../middleware/Responses.ts"
import * as Route from "../middleware/Route.ts"
import * as Problems from "../Problems.ts"
import * as ClientErrorHandler from "./ClientErrorHandler.ts"
import * as SilentConnections from "./SilentConnections.ts"
import * as UnreadResponses from "./UnreadResponses.ts"

export interface Options {
  readonly host: string
  readonly port: number
  readonly isRateLimited: boolean
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

const countProbe = (rateLimits: RateLimits.RateLimits, context: RequestContext.Fields): void => {
  const address = RateLimits.addressOf(context.source.socket.remoteAddress)
  context.rate = rateLimits.count(address, "probe", context.at)
}

export class Listener extends Context.Service<
  Listener,
  {
    readonly rateLimits: RateLimits.RateLimits
    /** Number of connections accepted so far. */
    readonly connections: () => number
    /**
     * Takes over until the scope closes. Then no new connection is accepted, and requests that were
     * taken are finished, within a bound.
     */
    readonly serve: (handler: Handler) => Effect.Effect<void, never, Scope.Scope>
  }
>()("payouts/http/server/Listener") {}

/** Responds before the application takes over: to probes, and to others that it is not ready. */
const makeNotYet = Effect.fnUntraced(function* (rateLimits: RateLimits.RateLimits) {
  const contextOf = yield* RequestContext.maker
  const state = yield* ServiceState.ServiceState

  const probed = (url: string | undefined): Route.Answer | undefined => {
    if (url === "/healthz") return Route.json(200, { status: "ok" })
    if (url !== "/readyz") return undefined
    return { status: Problems.notReadyStatus, body: JSON.stringify({ status: state.now() }) }
  }

  return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const context = RequestContext.ofRequest(contextOf, request)
    countProbe(rateLimits, context)
    const answer = context.source.method === "GET" ? probed(context.source.url) : undefined
    const response =
      answer === undefined
        ? Responses.problem(context, Problems.notYet)
        : Responses.answer(context, answer)
    return Responses.awaitEnd(context, response)
  })
})

/** Refuses the first request above a connection's bound, and ends the connection after it. */
const makeRefusal = Effect.fnUntraced(function* (rateLimits: RateLimits.RateLimits) {
  const contextOf = yield* RequestContext.maker
  return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const context = RequestContext.ofRequest(contextOf, request)
    countProbe(rateLimits, context)
    return Responses.awaitEnd(context, Responses.problem(context, Problems.tooManyPipelined))
  })
})

/**
 * Bounds the pipelined requests of a connection. Node stops reading from a client that does not
 * take its responses, but only after the piece it has read, which may hold two thousand requests.
 * Requests up to the bound are answered, the next is refused, and the connection ends; the rest is
 * dropped, up to a bound. A client that does not read the end is cut off once all its responses
 * must have arrived.
 */
const bounded = (handler: Handler, refuse: Handler): Handler => {
  const open = new WeakMap<Socket, number>()
  /** The count from which requests of a connection are only counted. */
  const over = Limits.http.pipelinedMax + 1
  /** Requests dropped on the connections that are still open. */
  let dropped = 0
  const add = (socket: Socket, more: number): number => {
    const count = (open.get(socket) ?? 0) + more
    open.set(socket, count)
    return count
  }
  const drop = (request: IncomingMessage, count: number): void => {
    request.resume()
    dropped += 1
    const { droppedMax, droppedOfAllMax } = Limits.http
    if (count > over + droppedMax || dropped > droppedOfAllMax) request.socket.destroy()
  }
  const end = (socket: Socket): void => {
    const cut = setTimeout(() => socket.destroy(), Limits.http.stillMsMax)
    socket.once("close", () => {
      clearTimeout(cut)
      dropped -= (open.get(socket) ?? over) - over
    })
  }
  return (request, response) => {
    const { socket } = request
    const count = add(socket, 1)
    if (count > over) return drop(request, count)
    if (count === over) {
      // A refused connection stays refused: responses that are taken make no more room.
      end(socket)
      return refuse(request, response)
    }
    response.on("prefinish", UnreadResponses.written)
    response.on("close", () => {
      UnreadResponses.taken(socket)
      if ((open.get(socket) ?? 0) < over) add(socket, -1)
    })
    handler(request, response)
  }
}

const bind = (unreadable: ClientErrorHandler.Listener): Server => {
  const server = createServer({
    headersTimeout: Limits.http.headersMsMax,
    requestTimeout: Limits.http.requestMsMax,
    keepAliveTimeout: Limits.http.keepAliveMs,
    maxHeaderSize: Limits.http.headersBytesMax,
    // Node's own refusal has neither body nor headers.
    requireHostHeader: false,
    connectionsCheckingInterval: 1_000
  })
  server.maxConnections = Limits.http.connectionsMax
  // The two timeouts above end with the request. This one is for clients that never read the
  // response.
  server.timeout = Limits.http.stillMsMax
  server.on("clientError", unreadable)
  server.on("connect", (_, socket) =>
    unreadable(Object.assign(new Error(), { code: ClientErrorHandler.connectCode }), socket)
  )
  // An unknown expectation is refused by the service, not by Node.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response))
  // A stopping server drops the connections that are idle then. Others become idle later, and a
  // client that keeps them open must not hold up the stop.
  const answered = (): void => {
    if (!server.listening) setImmediate(() => server.closeIdleConnections())
  }
  server.on("request", (_, response) => response.on("finish", answered))
  return server
}

/** Waits until all connections are closed. Clients that never finish are cut off at the end. */
const drain = (server: Server, silent: SilentConnections.SilentConnections): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    server.close(() => resume(Effect.void))
    silent.close()
  }).pipe(
    Effect.timeoutOption(Limits.http.drainMsMax),
    Effect.andThen(Effect.sync(() => server.closeAllConnections()))
  )

const make = Effect.fnUntraced(function* ({ host, isRateLimited, port }: Options) {
  const { environment } = yield* Policy.Policy
  const rateLimits = RateLimits.make({
    environment,
    isEnforced: isRateLimited,
    callersMax: Limits.http.rateCallersMax
  })
  const scope = yield* Effect.scope
  const notYet = yield* NodeHttpServer.makeHandler(yield* makeNotYet(rateLimits), { scope })
  const server = bind(yield* ClientErrorHandler.make(rateLimits))
  const refuse = yield* NodeHttpServer.makeHandler(yield* makeRefusal(rateLimits), { scope })
  const silent = SilentConnections.hold(server)
  let connections = 0
  server.on("connection", () => {
    connections += 1
  })
  const answerNotYet = bounded(notYet, refuse)
  server.on("request", answerNotYet)
  const bound = yield* NodeHttpServer.make(() => server, {
    host,
    port,
    backlog: Limits.http.backlogMax,
    gracefulShutdownTimeout: Limits.http.drainMsMax
  })
  // A process that never served has no requests to wait for.
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      server.closeAllConnections()
      silent.close()
    })
  )
  const listener = Listener.of({
    rateLimits,
    connections: () => connections,
    serve: Effect.fnUntraced(function* (handler) {
      server.off("request", answerNotYet)
      server.on("request", bounded(handler, refuse))
      yield* Effect.addFinalizer(() => drain(server, silent))
    })
  })
  return Context.make(Listener, listener).pipe(Context.add(HttpServer.HttpServer, bound))
})

/** Binds the port until its scope closes. */
export const layer = (options: Options) =>
  Layer.effectContext(make(options)).pipe(Layer.provideMerge(NodeHttpServer.layerHttpServices))
