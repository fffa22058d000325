/** Words of the rows of a batch that failed: as a file, and submitted again. */

import * as Format from "../../data/Format.ts"

export const download = "Download failed rows"
export const of = (batch: string): string => `Retry of ${Format.middle(batch)}`
export const seeRetry = "See the retry"
/** Before the name of the batch that has the rows again. */
export const paidAgainIn = "Paid again in"
/** What the batch of the failed rows is called. */
export const retryOf = (name: string): string => `${name} (retry)`
