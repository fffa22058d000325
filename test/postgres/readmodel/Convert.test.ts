/**
 * Tables that the program of shape 6 left are brought to a checkpoint and an archive where they are
 * whole, and rebuilt from the log where they are not. Those of shape 7 are used as they are.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it, layer } from "@effect/vitest"
import { Cause, Context, Effect, Exit, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../../src/config/Limits.ts"
import * as ReadModel from "../../../src/engine/ports/ReadModel.ts"
import * as DirtyRows from "../../../src/engine/state/DirtyRows.ts"
import * as Eviction from "../../../src/engine/state/Eviction.ts"
import * as State from "../../../src/engine/state/State.ts"
import * as Convert from "../../../src/postgres/readmodel/Convert.ts"
import * as PostgresReadModel from "../../../src/postgres/readmodel/PostgresReadModel.ts"
import * as SchemaTables from "../../../src/postgres/readmodel/Tables.ts"
import * as Agreement from "../../fixtures/agreement.ts"
import * as Logs from "../../fixtures/logs.ts"
import * as Tables from "../../fixtures/tables.ts"
import * as TablesV6 from "../../fixtures/tablesV6.ts"
import * as Totals from "../../fixtures/totals.ts"
import { silent } from "../../http/suite.ts"
import * as Postgres from "../../support/postgres.ts"

const lastAt: number = JSON.parse(TablesV6.bodies.at(-1) ?? "").at

const bodies = Effect.gen(function* () {
  const sql = yield* PgClient
  const rows = yield* sql<{ readonly body: string }>`select body from log order by seq`
  return rows.map(({ body }) => body)
})

/** What became of the tables of shape 6: a rebuild archives each row at a place, they have none. */
const outcome = Effect.gen(function* () {
  const sql = yield* PgClient
  assert.isAbove(yield* Totals.check, 0)
  const places = yield* sql<{ readonly version: number; readonly isConverted: boolean }>`
    select version, exists (select from payouts where archived_at = 0) as "isConverted"
    from read_model`
  assert.strictEqual(places[0]?.version, SchemaTables.version)
  return places[0]?.isConverted === true ? "converted" : "rebuilt"
})

/** Starts an engine in the log's own time, which must agree with the log; what it did. */
const started = Effect.gen(function* () {
  yield* TestClock.setTime(lastAt)
  yield* Effect.scoped(
    Effect.gen(function* () {
      const engine = yield* Agreement.start
      yield* Agreement.check(engine, Logs.fold(yield* bodies))
    })
  )
  return yield* outcome
}).pipe(Effect.provide(Layer.mergeAll(silent, TestClock.layer())))

/** A database with that log and those rows. */
class Filled extends Context.Service<Filled, PgClient>()("test/postgres/readmodel/FilledV6") {}

const names = [...Tables.names, "directory"]

const filled = Layer.effect(
  Filled,
  Effect.gen(function* () {
    const sql = yield* PgClient
    yield* TablesV6.fill
    yield* TablesV6.migrate
    yield* sql`create schema kept`
    for (const name of ["log", ...names]) {
      yield* sql.unsafe(`create table kept.${name} as table public.${name}`)
    }
    return sql
  })
).pipe(Layer.provide(Postgres.layer), Layer.provide(silent))

const putBack = Effect.gen(function* () {
  const sql = yield* PgClient
  yield* sql.unsafe(`truncate ${["log", ...names].join(", ")}`)
  for (const name of ["log", ...names]) {
    yield* sql.unsafe(`insert into ${name} select * from kept.${name}`)
  }
})

const onFilled = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* Filled
    return yield* Effect.andThen(putBack, effect).pipe(Effect.provideService(PgClient, sql))
  })

/** Every row of every table, and of that which is used no more. */
const allRows = Effect.gen(function* () {
  const sql = yield* PgClient
  const directory = yield* sql`select id, kind, seq, crc, state from directory order by id`
  return { ...(yield* Tables.rows), directory }
})

/**
 * Rows with their states parsed. A state that was loaded and changed has its fields in another
 * order than one that was folded, and so its checksum and its table's seal are others.
 */
const statesOf = (rows: Tables.Rows, name: string) =>
  (rows[name] ?? []).map(({ crc, crc_sum, state, ...row }) =>
    typeof state === "string" ? { ...row, state: JSON.parse(state) } : { ...row, crc }
  )

/**
 * What is alive, as a start loads it: a rebuild stores no states that a log entry tells, and a
 * held quote's row has the `seq` of its creation.
 */
/** Users of shape 6 do not say whether they were ever staff; the log does. */
const withoutAdmissions = ({ people, ...others }: Effect.Success<typeof loaded>) => ({
  ...others,
  people: new Map(Array.from(people, ([id, { wasStaff: _, ...person }]) => [id, person]))
})

const loaded = Effect.gen(function* () {
  const context = yield* Layer.build(PostgresReadModel.layer(Limits.partition))
  const restored = yield* Context.get(context, ReadModel.ReadModel).restore
  const state = State.make()
  Eviction.hydrate(state, restored ?? {})
  const { accounts, batches, chainCursors, endpoints, invitations, keys } = state
  const { payouts, people, quotes } = state
  return {
    ...{ accounts, batches, chainCursors, endpoints, invitations, keys },
    ...{ payouts, people, quotes }
  }
}).pipe(Effect.scoped)

/** Tables of which a conversion leaves the rows that a rebuild makes. */
const same = Tables.names.filter((name) => name !== "active")

const convert = Effect.flatMap(PgClient, (sql) => Convert.make(sql, Limits.partition))

/** The tables converted, without an engine. */
const converted = Effect.gen(function* () {
  yield* putBack
  yield* convert
  assert.strictEqual(yield* outcome, "converted")
  return yield* allRows
}).pipe(Effect.provide(silent))

/** A client whose session ends at a statement, before or after it is executed. */
const killedAt = (sql: PgClient, statement: number, isAfter: boolean) => {
  let count = 0
  const kill = sql`select pg_terminate_backend(pg_backend_pid())`
  const unsafe: PgClient["unsafe"] = (text, parameters) => {
    count += 1
    const run = sql.unsafe(text, parameters)
    if (count !== statement) return run as never
    // A statement of the program is only run, as an effect.
    return (isAfter ? Effect.andThen(run, kill) : Effect.andThen(kill, run)) as never
  }
  const client: PgClient = new Proxy(sql, {
    get: (target, name) => (name === "unsafe" ? unsafe : Reflect.get(target, name))
  })
  return { client, count: () => count }
}

const damaged: Readonly<Record<string, string>> = {
  "lost an open payout": `delete from payouts
    where id = (select min(id) from payouts where is_open)`,
  "lost an account": "delete from directory where kind = 'account'",
  "lost a held quote": "delete from quotes where is_open",
  "has an older state of a payout": `update payouts
    set state = replace(state, '"sequence":', '"sequence":1') where is_open`,
  "has an older state of a quote that nobody holds": `update quotes
    set state = replace(state, '"rate":', '"rate":1') where lock = 'none'`,
  "has an open batch that counts as finished": "update batches set is_open = false where is_open",
  "has a finished payout that counts as open": `update payouts set is_open = true
    where id = (select min(id) from payouts where not is_open)`,
  "has a key that was never issued": `insert into directory
    select 'key_EVIL', kind, is_open, seq, crc, state from directory where id = 'key_TWO'`,
  "has a key of no known kind": "update directory set kind = 'lock' where id = 'key_TWO'",
  "has a revoked key that works again": `update directory
    set state = regexp_replace(state, '"revokedAt":\\d+', '"revokedAt":null')
    where id = 'key_ONE'`,
  "has a payout under another account": `update payouts set account_id = 'acct_other'
    where is_open`,
  "has another checksum of a batch": "update batches set crc = crc + 1 where is_open",
  "has a seal with another count": `update read_model_seal set open_rows = open_rows + 1
    where table_name = 'payouts'`,
  "has a seal with another sum": `update read_model_seal set crc_sum = crc_sum + 1
    where table_name = 'directory'`,
  "has a seal of deliveries with another sum": `update read_model_seal set crc_sum = crc_sum + 1
    where table_name = 'deliveries'`,
  "has no seal of its quotes": "delete from read_model_seal where table_name = 'quotes'",
  "shows another entry at its place": `update read_model
    set hash = set_bit(hash, 3, 1 - get_bit(hash, 3))`,
  "has an earlier shape": "update read_model set version = 5",
  "has a later shape": "update read_model set version = 9"
}

layer(filled, { excludeTestServices: true })("A read model of shape 6", (it) => {
  it.effect("is converted, agrees with the log, and has the rows of a rebuild", () =>
    onFilled(
      Effect.gen(function* () {
        const sql = yield* PgClient
        assert.strictEqual(yield* started, "converted")
        const shown = yield* Tables.rows
        for (const kind of ["payout", "quote", "batch"]) {
          const alive = (shown.active ?? []).filter((row) => row.kind === kind)
          assert.isNotEmpty(alive, kind)
        }
        assert.isNotEmpty(shown.payouts ?? [])
        assert.deepStrictEqual(yield* sql`select * from directory`, [])
        const alive = yield* loaded
        yield* Tables.rebuild.pipe(Effect.provide(silent))
        const rebuilt = yield* Tables.rows
        for (const name of same) {
          assert.deepStrictEqual(statesOf(shown, name), statesOf(rebuilt, name), name)
        }
        assert.deepStrictEqual(withoutAdmissions(yield* loaded), withoutAdmissions(alive))
        assert.strictEqual(yield* outcome, "rebuilt")
      })
    )
  )

  it.effect("is converted once: the next start uses the checkpoint", () =>
    onFilled(
      Effect.gen(function* () {
        assert.strictEqual(yield* started, "converted")
        const generation = yield* Tables.generation
        assert.strictEqual(yield* started, "converted")
        assert.strictEqual(yield* Tables.generation, generation)
      })
    )
  )

  for (const [what, statement] of Object.entries(damaged)) {
    it.effect(`that ${what} is rebuilt from the log`, () =>
      onFilled(
        Effect.gen(function* () {
          const sql = yield* PgClient
          yield* sql.unsafe(statement)
          assert.strictEqual(yield* started, "rebuilt")
        })
      )
    )
  }

  it.effect("whose conversion is cut off at any statement is whole, and then converted", () =>
    Effect.gen(function* () {
      const sql = yield* Filled
      const expected = yield* Effect.provideService(converted, PgClient, sql)
      const counted = killedAt(sql, 0, false)
      yield* onFilled(Convert.make(counted.client, Limits.partition))
      const before = yield* onFilled(allRows)
      let cuts = 0
      for (let statement = 1; statement <= counted.count(); statement++) {
        for (const isAfter of [false, true]) {
          cuts += 1
          const { client } = killedAt(sql, statement, isAfter)
          const exit = yield* Effect.exit(onFilled(Convert.make(client, Limits.partition)))
          assert.isTrue(Exit.isFailure(exit), `it lives on after statement ${statement}`)
          yield* Effect.gen(function* () {
            assert.deepStrictEqual(yield* allRows, before, `statement ${statement}`)
            yield* convert
            assert.deepStrictEqual(yield* allRows, expected, `statement ${statement}`)
          }).pipe(Effect.provideService(PgClient, sql))
        }
      }
      assert.isAtLeast(cuts, 50)
    }).pipe(Effect.provide(silent))
  )

  it.effect("is written no more by the process that wrote it before", () =>
    onFilled(
      Effect.gen(function* () {
        const earlier = yield* Tables.generation
        yield* convert
        assert.notStrictEqual(yield* Tables.generation, earlier)
      }).pipe(Effect.provide(silent))
    )
  )
})

layer(filled, { excludeTestServices: true })("A read model of shape 7", (it) => {
  /** What a conversion of shape 6 leaves: a checkpoint with a state in every row. */
  const shape7 = Effect.gen(function* () {
    const sql = yield* PgClient
    yield* convert.pipe(Effect.provide(silent))
    yield* sql`update read_model set version = 7`
  })

  it.effect("is used as it is, and agrees with the log", () =>
    onFilled(
      Effect.gen(function* () {
        yield* shape7
        const before = yield* Tables.rows
        const generation = yield* Tables.generation
        yield* convert.pipe(Effect.provide(silent))
        assert.deepStrictEqual((yield* Tables.rows).active, before.active)
        assert.notStrictEqual(yield* Tables.generation, generation)
        assert.strictEqual(yield* started, "converted")
      })
    )
  )

  it.effect("that lost an open payout is rebuilt from the log", () =>
    onFilled(
      Effect.gen(function* () {
        const sql = yield* PgClient
        yield* shape7
        yield* sql`delete from active where id = (select min(id) from active where kind = 'payout')`
        assert.strictEqual(yield* started, "rebuilt")
      })
    )
  )
})

describe("L2 A process that loaded the tables before their conversion", () => {
  it.live("writes to them no more: it knows neither checkpoint nor archive", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient
      yield* TablesV6.fill
      yield* TablesV6.migrate
      const context = yield* Layer.build(PostgresReadModel.layer(Limits.partition))
      const earlier = Context.get(context, ReadModel.ReadModel)
      yield* sql`update read_model set version = ${SchemaTables.version}`
      // It takes the generation with the place, and fails at the seal of the checkpoint.
      assert.isUndefined(yield* earlier.restore)
      yield* sql`update read_model set version = 6`
      yield* convert
      const exit = yield* Effect.exit(
        earlier.write({ ...DirtyRows.take(State.make()), seq: TablesV6.bodies.length })
      )
      assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
      assert.include(String(exit), "Another process rebuilt the read model")
    }).pipe(Effect.scoped, Effect.provide(Postgres.layer), Effect.provide(silent))
  )
})

describe("Tables that a process of shape 6 writes after this program migrated them", () => {
  it.live("are converted when it has ended", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient
      yield* TablesV6.fill
      // The last change of each table is written after the migration, as an upgrade with a standby
      // does it.
      const hash = "hashtextextended(t::text, 0)"
      for (const table of ["quotes", "payouts", "batches"]) {
        const last = `id = (select max(id) from ${table} where is_open)`
        yield* sql.unsafe(
          `update read_model_seal set open_rows = open_rows - 1, crc_sum = crc_sum - (
             select ${hash} from ${table} t where ${last}) where table_name = '${table}'`
        )
        yield* sql.unsafe(`create table kept_${table} as select * from ${table} where ${last}`)
        yield* sql.unsafe(`delete from ${table} where ${last}`)
      }
      yield* TablesV6.migrate
      for (const table of ["quotes", "payouts", "batches"]) {
        yield* sql.unsafe(`insert into ${table} select * from kept_${table}`)
        yield* sql.unsafe(
          `update read_model_seal set open_rows = open_rows + 1, crc_sum = crc_sum + (
             select ${hash} from ${table} t where id = (select id from kept_${table}))
           where table_name = '${table}'`
        )
      }
      assert.strictEqual(yield* started, "converted")
    }).pipe(Effect.provide(Postgres.layer), Effect.provide(silent))
  )

  it.live("are rebuilt where a row was lost before the migration", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient
      yield* TablesV6.fill
      yield* sql`delete from payouts where id = (select max(id) from payouts where is_open)`
      yield* TablesV6.migrate
      assert.strictEqual(yield* started, "rebuilt")
    }).pipe(Effect.provide(Postgres.layer), Effect.provide(silent))
  )
})
