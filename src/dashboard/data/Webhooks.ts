/** Computes an endpoint's health and the outcomes of its attempts for the webhook pages. */
import type { Delivery, WebhookEndpoint } from "../../client/Generated.ts"
import { dayMs } from "../../domain/Day.ts"
import type { EndpointFigures } from "../Generated.ts"
import { common as CommonWords } from "../words/common.ts"

export type AttemptFigure = EndpointFigures["attempts"][number]

export const isSuccess = ({ status_code }: Pick<AttemptFigure, "status_code">): boolean =>
  status_code !== null && status_code >= 200 && status_code <= 299

/** The error of an attempt without repeated words, unless it only repeats the status code. */
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

/** The outcome of an attempt in a few words. */
export const outcomeOf = (attempt: Pick<AttemptFigure, "error" | "status_code">): string =>
  attempt.status_code === null
    ? (errorOf(attempt) ?? CommonWords.noResponse)
    : CommonWords.answered(attempt.status_code)

/** Consecutive failed attempts that make an endpoint failing. */
const failuresMax = 5

/** The endpoint's state, as a name in `Status`. */
export const stateOf = (
  { disabled_reason, is_active }: Pick<WebhookEndpoint, "disabled_reason" | "is_active">,
  figures: Pick<EndpointFigures, "attempts"> | undefined
): string => {
  if (!is_active) return disabled_reason === undefined ? "inactive" : "disabled"
  const attempts = figures?.attempts ?? []
  if (attempts.every(isSuccess)) return "active"
  return attempts.slice(-failuresMax).some(isSuccess) ? "unsteady" : "failing"
}

/** Milliseconds. The service disables an endpoint if all attempts fail for so long. */
export const failingMsMax = 5 * dayMs

/** The time at which the service disables an endpoint that has failed since a time. */
export const disableAt = (since: string): string =>
  new Date(Date.parse(since) + failingMsMax).toISOString()

/** The delivery's state, as a name in `Status`. */
export const deliveryState = ({ attempts, status }: Pick<Delivery, "attempts" | "status">) =>
  status === "pending" && attempts.length > 0 ? "retrying" : status

const subjectNames = [
  ...(["payout_id", "batch_id", "quote_id", "withdrawal_id", "address_id"] as const),
  ...(["endpoint_id", "id"] as const)
]

/**
 * Ids of the objects that an event is about: first its payout, or else its batch, quote, withdrawal
 * or endpoint. A test event has invented objects, so only its endpoint counts.
 */
export const subjectsOf = (data: Readonly<Record<string, unknown>>): ReadonlyArray<string> => {
  const ids = (data.test === true ? (["endpoint_id"] as const) : subjectNames).map(
    (name) => data[name]
  )
  return [...new Set(ids.filter((id) => typeof id === "string"))]
}

/** True if an event is about the account's balance, which has one page and needs no id. */
export const isAboutBalance = (data: Readonly<Record<string, unknown>>): boolean =>
  "available_usdc" in data

/** Removes the scheme, so that the distinguishing part comes first. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\//, "")
