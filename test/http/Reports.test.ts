import { assert } from "@effect/vitest"
import { assertInvalid, customer, suite, until } from "./suite.ts"

const path = "/v1/reports/settlements"

suite("A report of settlements", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
  test("has a line for each payout that settled in its time, as JSON and as a file", async (service) => {
    const { key } = await customer(service)
    const get = (query: string) => service.call("GET", `${path}?${query}`, { key })
    const from = new Date(Date.now() - 1_000).toISOString()
    const pay = async (name: string, recipient_phone: string): Promise<string> => {
      const quote = { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: name }
      const { quote_id } = (await service.call("POST", "/v1/quotes", { key, body: quote })).json
      const body = {
        ...{ quote_id, recipient_phone, network: "MTN_UG", idempotency_key: name },
        ...{ recipient_name: "=Amina", reference: name }
      }
      return (await service.call("POST", "/v1/payouts", { key, body })).json.payout_id
    }
    const ids = [await pay("one", "+256770000001"), await pay("two", "+256770000001")]
    await pay("fails", "+256770000003")
    for (const id of ids) {
      await until(
        () => service.call("GET", `/v1/payouts/${id}`, { key }),
        ({ json }) => json.status === "SETTLED"
      )
    }
    const to = new Date(Date.now() + 1_000).toISOString()
    const { json } = await get(`from=${from}&to=${to}`)
    assert.isNull(json.next_cursor)
    assert.deepStrictEqual(
      json.data.map((line: { readonly payout_id: string }) => line.payout_id),
      ids.toReversed()
    )
    assert.deepInclude(json.data[1], {
      ...{ source_amount_usdc: 25, fee_usdc: 0.25, exchange_rate: 3_663, target_amount: 91_575 },
      ...{ target_currency: "UGX", network: "MTN_UG", reference: "one", batch_id: null }
    })
    const first = await get(`from=${from}&to=${to}&limit=1&format=csv`)
    assert.strictEqual(first.headers.get("x-next-cursor"), ids[1])
    const rest = await get(`from=${from}&to=${to}&limit=2&format=csv&cursor=${ids[1]}`)
    assert.isNull(rest.headers.get("x-next-cursor"))
    const [head = "", line = "", end] = rest.text.split("\r\n")
    assert.match(head, /^"payout_id","settled_at","created_at","source_amount_usdc","fee_usdc",/)
    assert.include(line, `"${ids[0]}"`)
    assert.include(line, `"'=Amina"`)
    assert.strictEqual(end, "")
    assert.isEmpty((await get(`from=2020-01-01&to=${from}`)).json.data)
  })

  test("is refused where its time is missing, backwards or no time", async ({ call }) => {
    assertInvalid(await call("GET", path), "from", "to")
    assertInvalid(await call("GET", `${path}?from=2026-02-02&to=2026-02-01`), "to")
    assertInvalid(await call("GET", `${path}?from=then&to=2026-02-01&limit=1001`), "from", "limit")
  })
})
