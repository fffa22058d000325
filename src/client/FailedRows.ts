/** Writes a batch's unpaid rows as a file that can be submitted as a new batch. */
import type { BatchPayout } from "./Generated.ts"

export const columns = ["phone", "network", "amount_usdc", "name", "idempotency_key"] as const

/** Signs that begin a formula in a spreadsheet, after invisible characters. */
const formula =
  /^[\s\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]/u

/** A phone number, which is no formula. The service accepts it only unchanged. */
const phone = /^\+\d+$/

const cell = (text: string): string => {
  const safe = formula.test(text) && !phone.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Writes a file of rows that have a cell for every column. */
export const csvOf = (rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [columns, ...rows].map((cells) => `${cells.map(cell).join(",")}\n`).join("")

/** True if a row ended unpaid. A row in manual review did not, because it may have been paid. */
export const isUnpaid = ({ status }: BatchPayout): boolean =>
  status === "FAILED" || status === "REVERSED"

/**
 * A new idempotency key, because the service refuses a used key in another batch. It contains the
 * failed payout's id, so that two submissions of the same rows within a day do not pay twice.
 */
export const keyOf = ({ payout_id }: Pick<BatchPayout, "payout_id">): string => `retry-${payout_id}`

/** Id of the payout that a row with such a key repeats. */
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
