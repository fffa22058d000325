/** Contract of the public routes, which need no key: networks and rates. */
import { Schema } from "effect"
import * as Data from "../contract/ExampleData.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"

const Network = Schema.Struct({
  network: Schema.String,
  slug: Schema.String,
  name: Schema.String.annotate({ description: "Name of the network." }),
  country: Schema.String,
  calling_code: Schema.String.annotate({
    description: "Digits after the plus sign that all numbers of the country begin with."
  }),
  national_lengths: Schema.Array(Schema.Finite).annotate({
    description: "Valid numbers of digits after the calling code."
  }),
  currency: Fields.Currency,
  status: Schema.Literals(["operational", "degraded", "down"]),
  min_amount: Schema.Finite,
  max_amount: Schema.Finite,
  decimals: Schema.Finite,
  recipient_name: Schema.Literals(["required", "optional"]).annotate({
    description:
      "`required` or `optional`. If it is `required`, production refuses a " +
      "payout without it, and the sandbox returns a warning."
  })
}).annotate({ identifier: "Network" })

const Rate = Schema.Struct({
  source_currency: Schema.Literal("USDC"),
  target_currency: Fields.Currency,
  exchange_rate: Schema.Finite,
  spread_percent: Schema.Finite,
  mid_market_rate: Schema.Finite,
  networks: Schema.Array(Schema.String),
  updated_at: Fields.Instant
}).annotate({ identifier: "Rate" })

export const networks = Operation.get("listNetworks", "/v1/networks", {
  summary: "List networks",
  description: "Returns all supported networks with their limits and current status.",
  access: { by: "public" },
  location: "here",
  success: Schema.Struct({ data: Schema.Array(Network) }),
  example: {
    answer: {
      data: [
        {
          network: "MTN_UG",
          slug: "mtn_uganda",
          name: "MTN MoMo",
          country: "UG",
          calling_code: "256",
          national_lengths: [9],
          currency: "UGX",
          status: "operational",
          min_amount: 500,
          max_amount: 5000000,
          decimals: 0,
          recipient_name: "optional"
        }
      ]
    }
  }
})

export const rates = Operation.get("listRates", "/v1/rates", {
  summary: "List current rates",
  description: "Returns the rates that a quote would lock now, after the spread.",
  access: { by: "public" },
  location: "here",
  success: Schema.Struct({ data: Schema.Array(Rate) }),
  example: {
    answer: {
      data: [
        {
          source_currency: "USDC",
          target_currency: "UGX",
          exchange_rate: 3663,
          spread_percent: 0.01,
          mid_market_rate: 3700,
          networks: ["MTN_UG", "AIRTEL_UG"],
          updated_at: Data.created_at
        }
      ]
    }
  }
})

export const group = Operation.group({
  name: "Public",
  description: "Networks and rates. These operations need no key.",
  operations: [networks, rates]
})
