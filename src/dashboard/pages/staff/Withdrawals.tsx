/** Withdrawals of all accounts. Staff approve or reject them, and record what operators sent. */
import { Banknote, CircleCheck } from "lucide-react"
import type { AdminWithdrawal } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import * as Status from "../../data/Status.ts"
import { AccountLink } from "../../parts/Account.tsx"
import { Answer, Empty } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { useFilter } from "../../parts/Filters.tsx"
import { type Column, Listing, usePage } from "../../parts/Listing.tsx"
import { Facts, PageHead, Section } from "../../parts/Page.tsx"
import { Segments } from "../../parts/Segments.tsx"
import { Code, Money, Time } from "../../parts/Value.tsx"
import { withdrawals as OwnWords, staffWithdrawals as Words } from "../../words/balance.ts"
import { common as CommonWords } from "../../words/common.ts"
import {
  decision as DecisionWords,
  pending as PendingWords,
  queue as QueueWords
} from "../../words/staffReview.tsx"
import { idColumn, columns as ownColumns } from "../balance/Withdrawals.tsx"
import { Deciding, transaction, useIsOwn, waitingAction } from "./Decision.tsx"
import { Waiting } from "./Pending.tsx"
import { useIsChainSimulated } from "./Setup.ts"

interface Of {
  readonly of: AdminWithdrawal
}

/** The parts of every decision about a withdrawal. */
const about = (of: AdminWithdrawal, label: string) => ({
  title: DecisionWords.titleOf(label, Words.of(of.amount_usdc)),
  name: `${label} ${Format.middle(of.id)}`,
  facts: [
    [CommonWords.account, <AccountLink key="account" id={of.account_id} />],
    [CommonWords.amount, <Money key="amount" of={of.amount_usdc} currency="USDC" />],
    [Words.address, <Code key="to" text={of.address} label={OwnWords.copied.address} />],
    [Words.heldBecause, of.hold_reason]
  ] as const
})

const Approve = ({ of }: Of) => {
  const words = Words.approve(of.approvals_needed)
  return (
    <Deciding
      {...words}
      {...about(of, words.label)}
      look="primary"
      waiting={waitingAction}
      act={({ withdrawals }, values, sending) =>
        withdrawals.approve(of.id, { reason: values.text("reason") }, sending)
      }
      done={({ status }: AdminWithdrawal) => (status === "held" ? Words.held : Words.approved)}
    />
  )
}

const Reject = ({ of }: Of) => {
  const words = Words.reject(of.status === "approved")
  return (
    <Deciding
      {...words}
      {...about(of, words.label)}
      look="danger"
      waiting={waitingAction}
      act={({ withdrawals }, values, sending) =>
        withdrawals.reject(of.id, { reason: values.text("reason") }, sending)
      }
    />
  )
}

const Record = ({ of }: Of) => {
  const words = Words.record(useIsChainSimulated())
  return (
    <Deciding
      {...words}
      {...about(of, words.label)}
      look="primary"
      act={({ withdrawals }, values, sending) => {
        const body = { reason: values.text("reason"), tx_hash: values.text("tx_hash") }
        return withdrawals.sent(of.id, body, sending)
      }}
    >
      {transaction}
    </Deciding>
  )
}

/** The buttons. A person does not approve the same action twice. */
const Actions = ({ of }: Of) => {
  const { may } = useSignedIn()
  const { pending_action: pending, status } = of
  const isOwn = useIsOwn(pending?.approvals ?? [])
  if (!may("refunds")) return null
  const own = isOwn ? pending?.action : undefined
  return (
    <>
      {own !== undefined && <p className="faint">{DecisionWords.ownApproval}</p>}
      {own !== "reject_withdrawal" && <Reject of={of} />}
      {status === "approved" && <Record of={of} />}
      {status !== "approved" && own !== "approve_withdrawal" && <Approve of={of} />}
    </>
  )
}

const OpenWithdrawal = ({ of }: Of) => (
  <Section
    title={Words.of(of.amount_usdc)}
    which={Format.middle(of.id)}
    actions={<Actions of={of} />}
  >
    <Facts
      of={[
        [CommonWords.account, <AccountLink key="account" id={of.account_id} />],
        [CommonWords.status, <Badge key="status" status={Status.ofWithdrawal(of)} />],
        [Words.heldBecause, of.hold_reason],
        [CommonWords.amount, <Money key="amount" of={of.amount_usdc} currency="USDC" />],
        [Words.address, <Code key="to" text={of.address} label={OwnWords.copied.address} />],
        [OwnWords.reference, of.reference],
        [CommonWords.withdrawal, <Code key="id" text={of.id} label={OwnWords.copied.id} isShort />],
        [OwnWords.requested, <Time key="at" at={of.created_at} />]
      ]}
    />
    {of.pending_action !== null && (
      <>
        <h3>{PendingWords.title}</h3>
        <Waiting of={of.pending_action} needed={of.approvals_needed} />
      </>
    )}
  </Section>
)

const account: Column<AdminWithdrawal> = {
  head: CommonWords.account,
  cell: ({ account_id }) => <AccountLink id={account_id} />
}

/** The id and status come first, as on a narrow screen. */
const columns: ReadonlyArray<Column<AdminWithdrawal>> = [
  idColumn,
  ...ownColumns.slice(0, 1),
  account,
  ...ownColumns.slice(1)
]

const All = () => {
  const page = usePage()
  const all = useServiceQuery("balance", ["withdrawals-all", page], ({ api }, options) =>
    api.admin.withdrawals.list(page, options)
  )
  return (
    <Section title={Words.title} isFlush>
      <Listing
        of={all}
        caption={Words.title}
        columns={columns}
        idOf={({ id }) => id}
        empty={<Empty icon={Banknote} title={Words.none} />}
      />
    </Section>
  )
}

/** Withdrawals that wait, the oldest first. The list has one status at a time. */
const Open = () => {
  const open = useServiceQuery("balance", ["withdrawals-open"], async ({ api }, options) => {
    const list = (status: AdminWithdrawal["status"]) =>
      api.admin.withdrawals.list({ status, limit: 100 }, options)
    const pages = await Promise.all([list("requested"), list("held"), list("approved")])
    const data = pages.flatMap((page) => page.data)
    return {
      data: data.toSorted((one, other) => one.created_at.localeCompare(other.created_at)),
      isWhole: pages.every(({ next_cursor }) => next_cursor === null)
    }
  })
  return (
    <Answer of={open} lines={8}>
      {({ data, isWhole }) => (
        <>
          {data.length === 0 && (
            <div className="card">
              <Empty icon={CircleCheck} title={QueueWords.none} />
            </div>
          )}
          {!isWhole && <p className="note">{Words.newest}</p>}
          {data.map((each) => (
            <OpenWithdrawal key={each.id} of={each} />
          ))}
        </>
      )}
    </Answer>
  )
}

export default function Withdrawals() {
  const { session } = useSignedIn()
  const [view, choose] = useFilter("show")
  const isAll = view === "all"
  const aboutOpen = session.refunds === "simulated" ? Words.aboutSimulated : Words.about
  return (
    <div className="page">
      <PageHead title={Words.title} about={isAll ? Words.aboutAll : aboutOpen}>
        <Segments
          label={Words.views.label}
          of={[
            ["", Words.views.open],
            ["all", Words.views.all]
          ]}
          value={isAll ? "all" : ""}
          onChoose={choose}
        />
      </PageHead>
      {isAll ? <All /> : <Open />}
    </div>
  )
}
