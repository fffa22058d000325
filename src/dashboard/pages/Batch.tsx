/** One batch: its funding, its progress and its payouts. */

import { Send } from "lucide-react"
import { Link } from "wouter"
import type { Batch as Shape } from "../../client/Generated.ts"
import { useServiceQuery } from "../data/Queries.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import * as Status from "../data/Status.ts"
import { Answer, Empty } from "../parts/Answer.tsx"
import { Badge } from "../parts/Badge.tsx"
import { Confirm } from "../parts/Dialog.tsx"
import { Filters, SelectFilter, useFilter } from "../parts/Filters.tsx"
import { ForeignRefunds } from "../parts/ForeignRefunds.tsx"
import { Listing, usePage } from "../parts/Listing.tsx"
import { PageHead, Section } from "../parts/Page.tsx"
import { funding as FundingWords } from "../words/balance.ts"
import { failedRows as RetryWords, batch as Words } from "../words/batches.tsx"
import { common as CommonWords } from "../words/common.ts"
import { Banners, setAddress } from "./batch/Banners.tsx"
import * as Columns from "./batch/Columns.tsx"
import { Details } from "./batch/Details.tsx"
import { useRepeated } from "./batch/FailedRows.tsx"
import { Progress } from "./batch/Progress.tsx"
import { statusOptions } from "./Payouts.tsx"
import { Funding } from "./payout/Funding.tsx"
import { Refund } from "./payout/Refund.tsx"
import { isCancellable, mayBeRefunded } from "./payout/Trouble.ts"

const Payouts = ({ id }: { readonly id: string }) => {
  const page = usePage()
  const [chosen] = useFilter("status")
  const status = Status.payoutStatuses.find((each) => each === chosen)
  const rows = useServiceQuery("payouts", ["batch", id, page, status], ({ api }, options) =>
    api.batches.payouts.list(id, { ...page, status, order: "file" }, options)
  )
  return (
    <Section title={CommonWords.payouts} isFlush>
      <Filters>
        <SelectFilter name="status" label={CommonWords.status} options={statusOptions} />
      </Filters>
      <Listing
        of={rows}
        caption={Words.caption}
        columns={Columns.all}
        idOf={(each) => each.payout_id}
        empty={<Empty icon={Send} title={Words.noneMatch} />}
      />
    </Section>
  )
}

const Loaded = ({ batch }: { readonly batch: Shape }) => {
  return (
    <>
      <Banners id={batch.id} name={batch.name} of={batch} />
      {batch.funding_status === "detected" && batch.amount_due_usdc === 0 && (
        <p className="note">{batch.message}</p>
      )}
      <Progress of={batch} />
      <Funding of={batch} paid={batch.pending > 0 ? FundingWords.paid.batch : undefined} />
      <div className="halves">
        <Details id={batch.id} of={batch} />
        {mayBeRefunded(batch, batch.pending === 0) && (
          <Refund refund={batch.refund} address={batch.refund_address} set={setAddress(batch.id)} />
        )}
      </div>
      <ForeignRefunds of={batch.foreign_refunds} address={batch.refund_address} />
      <Payouts id={batch.id} />
    </>
  )
}

export default function Batch({ id }: { readonly id: string }) {
  const { may } = useSignedIn()
  const batch = useServiceQuery("batches", ["one", id], ({ api }, options) =>
    api.batches.get(id, options)
  )
  const { data } = batch
  const repeated = useRepeated(id)
  return (
    <div className="page">
      <PageHead
        title={data?.name ?? CommonWords.batch}
        heading={
          data && (
            <>
              {data.name ?? Words.heading(data.total)} <Badge status={Status.ofBatch(data)} />
            </>
          )
        }
        about={repeated && <Link href={`/batches/${repeated}`}>{RetryWords.of(repeated)}</Link>}
        back={{ href: "/batches", label: CommonWords.batches }}
      >
        {data !== undefined && may("write") && isCancellable(data) && (
          <Confirm
            label={Words.cancel.label}
            title={Words.cancel.title}
            act={({ api }) => api.batches.cancel(id)}
            changes={["batches", "payouts"]}
            done={Words.cancel.done}
          >
            <p>{Words.cancel.effect}</p>
          </Confirm>
        )}
      </PageHead>
      <Answer of={batch} lines={10}>
        {(loaded) => <Loaded batch={loaded} />}
      </Answer>
    </div>
  )
}
