/**
 * What is recorded of an answered request: number, duration and status class by route, its span,
 * and its entry in the log of requests. Each route holds its own series, so a response costs no
 * look-up. A path without a route is never a label: callers choose those.
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

/** What a request got. */
interface Response {
  readonly status: number
  readonly body: string | Uint8Array
  /** Whether an earlier answer to its idempotency key was repeated. */
  readonly isReplay: boolean
}

/** Records the responses of one route. */
export interface RequestMetrics {
  readonly answered: (request: Request, response: Response) => void
}

/** `probe`: neither a span nor an entry of the log. `page`: an entry without bodies. */
export type Kind = "probe" | "page" | "api"

export type Make = (method: string, route: string, kind?: Kind) => RequestMetrics

const idInPath = /\/((?:po|bt|bk|qt)_[0-9A-Z]{26})(?![0-9A-Z])/

/** Answers begin with what they created: a payout also names its quote, behind its own id. */
const idInBody = /"(?:id|payout_id|batch_id|quote_id)":"((?:po|bt|bk|qt)_[0-9A-Z]{26})"/

/** The payout, batch or quote of a request: from its path, or the one it created. */
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
const traced =
  (exportSpan: Tracing.Export, method: string, route: string): RequestMetrics["answered"] =>
  ({ caller, id, source, startedAt }, { body, status }) => {
    const accountId = caller?.accountId ?? undefined
    const named = subjectOf(method, source.url ?? "", body)
    // A quote has no trace of its own: its requests stay in their callers'.
    const subject = named?.startsWith("qt_") ? undefined : named
    const { traceparent } = source.headers
    exportSpan({
      ...{ name: `${method} ${route}`, kind: "server", subject },
      ...{ from: performance.timeOrigin + startedAt, to: Tracing.now(), isError: status >= 500 },
      caller: typeof traceparent === "string" ? traceparent : undefined,
      attributes: {
        ...(named === undefined ? {} : Tracing.naming(named)),
        ...(accountId === undefined ? {} : { account_id: accountId }),
        request_id: id,
        "http.route": route,
        "http.request.method": method,
        "http.response.status_code": status
      }
    })
  }

/**
 * Whether the log has a request: all of keys, and of users what changes something or fails. Who
 * leaves a page while it loads did not see a failure.
 */
const isLogged = ({ kind }: Authorization.Caller, method: string, status: number): boolean =>
  kind === "key" || method !== "GET" || (status >= 400 && status !== Problems.clientLeftStatus)

/**
 * Notes one request in the log of its account. Bodies of the dashboard's own routes are left out:
 * they carry passwords, codes and links of invitations, which are for their sender alone. The body
 * of an error carries none of these and is kept.
 */
const logged =
  (
    log: RequestLog.RequestLog,
    addressOf: ClientAddress.AddressOf,
    hasBodies: boolean
  ): RequestMetrics["answered"] =>
  ({ at, caller, id, received, source, startedAt }, { body, isReplay, status }) => {
    const accountId = caller?.accountId ?? undefined
    if (caller === undefined || accountId === undefined) return
    const { headers, method = "", url = "" } = source
    if (!isLogged(caller, method, status) || !log.isOpen(accountId)) return
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
    /** By the first digit of the status; made when there is a first one. */
    const classes: Array<Metrics.Histogram | undefined> = []
    const trace =
      exportSpan === undefined || kind === "probe" ? undefined : traced(exportSpan, method, route)
    const note = kind === "probe" ? undefined : logged(log, addressOf, kind === "api")
    return {
      answered: (context, response) => {
        const digit = Math.trunc(response.status / 100)
        const known = classes[digit]
        const series = known ?? meter.histogram(duration, { route, method, status: `${digit}xx` })
        if (known === undefined) classes[digit] = series
        series.observe((performance.now() - context.startedAt) / 1000)
        trace?.(context, response)
        note?.(context, response)
      }
    }
  }
