/** The columns of the three reports, with their cells in the totals row. */
import type { ReactNode } from "react"
import { Link } from "wouter"
import type * as Client from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { AccountLink } from "../../parts/Account.tsx"
import { foreignAmountOnChain } from "../../parts/ForeignRefunds.tsx"
import type { Column } from "../../parts/Listing.tsx"
import { NetworkName } from "../../parts/NetworkName.tsx"
import { Code, Money } from "../../parts/Value.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { reports as Words } from "../../words/reports.ts"

/** A line's account, which only the staff's reports have. */
interface Owner {
  readonly account_id?: string
}

export type Settlement = Client.Settlement & Owner
export type Refund = Client.RefundLine & Owner
export type Fee = Client.FeeLine & Owner
export type SettledTotals = Client.ListFeesResult["totals"]
export type RefundTotals = Client.ListReportedRefundsResult["totals"]

/** A column with its cell in the totals row. */
export interface Summed<A, T> extends Column<A> {
  readonly total?: (totals: T) => ReactNode
}

/** Minutes in UTC, because the days of a period begin at midnight in UTC. */
const UtcTime = ({ at }: { readonly at: string }) => (
  <time dateTime={at}>{at.slice(0, 16).replace("T", " ")}</time>
)

const usdc = (amount: number) => <Money of={amount} currency="USDC" />

const paidOut = ({ target_amounts }: SettledTotals) => (
  <div>
    {target_amounts.map(({ amount, currency }) => (
      <div key={currency}>
        <Money of={amount} currency={currency} />
      </div>
    ))}
  </div>
)

const account: Column<Owner> = {
  head: CommonWords.account,
  cell: ({ account_id }) => (account_id === undefined ? null : <AccountLink id={account_id} />)
}

/** Adds the account to each line for staff. */
export const withAccount = <A extends Owner, T>(
  columns: ReadonlyArray<Summed<A, T>>,
  isStaff: boolean
): ReadonlyArray<Summed<A, T>> => (isStaff ? [...columns, account] : columns)

export const settlements: ReadonlyArray<Summed<Settlement, SettledTotals>> = [
  {
    head: CommonWords.recipient,
    kind: "main",
    cell: (each) => (
      <>
        <Link href={`/payouts/${each.payout_id}`}>
          {each.recipient_name ?? each.recipient_phone}
        </Link>
        {each.reference !== null && <small>{each.reference}</small>}
      </>
    )
  },
  { head: Words.settledAt, cell: (each) => <UtcTime at={each.settled_at} /> },
  { head: CommonWords.network, cell: (each) => <NetworkName of={each.network} /> },
  {
    head: Words.sent,
    kind: "number",
    cell: (each) => usdc(each.source_amount_usdc),
    total: (totals) => usdc(totals.source_amount_usdc)
  },
  {
    head: CommonWords.fee,
    kind: "number",
    cell: (each) => usdc(each.fee_usdc),
    total: (totals) => usdc(totals.fee_usdc)
  },
  {
    head: Words.paidOut,
    kind: "number",
    cell: (each) => <Money of={each.target_amount} currency={each.target_currency} />,
    total: paidOut
  }
]

const placeOf = ({ batch_id, payout_id }: Refund): string => {
  if (payout_id !== null) return `/payouts/${payout_id}`
  return batch_id?.startsWith("bk_") ? `/bulk/${batch_id}` : `/batches/${batch_id}`
}

/** The amount of a refund, with its chain unless it is the service's own. */
const refundAmount = ({ amount_usdc, ...asset }: Refund): ReactNode => {
  const { chain, chain_id, token_address, token_amount } = asset
  return chain === null || chain_id === null || token_address === null || token_amount === null
    ? usdc(amount_usdc)
    : foreignAmountOnChain({ chain, chain_id, token_address, token_amount })
}

export const refunds: ReadonlyArray<Summed<Refund, RefundTotals>> = [
  {
    head: Words.subject,
    kind: "main",
    cell: (each) => (
      <>
        <Link href={placeOf(each)}>
          <code>{Format.middle(each.payout_id ?? each.batch_id ?? "")}</code>
        </Link>
        {each.reference !== null && <small>{each.reference}</small>}
      </>
    )
  },
  { head: Words.sentAt, cell: (each) => <UtcTime at={each.sent_at} /> },
  { head: CommonWords.status, cell: (each) => Words.statuses[each.status] },
  { head: Words.reason, cell: (each) => Words.reasons[each.reason] },
  {
    head: Words.transaction,
    cell: (each) => <Code text={each.tx_hash} label={Words.transactionId} isShort />
  },
  {
    head: CommonWords.amount,
    kind: "number",
    cell: refundAmount,
    total: (totals) => (
      <div>
        {usdc(totals.amount_usdc)}
        {totals.foreign_amounts.map((each) => (
          <div key={`${each.chain_id} ${each.token_address}`}>{foreignAmountOnChain(each)}</div>
        ))}
      </div>
    )
  }
]

export const fees: ReadonlyArray<Summed<Fee, SettledTotals>> = [
  { head: Words.day, kind: "main", cell: (each) => <time dateTime={each.day}>{each.day}</time> },
  { head: CommonWords.network, cell: (each) => <NetworkName of={each.network} /> },
  {
    head: Words.payouts,
    kind: "number",
    cell: (each) => Format.count(each.count),
    total: (totals) => Format.count(totals.count)
  },
  {
    head: Words.sent,
    kind: "number",
    cell: (each) => usdc(each.source_amount_usdc),
    total: (totals) => usdc(totals.source_amount_usdc)
  },
  {
    head: CommonWords.fee,
    kind: "number",
    cell: (each) => usdc(each.fee_usdc),
    total: (totals) => usdc(totals.fee_usdc)
  },
  {
    head: Words.paidOut,
    kind: "number",
    cell: (each) => <Money of={each.target_amount} currency={each.target_currency} />,
    total: paidOut
  }
]
