/** Names of batches, and the filters of their lists, over real HTTP. */
import { assert } from "@effect/vitest"
import * as Service from "../support/service.ts"
import { assertInvalid, assertKeys, customer, suite, until } from "./suite.ts"

type Fields = Readonly<Record<string, unknown>>

const rowsOf = (key: string): ReadonlyArray<Fields> => [
  {
    ...{ phone: "+256770000001", network: "mtn_uganda", amount_usdc: 1.5, name: "Jo" },
    idempotency_key: key
  }
]

const submit = (service: Service.Service, key: string, body: Fields) =>
  service.call("POST", "/v1/batches", { key, body })

/** Returns the names that a list shows, after it checked their number against the list's total. */
const listed = async (service: Service.Service, path: string, key: string) => {
  const { json, status, text } = await service.call("GET", path, { key })
  assert.strictEqual(status, 200, text)
  assert.strictEqual(json.total, json.data.length, path)
  return json.data.map(({ name }: { readonly name: string | null }) => name)
}

const ended = (service: Service.Service, key: string, id: string, status: string) =>
  until(
    () => service.call("GET", `/v1/batches/${id}`, { key }),
    ({ json }) => json.status === status && json.pending === 0
  )

const form = (csv: string, ...names: ReadonlyArray<string>): string =>
  [
    ...names.flatMap((name) => ["--B", 'Content-Disposition: form-data; name="name"', "", name]),
    ...["--B", 'Content-Disposition: form-data; name="file"; filename="rows.csv"', "", csv],
    "--B--\r\n"
  ].join("\r\n")

const csvOf = (key: string): string =>
  `phone,network,amount_usdc,name,idempotency_key\n+256770000001,mtn_uganda,1.5,Jo,${key}`

const upload = (service: Service.Service, key: string, raw: string) =>
  service.call("POST", "/v1/batches", {
    ...{ key, raw },
    headers: { "content-type": "multipart/form-data; boundary=B" }
  })

suite("The name of a batch", {}, (test) => {
  test("is shown without surrounding blanks in the batch, lists, the staff's view and events", async (service) => {
    const { key } = await customer(service)
    const name = "Salaires, décembre"
    const { json } = await submit(service, key, { name: `  ${name} `, payouts: rowsOf("shown") })
    assert.strictEqual(json.name, name)
    const done = await ended(service, key, json.id, "completed")
    assert.strictEqual(done.json.name, name)
    assert.deepStrictEqual(await listed(service, "/v1/batches", key), [name])
    const seen = await service.call("GET", `/admin/v1/batches/${json.id}`, {
      key: Service.adminKey
    })
    assert.strictEqual(seen.json.name, name)
    const events = await service.call("GET", "/v1/events?type=batch.completed", { key })
    assert.strictEqual(events.json.data[0].data.name, name)
  })

  test("is optional: it is null in a batch without one, and absent in its events", async (service) => {
    const { key } = await customer(service)
    const { json } = await submit(service, key, { name: null, payouts: rowsOf("nameless") })
    assert.isNull(json.name)
    await ended(service, key, json.id, "completed")
    assert.deepStrictEqual(await listed(service, "/v1/batches", key), [null])
    const events = await service.call("GET", "/v1/events?type=batch.completed", { key })
    assert.notProperty(events.json.data[0].data, "name")
  })

  test("comes in a separate field of an upload", async (service) => {
    const { key } = await customer(service)
    const taken = await upload(service, key, form(csvOf("file"), "Août"))
    assert.strictEqual(taken.status, 202, taken.text)
    assert.strictEqual(taken.json.name, "Août")
    assertInvalid(await upload(service, key, form(csvOf("file 2"), "x".repeat(81))), "name")
    assertInvalid(await upload(service, key, form(csvOf("file 3"), "One", "Two")), "name")
  })
})

suite("The name that a batch is given", {}, (test) => {
  test("has 1 to 80 characters", async (service) => {
    const { key } = await customer(service)
    for (const name of ["", "  ", "x".repeat(81), "one\ntwo", 7]) {
      const payouts = rowsOf("refused")
      assertInvalid(await submit(service, key, { name, payouts }), "name")
      assertInvalid(
        await service.call("POST", "/v1/batches/check", { key, body: { name, payouts } }),
        "name"
      )
    }
    assert.deepStrictEqual(await listed(service, "/v1/batches", key), [])
    const name = "x".repeat(80)
    const { json } = await submit(service, key, { name, payouts: rowsOf("longest") })
    assert.strictEqual(json.name, name)
  })

  test("does not matter for repeated rows: rows under another name return the first batch", async (service) => {
    const { key } = await customer(service)
    const payouts = rowsOf("same")
    const first = await submit(service, key, { name: "First", payouts })
    for (const name of ["Second", null]) {
      const again = await submit(service, key, { name, payouts })
      assert.deepInclude(again.json, { id: first.json.id, name: "First" })
      assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
    }
    assert.deepStrictEqual(await listed(service, "/v1/batches", key), ["First"])
  })
})

suite("The name of a bulk batch", {}, (test) => {
  test("is shown by the batch and its list, and filters the list", async (service) => {
    const { key } = await customer(service)
    const quote = await service.call("POST", "/v1/quotes", {
      key,
      body: { source_amount_usdc: 5, target_currency: "UGX", idempotency_key: "quote" }
    })
    const row = { quote_id: quote.json.quote_id, recipient_phone: "+256770000001" }
    const body = {
      name: "From our server",
      payouts: [{ ...row, network: "MTN_UG", idempotency_key: "row" }]
    }
    const taken = await service.call("POST", "/v1/payouts/bulk", { key, body })
    assert.strictEqual(taken.json.name, body.name, taken.text)
    const path = `/v1/payouts/bulk/${taken.json.batch_id}`
    const one = await until(
      () => service.call("GET", path, { key }),
      ({ json }) => json.pending === 0
    )
    assert.strictEqual(one.json.name, body.name)
    for (const [query, found] of [
      ["status=COMPLETED", 1],
      ["status=CANCELLED", 0],
      ["search=server", 1],
      [`created_to=${one.json.created_at}`, 1]
    ] as const) {
      const names = await listed(service, `/v1/payouts/bulk?${query}`, key)
      assert.strictEqual(names.length, found, query)
    }
  })
})

suite("A list of batches", { SANDBOX_TIME_SCALE: "10" }, (test) => {
  test("is filtered by status, time and words of the name", async (service) => {
    const { id: accountId, key } = await customer(service)
    const over = await submit(service, key, { name: "March salaries", payouts: rowsOf("over") })
    const rows = await until(
      () => service.call("GET", `/v1/batches/${over.json.id}/payouts`, { key }),
      ({ json }) => json.data[0].status === "AWAITING_FUNDS"
    )
    await service.call("POST", `/v1/payouts/${rows.json.data[0].payout_id}/cancel`, { key })
    await ended(service, key, over.json.id, "completed")
    const gone = await submit(service, key, {
      name: "Cancelled in March",
      payouts: rowsOf("gone")
    })
    await service.call("POST", `/v1/batches/${gone.json.id}/cancel`, { key })
    await ended(service, key, gone.json.id, "cancelled")
    const open = await submit(service, key, {
      name: "Ápril",
      payouts: rowsOf("open")
    })
    await until(
      () => service.call("GET", `/v1/batches/${open.json.id}`, { key }),
      ({ json }) => json.status === "processing"
    )
    const found = {
      "": ["Ápril", "Cancelled in March", "March salaries"],
      "sort=created_at": ["March salaries", "Cancelled in March", "Ápril"],
      "status=queued": [],
      "status=processing": ["Ápril"],
      "status=completed": ["March salaries"],
      "status=cancelled": ["Cancelled in March"],
      "search=march": ["Cancelled in March", "March salaries"],
      "search=MAR+sal": ["March salaries"],
      "search=april": ["Ápril"],
      "search=alaries": [],
      [`created_from=${gone.json.created_at}`]: ["Ápril", "Cancelled in March"],
      [`created_to=${gone.json.created_at}`]: ["Cancelled in March", "March salaries"],
      [`created_to=${gone.json.created_at}&status=completed&search=march`]: ["March salaries"]
    }
    for (const [query, names] of Object.entries(found)) {
      assert.deepStrictEqual(await listed(service, `/v1/batches?${query}`, key), names, query)
      const all = `/admin/v1/batches?account_id=${accountId}&${query}`
      assert.deepStrictEqual(await listed(service, all, Service.adminKey), names, all)
    }
    const first = await service.call("GET", "/v1/batches?search=march&limit=1", { key })
    assert.strictEqual(first.json.total, 2)
    const next = `/v1/batches?search=march&limit=1&cursor=${first.json.next_cursor}`
    const second = await service.call("GET", next, { key })
    assertKeys(second.json, "data", "total", "limit", "offset", "next_cursor")
    assert.strictEqual(second.json.data[0].name, "March salaries")
  })

  test("refuses an unknown status and an invalid time", async (service) => {
    for (const [field, query] of [
      ["status", "status=settled"],
      ["created_from", "created_from=today"]
    ] as const) {
      const answer = await service.call("GET", `/v1/batches?${query}`)
      assertInvalid(answer, field)
    }
  })
})
