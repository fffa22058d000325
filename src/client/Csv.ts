/** A CSV file as the form that carries it. */

export type Csv = string | Uint8Array | Blob

/** Form fields that can be sent with the file. */
export interface CsvFields {
  /** The batch name. */
  readonly name?: string | undefined
  /** `balance` pays from the account's balance. The default is `deposit`. */
  readonly funding?: "deposit" | "balance" | undefined
}

/** The form field that the service reads. */
const field = "file"

export const form = (csv: Csv, { funding, name }: CsvFields = {}): FormData => {
  const form = new FormData()
  const type = "text/csv"
  // A copy, because a Blob does not accept a view of shared memory.
  const part = typeof csv === "string" ? csv : csv instanceof Blob ? csv : new Uint8Array(csv)
  form.set(field, new Blob([part], { type }), "payouts.csv")
  if (name !== undefined) form.set("name", name)
  if (funding !== undefined) form.set("funding", funding)
  return form
}
