/** Recipient, amounts, rate, and the other fields of a payout. */

import { Link } from "wouter"
import type { Payout } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { useCreator } from "../../parts/CreatedBy.tsx"
import { NetworkName } from "../../parts/NetworkName.tsx"
import { Facts, Section } from "../../parts/Page.tsx"
import { Code, Money, Time } from "../../parts/Value.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { recipient as Words } from "../../words/payouts.tsx"
import { sourceOf } from "./Funding.tsx"
import { isNeverPaid } from "./Trouble.ts"

export const Recipient = ({ payout }: { readonly payout: Payout }) => {
  const { target_currency: currency } = payout
  const unpaid = isNeverPaid(payout)
  return (
    <Section title={CommonWords.recipient}>
      <Facts
        of={[
          [CommonWords.name, payout.recipient_name],
          [
            CommonWords.phone,
            <Code key="phone" text={payout.recipient_phone} label={Words.copied.phone} />
          ],
          [CommonWords.network, <NetworkName key="network" of={payout.network} />],
          [
            unpaid ? Words.facts.wouldHaveReceived : Words.facts.receives,
            <Money key="gets" of={payout.target_amount_fiat} currency={currency} />
          ],
          [
            unpaid ? Words.facts.wouldHavePaidWith : Words.facts.paidWith,
            <Money key="for" of={payout.source_amount_usdc} currency="USDC" />
          ],
          [CommonWords.feeIncluded, <Money key="fee" of={payout.fee_usdc} currency="USDC" />],
          [CommonWords.rate, Format.rate(payout.exchange_rate, currency)],
          [CommonWords.midMarketRate, Format.rate(payout.mid_market_rate, currency)]
        ]}
      />
    </Section>
  )
}

const QuoteId = ({ id, isStaff }: { readonly id: string; readonly isStaff: boolean }) =>
  isStaff ? (
    <Code text={id} label={Words.copied.quoteId} isShort />
  ) : (
    <Link href={`/quotes/${id}`} title={id}>
      <code>{Format.middle(id)}</code>
    </Link>
  )

export const Details = ({
  isStaff = false,
  payout
}: {
  readonly payout: Payout
  readonly isStaff?: boolean
}) => {
  const batch = payout.batch_id
  // The rows of a batch were created with the batch.
  const creator = useCreator(
    batch === null ? "payout.created" : "batch.created",
    batch ?? payout.payout_id,
    payout.created_at
  )
  const place = batch?.startsWith("bk_") === true && !isStaff ? "bulk" : "batches"
  return (
    <Section title={CommonWords.details}>
      <Facts
        of={[
          [
            CommonWords.payout,
            <Code key="id" text={payout.payout_id} label={Words.copied.payoutId} isShort />
          ],
          [CommonWords.created, <Time key="created" at={payout.created_at} />],
          [CommonWords.createdBy, creator],
          sourceOf(payout, isStaff),
          [CommonWords.settled, payout.settled_at && <Time at={payout.settled_at} />],
          [CommonWords.failure, payout.failure_reason && Format.words(payout.failure_reason)],
          [
            Words.facts.providerReference,
            payout.provider_reference && (
              <Code text={payout.provider_reference} label={Words.copied.providerReference} />
            )
          ],
          [CommonWords.reference, payout.reference],
          [
            CommonWords.quote,
            payout.quote_id && <QuoteId id={payout.quote_id} isStaff={isStaff} />
          ],
          [CommonWords.batch, batch && <Link href={`/${place}/${batch}`}>{batch}</Link>],
          [
            Words.facts.decisions,
            isStaff && (
              <Link key="decisions" href={`/audit-log?subject_id=${payout.payout_id}`}>
                {Words.decisions}
              </Link>
            )
          ],
          [
            Words.facts.apiRequests,
            !isStaff && (
              <Link key="requests" href={`/requests?subject_id=${payout.payout_id}`}>
                {Words.requests}
              </Link>
            )
          ],
          [
            CommonWords.idempotencyKey,
            payout.idempotency_key && (
              <Code text={payout.idempotency_key} label={Words.copied.idempotencyKey} />
            )
          ],
          [
            CommonWords.depositAddress,
            payout.funding === undefined && (
              <Code
                key="address"
                text={payout.deposit_address}
                label={Words.copied.depositAddress}
                isShort
              />
            )
          ],
          ...Object.entries(payout.metadata).map(([name, value]) => [name, value] as const)
        ]}
      />
    </Section>
  )
}
