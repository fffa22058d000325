/** The statement of a balance: its figures, its days, and its three formats. */
import { assert } from "@effect/vitest"
import { describe, it } from "vitest"
import * as Limits from "../../src/config/Limits.ts"
import { dayMs } from "../../src/domain/Day.ts"
import * as BalanceStatement from "../../src/usecases/BalanceStatement.ts"
import * as Camt from "../support/camt.ts"
import * as Service from "../support/service.ts"
import { assertInvalid, assertKeys, type Customer, customer, suite, until } from "./suite.ts"

const root = "/v1/balance"

const dayAt = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** A period that has the whole test, also if midnight is in it. */
const days = (): string => `from=${dayAt(Date.now() - dayMs)}&to=${dayAt(Date.now() + dayMs)}`

const statementOf = ({ call }: Service.Service, { key }: Customer, query = days()) =>
  call("GET", `${root}/statement?${query}`, { key })

const deposit = async ({ call }: Service.Service, { key }: Customer, amount_usdc: number) => {
  const made = await call("POST", "/v1/sandbox/balance/deposit", { key, body: { amount_usdc } })
  assert.strictEqual(made.status, 200, made.text)
}

/** Pays from the balance, and waits until the payout has this status. */
const pay = async (
  { call }: Service.Service,
  { key }: Customer,
  usdc: number,
  status: "SETTLED" | "FAILED" = "SETTLED"
) => {
  const name = `${usdc} ${status}`
  const quote = { source_amount_usdc: usdc, target_currency: "UGX", idempotency_key: name }
  const { json: quoted } = await call("POST", "/v1/quotes", { key, body: quote })
  const { json: made, text } = await call("POST", "/v1/payouts", {
    key,
    body: {
      ...{ quote_id: quoted.quote_id, network: "MTN_UG", funding: "balance" },
      ...{ recipient_phone: "+256770000001", idempotency_key: name }
    }
  })
  assert.isString(made.payout_id, text)
  await call("POST", `/v1/sandbox/payouts/${made.payout_id}/simulate`, {
    ...{ key, body: { outcome: status === "SETTLED" ? "settle" : "fail" } }
  })
  await until(
    () => call("GET", `/v1/payouts/${made.payout_id}`, { key }),
    ({ json }) => json.status === status
  )
  return made.payout_id
}

interface Line {
  readonly amount_usdc: number
  readonly balance_after_usdc: number
}

const micro = (usdc: number): number => Math.round(usdc * 1e6)

/** Asserts that each balance is the one before and the amount, up to the closing balance. */
const assertAddsUp = (statement: Service.Answer["json"]): void => {
  let balance = micro(statement.opening_balance_usdc)
  const sums = { credits: { count: 0, amount: 0 }, debits: { count: 0, amount: 0 } }
  for (const { amount_usdc, balance_after_usdc } of statement.movements as ReadonlyArray<Line>) {
    balance += micro(amount_usdc)
    assert.strictEqual(balance, micro(balance_after_usdc))
    const sum = sums[amount_usdc > 0 ? "credits" : "debits"]
    sum.count += 1
    sum.amount += Math.abs(micro(amount_usdc))
  }
  assert.strictEqual(balance, micro(statement.closing_balance_usdc))
  for (const side of ["credits", "debits"] as const) {
    assert.strictEqual(statement[side].count, sums[side].count)
    assert.strictEqual(micro(statement[side].amount_usdc), sums[side].amount)
  }
}

suite("A statement of a balance", {}, (test) => {
  test("has each movement between the opening and the closing balance", async (service) => {
    const { call } = service
    const one = await customer(service)
    await deposit(service, one, 100.25)
    const paid = await pay(service, one, 25.5)
    await pay(service, one, 10, "FAILED")
    const { json, text } = await statementOf(service, one)
    assertKeys(
      json,
      ...["account_id", "account_name", "currency", "from", "to", "is_complete", "generated_at"],
      ...["opening_balance_usdc", "closing_balance_usdc", "credits", "debits", "movements"]
    )
    assert.deepInclude(json, { account_id: one.id, currency: "USDC", is_complete: false }, text)
    assert.deepInclude(json, { opening_balance_usdc: 0, closing_balance_usdc: 74.75 })
    assert.deepInclude(json, { credits: { count: 2, amount_usdc: 110.25 } })
    assert.deepInclude(json, { debits: { count: 2, amount_usdc: 35.5 } })
    assertAddsUp(json)
    assert.strictEqual(json.movements[1].payout_id, paid)
    const listed = await call("GET", `${root}/movements`, { key: one.key })
    assert.deepStrictEqual(json.movements, [...listed.json.data].reverse())
    const balance = await call("GET", root, { key: one.key })
    assert.strictEqual(balance.json.available_usdc, json.closing_balance_usdc)
  })

  test("adds dust to the deposit that it came in with, in every format", async (service) => {
    const one = await customer(service)
    await deposit(service, one, 0.000_003)
    assert.deepInclude((await statementOf(service, one)).json, { closing_balance_usdc: 0 })
    await deposit(service, one, 1.000_004)
    const { json } = await statementOf(service, one)
    assertAddsUp(json)
    assert.strictEqual(json.closing_balance_usdc, 1.000_007)
    const csv = await statementOf(service, one, `${days()}&format=csv`)
    assert.include(csv.text, '"deposit","1.000007","1.000007"')
    const { closing, entries, opening } = Camt.read(
      (await statementOf(service, one, `${days()}&format=camt053`)).text
    )
    assert.deepStrictEqual([opening.tens(), closing.tens()], [0, 100_000])
    const [entry] = entries
    assert.strictEqual(entry?.tens(), 100_000)
    assert.strictEqual(entry?.text("NtryDtls/TxDtls/RltdQties/Prtry/Qty"), "1.000007")
    assert.include(entry?.text("AddtlNtryInf"), "Exact amount: 1.000007 USDC.")
  })

  test("of an account without a balance is empty", async (service) => {
    const one = await customer(service)
    const { json } = await statementOf(service, one)
    assert.deepInclude(json, { opening_balance_usdc: 0, closing_balance_usdc: 0, movements: [] })
    const { entries, statement } = Camt.read(
      (await statementOf(service, one, `${days()}&format=camt053`)).text
    )
    assert.lengthOf(entries, 0)
    assert.strictEqual(statement.text("TxsSummry/TtlNtries/NbOfNtries"), "0")
  })
})

suite("The period of a statement", {}, (test) => {
  test("is complete if it is past", async (service) => {
    const one = await customer(service)
    const { json } = await statementOf(service, one, "from=2026-01-01&to=2026-01-31")
    assert.isTrue(json.is_complete)
    const xml = await statementOf(service, one, "from=2026-01-01&to=2026-01-31&format=camt053")
    const { closing, statement } = Camt.read(xml.text)
    assert.strictEqual(closing.text("Tp/CdOrPrtry/Cd"), "CLBD")
    assert.strictEqual(closing.text("Dt/Dt"), "2026-01-31")
    assert.strictEqual(statement.text("Id"), "20260101-20260131")
  })

  test("is refused with the name of the wrong day", async (service) => {
    const one = await customer(service)
    const refused = async (query: string, field: string, code: string, message: RegExp) => {
      const answer = await statementOf(service, one, query)
      assertInvalid(answer, field)
      assert.strictEqual(answer.json.errors[0].code, code)
      assert.match(answer.json.errors[0].message, message)
    }
    await refused("to=2026-01-31", "from", "required", /./)
    await refused("from=2026-01-31", "to", "required", /./)
    await refused("from=2026-02-30&to=2026-03-01", "from", "not_a_date", /such as 2026-03-02/)
    await refused("from=2026-01-01&to=2026-01-31T00:00:00Z", "to", "not_a_date", /a day/)
    await refused("from=2026-01-02&to=2026-01-01", "to", "out_of_range", /before from/)
    const tomorrow = dayAt(Date.now() + 2 * dayMs)
    await refused(`from=${tomorrow}&to=${tomorrow}`, "from", "out_of_range", /in the future/)
    await refused("from=2026-01-01&to=2026-01-02&format=pdf", "format", "invalid_value", /camt053/)
  })

  test("covers as many days as the limit, and no more", async (service) => {
    const one = await customer(service)
    const { balanceStatementDaysMax } = Limits.http
    const from = Date.parse("2024-01-01")
    const query = (number: number) => `from=2024-01-01&to=${dayAt(from + (number - 1) * dayMs)}`
    const longest = await statementOf(service, one, query(balanceStatementDaysMax))
    assert.strictEqual(longest.status, 200, longest.text)
    const longer = await statementOf(service, one, query(balanceStatementDaysMax + 1))
    assertInvalid(longer, "to")
  })

  test("is in the name of the file with the account", async (service) => {
    const one = await customer(service)
    const file = async (format: string) => {
      const answer = await statementOf(
        service,
        one,
        `from=2026-01-01&to=2026-01-31&format=${format}`
      )
      return [answer.headers.get("content-type"), answer.headers.get("content-disposition")]
    }
    const name = "balance-statement-acme-2026-01-01-to-2026-01-31"
    assert.deepStrictEqual(await file("csv"), [
      "text/csv; charset=utf-8",
      `attachment; filename="${name}.csv"`
    ])
    assert.deepStrictEqual(await file("camt053"), [
      "application/xml; charset=utf-8",
      `attachment; filename="${name}.xml"`
    ])
  })
})

suite("The statements of all accounts", {}, (test) => {
  test("close with the balance that the books have", async (service) => {
    const both = [await customer(service), await customer(service)]
    for (const one of both) {
      await deposit(service, one, 200.000_001)
      await pay(service, one, 30)
      await pay(service, one, 20, "FAILED")
    }
    let closing = 0
    for (const one of both) {
      const { json } = await statementOf(service, one)
      assertAddsUp(json)
      closing += micro(json.closing_balance_usdc)
    }
    const trial = await service.call("GET", "/admin/v1/books/trial-balance", {
      key: Service.adminKey
    })
    const line = trial.json.data.find(
      ({ account, currency }: Record<string, string>) =>
        account === "balances" && currency === "USDC"
    )
    assert.strictEqual(line.credit_balance, (closing / 1e6).toFixed(6))
  })
})

describe("A past period of a statement", () => {
  it("is complete once the last movement of its last day is in the log", () => {
    const march = { from: "2026-03-01", to: "2026-03-31" }
    const end = Date.parse("2026-04-01") + Limits.http.balanceStatementDelayMs
    assert.isFalse(BalanceStatement.isComplete(march, end - 1))
    assert.isTrue(BalanceStatement.isComplete(march, end))
  })
})
