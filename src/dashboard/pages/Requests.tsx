/** Recent requests of the account, newest first. */
import { ArrowLeftRight } from "lucide-react"
import { Link } from "wouter"
import type { LoggedRequest } from "../../client/Generated.ts"
import * as Format from "../data/Format.ts"
import { useKeyNames } from "../data/Names.ts"
import { useServiceQuery } from "../data/Queries.ts"
import { Empty } from "../parts/Answer.tsx"
import * as Filter from "../parts/Filters.tsx"
import { type Column, Listing, usePage } from "../parts/Listing.tsx"
import { PageHead } from "../parts/Page.tsx"
import { Time } from "../parts/Value.tsx"
import { common as CommonWords } from "../words/common.ts"
import { requests as Words } from "../words/requests.ts"
import { Caller, Outcome } from "./request/RequestParts.tsx"

/**
 * Shortens ids, because they are as long as the rest of a path. The page of a request shows them
 * whole.
 */
const shortened = (path: string): string =>
  path.replaceAll(/[a-z]+_[0-9A-Z]{26}/g, (id) => Format.middle(id))

const columns: ReadonlyArray<Column<LoggedRequest>> = [
  {
    head: CommonWords.request,
    kind: "main",
    cell: (each) => (
      <Link href={`/requests/${each.id}`}>
        <code>
          {each.method} {shortened(each.path)}
        </code>
      </Link>
    )
  },
  { head: Words.columns.answer, cell: (each) => <Outcome of={each} /> },
  {
    head: CommonWords.latency,
    kind: "number",
    cell: (each) => CommonWords.milliseconds(each.latency_ms)
  },
  { head: Words.columns.sentBy, cell: (each) => <Caller of={each} /> },
  { head: CommonWords.time, cell: (each) => <Time at={each.created_at} /> }
]

const methods = ["GET", "POST", "PUT", "DELETE"] as const

const outcomes = ["succeeded", "failed"] as const

const useQuery = () => {
  const [search] = Filter.useFilter("search")
  const [method] = Filter.useFilter("method")
  const [outcome] = Filter.useFilter("outcome")
  const [callerId] = Filter.useFilter("caller_id")
  const [subjectId] = Filter.useFilter("subject_id")
  const [from] = Filter.useFilter("from")
  const [to] = Filter.useFilter("to")
  return {
    search: search || undefined,
    method: methods.find((each) => each === method),
    outcome: outcomes.find((each) => each === outcome),
    caller_id: callerId || undefined,
    subject_id: subjectId || undefined,
    created_from: Filter.dayStart(from),
    created_to: Filter.dayEnd(to)
  }
}

/** Filters by API key. Any choice excludes the dashboard's own requests. */
const CallerFilter = () => (
  <Filter.SelectFilter name="caller_id" label={Words.filters.sentBy} options={[...useKeyNames()]} />
)

export default function Requests() {
  const page = usePage()
  const query = useQuery()
  const isFiltered = Object.values(query).some((each) => each !== undefined)
  const requests = useServiceQuery("requests", ["list", page, query], ({ api }, options) =>
    api.requests.list({ ...page, ...query }, options)
  )
  return (
    <div className="page">
      <PageHead title={Words.title} about={Words.about} />
      <div className="card card-flush">
        <Filter.Filters>
          <Filter.SearchFilter name="search" label={Words.filters.search} />
          <Filter.SelectFilter
            name="outcome"
            label={Words.filters.outcome}
            options={[
              ["succeeded", Words.outcomes.succeeded],
              ["failed", Words.outcomes.failed]
            ]}
          />
          <Filter.SelectFilter
            name="method"
            label={Words.filters.method}
            options={methods.map((each) => [each, each] as const)}
          />
          <CallerFilter />
          <Filter.SearchFilter name="subject_id" label={Words.filters.subject} />
          <Filter.DateFilter name="from" label={Words.filters.from} />
          <Filter.DateFilter name="to" label={Words.filters.to} />
        </Filter.Filters>
        <Listing
          of={requests}
          caption={Words.title}
          columns={columns}
          idOf={(each) => each.id}
          empty={
            <Empty icon={ArrowLeftRight} title={isFiltered ? Words.noneMatch : Words.noneYet}>
              <p>{isFiltered ? CommonWords.fewerFilters : Words.noneYetHint}</p>
            </Empty>
          }
        />
      </div>
    </div>
  )
}
