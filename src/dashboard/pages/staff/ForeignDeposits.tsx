/** Booked deposits on other chains or in other tokens, for staff. Amounts are never added up. */
import type { ForeignDeposit } from "../../../client/Generated.ts"
import { foreignAmountOnChain } from "../../parts/ForeignRefunds.tsx"
import { type Column, Table } from "../../parts/Listing.tsx"
import { Section } from "../../parts/Page.tsx"
import { Code } from "../../parts/Value.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { deposits as Words } from "../../words/payouts.tsx"

const columns: ReadonlyArray<Column<ForeignDeposit>> = [
  {
    head: Words.columns.transaction,
    cell: (each) => <Code text={each.tx_hash} label={Words.transactionHash} isShort />
  },
  { head: CommonWords.amount, kind: "number", cell: foreignAmountOnChain },
  {
    head: Words.columns.sender,
    cell: (each) => <Code text={each.from} label={Words.senderAddress} isShort />
  },
  { head: Words.columns.screening, cell: (each) => Words.screening(each.is_screened) }
]

export const ForeignDeposits = ({
  of = []
}: {
  readonly of: ReadonlyArray<ForeignDeposit> | undefined
}) =>
  of.length === 0 ? null : (
    <Section title={Words.foreign} isFlush>
      <Table
        caption={Words.foreign}
        columns={columns}
        rows={of}
        idOf={(each) => `${each.chain_id}-${each.tx_hash}-${each.log_index}`}
      />
    </Section>
  )
