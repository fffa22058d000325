/** Batches of payouts, and bulk batches of the bulk API. */
import { Files, Upload } from "lucide-react"
import { Link, useSearchParams } from "wouter"
import type { Batch, BulkBatchSummary } from "../../client/Generated.ts"
import * as Format from "../data/Format.ts"
import { useServiceQuery } from "../data/Queries.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import * as Status from "../data/Status.ts"
import { Empty } from "../parts/Answer.tsx"
import { Badge } from "../parts/Badge.tsx"
import { LinkButton } from "../parts/Button.tsx"
import * as Filter from "../parts/Filters.tsx"
import { type Column, Listing, usePage } from "../parts/Listing.tsx"
import { PageHead } from "../parts/Page.tsx"
import { Segments } from "../parts/Segments.tsx"
import { byCreation, useSort } from "../parts/Sorting.tsx"
import { Money, Time } from "../parts/Value.tsx"
import { batches as Words } from "../words/batches.tsx"
import { common as CommonWords } from "../words/common.ts"

type Counted = Pick<
  Batch,
  "total" | "completed" | "failed" | "total_amount_usdc" | "amount_due_usdc" | "created_at"
>

export const counts = <A extends Counted>(): ReadonlyArray<Column<A>> => [
  { head: CommonWords.payouts, kind: "number", cell: (each) => Format.count(each.total) },
  { head: CommonWords.settled, kind: "number", cell: (each) => Format.count(each.completed) },
  { head: Words.columns.failed, kind: "number", cell: (each) => Format.count(each.failed) },
  {
    head: CommonWords.total,
    kind: "number",
    cell: (each) => <Money of={each.total_amount_usdc} currency="USDC" />
  },
  {
    head: CommonWords.amountDue,
    kind: "number",
    cell: (each) => each.amount_due_usdc > 0 && <Money of={each.amount_due_usdc} currency="USDC" />
  },
  {
    head: CommonWords.created,
    sort: "created_at",
    cell: (each) => <Time at={each.created_at} isShort />
  }
]

interface Named {
  readonly id: string
  readonly href: string
  readonly name: string | null
}

/** A link with the batch name, or with the id of an unnamed batch. */
export const BatchLink = ({ href, id, name }: Named) => (
  <Link href={href}>{name ?? <code>{Format.middle(id)}</code>}</Link>
)

const columns: ReadonlyArray<Column<Batch>> = [
  {
    head: CommonWords.batch,
    kind: "main",
    cell: ({ id, name }) => <BatchLink href={`/batches/${id}`} id={id} name={name} />
  },
  { head: CommonWords.status, cell: (each) => <Badge status={Status.ofBatch(each)} /> },
  ...counts<Batch>()
]

const bulkColumns: ReadonlyArray<Column<BulkBatchSummary>> = [
  {
    head: Words.columns.bulkBatch,
    kind: "main",
    cell: ({ batch_id: id, name }) => <BatchLink href={`/bulk/${id}`} id={id} name={name} />
  },
  { head: CommonWords.status, cell: (each) => <Badge status={Status.ofBatch(each)} /> },
  ...counts<BulkBatchSummary>()
]

const NoneMatch = () => (
  <Empty icon={Files} title={Words.noneMatch}>
    <p>{CommonWords.fewerFilters}</p>
  </Empty>
)

const NoBatches = () => (
  <Empty icon={Files} title={Words.none.title}>
    <p>{Words.none.hint}</p>
    {useSignedIn().may("write") && (
      <LinkButton href="/batches/new" icon={Upload}>
        {Words.none.createFirst}
      </LinkButton>
    )}
  </Empty>
)

const statuses = ["queued", "processing", "completed", "cancelled"] as const

/** The query of the batch filters. */
export const useBatchQuery = () => {
  const [search] = useSearchParams()
  const status = statuses.find((each) => each === search.get("status"))
  const words = search.get("search") ?? ""
  const from = Filter.dayStart(search.get("from") ?? "")
  const to = Filter.dayEnd(search.get("to") ?? "")
  return {
    ...(status && { status }),
    ...(words !== "" && { search: words }),
    ...(from && { created_from: from }),
    ...(to && { created_to: to })
  }
}

/** Filters of the customer's and the staff's batch lists. */
export const BatchFilters = () => (
  <>
    <Filter.SearchFilter label={Words.searchLabel} />
    <Filter.SelectFilter
      name="status"
      label={CommonWords.status}
      options={statuses.map((each) => [each, Words.statuses[each]] as const)}
    />
  </>
)

const useQuery = () => {
  const [refund] = Filter.useFilter("refund")
  return { ...useBatchQuery(), ...(refund === "open" && ({ refund } as const)) }
}

const isFiltered = (query: object): boolean => Object.keys(query).length > 0

type BatchStatus = (typeof statuses)[number]

/** The bulk API has the same statuses in capital letters. */
const ofBulk = ({ status, ...query }: ReturnType<typeof useQuery>) => ({
  ...query,
  ...(status && { status: status.toUpperCase() as Uppercase<BatchStatus> })
})

const Batches = () => {
  const query = useQuery()
  const page = usePage()
  const sort = useSort(byCreation)
  const batches = useServiceQuery("batches", ["list", page, sort, query], ({ api }, options) =>
    api.batches.list({ ...page, ...query, sort }, options)
  )
  return (
    <Listing
      of={batches}
      caption={CommonWords.batches}
      columns={columns}
      sorts={byCreation}
      idOf={(each) => each.id}
      empty={isFiltered(query) ? <NoneMatch /> : <NoBatches />}
    />
  )
}

const Bulk = () => {
  const query = ofBulk(useQuery())
  const page = usePage()
  const sort = useSort(byCreation)
  const batches = useServiceQuery("batches", ["bulk", page, sort, query], ({ api }, options) =>
    api.payouts.bulk.list({ ...page, ...query, sort }, options)
  )
  return (
    <Listing
      of={batches}
      caption={Words.bulkCaption}
      columns={bulkColumns}
      sorts={byCreation}
      idOf={(each) => each.batch_id}
      empty={
        isFiltered(query) ? (
          <NoneMatch />
        ) : (
          <Empty icon={Files} title={Words.noBulk.title}>
            <p>{Words.noBulk.hint}</p>
            <a href="/docs#tag/batches/POST/v1/payouts/bulk">{Words.noBulk.guide}</a>
          </Empty>
        )
      }
    />
  )
}

export default function BatchesPage() {
  const { may } = useSignedIn()
  const [kind, choose] = Filter.useFilter("kind")
  const isBulk = kind === "bulk"
  return (
    <div className="page">
      <PageHead title={CommonWords.batches}>
        <Segments
          label={Words.kinds.label}
          of={[
            ["", CommonWords.batches],
            ["bulk", Words.kinds.bulk]
          ]}
          value={isBulk ? "bulk" : ""}
          onChoose={choose}
        />
        {may("write") && (
          <LinkButton href="/batches/new" look="primary" icon={Upload}>
            {Words.newBatch}
          </LinkButton>
        )}
      </PageHead>
      <div className="card card-flush">
        <Filter.Filters>
          <BatchFilters />
          <Filter.RefundFilter />
          <Filter.DateRange />
        </Filter.Filters>
        {isBulk ? <Bulk /> : <Batches />}
      </div>
    </div>
  )
}
