/** Words of the deliveries to one endpoint. */
import * as Format from "../../data/Format.ts"

export const title = "Deliveries"
export const from = "From"
export const none = "No deliveries"
export const noneMatch = "No deliveries match"
export const noneHint = "Events appear here as they are sent."

const again = (count: number): string =>
  `${Format.counted(count, "delivery", "deliveries")} sent again.`

export const resend = {
  button: "Resend failed and retrying",
  title: "Resend what was not delivered",
  since: "Events since",
  zone: `In your time zone, ${Format.zone}.`,
  counting: "Counting…",
  found: (failed: number, pending: number): string =>
    `Not delivered since then: ${Format.count(failed)} failed for good, ` +
    `${Format.count(pending)} waiting for the next attempt.`,
  none: "Send again",
  some: (count: number): string => `Send ${Format.counted(count, "event", "events")} again`,
  /** `asked`: how many there were before they were sent. */
  done: (sent: number, left: number, asked: number): string =>
    [
      again(sent),
      ...(left > 0 ? [`${Format.count(left)} are left.`] : []),
      ...(asked > sent + left
        ? [`${Format.count(asked - sent - left)} had been delivered meanwhile.`]
        : [])
    ].join(" ")
} as const
