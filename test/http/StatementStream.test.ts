/** Statements of long histories, which these tests write into the table of movements. */
import { type IncomingMessage, request } from "node:http"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type * as Balance from "../../src/domain/balance/Balance.ts"
import { dayMs } from "../../src/domain/Day.ts"
import * as Camt from "../support/camt.ts"
import * as Postgres from "../support/postgres.ts"
import * as Service from "../support/service.ts"
import { type Customer, customer, quiet } from "./suite.ts"

interface Stage {
  readonly service: Service.Service
  readonly run: (sql: string) => Promise<unknown>
}

/** Runs a test on a new service, with its tables. */
const onStage = (body: (stage: Stage) => Promise<void>) =>
  Effect.gen(function* () {
    const connection = yield* Postgres.database
    const service = yield* Service.start({}, connection)
    const run = (text: string) =>
      Effect.runPromise(
        Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text)).pipe(
          Effect.provide(Postgres.client(connection))
        )
      )
    yield* Effect.promise(() => body({ service, run }))
  }).pipe(Effect.scoped, Effect.provide(quiet))

const january = Date.parse("2026-01-01")

type Row = Pick<Balance.Movement, "amount" | "at" | "type" | "subject">

const tail = "C6N9R3W7T1Y5H8VQ"

/** Writes movements behind those that an account has. */
const write = async (
  { run }: Stage,
  { id }: Pick<Customer, "id">,
  rows: ReadonlyArray<Row>,
  { balance = 0, number = 0 } = {}
): Promise<void> => {
  let after = balance
  const values = rows.map(({ amount, at, subject, type }, index) => {
    after += amount
    const of = number + index + 1
    const cells = [0, `'${id}'`, of, `'mov_${String(of).padStart(10, "0")}${tail}'`, 0, at]
    return `(${[...cells, `'${type}'`, amount, after, `'${subject}'`].join()})`
  })
  await run(`insert into balance_movements (partition, account_id, number, id, seq, at, type, amount,
    balance_after, subject) values ${values.join()}`)
}

const payout = "po_01KJQ1TAF8X3M7D2QF5H9J6PVE"

const hash = `0x${"b".repeat(64)}`

/** Deposits and payouts at equal distances; their amounts have all six decimals. */
const history = (count: number, from: number, stepMs: number): ReadonlyArray<Row> =>
  Array.from({ length: count }, (_, index) => {
    const at = from + index * stepMs
    return index % 2 === 0
      ? { at, type: "deposit", subject: hash, amount: 2_000_003 + index }
      : { at, type: "payout", subject: payout, amount: -1_000_000 - index }
  })

/** `period`: the first and the last day. */
const ask = async ({ service }: Stage, { key }: Customer, period: string, format = "json") => {
  const [from, to] = period.split(" to ")
  const query = `from=${from}&to=${to}&format=${format}`
  return service.call("GET", `/v1/balance/statement?${query}`, { key })
}

const micro = (usdc: number): number => Math.round(usdc * 1e6)

/** The figures of a statement, whose movements add up. */
const figuresOf = ({ json, text }: Service.Answer) => {
  const { closing_balance_usdc: closing, movements, opening_balance_usdc: opening } = json
  assert.isArray(movements, text)
  const sum = movements.reduce(
    (total: number, { amount_usdc }: { amount_usdc: number }) => total + micro(amount_usdc),
    0
  )
  assert.strictEqual(micro(opening) + sum, micro(closing))
  const { credits, debits } = json
  assert.strictEqual(credits.count + debits.count, movements.length)
  assert.strictEqual(micro(credits.amount_usdc) - micro(debits.amount_usdc), sum)
  return { opening, closing, ids: movements.map(({ id }: { readonly id: string }) => id) }
}

it.live("Statements of consecutive months add up to the statement of all of them", () =>
  onStage(async (stage) => {
    const one = await customer(stage.service)
    // 100 days, more than two pages.
    await write(stage, one, history(2_400, january, dayMs / 24))
    const of = async (period: string) => figuresOf(await ask(stage, one, period))
    const all = await of("2026-01-01 to 2026-04-30")
    const months = [
      await of("2026-01-01 to 2026-01-31"),
      await of("2026-02-01 to 2026-02-28"),
      await of("2026-03-01 to 2026-03-31"),
      await of("2026-04-01 to 2026-04-30")
    ]
    assert.lengthOf(all.ids, 2_400)
    assert.deepStrictEqual(
      months.flatMap(({ ids }) => ids),
      all.ids
    )
    assert.deepStrictEqual(
      months.map(({ ids }) => ids.length),
      [744, 672, 744, 240]
    )
    for (const [index, month] of months.entries()) {
      assert.strictEqual(month.opening, months[index - 1]?.closing ?? 0)
    }
    const empty = await of("2026-05-01 to 2026-05-31")
    assert.deepStrictEqual(empty, { opening: all.closing, closing: all.closing, ids: [] })
    const before = await of("2025-12-01 to 2025-12-31")
    assert.deepStrictEqual(before, { opening: 0, closing: 0, ids: [] })
  })
)

it.live("A statement of a past period stays the same after later movements", () =>
  onStage(async (stage) => {
    const one = await customer(stage.service)
    const midnight = january + dayMs
    const deposit = { type: "deposit", subject: hash, amount: 1_000_001 } as const
    // The time of the fourth is before the day of the third, which has a smaller number.
    const times = [midnight - 5, midnight - 1, midnight + 2, midnight - 3, midnight + 1]
    await write(
      stage,
      one,
      times.map((at) => ({ ...deposit, at }))
    )
    const first = await ask(stage, one, "2026-01-01 to 2026-01-01")
    assert.isTrue(first.json.is_complete)
    const second = figuresOf(await ask(stage, one, "2026-01-02 to 2026-01-02"))
    assert.lengthOf(figuresOf(first).ids, 2)
    assert.lengthOf(second.ids, 3)
    assert.strictEqual(second.opening, figuresOf(first).closing)
    const later = [midnight - 2, midnight + 5].map((at) => ({ ...deposit, at }))
    await write(stage, one, later, { balance: 5_000_005, number: 5 })
    const again = await ask(stage, one, "2026-01-01 to 2026-01-01")
    const { generated_at: _, ...before } = first.json
    const { generated_at: __, ...after } = again.json
    assert.deepStrictEqual(after, before)
  })
)

it.live("A camt.053 statement is valid by the schema, and its figures agree with each other", () =>
  onStage(async (stage) => {
    const name = `Ca<fé & "Söhne" 'Ltd' ${"x".repeat(60)}`
    const one = await customer(stage.service, { name })
    const sender = "0x52908400098527886E0F7030069857D2E4169EE7"
    const rows: ReadonlyArray<Row> = [
      ...history(1_201, january, dayMs / 24),
      { at: january + 60 * dayMs, type: "release", subject: sender, amount: 4 },
      { at: january + 61 * dayMs, type: "release", subject: "<&>]]>", amount: 5 }
    ]
    await write(stage, one, rows)
    const answer = await ask(stage, one, "2026-01-10 to 2026-03-31", "camt053")
    const { closing, entries, opening, statement } = Camt.read(answer.text)
    const { json } = await ask(stage, one, "2026-01-10 to 2026-03-31")
    assert.lengthOf(entries, json.movements.length)
    assert.strictEqual(opening.tens(), Math.floor(micro(json.opening_balance_usdc) / 10))
    assert.strictEqual(closing.tens(), Math.floor(micro(json.closing_balance_usdc) / 10))
    const credits = entries.map((entry) => entry.tens()).filter((tens) => tens > 0)
    const debits = entries.map((entry) => entry.tens()).filter((tens) => tens < 0)
    const sum = (tens: ReadonlyArray<number>) => tens.reduce((total, each) => total + each, 0)
    assert.strictEqual(opening.tens() + sum(credits) + sum(debits), closing.tens())
    assert.strictEqual(statement.tens("TxsSummry/TtlCdtNtries/Sum"), sum(credits))
    assert.strictEqual(statement.tens("TxsSummry/TtlDbtNtries/Sum"), -sum(debits))
    for (const [index, entry] of entries.entries()) {
      const exact = micro(json.movements[index].amount_usdc)
      assert.isBelow(Math.abs(entry.tens() * 10 - exact), 10)
      const quantity = entry.text("NtryDtls/TxDtls/RltdQties/Prtry/Qty")
      assert.strictEqual(micro(Number(quantity)), Math.abs(exact))
      assert.strictEqual(entry.text("CdtDbtInd"), exact < 0 ? "DBIT" : "CRDT")
    }
    assert.strictEqual(statement.text("Acct/Ownr/Nm"), name)
    const remittance = entries.slice(-2).map((entry) => entry.text("NtryDtls/TxDtls/RmtInf/Ustrd"))
    assert.strictEqual(remittance[0], `from_address ${sender}`)
    assert.strictEqual(entries.at(-1)?.text("NtryDtls/TxDtls/Refs/Prtry/Ref"), "<&>]]>")
  })
)

it.live(
  "A cell of a CSV statement that looks like a formula is text, and an amount is a number",
  () =>
    onStage(async (stage) => {
      const one = await customer(stage.service)
      const subject = "=HYPERLINK(1)"
      await write(stage, one, [
        { at: january, type: "release", subject, amount: 3_000_000 },
        { at: january + 1, type: "payout", subject: payout, amount: -1_000_001 }
      ])
      const { text } = await ask(stage, one, "2026-01-01 to 2026-01-31", "csv")
      const [head, opening, ...rest] = text.trimEnd().split("\r\n")
      assert.match(head ?? "", /^"at","id","type","amount_usdc","balance_after_usdc","payout_id",/)
      assert.include(opening, '"opening_balance","","0.000000"')
      assert.include(rest[0], `"release","3.000000","3.000000","","","","","","'${subject}"`)
      assert.include(rest[1], `"payout","-1.000001","1.999999","${payout}"`)
      assert.include(rest[2], '"2026-01-31T23:59:59.999Z","","closing_balance","","1.999999"')
      assert.lengthOf(rest, 3)
    })
)

/** A response whose body the caller reads. */
const open = ({ service }: Stage, { key }: Customer, query: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` }
    request(`${service.url}/v1/balance/statement?${query}`, { headers, agent: false })
      .once("error", reject)
      .once("response", resolve)
      .end()
  })

it.live("A statement of 10,000 movements is read while it is sent", () =>
  onStage(async (stage) => {
    const one = await customer(stage.service)
    await write(stage, one, history(10_000, january, 60_000))
    const answer = await open(stage, one, "from=2026-01-01&to=2026-01-31&format=camt053")
    const parts = [await new Promise<Buffer>((resolve) => answer.once("data", resolve))]
    answer.pause()
    // The connection cannot take the whole, so the last page is read after this change.
    await stage.run("update balance_movements set subject = 'read late' where number = 10000")
    for await (const part of answer) parts.push(part)
    const text = Buffer.concat(parts).toString()
    assert.include(text, "<Ref>read late</Ref>")
    const { closing, entries, opening } = Camt.read(text)
    assert.lengthOf(entries, 10_000)
    const sum = entries.reduce((total, entry) => total + entry.tens(), opening.tens())
    assert.strictEqual(sum, closing.tens())
  })
)
