/** Words of the fields of a quote. */

/** What one USDC costs, and what the margin takes of it. */
export const nowRate = (rate: string, fee: string, midMarket: string): string =>
  `Now ${rate}, after a fee of ${fee} on the mid-market rate of ${midMarket}.`

/** Before a quote fixes it. */
export const recipientGets = (amount: string): string => `The recipient gets about ${amount}.`
export const youSend = (amount: string): string => `You send about ${amount}.`

export const sides = { label: "Which amount is given", source: "You send" } as const
export const amountUsdc = "Amount, USDC"
export const amountIn = (currency: string): string => `Amount, ${currency}`
export const fiatFormat = "An amount above 0 with at most 2 decimals, such as 91,575"
export const currency = "Recipient's currency"
/** A currency with its country. */
export const currencyOf = (code: string, country: string): string => `${code} · ${country}`
