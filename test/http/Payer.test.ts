/** The payer role, which may pay and may neither create keys nor change webhook endpoints. */
import { assert } from "@effect/vitest"
import * as Visitor from "../support/visitor.ts"
import { assertProblem, suite } from "./suite.ts"

const api = "/dashboard/api"
const hook = { url: "https://hooks.example.com/a", events: ["*"] }

suite("A payer", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
  test("pays and keeps beneficiaries", async (service) => {
    const payer = await Visitor.invited(service, await Visitor.first(service), "payer")
    const quote = { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: "q" }
    const { json: quoted } = await payer.ask("POST", "/v1/quotes", quote)
    const recipient = { recipient_phone: "+256770000001", network: "MTN_UG" }
    const made = await payer.ask("POST", "/v1/payouts", {
      ...{ quote_id: quoted.quote_id, ...recipient, idempotency_key: "p" }
    })
    assert.strictEqual(made.status, 201, made.text)
    const row = { phone: "+256770000001", network: "MTN_UG", amount_usdc: 5 }
    const batch = await payer.ask("POST", "/v1/batches", {
      payouts: [{ ...row, idempotency_key: "row" }]
    })
    assert.strictEqual(batch.status, 202, batch.text)
    const saved = { name: "Amina", phone: "+256770000001", network: "MTN_UG" }
    assert.strictEqual((await payer.ask("POST", "/v1/beneficiaries", saved)).status, 201)
    const day = new Date().toISOString()
    const report = `/v1/reports/settlements?from=2026-01-01&to=${day}`
    assert.strictEqual((await payer.ask("GET", report)).status, 200)
  })

  test("creates no keys, changes no endpoints, and invites nobody", async (service) => {
    const ada = await Visitor.first(service)
    const payer = await Visitor.invited(service, ada, "payer")
    const { json: endpoint } = await ada.ask("POST", "/v1/webhooks", {
      ...{ url: "http://127.0.0.1:9/", events: ["*"] }
    })
    assert.match(endpoint.id, /^we_/)
    const refused = [
      ["POST", `${api}/api-keys`, { name: "till", scope: "full" }],
      ["POST", `${api}/team/invitations`, { email: "new@example.com", role: "viewer" }],
      ["POST", "/v1/webhooks", hook],
      ["POST", "/v1/webhooks/endpoints", hook],
      ["PUT", `/v1/webhooks/endpoints/${endpoint.id}`, { is_active: false }],
      ["DELETE", `/v1/webhooks/endpoints/${endpoint.id}`, undefined],
      ["POST", `/v1/webhooks/endpoints/${endpoint.id}/rotate-secret`, {}],
      ["POST", `/v1/webhooks/endpoints/${endpoint.id}/test`, {}]
    ] as const
    for (const [method, path, body] of refused) {
      assertProblem(await payer.ask(method, path, body), 403, "FORBIDDEN")
    }
    const read = await payer.ask("GET", `/v1/webhooks/endpoints/${endpoint.id}`)
    assert.deepInclude(read.json, { id: endpoint.id, is_active: true })
  })
})
