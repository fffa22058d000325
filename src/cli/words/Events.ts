/** Words of the commands about events and their deliveries. */
import { counted } from "./Common.ts"

export const commands = {
  events: "Show the events of the account and send deliveries again",
  list: "List the newest events",
  resend: "Send one delivery again, or all failed deliveries of an endpoint"
} as const

export const flags = {
  type: "Only events of this type: payout.settled, …",
  payout: "Only events of this payout: po_…",
  endpoint: "Endpoint id (we_…), with --failed-since",
  failedSince: "Send every delivery again that failed after this time (ISO 8601)"
} as const

export const resent = (count: number): string =>
  `${counted(count, "delivery is", "deliveries are")} sent again.`

export const whichDelivery = "Give a delivery id, or --endpoint with --failed-since."
