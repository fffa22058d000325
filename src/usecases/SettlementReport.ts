/** The columns of the report of settled payouts as a file. */
export const columns = [
  ...(["payout_id", "settled_at", "created_at", "source_amount_usdc", "fee_usdc"] as const),
  ...(["exchange_rate", "target_amount", "target_currency", "network"] as const),
  ...(["recipient_phone", "recipient_name", "reference", "batch_id", "quote_id"] as const),
  "provider_reference"
] as const

type Row = Readonly<Record<(typeof columns)[number], string | number | null>>

/** The cells of a line, in the order of the columns. */
export const cellsOf = (row: Row): ReadonlyArray<string | null> =>
  columns.map((name) => (row[name] === null ? null : String(row[name])))
