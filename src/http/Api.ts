/**
 * The public contract as one value: every route with what it takes and gives. The OpenAPI document
 * is generated from it, and requests are decoded with its very schemas. It knows no handler.
 */
import { HttpApi, OpenApi } from "effect/http-api"
import * as Admin from "./api/Admin.ts"
import * as Payouts from "./api/Payouts.ts"
import * as Public from "./api/Public.ts"
import * as Quotes from "./api/Quotes.ts"
import * as Webhooks from "./api/Webhooks.ts"

export class Api extends HttpApi.make("payout-service")
  .add(Quotes.Group, Payouts.Group, Webhooks.Group, Public.Group, Admin.Group)
  .annotateMerge(
    OpenApi.annotations({
      title: "Payout Service",
      version: "1.0.0",
      description: "USDC in, mobile money out: UGX, KES, NGN, GHS, TZS."
    })
  ) {}

/** The OpenAPI 3.1 document, with the one way to authenticate. */
export const openApi = (() => {
  const document = OpenApi.fromApi(Api)
  const bearer = { type: "http", scheme: "bearer", description: "sk_sandbox_…, sk_live_…, ak_…" }
  return {
    ...document,
    components: { ...document.components, securitySchemes: { bearer } },
    security: [{ bearer: [] }]
  }
})()
