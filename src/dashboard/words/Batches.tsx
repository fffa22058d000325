/** Words of the lists of batches and bulk batches. */

export const newBatch = "New batch"
export const kinds = { label: "Kind of batches", bulk: "Bulk (API)" } as const
export const bulkCaption = "Bulk batches"

export const searchLabel = "Search batches by name"

/** Of the filter: a batch that waits for its funds is processing. */
export const statuses = {
  queued: "Queued",
  processing: "Awaiting funds or processing",
  completed: "Completed",
  cancelled: "Cancelled"
} as const

export const columns = { bulkBatch: "Bulk batch", failed: "Failed" } as const

export const none = {
  title: "No batches yet",
  hint: "Pay up to 1,000 people with one CSV file and one transfer.",
  createFirst: "Create the first batch"
} as const

export const noneMatch = "No batches match"

export const noBulk = {
  title: "No bulk batches yet",
  hint: (
    <>
      Payouts that your server submits together, with <code>POST /v1/payouts/bulk</code>.
    </>
  ),
  guide: "How to make one"
} as const
