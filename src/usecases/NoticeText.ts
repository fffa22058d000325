/** Writes a notice about incidents as text for people and as JSON for programs. */
import type { Incident } from "../domain/incident/Incident.ts"
import type { ClosedIncident, Notice } from "../domain/incident/Notices.ts"
import * as Money from "../domain/money/Money.ts"
import type { Message } from "../engine/ports/NoticeChannels.ts"
import * as IncidentView from "./IncidentView.ts"
import * as Runbook from "./Runbook.ts"

const moment = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`

/** An amount with two decimals, or more if it has more. */
const usdc = (amount: Money.Micro): string => Money.formatUsdc(amount).replace(/0{1,4}$/, "")

const waitingLines = ({ kind, waitingAmount, waitingCount }: Incident): ReadonlyArray<string> => {
  if (waitingCount === 0) return []
  const isOne = waitingCount === 1
  if (kind === "endpoint") return [`Waiting: ${waitingCount} ${isOne ? "delivery" : "deliveries"}`]
  const payouts = isOne ? "payout" : "payouts"
  return [`Waiting: ${waitingCount} ${payouts}, ${usdc(waitingAmount)} USDC`]
}

const networkLines = ({ subject: { networks = [] } }: Incident): ReadonlyArray<string> =>
  networks.length === 0 ? [] : [`Networks: ${networks.join(", ")}`]

const openedText = (incident: Incident, runbook: string): string =>
  [
    `${incident.severity.toUpperCase()}: ${incident.title}`,
    `Since: ${moment(incident.since)}`,
    ...waitingLines(incident),
    ...networkLines(incident),
    `Cause: ${incident.cause}`,
    `What to do: ${incident.remedy}`,
    `Runbook: ${Runbook.urlOf(runbook, incident.runbook)}`
  ].join("\n")

const closedText = ({ at, incident }: ClosedIncident): string =>
  `OVER: ${incident.title}\nFrom ${moment(incident.since)} to ${moment(at)}`

/** Maximum of titles in a subject, for opened and for closed incidents each. */
const titlesMax = 2

const titlesOf = (incidents: ReadonlyArray<Incident>): string => {
  const titles = incidents.slice(0, titlesMax).map(({ title }) => title)
  const more = incidents.length - titles.length
  return `${titles.join("; ")}${more > 0 ? ` (and ${more} more)` : ""}`
}

/**
 * The subject, with opened incidents first. Closed ones are marked, or they would read like a new
 * outage.
 */
const subjectOf = ({ closed, opened }: Notice): string => {
  const over = closed.map(({ incident }) => incident)
  const parts = [
    ...(opened.length === 0 ? [] : [titlesOf(opened)]),
    ...(over.length === 0 ? [] : [`Over: ${titlesOf(over)}`])
  ]
  return `[payouts] ${parts.join(". ")}`
}

export interface Facts {
  readonly id: string
  readonly at: number
  readonly runbook: string
  /** Link to all incidents; `undefined` if the service has none. */
  readonly healthPage: string | undefined
  readonly chosenBy: ReadonlyArray<string>
}

export const of = (notice: Notice, { at, chosenBy, healthPage, id, runbook }: Facts): Message => ({
  ...{ id, chosenBy },
  subject: subjectOf(notice),
  text: `${[
    ...notice.opened.map((incident) => openedText(incident, runbook)),
    ...notice.closed.map(closedText),
    ...(healthPage === undefined ? [] : [`All incidents: ${healthPage}`])
  ].join("\n\n")}\n`,
  body: JSON.stringify({
    id,
    type: "incidents.changed",
    created_at: new Date(at).toISOString(),
    opened: notice.opened.map((incident) => IncidentView.of(incident, runbook)),
    closed: notice.closed.map((closing) => ({
      ...IncidentView.of(closing.incident, runbook),
      closed_at: new Date(closing.at).toISOString()
    }))
  })
})
