/** Spec 2.5, 3.3, 4.2: bulk submission. */
import { assert } from "@effect/vitest"
import { assertInvalid, assertKeys, assertProblem, suite, until } from "../http/suite.ts"
import type * as Service from "../support/service.ts"
import { ask, listening, phone } from "./requests.ts"

const item = async (service: Service.Service, key: string) => {
  const { json } = await service.quote(`quote for ${key}`)
  const { quote_id } = json
  return { quote_id, recipient_phone: phone, network: "MTN_UG", idempotency_key: key }
}

const submit = (service: Service.Service, payouts: ReadonlyArray<object>) =>
  service.call("POST", "/v1/payouts/bulk", { body: { payouts } })

suite("Bulk submission, by the specification", {}, (test) => {
  test("2.5 a bulk batch has its fields, on creation and on retrieval", async (service) => {
    const { json, status } = await submit(service, [await item(service, "fields")])
    assert.strictEqual(status, 202)
    assert.includeMembers(Object.keys(json), ["batch_id", "total_count", "status", "created_at"])
    assert.strictEqual(json.total_count, 1)
    const bulk = await ask(service, 200, `GET /v1/payouts/bulk/${json.batch_id}`)
    assert.includeMembers(Object.keys(bulk), [
      ...["batch_id", "status", "total", "completed", "failed", "pending"],
      ...["total_amount_usdc", "payouts", "created_at", "updated_at"]
    ])
    assert.strictEqual(bulk.total_amount_usdc, 25)
  })

  test("3.3 a bulk batch shows PROCESSING first", async (service) => {
    const { json } = await submit(service, [await item(service, "first")])
    assert.strictEqual(json.status, "PROCESSING")
    await until(
      () => service.call("GET", `/v1/payouts/bulk/${json.batch_id}`),
      (answer) => answer.json.status === "COMPLETED"
    )
  })

  test("4.2 a bulk request has up to 100 items, each with a separate quote", async (service) => {
    const items = []
    for (let n = 0; n < 101; n++) items.push(await item(service, `item ${n}`))
    assertInvalid(await submit(service, items), "payouts")
    const twice = await submit(service, [items[0] ?? {}, { ...items[0], idempotency_key: "twice" }])
    assertProblem(twice, 400, "VALIDATION_ERROR")
    assert.deepInclude(twice.json.errors[0], { row: 2, field: "quote_id" })
    const { json, status } = await submit(service, items.slice(1))
    assert.strictEqual(status, 202)
    assert.strictEqual(json.total_count, 100)
    const { data } = await ask(service, 200, `GET /v1/payouts?batch_id=${json.batch_id}&limit=100`)
    const quotes = data.map(({ quote_id }: { quote_id: string }) => quote_id)
    assert.sameMembers(
      quotes,
      items.slice(1).map(({ quote_id }) => quote_id)
    )
  })

  test("4.2 a bulk batch is retrieved with its payouts", async (service) => {
    const { json } = await submit(service, [await item(service, "one"), await item(service, "two")])
    const bulk = await ask(service, 200, `GET /v1/payouts/bulk/${json.batch_id}`)
    assert.strictEqual(bulk.total, 2)
    assert.strictEqual(bulk.completed + bulk.failed + bulk.pending, 2)
    const fields = ["payout_id", "idempotency_key", "status", "recipient_phone"]
    const own = [
      ...["mid_market_rate", "fee_usdc"],
      ...["amount_usdc", "exchange_rate", "target_amount_fiat", "target_currency", "network"],
      ...["recipient_name", "reference"]
    ]
    for (const payout of bulk.payouts) assertKeys(payout, ...fields, ...own)
    const missing = await service.call("GET", "/v1/payouts/bulk/bk_none")
    assertProblem(missing, 404, "BATCH_NOT_FOUND")
  })

  test("6.2 events are also sent for each row of a batch", (service) =>
    listening(service, ["payout.created", "payout.completed"], async (heard) => {
      await submit(service, [await item(service, "told 1"), await item(service, "told 2")])
      for (const key of ["told 1", "told 2"]) {
        for (const name of ["payout.created", "payout.completed"]) {
          await heard(({ data, type }) => type === name && data.idempotency_key === key)
        }
      }
    }))
})
