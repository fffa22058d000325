/** The client's reference of a single row of a batch, over real HTTP. */
import { assert } from "@effect/vitest"
import type * as Service from "../support/service.ts"
import { assertInvalid, customer, suite } from "./suite.ts"

const row = (key: string, reference?: string) => ({
  ...{ phone: "+256770000001", network: "mtn_uganda", amount_usdc: 1.5, name: "Jo" },
  ...{ idempotency_key: key, reference }
})

const submit = (service: Service.Service, key: string, ...payouts: ReadonlyArray<object>) =>
  service.call("POST", "/v1/batches", { key, body: { payouts } })

suite("The reference of a row", {}, (test) => {
  test("is shown in the batch's payouts and in the payout, and is found by a search", async (service) => {
    const { key } = await customer(service)
    const { json } = await submit(service, key, row("one", "INV-77"), row("two"))
    const rows = await service.call("GET", `/v1/batches/${json.id}/payouts?order=file`, { key })
    assert.deepStrictEqual(
      rows.json.data.map(({ reference }: { readonly reference: unknown }) => reference),
      ["INV-77", null]
    )
    const [{ payout_id: id }] = rows.json.data
    const payout = await service.call("GET", `/v1/payouts/${id}`, { key })
    assert.strictEqual(payout.json.reference, "INV-77")
    const found = await service.call("GET", "/v1/payouts?search=inv-77", { key })
    assert.strictEqual(found.json.total, 1)
  })

  test("is shown by a bulk batch", async (service) => {
    const { key } = await customer(service)
    const quote = await service.call("POST", "/v1/quotes", {
      key,
      body: { source_amount_usdc: 5, target_currency: "UGX", idempotency_key: "quote" }
    })
    const bulk = {
      ...{ quote_id: quote.json.quote_id, recipient_phone: "+256770000001", network: "MTN_UG" },
      ...{ idempotency_key: "row", reference: "INV-78" }
    }
    const taken = await service.call("POST", "/v1/payouts/bulk", { key, body: { payouts: [bulk] } })
    const one = await service.call("GET", `/v1/payouts/bulk/${taken.json.batch_id}`, { key })
    assert.strictEqual(one.json.payouts[0].reference, "INV-78", one.text)
  })

  test("is part of a row, so the same key with another reference is refused", async (service) => {
    const { key } = await customer(service)
    const first = await submit(service, key, row("same", "INV-1"))
    const again = await submit(service, key, row("same", "INV-1"))
    assert.strictEqual(again.json.id, first.json.id)
    assertInvalid(await submit(service, key, row("same", "INV-2")), "idempotency_key")
  })

  test("has at most 128 characters", async (service) => {
    const { key } = await customer(service)
    assertInvalid(await submit(service, key, row("long", "x".repeat(129))), "reference")
    assert.strictEqual((await submit(service, key, row("long", "x".repeat(128)))).status, 202)
  })
})
