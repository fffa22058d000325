/** Contract of the public routes, which need no key: networks and rates. */
import { Schema } from "effect"
import * as Data from "../contract/ExampleData.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"

const Network = Schema.Struct({
  network: Schema.String,
  slug: Schema.String,
  name: Schema.String,
  country: Schema.String,
  calling_code: Schema.String.annotate({
    description: "What a number of the country begins with, after the plus"
  }),
  national_lengths: Schema.Array(Schema.Finite).annotate({
    description: "How many digits may follow the calling code"
  }),
  currency: Fields.Currency,
  status: Schema.Literals(["operational", "degraded", "down"]),
  min_amount: Schema.Finite,
  max_amount: Schema.Finite,
  decimals: Schema.Finite,
  recipient_name: Schema.Literals(["required", "optional"]).annotate({
    description:
      "Whether a payout needs `recipient_name`: production refuses one without it where no provider " +
      "of the network reports the name registered for a number; the sandbox answers with a warning"
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
  summary: "Supported networks and their current status",
  description: "Limits are per transaction, in the recipient's currency.",
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
  summary: "Current rates, margin included",
  description: "What a quote would lock at this moment.",
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
  description: "Networks and rates; no key needed.",
  operations: [networks, rates]
})
