/** The receipt of a settled payout, for paper or a PDF file. */
import { Printer } from "lucide-react"
import type { Payout } from "../../client/Generated.ts"
import * as Format from "../data/Format.ts"
import { useServiceQuery } from "../data/Queries.ts"
import * as SignedIn from "../data/SignedIn.tsx"
import { Answer } from "../parts/Answer.tsx"
import { Button } from "../parts/Button.tsx"
import { NetworkName } from "../parts/NetworkName.tsx"
import { Facts, PageHead, Section } from "../parts/Page.tsx"
import { Money, Time } from "../parts/Value.tsx"

const Transactions = ({ of }: { readonly of: Payout["deposits"] }) => (
  <ul>
    {of.map(({ log_index, tx_hash }) => (
      <li key={`${tx_hash}-${log_index}`}>
        <code className="whole">{tx_hash}</code>
      </li>
    ))}
  </ul>
)

const Paid = ({ payout }: { readonly payout: Payout }) => {
  const { grant } = SignedIn.useSignedIn()
  const { deposits, settled_at, target_currency: currency } = payout
  return (
    <Section title={`${titleOf(payout)} paid`} about={`By ${SignedIn.nameOf(grant)}`}>
      <Facts
        of={[
          ["Recipient", payout.recipient_name],
          ["Phone", payout.recipient_phone],
          ["Network", <NetworkName key="network" of={payout.network} />],
          [
            "Recipient received",
            <Money key="got" of={payout.target_amount_fiat} currency={currency} />
          ],
          ["Paid with", <Money key="for" of={payout.source_amount_usdc} currency="USDC" />],
          ["Rate", Format.rate(payout.exchange_rate, currency)],
          ["Settled", settled_at && <Time at={settled_at} />],
          ["Settled, UTC", settled_at],
          ["Provider reference", payout.provider_reference],
          ["Reference", payout.reference],
          ["Payout", <code key="id">{payout.payout_id}</code>],
          ["Deposits", deposits.length > 0 && <Transactions of={deposits} />]
        ]}
      />
    </Section>
  )
}

const titleOf = ({ target_amount_fiat, target_currency }: Payout): string =>
  Format.money(target_amount_fiat, target_currency)

export default function Receipt({ id }: { readonly id: string }) {
  const payout = useServiceQuery("payouts", ["one", id], ({ api }, options) =>
    api.payouts.get(id, options)
  )
  return (
    <div className="page page-narrow">
      <PageHead title="Receipt" back={{ href: `/payouts/${id}`, label: "Payout" }}>
        <Button look="primary" icon={Printer} onClick={() => print()}>
          Print
        </Button>
      </PageHead>
      <Answer of={payout} lines={8}>
        {(loaded) =>
          loaded.status === "SETTLED" ? (
            <Paid payout={loaded} />
          ) : (
            <p className="note">A receipt is available once the payout is settled.</p>
          )
        }
      </Answer>
    </div>
  )
}
