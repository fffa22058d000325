/** The profit report over HTTP, and bookings that name a payout. */
import { assert } from "@effect/vitest"
import * as Service from "../support/service.ts"
import { assertInvalid, assertProblem, type Customer, customer, suite, until } from "./suite.ts"

const admin = { key: Service.adminKey }

const pay = async (service: Service.Service, { key }: Customer, name: string): Promise<string> => {
  const quote = { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: name }
  const { quote_id } = (await service.call("POST", "/v1/quotes", { key, body: quote })).json
  const body = {
    ...{ quote_id, recipient_phone: "+256770000001", network: "MTN_UG", idempotency_key: name },
    recipient_name: "Amina"
  }
  const { json } = await service.call("POST", "/v1/payouts", { key, body })
  await until(
    () => service.call("GET", `/v1/payouts/${json.payout_id}`, { key }),
    (each) => each.json.status === "SETTLED"
  )
  return json.payout_id
}

const terms = {
  ...{ currency: "UGX", amount: 150_000, value_date: "2026-02-02" },
  ...{ reference: "advice 12", reason: "bank statement" }
}

const book = ({ call }: Service.Service, more: Readonly<Record<string, unknown>>) =>
  call("POST", "/admin/v1/books/bookings", { ...admin, body: { ...terms, ...more } })

const booked = async (service: Service.Service, more: Readonly<Record<string, unknown>>) => {
  const answer = await book(service, more)
  assert.strictEqual(answer.json.status, "booked", answer.text)
  return answer.json
}

const sale = { kind: "usdc_sale", sold_usdc: 40, fx_result: -100 }

const fee = { kind: "provider_fee", provider: "mtn", amount: 450 }

const period = (from = -86_400_000, to = 86_400_000): string => {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  return `from=${at(from)}&to=${at(to)}`
}

const report = ({ call }: Service.Service, query: string) =>
  call("GET", `/admin/v1/reports/profit?${query}`, admin)

for (const partitions of ["1", "3"]) {
  suite(`A profit report of ${partitions} partitions`, {
    SANDBOX_TIME_SCALE: "0.001",
    PARTITIONS: partitions
  }, (test) => {
    test("shares the result of a sale among the payouts of all accounts", async (service) => {
      const names = ["Kampala Traders", "Acra", "Nairobi"]
      const all = await Promise.all(names.map((name) => customer(service, { name })))
      const ids: Array<string> = []
      for (const each of all) ids.push(await pay(service, each, "one"))
      const named = await booked(service, { ...fee, payout_id: ids[1] })
      assert.strictEqual(named.payout_id, ids[1])
      await booked(service, { ...fee, kind: "gas", provider: null, amount: 70, payout_id: ids[1] })
      const unsold = (await report(service, period())).json
      assert.deepStrictEqual(unsold.unassigned, [])
      assert.deepInclude(unsold.totals, { count: 3, sold_usdc: 0, converted_usdc: 74.25 })
      await booked(service, sale)
      const { json } = await report(service, period())
      const shown = json.data.map((line: Record<string, unknown>) => [
        ...[line.payout_id, line.account_name, line.sold_usdc, line.fx_result],
        ...[line.provider_fee, line.gas]
      ])
      assert.deepStrictEqual(shown, [
        [ids[0], "Kampala Traders", 24.75, -61, null, null],
        [ids[1], "Acra", 15.25, -39, 450, 70],
        [ids[2], "Nairobi", 0, null, null, null]
      ])
      assert.deepInclude(json.data[0], {
        ...{ source_amount_usdc: 25, fee_usdc: 0.25, converted_usdc: 24.75, returned_usdc: 0 },
        ...{ network: "MTN_UG", target_currency: "UGX", target_amount: 91_575 }
      })
      assert.deepStrictEqual(json.totals, {
        ...{ count: 3, source_amount_usdc: 75, fee_usdc: 0.75, converted_usdc: 74.25 },
        ...{ sold_usdc: 40, returned_usdc: 0 },
        currencies: [
          {
            ...{ currency: "UGX", target_amount: 274_725, fx_result: -100 },
            ...{ provider_fee: 450, gas: 70 }
          }
        ]
      })
      const own = (await report(service, `${period()}&account_id=${all[1]?.id}`)).json
      assert.deepStrictEqual(own.data, [json.data[1]])
      const file = await report(service, `${period()}&format=csv`)
      assert.include(file.text, `"15.250000","0.000000","-39","450","70"\r\n`)
      assert.match(
        file.headers.get("content-disposition") ?? "",
        /filename="profit-all-accounts-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv"/
      )
      const earlier = (await report(service, period(-86_400_000, -43_200_000))).json
      assert.deepStrictEqual([earlier.data, earlier.unassigned], [[], []])
      await booked(service, { ...sale, fx_result: 500 })
      const [rest] = (await report(service, period())).json.unassigned
      assert.deepStrictEqual(rest, {
        ...{ currency: "UGX", sold_usdc: 5.75, returned_usdc: 0, fx_result: 72 }
      })
    })
  })
}

const fast = { SANDBOX_TIME_SCALE: "0.001" }

suite("A profit report with a returned payout", fast, (test) => {
  test("has its USDC without a result", async (service) => {
    const account = await customer(service)
    const id = await pay(service, account, "returned")
    const recalls = `/admin/v1/payouts/${id}/recalls`
    const opened = await service.call("POST", recalls, {
      ...admin,
      body: { kind: "returned", reason: "the provider's notice" }
    })
    assert.isBelow(opened.status, 300, opened.text)
    const [recall] = opened.json.recalls
    const back = await service.call("POST", `${recalls}/${recall.recall_id}/return`, {
      ...admin,
      body: { amount: 91_575, provider_reference: "back 1", reason: "the provider's notice" }
    })
    assert.isBelow(back.status, 300, back.text)
    const { json } = await report(service, period())
    assert.deepInclude(json.data[0], { returned_usdc: 24.75, sold_usdc: 0, fx_result: null })
    // The customer got the fee back, and later payouts bear it.
    assert.deepInclude(json.unassigned[0], { returned_usdc: 0.25, fx_result: null })
  })
})

suite("A booking that names a payout", fast, (test) => {
  test("is refused if its payout is unknown or in another currency", async (service) => {
    const id = await pay(service, await customer(service), "one")
    const unknown = await book(service, { ...fee, payout_id: "po_unknown" })
    assertInvalid(unknown, "payout_id")
    assert.strictEqual(unknown.json.errors[0].code, "unknown")
    assertInvalid(await book(service, { ...fee, currency: "KES", payout_id: id }), "currency")
    assertInvalid(await book(service, { ...sale, payout_id: id }), "payout_id")
  })
})

suite("The request for a profit report", fast, (test) => {
  test("is refused to an account's key, and for a period that ends early", async (service) => {
    const { key } = await customer(service)
    const path = `/admin/v1/reports/profit?${period()}`
    assertProblem(await service.call("GET", path, { key }), 401, "UNAUTHORIZED")
    assertInvalid(await report(service, period(0, -1)), "to")
  })
})
