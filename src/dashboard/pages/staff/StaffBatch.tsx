/** A batch of any account, with the actions of staff. */
import { Send } from "lucide-react"
import { Link } from "wouter"
import type { AdminBatch } from "../../../client/Generated.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import * as Status from "../../data/Status.ts"
import { AccountLink } from "../../parts/Account.tsx"
import { Answer, Empty } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { Filters, SelectFilter, useFilter } from "../../parts/Filters.tsx"
import { Listing, usePage } from "../../parts/Listing.tsx"
import { Facts, PageHead, Section } from "../../parts/Page.tsx"
import { Code, Money, Time } from "../../parts/Value.tsx"
import { batch as BatchWords } from "../../words/batches.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { recipient as PayoutWords } from "../../words/payouts.tsx"
import { staffBatch as Words } from "../../words/staff.tsx"
import { Progress } from "../batch/Progress.tsx"
import { payoutColumns, statusOptions } from "../Payouts.tsx"
import { sourceOf } from "../payout/Funding.tsx"
import { BatchBanners, FailureReasons, useRetries } from "./BatchFailures.tsx"
import {
  ReleaseBatchRefund,
  ResumeBatch,
  SendBatchForeignRefund,
  SendBatchRefund
} from "./Decision.tsx"
import { ForeignDeposits } from "./ForeignDeposits.tsx"
import { PendingOfBatch } from "./Pending.tsx"
import { RefundSection } from "./RefundSection.tsx"

const Decisions = ({ batch }: { readonly batch: AdminBatch }) => {
  const { may } = useSignedIn()
  return (
    <>
      {batch.parked_at !== undefined && may("reviews") && <ResumeBatch batch={batch} />}
      {batch.refund?.status === "due" && may("refunds") && <SendBatchRefund batch={batch} />}
      {batch.refund_hold !== null && may("holds") && <ReleaseBatchRefund batch={batch} />}
    </>
  )
}

const Payouts = ({ id }: { readonly id: string }) => {
  const page = usePage()
  const [chosen] = useFilter("status")
  const status = Status.payoutStatuses.find((each) => each === chosen)
  // Ids of payouts are in the order of the rows.
  const query = { batch_id: id, status, sort: "created_at" } as const
  const payouts = useServiceQuery("payouts", ["all", page, query], ({ api }, options) =>
    api.admin.payouts.list({ ...page, ...query }, options)
  )
  return (
    <Section title={CommonWords.payouts} isFlush>
      <Filters>
        <SelectFilter name="status" label={CommonWords.status} options={statusOptions} />
      </Filters>
      <Listing
        of={payouts}
        caption={BatchWords.caption}
        columns={payoutColumns}
        idOf={(each) => each.payout_id}
        empty={<Empty icon={Send} title={BatchWords.noneMatch} />}
      />
    </Section>
  )
}

const Loaded = ({ batch }: { readonly batch: AdminBatch }) => {
  return (
    <>
      {batch.parked_at !== undefined && (
        <p className="note">{Words.parked(<Time at={batch.parked_at} />)}</p>
      )}
      <PendingOfBatch batch={batch} />
      <BatchBanners batch={batch} />
      <Progress of={batch} />
      <div className="halves">
        <Section title={CommonWords.details}>
          <Facts
            of={[
              [
                CommonWords.batch,
                <Code key="id" text={batch.id} label={Words.copied.batchId} isShort />
              ],
              [CommonWords.account, <AccountLink key="account" id={batch.account_id} />],
              [
                CommonWords.total,
                <Money key="total" of={batch.total_amount_usdc} currency="USDC" />
              ],
              [
                CommonWords.received,
                <Money key="got" of={batch.amount_received_usdc} currency="USDC" />
              ],
              sourceOf(batch, true),
              [BatchWords.fundingStatus, <Badge key="funding" status={batch.funding_status} />],
              [
                Words.failedBecause,
                batch.failed > 0 && <FailureReasons key="failures" id={batch.id} />
              ],
              [CommonWords.created, <Time key="created" at={batch.created_at} />],
              [
                CommonWords.depositAddress,
                <Code
                  key="address"
                  text={batch.deposit_address}
                  label={Words.copied.depositAddress}
                  isShort
                />
              ],
              [
                PayoutWords.facts.decisions,
                <Link key="decisions" href={`/audit-log?subject_id=${batch.id}`}>
                  {PayoutWords.decisions}
                </Link>
              ]
            ]}
          />
        </Section>
        <RefundSection
          of={batch}
          foreignActions={(refund) => <SendBatchForeignRefund batch={batch} refund={refund} />}
        />
      </div>
      <ForeignDeposits of={batch.foreign_deposits} />
      <Payouts id={batch.id} />
    </>
  )
}

export default function StaffBatch({ id }: { readonly id: string }) {
  const batch = useServiceQuery("batches", ["admin", id], ({ api }, options) =>
    api.admin.batches.get(id, options)
  )
  const { data } = batch
  const retries = useRetries(id)
  return (
    <div className="page">
      <PageHead
        title={data?.name ?? CommonWords.batch}
        heading={
          data && (
            <>
              {data.name ?? Words.heading(data.total)}{" "}
              <Badge status={data.parked_at === undefined ? Status.ofBatch(data) : "parked"} />
            </>
          )
        }
        about={retries}
        back={{ href: "/batches", label: CommonWords.batches }}
      >
        {data !== undefined && <Decisions batch={data} />}
      </PageHead>
      <Answer of={batch} lines={10}>
        {(loaded) => <Loaded batch={loaded} />}
      </Answer>
    </div>
  )
}
