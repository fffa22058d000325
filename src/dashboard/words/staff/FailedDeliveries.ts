/** Words of the deliveries that failed, of all accounts. */
import * as Format from "../../data/Format.ts"

export const title = "Failed deliveries"
export const about =
  "Events that are not attempted any more: their last attempt failed, or was not possible. Test events are left out."
export const none = "No failed deliveries"
export const noneHint = "What waits for its next attempt is not listed here."

const events = (count: number): string => Format.counted(count, "event", "events")

export const resend = {
  title: "Resend failed deliveries",
  label: (listed: number, total: number): string =>
    listed === total ? `Resend all ${Format.count(total)}` : `Resend these ${Format.count(listed)}`,
  send: (listed: number): string => `Send ${events(listed)} again`,
  about: (listed: number, total: number): string =>
    listed === total
      ? `All ${Format.count(total)} listed deliveries are sent again, one after the other.`
      : `The ${Format.count(listed)} of this page are sent again, one after the other, of ` +
        `${Format.count(total)} in all. The rest follow page by page.`,
  disabled: (count: number): string =>
    count === 1
      ? "1 cannot be sent: its endpoint is disabled. Its owner must enable it first."
      : `${Format.count(count)} cannot be sent: their endpoint is disabled. Its owner must enable it first.`,
  done: (sent: number, refused: number): string =>
    refused === 0
      ? `${events(sent)} sent again.`
      : `${events(sent)} sent again. ${Format.count(refused)} could not be.`
} as const
