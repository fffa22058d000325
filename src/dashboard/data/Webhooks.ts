/** What the pages of webhooks compute: how an endpoint fares, and what became of an attempt. */
import type { Delivery, WebhookEndpoint } from "../../client/Generated.ts"
import { dayMs } from "../../domain/Day.ts"
import type { EndpointFigures } from "../Generated.ts"
import { common as CommonWords } from "../words/common.ts"

export type AttemptFigure = EndpointFigures["attempts"][number]

export const isSuccess = ({ status_code }: Pick<AttemptFigure, "status_code">): boolean =>
  status_code !== null && status_code >= 200 && status_code <= 299

/** Why an attempt failed, where its status does not say so already; without a repeated word. */
export const errorOf = ({
  error,
  status_code
}: Pick<Delivery["attempts"][number], "error" | "status_code">): string | undefined => {
  if (error === null || error === `answered ${status_code}`) return undefined
  const text = error
    .replace(/^(\w+): (?=\1\b)/, "")
    .replace(/^(dns|tls)\b/, (name) => name.toUpperCase())
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What became of an attempt, in a few words. */
export const outcomeOf = (attempt: Pick<AttemptFigure, "error" | "status_code">): string =>
  attempt.status_code === null
    ? (errorOf(attempt) ?? CommonWords.noResponse)
    : CommonWords.answered(attempt.status_code)

/** After so many failures in a row an endpoint counts as failing. */
const failuresMax = 5

/** The state of an endpoint as a name of `Status`. */
export const stateOf = (
  { disabled_reason, is_active }: Pick<WebhookEndpoint, "disabled_reason" | "is_active">,
  figures: Pick<EndpointFigures, "attempts"> | undefined
): string => {
  if (!is_active) return disabled_reason === undefined ? "inactive" : "switched_off"
  const attempts = figures?.attempts ?? []
  if (attempts.every(isSuccess)) return "active"
  return attempts.slice(-failuresMax).some(isSuccess) ? "unsteady" : "failing"
}

/** How long every attempt may fail before the service switches an endpoint off, milliseconds. */
export const failingMsMax = 5 * dayMs

/** When an endpoint that fails since a time is switched off. */
export const switchOffAt = (since: string): string =>
  new Date(Date.parse(since) + failingMsMax).toISOString()

/** The state of a delivery as a name of `Status`. */
export const deliveryState = ({ attempts, status }: Pick<Delivery, "attempts" | "status">) =>
  status === "pending" && attempts.length > 0 ? "retrying" : status

const subjectNames = ["payout_id", "batch_id", "quote_id", "endpoint_id", "id"] as const

/**
 * The objects that an event is about: first its payout, or else its batch, quote or endpoint. Of a
 * test only the endpoint that got it, because all others are made up.
 */
export const subjectsOf = (data: Readonly<Record<string, unknown>>): ReadonlyArray<string> => {
  const ids = (data.test === true ? (["endpoint_id"] as const) : subjectNames).map(
    (name) => data[name]
  )
  return [...new Set(ids.filter((id) => typeof id === "string"))]
}

/** A URL without its scheme: what tells endpoints apart. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\//, "")
