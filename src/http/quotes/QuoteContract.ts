/** Contract of `/v1/quotes`. */
import { Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"
import * as Sorting from "../contract/Sorting.ts"
import * as Examples from "./QuoteExamples.ts"

const Quote = Schema.Struct({
  quote_id: Schema.String,
  source_currency: Schema.Literal("USDC"),
  target_currency: Fields.Currency,
  source_amount: Schema.Finite,
  target_amount: Schema.Finite,
  exchange_rate: Schema.Finite,
  spread_percent: Schema.Finite,
  mid_market_rate: Schema.Finite,
  fee_usdc: Schema.Finite,
  status: Schema.Literals(["ACTIVE", "LOCKED", "USED", "EXPIRED"]),
  expires_at: Fields.Instant,
  created_at: Fields.Instant
}).annotate({ identifier: "Quote" })

/** A request for a quote, with exactly one of the amounts. */
export const NewQuote = Schema.Struct({
  source_amount_usdc: Fields.maybe(Fields.Usdc),
  target_amount: Fields.maybe(Fields.Fiat),
  target_currency: Fields.Currency,
  idempotency_key: Fields.IdempotencyKey
})

export const create = Operation.post("createQuote", "/v1/quotes", {
  summary: "Lock a rate",
  description:
    "Locks the current rate until `expires_at`. Send either `source_amount_usdc` or " +
    "`target_amount`.",
  conflicts: ["DUPLICATE_IDEMPOTENCY_KEY", "PROVIDER_BALANCE_LOW"],
  access: { by: "account", area: "payouts", limit: "quotes" },
  payload: NewQuote,
  success: Quote,
  status: 201,
  example: {
    body: {
      source_amount_usdc: 25,
      target_currency: "UGX",
      idempotency_key: Data.idempotencyKey
    },
    answer: Examples.quote
  }
})

/** Requests for quotes, each with exactly one of the amounts. */
const NewQuotes = Schema.Struct({
  quotes: Schema.Array(
    Schema.Struct({
      source_amount_usdc: Fields.maybe(Fields.Usdc),
      target_amount: Fields.maybe(Fields.Fiat),
      target_currency: Fields.Currency
    })
  ).check(
    Schema.isMinLength(1, { message: "empty: must have at least one quote" }),
    Schema.isMaxLength(Limits.batches.bulkRowsMax, {
      message: `too_many: must have at most ${Limits.batches.bulkRowsMax} quotes`
    })
  ),
  idempotency_key: Fields.IdempotencyKey
})

export const createBulk = Operation.post("createQuotes", "/v1/quotes/bulk", {
  summary: "Lock up to 100 rates",
  description:
    "Locks one rate per item, or none if an item is invalid. Quotes are returned in the " +
    "order of the request. The request counts once against the bulk limit. Use the quotes " +
    "with `POST /v1/payouts/bulk`.",
  conflicts: ["DUPLICATE_IDEMPOTENCY_KEY", "PROVIDER_BALANCE_LOW"],
  access: { by: "account", area: "payouts", limit: "bulk" },
  payload: NewQuotes,
  success: Schema.Struct({ data: Schema.Array(Quote) }),
  status: 201,
  example: {
    body: {
      quotes: [{ source_amount_usdc: 25, target_currency: "UGX" }],
      idempotency_key: Data.idempotencyKey
    },
    answer: { data: [Examples.quote] }
  }
})

export const get = Operation.get("getQuote", "/v1/quotes/:id", {
  summary: "Get a quote",
  description:
    "Returns one quote. It is `ACTIVE` until it expires, `LOCKED` once a payout is " +
    "created with it, and `USED` once the money of that payout is on its way.",
  missing: ["QUOTE_NOT_FOUND"],
  access: { by: "account", area: "payouts" },
  success: Quote,
  example: { path: { id: Data.ids.quote }, answer: Examples.locked }
})

export const list = Operation.get("listQuotes", "/v1/quotes", {
  summary: "List quotes, newest first",
  description: "Returns the quotes of the account in every status.",
  access: { by: "account", area: "payouts" },
  query: {
    ...Fields.sortedPage("qt", Sorting.byCreation),
    status: Schema.optionalKey(Schema.Literals(["ACTIVE", "LOCKED", "USED", "EXPIRED"]))
  },
  success: Fields.cursorList(Quote),
  example: { query: { status: "ACTIVE" }, answer: Data.cursorPage(Examples.quote) }
})

export const group = Operation.group({
  name: "Quotes",
  description: "A quote locks a rate from USDC to a local currency.",
  operations: [create, createBulk, get, list]
})
