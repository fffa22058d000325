/** The reports of the books, as files and as JSON. */
import { assert } from "@effect/vitest"
import { suite } from "../http/suite.ts"
import * as Service from "../support/service.ts"
import * as Command from "./command.ts"

const books = ({ url }: Service.Service, ...words: ReadonlyArray<string>) =>
  Command.run(["books", ...words], { PAYOUT_ADMIN_KEY: Service.adminKey, PAYOUT_URL: url })

const book = async ({ call }: Service.Service) => {
  const terms = { kind: "gas", currency: "GHS", amount: 12.5, value_date: "2026-02-02" }
  const body = { ...terms, reference: "invoice 1", reason: "checked" }
  const answer = await call("POST", "/admin/v1/books/bookings", { key: Service.adminKey, body })
  assert.strictEqual(answer.status, 201, answer.text)
}

const today = new Date().toISOString().slice(0, 10)

suite("books", {}, (test) => {
  test("prints the trial balance, the position and a statement as CSV", async (service) => {
    await book(service)
    const trial = await books(service, "trial-balance")
    assert.strictEqual(trial.code, 0, trial.output)
    assert.deepStrictEqual(trial.stdout.split("\r\n"), [
      `"account","kind","money","currency","debit","credit","debit_balance","credit_balance"`,
      `"treasury_fiat","asset","own","GHS","0.00","12.50","0.00","12.50"`,
      `"gas","expense","own","GHS","12.50","0.00","12.50","0.00"`,
      ""
    ])
    const position = await books(service, "position", "--date", today)
    assert.include(position.stdout, `"own","gas","GHS","12.50","0.00"`)
    const statement = await books(
      service,
      ...["statement", "--account", "gas", "--currency", "GHS"],
      ...["--from", "2026-01-01", "--to", today]
    )
    assert.include(statement.stdout, `"${today}","12.50","0.00","12.50","0.00"`)
    assert.include(statement.output, "Opening balance: 0.00 / 0.00")
    assert.include(statement.output, "Closing balance: 12.50 / 0.00")
  })

  test("prints JSON, and names an unknown account", async (service) => {
    const trial = await books(service, "trial-balance", "--date", "2026-01-01", "--json")
    assert.deepStrictEqual(JSON.parse(trial.stdout), {
      ...{ date: "2026-01-01", data: [], differences: [] }
    })
    const unknown = await books(
      service,
      ...["statement", "--account", "none", "--currency", "GHS"],
      ...["--from", "2026-01-01", "--to", today]
    )
    assert.strictEqual(unknown.code, 1)
    assert.match(unknown.output, /account/)
  })
})
