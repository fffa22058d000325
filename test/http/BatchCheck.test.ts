/**
 * The check of rows before they are submitted, which shows the outcome of creation and creates
 * nothing.
 */
import { assert } from "@effect/vitest"
import type * as Service from "../support/service.ts"
import { assertProblem, customer, suite } from "./suite.ts"

const row = (n: number, more: object = {}) => ({
  phone: `+25677000001${n}`,
  network: "mtn_uganda",
  amount_usdc: 10,
  name: `Row ${n}`,
  idempotency_key: `row ${n}`,
  ...more
})

const kenyan = row(3, { phone: "+254712000002", network: "MPESA_KE", name: undefined })

const check = (service: Service.Service, key: string, payouts: ReadonlyArray<object>) =>
  service.call("POST", "/v1/batches/check", { key, body: { payouts } })

const header = "phone,network,amount_usdc,name,idempotency_key"

const upload = (service: Service.Service, key: string, csv: string) => {
  const part = 'Content-Disposition: form-data; name="file"; filename="rows.csv"'
  return service.call("POST", "/v1/batches/check", {
    key,
    raw: `--B\r\n${part}\r\n\r\n${csv}\r\n--B--\r\n`,
    headers: { "content-type": "multipart/form-data; boundary=B" }
  })
}

suite(
  "The check of a batch",
  {},
  {
    "of good and bad rows": (test) => {
      test("sums the amounts of the rows by currency and network, in their order", async (service) => {
        const { key } = await customer(service)
        const { json, status, text } = await check(service, key, [row(1), kenyan, row(2)])
        assert.strictEqual(status, 200, text)
        assert.deepInclude(json, {
          ...{ is_valid: true, total: 3, total_amount_usdc: 30, fee_usdc: 0.3, batch_id: null },
          ...{ errors: [], duplicates: [] }
        })
        const rates = (await service.call("GET", "/v1/rates", { key: null })).json.data
        const [ugx, kes] = json.currencies
        assert.deepInclude(ugx, {
          target_currency: "UGX",
          count: 2,
          amount_usdc: 20,
          fee_usdc: 0.2
        })
        assert.deepInclude(ugx, { target_amount_fiat: 73_260, exchange_rate: 3_663 })
        assert.deepInclude(kes, {
          target_currency: "KES",
          count: 1,
          amount_usdc: 10,
          fee_usdc: 0.1
        })
        for (const one of json.currencies) {
          const rate = rates.find(
            ({ target_currency }: { target_currency: string }) =>
              target_currency === one.target_currency
          )
          assert.strictEqual(one.exchange_rate, rate.exchange_rate)
          assert.strictEqual(one.mid_market_rate, rate.mid_market_rate)
        }
        assert.deepStrictEqual(
          json.networks.map((one: { network: string; count: number }) => [one.network, one.count]),
          [
            ["mtn_uganda", 2],
            ["mpesa_kenya", 1]
          ]
        )
        assert.deepStrictEqual(json.rows[0], {
          ...{ row: 1, recipient_phone: "+256770000011", recipient_name: "Row 1" },
          ...{ amount_usdc: 10, target_amount_fiat: 36_630, target_currency: "UGX" },
          network: "mtn_uganda"
        })
        assert.deepStrictEqual(
          json.rows.map((one: { recipient_name: string | null }) => one.recipient_name),
          ["Row 1", null, "Row 2"]
        )
      })

      test("names the same problems as creation, and sums the good rows alone", async (service) => {
        const { key } = await customer(service)
        const payouts = [
          row(1),
          row(2, { phone: "0770000001" }),
          row(3, { network: "mtn_mars" }),
          row(4, { amount_usdc: 10_001 }),
          row(5, { phone: "+254700000001" }),
          row(6, { idempotency_key: "row 1" })
        ]
        const refused = await service.call("POST", "/v1/batches", { key, body: { payouts } })
        assertProblem(refused, 400, "VALIDATION_ERROR")
        const { json, status } = await check(service, key, payouts)
        assert.strictEqual(status, 200)
        assert.isFalse(json.is_valid)
        assert.deepStrictEqual(json.errors, refused.json.errors)
        assert.deepInclude(json, { total: 6, total_amount_usdc: 10 })
      })
    },

    "compared with earlier batches": (test) => {
      test("points out rows that an earlier batch pays already", async (service) => {
        const { key } = await customer(service)
        const paidBefore = async (...payouts: ReadonlyArray<object>) =>
          (await check(service, key, payouts)).json.paid_before
        assert.deepStrictEqual(await paidBefore(row(1), row(2)), [])
        const submitted = await service.call("POST", "/v1/batches", {
          key,
          body: { payouts: [row(1)] }
        })
        const batch = submitted.json.id
        const rows = await service.call("GET", `/v1/batches/${batch}/payouts`, { key })
        const again = row(1, { idempotency_key: "another key" })
        const [{ created_at, status, ...found }, ...others] = await paidBefore(row(2), again)
        assert.deepStrictEqual(others, [])
        assert.deepStrictEqual(found, {
          row: 2,
          payout_id: rows.json.data[0].payout_id,
          batch_id: batch
        })
        assert.deepInclude(
          (await service.call("GET", `/v1/payouts/${found.payout_id}`, { key })).json,
          {
            created_at
          }
        )
        assert.notInclude(["FAILED", "REVERSED"], status)
        // A row with another amount or phone number is a different payment.
        assert.deepStrictEqual(await paidBefore(row(1, { amount_usdc: 11 }), row(2)), [])
        // Identical rows return the earlier batch, and nothing is paid again.
        assert.deepStrictEqual(await paidBefore(row(1)), [])
      })

      test("creates nothing, and keeps no idempotency key", async (service) => {
        const { key } = await customer(service)
        await check(service, key, [row(1)])
        const body = { payouts: [row(1)], idempotency_key: "checked" }
        for (const payouts of [[row(1)], [row(2)]]) {
          const again = { ...body, payouts }
          const answer = await service.call("POST", "/v1/batches/check", { key, body: again })
          assert.strictEqual(answer.status, 200, answer.text)
          assert.isNull(answer.headers.get("idempotent-replayed"))
        }
        assert.strictEqual((await service.call("GET", "/v1/batches", { key })).json.total, 0)
        assert.strictEqual((await service.call("GET", "/v1/payouts", { key })).json.total, 0)
        const created = await service.call("POST", "/v1/batches", { key, body })
        assert.strictEqual(created.status, 202, created.text)
      })

      test("names rows that repeat another row's phone and amount, without refusing them", async (service) => {
        const { key } = await customer(service)
        const twice = row(2, { phone: row(1).phone, amount_usdc: 10 })
        const { json } = await check(service, key, [row(1), row(3), twice])
        assert.isTrue(json.is_valid)
        assert.deepStrictEqual(json.duplicates, [{ row: 3, same_as_row: 1 }])
      })

      test("names the batch that already has the same rows, and the keys that are used", async (service) => {
        const { key } = await customer(service)
        const payouts = [row(1), row(2)]
        const { json } = await service.call("POST", "/v1/batches", { key, body: { payouts } })
        const same = await check(service, key, payouts)
        assert.deepInclude(same.json, { is_valid: true, batch_id: json.id, errors: [] })
        const part = await check(service, key, [row(1), row(4)])
        assert.deepInclude(part.json, { is_valid: false, batch_id: null })
        assert.deepInclude(part.json.errors[0], { row: 1, code: "already_used" })
      })

      test("accepts a CSV file, and refuses any other file with the same error as creation", async (service) => {
        const { key } = await customer(service)
        const good = "+256770000011,MTN_UG,10,Ada,csv 1\n+256770000012,MTN_UG,5,,csv 2"
        const { json, status, text } = await upload(service, key, `${header}\n${good}\n`)
        assert.strictEqual(status, 200, text)
        assert.deepInclude(json, { is_valid: true, total: 2, total_amount_usdc: 15 })
        const bad = await upload(service, key, `${header}\n2.56E+11,MTN_UG,10,Ada,csv 1\n`)
        assert.deepInclude(bad.json.errors[0], {
          row: 1,
          field: "phone",
          code: "spreadsheet_number"
        })
        assertProblem(await upload(service, key, "phone;network\n"), 400, "VALIDATION_ERROR")
      })
    }
  }
)
