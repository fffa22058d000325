/** A payout that waits for a decision: its facts, and what may be done. */
import type { ReactNode, Ref } from "react"
import { Link } from "wouter"
import type { AdminPayout } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import * as Status from "../../data/Status.ts"
import { AccountLink } from "../../parts/Account.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { NetworkName } from "../../parts/NetworkName.tsx"
import { Facts, Section } from "../../parts/Page.tsx"
import { Code, Money, Time, useNow } from "../../parts/Value.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { queue as Words } from "../../words/staffReview.tsx"

/** Start of its present state. */
const beganOf = ({ created_at, timeline }: AdminPayout): string => timeline.at(-1)?.at ?? created_at

/** Time in its present state. */
export const Age = ({ payout }: { readonly payout: AdminPayout }) => {
  const now = useNow(true)
  const seconds = Math.floor((now - Date.parse(beganOf(payout))) / 1000)
  return Format.duration(Math.max(0, seconds))
}

/** Start of its present state, and its age while the state may still change. */
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

/** Whose it is, and how long it has been where it is. */
export const standing = (payout: AdminPayout) =>
  [
    [CommonWords.account, <AccountLink key="account" id={payout.account_id} />],
    // A payout that ended waits for no funds.
    [
      Words.funding,
      !Status.isFinal(payout.status) && <Badge key="funding" status={payout.funding_status} />
    ],
    [Words.sinceOf(payout.status), <Since key="since" payout={payout} />]
  ] as const

/** The details have when it ended. */
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
      [CommonWords.payout, <PayoutId key="id" payout={payout} />]
    ]}
  />
)

interface Props {
  readonly payout: AdminPayout
  readonly actions: ReactNode
  /** In place of the payout's amounts and recipient. */
  readonly basics?: ReactNode
  /** Below both halves of the card. */
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
