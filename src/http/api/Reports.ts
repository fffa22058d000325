/** Contract of `/v1/reports`: what was settled, for the books of the customer. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Limits from "../../config/Limits.ts"
import * as CsvText from "../../usecases/CsvText.ts"
import * as SettlementReport from "../../usecases/SettlementReport.ts"
import * as Example from "./Example.ts"
import * as Data from "./ExampleData.ts"
import * as Fields from "./Fields.ts"

const nullable = Schema.NullOr(Schema.String)

const Settlement = Schema.Struct({
  payout_id: Schema.String,
  settled_at: Fields.Instant,
  created_at: Fields.Instant,
  source_amount_usdc: Schema.Finite,
  fee_usdc: Schema.Finite.annotate({ description: "What the margin costs of the source amount" }),
  exchange_rate: Schema.Finite,
  mid_market_rate: Schema.Finite,
  target_amount: Schema.Finite,
  target_currency: Fields.Currency,
  network: Schema.String,
  recipient_phone: Schema.String,
  recipient_name: nullable,
  reference: nullable,
  batch_id: nullable,
  quote_id: nullable,
  provider_reference: nullable
}).annotate({ identifier: "Settlement" })

export const settlements = HttpApiEndpoint.get("listSettlements", "/v1/reports/settlements", {
  query: {
    from: Fields.QueryInstant,
    to: Fields.QueryInstant,
    format: Schema.optionalKey(Schema.Literals(["json", "csv"])),
    limit: Schema.optionalKey(Fields.integer(1, Limits.http.reportRowsMax)),
    cursor: Schema.optionalKey(Fields.cursor("po"))
  },
  success: Schema.Struct({
    data: Schema.Array(Settlement),
    next_cursor: Fields.NextCursor
  }),
  error: Fields.readErrors
})
  .annotateMerge(
    OpenApi.annotations({
      summary: "Settled payouts of a time, one line for each",
      description:
        "Payouts that settled at `from` or later and before `to`, newest creation first, as JSON or, " +
        "with `format=csv`, as a file. Without `limit` and `cursor` the answer is the whole report, " +
        "of any length, sent as it is read; a `to` in the future stands for the moment of the " +
        "request. A connection that ends before the answer does has sent a part: ask again. An account " +
        `has ${Limits.http.reportsOfAccountMax} such answers at once; more get 503. With ` +
        `\`limit\` or \`cursor\` it is one page, of ${Limits.http.reportRowsMax} lines at most; the next ` +
        "begins at `next_cursor`, of a file at the header `X-Next-Cursor`."
    })
  )
  .annotate(
    OpenApi.Transform,
    Example.of({
      query: { from: "2026-03-01T00:00:00.000Z", to: "2026-04-01T00:00:00.000Z" },
      answer: { data: [Data.settlement], next_cursor: null },
      csvAnswer: [SettlementReport.columns, SettlementReport.cellsOf(Data.settlement)]
        .map(CsvText.line)
        .join("")
    })
  )

export class Group extends HttpApiGroup.make("Reports")
  .add(settlements)
  .annotate(OpenApi.Description, "What was settled, for bookkeeping.") {}
