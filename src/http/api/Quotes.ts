/** Contract of `/v1/quotes` (spec 4.1). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Fields from "./Fields.ts"

export const Quote = Schema.Struct({
  quote_id: Schema.String,
  source_currency: Schema.Literal("USDC"),
  target_currency: Fields.Currency,
  source_amount: Schema.Finite,
  target_amount: Schema.Finite,
  exchange_rate: Schema.Finite,
  spread_percent: Schema.Finite,
  status: Schema.Literals(["ACTIVE", "LOCKED", "USED", "EXPIRED"]),
  expires_at: Fields.Instant,
  created_at: Fields.Instant
}).annotate({ identifier: "Quote" })

export const create = HttpApiEndpoint.post("createQuote", "/v1/quotes", {
  payload: Schema.Struct({
    source_amount_usdc: Fields.maybe(Fields.Usdc),
    target_amount: Fields.maybe(Fields.Fiat),
    target_currency: Fields.Currency,
    idempotency_key: Fields.IdempotencyKey
  }),
  success: Quote.pipe(HttpApiSchema.status(201)),
  error: Fields.writeErrors
}).annotateMerge(
  OpenApi.annotations({
    summary: "Lock a rate",
    description: "Exactly one of source_amount_usdc and target_amount. The rate holds for the TTL."
  })
)

export const get = HttpApiEndpoint.get("getQuote", "/v1/quotes/:id", {
  params: { id: Schema.String },
  success: Quote,
  error: Fields.readErrors
}).annotateMerge(OpenApi.annotations({ summary: "Get a quote with its current status" }))

export const list = HttpApiEndpoint.get("listQuotes", "/v1/quotes", {
  query: {
    ...Fields.page,
    status: Schema.optionalKey(Schema.Literals(["ACTIVE", "LOCKED", "USED", "EXPIRED"]))
  },
  success: Fields.list(Quote),
  error: Fields.readErrors
}).annotateMerge(OpenApi.annotations({ summary: "List quotes, newest first" }))

export class Group extends HttpApiGroup.make("Quotes").add(create, get, list) {}
