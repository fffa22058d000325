import { assert } from "@effect/vitest"
import type * as Service from "../support/service.ts"
import { customer, suite, until } from "./suite.ts"

const row = (n: number, more: object = {}) => ({
  phone: "+256770000001",
  network: "mtn_uganda",
  amount_usdc: 10,
  name: `Row ${n}`,
  idempotency_key: `row ${n}`,
  ...more
})

const rowsOf = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, n) => row(n + 1, { idempotency_key: `${prefix} ${n + 1}` }))

const csvOf = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>): string =>
  [
    "phone,network,amount_usdc,name,idempotency_key",
    ...rows.map(({ amount_usdc, idempotency_key, name, network, phone }) =>
      [phone, network, amount_usdc, name, idempotency_key].join(",")
    )
  ].join("\n")

const upload = (service: Service.Service, key: string, csv: string, headers = {}) => {
  const form = new FormData()
  form.append("file", new Blob([csv], { type: "text/csv" }), "rows.csv")
  return fetch(`${service.url}/v1/batches`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${key}`, ...headers }
  }).then(async (response) => {
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: JSON.parse(text) }
  })
}

const finished = ({ call }: Service.Service, key: string, id: string) =>
  until(
    () => call("GET", `/v1/batches/${id}`, { key }),
    ({ json }) => {
      assert.strictEqual(json.completed + json.failed + json.pending, json.total)
      return json.pending === 0
    }
  )

suite(
  "A batch",
  {},
  {
    "from its submission to its end": (test) => {
      test("is queued at first, is completed, and its counters always add up", async (service) => {
        const { key } = await customer(service)
        const submitted = await service.call("POST", "/v1/batches", {
          key,
          body: { payouts: rowsOf(5, "a") }
        })
        assert.strictEqual(submitted.status, 202, submitted.text)
        const { created_at, deposit_address, funding_expires_at, id, message, ...rest } =
          submitted.json
        const { chain_id, payment_uri, token_address, warnings, ...shown } = rest
        assert.match(id, /^bt_/)
        assert.match(deposit_address, /^0x[0-9a-fA-F]{40}$/)
        assert.include(message, "50.000000 USDC")
        assert.include(message, deposit_address)
        assert.isString(created_at)
        assert.deepStrictEqual(shown, {
          ...{ name: null, status: "queued", total: 5, completed: 0, failed: 0, pending: 5 },
          ...{ total_amount_usdc: 50, amount_received_usdc: 0, amount_due_usdc: 50 },
          funding_status: "awaiting"
        })
        assert.strictEqual(Date.parse(funding_expires_at) - Date.parse(created_at), 30 * 60_000)
        const pays = `transfer?address=${deposit_address}&uint256=50000000`
        assert.strictEqual(payment_uri, `ethereum:${token_address}@${chain_id}/${pays}`)
        const done = await finished(service, key, id)
        assert.deepInclude(done.json, { status: "completed", completed: 5, failed: 0 })
        assert.strictEqual(done.json.funding_status, "funded")
        assert.isUndefined(done.json.refund)
        const items = await service.call("GET", `/v1/batches/${id}/payouts`, { key })
        assert.strictEqual(items.json.total, 5)
        assert.deepStrictEqual(
          items.json.data.map((one: { idempotency_key: string }) => one.idempotency_key),
          ["a 5", "a 4", "a 3", "a 2", "a 1"]
        )
        const inOrder = async (query: string) =>
          (
            await service.call("GET", `/v1/batches/${id}/payouts?order=file&${query}`, { key })
          ).json.data.map((one: { idempotency_key: string }) => one.idempotency_key)
        assert.deepStrictEqual(await inOrder("limit=2"), ["a 1", "a 2"])
        assert.deepStrictEqual(await inOrder("limit=2&offset=4&status=SETTLED"), ["a 5"])
        assert.deepStrictEqual(await inOrder("offset=5"), [])
        const [last] = items.json.data
        assert.deepInclude(last, {
          ...{ status: "SETTLED", recipient_phone: "+256770000001", amount_usdc: 10 },
          ...{ recipient_name: "Row 5", target_amount_fiat: 36_630, target_currency: "UGX" },
          network: "mtn_uganda"
        })
        const payout = await service.call("GET", `/v1/payouts/${last.payout_id}`, { key })
        assert.deepInclude(payout.json, { batch_id: id, deposit_address, quote_id: null })
        assert.deepStrictEqual(
          payout.json.timeline.map((entry: { status: string }) => entry.status),
          [
            ...["CREATED", "AWAITING_FUNDS", "STABLECOIN_RECEIVED", "PAYOUT_INITIATED"],
            ...["PAYOUT_CONFIRMED", "SETTLED"]
          ]
        )
        const filtered = await service.call("GET", `/v1/payouts?batch_id=${id}&limit=2`, { key })
        assert.strictEqual(filtered.json.total, 5)
        assert.strictEqual(filtered.json.data.length, 2)
      })

      test("is not cancelled after its funds arrived", async (service) => {
        const { key } = await customer(service)
        const { json } = await service.call("POST", "/v1/batches", {
          key,
          body: { payouts: rowsOf(3, "cancel") }
        })
        const done = await finished(service, key, json.id)
        assert.strictEqual(done.json.status, "completed")
        const late = await service.call("POST", `/v1/batches/${json.id}/cancel`, { key })
        assert.strictEqual(late.status, 409)
        assert.strictEqual(late.json.error, "INVALID_STATE")
        const other = await customer(service)
        const theirs = await service.call("POST", `/v1/batches/${json.id}/cancel`, {
          key: other.key
        })
        assert.strictEqual(theirs.json.error, "BATCH_NOT_FOUND")
      })
    },

    "with rows that cannot be paid": (test) => {
      test("continues without them, and their amount is due back", async (service) => {
        const { key } = await customer(service)
        const payouts = [
          row(1, { phone: "+256770000003" }),
          row(2, { phone: "+256770000004", amount_usdc: 2.5 }),
          row(3)
        ]
        const { json } = await service.call("POST", "/v1/batches", { key, body: { payouts } })
        const done = await finished(service, key, json.id)
        assert.deepInclude(done.json, { status: "completed", completed: 1, failed: 2 })
        const settled = await until(
          () => service.call("GET", `/v1/batches/${json.id}`, { key }),
          ({ json }) => json.refund !== undefined
        )
        assert.deepStrictEqual(settled.json.refund, { status: "due", amount_usdc: 12.5 })
        const failed = await service.call("GET", `/v1/batches/${json.id}/payouts?status=FAILED`, {
          key
        })
        assert.deepStrictEqual(
          failed.json.data.map((one: { failure_reason: string }) => one.failure_reason),
          ["invalid_recipient", "insufficient_balance"]
        )
        assert.strictEqual(failed.json.total, 2)
      })

      test("is refused with every invalid row named, and nothing is created", async (service) => {
        const { key } = await customer(service)
        const payouts = [
          row(1),
          row(2, { phone: "0770000001" }),
          row(3, { network: "mtn_mars" }),
          row(4, { amount_usdc: 0.1234567 }),
          row(5, { phone: "+254700000001" }),
          row(6, { idempotency_key: "row 1" }),
          row(7, { amount_usdc: 10_001 }),
          row(8, { idempotency_key: undefined })
        ]
        const refused = await service.call("POST", "/v1/batches", { key, body: { payouts } })
        assert.strictEqual(refused.status, 400, refused.text)
        assert.strictEqual(refused.json.error, "VALIDATION_ERROR")
        assert.deepStrictEqual(
          refused.json.errors.map(
            ({ code, field, row }: Record<string, unknown>) => `${row} ${field} ${code}`
          ),
          [
            ...["2 phone not_e164", "3 network unknown_network", "4 amount_usdc too_many_decimals"],
            ...[
              "5 phone wrong_country",
              "6 idempotency_key duplicate",
              "7 amount_usdc out_of_range"
            ],
            "8 idempotency_key required"
          ]
        )
        const list = await service.call("GET", "/v1/payouts", { key })
        assert.strictEqual(list.json.total, 0)
        const batches = await service.call("GET", "/v1/batches", { key })
        assert.deepStrictEqual(batches.json.data, [])
      })

      test("is refused if a row is not an object", async (service) => {
        const { key } = await customer(service)
        const body = { payouts: [row(1), 5, null] }
        const refused = await service.call("POST", "/v1/batches", { key, body })
        assert.deepStrictEqual(
          refused.json.errors.map(({ field, row }: Record<string, unknown>) => `${row} ${field}`),
          ["2 row", "3 row"]
        )
      })
    },

    "with idempotency keys": (test) => {
      test("is the same batch for the same rows, as JSON, CSV or with a new key", async (service) => {
        const { key } = await customer(service)
        const rows = rowsOf(3, "again")
        const first = await service.call("POST", "/v1/batches", { key, body: { payouts: rows } })
        assert.strictEqual(first.headers.get("idempotent-replayed"), null)
        await finished(service, key, first.json.id)
        const again = await service.call("POST", "/v1/batches", { key, body: { payouts: rows } })
        const asCsv = await upload(service, key, csvOf(rows))
        const other = await service.call("POST", "/v1/batches", {
          key,
          body: { payouts: [...rows].reverse(), idempotency_key: "another" }
        })
        for (const answer of [again, asCsv, other]) {
          assert.strictEqual(answer.status, 202, answer.text)
          assert.strictEqual(answer.text, first.text)
          assert.strictEqual(answer.headers.get("idempotent-replayed"), "true")
        }
        const list = await service.call("GET", "/v1/payouts", { key })
        assert.strictEqual(list.json.total, 3)
      })
    },

    "in CSV and in size": (test) => {
      test("is accepted as CSV, and invalid rows are named with row, field and reason", async (service) => {
        const { key } = await customer(service)
        const rows = rowsOf(12, "csv")
        const bad: Record<number, object> = {
          2: { phone: "2.56E+11" },
          3: { network: "" },
          5: { amount_usdc: "1,5" },
          6: { amount_usdc: "-1" },
          8: { phone: "+2567700" },
          9: { idempotency_key: "csv 1" },
          11: { amount_usdc: "1e3" }
        }
        const csv = csvOf(rows.map((one, index) => ({ ...one, ...bad[index + 1] })))
        const refused = await upload(service, key, csv)
        assert.strictEqual(refused.status, 400, refused.text)
        const lines = refused.json.errors.map(
          ({ field, message, row }: Record<string, unknown>) => `${row} ${field}: ${message}`
        )
        assert.deepStrictEqual(
          refused.json.errors.map(({ row }: { row: number }) => row),
          [2, 3, 5, 6, 8, 9, 11],
          lines.join("\n")
        )
        assert.match(lines[0], /was changed to 2\.56E\+11 by a spreadsheet/)
        assert.strictEqual((await service.call("GET", "/v1/payouts", { key })).json.total, 0)
        const good = await upload(service, key, csvOf(rows), { "idempotency-key": "the file" })
        assert.strictEqual(good.status, 202, good.text)
        assert.strictEqual(good.json.total, 12)
        const again = await upload(service, key, csvOf(rows), { "idempotency-key": "the file" })
        assert.strictEqual(again.text, good.text)
        const other = await upload(service, key, csvOf(rows.slice(1)), {
          "idempotency-key": "the file"
        })
        assert.strictEqual(other.json.error, "DUPLICATE_IDEMPOTENCY_KEY")
      })

      test("has 1 to 1,000 rows", async (service) => {
        const { key } = await customer(service)
        for (const payouts of [[], rowsOf(1_001, "many"), "none", undefined]) {
          const refused = await service.call("POST", "/v1/batches", { key, body: { payouts } })
          assert.strictEqual(refused.status, 400, refused.text)
          assert.strictEqual(refused.json.errors[0].field, "payouts")
        }
        const taken = await service.call("POST", "/v1/batches", {
          key,
          body: { payouts: rowsOf(1_000, "full") }
        })
        assert.strictEqual(taken.status, 202, taken.text)
        assert.strictEqual(taken.json.total, 1_000)
        const done = await finished(service, key, taken.json.id)
        assert.strictEqual(done.json.completed, 1_000)
      })
    }
  }
)

suite("A batch that waits for its funds", { SANDBOX_TIME_SCALE: "10" }, (test) => {
  test("ends its rows when it is cancelled", async (service) => {
    const { key } = await customer(service)
    const { json } = await service.call("POST", "/v1/batches", {
      key,
      body: { payouts: rowsOf(3, "cancel") }
    })
    const cancelled = await service.call("POST", `/v1/batches/${json.id}/cancel`, { key })
    assert.strictEqual(cancelled.status, 200, cancelled.text)
    assert.strictEqual(cancelled.json.status, "cancelled")
    const done = await finished(service, key, json.id)
    assert.deepInclude(done.json, { status: "cancelled", failed: 3, completed: 0 })
    const rows = await service.call("GET", `/v1/batches/${json.id}/payouts`, { key })
    for (const one of rows.json.data) {
      assert.deepInclude(one, { status: "FAILED", failure_reason: "cancelled" })
    }
  })

  test("starts its rows at once, and needs less when one of them is cancelled", async (service) => {
    const { key } = await customer(service)
    const { json } = await service.call("POST", "/v1/batches", {
      key,
      body: { payouts: rowsOf(2, "part") }
    })
    const rows = await until(
      () => service.call("GET", `/v1/batches/${json.id}/payouts?status=AWAITING_FUNDS`, { key }),
      (answer) => answer.json.total === 2
    )
    const [one, two] = rows.json.data.map(({ payout_id }: { payout_id: string }) => payout_id)
    const cancelled = await service.call("POST", `/v1/payouts/${one}/cancel`, { key })
    assert.strictEqual(cancelled.json.status, "FAILED")
    const paid = await service.call("POST", `/v1/sandbox/payouts/${two}/simulate`, {
      key,
      body: { deposit: { amount_usdc: 10 } }
    })
    assert.strictEqual(paid.status, 200, paid.text)
    await until(
      () => service.call("GET", `/v1/payouts/${two}`, { key }),
      (answer) => answer.json.status === "STABLECOIN_RECEIVED"
    )
    const batch = await service.call("GET", `/v1/batches/${json.id}`, { key })
    assert.deepInclude(batch.json, { status: "processing", failed: 1, pending: 1 })
    assert.isUndefined(batch.json.refund)
  })
})
