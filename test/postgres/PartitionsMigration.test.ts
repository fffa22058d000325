/**
 * The migration that gives every row its partition, over a database of the version before with rows
 * in all tables.
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Storage from "../../src/app/Storage.ts"
import * as Database from "../../src/postgres/Database.ts"
import * as Migrations from "../../src/postgres/Migrations.ts"
import * as Logs from "../fixtures/logs.ts"
import * as Partitions from "../fixtures/partitions.ts"
import * as Spoiled from "../fixtures/spoiled.ts"
import * as Tables from "../fixtures/tables.ts"
import * as Totals from "../fixtures/totals.ts"
import { silent } from "../http/suite.ts"
import * as Postgres from "../support/postgres.ts"

/** A folder with the migrations of the version before. */
const earlierSchema = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "schema-"))
    for (const name of fs.readdirSync(Storage.schemaDir)) {
      if (/^000[1-8]_/.test(name)) {
        fs.copyFileSync(path.join(Storage.schemaDir, name), path.join(folder, name))
      }
    }
    return folder
  }),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true }))
)

/** The rows that this program writes, table by table, as JSON that PostgreSQL reads again. */
const written = Effect.gen(function* () {
  const sql = yield* PgClient
  yield* Partitions.prepare(1)
  yield* Logs.write(sql, Spoiled.bodies)
  yield* Partitions.rebuild(0)
  const texts = new Map<string, string>()
  for (const name of Tables.names) {
    const rows = yield* sql.unsafe<{ readonly text: string | null }>(
      `select json_agg(t)::text as text from ${name} t`
    )
    texts.set(name, rows[0]?.text ?? assert.fail(`${name} has no row`))
  }
  return { texts, rows: yield* Tables.rows }
}).pipe(Effect.provide(Postgres.layer, { local: true }))

const print = "hashtextextended(t::text, 0)"

/** A database as the version before left it: the same rows without the column. */
const filled = Effect.fnUntraced(function* (texts: ReadonlyMap<string, string>) {
  const sql = yield* PgClient
  yield* Migrations.run(yield* earlierSchema)
  yield* sql`insert into installation (environment) values ('sandbox')`
  yield* Logs.write(sql, Spoiled.bodies)
  for (const [name, text] of texts) {
    yield* sql.unsafe(
      `insert into ${name} select * from json_populate_recordset(null::${name}, $1::text::json)`,
      [text]
    )
  }
  yield* sql.unsafe(`update read_model_seal set crc_sum = (
    select coalesce(sum(${print}), 0) from deliveries t where is_open)
    where table_name = 'deliveries'`)
})

const migrate = Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir })

const isUsed = Effect.gen(function* () {
  const { restore } = yield* Partitions.readModel(0)
  return (yield* restore) !== undefined
}).pipe(Effect.scoped)

/** What a process of the version before may still write, by its own statements. */
const earlierWrites: ReadonlyArray<string> = [
  `insert into events (id, account_id, type, subject_id, sequence, at, seq, crc, body)
   select 'evt_LATE', account_id, type, subject_id, sequence, at, seq, crc, body from events limit 1
   on conflict (id) do nothing`,
  `insert into replies (key, seq, at) select key, seq, at + 1 from replies limit 1
   on conflict (key) do update set seq = excluded.seq, at = excluded.at`,
  `insert into audit_log (seq, account_id, actor_id, action, subject_id, at)
   select seq, account_id, actor_id, action, subject_id, at from audit_log
   on conflict (seq, account_id) do nothing`,
  `insert into payouts (id, account_id, status, network, created_at, amount, seq, crc, state,
     is_open, archived_at)
   select 'po_LATE', account_id, status, network, created_at, amount, seq, crc, state, false, 1
   from payouts limit 1
   on conflict (id) do update set seq = excluded.seq`,
  `with before as (
     select count(*) as open_rows, coalesce(sum(${print}), 0) as crc_sum
     from deliveries t where is_open
   ), written as (
     update deliveries t set next_attempt_at = next_attempt_at + 1 where is_open
     returning ${print} as print
   ), after as (
     select count(print) as open_rows, coalesce(sum(print), 0) as crc_sum from written
   )
   update read_model_seal seal
   set open_rows = seal.open_rows - before.open_rows + after.open_rows,
       crc_sum = seal.crc_sum - before.crc_sum + after.crc_sum
   from before, after where seal.table_name = 'deliveries'`
]

/** On a database of the version before. */
const onEarlier = <A, E, R>(use: (sql: PgClient, rows: Tables.Rows) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { rows, texts } = yield* written
    yield* filled(texts)
    return yield* use(yield* PgClient, rows)
  }).pipe(Effect.scoped, Effect.provide(Postgres.layer), Effect.provide(silent))

describe("A database of the version without partitions", () => {
  it.live("has the rows, seals and sums of this version after its migration", () =>
    onEarlier((sql, rows) =>
      Effect.gen(function* () {
        yield* migrate
        assert.deepStrictEqual(yield* Tables.rows, rows)
        assert.isTrue(yield* isUsed)
        assert.isAbove(yield* Totals.check, 0)
        const stamps = yield* sql`select partitions from installation`
        assert.deepStrictEqual(stamps, [{ partitions: 1 }])
        const refusal = yield* Effect.flip(Partitions.prepare(2))
        assert.include(String(refusal), "PARTITIONS is 2. Set PARTITIONS=1.")
      })
    )
  )

  it.live("may be written by the version before, after its migration", () =>
    onEarlier((sql) =>
      Effect.gen(function* () {
        yield* migrate
        for (const statement of earlierWrites) yield* sql.unsafe(statement)
        assert.isTrue(yield* isUsed)
        assert.isAbove(yield* Totals.check, 0)
        yield* sql`truncate payouts`
        assert.strictEqual(yield* Totals.check, 0)
      })
    )
  )

  it.live("that lost a pending delivery is found after its migration too", () =>
    onEarlier((sql) =>
      Effect.gen(function* () {
        yield* sql`delete from deliveries where id = (
          select min(id) from deliveries where is_open)`
        yield* migrate
        assert.isFalse(yield* isUsed)
      })
    )
  )
})
