/** Words of the button that gives the rows of a batch that failed. */

export const download = "Download failed rows"
