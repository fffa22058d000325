import { assert } from "@effect/vitest"
import type * as Service from "../support/service.ts"
import { customer, suite, until } from "./suite.ts"

const bulkItems = async (service: Service.Service, key: string, count: number, prefix: string) => {
  const items = []
  for (let n = 1; n <= count; n++) {
    const quote = await service.call("POST", "/v1/quotes", {
      key,
      body: {
        source_amount_usdc: n,
        target_currency: "UGX",
        idempotency_key: `${prefix} quote ${n}`
      }
    })
    items.push({
      quote_id: quote.json.quote_id,
      recipient_phone: "+256770000001",
      network: "MTN_UG",
      idempotency_key: `${prefix} ${n}`
    })
  }
  return items
}

suite("A bulk batch", {}, (test) => {
  test("locks a quote per payout, is completed and shows every payout", async (service) => {
    const { key } = await customer(service)
    const payouts = await bulkItems(service, key, 3, "bulk")
    const taken = await service.call("POST", "/v1/payouts/bulk", { key, body: { payouts } })
    assert.strictEqual(taken.status, 202, taken.text)
    assert.match(taken.json.batch_id, /^bk_/)
    assert.deepInclude(taken.json, { status: "PROCESSING", total_count: 3, total_amount_usdc: 6 })
    const path = `/v1/payouts/bulk/${taken.json.batch_id}`
    const done = await until(
      () => service.call("GET", path, { key }),
      ({ json }) => {
        assert.strictEqual(json.completed + json.failed + json.pending, json.total)
        return json.pending === 0
      }
    )
    assert.deepInclude(done.json, { status: "COMPLETED", completed: 3, total_amount_usdc: 6 })
    assert.deepStrictEqual(
      done.json.payouts.map(
        (one: Record<string, string>) => `${one.idempotency_key} ${one.status}`
      ),
      ["bulk 1 SETTLED", "bulk 2 SETTLED", "bulk 3 SETTLED"]
    )
    for (const { quote_id } of payouts) {
      const quote = await service.call("GET", `/v1/quotes/${quote_id}`, { key })
      assert.strictEqual(quote.json.status, "USED")
    }
    const { payouts: _, ...summary } = done.json
    const list = await service.call("GET", "/v1/payouts/bulk", { key })
    const page = { limit: 20, offset: 0, next_cursor: null }
    assert.deepStrictEqual(list.json, { data: [summary], total: 1, ...page })
    const again = await service.call("POST", "/v1/payouts/bulk", { key, body: { payouts } })
    assert.strictEqual(again.text, taken.text)
    assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
  })

  test("is refused as a whole, with every bad item named", async (service) => {
    const { key } = await customer(service)
    const good = await bulkItems(service, key, 3, "refused")
    const [first, second, third] = good
    const used = await service.call("POST", "/v1/payouts", { key, body: second })
    assert.strictEqual(used.status, 201, used.text)
    const payouts = [
      first,
      second,
      { ...third, quote_id: "qt_none" },
      { ...first, idempotency_key: "other" },
      { ...third, network: "MPESA_KE", recipient_phone: "+254700000001" }
    ]
    const refused = await service.call("POST", "/v1/payouts/bulk", { key, body: { payouts } })
    assert.strictEqual(refused.status, 400, refused.text)
    assert.deepStrictEqual(
      refused.json.errors.map(
        ({ code, field, row }: Record<string, unknown>) => `${row} ${field} ${code}`
      ),
      [
        ...["2 quote_id already_used", "3 quote_id not_found", "4 quote_id duplicate"],
        ...["5 idempotency_key duplicate", "5 network currency_mismatch"]
      ]
    )
    const quote = await service.call("GET", `/v1/quotes/${first?.quote_id}`, { key })
    assert.strictEqual(quote.json.status, "ACTIVE")
    const again = await service.call("POST", "/v1/payouts/bulk", {
      key,
      body: { payouts: [{ ...first, recipient_phone: "1" }, third, first] }
    })
    assert.deepStrictEqual(
      again.json.errors.map(
        ({ code, field, row }: Record<string, unknown>) => `${row} ${field} ${code}`
      ),
      ["1 recipient_phone not_e164", "3 idempotency_key duplicate", "3 quote_id duplicate"],
      "a row that repeats an invalid one is named too"
    )
    const many = Array.from({ length: 101 }, () => first)
    const tooMany = await service.call("POST", "/v1/payouts/bulk", { key, body: { payouts: many } })
    assert.strictEqual(tooMany.status, 400)
    assert.strictEqual(tooMany.json.errors[0].code, "too_many")
  })
})
