/** One bulk batch: made with the API, each payout against a quote of its own. */
import { Link } from "wouter"
import type { BulkBatch } from "../../client/Generated.ts"
import * as Format from "../data/Format.ts"
import { useServiceQuery } from "../data/Queries.ts"
import { Answer } from "../parts/Answer.tsx"
import { Badge } from "../parts/Badge.tsx"
import { type Column, Table } from "../parts/Listing.tsx"
import { PageHead, Section } from "../parts/Page.tsx"
import { Progress } from "./batch/Progress.tsx"
import { Funding } from "./payout/Funding.tsx"
import { Refund } from "./payout/Refund.tsx"

type Row = BulkBatch["payouts"][number]

const columns: ReadonlyArray<Column<Row>> = [
  {
    head: "Phone",
    kind: "main",
    cell: (each) => <Link href={`/payouts/${each.payout_id}`}>{each.recipient_phone}</Link>
  },
  { head: "Status", cell: (each) => <Badge status={each.status} /> },
  { head: "Key", cell: (each) => <code>{each.idempotency_key}</code> }
]

const Loaded = ({ bulk }: { readonly bulk: BulkBatch }) => (
  <>
    <Progress of={bulk} />
    {bulk.payouts.some(({ status }) => status === "AWAITING_FUNDS") && (
      <Funding
        amount={bulk.total_amount_usdc}
        address={bulk.deposit_address}
        message={bulk.message}
      />
    )}
    <Section title="Payouts" isFlush>
      <Table
        caption="Payouts of the bulk batch"
        columns={columns}
        rows={bulk.payouts}
        idOf={(each) => each.payout_id}
      />
    </Section>
    <Refund
      refund={bulk.refund}
      address={undefined}
      set={({ api }, address, options) =>
        api.batches.refundAddress(bulk.batch_id, { address }, options)
      }
    />
  </>
)

export default function Bulk({ id }: { readonly id: string }) {
  const bulk = useServiceQuery("batches", ["bulk", "one", id], ({ api }, options) =>
    api.payouts.bulk.get(id, options)
  )
  const { data } = bulk
  return (
    <div className="page">
      <PageHead
        title="Bulk batch"
        heading={
          data && (
            <>
              {Format.count(data.total)} payouts <Badge status={data.status.toLowerCase()} />
            </>
          )
        }
        about={<code>{id}</code>}
        back={{ href: "/batches?kind=bulk", label: "Bulk batches" }}
      />
      <Answer of={bulk} lines={10}>
        {(loaded) => <Loaded bulk={loaded} />}
      </Answer>
    </div>
  )
}
