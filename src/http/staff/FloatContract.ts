/** Contract of the float, which is our money at mobile-money providers, for operators. */
import { Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Float from "../../domain/money/Float.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"

const described = <S extends Schema.Top>(schema: S, description: string) =>
  schema.annotate({ description })

const Level = Schema.Struct({
  provider: described(Schema.String, "Mobile money provider."),
  currency: Fields.Currency,
  state: described(
    Schema.Literals(Float.states),
    "State of the float. `ok`: the cover is at least the threshold. `low`: the cover is below " +
      "the threshold. `short`: funded payouts need more than the balance. `unknown`: the " +
      "provider did not report the balance, or a partition did not report its payouts."
  ),
  balance: described(
    Schema.NullOr(Schema.Finite),
    "Balance that the provider reports, in the currency. `null` if the last request failed or " +
      "the provider reports none."
  ),
  balance_at: described(
    Schema.NullOr(Schema.String),
    "Time of the last reported balance. ISO 8601 in UTC. `null` if this process has had none."
  ),
  unknown_since: described(
    Schema.NullOr(Schema.String),
    "Time since which the state is `unknown`. ISO 8601 in UTC. `null` in every other state."
  ),
  committed: described(
    Schema.NullOr(Schema.Finite),
    "Amount of payouts that are funded and neither paid nor ended, in the currency. A payout " +
      "without a transfer counts at the first provider of its network. Frozen payouts do not " +
      "count. `null` if a partition did not report its payouts."
  ),
  cover: described(
    Schema.NullOr(Schema.Finite),
    "`balance` less `committed`. Negative if the balance does not suffice. `null` if either is " +
      "unknown."
  ),
  hours_left: described(
    Schema.NullOr(Schema.Finite),
    "Hours until nothing is left of `cover`, at the pace of the last 24 hours, with one decimal. " +
      "`null` if the cover is unknown or negative, nothing was paid, or payouts have been " +
      "counted for less than an hour. A restart begins the count again."
  ),
  threshold: described(
    Schema.NullOr(Schema.Finite),
    "Cover below which an incident opens, from `FLOAT_THRESHOLDS`. `null` if none is set."
  )
}).annotate({ identifier: "FloatLevel" })

const FloatList = Schema.Struct({
  polled_at: described(
    Schema.NullOr(Schema.String),
    "Time of the last poll. ISO 8601 in UTC. `null` before the first one."
  ),
  policy: described(
    Schema.Literals(["warn", "refuse"]),
    "`FLOAT_POLICY`. `refuse`: new quotes and batches that the float cannot cover are refused. " +
      "`warn`: only incidents open."
  ),
  data: described(
    Schema.Array(Level),
    "One element per provider and currency, in alphabetical order."
  )
}).annotate({ identifier: "Float" })

export const list = Operation.get("getFloat", "/admin/v1/float", {
  summary: "Get the float",
  description:
    "Returns our balance at each mobile money provider in each currency, and what funded " +
    `payouts will still take from it. The figures are polled every ${Limits.float.everyMs / 1_000} ` +
    "seconds. A provider that does not respond is `unknown`, and its last balance is not used.",
  access: { by: "admin" },
  location: "directory",
  success: FloatList,
  example: { answer: Data.float }
})

export const group = Operation.group({
  name: "Float",
  description: "Our money at mobile money providers, for operators.",
  operations: [list]
})
