/** All events of the account, newest first, with filters by type, subject and id. */
import { Activity } from "lucide-react"
import { Link } from "wouter"
import type { Event } from "../../client/Generated.ts"
import type { Page } from "../../client/Paging.ts"
import { PayoutError } from "../../client/Problem.ts"
import type { CallOptions } from "../../client/Transport.ts"
import * as EventTypes from "../data/EventTypes.ts"
import { useServiceQuery } from "../data/Queries.ts"
import type { SignedIn } from "../data/SignedIn.tsx"
import { Empty } from "../parts/Answer.tsx"
import { EventSubject } from "../parts/EventSubject.tsx"
import * as Filter from "../parts/Filters.tsx"
import { type Column, Listing, usePage } from "../parts/Listing.tsx"
import { PageHead } from "../parts/Page.tsx"
import { Code, Time } from "../parts/Value.tsx"
import { common as CommonWords } from "../words/common.ts"
import { events as Words } from "../words/webhooks.ts"

const columns: ReadonlyArray<Column<Event>> = [
  {
    head: Words.type,
    kind: "main",
    cell: (each) => (
      <>
        <Link href={`/events/${each.id}`}>
          <code>{each.type}</code>
        </Link>
        {each.data.test === true && <span className="faint"> {CommonWords.test}</span>}
      </>
    )
  },
  { head: CommonWords.about, cell: (each) => <EventSubject of={each.data} /> },
  {
    head: CommonWords.event,
    cell: (each) => <Code text={each.id} label={Words.eventId} isShort />
  },
  { head: CommonWords.created, cell: (each) => <Time at={each.created_at} /> }
]

const useQuery = () => {
  const [type] = Filter.useFilter("type")
  const [search] = Filter.useFilter("search")
  const [from] = Filter.useFilter("from")
  const [to] = Filter.useFilter("to")
  return {
    type: EventTypes.all.find((each) => each === type),
    payout_id: search || undefined,
    created_from: Filter.dayStart(from),
    created_to: Filter.dayEnd(to)
  }
}

/** A list with the event of this id, or an empty list. */
const oneOf = async ({ api }: SignedIn, id: string, options: CallOptions) => {
  const found = await api.events.get(id, options).catch((error) => {
    if (error instanceof PayoutError && error.status === 404) return undefined
    throw error
  })
  return { data: found === undefined ? [] : [found] }
}

export default function Events() {
  const page = usePage()
  const query = useQuery()
  const isFiltered = Object.values(query).some((each) => each !== undefined)
  const events = useServiceQuery<Pick<Page<Event>, "data">>(
    "events",
    ["list", page, query],
    (who, options) =>
      query.payout_id?.startsWith("evt_")
        ? oneOf(who, query.payout_id, options)
        : who.api.events.list({ ...page, ...query }, options)
  )
  return (
    <div className="page">
      <PageHead title={CommonWords.events} about={Words.about} />
      <div className="card card-flush">
        <Filter.Filters>
          <Filter.SearchFilter label={Words.search} />
          <Filter.SelectFilter
            name="type"
            label={Words.type}
            options={EventTypes.all.map((each) => [each, each] as const)}
          />
          <Filter.DateRange />
        </Filter.Filters>
        <Listing
          of={events}
          caption={CommonWords.events}
          columns={columns}
          idOf={(each) => each.id}
          empty={
            <Empty icon={Activity} title={isFiltered ? Words.noneMatch : Words.noneYet}>
              <p>{isFiltered ? CommonWords.fewerFilters : Words.noneYetHint}</p>
            </Empty>
          }
        />
      </div>
    </div>
  )
}
