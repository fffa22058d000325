/** The list of reconciliations, the newest first. */
import { GitCompareArrows } from "lucide-react"
import { Link } from "wouter"
import type { ReconciliationSummary } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { Empty } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { DateFilter, Filters, useFilter } from "../../parts/Filters.tsx"
import { type Column, Listing, usePage } from "../../parts/Listing.tsx"
import { Time } from "../../parts/Value.tsx"
import { reconciliation as AllWords, runs as Words } from "../../words/reconciliation.ts"

/** Milliseconds between two reads. The service starts a reconciliation every night. */
const everyMs = 10_000

interface Of {
  readonly of: ReconciliationSummary
}

const DayLink = ({ of: { day, id, started_at } }: Of) => (
  <Link href={`/reconciliation/runs/${id}`}>
    <time dateTime={day}>{day}</time>
    <span className="hidden"> {Format.time(started_at)}</span>
  </Link>
)

export const OutcomeBadge = ({ of: { outcome } }: { readonly of: Pick<Of["of"], "outcome"> }) => (
  <Badge status={`run_${outcome ?? "running"}`} />
)

const Gaps = ({ of: { gaps } }: Of) =>
  gaps.length === 0 ? (
    Words.noGaps
  ) : (
    <ul>
      {gaps.map(({ reason, source }) => (
        <li key={`${source} ${reason}`}>
          {AllWords.sourceOf(source)}: {reason}
        </li>
      ))}
    </ul>
  )

const columns: ReadonlyArray<Column<ReconciliationSummary>> = [
  { head: AllWords.day, kind: "main", cell: (each) => <DayLink of={each} /> },
  { head: Words.outcome, kind: "status", cell: (each) => <OutcomeBadge of={each} /> },
  {
    head: Words.differences,
    kind: "number",
    cell: ({ differences_total: total }) => Format.count(total)
  },
  { head: Words.gaps, cell: (each) => <Gaps of={each} /> },
  { head: Words.compared, cell: Words.partOf },
  { head: Words.startedBy, cell: ({ started_by: by }) => Words.starterOf(by) },
  { head: Words.started, cell: ({ started_at: at }) => <Time at={at} isShort /> }
]

export const Runs = () => {
  const page = usePage()
  const [day] = useFilter("day")
  const query = day === "" ? page : { ...page, day }
  const runs = useServiceQuery(
    "books",
    ["reconciliations", query],
    ({ api }, options) => api.admin.reconciliations.list(query, options),
    { everyMs }
  )
  return (
    <>
      <Filters>
        <DateFilter name="day" label={AllWords.day} />
      </Filters>
      <div className="card card-flush">
        <Listing
          of={runs}
          caption={AllWords.views.runs}
          columns={columns}
          idOf={({ id }) => id}
          empty={
            <Empty icon={GitCompareArrows} title={day === "" ? Words.none.title : Words.noneOfDay}>
              <p>{Words.none.hint}</p>
            </Empty>
          }
        />
      </div>
    </>
  )
}
