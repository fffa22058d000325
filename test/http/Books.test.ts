/** The books over HTTP: bookings under four eyes, reports, files, and the closing of months. */
import { assert } from "@effect/vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import { assertInvalid, assertProblem, suite, until } from "./suite.ts"

const admin = { key: Service.adminKey }

const path = (rest: string): string => `/admin/v1/books/${rest}`

const topUp = {
  ...{ kind: "top_up", provider: "mtn", currency: "UGX", amount: 3_000_000 },
  ...{ credit_account: "treasury_fiat", value_date: "2026-02-02" },
  ...{ reference: "wire 4711", reason: "bank statement" }
}

const book = ({ call }: Service.Service, more: Readonly<Record<string, unknown>> = {}) =>
  call("POST", path("bookings"), { ...admin, body: { ...topUp, ...more } })

const see = ({ call }: Service.Service, rest: string) => call("GET", path(rest), admin)

const close = ({ call }: Service.Service, month: string) =>
  call("POST", `/admin/v1/periods/${month}/close`, { ...admin, body: { reason: "month end" } })

/** Asserts that one field is refused, with this code. */
const assertRefused = (answer: Service.Answer, field: string, code: string): void => {
  assertInvalid(answer, field)
  assert.deepStrictEqual(answer.json.errors[0].code, code)
}

interface Line {
  readonly account: string
  readonly currency: string
  readonly debit_balance: string
  readonly credit_balance: string
}

const lineOf = (answer: Service.Answer, account: string, currency: string): Line | undefined =>
  answer.json.data.find((line: Line) => line.account === account && line.currency === currency)

const twoPeople = { HOLD_APPROVALS: "2" }

suite("A booking under HOLD_APPROVALS=2", twoPeople, (test) => {
  test("is in the books once a second person has approved it", async (service) => {
    const proposed = await book(service)
    assert.strictEqual(proposed.status, 201, proposed.text)
    assert.deepInclude(proposed.json, {
      ...{ status: "proposed", amount: 3_000_000, debit_account: "provider_float" },
      ...{ approvals: ["first operator"], approvals_needed: 2, booked_at: null }
    })
    assert.isUndefined(lineOf(await see(service, "trial-balance"), "treasury_fiat", "UGX"))
    const decide = path(`bookings/${proposed.json.id}/approve`)
    const again = await service.call("POST", decide, { ...admin, body: { reason: "sure" } })
    assert.strictEqual(again.json.status, "proposed", again.text)
    const ada = await Visitor.first(service)
    const booked = await ada.ask("POST", decide, { reason: "seen on the statement" })
    assert.deepInclude(booked.json, {
      ...{ status: "booked", approvals: ["first operator", ada.email] }
    })
    const trial = await see(service, "trial-balance")
    assert.deepStrictEqual(trial.json.differences, [])
    assert.deepInclude(lineOf(trial, "provider_float", "UGX"), {
      ...{ kind: "asset", money: "own", debit_balance: "3000000", credit_balance: "0" }
    })
    assert.deepInclude(lineOf(trial, "treasury_fiat", "UGX"), { credit_balance: "3000000" })
    assertProblem(await ada.ask("POST", decide, { reason: "again" }), 409, "INVALID_STATE")
  })

  test("can be withdrawn, and is then never booked", async (service) => {
    const { json } = await book(service, { kind: "gas", provider: null, credit_account: null })
    const body = { reason: "typing error" }
    const withdrawn = await service.call("POST", path(`bookings/${json.id}/withdraw`), {
      ...{ ...admin, body }
    })
    assert.strictEqual(withdrawn.json.status, "withdrawn", withdrawn.text)
    const ada = await Visitor.first(service)
    const late = await ada.ask("POST", path(`bookings/${json.id}/approve`), body)
    assertProblem(late, 409, "INVALID_STATE")
  })

  test("that does not exist is 404", async (service) => {
    const answer = await service.call("POST", path("bookings/bkg_none/approve"), {
      ...{ ...admin, body: { reason: "r" } }
    })
    assertProblem(answer, 404, "BOOKING_NOT_FOUND")
  })
})

suite("A booking", {}, (test) => {
  test("names every field that is wrong", async (service) => {
    assertRefused(await book(service, { provider: null }), "provider", "required")
    assertRefused(await book(service, { amount: 0.5 }), "amount", "too_many_decimals")
    assertRefused(await book(service, { amount: 1e15 }), "amount", "too_large")
    assertRefused(await book(service, { amount: -5 }), "amount", "out_of_range")
    assertRefused(await book(service, { value_date: "2026-02-30" }), "value_date", "not_a_date")
    assertRefused(await book(service, { value_date: "2126-02-03" }), "value_date", "out_of_range")
    assertRefused(await book(service, { credit_account: null }), "credit_account", "required")
    assertRefused(await book(service, { fx_result: 1 }), "fx_result", "not_applicable")
    const correction = { kind: "correction", debit_account: "gas", credit_account: "customers" }
    assertRefused(await book(service, correction), "credit_account", "unknown")
  })

  test("of a sale of USDC shows its result, a loss as negative", async (service) => {
    const sold = { kind: "usdc_sale", provider: null, credit_account: null, sold_usdc: 800.5 }
    const answer = await book(service, { ...sold, fx_result: -1_200 })
    assert.deepInclude(answer.json, { sold_usdc: 800.5, fx_result: -1_200, status: "booked" })
    const trial = await see(service, "trial-balance")
    assert.deepInclude(lineOf(trial, "fx_result", "UGX"), { debit_balance: "1200" })
    assert.deepInclude(lineOf(trial, "conversion", "USDC"), { debit_balance: "800.500000" })
  })

  test("is listed newest first, in pages", async (service) => {
    const ids = []
    for (const reference of ["first", "second", "third"]) {
      ids.push((await book(service, { reference })).json.id)
    }
    const page = await see(service, "bookings?limit=2")
    const shown = page.json.data.map(({ id }: { readonly id: string }) => id)
    assert.deepStrictEqual(shown, [ids[2], ids[1]])
    const next = await see(service, `bookings?limit=1&cursor=${page.json.next_cursor}`)
    assert.strictEqual(next.json.data[0].id, ids[0])
  })

  test("is refused to an account's key", async ({ call }) => {
    assertProblem(await call("POST", path("bookings"), { body: topUp }), 401, "UNAUTHORIZED")
  })
})

suite("A report of the books", {}, (test) => {
  test("has the postings of a settled payout", async (service) => {
    const { json } = await service.payout("settled")
    await until(
      () => service.call("GET", `/v1/payouts/${json.payout_id}`),
      (answer) => answer.json.status === "SETTLED"
    )
    const today = new Date().toISOString().slice(0, 10)
    const trial = await see(service, "trial-balance")
    assert.deepStrictEqual(trial.json.differences, [])
    assert.deepInclude(lineOf(trial, "deposits", "USDC"), { debit_balance: "25.000000" })
    assert.deepInclude(lineOf(trial, "customers", "USDC"), {
      ...{ debit: "25.000000", credit: "25.000000", credit_balance: "0.000000" }
    })
    const asked = `statement?account=deposits&currency=USDC&from=2026-01-01&to=${today}`
    const { data, opening, closing } = (await see(service, asked)).json
    assert.strictEqual(opening.debit_balance, "0.000000")
    assert.strictEqual(closing.debit_balance, "25.000000")
    assert.strictEqual(data.at(-1).debit_balance, closing.debit_balance)
    const position = await see(service, "position")
    assert.deepInclude(position.json.totals, {
      ...{ currency: "USDC", owed: "0.000000", held: "25.000000" }
    })
  })

  test("is a file with the same lines", async (service) => {
    await book(service)
    const trial = await see(service, "trial-balance")
    const file = await see(service, "trial-balance?format=csv")
    assert.match(file.headers.get("content-type") ?? "", /^text\/csv/)
    assert.match(
      file.headers.get("content-disposition") ?? "",
      /trial-balance-\d{4}-\d\d-\d\d\.csv/
    )
    const [header, ...lines] = file.text.trimEnd().split("\r\n")
    assert.match(header ?? "", /^"account","kind","money","currency","debit"/)
    assert.lengthOf(lines, trial.json.data.length)
    for (const rest of [
      "position?",
      "statement?account=gas&currency=KES&from=2026-01-01&to=2026-01-02&"
    ]) {
      assert.match((await see(service, `${rest}format=csv`)).text, /^"(section|date)"/)
    }
  })

  test("refuses days in the future, in the wrong order and too many", async (service) => {
    assertRefused(await see(service, "trial-balance?date=2126-01-01"), "date", "out_of_range")
    assertRefused(await see(service, "position?date=yesterday"), "date", "not_a_date")
    const days = (from: string, to: string) =>
      see(service, `statement?account=gas&currency=KES&from=${from}&to=${to}`)
    assertRefused(await days("2026-01-02", "2026-01-01"), "to", "out_of_range")
    const from = Date.parse("2024-01-01T00:00:00Z")
    const last = (count: number) =>
      new Date(from + (count - 1) * 86_400_000).toISOString().slice(0, 10)
    const { bookDaysMax } = Limits.http
    assert.strictEqual((await days("2024-01-01", last(bookDaysMax))).status, 200)
    assertRefused(await days("2024-01-01", last(bookDaysMax + 1)), "to", "out_of_range")
    assertInvalid(
      await see(service, "statement?account=none&currency=KES&from=2026-01-01&to=2026-01-01"),
      "account"
    )
  })
})

suite("A closed month", {}, (test) => {
  test("refuses bookings with a value date in it, and names the first open day", async (service) => {
    const closed = await close(service, "2026-02")
    assert.deepInclude(closed.json, { month: "2026-02", status: "closed", totals: [] })
    const refused = await book(service)
    assertRefused(refused, "value_date", "month_closed")
    assert.include(refused.json.errors[0].message, "The first open day is 2026-03-01")
    const open = await book(service, { value_date: "2026-03-01" })
    assert.strictEqual(open.status, 201, open.text)
    const periods = await service.call("GET", "/admin/v1/periods", admin)
    assert.deepInclude(periods.json.data[0], {
      ...{ month: "2026-02", agrees: true, changes: [], approvals: ["first operator"] }
    })
    assertProblem(await close(service, "2026-02"), 409, "INVALID_STATE")
    assertProblem(await close(service, "2026-04"), 409, "INVALID_STATE")
    assertProblem(await close(service, "2126-01"), 409, "INVALID_STATE")
    assertRefused(await close(service, "2026-13"), "month", "not_a_month")
  })
})

suite("The closing of a month under HOLD_APPROVALS=2", twoPeople, (test) => {
  test("takes effect with the second person", async (service) => {
    const asked = await close(service, "2026-02")
    assert.deepInclude(asked.json, { status: "open", hash: null, approvals: ["first operator"] })
    assert.strictEqual((await close(service, "2026-02")).json.status, "open")
    const ada = await Visitor.first(service)
    const body = { reason: "month end" }
    const closed = await ada.ask("POST", "/admin/v1/periods/2026-02/close", body)
    assert.strictEqual(closed.json.status, "closed", closed.text)
  })
})
