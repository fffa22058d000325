/**
 * Spans of payouts and requests, recorded when they end. Without a configured collector the
 * recorder is `undefined`, and no span is built.
 *
 * Attributes are a closed list of ids and fixed words, so that a phone number, name, key or body
 * cannot be recorded by mistake.
 */
import { Context } from "effect"

export interface Attributes {
  readonly request_id?: string
  readonly payout_id?: string
  readonly batch_id?: string
  readonly account_id?: string
  readonly endpoint_id?: string
  readonly event_id?: string
  readonly event_type?: string
  readonly "http.route"?: string
  readonly "http.request.method"?: string
  readonly "http.response.status_code"?: number
  readonly state?: string
  readonly provider?: string
  readonly outcome?: string
  readonly attempt?: number
  readonly seq?: number
  readonly entries?: number
}

export interface Span {
  readonly name: string
  readonly kind: "internal" | "server" | "client"
  /** The payout or batch the span belongs to: all spans of one subject form one trace. */
  readonly subject: string | undefined
  /** The span of the subject's whole lifetime, parent of all its other spans. */
  readonly isRoot?: boolean
  /** Milliseconds since 1970, with fractions. */
  readonly from: number
  readonly to: number
  readonly attributes: Attributes
  readonly isError?: boolean
  /** The caller's own span, from its `traceparent` header. */
  readonly caller?: string | undefined
}

export type Export = (span: Span) => void

export class Trace extends Context.Reference<Export | undefined>(
  "payouts/telemetry/Tracing/Trace",
  {
    defaultValue: () => undefined
  }
) {}

/** The current time in a span's unit. */
export const now = (): number => performance.timeOrigin + performance.now()

type Named = Readonly<
  Record<"payout_id", string> | Record<"batch_id", string> | Record<"quote_id", string>
>

/** The attribute that names a subject, in spans and log lines. */
export const naming = (subject: string): Named => {
  if (subject.startsWith("po_")) return { payout_id: subject }
  return subject.startsWith("qt_") ? { quote_id: subject } : { batch_id: subject }
}
