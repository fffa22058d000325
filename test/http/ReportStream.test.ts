/**
 * A whole settlement report in one response, over real sockets. It has more payouts than a page,
 * readers that are quick, slow or gone, and a database that fails.
 */
import { randomUUID } from "node:crypto"
import { type IncomingMessage, request } from "node:http"
import { connect } from "node:net"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Limits from "../../src/config/Limits.ts"
import * as Postgres from "../support/postgres.ts"
import * as Service from "../support/service.ts"
import { assertProblem, type Customer, customer, quiet, silent, until } from "./suite.ts"

const path = "/v1/reports/settlements"

/** Payouts that fill more than two pages, and no whole number of pages. */
const count = 2_500

interface Line {
  readonly payout_id: string
  readonly settled_at: string
  readonly source_amount_usdc: number
}

/** Creates a batch of payouts, and waits until all are settled. */
const settle = async (service: Service.Service, { key }: Customer, rows: number): Promise<void> => {
  const payouts = Array.from({ length: rows }, (_, row) => ({
    ...{ phone: "+256770000001", network: "MTN_UG", amount_usdc: (1_000 + row) / 1_000 },
    ...{ name: `Recipient ${row}`, idempotency_key: randomUUID() }
  }))
  const { json, status } = await service.call("POST", "/v1/batches", { key, body: { payouts } })
  assert.strictEqual(status, 202)
  await until(
    () => service.call("GET", `/v1/batches/${json.id}`, { key }),
    (answer) => answer.json.completed === rows,
    50_000
  )
}

/** A service, and a customer with a history of settled payouts. */
interface Stage {
  readonly service: Service.Service
  readonly connection: Postgres.Connection
  readonly one: Customer
  /** The query of a period that has the whole history and later settlements. */
  readonly period: string
}

const stage = Effect.fnUntraced(function* (environment: Readonly<Record<string, string>> = {}) {
  const connection = yield* Postgres.database
  const service = yield* Service.start(environment, connection)
  return yield* Effect.promise(async (): Promise<Stage> => {
    const period = `from=${new Date(Date.now() - 1_000).toISOString()}&to=2100-01-01`
    const one = await customer(service)
    for (let left = count; left > 0; left -= 1_000) {
      await settle(service, one, Math.min(left, 1_000))
    }
    return { service, connection, one, period }
  })
})

/** Runs a test on a new stage. */
const onStage = (
  body: (stage: Stage) => Promise<void>,
  { environment = {}, logging = quiet } = {}
) =>
  Effect.flatMap(stage(environment), (made) => Effect.promise(() => body(made))).pipe(
    Effect.scoped,
    Effect.provide(logging)
  )

/** The lines of the paged report. */
const paged = async ({ one: { key }, period, service }: Stage): Promise<ReadonlyArray<Line>> => {
  const lines: Array<Line> = []
  let cursor: string | null = ""
  while (cursor !== null) {
    const next: string = cursor === "" ? "" : `&cursor=${cursor}`
    const { json } = await service.call("GET", `${path}?${period}&limit=999${next}`, { key })
    lines.push(...json.data)
    cursor = json.next_cursor
  }
  return lines
}

/** A response whose body the caller reads. */
const open = ({ one: { key }, service }: Stage, query: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` }
    request(`${service.url}${path}?${query}`, { headers, agent: false })
      .once("error", reject)
      .once("response", resolve)
      .end()
  })

/** Reads the rest of a body, and fails if the connection does. */
const rest = async (answer: IncomingMessage): Promise<string> => {
  const parts: Array<Buffer> = []
  for await (const part of answer) parts.push(part)
  return Buffer.concat(parts).toString()
}

const idsOf = (lines: ReadonlyArray<Line>) => lines.map(({ payout_id }) => payout_id)

const ids = /"(po_[0-9A-Z]{26})"/g

/** Asserts that a report has each payout once, newest first, with the amounts of the rows. */
const assertWhole = (lines: ReadonlyArray<Line>): void => {
  assert.lengthOf(lines, count)
  assert.deepStrictEqual(idsOf(lines), [...new Set(idsOf(lines))].sort().reverse())
  const sum = lines.reduce((total, line) => total + line.source_amount_usdc * 1e6, 0)
  const rows = (length: number) => (length * 1e6 * (2 + (length - 1) / 1_000)) / 2
  assert.closeTo(sum, 2 * rows(1_000) + rows(500), 1)
}

const asJsonAndCsv = async (made: Stage): Promise<void> => {
  const whole = JSON.parse(await rest(await open(made, made.period)))
  assert.deepStrictEqual(Object.keys(whole), ["data", "totals", "next_cursor"])
  assert.isNull(whole.next_cursor)
  assertWhole(whole.data)
  assert.strictEqual(whole.totals.count, count)
  const inMicro = (line: Line) => Math.round(line.source_amount_usdc * 1e6)
  const sum = whole.data.reduce((total: number, line: Line) => total + inMicro(line), 0)
  assert.strictEqual(whole.totals.source_amount_usdc, sum / 1e6)
  assert.deepStrictEqual(await paged(made), whole.data)

  const file = await open(made, `${made.period}&format=csv`)
  assert.strictEqual(file.headers["content-type"], "text/csv; charset=utf-8")
  assert.match(
    String(file.headers["content-disposition"]),
    /filename="settlements-acme-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv"/
  )
  assert.isUndefined(file.headers["x-next-cursor"])
  const text = await rest(file)
  const lines = text.split("\r\n")
  assert.match(lines[0] ?? "", /^"payout_id","settled_at",/)
  assert.lengthOf(lines, 1 + count + 1)
  assert.deepStrictEqual(
    [...text.matchAll(ids)].map(([, id]) => id ?? ""),
    idsOf(whole.data)
  )
}

const sql = (
  { connection }: Stage,
  run: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown>
) =>
  Effect.runPromise(
    Effect.flatMap(SqlClient.SqlClient, run).pipe(Effect.provide(Postgres.client(connection)))
  )

/** Runs while no finished payout can be read. */
const whileLocked = (made: Stage, body: () => Promise<void>) =>
  sql(made, (client) =>
    client
      .unsafe("lock table payouts in access exclusive mode")
      .pipe(Effect.andThen(Effect.promise(body)), client.withTransaction)
  )

const underWay = async ({ service }: Stage): Promise<number> => {
  const { text } = await service.call("GET", "/metrics", { key: null })
  return Number(/^http_requests_under_way(?:\{.*\})? (\d+)$/m.exec(text)?.[1])
}

/**
 * Opens more reports of an account than may be written at once, and leaves each after its first
 * bytes.
 */
const leftByReaders = async (made: Stage): Promise<void> => {
  for (let times = 0; times < 3 * Limits.http.reportsOfAccountMax; times++) {
    const answer = await open(made, made.period)
    assert.strictEqual(answer.statusCode, 200)
    await new Promise<void>((resolve) => {
      answer.once("error", () => undefined).once("close", resolve)
      answer.once("data", () => answer.destroy())
    })
    // The service notices the closed connection in a later turn of the event loop.
    while ((await underWay(made)) > 0);
  }
}

/**
 * Asserts that one report above the account's limit is refused, and that the earlier ones are
 * written.
 */
const tooMany = async (made: Stage): Promise<void> => {
  const { period, service } = made
  const other = await customer(service)
  const { reportsOfAccountMax } = Limits.http
  let all: ReadonlyArray<Promise<IncomingMessage>> = []
  await whileLocked(made, async () => {
    all = Array.from({ length: reportsOfAccountMax + 1 }, () => open(made, period))
    const first = await Promise.race(all)
    assert.strictEqual(first.statusCode, 503)
  })
  const bodies = await Promise.all(all.map(async (answer) => JSON.parse(await rest(await answer))))
  const isRefused = (body: { readonly error?: string }) => body.error === "SERVICE_UNAVAILABLE"
  assert.lengthOf(bodies.filter(isRefused), 1)
  for (const body of bodies) if (!isRefused(body)) assertWhole(body.data)
  const own = await service.call("GET", `${path}?${period}`, { key: other.key })
  const totals = { count: 0, source_amount_usdc: 0, fee_usdc: 0, target_amounts: [] }
  assert.deepStrictEqual(own.json, { data: [], totals, next_cursor: null })
}

/** Reads the first bytes, waits for `between`, and reads the rest. */
const readSlowly = async (answer: IncomingMessage, between: () => Promise<void>) => {
  const first = await new Promise<Buffer>((resolve) => answer.once("data", resolve))
  answer.pause()
  await between()
  return first.toString() + (await rest(answer))
}

const whileOthersSettle = async (made: Stage): Promise<void> => {
  const { one, period, service } = made
  const text = await readSlowly(await open(made, period), () => settle(service, one, 20))
  assertWhole(JSON.parse(text).data)
  const later = JSON.parse(await rest(await open(made, period)))
  assert.lengthOf(later.data, count + 20)
}

const withKeyRevoked = async (made: Stage): Promise<void> => {
  const { one, period, service } = made
  const keys = `/admin/v1/accounts/${one.id}/api-keys/${one.keyId}`
  const text = await readSlowly(await open(made, period), async () => {
    const { status } = await service.call("DELETE", keys, { key: Service.adminKey })
    assert.strictEqual(status, 200)
  })
  assert.isAtLeast(JSON.parse(text).data.length, count)
  const refused = await service.call("GET", `${path}?${period}`, { key: one.key })
  assertProblem(refused, 401, "UNAUTHORIZED")
}

it.live("A whole report has each settled payout once, in order, as JSON and as a file", () =>
  onStage(async (made) => {
    await asJsonAndCsv(made)
    await leftByReaders(made)
    await tooMany(made)
    await whileOthersSettle(made)
    await withKeyRevoked(made)
  })
)

it.live("A whole report comes from the account's partition if there are several partitions", () =>
  onStage(asJsonAndCsv, { environment: { PARTITIONS: "3" } })
)

/** The whole response to a request in HTTP/1.0, and the error if the connection was reset. */
const asHttp10 = ({ one: { key }, period, service }: Stage) =>
  new Promise<{ readonly text: string; readonly error: string | undefined }>((resolve) => {
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname)
    let text = ""
    let error: string | undefined
    socket.setEncoding("latin1").on("data", (part) => {
      text += part
    })
    socket.on("error", ({ message }) => {
      error = message
    })
    socket.on("close", () => resolve({ text, error }))
    socket.write(`GET ${path}?${period} HTTP/1.0\r\nAuthorization: Bearer ${key}\r\n\r\n`)
  })

/** Changes the checksum of the oldest payout, which is on the last page, or changes it back. */
const spoil = (made: Stage, by: number) =>
  sql(made, (client) =>
    client.unsafe(
      `update payouts set crc = crc + ${by} where id = (select id from payouts order by id limit 1)`
    )
  )

const withSpoiledPage = async (made: Stage): Promise<void> => {
  const { one, period, service } = made
  // The audit log waits until the tables are written. Then the payouts leave memory.
  await service.call("GET", "/v1/audit-logs", { key: one.key })
  await spoil(made, 1)
  for (const format of ["json", "csv"]) {
    const answer = await open(made, `${period}&format=${format}`)
    assert.strictEqual(answer.statusCode, 200)
    const failure = await rest(answer).then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error.code
    )
    assert.strictEqual(failure, "ECONNRESET")
  }
  const old = await asHttp10(made)
  assert.match(old.text, /^HTTP\/1\.1 200 /)
  assert.strictEqual(old.error, "read ECONNRESET")
  await spoil(made, -1)
  const whole = await asHttp10(made)
  assert.isUndefined(whole.error)
  assertWhole(JSON.parse(whole.text.split("\r\n\r\n")[1] ?? "").data)
}

it.live("A report whose next page cannot be read resets its connection", () =>
  onStage(withSpoiledPage, { logging: silent })
)
