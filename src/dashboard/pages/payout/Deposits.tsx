/** The deposits of a payout on the chain. */
import type { Payout } from "../../../client/Generated.ts"
import * as Status from "../../data/Status.ts"
import { Badge } from "../../parts/Badge.tsx"
import { type Column, Table } from "../../parts/Listing.tsx"
import { Section } from "../../parts/Page.tsx"
import { Code, Money, Time } from "../../parts/Value.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { deposits as Words } from "../../words/payouts.tsx"

type Deposit = Payout["deposits"][number]

const columns: ReadonlyArray<Column<Deposit>> = [
  {
    head: Words.columns.transaction,
    cell: (each) => <Code text={each.tx_hash} label={Words.transactionHash} isShort />
  },
  {
    head: CommonWords.amount,
    kind: "number",
    cell: (each) => <Money of={each.amount_usdc} currency="USDC" />
  },
  {
    head: CommonWords.status,
    cell: (each) => (
      <span className="row">
        <Badge status={each.status} />
        {each.confirmations !== undefined && (
          <span className="faint">{Words.confirmations(each.confirmations)}</span>
        )}
      </span>
    )
  },
  { head: Words.columns.seen, cell: (each) => <Time at={each.seen_at} isShort /> }
]

export const Deposits = ({ payout }: { readonly payout: Payout }) =>
  payout.deposits.length === 0 ? null : (
    <Section
      title={CommonWords.deposits}
      actions={<Badge status={Status.ofDeposits(payout)} />}
      isFlush
    >
      <Table
        caption={CommonWords.deposits}
        columns={columns}
        rows={payout.deposits}
        idOf={(each) => `${each.tx_hash}-${each.log_index}`}
      />
    </Section>
  )
