/** Words of the rows of a batch that failed: as a file, and submitted again. */

export const download = "Download failed rows"
export const seeRetry = "See the retry"
