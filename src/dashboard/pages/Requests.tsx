/** Recent requests of the account, newest first: what was asked, and what came of it. */
import { ArrowLeftRight } from "lucide-react"
import { Link } from "wouter"
import type { LoggedRequest } from "../../client/Generated.ts"
import { useServiceQuery } from "../data/Queries.ts"
import { Empty } from "../parts/Answer.tsx"
import * as Filter from "../parts/Filters.tsx"
import { type Column, Listing, usePage } from "../parts/Listing.tsx"
import { PageHead } from "../parts/Page.tsx"
import { Time } from "../parts/Value.tsx"
import { Caller, Outcome } from "./request/RequestParts.tsx"

const columns: ReadonlyArray<Column<LoggedRequest>> = [
  {
    head: "Request",
    kind: "main",
    cell: (each) => (
      <Link href={`/requests/${each.id}`}>
        <code>
          {each.method} {each.path}
        </code>
      </Link>
    )
  },
  { head: "Answer", cell: (each) => <Outcome of={each} /> },
  { head: "Latency", kind: "number", cell: (each) => `${each.latency_ms} ms` },
  { head: "Sent by", cell: (each) => <Caller of={each} /> },
  { head: "Time", cell: (each) => <Time at={each.created_at} /> }
]

const methods = ["GET", "POST", "PUT", "DELETE"] as const

const outcomes = ["succeeded", "failed"] as const

const useQuery = () => {
  const [search] = Filter.useFilter("search")
  const [method] = Filter.useFilter("method")
  const [outcome] = Filter.useFilter("outcome")
  const [subjectId] = Filter.useFilter("subject_id")
  const [from] = Filter.useFilter("from")
  const [to] = Filter.useFilter("to")
  return {
    search: search || undefined,
    method: methods.find((each) => each === method),
    outcome: outcomes.find((each) => each === outcome),
    subject_id: subjectId || undefined,
    created_from: Filter.dayStart(from),
    created_to: Filter.dayEnd(to)
  }
}

export default function Requests() {
  const page = usePage()
  const query = useQuery()
  const isFiltered = Object.values(query).some((each) => each !== undefined)
  const requests = useServiceQuery("requests", ["list", page, query], ({ api }, options) =>
    api.requests.list({ ...page, ...query }, options)
  )
  return (
    <div className="page">
      <PageHead
        title="Requests"
        about="API requests of the last seven days. Phone numbers, names and secrets are hidden."
      />
      <div className="card card-flush">
        <Filter.Filters>
          <Filter.SearchFilter name="search" label="Request id, key, error or path" />
          <Filter.SelectFilter
            name="outcome"
            label="Outcome"
            options={[
              ["succeeded", "Succeeded"],
              ["failed", "Failed"]
            ]}
          />
          <Filter.SelectFilter
            name="method"
            label="Method"
            options={methods.map((each) => [each, each] as const)}
          />
          <Filter.SearchFilter name="subject_id" label="Payout or batch" />
          <Filter.DateFilter name="from" label="From" />
          <Filter.DateFilter name="to" label="To" />
        </Filter.Filters>
        <Listing
          of={requests}
          caption="Requests"
          columns={columns}
          idOf={(each) => each.id}
          empty={
            <Empty
              icon={ArrowLeftRight}
              title={isFiltered ? "No request matches" : "No requests yet"}
            >
              <p>
                {isFiltered
                  ? "Try fewer filters."
                  : "Requests with your API keys appear here a second after their answers."}
              </p>
            </Empty>
          }
        />
      </div>
    </div>
  )
}
