/** Examples of quotes. */
import * as Quotes from "../../domain/quote/Quote.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Objects from "../contract/ExampleObjects.ts"
import * as QuoteJson from "./QuoteJson.ts"

export const quote = QuoteJson.quote(Objects.quote, Objects.createdAt)

/** The quote after its payout was created. */
export const locked = QuoteJson.quote(
  Quotes.held(Objects.quote, Data.ids.payout),
  Objects.createdAt
)
