/** Causes of failed attempts to deliver an event, read from an attempt's error or status. */
import { causes } from "../words/webhooks.ts"
import type * as Webhooks from "./Webhooks.ts"

/** The cause that a status outside 2xx indicates. */
const causeOfStatus = (status: number): keyof typeof causes => {
  if (status < 400) return "redirect"
  if (status >= 500) return "broken"
  if (status === 401 || status === 403) return "denied"
  return [404, 405, 410].includes(status) ? "missing" : "rejected"
}

const isCause = (name: string): name is keyof typeof causes => Object.hasOwn(causes, name)

/** The cause of a failed attempt and its remedy, if they are known. */
export const causeOf = ({
  error,
  status_code
}: Pick<Webhooks.AttemptFigure, "error" | "status_code">): string | undefined => {
  if (status_code !== null) return causes[causeOfStatus(status_code)]
  const [reason = "", message = ""] = (error ?? "").split(": ")
  if (message.includes("ECONNREFUSED")) return causes.refused
  return isCause(reason) ? causes[reason] : undefined
}
