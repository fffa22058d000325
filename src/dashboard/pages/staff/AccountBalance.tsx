/** A customer's balance, with the deposits that screening holds and their release. */
import type { Account, AdminBalance } from "../../../client/Generated.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Answer } from "../../parts/Answer.tsx"
import { type Column, Table } from "../../parts/Listing.tsx"
import { Facts, Section } from "../../parts/Page.tsx"
import { Code, Money, Time } from "../../parts/Value.tsx"
import { balance as BalanceWords, staffBalance as Words } from "../../words/balance.ts"
import { common as CommonWords } from "../../words/common.ts"
import { decision as DecisionWords, pending as PendingWords } from "../../words/staffReview.tsx"
import { CorrectBalance } from "./CorrectBalance.tsx"
import { Deciding, useIsOwn, waitingAction } from "./Decision.tsx"
import { Waiting } from "./Pending.tsx"

interface Of {
  readonly account: Account
  readonly balance: AdminBalance
}

type Held = AdminBalance["held"][number]

/** True if the release that waits is the one of these deposits. */
const isPending = ({ pending_action: pending }: AdminBalance, { amount_usdc, sender }: Held) =>
  pending?.terms.sender === sender && pending.terms.amount_usdc === amount_usdc

const Release = ({ account, balance, held }: Of & { readonly held: Held }) => {
  const { amount_usdc, reason, sender } = held
  const isApproved = useIsOwn(balance.pending_action?.approvals ?? [])
  if (isApproved && isPending(balance, held)) {
    return <span className="faint">{DecisionWords.ownApproval}</span>
  }
  const { about, done, label, name } = Words.release
  return (
    <Deciding
      label={label}
      name={name(sender)}
      title={DecisionWords.titleOf(label, account.name)}
      about={about(account.name, balance.approvals_needed)}
      facts={[
        [CommonWords.account, account.name],
        [Words.sender, <Code key="sender" text={sender} label={Words.senderAddress} />],
        [CommonWords.amount, <Money key="amount" of={amount_usdc} currency="USDC" />],
        [Words.reason, reason]
      ]}
      waiting={waitingAction}
      act={(admin, values, sending) =>
        admin.accounts.balance.release(
          account.id,
          { sender, amount_usdc, reason: values.text("reason") },
          sending
        )
      }
      done={done}
    />
  )
}

const columnsOf = (of: Of, mayRelease: boolean): ReadonlyArray<Column<Held>> => [
  {
    head: Words.sender,
    kind: "main",
    cell: ({ sender }) => <Code text={sender} label={Words.senderAddress} isShort />
  },
  {
    head: CommonWords.amount,
    kind: "number",
    cell: ({ amount_usdc }) => <Money of={amount_usdc} currency="USDC" />
  },
  { head: Words.reason, cell: ({ reason }) => reason },
  { head: Words.since, cell: ({ since }) => <Time at={since} isShort /> },
  ...(mayRelease
    ? [
        {
          head: CommonWords.actions,
          kind: "actions",
          cell: (held: Held) => <Release {...of} held={held} />
        } as const
      ]
    : [])
]

const names = ["available", "reserved", "pending", "held"] as const

const Loaded = ({ account, balance }: Of) => {
  const { may } = useSignedIn()
  const { approvals_needed, deposit_address, held, low_threshold_usdc, pending_action } = balance
  return (
    <>
      <Section
        title={BalanceWords.title}
        actions={may("refunds") && <CorrectBalance account={account} balance={balance} />}
      >
        <Facts
          of={[
            ...names.map(
              (name) =>
                [
                  BalanceWords[name],
                  <Money key={name} of={balance[`${name}_usdc`]} currency="USDC" />
                ] as const
            ),
            [
              Words.threshold,
              low_threshold_usdc !== null && <Money of={low_threshold_usdc} currency="USDC" />
            ],
            [
              CommonWords.depositAddress,
              <Code key="address" text={deposit_address} label={Words.depositAddress} isShort />
            ]
          ]}
        />
      </Section>
      {held.length > 0 && (
        <Section title={Words.held} isFlush>
          <Table
            caption={Words.held}
            columns={columnsOf({ account, balance }, may("holds"))}
            rows={held}
            idOf={({ sender }) => sender}
          />
        </Section>
      )}
      {pending_action !== null && (
        <Section title={PendingWords.title}>
          <Waiting of={pending_action} needed={approvals_needed} />
        </Section>
      )}
    </>
  )
}

export const AccountBalance = ({ account }: Pick<Of, "account">) => {
  const balance = useServiceQuery("balance", ["of", account.id], ({ api }, options) =>
    api.admin.accounts.balance.get(account.id, options)
  )
  return <Answer of={balance}>{(loaded) => <Loaded account={account} balance={loaded} />}</Answer>
}
