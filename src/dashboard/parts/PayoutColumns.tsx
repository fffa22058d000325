/** Columns that all payout lists share: the recipient's amount and the network. */
import type { Payout } from "../../client/Generated.ts"
import { common as CommonWords } from "../words/common.ts"
import type { Column } from "./Listing.tsx"
import { NetworkName } from "./NetworkName.tsx"
import { Money } from "./Value.tsx"

type Row = Pick<Payout, "target_amount_fiat" | "target_currency" | "recipient_phone" | "network">

export const received: ReadonlyArray<Column<Row>> = [
  {
    head: CommonWords.recipientGets,
    kind: "number",
    isPlain: true,
    cell: (each) => <Money of={each.target_amount_fiat} currency={each.target_currency} />
  },
  {
    head: CommonWords.phone,
    isPlain: true,
    cell: (each) => <span className="money">{each.recipient_phone}</span>
  },
  {
    head: CommonWords.network,
    isPlain: true,
    cell: (each) => <NetworkName of={each.network} />
  }
]
