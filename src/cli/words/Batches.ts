/** Words of the commands about batches. */
import { followWith } from "./Common.ts"

export const commands = {
  batches: "Manage the batches of the account",
  submit: (columns: ReadonlyArray<string>): string =>
    `Submit a file (${columns.join(",")}) and follow it. Rows that are not paid are written to ` +
    "file.failed.csv, which can be submitted as it is",
  watch:
    "Follow a batch until its last row has ended; exit code 0 when every row is paid. " +
    "--json prints one line per change"
} as const

export const nameOfBatch = "Name of the batch; default: the file's name without its extension"

interface State {
  readonly done: number
  readonly total: number
  readonly status: string
  readonly failed: number
}

/** What stands after the bar of progress. */
export const state = ({ done, failed, status, total }: State): string =>
  `${done}/${total} ${status}${failed === 0 ? "" : `, ${failed} failed`}`

export const continues = (id: string): string =>
  `The batch continues. ${followWith(`batches watch ${id}`)}`

export const stoppedInUpload =
  "The service may have accepted the file. Run the same command again to follow its batch; " +
  "no row is paid twice."

/** The replay of an earlier submission keeps that batch's name. */
export const submittedBefore = (name: string | null): string =>
  `These rows were submitted before${name === null ? "" : `, as the batch "${name}"`}. No row is paid twice.`

export const everyRowIsPaid = "Every row is paid."

export const unpaidRow = (phone: string, amountUsdc: number, why: string): string =>
  `${phone}, ${amountUsdc} USDC: ${why}`

export const unpaid = (rows: number): string =>
  `${rows === 1 ? "1 row was" : `${rows} rows were`} not paid.`

export const unpaidIn = (rows: number, file: string): string =>
  `${unpaid(rows)} To pay again, submit ${file}`

export const endedAs = (status: string): string => `The batch ended as ${status}.`
