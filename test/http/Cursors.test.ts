import { assert } from "@effect/vitest"
import { assertInvalid, customer, suite } from "./suite.ts"

const lists = ["quotes", "payouts", "batches", "payouts/bulk", "beneficiaries"]

const rate = { source_amount_usdc: 10, target_currency: "UGX" }

suite("A list with cursors", {}, (test) => {
  test("gives every row once, while others are created", async (service) => {
    const { key } = await customer(service)
    const create = async (name: string): Promise<string> => {
      const body = { ...rate, idempotency_key: name }
      return (await service.call("POST", "/v1/quotes", { key, body })).json.quote_id
    }
    const there: Array<string> = []
    for (let index = 0; index < 5; index++) there.unshift(await create(`first ${index}`))
    const given: Array<string> = []
    let query = "limit=2"
    for (let page = 0; page < 3; page++) {
      const { json } = await service.call("GET", `/v1/quotes?${query}`, { key })
      assert.strictEqual(json.total, 5 + page)
      given.push(...json.data.map(({ quote_id }: { readonly quote_id: string }) => quote_id))
      assert.strictEqual(json.next_cursor, page === 2 ? null : given.at(-1))
      query = `limit=2&cursor=${json.next_cursor}`
      await create(`later ${page}`)
    }
    assert.deepStrictEqual(given, there)
  })

  test("keeps its filter, and ends with an empty page where the last one was full", async (service) => {
    const { key } = await customer(service)
    const body = { ...rate, idempotency_key: "one" }
    await service.call("POST", "/v1/quotes", { key, body })
    const first = await service.call("GET", "/v1/quotes?limit=1&status=ACTIVE", { key })
    const next = `/v1/quotes?limit=1&status=ACTIVE&cursor=${first.json.next_cursor}`
    const { json } = await service.call("GET", next, { key })
    assert.deepStrictEqual(json, { data: [], total: 1, limit: 1, offset: 0, next_cursor: null })
  })

  test("refuses a cursor that it did not give", async ({ call }) => {
    for (const list of lists) assertInvalid(await call("GET", `/v1/${list}?cursor=2`), "cursor")
  })

  test("refuses the cursor of another list", async ({ call }) => {
    const id = "01K9ZZZZZZZZZZZZZZZZZZZZZZ"
    for (const list of lists) {
      const other = list === "payouts" ? "qt" : "po"
      assertInvalid(await call("GET", `/v1/${list}?cursor=${other}_${id}`), "cursor")
    }
  })
})
