/** The reports of the books, as files and as JSON. */
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { inject } from "vitest"
import * as Tables from "../fixtures/tables.ts"
import { quiet, suite, until } from "../http/suite.ts"
import { dataKey } from "../support/dataKey.ts"
import * as Postgres from "../support/postgres.ts"
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

describe("A report of the books from the log", () => {
  it.live("prints each posting and the profit, and finds a sum that the tables have lost", () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      const service = yield* Service.start({}, connection)
      const environment = {
        DATABASE_URL: Tables.url(inject("postgres").socketDir, connection),
        DATA_KEY: dataKey
      }
      const report = (...words: ReadonlyArray<string>) =>
        Effect.promise(() => Command.run(["report", ...words], environment))
      const id = yield* Effect.promise(async () => {
        const { json } = await service.payout("settled")
        const seen = () => service.call("GET", `/v1/payouts/${json.payout_id}`)
        await until(seen, (answer) => answer.json.status === "SETTLED")
        await book(service)
        // The report brings the tables up to date.
        await books(service, "trial-balance")
        return json.payout_id as string
      })
      const days = ["--from", "2026-01-01", "--to", today]
      const postings = yield* report(
        ...["postings", "--account", "customers", "--currency", "USDC", ...days]
      )
      const lines = postings.stdout.trimEnd().split("\r\n").slice(1)
      assert.deepStrictEqual(
        lines.map((line) => line.split(",").filter((_, column) => column !== 3)),
        [
          [`"${today}"`, `"${id}"`, `"0"`, `""`, `"25.000000"`],
          [`"${today}"`, `"${id}"`, `"0"`, `"25.000000"`, `""`]
        ]
      )
      const unknown = yield* report("postings", "--account", "none", "--currency", "USDC", ...days)
      assert.match(unknown.output, /There is no account none\. The accounts are deposits, /)
      const profit = yield* report("profit", "--from", "2026-01-01", "--json")
      const [line = "", sums = ""] = profit.stdout.trimEnd().split("\n")
      const shown = yield* Effect.promise(() =>
        service.call("GET", `/admin/v1/reports/profit?from=2026-01-01&to=2126-01-01`, {
          key: Service.adminKey
        })
      )
      const { account_name: _, ...expected } = shown.json.data[0]
      assert.deepStrictEqual(JSON.parse(line), expected)
      const { totals, unassigned } = shown.json
      assert.deepStrictEqual(JSON.parse(sums), { totals, unassigned })
      const file = yield* report("profit", "--from", "2026-01-01")
      assert.match(file.stdout, new RegExp(`"account_id","payout_id".*\r\n"acct_.*","${id}"`))
      assert.include(file.output, "1 payout")
      const same = yield* report("books")
      assert.deepStrictEqual([same.code, same.stdout], [0, "No differences.\n"], same.output)
      yield* Effect.provide(
        Effect.flatMap(
          PgClient,
          (sql) => sql`delete from book_totals where account = 'spread_income'`
        ),
        Postgres.client(connection)
      )
      const lost = yield* report("books")
      assert.strictEqual(lost.code, 1)
      assert.include(
        lost.stdout,
        `${today} spread_income USDC, partition 0: 0.000000 / 0.250000 in the log, ` +
          "0.000000 / 0.000000 in the tables"
      )
      const trial = yield* Effect.promise(() => books(service, "trial-balance"))
      assert.strictEqual(trial.code, 1)
      assert.include(trial.output, "Debits and credits differ: 0.250000 USDC")
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )
})
