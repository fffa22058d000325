import { assert } from "@effect/vitest"
import { assertInvalid, assertKeys, assertProblem, customer, suite } from "./suite.ts"

suite("An account", {}, (test) => {
  test("shows a key its account and its permissions", async (service) => {
    const { id, key } = await customer(service)
    const { json, status } = await service.call("GET", "/v1/account", { key })
    assert.strictEqual(status, 200)
    assertKeys(
      json,
      ...["id", "name", "email", "environment", "status", "kyc_status", "key", "limits"],
      "created_at"
    )
    assert.deepInclude(json, {
      ...{ id, environment: "sandbox", status: "ACTIVE", kyc_status: "APPROVED" }
    })
    assert.deepInclude(json.key, { scope: "full", last4: key.slice(-4), expires_at: null })
    assert.deepInclude(json.limits, {
      ...{ requests_per_minute: 200, quotes_per_minute: 60, bulk_requests_per_minute: 10 },
      ...{ quote_max_usdc: 10_000, quote_ttl_seconds: 300, funding_window_seconds: 1_800 },
      ...{ payouts_per_bulk: 100, payouts_per_batch: 1_000 }
    })
  })

  test("is not shown without a key, and the response names the scheme", async ({ call }) => {
    const refused = await call("GET", "/v1/account", { key: null })
    assertProblem(refused, 401, "UNAUTHORIZED")
    assert.strictEqual(refused.headers.get("www-authenticate"), 'Bearer realm="payout-service"')
  })
})

const path = "/v1/recipients/validate"

suite("A recipient that is checked", {}, (test) => {
  test("can be paid if its number fits the network", async ({ call }) => {
    const body = { phone: "+256770000001", network: "mtn_uganda", name: "Amina Nakato" }
    const { json, status } = await call("POST", path, { body })
    assert.strictEqual(status, 200)
    assert.deepStrictEqual(json, {
      ...{ is_valid: true, phone: "+256770000001", network: "MTN_UG", name: "MTN MoMo" },
      ...{ country: "UG", currency: "UGX", network_status: "operational" },
      ...{ registered_name: null, is_name_match: null, problems: [] }
    })
  })

  test("cannot be paid if its number belongs to another country", async ({ call }) => {
    const { json, status } = await call("POST", path, {
      body: { phone: "+254712345678", network: "MTN_UG" }
    })
    assert.strictEqual(status, 200)
    assert.isFalse(json.is_valid)
    assert.deepStrictEqual(json.problems, [
      {
        field: "phone",
        code: "wrong_country",
        message: "must have the network's country code"
      }
    ])
  })

  test("is refused if a field is wrong", async ({ call }) => {
    const wrong = await call("POST", path, { body: { phone: "0770", network: "MTN_XX" } })
    assertInvalid(wrong, "phone", "network")
  })
})
