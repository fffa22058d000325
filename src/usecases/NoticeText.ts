/** A notice about incidents, in words and for programs. */
import type { Incident } from "../domain/incident/Incident.ts"
import type { Closed, Notice } from "../domain/incident/Notices.ts"
import * as Money from "../domain/money/Money.ts"
import type { Message } from "../engine/ports/NoticeChannels.ts"
import * as IncidentView from "./IncidentView.ts"
import * as Runbook from "./Runbook.ts"

const moment = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`

const waitingLines = ({ kind, waitingAmount, waitingCount }: Incident): ReadonlyArray<string> => {
  if (waitingCount === 0) return []
  if (kind === "endpoint") return [`Waiting: ${waitingCount} deliveries`]
  return [`Waiting: ${waitingCount} payouts, ${Money.formatUsdc(waitingAmount)} USDC`]
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

const closedText = ({ at, incident }: Closed): string =>
  `OVER: ${incident.title}\nFrom ${moment(incident.since)} to ${moment(at)}`

const subjectOf = ({ closed, opened }: Notice): string => {
  const titles = [
    ...opened.map(({ title }) => title),
    ...closed.map(({ incident: { title } }) => `Over: ${title}`)
  ]
  const more = titles.length > 1 ? ` (and ${titles.length - 1} more)` : ""
  return `[payouts] ${titles[0] ?? ""}${more}`
}

export interface Facts {
  readonly id: string
  readonly at: number
  readonly runbook: string
  readonly chosenBy: ReadonlyArray<string>
}

export const of = (notice: Notice, { at, chosenBy, id, runbook }: Facts): Message => ({
  ...{ id, chosenBy },
  subject: subjectOf(notice),
  text: `${[
    ...notice.opened.map((incident) => openedText(incident, runbook)),
    ...notice.closed.map(closedText)
  ].join("\n\n")}\n`,
  body: JSON.stringify({
    id,
    type: "incidents.changed",
    created_at: new Date(at).toISOString(),
    opened: notice.opened.map((incident) => IncidentView.of(incident, runbook)),
    closed: notice.closed.map((one) => ({
      ...IncidentView.of(one.incident, runbook),
      closed_at: new Date(one.at).toISOString()
    }))
  })
})
