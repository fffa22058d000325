/** Batches of payouts, as files or lists of rows; those of the bulk API beside them. */
import { Files, Upload } from "lucide-react"
import { Link } from "wouter"
import type { Batch, BulkBatchSummary } from "../../client/Generated.ts"
import * as Format from "../data/Format.ts"
import { useServiceQuery } from "../data/Queries.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import * as Status from "../data/Status.ts"
import { Empty } from "../parts/Answer.tsx"
import { Badge } from "../parts/Badge.tsx"
import { LinkButton } from "../parts/Button.tsx"
import { Filters, RefundFilter, useFilter } from "../parts/Filters.tsx"
import { type Column, Listing, usePage } from "../parts/Listing.tsx"
import { PageHead } from "../parts/Page.tsx"
import { byCreation, useSort } from "../parts/Sorting.tsx"
import { Money, Time } from "../parts/Value.tsx"
import * as Words from "../words/Batches.tsx"
import * as CommonWords from "../words/Common.ts"

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

const columns: ReadonlyArray<Column<Batch>> = [
  {
    head: CommonWords.batch,
    kind: "main",
    cell: (each) => (
      <Link href={`/batches/${each.id}`}>
        <code>{Format.middle(each.id)}</code>
      </Link>
    )
  },
  { head: CommonWords.status, cell: (each) => <Badge status={Status.ofBatch(each)} /> },
  ...counts<Batch>()
]

const bulkColumns: ReadonlyArray<Column<BulkBatchSummary>> = [
  {
    head: Words.columns.bulkBatch,
    kind: "main",
    cell: (each) => (
      <Link href={`/bulk/${each.batch_id}`}>
        <code>{Format.middle(each.batch_id)}</code>
      </Link>
    )
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

const useRefund = () => {
  const [refund] = useFilter("refund")
  return refund === "open" ? ({ refund } as const) : {}
}

const Batches = () => {
  const refund = useRefund()
  const page = usePage()
  const sort = useSort(byCreation)
  const batches = useServiceQuery("batches", ["list", page, sort, refund], ({ api }, options) =>
    api.batches.list({ ...page, ...refund, sort }, options)
  )
  return (
    <Listing
      of={batches}
      caption={CommonWords.batches}
      columns={columns}
      sorts={byCreation}
      idOf={(each) => each.id}
      empty={"refund" in refund ? <NoneMatch /> : <NoBatches />}
    />
  )
}

const Bulk = () => {
  const refund = useRefund()
  const page = usePage()
  const sort = useSort(byCreation)
  const batches = useServiceQuery("batches", ["bulk", page, sort, refund], ({ api }, options) =>
    api.payouts.bulk.list({ ...page, ...refund, sort }, options)
  )
  return (
    <Listing
      of={batches}
      caption={Words.bulkCaption}
      columns={bulkColumns}
      sorts={byCreation}
      idOf={(each) => each.batch_id}
      empty={
        "refund" in refund ? (
          <NoneMatch />
        ) : (
          <Empty icon={Files} title={Words.noBulk.title}>
            <p>{Words.noBulk.hint}</p>
          </Empty>
        )
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
      <PageHead title={CommonWords.batches}>
        <fieldset className="segments" aria-label={Words.kinds.label}>
          <button type="button" aria-pressed={!isBulk} onClick={() => choose("")}>
            {CommonWords.batches}
          </button>
          <button type="button" aria-pressed={isBulk} onClick={() => choose("bulk")}>
            {Words.kinds.bulk}
          </button>
        </fieldset>
        {may("write") && (
          <LinkButton href="/batches/new" look="primary" icon={Upload}>
            {Words.newBatch}
          </LinkButton>
        )}
      </PageHead>
      <div className="card card-flush">
        <Filters>
          <RefundFilter />
        </Filters>
        {isBulk ? <Bulk /> : <Batches />}
      </div>
    </div>
  )
}
