/** Recipient, amounts, rate, and the other fields of a payout. */

import { Link } from "wouter"
import type { Payout } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { NetworkName } from "../../parts/NetworkName.tsx"
import { Facts, Section } from "../../parts/Page.tsx"
import { Code, Money, Time } from "../../parts/Value.tsx"

export const Recipient = ({ payout }: { readonly payout: Payout }) => (
  <Section title="Recipient">
    <Facts
      of={[
        ["Name", payout.recipient_name],
        ["Phone", <Code key="phone" text={payout.recipient_phone} label="phone" />],
        ["Network", <NetworkName key="network" of={payout.network} />],
        [
          "Receives",
          <Money key="gets" of={payout.target_amount_fiat} currency={payout.target_currency} />
        ],
        ["Paid with", <Money key="for" of={payout.source_amount_usdc} currency="USDC" />],
        ["Rate", Format.rate(payout.exchange_rate, payout.target_currency)]
      ]}
    />
  </Section>
)

const QuoteId = ({ id, isStaff }: { readonly id: string; readonly isStaff: boolean }) =>
  isStaff ? (
    <Code text={id} label="quote id" isShort />
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
  const place = batch?.startsWith("bk_") === true ? "bulk" : "batches"
  return (
    <Section title="Details">
      <Facts
        of={[
          ["Payout", <Code key="id" text={payout.payout_id} label="payout id" isShort />],
          ["Created", <Time key="created" at={payout.created_at} />],
          ["Settled", payout.settled_at && <Time at={payout.settled_at} />],
          ["Failure", payout.failure_reason && Format.words(payout.failure_reason)],
          [
            "Provider reference",
            payout.provider_reference && (
              <Code text={payout.provider_reference} label="provider reference" />
            )
          ],
          ["Reference", payout.reference],
          ["Quote", payout.quote_id && <QuoteId id={payout.quote_id} isStaff={isStaff} />],
          [
            "Batch",
            batch &&
              (isStaff ? <code>{batch}</code> : <Link href={`/${place}/${batch}`}>{batch}</Link>)
          ],
          [
            "API requests",
            !isStaff && (
              <Link key="requests" href={`/requests?subject_id=${payout.payout_id}`}>
                Requests about it
              </Link>
            )
          ],
          [
            "Idempotency key",
            payout.idempotency_key && <Code text={payout.idempotency_key} label="idempotency key" />
          ],
          [
            "Deposit address",
            <Code key="address" text={payout.deposit_address} label="deposit address" isShort />
          ],
          ...Object.entries(payout.metadata).map(([name, value]) => [name, value] as const)
        ]}
      />
    </Section>
  )
}
