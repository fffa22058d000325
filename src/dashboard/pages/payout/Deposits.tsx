/** What arrived on chain for a payout. */
import type { Payout } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { Badge } from "../../parts/Badge.tsx"
import { type Column, Table } from "../../parts/Listing.tsx"
import { Section } from "../../parts/Page.tsx"
import { Code, Money, Time } from "../../parts/Value.tsx"

type Deposit = Payout["deposits"][number]

const columns: ReadonlyArray<Column<Deposit>> = [
  {
    head: "Transaction",
    cell: (each) => <Code text={each.tx_hash} label="transaction hash" isShort />
  },
  {
    head: "Amount",
    kind: "number",
    cell: (each) => <Money of={each.amount_usdc} currency="USDC" />
  },
  {
    head: "Status",
    cell: (each) => (
      <span className="row">
        <Badge status={each.status} />
        {each.confirmations !== undefined && (
          <span className="faint">{Format.count(each.confirmations)} confirmations</span>
        )}
      </span>
    )
  },
  { head: "Seen", cell: (each) => <Time at={each.seen_at} isShort /> }
]

export const Deposits = ({ payout }: { readonly payout: Payout }) =>
  payout.deposits.length === 0 ? null : (
    <Section title="Deposits" actions={<Badge status={payout.funding_status} />} isFlush>
      <Table
        caption="Deposits"
        columns={columns}
        rows={payout.deposits}
        idOf={(each) => `${each.tx_hash}-${each.log_index}`}
      />
    </Section>
  )
