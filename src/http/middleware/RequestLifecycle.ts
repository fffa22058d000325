/**
 * Middleware around the router. It makes a request's context before the route is known, and
 * responds to unknown paths, defects and interruption, which nothing below it has answered.
 */
import { Cause, Effect, Option, type Types } from "effect"
import {
  HttpRouter,
  HttpServerError,
  HttpServerRequest,
  type HttpServerResponse
} from "effect/http"
import * as Tracing from "../../telemetry/Tracing.ts"
import type { Refusal } from "../contract/Rejection.ts"
import * as Problems from "../Problems.ts"
import type * as Admission from "./Admission.ts"
import * as AllowedMethods from "./AllowedMethods.ts"
import * as RequestContext from "./RequestContext.ts"
import * as RequestHead from "./RequestHead.ts"
import * as RequestMetrics from "./RequestMetrics.ts"
import * as Responses from "./Responses.ts"

/** Log annotations of a request: its id, and the payout, batch or quote that it names. */
export const annotations = ({
  id,
  source
}: RequestContext.Fields): Readonly<Record<string, string>> => {
  const subject = RequestMetrics.subjectOf("", source.url ?? "")
  return { request_id: id, ...(subject === undefined ? {} : Tracing.naming(subject)) }
}

/** Dependencies of the start and end of a request. */
export interface Lifecycle {
  readonly admit: Admission.Admit
  readonly allowedMethods: AllowedMethods.AllowedMethods
  /** Metrics of responses without a route. */
  readonly metrics: RequestMetrics.RequestMetrics
}

const refuse = (
  { admit }: Lifecycle,
  context: RequestContext.Fields,
  refusal: Refusal
): HttpServerResponse.HttpServerResponse =>
  Responses.problem(context, Problems.of(admit.refuseUnrouted(context, refusal)))

const isUnrouted = (failure: unknown): boolean =>
  HttpServerError.isHttpServerError(failure) && failure.reason._tag === "RouteNotFound"

/** The response to a request that nothing has answered. Details of a defect go only to the log. */
export const unanswered = (
  lifecycle: Lifecycle,
  context: RequestContext.Fields,
  cause: Cause.Cause<unknown>
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  const { url = "" } = context.source
  if (isUnrouted(Option.getOrUndefined(Cause.findErrorOption(cause)))) {
    const refusal = AllowedMethods.refusalOf(lifecycle.allowedMethods, url)
    return Effect.succeed(refuse(lifecycle, context, refusal))
  }
  if (context.rate === undefined) lifecycle.admit.refuseUnrouted(context, { _tag: "NoSuchPath" })
  if (Cause.hasInterruptsOnly(cause)) {
    const { target } = context
    return Effect.succeed(
      target.closed ? Responses.abandoned(context) : Responses.problem(context, Problems.stopping)
    )
  }
  return Effect.logError("A request failed", cause).pipe(
    Effect.annotateLogs(annotations(context)),
    Effect.map(() => Responses.problem(context, Problems.defect))
  )
}

/** Frees the request's slot at once or, for a paged response, when its last page is taken. */
export const release = (
  { admit }: { readonly admit: Pick<Admission.Admit, "release"> },
  context: RequestContext.Fields
): void => {
  const { isPaged, target } = context
  if (isPaged && !target.closed) target.once("close", () => admit.release(context))
  else admit.release(context)
}

/** A response. It never fails; the router's middleware must not narrow this type. */
type ResponseEffect = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  Types.unhandled,
  HttpServerRequest.HttpServerRequest
>

/** Provides the context to every route, and responds to requests that no route has answered. */
const around =
  (lifecycle: Lifecycle, contextOf: RequestContext.Make) =>
  (
    routed: Effect.Effect<
      HttpServerResponse.HttpServerResponse,
      Types.unhandled,
      RequestContext.RequestContext
    >
  ): ResponseEffect =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const context = RequestContext.ofRequest(contextOf, request)
      context.metrics = lifecycle.metrics
      const refusal = RequestHead.refusalOf(context.source)
      if (refusal !== undefined) {
        return Responses.awaitEnd(context, refuse(lifecycle, context, refusal))
      }
      return routed.pipe(
        Effect.provideService(RequestContext.RequestContext, context),
        Effect.catchCause((cause) => unanswered(lifecycle, context, cause)),
        Effect.flatMap((response) => {
          release(lifecycle, context)
          return Responses.awaitEnd(context, response)
        })
      )
    })

export const layer = (lifecycle: Lifecycle) =>
  HttpRouter.middleware<{ provides: RequestContext.RequestContext }>()(
    Effect.map(RequestContext.maker, (contextOf) => around(lifecycle, contextOf)),
    { global: true }
  )
