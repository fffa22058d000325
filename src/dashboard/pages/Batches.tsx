/** Batches of payouts, as files or lists of rows; those of the bulk API beside them. */
import { Files, Upload } from "lucide-react"
import { Link } from "wouter"
import type { Batch, BulkBatchSummary } from "../../client/Generated.ts"
import * as Format from "../data/Format.ts"
import { useServiceQuery } from "../data/Queries.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import { Empty } from "../parts/Answer.tsx"
import { Badge } from "../parts/Badge.tsx"
import { LinkButton } from "../parts/Button.tsx"
import { useFilter } from "../parts/Filters.tsx"
import { type Column, Listing, usePage } from "../parts/Listing.tsx"
import { PageHead } from "../parts/Page.tsx"
import { byCreation, useSort } from "../parts/Sorting.tsx"
import { Money, Time } from "../parts/Value.tsx"

type Counted = Pick<Batch, "total" | "completed" | "failed" | "total_amount_usdc" | "created_at">

const counts = <A extends Counted>(): ReadonlyArray<Column<A>> => [
  { head: "Payouts", kind: "number", cell: (each) => Format.count(each.total) },
  { head: "Settled", kind: "number", cell: (each) => Format.count(each.completed) },
  { head: "Failed", kind: "number", cell: (each) => Format.count(each.failed) },
  {
    head: "Total",
    kind: "number",
    cell: (each) => <Money of={each.total_amount_usdc} currency="USDC" />
  },
  { head: "Created", sort: "created_at", cell: (each) => <Time at={each.created_at} isShort /> }
]

const columns: ReadonlyArray<Column<Batch>> = [
  {
    head: "Batch",
    kind: "main",
    cell: (each) => (
      <Link href={`/batches/${each.id}`}>
        <code>{Format.middle(each.id)}</code>
      </Link>
    )
  },
  { head: "Status", cell: (each) => <Badge status={each.status} /> },
  ...counts<Batch>()
]

const bulkColumns: ReadonlyArray<Column<BulkBatchSummary>> = [
  {
    head: "Bulk batch",
    kind: "main",
    cell: (each) => (
      <Link href={`/bulk/${each.batch_id}`}>
        <code>{Format.middle(each.batch_id)}</code>
      </Link>
    )
  },
  { head: "Status", cell: (each) => <Badge status={each.status.toLowerCase()} /> },
  ...counts<BulkBatchSummary>()
]

const NoBatches = () => (
  <Empty icon={Files} title="No batches yet">
    <p>Pay up to 1,000 people with one CSV file and one transfer.</p>
    {useSignedIn().may("write") && (
      <LinkButton href="/batches/new" icon={Upload}>
        Create the first batch
      </LinkButton>
    )}
  </Empty>
)

const Batches = () => {
  const page = usePage()
  const sort = useSort(byCreation)
  const batches = useServiceQuery("batches", ["list", page, sort], ({ api }, options) =>
    api.batches.list({ ...page, sort }, options)
  )
  return (
    <Listing
      of={batches}
      caption="Batches"
      columns={columns}
      sorts={byCreation}
      idOf={(each) => each.id}
      empty={<NoBatches />}
    />
  )
}

const Bulk = () => {
  const page = usePage()
  const sort = useSort(byCreation)
  const batches = useServiceQuery("batches", ["bulk", page, sort], ({ api }, options) =>
    api.payouts.bulk.list({ ...page, sort }, options)
  )
  return (
    <Listing
      of={batches}
      caption="Bulk batches"
      columns={bulkColumns}
      sorts={byCreation}
      idOf={(each) => each.batch_id}
      empty={
        <Empty icon={Files} title="No bulk batches yet">
          <p>
            Payouts that your server submits together, with <code>POST /v1/payouts/bulk</code>.
          </p>
        </Empty>
      }
    />
  )
}

export default function BatchesPage() {
  const { may } = useSignedIn()
  const [kind, choose] = useFilter("kind")
  const isBulk = kind === "bulk"
  return (
    <div className="page">
      <PageHead title="Batches">
        <fieldset className="segments" aria-label="Kind of batches">
          <button type="button" aria-pressed={!isBulk} onClick={() => choose("")}>
            Batches
          </button>
          <button type="button" aria-pressed={isBulk} onClick={() => choose("bulk")}>
            Bulk
          </button>
        </fieldset>
        {may("write") && (
          <LinkButton href="/batches/new" look="primary" icon={Upload}>
            New batch
          </LinkButton>
        )}
      </PageHead>
      <div className="card card-flush">{isBulk ? <Bulk /> : <Batches />}</div>
    </div>
  )
}
