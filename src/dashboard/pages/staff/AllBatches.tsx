/** Batches of all accounts. A separate view has those that wait for an operator. */
import { Files } from "lucide-react"
import type { AdminBatch } from "../../../client/Generated.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import * as Status from "../../data/Status.ts"
import { AccountFilter, AccountLink } from "../../parts/Account.tsx"
import { Empty } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { DateRange, Filters, useFilter } from "../../parts/Filters.tsx"
import { type Column, Listing, usePage } from "../../parts/Listing.tsx"
import { PageHead } from "../../parts/Page.tsx"
import { Segments } from "../../parts/Segments.tsx"
import { byCreation, useSort } from "../../parts/Sorting.tsx"
import { batches as BatchWords } from "../../words/batches.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { allBatches as Words } from "../../words/staff.tsx"
import { BatchFilters, BatchLink, counts, useBatchQuery } from "../Batches.tsx"

const columns: ReadonlyArray<Column<AdminBatch>> = [
  {
    head: CommonWords.batch,
    kind: "main",
    cell: ({ id, name }) => <BatchLink href={`/batches/${id}`} id={id} name={name} />
  },
  {
    head: CommonWords.status,
    cell: (each) => (
      <Badge status={each.parked_at === undefined ? Status.ofBatch(each) : "parked"} />
    )
  },
  ...counts<AdminBatch>(),
  { head: CommonWords.account, cell: (each) => <AccountLink id={each.account_id} /> }
]

export default function AllBatches() {
  const page = usePage()
  const [kind, choose] = useFilter("show")
  const isParked = kind === "parked"
  const parked = isParked ? "true" : undefined
  const [account] = useFilter("account_id")
  const chosen = useBatchQuery()
  const sort = useSort(byCreation)
  const query = { ...chosen, parked, account_id: account || undefined, sort } as const
  const isFiltered = Object.keys(chosen).length > 0
  const batches = useServiceQuery("batches", ["all", page, query], ({ api }, options) =>
    api.admin.batches.list({ ...page, ...query }, options)
  )
  return (
    <div className="page">
      <PageHead title={CommonWords.batches} about={Words.about}>
        <Segments
          label={Words.which}
          of={[
            ["", Words.all],
            ["parked", Words.parked]
          ]}
          value={isParked ? "parked" : ""}
          onChoose={choose}
        />
      </PageHead>
      <div className="card card-flush">
        <Filters>
          <BatchFilters />
          <AccountFilter />
          <DateRange />
        </Filters>
        <Listing
          of={batches}
          caption={Words.caption}
          columns={columns}
          sorts={byCreation}
          idOf={(each) => each.id}
          empty={
            <Empty
              icon={Files}
              title={isFiltered ? BatchWords.noneMatch : isParked ? Words.noneParked : Words.none}
            />
          }
        />
      </div>
    </div>
  )
}
