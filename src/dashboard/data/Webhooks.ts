/** What the pages of webhooks compute: how an endpoint fares, and a delivery as a command. */
import type { Delivery, WebhookEndpoint } from "../../client/Generated.ts"
import type { EndpointFigures } from "../Generated.ts"

type AttemptFigure = EndpointFigures["attempts"][number]

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

/** The state of a delivery as a name of `Status`. */
export const deliveryState = ({ attempts, status }: Pick<Delivery, "attempts" | "status">) =>
  status === "pending" && attempts.length > 0 ? "retrying" : status

/** The share of failed deliveries among those that ended; `undefined`: none has ended. */
export const failureRate = ({
  delivered,
  failed
}: Pick<EndpointFigures, "delivered" | "failed">): number | undefined =>
  delivered + failed === 0 ? undefined : failed / (delivered + failed)

const idIn = (data: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const value = data[name]
  return typeof value === "string" ? value : undefined
}

/** The object that an event is about: its payout, or else its batch, quote or endpoint. */
export const subjectOf = (data: Readonly<Record<string, unknown>>): string | undefined =>
  idIn(data, "payout_id") ??
  idIn(data, "batch_id") ??
  idIn(data, "quote_id") ??
  idIn(data, "endpoint_id") ??
  idIn(data, "id")

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The last attempt as a command: the same URL, headers and payload. */
export const curlOf = (
  url: string,
  { attempts, payload }: Pick<Delivery, "attempts" | "payload">
): string => {
  const headers = attempts.findLast((each) => each.request_headers !== null)?.request_headers ?? {
    "content-type": "application/json"
  }
  const lines = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  return [
    `curl -i -X POST ${quoted(url)}`,
    ...lines,
    `--data-raw ${quoted(JSON.stringify(payload))}`
  ].join(" \\\n  ")
}

/** A URL without its scheme: what tells endpoints apart. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\//, "")
