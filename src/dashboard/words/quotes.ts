/** Words of quotes: the list, one quote, the fields. */

/** Words of the list of quotes. */
export const quotes = {
  title: "Quotes",
  newQuote: "New quote",
  create: "Create quote",
  created: "The rate is locked.",
  none: "No quotes",
  noneHint: "A quote locks a rate for one payout.",
  createFirst: "Get the first quote",

  // Notes below the amount and the rate of a quote.
  fee: (amount: string): string => `Fee ${amount}`,
  midMarket: (rate: string): string => `Mid-market ${rate}`
} as const

/** Words of the page of one quote. */
export const quotePage = {
  back: "Quotes",
  quoteId: "quote id",
  usedBy: "Used by payout",
  holdsFor: "Holds for",
  createPayout: "Create payout with this quote"
} as const

/** Words of the fields of a quote. */
export const quoteFields = {
  /** The price of one USDC, and the fee in it. */
  nowRate: (rate: string, fee: string, midMarket: string): string =>
    `Now ${rate}, after a fee of ${fee} on the mid-market rate of ${midMarket}.`,

  /** Estimates before a quote fixes the amount. */
  recipientGets: (amount: string): string => `The recipient gets about ${amount}.`,
  youSend: (amount: string): string => `You send about ${amount}.`,

  sides: { label: "Which amount is given", source: "You send" },
  amountUsdc: "Amount, USDC",
  amountIn: (currency: string): string => `Amount, ${currency}`,
  fiatFormat: "An amount above 0 with at most 2 decimals, such as 91,575",
  currency: "Recipient's currency",
  /** A currency with its country. */
  currencyOf: (code: string, country: string): string => `${code} · ${country}`
} as const
