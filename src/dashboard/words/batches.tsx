/** Words of batches: the lists, a new batch and its review, one batch. */
import type { ReactNode } from "react"
import * as Format from "../data/Format.ts"

/** Words of the lists of batches and bulk batches. */
export const batches = {
  newBatch: "New batch",
  kinds: { label: "Kind of batches", bulk: "Bulk (API)" },
  bulkCaption: "Bulk batches",

  searchLabel: "Search batches by name",

  /** Labels of the status filter. A batch that awaits funds has the status `processing`. */
  statuses: {
    queued: "Queued",
    processing: "Awaiting funds or processing",
    completed: "Completed",
    cancelled: "Cancelled"
  },

  columns: { bulkBatch: "Bulk batch", failed: "Failed" },

  none: {
    title: "No batches yet",
    hint: "Pay up to 1,000 people with one CSV file and one transfer.",
    createFirst: "Create the first batch"
  },

  noneMatch: "No batches match",

  noBulk: {
    title: "No bulk batches yet",
    hint: (
      <>
        Payouts that your server submits together, with <code>POST /v1/payouts/bulk</code>.
      </>
    ),
    guide: "Bulk batch guide"
  }
} as const

const rows = (count: number): string => Format.counted(count, "row", "rows")

/** Words of the page on which a batch is made from a file. */
export const batchNew = {
  title: "New batch",
  template: "Download the template",
  submit: "Submit batch",
  lookedAt: "I have checked the rows above that may be paid twice.",
  submittedBefore: "This file was already submitted. This is its batch.",

  file: {
    title: "File",
    about: "The file is checked first. Nothing is paid until you review and submit it.",
    drop: "Drop a CSV file here, or",
    dropAnother: "Drop another CSV file here, or",
    choose: "Choose a file",
    label: "CSV file",
    columns: (names: ReactNode): ReactNode => <>Columns: {names}. At most 1,000 rows.</>
  },

  name: { label: "Batch name", hint: "The name distinguishes the batch from others." },

  inOrder: (count: number): string => `${rows(count)}, in the order of the file`,

  withProblems: (wrong: number, total: number): string =>
    `${rows(wrong)} of ${Format.count(total)} ${wrong === 1 ? "has" : "have"} problems. Correct the file and choose it again, or ` +
    "continue without them. Rows are counted without the line of the column names.",

  rowsOfFile: "Rows",
  downloadWrong: "Download rows with problems",
  goOn: (count: number): string => `Continue with the other ${count === 1 ? "row" : rows(count)}`,

  /** The row's number, before its problem. */
  row: (number: number): string => `Row ${number}: `
} as const

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Words of the review of a batch before it is submitted. */
export const review = {
  title: "Review",
  about: "Amounts use the current rates. The rates are locked when you submit.",
  aboutPart: "Only the rows without problems, at the current rates.",

  facts: { feeIncluded: "Fee, included" },
  columns: { recipientsGet: "Recipients get", currency: "Currency" },
  byCurrency: "Totals by currency",
  byNetwork: "Totals by network",

  duplicates: {
    intro: "These rows pay the same amount to the same phone. Check that this is intended.",
    one: (row: string, other: string): string => `${capital(row)} is the same as ${other}`,
    more: (count: number): string => `And ${count} more`
  },

  paidBefore: {
    intro: (rows: string): string =>
      `${rows} the same amount to the same phone as a payout of the last 14 days. A new batch ` +
      "pays it again, so check that this is intended.",
    pays: (count: number): string => (count === 1 ? "1 row pays" : `${count} rows pay`),
    one: (row: string, date: ReactNode, status: ReactNode): ReactNode => (
      <>
        {capital(row)}: {date}, {status}
      </>
    )
  },

  warnings: {
    intro: "The sandbox accepts these rows, but production would reject them.",
    one: (row: string, field: string, message: string): string =>
      `${capital(row)}: ${field} ${message}`
  },

  repeated: (linkOf: (text: string) => ReactNode): ReactNode => (
    <>
      These rows were submitted before, as {linkOf("this batch")}. Submitting them again opens that
      batch and pays nothing twice.
    </>
  )
} as const

/** Words of the page of one batch. */
export const batch = {
  heading: (payouts: number): string => Format.counted(payouts, "payout", "payouts"),
  fundingStatus: "Funding status",
  caption: "Payouts of the batch",
  noneMatch: "No payouts with this status",

  /** Names of the values that buttons copy. */
  copied: { batchId: "batch id", depositAddress: "deposit address" },

  cancel: {
    label: "Cancel batch",
    title: "Cancel this batch?",
    effect: "No payout of this batch is made. Money that arrives later is refunded.",
    done: "The batch is cancelled."
  }
} as const

/** Words of a batch's progress. */
export const progress = {
  ended: (done: number, total: number): string =>
    `${Format.count(done)} of ${Format.count(total)} ended`,

  bar: "Finished payouts",
  settled: (count: number): string => `${Format.count(count)} settled`,
  failed: (count: number): string => `${Format.count(count)} failed`,
  pending: (count: number): string => `${Format.count(count)} pending`
} as const

/** Words of a batch's failed rows, as a file and as a new batch. */
export const failedRows = {
  download: "Download failed rows",
  of: (batch: string): string => `Retry of ${Format.middle(batch)}`,
  seeRetry: "See the retry",
  /** The words before the name of the batch that contains the rows again. */
  paidAgainIn: "Paid again in",
  /** The name of the batch of the failed rows. */
  retryOf: (name: string): string => `${name} (retry)`
} as const

/** Words of the page of one bulk batch. */
export const bulk = {
  title: "Bulk batch",
  back: "Bulk batches",
  heading: (payouts: number): string => Format.counted(payouts, "payout", "payouts"),
  caption: "Payouts of the bulk batch"
} as const
