/** Contract of `/v1/quotes`. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Limits from "../../config/Limits.ts"
import * as Sorting from "../Sorting.ts"
import * as Example from "./Example.ts"
import * as Data from "./ExampleData.ts"
import * as Fields from "./Fields.ts"

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

/** Exactly one of the amounts. */
export const NewQuote = Schema.Struct({
  source_amount_usdc: Fields.maybe(Fields.Usdc),
  target_amount: Fields.maybe(Fields.Fiat),
  target_currency: Fields.Currency,
  idempotency_key: Fields.IdempotencyKey
})

export const create = HttpApiEndpoint.post("createQuote", "/v1/quotes", {
  payload: NewQuote,
  success: Quote.pipe(HttpApiSchema.status(201)),
  error: Fields.writeErrors
})
  .annotateMerge(
    OpenApi.annotations({
      summary: "Lock a rate",
      description:
        "Exactly one of source_amount_usdc and target_amount. The rate holds until `expires_at`."
    })
  )
  .annotate(
    OpenApi.Transform,
    Example.of({
      body: {
        source_amount_usdc: 25,
        target_currency: "UGX",
        idempotency_key: Data.idempotencyKey
      },
      answer: Data.quote
    })
  )

/** Exactly one of the amounts of each. */
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

export const createBulk = HttpApiEndpoint.post("createQuotes", "/v1/quotes/bulk", {
  payload: NewQuotes,
  success: Schema.Struct({ data: Schema.Array(Quote) }).pipe(HttpApiSchema.status(201)),
  error: Fields.writeErrors
})
  .annotateMerge(
    OpenApi.annotations({
      summary: "Lock up to 100 rates at once",
      description:
        "All or none, in the order given, as one request of the limit of bulk requests: for " +
        "`POST /v1/payouts/bulk`, which takes as many payouts."
    })
  )
  .annotate(
    OpenApi.Transform,
    Example.of({
      body: {
        quotes: [{ source_amount_usdc: 25, target_currency: "UGX" }],
        idempotency_key: Data.idempotencyKey
      },
      answer: { data: [Data.quote] }
    })
  )

export const get = HttpApiEndpoint.get("getQuote", "/v1/quotes/:id", {
  params: { id: Schema.String },
  success: Quote,
  error: Fields.readErrors
})
  .annotateMerge(OpenApi.annotations({ summary: "Get a quote with its current status" }))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description: "ACTIVE until its end, LOCKED by its payout, USED once that is on its way.",
      path: { id: Data.ids.quote },
      answer: { ...Data.quote, status: "LOCKED" }
    })
  )

export const list = HttpApiEndpoint.get("listQuotes", "/v1/quotes", {
  query: {
    ...Fields.sortedPage("qt", Sorting.byCreation),
    status: Schema.optionalKey(Schema.Literals(["ACTIVE", "LOCKED", "USED", "EXPIRED"]))
  },
  success: Fields.cursorList(Quote),
  error: Fields.readErrors
})
  .annotateMerge(OpenApi.annotations({ summary: "List quotes, newest first" }))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description: "Every quote of the account, whatever became of it.",
      query: { status: "ACTIVE" },
      answer: Data.cursorPage(Data.quote)
    })
  )

export class Group extends HttpApiGroup.make("Quotes")
  .add(create, createBulk, get, list)
  .annotate(OpenApi.Description, "A locked rate from USDC to a local currency.") {}
