/** The receipt of a settled payout, for paper or a PDF file. */
import { Link as LinkIcon, Printer } from "lucide-react"
import type { ReactNode } from "react"
import type { Payout } from "../../client/Generated.ts"
import * as Format from "../data/Format.ts"
import { useServiceQuery } from "../data/Queries.ts"
import * as SignedIn from "../data/SignedIn.tsx"
import { Answer } from "../parts/Answer.tsx"
import { Button } from "../parts/Button.tsx"
import { NetworkName } from "../parts/NetworkName.tsx"
import { Facts, PageHead, Section } from "../parts/Page.tsx"
import { useToast } from "../parts/Toast.tsx"
import { Money, Time } from "../parts/Value.tsx"
import { common as CommonWords } from "../words/common.ts"
import { receipt as Words } from "../words/payouts.tsx"

const Transactions = ({ of }: { readonly of: Payout["deposits"] }) => (
  <ul>
    {of.map(({ amount_usdc, log_index, tx_hash }) => (
      <li key={`${tx_hash}-${log_index}`}>
        <Money of={amount_usdc} currency="USDC" />{" "}
        <span className="faint">{Words.inTransaction}</span>{" "}
        <code className="whole">{tx_hash}</code>
      </li>
    ))}
  </ul>
)

/** The time in the viewer's zone, and in UTC for readers elsewhere. */
const settledAt = (at: string | null): ReadonlyArray<readonly [string, ReactNode]> => {
  const own = [CommonWords.settled, at && <Time at={at} />] as const
  return Format.zone === "UTC" ? [own] : [own, [Words.facts.settledUtc, at]]
}

const Paid = ({ payout }: { readonly payout: Payout }) => {
  const { grant, session } = SignedIn.useSignedIn()
  const { deposits, settled_at, target_currency: currency } = payout
  return (
    <Section title={titleOf(payout)} about={Words.paidBy(SignedIn.nameOf(grant))}>
      {session.environment === "sandbox" && <p className="note">{Words.sandbox}</p>}
      <Facts
        of={[
          [CommonWords.recipient, payout.recipient_name],
          [CommonWords.phone, payout.recipient_phone],
          [CommonWords.network, <NetworkName key="network" of={payout.network} />],
          [
            Words.facts.received,
            <Money key="got" of={payout.target_amount_fiat} currency={currency} />
          ],
          [
            Words.facts.paidWith,
            <Money key="for" of={payout.source_amount_usdc} currency="USDC" />
          ],
          [CommonWords.feeIncluded, <Money key="fee" of={payout.fee_usdc} currency="USDC" />],
          [CommonWords.rate, Format.rate(payout.exchange_rate, currency)],
          [CommonWords.midMarketRate, Format.rate(payout.mid_market_rate, currency)],
          ...settledAt(settled_at),
          [Words.facts.providerReference, payout.provider_reference],
          [CommonWords.reference, payout.reference],
          [CommonWords.payout, <code key="id">{payout.payout_id}</code>],
          [CommonWords.deposits, deposits.length > 0 && <Transactions of={deposits} />],
          [
            Words.facts.goesBack,
            payout.refund && <Money key="back" of={payout.refund.amount_usdc} currency="USDC" />
          ]
        ]}
      />
    </Section>
  )
}

const titleOf = (payout: Payout): string =>
  Words.paid(
    Format.date(payout.settled_at ?? payout.created_at),
    Format.money(payout.target_amount_fiat, payout.target_currency),
    payout.recipient_name ?? payout.recipient_phone
  )

const CopyLink = () => {
  const toast = useToast()
  const copy = () =>
    navigator.clipboard?.writeText(location.href).then(() => toast.say(Words.linkCopied))
  return (
    <Button icon={LinkIcon} onClick={copy}>
      {Words.copyLink}
    </Button>
  )
}

export default function Receipt({ id }: { readonly id: string }) {
  const payout = useServiceQuery("payouts", ["one", id], ({ api }, options) =>
    api.payouts.get(id, options)
  )
  return (
    <div className="page page-narrow">
      <PageHead title={Words.title} back={{ href: `/payouts/${id}`, label: CommonWords.payout }}>
        <CopyLink />
        <Button look="primary" icon={Printer} onClick={() => print()}>
          {Words.print}
        </Button>
      </PageHead>
      <Answer of={payout} lines={8}>
        {(loaded) =>
          loaded.status === "SETTLED" ? (
            <Paid payout={loaded} />
          ) : (
            <p className="note">{Words.notSettled}</p>
          )
        }
      </Answer>
    </div>
  )
}
