/** The withdrawal addresses of a customer, and the end of their wait. */
import type { Account, WithdrawalAddress } from "../../../client/Generated.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Answer } from "../../parts/Answer.tsx"
import { Table } from "../../parts/Listing.tsx"
import { Section } from "../../parts/Page.tsx"
import { Code } from "../../parts/Value.tsx"
import {
  addresses as AddressWords,
  withdrawals as WithdrawalWords,
  staffWithdrawals as Words
} from "../../words/balance.ts"
import { common as CommonWords } from "../../words/common.ts"
import { decision as DecisionWords } from "../../words/staffReview.tsx"
import { columns } from "../balance/Addresses.tsx"
import { Deciding, waitingAction } from "./Decision.tsx"

interface Props {
  readonly account: Account
  readonly needed: number
}

const EndWait = ({ account, needed, of }: Props & { readonly of: WithdrawalAddress }) => {
  const { about, done, label } = Words.endWait
  return (
    <Deciding
      label={label}
      name={`${label} ${of.name}`}
      title={DecisionWords.titleOf(label, of.name)}
      about={about(account.name, needed)}
      facts={[
        [CommonWords.account, account.name],
        [
          AddressWords.address,
          <Code key="address" text={of.address} label={WithdrawalWords.copied.address} />
        ]
      ]}
      waiting={waitingAction}
      act={({ accounts }, values, sending) => {
        const body = { reason: values.text("reason") }
        return accounts.balance.addresses.activate(account.id, of.id, body, sending)
      }}
      done={done}
    />
  )
}

const columnsOf = (props: Props, mayEnd: boolean) => [
  ...columns,
  ...(mayEnd
    ? [
        {
          head: CommonWords.actions,
          kind: "actions",
          cell: (each: WithdrawalAddress) => !each.is_usable && <EndWait {...props} of={each} />
        } as const
      ]
    : [])
]

export const AccountAddresses = ({ account }: Pick<Props, "account">) => {
  const { may } = useSignedIn()
  const addresses = useServiceQuery("balance", ["addresses", account.id], ({ api }, options) =>
    api.admin.accounts.balance.addresses.list(account.id, options)
  )
  return (
    <Answer of={addresses}>
      {({ approvals_needed: needed, data }) =>
        data.length > 0 && (
          <Section title={AddressWords.title} isFlush>
            <Table
              caption={AddressWords.title}
              columns={columnsOf({ account, needed }, may("refunds"))}
              rows={data}
              idOf={({ id }) => id}
            />
          </Section>
        )
      }
    </Answer>
  )
}
