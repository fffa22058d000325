/** One payout: its status, funding, recipient and webhook events. */
import { FileText, RotateCw } from "lucide-react"
import type { ComponentProps } from "react"
import type { Payout as Shape } from "../../client/Generated.ts"
import * as Format from "../data/Format.ts"
import { useServiceQuery } from "../data/Queries.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import * as Status from "../data/Status.ts"
import { Answer } from "../parts/Answer.tsx"
import { Badge } from "../parts/Badge.tsx"
import { LinkButton } from "../parts/Button.tsx"
import { Confirm } from "../parts/Dialog.tsx"
import { ForeignRefunds } from "../parts/ForeignRefunds.tsx"
import { PageHead, Section } from "../parts/Page.tsx"
import { PartySection } from "../parts/Parties.tsx"
import { Recalls } from "../parts/Recalls.tsx"
import { useNow } from "../parts/Value.tsx"
import { funding as FundingWords } from "../words/balance.ts"
import { failedRows as FailedRowsWords } from "../words/batches.tsx"
import { common as CommonWords } from "../words/common.ts"
import { payout as Words } from "../words/payouts.tsx"
import { useRetryOf } from "./batch/FailedRows.tsx"
import { Deposits } from "./payout/Deposits.tsx"
import { Events, WebhookDeliveries } from "./payout/Events.tsx"
import { Funding } from "./payout/Funding.tsx"
import * as PayAgain from "./payout/PayAgain.ts"
import { Details, Recipient } from "./payout/Recipient.tsx"
import { Refund, SetAddress } from "./payout/Refund.tsx"
import { Simulate } from "./payout/Simulate.tsx"
import { Timeline } from "./payout/Timeline.tsx"
import * as Trouble from "./payout/Trouble.ts"
import { Troubles } from "./payout/Troubles.tsx"

export const titleOf = (payout: Shape): string =>
  Format.money(payout.target_amount_fiat, payout.target_currency)

/** False after a deposit, because the payout then continues or is refunded. */
const isCancellable = (payout: Shape): boolean =>
  (payout.status === "CREATED" || payout.status === "AWAITING_FUNDS") &&
  payout.batch_id === null &&
  payout.deposits.length === 0

const hasRefund = ({ foreign_refunds, refund, refund_address }: Shape): boolean =>
  [refund, foreign_refunds, refund_address].some((each) => each !== undefined)

/**
 * Rows of a batch also have the refund section, because it refers to the batch. Money of the
 * balance returns there without a refund.
 */
const mayHaveRefund = (payout: Shape): boolean =>
  payout.funding === undefined &&
  payout.status !== "SETTLED" &&
  (payout.batch_id !== null || Trouble.mayBeRefunded(payout, payout.status === "FAILED"))

const setAddress =
  ({ payout_id }: Shape): ComponentProps<typeof SetAddress>["set"] =>
  ({ api }, address, options) =>
    api.payouts.refundAddress(payout_id, { address }, options)

const Banners = ({ payout }: { readonly payout: Shape }) => {
  const { may, session } = useSignedIn()
  const now = useNow(payout.amount_due_usdc > 0)
  const isFailedRow = payout.batch_id !== null && payout.status === "FAILED"
  const retry = useRetryOf(isFailedRow ? payout : undefined)
  return (
    <Troubles
      id={payout.payout_id}
      of={Trouble.ofPayout(payout, now, session.refunds === "simulated")}
      button={(remedy) => {
        if (!may("write")) return null
        if (remedy === "set_refund_address") return <SetAddress set={setAddress(payout)} />
        // The row was already paid again, so a second button would pay it twice.
        if (retry !== undefined) {
          return (
            <LinkButton href={`/payouts/${retry.payout_id}`}>{FailedRowsWords.seeRetry}</LinkButton>
          )
        }
        return (
          <LinkButton look="primary" icon={RotateCw} href={PayAgain.pathOf(payout)}>
            {Words.payAgain}
          </LinkButton>
        )
      }}
    />
  )
}

/** A deposit is on the chain and not final, so the customer can only wait. */
const isArriving = ({ amount_due_usdc, batch_id, status }: Shape): boolean =>
  status === "AWAITING_FUNDS" && batch_id === null && amount_due_usdc === 0

const Loaded = ({ payout }: { readonly payout: Shape }) => {
  const { may, session } = useSignedIn()
  const refund = (
    <>
      <Refund
        refund={payout.refund}
        address={payout.refund_address}
        set={setAddress(payout)}
        isOfBatch={payout.batch_id !== null}
      />
      <ForeignRefunds of={payout.foreign_refunds} address={payout.refund_address} />
    </>
  )
  return (
    <div className="columns columns-payout">
      <div className="stack">
        <Banners payout={payout} />
        {isArriving(payout) && <p className="note">{payout.message}</p>}
        <Recalls of={payout} />
        <Funding
          of={payout}
          isReviewed={payout.status === "MANUAL_REVIEW"}
          paid={Status.isFinal(payout.status) ? undefined : FundingWords.paid.payout}
        />
        <Recipient payout={payout} />
        <PartySection payout={payout} />
        <Deposits payout={payout} />
        {hasRefund(payout) && refund}
        <Events id={payout.payout_id} />
        <WebhookDeliveries id={payout.payout_id} />
        {!hasRefund(payout) && mayHaveRefund(payout) && refund}
      </div>
      <div className="stack">
        <Section title={CommonWords.progress}>
          <Timeline payout={payout} />
        </Section>
        <Details payout={payout} />
        {session.environment === "sandbox" && may("write") && <Simulate payout={payout} />}
      </div>
    </div>
  )
}

export default function Payout({ id }: { readonly id: string }) {
  const { may } = useSignedIn()
  const payout = useServiceQuery("payouts", ["one", id], ({ api }, options) =>
    api.payouts.get(id, options)
  )
  const { data } = payout
  return (
    <div className="page">
      <PageHead
        title={data === undefined ? CommonWords.payout : titleOf(data)}
        heading={
          data && (
            <>
              {titleOf(data)} <Badge status={Status.ofPayout(data)} />
            </>
          )
        }
        about={data && Words.paidTo(data.recipient_name ?? data.recipient_phone)}
        back={{ href: "/payouts", label: CommonWords.payouts }}
      >
        {data !== undefined && may("write") && isCancellable(data) && (
          <Confirm
            label={Words.cancel.label}
            title={Words.cancel.title}
            act={({ api }) => api.payouts.cancel(id)}
            changes={["payouts", "quotes"]}
            done={Words.cancel.done}
          >
            <p>{Words.cancel.effect}</p>
          </Confirm>
        )}
        {data?.status === "SETTLED" && (
          <LinkButton href={`/payouts/${id}/receipt`} icon={FileText}>
            {Words.receipt}
          </LinkButton>
        )}
      </PageHead>
      <Answer of={payout} lines={10}>
        {(loaded) => <Loaded payout={loaded} />}
      </Answer>
    </div>
  )
}
