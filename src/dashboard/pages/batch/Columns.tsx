/** Columns of the payouts of a batch, whichever API made it. */
import type { BatchPayout } from "../../../client/Generated.ts"
import { Badge } from "../../parts/Badge.tsx"
import type { Column } from "../../parts/Listing.tsx"
import { NetworkName } from "../../parts/NetworkName.tsx"
import { Money } from "../../parts/Value.tsx"
import * as CommonWords from "../../words/Common.ts"
import { failures } from "../../words/payout/Trouble.ts"

export type Row = Pick<
  BatchPayout,
  | "status"
  | "amount_usdc"
  | "target_amount_fiat"
  | "target_currency"
  | "network"
  | "idempotency_key"
  | "failure_reason"
>

/** How it goes and what it pays. */
export const amounts: ReadonlyArray<Column<Row>> = [
  {
    head: CommonWords.status,
    kind: "status",
    cell: (each) => <Badge status={each.status} />
  },
  {
    head: CommonWords.amount,
    kind: "number",
    isPlain: true,
    cell: (each) => <Money of={each.amount_usdc} currency="USDC" />
  },
  {
    head: CommonWords.recipientGets,
    kind: "number",
    isPlain: true,
    cell: (each) => <Money of={each.target_amount_fiat} currency={each.target_currency} />
  }
]

/** Where it goes, what its client calls it, and why it failed. */
export const details: ReadonlyArray<Column<Row>> = [
  {
    head: CommonWords.network,
    isPlain: true,
    cell: (each) => <NetworkName of={each.network} />
  },
  { head: CommonWords.key, cell: (each) => <code>{each.idempotency_key}</code> },
  {
    head: CommonWords.failure,
    cell: (each) => each.failure_reason && failures[each.failure_reason].title
  }
]
