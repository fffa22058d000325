/** Why an attempt to deliver an event failed: read from its error, or from its status. */
import { causes } from "../words/webhooks.ts"
import type * as Webhooks from "./Webhooks.ts"

/** The cause that a status which is no success stands for. */
const causeOfStatus = (status: number): keyof typeof causes => {
  if (status < 400) return "redirect"
  if (status >= 500) return "broken"
  if (status === 401 || status === 403) return "denied"
  return [404, 405, 410].includes(status) ? "missing" : "rejected"
}

const isCause = (name: string): name is keyof typeof causes => Object.hasOwn(causes, name)

/** Why a failed attempt failed and what mends it, where that is known. */
export const causeOf = ({
  error,
  status_code
}: Pick<Webhooks.AttemptFigure, "error" | "status_code">): string | undefined => {
  if (status_code !== null) return causes[causeOfStatus(status_code)]
  const [reason = "", message = ""] = (error ?? "").split(": ")
  if (message.includes("ECONNREFUSED")) return causes.refused
  return isCause(reason) ? causes[reason] : undefined
}
