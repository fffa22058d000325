/** A payout that needs a decision, with its facts and actions. */
import type { ReactNode, Ref } from "react"
import { Link } from "wouter"
import type { AdminPayout } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import * as Status from "../../data/Status.ts"
import { AccountLink } from "../../parts/Account.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { NetworkName } from "../../parts/NetworkName.tsx"
import { Facts, Section } from "../../parts/Page.tsx"
import * as Parties from "../../parts/Parties.tsx"
import { Code, Money, Time, useNow } from "../../parts/Value.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { queue as Words } from "../../words/staffReview.tsx"

/** The start of the payout's current state. */
const beganOf = ({ created_at, timeline }: AdminPayout): string => timeline.at(-1)?.at ?? created_at

/** The time in the payout's current state. */
export const Age = ({ payout }: { readonly payout: AdminPayout }) => {
  const now = useNow(true)
  const seconds = Math.floor((now - Date.parse(beganOf(payout))) / 1000)
  return Format.duration(Math.max(0, seconds))
}

/** The start of the current state. Its age is shown while the state may still change. */
const Since = ({ payout }: { readonly payout: AdminPayout }) => (
  <>
    <Time at={beganOf(payout)} />
    {!Status.isFinal(payout.status) && (
      <span className="faint">
        {" "}
        (<Age payout={payout} />)
      </span>
    )}
  </>
)

/** The payout's account, funding and time in its state. */
export const standing = (payout: AdminPayout) =>
  [
    [CommonWords.account, <AccountLink key="account" id={payout.account_id} />],
    // A payout that ended needs no funds.
    [
      Words.funding,
      !Status.isFinal(payout.status) && <Badge key="funding" status={payout.funding_status} />
    ],
    [Words.sinceOf(payout.status), <Since key="since" payout={payout} />]
  ] as const

/** The account alone for a payout that ended, because its details have the end. */
export const Standing = ({ payout }: { readonly payout: AdminPayout }) => (
  <Facts of={Status.isFinal(payout.status) ? standing(payout).slice(0, 1) : standing(payout)} />
)

export const PayoutId = ({ payout }: { readonly payout: AdminPayout }) => (
  <Code text={payout.payout_id} label={Words.payoutId} isShort />
)

export const nameOf = ({ recipient_name, recipient_phone }: AdminPayout): string =>
  recipient_name ?? recipient_phone

const basicsOf = (payout: AdminPayout) => (
  <Facts
    of={[
      ...standing(payout),
      [CommonWords.amount, <Money key="amount" of={payout.source_amount_usdc} currency="USDC" />],
      [
        CommonWords.recipientGets,
        <Money key="gets" of={payout.target_amount_fiat} currency={payout.target_currency} />
      ],
      [CommonWords.phone, payout.recipient_phone],
      [CommonWords.network, <NetworkName key="network" of={payout.network} />],
      ...Parties.factsOf(payout),
      [CommonWords.payout, <PayoutId key="id" payout={payout} />]
    ]}
  />
)

interface Props {
  readonly payout: AdminPayout
  readonly actions: ReactNode
  /** Replaces the payout's amounts and recipient. */
  readonly basics?: ReactNode
  /** Content below both halves of the card. */
  readonly below?: ReactNode
  readonly headingRef?: Ref<HTMLHeadingElement>
  readonly children: ReactNode
}

export const Case = (props: Props) => {
  const { actions, below, children, headingRef, payout } = props
  return (
    <Section
      title={nameOf(payout)}
      which={Format.middle(payout.payout_id)}
      about={<Link href={`/payouts/${payout.payout_id}`}>{Words.openPayout}</Link>}
      actions={actions}
      headingRef={headingRef}
    >
      <div className="halves">
        {props.basics ?? basicsOf(payout)}
        <div className="stack">{children}</div>
      </div>
      {below}
    </Section>
  )
}
