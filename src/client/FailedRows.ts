/** Rows of a batch that were not paid, as a file that the service takes as a new batch. */
import type { BatchPayout } from "./Generated.ts"

export const columns = ["phone", "network", "amount_usdc", "name", "idempotency_key"] as const

/** Signs that begin a formula in a spreadsheet, after characters that show nothing. */
const formula =
  /^[\s\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]/u

/** A phone number is none: the service takes it as it is. */
const plain = /^\+\d+$/

const cell = (text: string): string => {
  const safe = formula.test(text) && !plain.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A file of rows, each with a cell for every column. */
export const csvOf = (rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [columns, ...rows].map((cells) => `${cells.map(cell).join(",")}\n`).join("")

/** Rows that ended unpaid: a row in manual review is not one, because it may have been paid. */
export const isUnpaid = ({ status }: BatchPayout): boolean =>
  status === "FAILED" || status === "REVERSED"

/**
 * A new key, because the service refuses a used one in another batch. It is made of the payout that
 * failed, so that two submissions of the same rows within a day do not pay twice.
 */
export const keyOf = ({ payout_id }: Pick<BatchPayout, "payout_id">): string => `retry-${payout_id}`

/** The payout that a row with such a key repeats. */
export const repeats = ({ idempotency_key }: Pick<BatchPayout, "idempotency_key">) =>
  /^retry-(po_\w+)$/.exec(idempotency_key ?? "")?.[1]

export const csv = (rows: ReadonlyArray<BatchPayout>): string =>
  csvOf(
    rows.map((row) => [
      row.recipient_phone,
      row.network,
      String(row.amount_usdc),
      row.recipient_name ?? "",
      keyOf(row)
    ])
  )
