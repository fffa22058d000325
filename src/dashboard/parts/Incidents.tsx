/** The banner on every staff page during an incident. */
import { CircleX, TriangleAlert } from "lucide-react"
import { Link } from "wouter"
import * as Format from "../data/Format.ts"
import * as Incidents from "../data/Incidents.ts"
import { incidents as Words } from "../words/shell.ts"
import { IncidentWaiting } from "./IncidentWaiting.tsx"

/** The number of lines that leave room for the page. The Health page shows the others. */
const linesMax = 3

/** The time, with its day if that is not today. */
const sinceOf = (at: string): string =>
  new Date(at).toDateString() === new Date().toDateString() ? Format.hour(at) : Format.timeShort(at)

export const IncidentBanner = () => {
  const all = Incidents.useKnownIncidents()
  const [worst] = all
  if (worst === undefined) return null
  const isCritical = worst.severity === "critical"
  const Icon = isCritical ? CircleX : TriangleAlert
  const more = all.length - linesMax
  return (
    <div
      className={`banner incidents ${isCritical ? "tone-bad" : "tone-warn"}`}
      role="status"
      aria-label={Words.banner}
    >
      <Icon aria-hidden />
      <div>
        {all.slice(0, linesMax).map((incident) => (
          <p key={incident.id} className="banner-title">
            {Words.since(incident.title, sinceOf(incident.since))} <IncidentWaiting of={incident} />
          </p>
        ))}
        <p>
          <Link href="/health">{Words.details}</Link>
          {more > 0 && <span className="faint"> · {Words.more(more)}</span>}
        </p>
      </div>
    </div>
  )
}
