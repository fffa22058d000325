/** The button by which staff correct a customer's balance. */
import type { Account, AdminBalance } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { Radios } from "../../parts/Field.tsx"
import { UsdcField } from "../../parts/UsdcField.tsx"
import { Money } from "../../parts/Value.tsx"
import { balance as BalanceWords, staffBalance } from "../../words/balance.ts"
import { common as CommonWords } from "../../words/common.ts"
import { decision as DecisionWords } from "../../words/staffReview.tsx"
import { Deciding, waitingAction } from "./Decision.tsx"

const Words = staffBalance.correct

const directions = (["credit", "debit"] as const).map((value) => ({
  value,
  ...Words.directions[value]
}))

export const CorrectBalance = ({
  account,
  balance
}: {
  readonly account: Account
  readonly balance: AdminBalance
}) => (
  <Deciding
    label={Words.label}
    name={Words.label}
    title={DecisionWords.titleOf(Words.label, account.name)}
    about={Words.about(balance.approvals_needed)}
    facts={[
      [CommonWords.account, account.name],
      [
        BalanceWords.available,
        <Money key="available" of={balance.available_usdc} currency="USDC" />
      ]
    ]}
    waiting={waitingAction}
    act={(admin, values, sending) =>
      admin.accounts.balance.correct(
        account.id,
        {
          direction: values.text("direction") === "debit" ? "debit" : "credit",
          amount_usdc: Format.readAmount(values.text("amount_usdc")),
          reason: values.text("reason")
        },
        sending
      )
    }
    done={Words.done}
  >
    <Radios name="direction" label={Words.direction} options={directions} />
    <UsdcField name="amount_usdc" label={Words.amount} required />
  </Deciding>
)
