/**
 * How much is asked, how fast it is answered, and how it ends: by route and class of status. Each
 * route has its series in hand from the start, so an answer costs no look-up. A path that no route
 * has is never a label: there are as many of those as strangers.
 */

import type * as Metrics from "../../telemetry/Metrics.ts"
import * as Tracing from "../../telemetry/Tracing.ts"
import type * as Exchange from "../server/Exchange.ts"

const duration = {
  name: "http_request_duration_seconds",
  description: "From the head of a request to its answer, by route, method and class of status"
}

/** A request that is answered. */
export interface Asked extends Pick<Exchange.Exchange, "request" | "requestId"> {
  /** When it was taken, by `performance.now()`. */
  readonly begun: number
  /** Who asked, once that is known. */
  readonly accountId: string | undefined
}

/** What is answered on one route. */
export interface RequestMetrics {
  readonly answered: (asked: Asked, status: number, body: string | Uint8Array) => void
}

export type Make = (method: string, route: string, isProbe?: boolean) => RequestMetrics

/** The payout or batch that a request is about: its path says so, or what it made. */
export const subjectOf = (
  method: string,
  url: string,
  body: string | Uint8Array = ""
): string | undefined => {
  const inPath = /\/((?:po|bt|bk)_[0-9A-Z]{26})(?![0-9A-Z])/.exec(url)?.[1]
  if (inPath !== undefined || method !== "POST" || typeof body !== "string") return inPath
  return /"(?:payout_id|batch_id)":"((?:po|bt|bk)_[0-9A-Z]{26})"/.exec(body)?.[1]
}

/** Tells of one request. */
const traced =
  (tell: Tracing.Tell, method: string, route: string): RequestMetrics["answered"] =>
  ({ accountId, begun, request, requestId }, status, body) => {
    const subject = subjectOf(method, request.url ?? "", body)
    const { traceparent } = request.headers
    tell({
      ...{ name: `${method} ${route}`, kind: "server", subject },
      ...{ from: performance.timeOrigin + begun, to: Tracing.now(), isError: status >= 500 },
      caller: typeof traceparent === "string" ? traceparent : undefined,
      attributes: {
        ...(subject === undefined ? {} : Tracing.naming(subject)),
        ...(accountId === undefined ? {} : { account_id: accountId }),
        request_id: requestId,
        "http.route": route,
        "http.request.method": method,
        "http.response.status_code": status
      }
    })
  }

export const make =
  (meter: Metrics.Metrics, tell: Tracing.Tell | undefined): Make =>
  (method, route, isProbe = false) => {
    /** By the first digit of the status; made when there is a first one. */
    const classes: Array<Metrics.Histogram | undefined> = []
    const trace = tell === undefined || isProbe ? undefined : traced(tell, method, route)
    return {
      answered: (asked, status, body) => {
        const kind = Math.trunc(status / 100)
        const known = classes[kind]
        const series = known ?? meter.histogram(duration, { route, method, status: `${kind}xx` })
        if (known === undefined) classes[kind] = series
        series.observe((performance.now() - asked.begun) / 1000)
        trace?.(asked, status, body)
      }
    }
  }
