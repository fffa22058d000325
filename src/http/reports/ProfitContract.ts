/** Contract of `/admin/v1/reports/profit`: fees, realised results and costs by payout. */
import { Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as CsvText from "../../usecases/CsvText.ts"
import * as ProfitReport from "../../usecases/ProfitReport.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Objects from "../contract/ExampleObjects.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"

const nullableNumber = Schema.NullOr(Schema.Finite)

const source_amount_usdc = Schema.Finite.annotate({ description: "USDC that the customer paid." })

const fee_usdc = Schema.Finite.annotate({
  description: "Part of the source amount that the spread costs, in USDC. It is the spread income."
})

const converted_usdc = Schema.Finite.annotate({
  description: "Source amount less the fee, which is for sale."
})

const sold_usdc = Schema.Finite.annotate({
  description: "Part of the converted USDC that sales have taken, first in first out."
})

const returned_usdc = Schema.Finite.annotate({
  description:
    "Part of the converted USDC that returns of recalls have taken, first in first out. It has no " +
    "result."
})

const line = {
  account_id: Schema.String,
  account_name: Schema.NullOr(Schema.String).annotate({
    description: "Current name of the account."
  }),
  payout_id: Schema.String,
  settled_at: Fields.Instant,
  network: Schema.String,
  target_currency: Fields.Currency,
  target_amount: Schema.Finite,
  source_amount_usdc,
  fee_usdc,
  converted_usdc,
  sold_usdc,
  returned_usdc,
  fx_result: nullableNumber.annotate({
    description:
      "Share of the payout in the realised results of sales, in the target currency. Negative for " +
      "a loss. `null` while nothing is sold."
  }),
  provider_fee: nullableNumber.annotate({
    description:
      "Provider fees of bookings that name the payout, in the target currency. `null` if there is " +
      "no such booking."
  }),
  gas: nullableNumber.annotate({
    description:
      "Gas of bookings that name the payout, in the target currency. `null` if there is no such " +
      "booking."
  })
}

const ProfitLine = Schema.Struct(line).annotate({ identifier: "ProfitLine" })

const totals = Schema.Struct({
  count: Schema.Int.annotate({ description: "Number of payouts." }),
  ...{ source_amount_usdc, fee_usdc, converted_usdc, sold_usdc, returned_usdc },
  currencies: Schema.Array(
    Schema.Struct({
      currency: Fields.Currency,
      target_amount: Schema.Finite,
      fx_result: Schema.Finite,
      provider_fee: Schema.Finite,
      gas: Schema.Finite
    })
  ).annotate({ description: "Amounts of the lines by currency." })
}).annotate({ description: "Sums of the lines in this response." })

const unassigned = Schema.Array(
  Schema.Struct({
    currency: Fields.Currency,
    sold_usdc: Schema.Finite.annotate({ description: "USDC of sales." }),
    returned_usdc: Schema.Finite.annotate({ description: "USDC of returns." }),
    fx_result: nullableNumber.annotate({
      description: "Result of the part of the sales. `null` if no sale has such a part."
    })
  })
).annotate({
  description:
    "Parts of sales and returns of all time that exceed the USDC of all settled payouts, of every " +
    "account. Later payouts of the currency take them. Empty in the usual case."
})

const query = {
  from: Fields.QueryInstant,
  to: Fields.QueryInstant,
  format: Schema.optionalKey(Schema.Literals(["json", "csv"])),
  account_id: Schema.optionalKey(
    Fields.text(64).annotate({
      description: "Returns only lines of this account. Without it the report covers all accounts."
    })
  )
}

const { payout } = Objects.settled

const row: ProfitReport.Row = {
  ...ProfitReport.settledOf(payout, payout.settledAt ?? 0),
  share: { sold: 24_750_000n, returned: 0n, result: -120n },
  costs: { providerFee: 450n, gas: null }
}

const example = {
  ...{ account_id: Data.ids.account, account_name: "Acme" },
  ...ProfitReport.lineOf(row)
}

const cellsOfExample = [example.account_id, example.account_name, ...ProfitReport.cellsOf(example)]

export const report = Operation.get("listAdminProfit", "/admin/v1/reports/profit", {
  summary: "Report fees, realised results and costs by payout",
  description:
    "Returns one line per payout that settled in the period, the oldest settlement first. " +
    "Sales of USDC and returns of recalls take the converted USDC of payouts of their currency, " +
    "first in first out. The payouts of a sale share its result in proportion to their USDC, and " +
    "the shares sum to it. Sales, returns and bookings count until now, so a line of an earlier " +
    "period gets its result when its USDC is sold. The report reads all settled payouts. A period " +
    `has at most ${Limits.http.profitPayoutsMax} payouts. A \`to\` in the future means now. A file ` +
    "has no totals. If the connection ends early, the report is incomplete. Request it again.",
  access: { by: "admin" },
  location: "here",
  query,
  success: Schema.Struct({ data: Schema.Array(ProfitLine), totals, unassigned }),
  example: {
    query: { from: "2026-03-01T00:00:00.000Z", to: "2026-04-01T00:00:00.000Z" },
    answer: {
      data: [example],
      totals: ProfitReport.totalsOf(ProfitReport.add(ProfitReport.none, row)),
      unassigned: []
    },
    csvAnswer:
      CsvText.line(["account_id", "account_name", ...ProfitReport.columns]) +
      CsvText.line(cellsOfExample)
  }
})
