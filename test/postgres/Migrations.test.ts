import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Migrations from "../../src/postgres/Migrations.ts"
import * as Postgres from "../support/postgres.ts"

/** A folder of migration files, which is removed after the test. */
const schema = (files: Readonly<Record<string, string>>) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const place = await fs.mkdtemp(path.join(os.tmpdir(), "payout-schema-"))
      for (const [name, text] of Object.entries(files)) {
        await fs.writeFile(path.join(place, name), text)
      }
      return place
    }),
    (place) => Effect.promise(() => fs.rm(place, { recursive: true, force: true }))
  )

const rows = (query: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Record<string, unknown>>(query))

const applied = rows("SELECT number, name FROM schema_migrations ORDER BY number")

const message = <R>(effect: Effect.Effect<unknown, Migrations.MigrationFailed, R>) =>
  Effect.map(Effect.flip(effect), (error) => error.message)

const one = { "0001_one.sql": "CREATE TABLE one (n int); INSERT INTO one VALUES (1)" }
const two = { "0002_two.sql": "CREATE TABLE two (n int);\nINSERT INTO two SELECT n FROM one;\n" }

/** Each test has a separate database. */
const withDatabase = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provide(effect, Postgres.layer, { local: true })

describe.concurrent("Migrations.run", () => {
  it.effect("applies the files in number order, once, and ignores other files", () =>
    Effect.gen(function* () {
      const directory = yield* schema({ ...two, ...one, "openapi.json": "{}" })
      assert.deepStrictEqual(yield* Migrations.run(directory), ["0001_one.sql", "0002_two.sql"])
      assert.deepStrictEqual(yield* Migrations.run(directory), [])
      assert.deepStrictEqual(yield* rows("SELECT n FROM two"), [{ n: 1 }])
      yield* Effect.promise(() => fs.writeFile(path.join(directory, "0003_c.sql"), "SELECT 1"))
      assert.deepStrictEqual(yield* Migrations.run(directory), ["0003_c.sql"])
      assert.strictEqual((yield* applied).length, 3)
    }).pipe(withDatabase)
  )

  it.effect("runs a script of many statements, with its quotes and bodies, unchanged", () =>
    Effect.gen(function* () {
      const directory = yield* schema({
        "0001_odd.sql": `-- a comment; with a semicolon and a 'quote
          CREATE TABLE odd (text text DEFAULT 'a;b''c');
          CREATE FUNCTION twice(n int) RETURNS int LANGUAGE plpgsql AS $$
            BEGIN RETURN n * 2; END $$;
          /* nested /* comment; */ */
          INSERT INTO odd SELECT $tag$x;$$y$tag$ || twice(2);
          INSERT INTO odd DEFAULT VALUES;`
      })
      yield* Migrations.run(directory)
      const texts = yield* rows("SELECT text FROM odd ORDER BY text")
      assert.deepStrictEqual(texts, [{ text: "a;b'c" }, { text: "x;$$y4" }])
    }).pipe(withDatabase)
  )

  it.effect(
    "undoes a failing file as a whole, keeps earlier files, and names the place of the error",
    () =>
      Effect.gen(function* () {
        const bad = "CREATE TABLE bad (n int);\nINSERT INTO bad VALUES (1);\nSELECT nonsense;"
        const directory = yield* schema({ ...one, "0002_bad.sql": bad })
        const error = yield* Effect.flip(Migrations.run(directory))
        assert.strictEqual(error.file, "0002_bad.sql")
        assert.include(error.message, 'column "nonsense" does not exist (42703, line 3)')
        assert.deepStrictEqual(yield* applied, [{ number: 1, name: "0001_one.sql" }])
        assert.deepStrictEqual(yield* rows("SELECT to_regclass('bad') AS bad"), [{ bad: null }])
      }).pipe(withDatabase)
  )

  it.effect("refuses a file that ends its transaction", () =>
    Effect.gen(function* () {
      const directory = yield* schema({ "0001_commit.sql": "CREATE TABLE kept (n int); COMMIT" })
      assert.include(yield* message(Migrations.run(directory)), "0001_commit.sql failed")
      assert.deepStrictEqual(yield* rows("SELECT to_regclass('kept') AS kept"), [{ kept: null }])
    }).pipe(withDatabase)
  )

  it.effect(
    "refuses a gap, a number used twice, and a name without a number, touching nothing",
    () =>
      Effect.gen(function* () {
        const gap = yield* schema({ ...one, "0003_three.sql": "SELECT 1" })
        const twice = yield* schema({ ...one, "0001_uno.sql": "SELECT 1" })
        const nameless = yield* schema({ ...one, "two.sql": "SELECT 1" })
        assert.include(
          yield* message(Migrations.run(gap)),
          "number 2 is missing before 0003_three.sql"
        )
        assert.include(yield* message(Migrations.run(twice)), "0001_uno.sql and 0001_one.sql")
        assert.include(yield* message(Migrations.run(nameless)), "two.sql is not named")
        const touched = yield* rows("SELECT to_regclass('schema_migrations') AS touched")
        assert.deepStrictEqual(touched, [{ touched: null }])
      }).pipe(withDatabase)
  )
})

describe.concurrent("Migrations.run on a migrated database", () => {
  it.effect("refuses an applied file whose content has changed, and names it", () =>
    Effect.gen(function* () {
      yield* Migrations.run(yield* schema(one))
      const changed = yield* schema({ "0001_one.sql": `${one["0001_one.sql"]} --`, ...two })
      const text = yield* message(Migrations.run(changed))
      assert.include(text, "0001_one.sql has changed since it was applied")
      assert.strictEqual((yield* applied).length, 1)
    }).pipe(withDatabase)
  )

  it.effect("refuses a database that a newer program has migrated", () =>
    Effect.gen(function* () {
      yield* Migrations.run(yield* schema({ ...one, ...two }))
      const text = yield* message(Migrations.run(yield* schema(one)))
      assert.include(text, "the database has 0002_two.sql, which this program does not know")
    }).pipe(withDatabase)
  )

  it.effect("runs one process at a time", () =>
    Effect.gen(function* () {
      const directory = yield* schema({ ...one, ...two })
      const database = yield* Postgres.database
      const migrate = Effect.provide(Migrations.run(directory), Postgres.client(database), {
        local: true
      })
      const names = yield* Effect.all([migrate, migrate, migrate], { concurrency: "unbounded" })
      assert.deepStrictEqual(names.flat().sort(), ["0001_one.sql", "0002_two.sql"])
    })
  )

  it.effect("refuses a missing folder", () =>
    Effect.gen(function* () {
      assert.include(yield* message(Migrations.run("/nonexistent")), "cannot be read")
    }).pipe(withDatabase)
  )
})
