/**
 * The public contract as one value: every route with what it takes and gives. The OpenAPI document
 * is generated from it, and requests are decoded with its very schemas. It imports no handler.
 */
import { HttpApi, OpenApi } from "effect/http-api"
import * as Limits from "../../config/Limits.ts"
import * as Operation from "../contract/Operation.ts"
import * as Account from "./Account.ts"
import * as Admin from "./Admin.ts"
import * as AuditLogs from "./AuditLogs.ts"
import * as Batches from "./Batches.ts"
import * as Beneficiaries from "./Beneficiaries.ts"
import * as Cluster from "./Cluster.ts"
import * as Events from "./Events.ts"
import * as Incidents from "./Incidents.ts"
import * as Operators from "./Operators.ts"
import * as Payouts from "./Payouts.ts"
import * as Public from "./Public.ts"
import * as Quotes from "./Quotes.ts"
import * as Refunds from "./Refunds.ts"
import * as Reports from "./Reports.ts"
import * as Requests from "./Requests.ts"
import * as Sandbox from "./Sandbox.ts"
import * as System from "./System.ts"
import * as WebhookEvents from "./WebhookEvents.ts"
import * as Webhooks from "./Webhooks.ts"

export const groups = [
  Quotes.group,
  Payouts.group,
  Batches.group,
  Beneficiaries.group,
  Account.group,
  Webhooks.group,
  Events.group,
  Reports.group,
  Requests.group,
  Sandbox.group,
  Public.group,
  Refunds.group,
  AuditLogs.group,
  Admin.group,
  Operators.group,
  Cluster.group,
  Incidents.group,
  System.group
]

export const api = Operation.apiOf("payout-service", groups)
  .annotate(HttpApi.AdditionalSchemas, Object.values(WebhookEvents.schemas))
  .annotateMerge(
    OpenApi.annotations({
      title: "Payout Service",
      version: Limits.version,
      description:
        "USDC in, mobile money out: UGX, KES, NGN, GHS, TZS. The API is stable at v1: what would " +
        "break a client is announced at `/changelog` six months before, with `Deprecation` and " +
        "`Sunset` headers on the operations that it is about."
    })
  )
