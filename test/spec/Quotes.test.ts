/** Spec 1, 2.1, 3.1, 4.1: quotes. */
import { assert } from "@effect/vitest"
import { assertInvalid, assertProblem, suite } from "../http/suite.ts"
import { ask, inStatus } from "./requests.ts"

suite("Quotes, by the specification", {}, (test) => {
  test("1 a quote is available for UGX, KES, NGN, GHS and TZS", async (service) => {
    for (const target_currency of ["UGX", "KES", "NGN", "GHS", "TZS"]) {
      const quote = await service.quote(target_currency, { target_currency })
      assert.strictEqual(quote.status, 201)
      assert.strictEqual(quote.json.target_currency, target_currency)
    }
    assertInvalid(await service.quote("EUR", { target_currency: "EUR" }), "target_currency")
  })

  test("2.1 the rate includes the spread, and determines the recipient's amount", async (service) => {
    const { json } = await service.quote("rate", { source_amount_usdc: 10 })
    const rates = await ask(service, 200, "GET /v1/rates")
    const shown = rates.data.find(
      ({ target_currency }: { target_currency: string }) => target_currency === "UGX"
    )
    assert.strictEqual(json.exchange_rate, shown.exchange_rate)
    assert.strictEqual(json.spread_percent, 0.01)
    assert.strictEqual(json.target_amount, Math.floor(10 * json.exchange_rate))
  })

  test("3.1 a new quote is ACTIVE until creation plus its TTL", async (service) => {
    const { json } = await service.quote("ttl")
    assert.strictEqual(json.status, "ACTIVE")
    assert.strictEqual(Date.parse(json.expires_at) - Date.parse(json.created_at), 5 * 60_000)
  })

  test("3.1 a quote is USED once its payout is initiated", async (service) => {
    const payout = await service.payout("used")
    const { quote_id } = await inStatus(service, payout.json.payout_id, "SETTLED")
    const quote = await ask(service, 200, `GET /v1/quotes/${quote_id}`)
    assert.strictEqual(quote.status, "USED")
  })

  test("4.1 an amount is a number of at least 0.01", async (service) => {
    assert.strictEqual((await service.quote("least", { source_amount_usdc: 0.01 })).status, 201)
    for (const source_amount_usdc of [0.009999, 0, -1, "25", null, 0.0100001]) {
      assertInvalid(await service.quote("less", { source_amount_usdc }), "source_amount_usdc")
    }
  })

  test("4.1 a quote is retrieved with its current status", async (service) => {
    const payout = await service.payout("locked", { recipient_name: "SANDBOX HOLD" })
    const { quote_id } = await ask(service, 200, `GET /v1/payouts/${payout.json.payout_id}`)
    const quote = await ask(service, 200, `GET /v1/quotes/${quote_id}`)
    assert.strictEqual(quote.quote_id, quote_id)
    assert.strictEqual(quote.status, "LOCKED")
    assertProblem(await service.call("GET", "/v1/quotes/qt_none"), 404, "QUOTE_NOT_FOUND")
  })
})
