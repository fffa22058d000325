/**
 * Records each answered request: count, duration and status class by route, its span, and its entry
 * in the request log. Each route holds its series, so a response costs no look-up. A path without a
 * route is never a label, because callers choose such paths.
 */
import type { IncomingMessage } from "node:http"
import type * as Metrics from "../../telemetry/Metrics.ts"
import * as Tracing from "../../telemetry/Tracing.ts"
import type * as RequestLog from "../../usecases/RequestLog.ts"
import * as Problems from "../Problems.ts"
import type * as Authorization from "./Authorization.ts"
import type * as ClientAddress from "./ClientAddress.ts"
import * as RequestHead from "./RequestHead.ts"

const duration = {
  name: "http_request_duration_seconds",
  description: "From the head of a request to its answer, by route, method and class of status"
}

/** An answered request. */
interface Request {
  readonly id: string
  readonly source: IncomingMessage
  readonly at: number
  readonly startedAt: number
  readonly caller: Authorization.Caller | undefined
  readonly received: string | undefined
}

interface Response {
  readonly status: number
  readonly body: string | Uint8Array
  /** True if the response is that of an earlier request with the same idempotency key. */
  readonly isReplay: boolean
}

/** Records the responses of one route. */
export interface RequestMetrics {
  readonly record: (request: Request, response: Response) => void
}

/** `probe` has neither a span nor a log entry. `page` has an entry without bodies. */
export type Kind = "probe" | "page" | "api"

export type Make = (method: string, route: string, kind?: Kind) => RequestMetrics

const idInPath = /\/((?:po|bt|bk|qt)_[0-9A-Z]{26})(?![0-9A-Z])/

/** The id of the created object, the first in a body: a payout names its quote after its own id. */
const idInBody = /"(?:id|payout_id|batch_id|quote_id)":"((?:po|bt|bk|qt)_[0-9A-Z]{26})"/

/** The payout, batch or quote of a request: the one in its path, or the one that it created. */
export const subjectOf = (
  method: string,
  url: string,
  body: string | Uint8Array = ""
): string | undefined => {
  const inPath = idInPath.exec(url)?.[1]
  if (inPath !== undefined || method !== "POST" || typeof body !== "string") return inPath
  return idInBody.exec(body)?.[1]
}

/** Reports one request as a span. */
const spanRecorder =
  (exportSpan: Tracing.Export, method: string, route: string): RequestMetrics["record"] =>
  ({ caller, id, source, startedAt }, { body, status }) => {
    const accountId = caller?.accountId ?? undefined
    const objectId = subjectOf(method, source.url ?? "", body)
    // A quote has no trace. Its requests stay in the traces of their callers.
    const subject = objectId?.startsWith("qt_") ? undefined : objectId
    const { traceparent } = source.headers
    exportSpan({
      ...{ name: `${method} ${route}`, kind: "server", subject },
      ...{ from: performance.timeOrigin + startedAt, to: Tracing.now(), isError: status >= 500 },
      caller: typeof traceparent === "string" ? traceparent : undefined,
      attributes: {
        ...(objectId === undefined ? {} : Tracing.naming(objectId)),
        ...(accountId === undefined ? {} : { account_id: accountId }),
        request_id: id,
        "http.route": route,
        "http.request.method": method,
        "http.response.status_code": status
      }
    })
  }

/**
 * True if the log contains a request: every request of a key, and requests of users that change
 * something or fail. A user who leaves a page while it loads has not seen a failure.
 */
const isLogged = ({ kind }: Authorization.Caller, method: string, status: number): boolean =>
  kind === "key" || method !== "GET" || (status >= 400 && status !== Problems.clientLeftStatus)

/**
 * Adds a request to its account's request log. Bodies of the dashboard's routes are left out: they
 * carry passwords, codes and invitation links, which only their sender may see. The body of an
 * error carries none of these and is kept.
 */
const logRecorder =
  (
    log: RequestLog.RequestLog,
    addressOf: ClientAddress.AddressOf,
    hasBodies: boolean
  ): RequestMetrics["record"] =>
  ({ at, caller, id, received, source, startedAt }, { body, isReplay, status }) => {
    const accountId = caller?.accountId ?? undefined
    if (caller === undefined || accountId === undefined) return
    const { headers, method = "", url = "" } = source
    if (!isLogged(caller, method, status) || !log.hasRoom(accountId)) return
    log.note({
      ...{ id, accountId, at, method, url, status, isReplay },
      received: hasBodies ? received : undefined,
      callerId: caller.id,
      ipAddress: addressOf(source),
      latencyMs: performance.now() - startedAt,
      headerKey: RequestHead.keyOf(headers),
      sent: typeof body === "string" && (hasBodies || status >= 400) ? body : undefined,
      subjectId: subjectOf(method, url, body)
    })
  }

export const make =
  (
    meter: Metrics.Metrics,
    exportSpan: Tracing.Export | undefined,
    log: RequestLog.RequestLog,
    addressOf: ClientAddress.AddressOf
  ): Make =>
  (method, route, kind = "api") => {
    /** Histograms by the first digit of the status, made on first use. */
    const classes: Array<Metrics.Histogram | undefined> = []
    const trace =
      exportSpan === undefined || kind === "probe"
        ? undefined
        : spanRecorder(exportSpan, method, route)
    const note = kind === "probe" ? undefined : logRecorder(log, addressOf, kind === "api")
    return {
      record: (context, response) => {
        const digit = Math.trunc(response.status / 100)
        const existing = classes[digit]
        const series =
          existing ?? meter.histogram(duration, { route, method, status: `${digit}xx` })
        if (existing === undefined) classes[digit] = series
        series.observe((performance.now() - context.startedAt) / 1000)
        trace?.(context, response)
        note?.(context, response)
      }
    }
  }
