/** The JSON of a quote. */
import * as Money from "../../domain/money/Money.ts"
import * as Network from "../../domain/Network.ts"
import * as Quotes from "../../domain/quote/Quote.ts"
import * as Instants from "../contract/Instants.ts"

export const quote = (quote: Quotes.Quote, now: number) => ({
  quote_id: quote.id,
  source_currency: "USDC" as const,
  target_currency: quote.currency,
  source_amount: Money.toJson(quote.sourceAmount, 6),
  target_amount: Money.toJson(quote.targetAmount, Network.decimals(quote.currency)),
  exchange_rate: Money.toJson(quote.rate, 6),
  spread_percent: quote.spread,
  mid_market_rate: Money.toJson(Money.beforeSpread(quote.rate, quote.spread), 6),
  fee_usdc: Money.toJson(Money.costOfSpread(quote.sourceAmount, quote.spread), 6),
  status: Quotes.status(quote, now),
  expires_at: Instants.instant(quote.expiresAt),
  created_at: Instants.instant(quote.createdAt)
})
