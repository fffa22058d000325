/** The choice to pay by a deposit or from the balance, if it has enough. */
import { useState } from "react"
import { Link } from "wouter"
import { useBalance } from "../../data/Balance.ts"
import { Radios } from "../../parts/Field.tsx"
import { balance as BalanceWords, funding as Words } from "../../words/balance.ts"

export type FundingSource = "deposit" | "balance"

/** The source that the user chose. The balance counts only while it has enough. */
export const useFundingSource = (needed: number) => {
  const balance = useBalance()
  const [wanted, want] = useState<FundingSource>("deposit")
  const available = balance.data?.available_usdc
  const isEnough = available !== undefined && available >= needed
  const source: FundingSource = isEnough ? wanted : "deposit"
  return { source, want, available, isEnough, isUnread: balance.isError }
}

interface Props {
  readonly of: ReturnType<typeof useFundingSource>
  readonly needed: number
}

const BalanceHint = ({ needed, of: { available, isEnough, isUnread } }: Props) => {
  if (available === undefined) return isUnread ? Words.balance.unread : Words.balance.reading
  if (isEnough) return Words.balance.enough(available)
  return (
    <>
      {Words.balance.tooLittle(available, needed)} <Link href="/balance">{BalanceWords.topUp}</Link>
    </>
  )
}

export const FundingChoice = ({ needed, of }: Props) => (
  <Radios
    name="funding"
    label={Words.label}
    chosen={{ value: of.source, onChoose: (value) => of.want(value as FundingSource) }}
    options={[
      { value: "deposit", ...Words.deposit },
      {
        value: "balance",
        label: Words.balance.label,
        hint: <BalanceHint needed={needed} of={of} />,
        isDisabled: !of.isEnough
      }
    ]}
  />
)
