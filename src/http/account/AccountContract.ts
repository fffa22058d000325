/**
 * Contract of `/v1/account` and `/v1/recipients`: the caller's account, and checks of recipients.
 */
import { Schema } from "effect"
import * as Data from "../contract/ExampleData.ts"
import * as Objects from "../contract/ExampleObjects.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"
import * as PartyFields from "../contract/PartyFields.ts"
import * as AccountJson from "./AccountJson.ts"

const Key = Schema.Struct({
  id: Schema.String,
  name: Fields.KeyName,
  scope: Fields.KeyScope,
  last4: Schema.String,
  created_at: Fields.Instant,
  ...Fields.keyBounds
})

const Limits = Schema.Struct({
  requests_per_minute: Schema.Finite,
  quotes_per_minute: Schema.Finite,
  bulk_requests_per_minute: Schema.Finite,
  quote_min_usdc: Schema.Finite,
  quote_max_usdc: Schema.Finite,
  quote_ttl_seconds: Schema.Finite,
  funding_window_seconds: Schema.Finite,
  payouts_per_bulk: Schema.Finite,
  payouts_per_batch: Schema.Finite
})

const OwnAccount = Schema.Struct({
  id: Schema.String,
  name: Fields.AccountName,
  email: Schema.String,
  environment: Schema.Literals(["sandbox", "production"]),
  status: Schema.Literals(["ACTIVE", "SUSPENDED"]),
  kyc_status: Schema.Literals(["PENDING", "APPROVED", "REJECTED"]),
  originator: PartyFields.shownOriginator,
  key: Schema.NullOr(Key).annotate({
    description: "API key of this request. `null` for a dashboard session."
  }),
  limits: Limits,
  created_at: Fields.Instant
}).annotate({ identifier: "OwnAccount" })

const example = {
  ...AccountJson.ownAccount(Objects.account),
  environment: "sandbox",
  key: AccountJson.keyFacts(Objects.key),
  limits: {
    ...{ requests_per_minute: 200, quotes_per_minute: 60, bulk_requests_per_minute: 10 },
    ...{ quote_min_usdc: 0.01, quote_max_usdc: 10_000, quote_ttl_seconds: 300 },
    ...{ funding_window_seconds: 1_800, payouts_per_bulk: 100, payouts_per_batch: 1_000 }
  }
}

export const get = Operation.get("getAccount", "/v1/account", {
  summary: "Get your account",
  description:
    "Returns the account of the API key, with the key's permissions and the account's limits. " +
    "Only `full` keys and owners see the `originator`.",
  access: { by: "account", area: "identity" },
  success: OwnAccount,
  example: { answer: example }
})

const Problem = Schema.Struct({
  field: Schema.String,
  code: Schema.String,
  message: Schema.String
})

const Validated = Schema.Struct({
  is_valid: Schema.Boolean.annotate({
    description: "`true` if a payout to this recipient would be accepted now."
  }),
  phone: Schema.String,
  network: Schema.String,
  name: Schema.String.annotate({ description: "Name of the network." }),
  country: Schema.String.annotate({ description: "Country code, ISO 3166-1 alpha-2." }),
  currency: Fields.Currency,
  network_status: Schema.Literals(["operational", "degraded", "down"]),
  registered_name: Schema.NullOr(Schema.String).annotate({
    description: "Name registered for the number. `null` if no provider reports it."
  }),
  is_name_match: Schema.NullOr(Schema.Boolean).annotate({
    description:
      "`true` if all words of the given name are in the registered name, in any order. `null` " +
      "if either name is missing."
  }),
  problems: Schema.Array(Problem)
}).annotate({ identifier: "ValidatedRecipient" })

export const validate = Operation.post("validateRecipient", "/v1/recipients/validate", {
  summary: "Check a recipient",
  description:
    "Checks whether a payout to this recipient would be accepted now, without creating " +
    "one. The response contains the name registered for the number, if a provider reports " +
    "it.",
  access: { by: "account", area: "payouts", needs: "read" },
  payload: Schema.Struct({
    phone: Fields.Phone,
    network: Fields.Slug,
    name: Fields.maybe(
      Fields.text(200).annotate({
        description: "Full name of the recipient, to compare with the registered name."
      })
    )
  }),
  success: Validated,
  example: {
    body: {
      phone: Data.recipient.recipient_phone,
      network: "MTN_UG",
      name: Data.recipient.recipient_name
    },
    answer: Data.validatedRecipient
  }
})

export const group = Operation.group({
  name: "Account",
  description: "Your account, and checks of recipients.",
  operations: [get, validate]
})
