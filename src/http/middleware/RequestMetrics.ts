/**
 * Number, duration and status class of requests by route. Each route holds its own series, so a
 * response costs no look-up. A path without a route is never a label: callers choose those.
 */
import type { IncomingMessage } from "node:http"
import type * as Metrics from "../../telemetry/Metrics.ts"
import * as Tracing from "../../telemetry/Tracing.ts"

const duration = {
  name: "http_request_duration_seconds",
  description: "From the head of a request to its answer, by route, method and class of status"
}

/** An answered request, for metrics and spans. */
interface Answered {
  readonly id: string
  readonly source: Pick<IncomingMessage, "url" | "headers">
  readonly startedAt: number
  readonly caller: { readonly accountId: string | null } | undefined
}

/** Counts the responses of one route. */
export interface RequestMetrics {
  readonly answered: (request: Answered, status: number, body: string | Uint8Array) => void
}

export type Make = (method: string, route: string, isProbe?: boolean) => RequestMetrics

/** The payout or batch of a request: from its path, or the one it created. */
export const subjectOf = (
  method: string,
  url: string,
  body: string | Uint8Array = ""
): string | undefined => {
  const inPath = /\/((?:po|bt|bk)_[0-9A-Z]{26})(?![0-9A-Z])/.exec(url)?.[1]
  if (inPath !== undefined || method !== "POST" || typeof body !== "string") return inPath
  return /"(?:payout_id|batch_id)":"((?:po|bt|bk)_[0-9A-Z]{26})"/.exec(body)?.[1]
}

/** Reports one request as a span. */
const traced =
  (tell: Tracing.Export, method: string, route: string): RequestMetrics["answered"] =>
  ({ caller, id, source, startedAt }, status, body) => {
    const accountId = caller?.accountId ?? undefined
    const subject = subjectOf(method, source.url ?? "", body)
    const { traceparent } = source.headers
    tell({
      ...{ name: `${method} ${route}`, kind: "server", subject },
      ...{ from: performance.timeOrigin + startedAt, to: Tracing.now(), isError: status >= 500 },
      caller: typeof traceparent === "string" ? traceparent : undefined,
      attributes: {
        ...(subject === undefined ? {} : Tracing.naming(subject)),
        ...(accountId === undefined ? {} : { account_id: accountId }),
        request_id: id,
        "http.route": route,
        "http.request.method": method,
        "http.response.status_code": status
      }
    })
  }

export const make =
  (meter: Metrics.Metrics, tell: Tracing.Export | undefined): Make =>
  (method, route, isProbe = false) => {
    /** By the first digit of the status; made when there is a first one. */
    const classes: Array<Metrics.Histogram | undefined> = []
    const trace = tell === undefined || isProbe ? undefined : traced(tell, method, route)
    return {
      answered: (context, status, body) => {
        const kind = Math.trunc(status / 100)
        const known = classes[kind]
        const series = known ?? meter.histogram(duration, { route, method, status: `${kind}xx` })
        if (known === undefined) classes[kind] = series
        series.observe((performance.now() - context.startedAt) / 1000)
        trace?.(context, status, body)
      }
    }
  }
