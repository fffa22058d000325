/** The audit log as a whole, for auditors. */
import { assert } from "@effect/vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as Service from "../support/service.ts"
import { assertInvalid, assertProblem, type Customer, customer, suite, until } from "./suite.ts"

const path = "/v1/reports/audit-log"
const admin = { key: Service.adminKey }

interface Line {
  readonly id: string
  readonly at: string
  readonly action: string
  readonly subject_id: string
  readonly account_id: string | null
  readonly reason: string | null
  readonly changes: Readonly<Record<string, string>>
}

/** The cells of a file, line by line, without those of its header. */
const cellsIn = (csv: string): ReadonlyArray<Record<string, string>> => {
  const [head = [], ...rows] = csv
    .split("\r\n")
    .filter((line) => line !== "")
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = ""]) => cell))
  return rows.map((cells) =>
    Object.fromEntries(head.map((name, at) => [name, (cells[at] ?? "").replaceAll('""', '"')]))
  )
}

const save = async (service: Service.Service, { key }: Pick<Customer, "key">, n: number) => {
  const body = { name: `Amina ${n}`, phone: "+256770000001", network: "MTN_UG" }
  const { status, text } = await service.call("POST", "/v1/beneficiaries", { key, body })
  assert.strictEqual(status, 201, text)
}

const saved = async (service: Service.Service, of: Pick<Customer, "key">, count: number) => {
  for (let n = 0; n < count; n++) await save(service, of, n)
}

const ids = (lines: ReadonlyArray<Pick<Line, "id">>) => lines.map(({ id }) => id)

suite("The audit log as a report", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
  test("has every entry of the list, in the same order, as JSON and as a file", async (service) => {
    const ada = await customer(service, { name: "Kampala Traders" })
    await saved(service, ada, 3)
    const listed = (await service.call("GET", "/v1/audit-logs?limit=100", { key: ada.key })).json
    const whole = await service.call("GET", path, { key: ada.key })
    assert.strictEqual(whole.status, 200, whole.text)
    assert.deepStrictEqual(ids(whole.json.data), ids(listed.data))
    assert.deepStrictEqual(whole.json.totals, { count: listed.total })
    assert.isAbove(listed.total, 3)
    const [first] = whole.json.data
    assert.deepInclude(first, {
      ...{ actor_kind: "api_key", account_id: ada.id, action: "beneficiary.saved" },
      reason: null
    })
    const file = await service.call("GET", `${path}?format=csv`, { key: ada.key })
    assert.strictEqual(file.headers.get("content-type"), "text/csv; charset=utf-8")
    const today = new Date().toISOString().slice(0, 10)
    assert.strictEqual(
      file.headers.get("content-disposition"),
      `attachment; filename="audit-log-kampala-traders-to-${today}.csv"`
    )
    const cells = cellsIn(file.text)
    assert.deepStrictEqual(
      cells.map(({ id }) => id),
      ids(whole.json.data)
    )
    assert.deepStrictEqual(JSON.parse(cells[0]?.changes ?? ""), first.changes)
    assert.deepStrictEqual(cells[0], { ...cells[0], at: first.at, subject_id: first.subject_id })
  })

  test("applies its filters and its period", async (service) => {
    const ada = await customer(service)
    await saved(service, ada, 2)
    const of = async (query: string): Promise<ReadonlyArray<Line>> => {
      const { json, status, text } = await service.call("GET", `${path}?${query}`, { key: ada.key })
      assert.strictEqual(status, 200, text)
      return json.data
    }
    const [second, first] = await of("action=beneficiary.saved")
    assert.isDefined(first)
    assert.lengthOf(await of(`subject_id=${first?.subject_id}`), 1)
    assert.lengthOf(await of("actor_kind=person"), 0)
    const after = new Date(Date.parse(second?.at ?? "") + 1).toISOString()
    assert.notInclude(ids(await of(`from=${after}`)), second?.id)
    assert.notInclude(ids(await of(`to=${second?.at}`)), second?.id)
    assert.include(ids(await of(`to=${after}`)), second?.id)
    const file = await service.call("GET", `${path}?format=csv&from=${after}`, { key: ada.key })
    assert.match(
      file.headers.get("content-disposition") ?? "",
      new RegExp(`-${after.slice(0, 10)}-to-`)
    )
    assertInvalid(await service.call("GET", `${path}?from=${after}&to=${after}`, ada), "to")
    assertInvalid(await service.call("GET", `${path}?format=xml`, ada), "format")
  })
})

suite("The audit log as a report of several accounts", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
  test("has the entries of one account, and all entries for the staff", async (service) => {
    const [ada, bob] = [await customer(service), await customer(service)]
    await saved(service, ada, 1)
    const quote = { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: "q" }
    const made = await service.call("POST", "/v1/quotes", { key: bob.key, body: quote })
    const { json: held } = await service.call("POST", "/v1/payouts", {
      key: bob.key,
      body: {
        ...{ quote_id: made.json.quote_id, recipient_phone: "+256770000001", network: "MTN_UG" },
        ...{ recipient_name: "SANDBOX HOLD", idempotency_key: "p" }
      }
    })
    const seen = `/admin/v1/payouts/${held.payout_id}`
    await until(
      () => service.call("GET", seen, admin),
      ({ json }) => json.status === "COMPLIANCE_HOLD"
    )
    const reason = '=HYPERLINK("http://evil.example")'
    await service.call("POST", `${seen}/approve`, { ...admin, body: { reason } })
    const own: ReadonlyArray<Line> = (await service.call("GET", path, bob)).json.data
    assert.isTrue(own.every(({ account_id }) => account_id === bob.id))
    assert.isFalse(own.some(({ action }) => action === "payout.approved"))
    const staff = `/admin${path}`
    const ofBob = (await service.call("GET", `${staff}?account_id=${bob.id}`, admin)).json
    const approved = ofBob.data.find(({ action }: Line) => action === "payout.approved")
    assert.deepInclude(approved, { subject_id: held.payout_id, reason })
    assert.isFalse(ofBob.data.some(({ account_id }: Line) => account_id === ada.id))
    const file = await service.call("GET", `${staff}?account_id=${bob.id}&format=csv`, admin)
    const cell = cellsIn(file.text).find(({ action }) => action === "payout.approved")
    assert.strictEqual(cell?.reason, `'${reason}`)
    const all: ReadonlyArray<Line> = (await service.call("GET", staff, admin)).json.data
    assert.includeMembers(ids(all), [...ids(own), ...ids(ofBob.data)])
    assert.strictEqual(new Set(ids(all)).size, all.length)
    const times = all.map(({ at }) => at)
    assert.deepStrictEqual(times, times.toSorted().toReversed())
    assertProblem(
      await service.call("GET", `${staff}?account_id=acct_none`, admin),
      404,
      "ACCOUNT_NOT_FOUND"
    )
    assert.strictEqual((await service.call("GET", staff, bob)).status, 401)
  })

  test("has every act once if it needs several pages", async (service) => {
    const ada = await customer(service)
    const count = 2 * Limits.http.auditReportActsMax + 5
    const write = async (first: number) => {
      for (let n = first; n < count; n += 8) await save(service, ada, n)
    }
    // The requests run concurrently, so that many acts happen in one millisecond.
    await Promise.all(Array.from({ length: 8 }, (_, first) => write(first)))
    const { total } = (await service.call("GET", "/v1/audit-logs?limit=1", { key: ada.key })).json
    const { data, totals } = (await service.call("GET", path, { key: ada.key })).json
    assert.strictEqual(totals.count, total)
    assert.strictEqual(new Set(ids(data)).size, total)
    assert.isAtLeast(total, count)
    const file = await service.call("GET", `${path}?format=csv`, { key: ada.key })
    assert.deepStrictEqual(
      cellsIn(file.text).map(({ id }) => id),
      ids(data)
    )
    const seen = (await service.call("GET", `/admin${path}?account_id=${ada.id}`, admin)).json
    assert.includeMembers(ids(seen.data), ids(data))
    assert.strictEqual(new Set(ids(seen.data)).size, seen.totals.count)
  })

  test("is empty for a future period", async (service) => {
    const ada = await customer(service)
    const { json, status } = await service.call("GET", `${path}?from=2100-01-01`, { key: ada.key })
    assert.strictEqual(status, 200)
    assert.deepStrictEqual(json, { data: [], totals: { count: 0 } })
  })

  test("is open to the keys that may read the list", async (service) => {
    for (const scope of ["full", "read_only", "payouts", "webhooks", "reports"]) {
      const { key } = await customer(service, { scope })
      const list = await service.call("GET", "/v1/audit-logs", { key })
      const whole = await service.call("GET", path, { key })
      assert.strictEqual(whole.status, list.status, scope)
    }
  })
})
