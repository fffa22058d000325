/** Refunds. Operators send refunds that are due, and the chain proves them. */
import { CircleCheck, Undo2 } from "lucide-react"
import type { ReactNode } from "react"
import { Link } from "wouter"
import type { AdminBatch, AdminPayout } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { AccountLink } from "../../parts/Account.tsx"
import { Answer, Empty } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { LinkButton } from "../../parts/Button.tsx"
import { useFilter } from "../../parts/Filters.tsx"
import { ForeignRefunds, foreignAmountOnChain } from "../../parts/ForeignRefunds.tsx"
import { type Column, Listing, Pager, Table, usePage } from "../../parts/Listing.tsx"
import { Facts, PageHead, Section } from "../../parts/Page.tsx"
import { Segments } from "../../parts/Segments.tsx"
import { Code, Money, Time } from "../../parts/Value.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { queue as QueueWords, refunds as Words } from "../../words/staffReview.tsx"
import { Case, PayoutId, standing } from "./Case.tsx"
import {
  ReleaseBatchRefund,
  ReleaseRefund,
  SendBatchForeignRefund,
  SendBatchRefund,
  SendForeignRefund,
  SendRefund
} from "./Decision.tsx"
import { Rejection } from "./StaffDecisions.tsx"

const Destination = ({ address }: { readonly address: string | undefined }) =>
  address === undefined ? Words.noAddress : <Code text={address} label={Words.copied.address} />

/** The amount, address and status of a refund. */
const refundFacts = ({
  refund,
  refund_address,
  refund_hold
}: Pick<AdminPayout | AdminBatch, "refund" | "refund_address" | "refund_hold">): ReadonlyArray<
  readonly [string, ReactNode]
> => [
  [Words.refund, refund && <Badge status={refund.status} />],
  [Words.heldBecause, refund_hold],
  [CommonWords.amount, refund && <Money of={refund.amount_usdc} currency="USDC" />],
  [CommonWords.refundAddress, <Destination key="to" address={refund?.address ?? refund_address} />],
  [
    Words.transaction,
    refund?.tx_hash && <Code text={refund.tx_hash} label={Words.copied.transaction} isShort />
  ]
]

/** Foreign refunds that are not confirmed yet. */
const openOf = ({ foreign_refunds }: Pick<AdminPayout | AdminBatch, "foreign_refunds">) =>
  foreign_refunds?.filter(({ status }) => status !== "confirmed")

const PayoutRefund = ({ payout }: { readonly payout: AdminPayout }) => {
  const { may } = useSignedIn()
  return (
    <Case
      payout={payout}
      actions={
        <>
          {may("refunds") && payout.refund?.status === "due" && <SendRefund payout={payout} />}
          {may("holds") && payout.refund_hold !== null && <ReleaseRefund payout={payout} />}
        </>
      }
      basics={
        <Facts
          of={[
            ...standing(payout),
            [CommonWords.payout, <PayoutId key="id" payout={payout} />],
            [Words.endedAs, <Badge key="status" status={payout.status} />]
          ]}
        />
      }
    >
      <Rejection payout={payout} />
      {payout.refund && <Facts of={refundFacts(payout)} />}
      <ForeignRefunds
        of={openOf(payout)}
        address={payout.refund_address}
        heldBecause={payout.refund_hold}
        actions={(refund) => <SendForeignRefund payout={payout} refund={refund} />}
      />
    </Case>
  )
}

const BatchRefund = ({ batch }: { readonly batch: AdminBatch }) => {
  const { may } = useSignedIn()
  return (
    <Section
      title={batch.name ?? Words.batchOf(batch.total)}
      which={Format.middle(batch.id)}
      about={<Link href={`/batches/${batch.id}`}>{Words.openBatch}</Link>}
      actions={
        <>
          {may("refunds") && batch.refund?.status === "due" && <SendBatchRefund batch={batch} />}
          {may("holds") && batch.refund_hold !== null && <ReleaseBatchRefund batch={batch} />}
        </>
      }
    >
      <Facts
        of={[
          [CommonWords.account, <AccountLink key="account" id={batch.account_id} />],
          ...refundFacts(batch)
        ]}
      />
      <ForeignRefunds
        of={openOf(batch)}
        address={batch.refund_address}
        heldBecause={batch.refund_hold}
        actions={(refund) => <SendBatchForeignRefund batch={batch} refund={refund} />}
      />
    </Section>
  )
}

/** Switches between due and sent refunds, and links to those that operators recorded. */
const Head = ({ isSent }: { readonly isSent: boolean }) => {
  const [, choose] = useFilter("show")
  return (
    <>
      <Segments
        label={Words.views.label}
        of={[
          ["", Words.views.open],
          ["sent", Words.views.sent]
        ]}
        value={isSent ? "sent" : ""}
        onChoose={choose}
      />
      <LinkButton href="/audit-log?action=refund.sent">{Words.past}</LinkButton>
    </>
  )
}

type Refunded = Pick<AdminPayout | AdminBatch, "account_id" | "foreign_refunds" | "refund">

const facts = <A extends Refunded>(): ReadonlyArray<Column<A>> => [
  { head: CommonWords.account, cell: (each) => <AccountLink id={each.account_id} /> },
  { head: Words.refund, cell: ({ refund }) => refund && <Badge status={refund.status} /> },
  {
    head: CommonWords.amount,
    kind: "number",
    cell: ({ foreign_refunds = [], refund }) => (
      <>
        {refund && <Money of={refund.amount_usdc} currency="USDC" />}
        {foreign_refunds.map((foreign) => (
          <div key={`${foreign.chain} ${foreign.token_address} ${foreign.tx_hash}`}>
            {foreignAmountOnChain(foreign)}
          </div>
        ))}
      </>
    )
  },
  {
    head: CommonWords.refundAddress,
    cell: ({ refund }) =>
      refund?.address && <Code text={refund.address} label={Words.copied.address} isShort />
  },
  {
    head: Words.transaction,
    cell: ({ refund }) =>
      refund?.tx_hash && <Code text={refund.tx_hash} label={Words.copied.transaction} isShort />
  }
]

const columns: ReadonlyArray<Column<AdminPayout>> = [
  {
    head: CommonWords.payout,
    kind: "main",
    cell: (each) => (
      <Link href={`/payouts/${each.payout_id}`}>{each.recipient_name ?? each.recipient_phone}</Link>
    )
  },
  { head: Words.endedAs, cell: (each) => <Badge status={each.status} /> },
  ...facts<AdminPayout>(),
  {
    head: Words.ended,
    cell: ({ created_at, timeline }) => <Time at={timeline.at(-1)?.at ?? created_at} isShort />
  }
]

const batchColumns: ReadonlyArray<Column<AdminBatch>> = [
  {
    head: CommonWords.batch,
    kind: "main",
    cell: (each) => (
      <Link href={`/batches/${each.id}`}>{each.name ?? Words.batchOf(each.total)}</Link>
    )
  },
  ...facts<AdminBatch>(),
  { head: Words.batchCreated, cell: (each) => <Time at={each.created_at} isShort /> }
]

/** Payouts and batches with a sent refund. */
const Sent = () => {
  const page = usePage()
  const query = { refund: "sent" } as const
  const payouts = useServiceQuery("payouts", ["refunds-sent", page], ({ api }, options) =>
    api.admin.payouts.list({ ...page, ...query }, options)
  )
  // Batches are few, so the first hundred are below the payouts.
  const batches = useServiceQuery("batches", ["refunds-sent"], ({ api }, options) =>
    api.admin.batches.list({ limit: 100, ...query }, options)
  )
  const { data: ofBatches = [] } = batches.data ?? {}
  return (
    <div className="page">
      <PageHead title={Words.title} about={Words.aboutSent}>
        <Head isSent />
      </PageHead>
      <Section title={CommonWords.payouts} isFlush>
        <Listing
          of={payouts}
          caption={CommonWords.payouts}
          columns={columns}
          idOf={(each) => each.payout_id}
          empty={<Empty icon={Undo2} title={Words.noneSent} />}
        />
      </Section>
      {ofBatches.length > 0 && (
        <Section title={CommonWords.batches} isFlush>
          <Table
            caption={CommonWords.batches}
            columns={batchColumns}
            rows={ofBatches}
            idOf={(each) => each.id}
          />
        </Section>
      )}
    </div>
  )
}

const Open = ({ about }: { readonly about: string }) => {
  const page = usePage()
  const open = useServiceQuery("payouts", ["refunds", page], ({ api }, options) =>
    api.admin.payouts.list({ ...page, sort: "created_at", refund: "open" }, options)
  )
  // Batches are few, so the first hundred are below the payouts.
  const batches = useServiceQuery("batches", ["refunds"], ({ api }, options) =>
    api.admin.batches.list({ limit: 100, sort: "created_at", refund: "open" }, options)
  )
  const { data: ofBatches = [] } = batches.data ?? {}
  return (
    <div className="page">
      <PageHead title={Words.title} about={about}>
        <Head isSent={false} />
      </PageHead>
      <Answer of={open} lines={8}>
        {({ data }) => (
          <>
            {data.length === 0 && ofBatches.length === 0 && (
              <div className="card">
                <Empty icon={CircleCheck} title={QueueWords.none} />
              </div>
            )}
            {data.map((payout) => (
              <PayoutRefund key={payout.payout_id} payout={payout} />
            ))}
            <Pager of={open} />
            {ofBatches.map((batch) => (
              <BatchRefund key={batch.id} batch={batch} />
            ))}
          </>
        )}
      </Answer>
    </div>
  )
}

export default function Refunds() {
  const { session } = useSignedIn()
  const [chosen] = useFilter("show")
  if (chosen === "sent") return <Sent />
  return <Open about={session.refunds === "simulated" ? Words.aboutSimulated : Words.about} />
}
