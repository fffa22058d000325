/** Incidents that have ended. They may be the cause of a complaint. */
import { History } from "lucide-react"
import type { PastIncident } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { Answer, Empty } from "../../parts/Answer.tsx"
import { type Column, Table } from "../../parts/Listing.tsx"
import { Section } from "../../parts/Page.tsx"
import { Time } from "../../parts/Value.tsx"
import { incidents as IncidentWords } from "../../words/shell.ts"
import { pastIncidents as Words } from "../../words/staff.tsx"

const everyMs = 60_000

/** Limits of the service. */
const daysMax = 7
const countMax = 100

const lasted = ({ ended_at: to, since: from }: PastIncident): string =>
  Format.duration((Date.parse(to) - Date.parse(from)) / 1000)

const columns: ReadonlyArray<Column<PastIncident>> = [
  { head: Words.incident, kind: "main", cell: ({ title }) => title },
  { head: Words.from, cell: ({ since }) => <Time at={since} isShort /> },
  { head: Words.to, cell: ({ ended_at: to }) => <Time at={to} isShort /> },
  { head: Words.lasted, kind: "number", cell: lasted },
  {
    head: Words.waited,
    cell: ({ kind, waiting_count_max: count, waiting_usdc_max: usdc }) =>
      count === 0 ? Words.nothing : IncidentWords.most(kind, count, usdc)
  }
]

const aboutOf = (watchedSince: string | null | undefined): string | undefined => {
  if (watchedSince === undefined) return undefined
  return watchedSince === null
    ? Words.unwatched
    : Words.about(Format.time(watchedSince), daysMax, countMax)
}

export const PastIncidents = () => {
  const past = useServiceQuery(
    "incidents",
    ["past"],
    ({ api }, options) => api.admin.incidents.past.list(options),
    { everyMs }
  )
  return (
    <Section title={Words.title} about={aboutOf(past.data?.watched_since)} isFlush>
      <Answer of={past}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={History} title={Words.none} />
          ) : (
            <Table
              caption={Words.title}
              columns={columns}
              rows={data}
              idOf={({ ended_at: to, id }) => `${id} ${to}`}
            />
          )
        }
      </Answer>
    </Section>
  )
}
