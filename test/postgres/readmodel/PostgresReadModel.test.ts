/** The reads of a start, and the checks of rows while the service runs. */

import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import { inject } from "vitest"
import * as LogTools from "../../../src/app/LogTools.ts"
import * as Limits from "../../../src/config/Limits.ts"
import * as Settings from "../../../src/config/Settings.ts"
import * as WebhookEvent from "../../../src/domain/webhook/WebhookEvent.ts"
import * as ReadModel from "../../../src/engine/ports/ReadModel.ts"
import * as SchemaTables from "../../../src/postgres/readmodel/Tables.ts"
import * as Agreement from "../../fixtures/agreement.ts"
import * as Logs from "../../fixtures/logs.ts"
import * as Spoiled from "../../fixtures/spoiled.ts"
import * as Tables from "../../fixtures/tables.ts"
import * as Workload from "../../fixtures/workload.ts"
import { silent } from "../../http/suite.ts"
import { dataKey } from "../../support/dataKey.ts"
import * as Postgres from "../../support/postgres.ts"
import * as Service from "../../support/service.ts"

/** A client that counts the rows of the log that are read. */
const counted = (sql: PgClient) => {
  let rows = 0
  const unsafe = (text: string, parameters?: ReadonlyArray<unknown>) => {
    const statement = sql.unsafe(text, parameters)
    // The check of old entries hashes them in the database and reads none.
    if (!/^\s*select\b.*from log\b/s.test(text)) return statement
    return Effect.tap(statement, (found) =>
      Effect.sync(() => {
        rows += found.length
      })
    )
  }
  const client: PgClient = new Proxy(sql, {
    get: (target, name) => (name === "unsafe" ? unsafe : Reflect.get(target, name))
  })
  return { client, rows: () => rows }
}

/** Old entries: an unused quote, its expiry and its kept response. */
const history = (from: number, count: number): ReadonlyArray<string> => {
  const found = Logs.read("v1.jsonl").find((body) => body.includes("a quote that nobody uses"))
  const entry = JSON.parse(found ?? "")
  const [{ expiresAt, id }] = entry.events
  const events = [...entry.events, { _tag: "QuoteExpired", id, at: expiresAt }]
  const model = JSON.stringify({ ...entry, events })
  return Array.from({ length: count }, (_, index) =>
    model
      .replaceAll(/qt_[0-9A-Z]+/g, `qt_${String(from + index).padStart(26, "0")}`)
      .replaceAll("a quote that nobody uses", `quote ${from + index}`)
  )
}

/** Starts an engine, compares it with the log, and returns the number of log rows that it read. */
const rowsRead = Effect.fnUntraced(function* (sql: PgClient, fold = Spoiled.fold) {
  const { client, rows } = counted(sql)
  return yield* Effect.gen(function* () {
    const engine = yield* Agreement.start
    const read = rows()
    yield* Agreement.check(engine, fold)
    return read
  }).pipe(Effect.scoped, Effect.provideService(PgClient, client))
})

/** The length of the long log, in pages of a replay. */
const pages = Number(process.env.READ_MODEL_PAGES ?? 5)

describe("L10 A start", () => {
  it.live("reads only the entries of a long log that the tables do not show", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient
      yield* Tables.prepare
      const shown = Limits.log.replayPageEntries * pages
      const many = [...Spoiled.bodies, ...history(0, shown)]
      const tip = yield* Logs.write(sql, many)
      yield* Tables.rebuild
      yield* Effect.gen(function* () {
        yield* TestClock.setTime(Spoiled.lastAt)
        // A start reads the entry at the cursor, which proves the tables and has the hash for the
        // next entry. It also reads the entries of rows without a state.
        const pointers = yield* sql`select id from active where state = ''`
        assert.isNotEmpty(pointers)
        assert.isAtMost(yield* rowsRead(sql), 2 + pointers.length)
        assert.isAtMost(yield* rowsRead(sql), 2 + pointers.length, "after a clean stop")
      }).pipe(Effect.provide(TestClock.layer()))

      // Simulates a process that was killed before its last entries were shown.
      const took = 2
      const found = yield* sql<{ readonly hash: Uint8Array }>`
        select hash from log order by seq desc limit 1`
      const last = {
        seq: tip.seq + took,
        epoch: tip.epoch + took,
        hash: found[0]?.hash ?? tip.hash
      }
      const pointers = yield* sql`select id from active where state = ''`
      const unseen = history(shown, 500)
      yield* Logs.write(sql, unseen, last)
      yield* Effect.gen(function* () {
        yield* TestClock.setTime(Spoiled.lastAt)
        const fold = Logs.fold([...Spoiled.bodies, ...unseen])
        const read = yield* rowsRead(sql, fold)
        assert.isAtLeast(read, unseen.length)
        assert.isAtMost(read, unseen.length + 2 + pointers.length)
      }).pipe(Effect.provide(TestClock.layer()))
      const tables = yield* Tables.rows
      const usable = (tables.active ?? []).filter(({ kind }) => kind === "quote")
      const quotes = [...usable, ...(tables.quotes ?? [])]
      assert.strictEqual(quotes.length, Spoiled.fold.quotes.size + shown + 500)
      assert.strictEqual(tables.replies?.length, Spoiled.fold.replies.size + shown + 500)
    }).pipe(Effect.provide(Postgres.layer), Effect.provide(silent))
  )
})

const statement = (connection: Postgres.Connection, text: string) =>
  Effect.flatMap(PgClient, (sql) => sql.unsafe(text)).pipe(
    Effect.provide(Postgres.client(connection), { local: true })
  )

/** A running service with a separate scope. */
const started = Effect.fnUntraced(function* (connection: Postgres.Connection) {
  const scope = yield* Scope.make()
  const service = yield* Scope.provide(Service.start({}, connection), scope)
  return { service, stop: Scope.close(scope, Exit.void) }
})

describe("A corrupt row of a finished payout", () => {
  it.live("is never returned, and the response is 500 until the tables are rebuilt", () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      const { service, stop } = yield* started(connection)
      const { call } = service
      const [broken, whole] = yield* Effect.promise(async () => {
        const created = [await service.payout("broken"), await service.payout("whole")]
        await Workload.calm(service)
        return created.map(({ json }) => json.payout_id as string)
      })
      const read = (path: string) => Effect.promise(() => call("GET", path))
      const before = yield* read(`/v1/payouts/${broken}`)
      assert.strictEqual(before.json.status, "SETTLED")
      yield* statement(
        connection,
        `update payouts set state = replace(state, '25000000', '26000000') where id = '${broken}'`
      )
      assert.strictEqual((yield* read(`/v1/payouts/${broken}`)).status, 500)
      assert.strictEqual((yield* read("/v1/payouts")).status, 500)
      assert.strictEqual((yield* read(`/v1/payouts/${whole}`)).status, 200)
      const again = yield* Effect.promise(() => service.payout("broken"))
      assert.strictEqual(again.json.payout_id, broken, "the stored response is in the log")
      const fresh = yield* Effect.promise(() => service.payout("fresh"))
      assert.strictEqual(fresh.status, 201, "nobody else notices")
      const other = yield* read(`/v1/payouts/${whole}`)
      yield* stop
      yield* statement(connection, `delete from payouts where id = '${whole}'`)

      const { socketDir } = inject("postgres")
      const url = Tables.url(socketDir, connection)
      yield* LogTools.rebuildReadModel(
        yield* Settings.read({ DATABASE_URL: url, DATA_KEY: dataKey })
      )
      const after = yield* started(connection)
      for (const { json } of [before, other]) {
        const path = `/v1/payouts/${json.payout_id}`
        const mended = yield* Effect.promise(() => after.service.call("GET", path))
        assert.deepStrictEqual(mended.json, json)
      }
      yield* after.stop
    }).pipe(Effect.scoped, Effect.provide(silent))
  )
})

describe("L8 A quote", () => {
  it.live("whose row in the checkpoint was changed is still used at most once", () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      const first = yield* started(connection)
      const { json } = yield* Effect.promise(async () => {
        const quoted = await first.service.quote("the quote")
        await Workload.written(first.service)
        return quoted
      })
      yield* first.stop
      yield* statement(
        connection,
        `update active set seq = seq + 1, state = replace(state, '"expiresAt":', '"expiresAt":1')
         where kind = 'quote'`
      )
      const { service, stop } = yield* started(connection)
      const use = (key: string) =>
        Effect.promise(() =>
          service.call("POST", "/v1/payouts", {
            body: {
              ...{ quote_id: json.quote_id, recipient_phone: "+256770000001" },
              ...{ network: "MTN_UG", idempotency_key: key }
            }
          })
        )
      const answers = [yield* use("one"), yield* use("two")]
      const made = answers.filter(({ status }) => status === 201)
      assert.isAtMost(made.length, 1, "two payouts have one quote")
      for (const { status, text } of answers) assert.include([201, 409], status, text)
      yield* stop
    }).pipe(Effect.scoped, Effect.provide(silent))
  )
})

/** Manual changes of the tables, apart from the state of an open row. */
const foreign: Readonly<Record<string, string>> = {
  "an API key of no known kind": "update active set kind = 'lock' where id = 'key_TWO'",
  "a pending delivery with another state": `update deliveries
    set state = replace(state, '"round":1', '"round":0') where status = 'pending'`,
  "a pending delivery to another endpoint": `update deliveries set endpoint_id = 'we_well'
    where status = 'pending'`,
  "a pending delivery without a due time": `update deliveries set next_attempt_at = null
    where status = 'pending'`,
  "a pending delivery without its event": `delete from events
    where id in (select event_id from deliveries where status = 'pending')`,
  "a finished payout with another state": `update payouts
    set state = replace(state, '"status":"', '"status":"X')`,
  "two finished payouts with exchanged ids": `update payouts set id = case
      when id = (select min(id) from payouts) then 'po_SWAPPED'
      when id = (select max(id) from payouts) then (select min(id) from payouts)
      else id end;
    update payouts set id = (select max(split_part(state, E'\\n', 1)::json ->> 'id') from payouts)
      where id = 'po_SWAPPED'`,
  "an active payout in the archive": `insert into payouts
      (partition, id, account_id, status, network, created_at, amount, recipient, deposit_address,
        owes_refund, seq, crc, state, archived_at)
    select partition, id, split_part(state, E'\\n', 1)::json ->> 'accountId', 'SETTLED', 'MTN_UG', 0, 0, 0, '0x', false,
      seq, crc, state, 0
    from active where kind = 'payout' and state <> ''`,
  "a kept response that points to another entry": `update replies
    set seq = (select max(seq) from replies)`
}

layer(Spoiled.filled, { excludeTestServices: true })("A start never uses", (it) => {
  for (const [what, text] of Object.entries(foreign)) {
    it.effect(what, () => Effect.asVoid(Spoiled.after(text)))
  }
})

layer(Spoiled.filled, { excludeTestServices: true })("A finished payout", (it) => {
  it.effect("whose account was changed by hand is not on the list of that account", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Spoiled.lastAt)
      const sql = yield* Spoiled.Filled
      yield* Tables.putBack.pipe(Effect.provideService(PgClient, sql))
      yield* sql`update payouts set account_id = 'acct_other'`
      const engine = yield* Effect.provideService(Agreement.start, PgClient, sql)
      const page = { limit: 100, offset: 0 }
      const exit = yield* Effect.exit(engine.lists.payouts({ accountId: "acct_other" }, page))
      assert.isTrue(Exit.isFailure(exit), "it is believed")
    }).pipe(Effect.scoped, Effect.provide(Layer.mergeAll(silent, TestClock.layer())))
  )
})

/** The event of a payout's creation, in an account without an endpoint. */
const quietEvent = Effect.gen(function* () {
  const readModel = Context.get(yield* Layer.build(Tables.readModel()), ReadModel.ReadModel)
  const recorded = Spoiled.fold.dirty.webhookEvents.find(
    ({ state }) => state.accountId === Spoiled.quiet
  )
  assert.isDefined(recorded)
  const expected = WebhookEvent.rendered(recorded.state)
  return { expected, shown: yield* Effect.exit(readModel.event(expected.id)) }
}).pipe(Effect.scoped)

/** Manual changes of an event without a body, and of its entry. */
const untold: Readonly<Record<string, string>> = {
  "that names another entry": "update events set seq = seq - 1 where body = ''",
  "that names no entry": "update events set seq = seq + 1000 where body = ''",
  "that has another checksum": "update events set crc = crc + 1 where body = ''",
  "that has another account": "update events set account_id = 'acct_test' where body = ''",
  "with a forged body": "update events set body = '{}' where body = ''",
  "of a changed entry": `update log set body = replace(body, '"sourceAmount":', '"sourceAmount":1')
    where seq = (select seq from events where body = '')`,
  "of an entry with a broken hash chain": `update log
    set hash = set_bit(hash, 3, 1 - get_bit(hash, 3))
    where seq = (select seq - 1 from events where body = '')`
}

layer(Spoiled.filled, { excludeTestServices: true })("A webhook event", (it) => {
  const onFilled = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const sql = yield* Spoiled.Filled
      return yield* Effect.andThen(Tables.putBack, effect).pipe(
        Effect.provideService(PgClient, sql),
        Effect.provide(silent)
      )
    })

  it.effect("L2 that is rendered from its entry has the same bytes as for an endpoint", () =>
    onFilled(
      Effect.gen(function* () {
        const sql = yield* PgClient
        const stored = yield* sql<{ readonly id: string }>`select id from events where body = ''`
        const { expected, shown } = yield* quietEvent
        assert.deepStrictEqual(stored, [{ id: expected.id }])
        assert.deepStrictEqual(shown, Exit.succeed(expected))
      })
    )
  )

  it.effect(
    "that is rendered from its entry has a checksum that a program of version 7 refuses",
    () =>
      onFilled(
        Effect.gen(function* () {
          const sql = yield* PgClient
          const [row] = yield* sql<{ readonly seq: bigint; readonly crc: bigint }>`
          select seq, crc from events where body = ''`
          const { expected } = yield* quietEvent
          const text = SchemaTables.webhookEventText(expected, "")
          assert.notStrictEqual(
            Number(row?.crc),
            SchemaTables.crcOf(expected.id, Number(row?.seq), text)
          )
        })
      )
  )

  it.effect("with a lost body is not shown", () =>
    onFilled(
      Effect.gen(function* () {
        const sql = yield* PgClient
        const readModel = Context.get(yield* Layer.build(Tables.readModel()), ReadModel.ReadModel)
        const [row] = yield* sql<{ readonly id: string }>`
          update events set body = '' where body <> '' and type = 'payout.created' returning id`
        const exit = yield* Effect.exit(readModel.event(row?.id ?? ""))
        assert.isTrue(Exit.isFailure(exit), "it is believed")
      }).pipe(Effect.scoped)
    )
  )

  for (const [what, statement] of Object.entries(untold)) {
    it.effect(`${what} is not shown`, () =>
      onFilled(
        Effect.gen(function* () {
          yield* (yield* PgClient).unsafe(statement)
          const { shown } = yield* quietEvent
          assert.isTrue(Exit.isFailure(shown), "it is believed")
        })
      )
    )
  }

  it.effect("with the id of another payout is not delivered", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Spoiled.lastAt)
      const sql = yield* Spoiled.Filled
      yield* Tables.putBack.pipe(Effect.provideService(PgClient, sql))
      yield* sql`update events set subject_id = 'po_OTHER'`
      const engine = yield* Effect.provideService(Agreement.start, PgClient, sql)
      const until = Spoiled.lastAt + 24 * 60 * 60_000
      const one = { limit: 1, bytesMax: 1 }
      const due = { endpointId: "we_dead", after: ReadModel.start, until, excluding: [], ...one }
      const exit = yield* Effect.exit(engine.deliveries.due(due))
      assert.isTrue(Exit.isFailure(exit), "it is believed")
    }).pipe(Effect.scoped, Effect.provide(Layer.mergeAll(silent, TestClock.layer())))
  )
})
