/** Refunds: operators send what is due, and the chain proves it. */
import type { ReactNode } from "react"
import { Link } from "wouter"
import type { AdminBatch, AdminPayout } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { AccountLink } from "../../parts/Account.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { usePage } from "../../parts/Listing.tsx"
import { Facts, Section } from "../../parts/Page.tsx"
import { Code, Money } from "../../parts/Value.tsx"
import * as CommonWords from "../../words/Common.ts"
import * as Words from "../../words/staff/Refunds.ts"
import { ReleaseBatchRefund, ReleaseRefund, SendBatchRefund, SendRefund } from "./Decision.tsx"
import { PayoutId, Queue, standing } from "./Queue.tsx"

const Destination = ({ address }: { readonly address: string | undefined }) =>
  address === undefined ? Words.noAddress : <Code text={address} label={Words.copied.address} />

/** Amount, address and state of a refund. */
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

const BatchRefund = ({ batch }: { readonly batch: AdminBatch }) => {
  const { may } = useSignedIn()
  return (
    <Section
      title={Words.batchOf(batch.total)}
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
    </Section>
  )
}

export default function Refunds() {
  const { may, session } = useSignedIn()
  const page = usePage()
  const open = useServiceQuery("payouts", ["refunds", page], ({ api }, options) =>
    api.admin.payouts.list({ ...page, refund: "open" }, options)
  )
  // Of batches there are few: their first hundred stand below the payouts.
  const batches = useServiceQuery("batches", ["refunds"], ({ api }, options) =>
    api.admin.batches.list({ limit: 100, refund: "open" }, options)
  )
  return (
    <Queue
      title={Words.title}
      about={session.environment === "sandbox" ? Words.aboutSandbox : Words.about}
      past={Words.past}
      of={open}
      actions={(payout) => (
        <>
          {may("refunds") && payout.refund?.status === "due" && <SendRefund payout={payout} />}
          {may("holds") && payout.refund_hold !== null && <ReleaseRefund payout={payout} />}
        </>
      )}
      more={batches.data?.data.map((batch) => <BatchRefund key={batch.id} batch={batch} />) ?? []}
      basics={(payout) => (
        <Facts
          of={[
            ...standing(payout),
            [CommonWords.payout, <PayoutId key="id" payout={payout} />],
            [Words.endedAs, <Badge key="status" status={payout.status} />]
          ]}
        />
      )}
    >
      {(payout) => <Facts of={refundFacts(payout)} />}
    </Queue>
  )
}
