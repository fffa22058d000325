/** Columns for the payouts of a batch or a bulk batch. */
import { Link } from "wouter"
import type { BatchPayout } from "../../../client/Generated.ts"
import { Badge } from "../../parts/Badge.tsx"
import type { Column } from "../../parts/Listing.tsx"
import * as PayoutColumns from "../../parts/PayoutColumns.tsx"
import { Money } from "../../parts/Value.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { trouble as TroubleWords } from "../../words/troubles.ts"

type Row = Pick<
  BatchPayout,
  | "payout_id"
  | "recipient_name"
  | "recipient_phone"
  | "status"
  | "amount_usdc"
  | "target_amount_fiat"
  | "target_currency"
  | "network"
  | "idempotency_key"
  | "failure_reason"
  | "reason_message"
>

/** The recipient, the amounts, the client's key, and the reason of a failure or delay. */
export const all: ReadonlyArray<Column<Row>> = [
  {
    head: CommonWords.recipient,
    kind: "main",
    cell: (each) => (
      <Link href={`/payouts/${each.payout_id}`}>{each.recipient_name ?? each.recipient_phone}</Link>
    )
  },
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
  ...PayoutColumns.received,
  { head: CommonWords.key, cell: (each) => <code>{each.idempotency_key}</code> },
  {
    head: CommonWords.failure,
    cell: (each) =>
      each.failure_reason === undefined
        ? each.reason_message
        : TroubleWords.failures[each.failure_reason].title
  }
]
