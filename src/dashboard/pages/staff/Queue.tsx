/** Payouts that wait for an operator: one card each, with facts and actions. */
import type { UseQueryResult } from "@tanstack/react-query"
import { CircleCheck } from "lucide-react"
import type { ReactNode } from "react"
import { Link } from "wouter"
import type { AdminPayout } from "../../../client/Generated.ts"
import type { Page } from "../../../client/Paging.ts"
import * as Format from "../../data/Format.ts"
import * as Status from "../../data/Status.ts"
import { AccountLink } from "../../parts/Account.tsx"
import { Answer, Empty } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { Pager } from "../../parts/Listing.tsx"
import { NetworkName } from "../../parts/NetworkName.tsx"
import { Facts, PageHead, Section } from "../../parts/Page.tsx"
import { Code, Money, Time, useNow } from "../../parts/Value.tsx"
import * as CommonWords from "../../words/Common.ts"
import * as Words from "../../words/staff/Queue.ts"

interface Props {
  readonly title: string
  readonly about: string
  /** Beside the title: where what is decided is found. */
  readonly past?: ReactNode
  readonly of: UseQueryResult<Page<AdminPayout>>
  readonly actions: (payout: AdminPayout) => ReactNode
  readonly children: (payout: AdminPayout) => ReactNode
  /** In place of the payout's amounts and recipient. */
  readonly basics?: (payout: AdminPayout) => ReactNode
  /** Below both halves of the card. */
  readonly below?: (payout: AdminPayout) => ReactNode
  /** Cards below those of the payouts. */
  readonly more?: ReadonlyArray<ReactNode>
}

/** Whose it is, and how long it has been where it is. */
export const standing = (payout: AdminPayout) =>
  [
    [CommonWords.account, <AccountLink key="account" id={payout.account_id} />],
    // What ended is not waiting for funds any more.
    [
      Words.funding,
      !Status.isFinal(payout.status) && <Badge key="funding" status={payout.funding_status} />
    ],
    [Words.sinceOf(payout.status), <Since key="since" payout={payout} />]
  ] as const

/** When its state began, and how long ago where somebody may wait for the next. */
const Since = ({ payout }: { readonly payout: AdminPayout }) => {
  const isOpen = !Status.isFinal(payout.status)
  const now = useNow(isOpen)
  const at = payout.timeline.at(-1)?.at ?? payout.created_at
  return (
    <>
      <Time at={at} />
      {isOpen && (
        <span className="faint">
          {" "}
          ({Format.duration(Math.max(0, Math.floor((now - Date.parse(at)) / 1000)))})
        </span>
      )}
    </>
  )
}

export const PayoutId = ({ payout }: { readonly payout: AdminPayout }) => (
  <Code text={payout.payout_id} label={Words.payoutId} isShort />
)

/** When it ended stands in its details. */
export const Standing = ({ payout }: { readonly payout: AdminPayout }) => (
  <Facts of={Status.isFinal(payout.status) ? standing(payout).slice(0, 1) : standing(payout)} />
)

const Basics = ({ payout }: { readonly payout: AdminPayout }) => (
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

const basicsOf = (payout: AdminPayout) => <Basics payout={payout} />

export const Queue = (props: Props) => {
  const { about, actions, basics = basicsOf, below, children, more = [], of, past, title } = props
  return (
    <div className="page">
      <PageHead title={title} about={about}>
        {past}
      </PageHead>
      <Answer of={of} lines={8}>
        {({ data }) => (
          <>
            {data.length === 0 && more.length === 0 && (
              <div className="card">
                <Empty icon={CircleCheck} title={Words.none} />
              </div>
            )}
            {data.map((payout) => (
              <Section
                key={payout.payout_id}
                title={payout.recipient_name ?? payout.recipient_phone}
                which={Format.middle(payout.payout_id)}
                about={<Link href={`/payouts/${payout.payout_id}`}>{Words.openPayout}</Link>}
                actions={actions(payout)}
              >
                <div className="halves">
                  {basics(payout)}
                  <div className="stack">{children(payout)}</div>
                </div>
                {below?.(payout)}
              </Section>
            ))}
            <Pager of={of} />
            {more}
          </>
        )}
      </Answer>
    </div>
  )
}
