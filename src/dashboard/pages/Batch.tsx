/** One batch: how to fund it, how far it is, and each of its payouts. */

import { Send } from "lucide-react"
import { Link } from "wouter"
import type { BatchPayout, Batch as Shape } from "../../client/Generated.ts"
import * as Format from "../data/Format.ts"
import { useServiceQuery } from "../data/Queries.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import * as Status from "../data/Status.ts"
import { Answer, Empty } from "../parts/Answer.tsx"
import { Badge } from "../parts/Badge.tsx"
import { Confirm } from "../parts/Dialog.tsx"
import { Filters, SelectFilter, useFilter } from "../parts/Filters.tsx"
import { type Column, Listing, usePage } from "../parts/Listing.tsx"
import { NetworkName } from "../parts/NetworkName.tsx"
import { Facts, PageHead, Section } from "../parts/Page.tsx"
import { Code, Money, Time } from "../parts/Value.tsx"
import { Banners, setAddress } from "./batch/Banners.tsx"
import { Progress } from "./batch/Progress.tsx"
import { statusOptions } from "./Payouts.tsx"
import { Funding } from "./payout/Funding.tsx"
import { Refund } from "./payout/Refund.tsx"
import { failures, isCancellable } from "./payout/Trouble.ts"

const columns: ReadonlyArray<Column<BatchPayout>> = [
  {
    head: "Recipient",
    kind: "main",
    cell: (each) => (
      <Link href={`/payouts/${each.payout_id}`}>{each.recipient_name ?? each.recipient_phone}</Link>
    )
  },
  { head: "Status", cell: (each) => <Badge status={each.status} /> },
  {
    head: "Amount",
    kind: "number",
    cell: (each) => <Money of={each.amount_usdc} currency="USDC" />
  },
  {
    head: "Recipient gets",
    kind: "number",
    cell: (each) => <Money of={each.target_amount_fiat} currency={each.target_currency} />
  },
  { head: "Phone", cell: (each) => <span className="money">{each.recipient_phone}</span> },
  { head: "Network", cell: (each) => <NetworkName of={each.network} /> },
  { head: "Key", cell: (each) => <code>{each.idempotency_key}</code> },
  {
    head: "Failure",
    cell: (each) => each.failure_reason && failures[each.failure_reason].title
  }
]

const Payouts = ({ id }: { readonly id: string }) => {
  const page = usePage()
  const [chosen] = useFilter("status")
  const status = Status.payoutStatuses.find((each) => each === chosen)
  const rows = useServiceQuery("payouts", ["batch", id, page, status], ({ api }, options) =>
    api.batches.payouts.list(id, { ...page, status, order: "file" }, options)
  )
  return (
    <Section title="Payouts" isFlush>
      <Filters>
        <SelectFilter name="status" label="Status" options={statusOptions} />
      </Filters>
      <Listing
        of={rows}
        caption="Payouts of the batch"
        columns={columns}
        idOf={(each) => each.payout_id}
        empty={<Empty icon={Send} title="No payouts with this status" />}
      />
    </Section>
  )
}

const Loaded = ({ batch }: { readonly batch: Shape }) => {
  return (
    <>
      <Banners id={batch.id} of={batch} />
      {batch.funding_status === "detected" && batch.amount_due_usdc === 0 && (
        <p className="note">{batch.message}</p>
      )}
      <Progress of={batch} />
      <Funding of={batch} />
      <div className="halves">
        <Section title="Details">
          <Facts
            of={[
              ["Batch", <Code key="id" text={batch.id} label="batch id" isShort />],
              ["Total", <Money key="total" of={batch.total_amount_usdc} currency="USDC" />],
              ["Received", <Money key="got" of={batch.amount_received_usdc} currency="USDC" />],
              ["Funding", <Badge key="funding" status={batch.funding_status} />],
              ["Created", <Time key="created" at={batch.created_at} />],
              ["Deposit address", <Address key="address" text={batch.deposit_address} />]
            ]}
          />
        </Section>
        <Refund refund={batch.refund} address={batch.refund_address} set={setAddress(batch.id)} />
      </div>
      <Payouts id={batch.id} />
    </>
  )
}

const Address = ({ text }: { readonly text: string }) => (
  <Code text={text} label="deposit address" isShort />
)

export default function Batch({ id }: { readonly id: string }) {
  const { may } = useSignedIn()
  const batch = useServiceQuery("batches", ["one", id], ({ api }, options) =>
    api.batches.get(id, options)
  )
  const { data } = batch
  return (
    <div className="page">
      <PageHead
        title="Batch"
        heading={
          data && (
            <>
              {Format.count(data.total)} payouts <Badge status={data.status} />
            </>
          )
        }
        back={{ href: "/batches", label: "Batches" }}
      >
        {data !== undefined && may("write") && isCancellable(data) && (
          <Confirm
            label="Cancel batch"
            title="Cancel this batch?"
            act={({ api }) => api.batches.cancel(id)}
            changes={["batches", "payouts"]}
            done="The batch is cancelled."
          >
            <p>No payout of this batch is made. Money that arrives later is refunded.</p>
          </Confirm>
        )}
      </PageHead>
      <Answer of={batch} lines={10}>
        {(loaded) => <Loaded batch={loaded} />}
      </Answer>
    </div>
  )
}
