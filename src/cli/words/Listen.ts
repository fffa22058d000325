/** Words of `listen`. */
import { commandLine } from "./Common.ts"

export const command = "Show events as they happen, and forward them, signed, to a local URL"

export const flags = {
  forwardTo: "URL that receives each event by POST; default: only show events",
  events: "Event types to show, separated by commas",
  secret: "Signing secret (whsec_…); default: a new one, which is printed"
} as const

export const listening = "Listening for events. Press Ctrl-C to stop."
export const stopped = `Stopped listening. To see later events, run ${commandLine("events list")}, or listen again.`
export const signingSecret = (secret: string): string => `Your signing secret is ${secret}`

// What became of a forwarded event.
export const noAnswerInTime = "no answer in time"
export const noConnection = "no connection"

// A service that does not answer.
export const waiting = (why: string): string => `Waiting for the service: ${why}`
export const isBack = "The service is back."

// Flags that are refused.
export const unknownEvents = (
  unknown: ReadonlyArray<string>,
  known: ReadonlyArray<string>
): string =>
  unknown.length === 1
    ? `--events: ${unknown[0]} is not an event. The events are ${known.join(", ")}`
    : `--events: ${unknown.join(", ")} are not events. The events are ${known.join(", ")}`
export const wrongTarget = (given: string): string => `--forward-to must be a URL, got ${given}`
export const wrongSecret = (why: string): string => `--secret: ${why}`
