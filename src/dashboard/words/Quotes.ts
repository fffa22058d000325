/** Words of the list of quotes. */

export const title = "Quotes"
export const newQuote = "New quote"
export const create = "Create quote"
export const created = "The rate is locked."
export const none = "No quotes"
export const noneHint = "A quote locks a rate for one payout."
export const createFirst = "Get the first quote"

// Below the amount and the rate of a quote.
export const fee = (amount: string): string => `Fee ${amount}`
export const midMarket = (rate: string): string => `Mid-market ${rate}`
