/** Every event of the account, newest first, by type and by payout. */
import { Activity } from "lucide-react"
import { Link } from "wouter"
import type { Event } from "../../client/Generated.ts"
import * as EventTypes from "../data/EventTypes.ts"
import { useServiceQuery } from "../data/Queries.ts"
import { Empty } from "../parts/Answer.tsx"
import { EventSubject } from "../parts/EventSubject.tsx"
import * as Filter from "../parts/Filters.tsx"
import { type Column, Listing, usePage } from "../parts/Listing.tsx"
import { PageHead } from "../parts/Page.tsx"
import { Code, Time } from "../parts/Value.tsx"

const columns: ReadonlyArray<Column<Event>> = [
  {
    head: "Type",
    kind: "main",
    cell: (each) => (
      <Link href={`/events/${each.id}`}>
        <code>{each.type}</code>
      </Link>
    )
  },
  { head: "About", cell: (each) => <EventSubject of={each.data} /> },
  { head: "Event", cell: (each) => <Code text={each.id} label="event id" isShort /> },
  { head: "Created", cell: (each) => <Time at={each.created_at} /> }
]

const useQuery = () => {
  const [type] = Filter.useFilter("type")
  const [payoutId] = Filter.useFilter("payout_id")
  const [from] = Filter.useFilter("from")
  const [to] = Filter.useFilter("to")
  return {
    type: EventTypes.all.find((each) => each === type),
    payout_id: payoutId || undefined,
    created_from: Filter.dayStart(from),
    created_to: Filter.dayEnd(to)
  }
}

export default function Events() {
  const page = usePage()
  const query = useQuery()
  const isFiltered = Object.values(query).some((each) => each !== undefined)
  const events = useServiceQuery("events", ["list", page, query], ({ api }, options) =>
    api.events.list({ ...page, ...query }, options)
  )
  return (
    <div className="page">
      <PageHead title="Events" about="Events about payouts, batches, quotes and refunds." />
      <div className="card card-flush">
        <Filter.Filters>
          <Filter.SearchFilter name="payout_id" label="Payout id" />
          <Filter.SelectFilter
            name="type"
            label="Type"
            options={EventTypes.all.map((each) => [each, each] as const)}
          />
          <Filter.DateRange />
        </Filter.Filters>
        <Listing
          of={events}
          caption="Events"
          columns={columns}
          idOf={(each) => each.id}
          empty={
            <Empty icon={Activity} title={isFiltered ? "No events match" : "No events yet"}>
              <p>{isFiltered ? "Try fewer filters." : "Events appear here when payouts change."}</p>
            </Empty>
          }
        />
      </div>
    </div>
  )
}
