/** One bulk batch, created with the API. Each of its payouts has its own quote. */
import type { Batch, BulkBatch } from "../../client/Generated.ts"
import { useServiceQuery } from "../data/Queries.ts"
import * as Status from "../data/Status.ts"
import { Answer } from "../parts/Answer.tsx"
import { Badge } from "../parts/Badge.tsx"
import { Table } from "../parts/Listing.tsx"
import { PageHead, Section } from "../parts/Page.tsx"
import { funding as FundingWords } from "../words/balance.ts"
import { bulk as Words } from "../words/batches.tsx"
import { common as CommonWords } from "../words/common.ts"
import { Banners, setAddress } from "./batch/Banners.tsx"
import * as Columns from "./batch/Columns.tsx"
import { Details } from "./batch/Details.tsx"
import { Progress } from "./batch/Progress.tsx"
import { Funding } from "./payout/Funding.tsx"
import { Refund } from "./payout/Refund.tsx"
import { mayBeRefunded } from "./payout/Trouble.ts"

/** Bulk batches have the statuses of batches in capital letters. */
const statusOf = ({ status }: BulkBatch): Batch["status"] =>
  status.toLowerCase() as Lowercase<BulkBatch["status"]>

const Loaded = ({ bulk }: { readonly bulk: BulkBatch }) => (
  <>
    <Banners id={bulk.batch_id} of={{ ...bulk, status: statusOf(bulk) }} />
    <Progress of={bulk} />
    <Funding of={bulk} paid={bulk.pending > 0 ? FundingWords.paid.batch : undefined} />
    <div className="halves">
      <Details id={bulk.batch_id} of={bulk} />
      {mayBeRefunded(bulk, bulk.pending === 0) && (
        <Refund
          refund={bulk.refund}
          address={bulk.refund_address}
          set={setAddress(bulk.batch_id)}
        />
      )}
    </div>
    <Section title={CommonWords.payouts} isFlush>
      <Table
        caption={Words.caption}
        columns={Columns.all}
        rows={bulk.payouts}
        idOf={(each) => each.payout_id}
      />
    </Section>
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
        title={data?.name ?? Words.title}
        heading={
          data && (
            <>
              {data.name ?? Words.heading(data.total)} <Badge status={Status.ofBatch(data)} />
            </>
          )
        }
        back={{ href: "/batches?kind=bulk", label: Words.back }}
      />
      <Answer of={bulk} lines={10}>
        {(loaded) => <Loaded bulk={loaded} />}
      </Answer>
    </div>
  )
}
