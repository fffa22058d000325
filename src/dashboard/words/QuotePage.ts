/** Words of the page of one quote. */

export const back = "Quotes"
export const quoteId = "quote id"
export const usedBy = "Used by payout"
export const holdsFor = "Holds for"
export const createPayout = "Create payout with this quote"
