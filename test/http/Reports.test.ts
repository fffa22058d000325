import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { describe, it } from "vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as ReportRoutes from "../../src/http/reports/ReportRoutes.ts"
import * as Service from "../support/service.ts"
import { assertInvalid, assertProblem, type Customer, customer, suite, until } from "./suite.ts"

const path = "/v1/reports/settlements"
const admin = { key: Service.adminKey }
const address = "0x52908400098527886E0F7030069857D2E4169EE7"
const hash = (n: number): string => `0x${String(n).padStart(64, "b")}`

type Line = Readonly<Record<string, string | number | null>>

/** Creates a payout of an account, and waits until it has this status. */
const pay = async (
  service: Service.Service,
  { key }: Pick<Customer, "key">,
  name: string,
  given: { readonly status: string; readonly more?: object; readonly usdc?: number }
): Promise<Service.Answer["json"]> => {
  const { more, status, usdc = 25 } = given
  const quote = { source_amount_usdc: usdc, target_currency: "UGX", idempotency_key: name }
  const { quote_id } = (await service.call("POST", "/v1/quotes", { key, body: quote })).json
  const body = {
    ...{ quote_id, recipient_phone: "+256770000001", network: "MTN_UG", idempotency_key: name },
    ...{ recipient_name: "=Amina", reference: name, ...more }
  }
  const { json } = await service.call("POST", "/v1/payouts", { key, body })
  const answer = await until(
    () => service.call("GET", `/v1/payouts/${json.payout_id}`, { key }),
    (each) => each.json.status === status
  )
  return answer.json
}

/** Creates a payout that is reversed, and sends its refund. */
const refund = async (service: Service.Service, of: Customer, name: string, n: number) => {
  const more = { recipient_name: "SANDBOX REVERSE", refund_address: address }
  const payout = await pay(service, of, name, { status: "REVERSED", more })
  const body = { tx_hash: hash(n), reason: "sent by the treasury" }
  const sent = await service.call("POST", `/admin/v1/payouts/${payout.payout_id}/refund`, {
    ...admin,
    body
  })
  assert.strictEqual(sent.status, 200, sent.text)
  return payout
}

/** Creates a batch whose only row fails after it was funded, and sends its refund. */
const refundBatch = async (service: Service.Service, { key }: Customer, n: number) => {
  const row = { phone: "+256770000003", network: "MTN_UG", amount_usdc: 5 }
  const payouts = [{ ...row, idempotency_key: `row of ${n}` }]
  const { json } = await service.call("POST", "/v1/batches", {
    key,
    body: { name: "March", payouts }
  })
  const get = () => service.call("GET", `/v1/batches/${json.id}`, { key })
  await until(get, (one) => one.json.failed === 1)
  // If the sandbox did not pay before the row was refused, it never will, so this test pays.
  const batch = await Effect.runPromise(service.engine.batch(json.id))
  if (batch?.deposits.length === 0) {
    const deposit = {
      ...{ chainId: 0, txHash: "paid", logIndex: 0, blockNumber: 0 },
      ...{ amount: 5_000_000, seenAt: 0 }
    }
    const request = { at: Date.now(), by: "engine", idempotency: null }
    const pay = { _tag: "FinalizeDeposit", deposit, at: request.at } as const
    await Effect.runPromise(service.engine.commandBatch(request, json.id, pay))
  }
  await until(get, (one) => one.json.refund?.status === "due")
  const body = { tx_hash: hash(n), refund_address: address, reason: "sent by the treasury" }
  const sent = await service.call("POST", `/admin/v1/batches/${json.id}/refund`, { ...admin, body })
  assert.strictEqual(sent.status, 200, sent.text)
  return json.id
}

/** The rows of a file, each with its cells by the names of the header. */
const rowsOf = (csv: string): ReadonlyArray<Record<string, string>> => {
  const [head = [], ...rows] = csv
    .split("\r\n")
    .filter((line) => line !== "")
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = ""]) => cell))
  return rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ""])))
}

/** The text of a JSON value in a file. USDC always has six decimals. */
const cellOf = ([name, value]: [string, Line[string]]): [string, string] => {
  if (name.endsWith("_usdc")) return [name, Number(value).toFixed(6)]
  const text = value === null ? "" : String(value)
  return [name, text.startsWith("=") ? `'${text}` : text]
}

const asCells = (line: Line) => Object.fromEntries(Object.entries(line).map(cellOf))

const sum = (lines: ReadonlyArray<Line>, name: string): number =>
  lines.reduce((total, line) => total + Math.round(Number(line[name]) * 1e6), 0) / 1e6

const idsOf = (lines: ReadonlyArray<Line>) => lines.map(({ payout_id }) => payout_id)

/** The query of a period that covers a whole test. */
const wide = (): string => {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  return `from=${at(-86_400_000)}&to=${at(86_400_000)}`
}

const later = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString()

suite("A report of settlements", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
  test("has a line for each payout that settled in its period, as JSON and as a file", async (service) => {
    const { key } = await customer(service)
    const get = (query: string) => service.call("GET", `${path}?${query}`, { key })
    const from = new Date(Date.now() - 1_000).toISOString()
    const one = await pay(service, { key }, "one", { status: "SETTLED" })
    const two = await pay(service, { key }, "two", { status: "SETTLED", usdc: 25.5 })
    await pay(service, { key }, "fails", {
      status: "FAILED",
      more: { recipient_phone: "+256770000003" }
    })
    const ids = [one.payout_id, two.payout_id]
    const to = new Date(Date.now() + 1_000).toISOString()
    const { json } = await get(`from=${from}&to=${to}`)
    assert.isNull(json.next_cursor)
    assert.deepStrictEqual(idsOf(json.data), ids.toReversed())
    assert.deepInclude(json.data[1], {
      ...{ source_amount_usdc: 25, fee_usdc: 0.25, exchange_rate: 3_663, target_amount: 91_575 },
      ...{ target_currency: "UGX", network: "MTN_UG", reference: "one", batch_id: null },
      ...{ idempotency_key: "one", deposit_tx_hashes: one.deposits[0].tx_hash }
    })
    assert.deepStrictEqual(json.totals, {
      count: 2,
      source_amount_usdc: 50.5,
      fee_usdc: sum(json.data, "fee_usdc"),
      target_amounts: [{ currency: "UGX", amount: sum(json.data, "target_amount") }]
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
    const all = await get(`from=${from}&to=${to}&format=csv`)
    assert.deepStrictEqual(rowsOf(all.text), json.data.map(asCells))
    assert.isEmpty((await get(`from=2020-01-01&to=${from}`)).json.data)
  })

  test("is a file whose name has only safe characters of the account's name", async (service) => {
    const nameOf = async (name: string) => {
      const { key } = await customer(service, { name })
      const answer = await service.call("GET", `${path}?from=2026-03-01&to=2026-04-01&format=csv`, {
        key
      })
      return answer.headers.get("content-disposition")
    }
    const fileOf = (account: string) =>
      `attachment; filename="settlements-${account}-2026-03-01-to-2026-03-31.csv"`
    assert.strictEqual(await nameOf('Ånette "&" Söhne; ../x'), fileOf("anette-sohne-x"))
    const { reportNameCharsMax } = Limits.http
    const longest = "n".repeat(reportNameCharsMax)
    assert.strictEqual(await nameOf(longest), fileOf(longest))
    assert.strictEqual(await nameOf(`${longest}n`), fileOf(longest))
  })

  test("is refused if its period is missing, reversed or invalid", async ({ call }) => {
    assertInvalid(await call("GET", path), "from", "to")
    assertInvalid(await call("GET", `${path}?from=2026-02-02&to=2026-02-01`), "to")
    assertInvalid(await call("GET", `${path}?from=then&to=2026-02-01&limit=1001`), "from", "limit")
  })
})

suite("A report of refunds", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
  test("has each refund that was sent in its period, as payouts show them", async (service) => {
    const one = await customer(service)
    const other = await customer(service)
    const get = (query: string, { key }: Customer = one) =>
      service.call("GET", `/v1/reports/refunds?${query}`, { key })
    const first = await refund(service, one, "first", 1)
    const second = await refund(service, one, "second", 2)
    const foreign = await refund(service, other, "foreign", 3)
    await pay(service, one, "owed", {
      status: "REVERSED",
      more: { recipient_name: "SANDBOX REVERSE" }
    })
    const confirmed = await until(
      () => get(wide()),
      ({ json }) => json.data.every(({ status }: Line) => status === "confirmed")
    )
    const { data, next_cursor, totals } = confirmed.json
    assert.deepStrictEqual(idsOf(data), [second.payout_id, first.payout_id])
    const shown = await service.call("GET", `/v1/payouts/${first.payout_id}`, { key: one.key })
    assert.deepStrictEqual(data[1].status, shown.json.refund.status)
    assert.deepInclude(data[1], {
      ...{ amount_usdc: 25, address, tx_hash: hash(1), batch_id: null },
      ...{ reason: "compliance_rejected", reference: "first", chain_id: null, token_amount: null }
    })
    assert.isAtLeast(Date.parse(data[1].confirmed_at), Date.parse(data[1].sent_at))
    assert.deepStrictEqual(totals, { count: 2, amount_usdc: 50, foreign_amounts: [] })
    assert.isNull(next_cursor)
    assert.deepStrictEqual(rowsOf((await get(`${wide()}&format=csv`)).text), data.map(asCells))
    assert.deepStrictEqual(idsOf((await get(wide(), other)).json.data), [foreign.payout_id])
  })

  test("has a refund that was sent exactly at its start, and none that was sent exactly at its end", async (service) => {
    const one = await customer(service)
    const get = (from: string, to: string) =>
      service
        .call("GET", `/v1/reports/refunds?from=${from}&to=${to}`, { key: one.key })
        .then(({ json }) => idsOf(json.data))
    const { payout_id } = await refund(service, one, "edge", 4)
    const { json } = await service.call("GET", `/v1/reports/refunds?${wide()}`, { key: one.key })
    const at = json.data[0].sent_at
    assert.deepStrictEqual(await get(at, later(at, 1)), [payout_id])
    assert.deepStrictEqual(await get(later(at, -1), at), [])
    assert.deepStrictEqual(await get(later(at, 1), later(at, 1_000)), [])
  })

  test("is paged, with the refund of a batch after the refunds of payouts", async (service) => {
    const one = await customer(service)
    const get = (query: string) =>
      service.call("GET", `/v1/reports/refunds?${wide()}&${query}`, { key: one.key })
    const first = await refund(service, one, "paged one", 5)
    const second = await refund(service, one, "paged two", 6)
    const batchId = await refundBatch(service, one, 7)
    const ids: Array<unknown> = []
    let cursor: string | null = ""
    while (cursor !== null) {
      const { json } = await get(cursor === "" ? "limit=1" : `limit=1&cursor=${cursor}`)
      ids.push(...idsOf(json.data))
      cursor = json.next_cursor
    }
    assert.deepStrictEqual(ids, [second.payout_id, first.payout_id, null])
    const whole = (await get("format=json")).json.data
    assert.deepInclude(whole.at(-1), {
      ...{ batch_id: batchId, amount_usdc: 5, tx_hash: hash(7), reason: "rows_failed" },
      reference: "March"
    })
    assertInvalid(await get("cursor=quo_1"), "cursor")
  })
})

suite("A report of fees", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
  test("has the sums of the settlement report, by day, network and currency", async (service) => {
    const one = await customer(service)
    const get = (report: string, query: string) =>
      service.call("GET", `/v1/reports/${report}?${query}`, { key: one.key })
    await pay(service, one, "25", { status: "SETTLED" })
    await pay(service, one, "40.1", { status: "SETTLED", usdc: 40.1 })
    const settled = (await get("settlements", wide())).json
    const { data, totals } = (await get("fees", wide())).json
    assert.deepStrictEqual(totals, settled.totals)
    // Midnight may fall between the two settlements.
    const days = new Set(
      settled.data.map(({ settled_at }: Line) => String(settled_at).slice(0, 10))
    )
    assert.lengthOf(data, days.size)
    assert.strictEqual(sum(data, "fee_usdc"), totals.fee_usdc)
    assert.strictEqual(sum(data, "count"), 2)
    assert.deepInclude(data[0], { network: "MTN_UG", target_currency: "UGX" })
    const file = await get("fees", `${wide()}&format=csv`)
    assert.deepStrictEqual(rowsOf(file.text), data.map(asCells))
    assert.match(
      file.headers.get("content-disposition") ?? "",
      /filename="fees-acme-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv"/
    )
    const at = settled.data[0].settled_at
    const countOf = async (from: string, to: string) =>
      (await get("fees", `from=${from}&to=${to}`)).json.totals.count
    assert.strictEqual(await countOf(at, later(at, 1)), 1)
    assert.strictEqual(await countOf(later(at, -1), at), 0)
  })

  test("is refused for too many days", async ({ call }) => {
    const from = Date.UTC(2025, 0, 1)
    const to = from + Limits.http.feeReportDaysMax * 86_400_000
    const ask = (end: number) =>
      call("GET", `/v1/reports/fees?from=2025-01-01&to=${new Date(end).toISOString()}`)
    assert.strictEqual((await ask(to)).status, 200)
    assertInvalid(await ask(to + 1), "to")
  })
})

for (const partitions of ["1", "3"]) {
  suite(`Reports over all accounts, in ${partitions} partitions`, {
    SANDBOX_TIME_SCALE: "0.001",
    PARTITIONS: partitions
  }, (test) => {
    test("have the lines of each account with its id and name", async (service) => {
      const all = await Promise.all(
        ["Kampala Traders", "Acra", "Nairobi"].map((name) => customer(service, { name }))
      )
      for (const [n, each] of all.entries()) {
        await pay(service, each, `settles ${n}`, { status: "SETTLED" })
        await refund(service, each, `back ${n}`, 10 + n)
      }
      const get = (report: string, more = "") =>
        service.call("GET", `/admin/v1/reports/${report}?${wide()}${more}`, admin)
      const accountsOf = (lines: ReadonlyArray<Line>) =>
        lines.map(({ account_id, account_name }) => `${account_id} ${account_name}`).sort()
      const expected = all
        .map(({ id }, n) => `${id} ${["Kampala Traders", "Acra", "Nairobi"][n]}`)
        .sort()
      for (const report of ["settlements", "refunds", "fees"]) {
        const { json } = await get(report)
        assert.deepStrictEqual(accountsOf(json.data), expected, report)
        assert.strictEqual(json.totals.count, 3, report)
        assert.deepStrictEqual(
          rowsOf((await get(report, "&format=csv")).text),
          json.data.map(asCells)
        )
        const own = await get(report, `&account_id=${all[1]?.id}`)
        assert.deepStrictEqual(accountsOf(own.json.data), [`${all[1]?.id} Acra`])
      }
      for (const report of ["settlements", "refunds"]) {
        const whole = (await get(report)).json.data
        const lines: Array<Line> = []
        let cursor: string | null = ""
        while (cursor !== null) {
          const next: string = cursor === "" ? "" : `&cursor=${cursor}`
          const { json } = await get(report, `&limit=1${next}`)
          lines.push(...json.data)
          cursor = json.next_cursor
        }
        assert.deepStrictEqual(lines, whole, report)
      }
    })

    test("are refused for an account that does not exist, and to a customer's key", async (service) => {
      const { key } = await customer(service)
      for (const report of ["settlements", "refunds", "fees"]) {
        const asked = `/admin/v1/reports/${report}?${wide()}`
        assertProblem(await service.call("GET", `${asked}&account_id=acct_none`, admin), 404)
        assertProblem(await service.call("GET", asked, { key }), 401)
      }
    })
  })
}

describe("The end of a report", () => {
  it("is after the millisecond of the request, or earlier if an earlier one is requested", () => {
    const at = 1_000
    assert.strictEqual(ReportRoutes.endOf(undefined, at), at + 1)
    assert.strictEqual(ReportRoutes.endOf(at + 500, at), at + 1)
    assert.strictEqual(ReportRoutes.endOf(at - 500, at), at - 500)
  })
})
