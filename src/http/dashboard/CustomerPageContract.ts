/** Contract of the staff's account pages, for data in addition to the accounts themselves. */
import { Schema } from "effect"
import * as Accounts from "../../domain/account/Account.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"

const Figures = Schema.Struct({
  account_id: Schema.String,
  /** Settled payouts among those created in the last 30 days in UTC, today included. */
  settled: Schema.Finite,
  /** USDC of the settled payouts. */
  volume_usdc: Schema.Finite,
  /** The newest payout of all times; `null` if there is none. */
  last_payout: Schema.NullOr(Schema.Struct({ id: Schema.String, created_at: Fields.Instant }))
}).annotate({ identifier: "AccountFigures" })

const KycDecision = Schema.Struct({
  status: Accounts.KycStatus,
  at: Fields.Instant,
  actor: Schema.Struct({
    id: Schema.String,
    kind: Schema.Literals(["person", "api_key"]),
    name: Schema.String
  }),
  reason: Schema.NullOr(Schema.String)
}).annotate({ identifier: "KycDecision" })

export const figures = Operation.get("accountFigures", "/dashboard/api/staff/account-figures", {
  summary: "Get account figures of the last 30 days",
  access: { by: "admin" },
  location: "directory",
  query: { ids: Fields.AccountIds },
  success: Schema.Struct({ data: Schema.Array(Figures) })
})

export const kycDecision = Operation.get(
  "kycDecision",
  "/dashboard/api/staff/accounts/:id/kyc-decision",
  {
    summary: "Get the latest KYC decision of an account",
    access: { by: "admin" },
    location: "directory",
    success: Schema.Struct({
      /** `null` if there is no decision yet. */
      decision: Schema.NullOr(KycDecision)
    })
  }
)

const AccountEndpoint = Schema.Struct({
  id: Schema.String,
  url: Schema.String,
  is_active: Schema.Boolean,
  /** `null` if the service did not disable the endpoint. */
  disabled_reason: Schema.NullOr(Schema.String),
  /** `null` if the last attempt succeeded. */
  failing_since: Schema.NullOr(Fields.Instant)
}).annotate({ identifier: "AccountEndpoint" })

export const endpoints = Operation.get(
  "accountEndpoints",
  "/dashboard/api/staff/accounts/:id/endpoints",
  {
    summary: "List webhook endpoints of an account",
    access: { by: "admin" },
    location: "directory",
    success: Schema.Struct({ data: Schema.Array(AccountEndpoint) })
  }
)

export const group = Operation.group({
  name: "Accounts",
  operations: [figures, kycDecision, endpoints]
})
