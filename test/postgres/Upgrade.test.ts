/** A database of an earlier program, and a later program with one more schema file. */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Storage from "../../src/app/Storage.ts"
import * as Database from "../../src/postgres/Database.ts"
import * as Agreement from "../fixtures/agreement.ts"
import * as Logs from "../fixtures/logs.ts"
import * as Spoiled from "../fixtures/spoiled.ts"
import * as Tables from "../fixtures/tables.ts"
import { silent } from "../http/suite.ts"
import * as Postgres from "../support/postgres.ts"

/** This program's schema with an additional file. */
const laterSchema = (script: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "payout-schema-"))
      const files = fs.readdirSync(Storage.schemaDir).filter((name) => name.endsWith(".sql"))
      for (const name of files) {
        fs.copyFileSync(path.join(Storage.schemaDir, name), path.join(folder, name))
      }
      const next = String(files.length + 1).padStart(4, "0")
      fs.writeFileSync(path.join(folder, `${next}_later.sql`), script)
      return folder
    }),
    (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true }))
  )

/** An addition that a later version may make to a table that the earlier one still writes. */
const addition = `
  alter table payouts add column note text;
  create index payouts_noted on payouts (id desc) where note is not null;`

/** Starts an engine at the time of the log, and compares it with the log. */
const takeOver = Effect.gen(function* () {
  yield* TestClock.setTime(Spoiled.lastAt)
  const engine = yield* Agreement.start
  yield* Agreement.check(engine, Spoiled.fold)
}).pipe(Effect.scoped, Effect.provide(TestClock.layer()))

it.live("A database of version 1 is migrated by a later file, and its tables are used", () =>
  Effect.gen(function* () {
    yield* Tables.prepare
    yield* Logs.write(yield* PgClient, Spoiled.bodies)
    yield* Tables.rebuild
    const [filled, rows] = [yield* Tables.generation, yield* Tables.rows]
    const schemaDir = yield* laterSchema(addition)
    yield* Database.prepare({ environment: "sandbox", schemaDir })
    yield* takeOver
    assert.strictEqual(yield* Tables.generation, filled, "the tables were made again")
    const migrated = (yield* Tables.rows).payouts ?? []
    assert.isAbove(migrated.length, 10)
    assert.deepStrictEqual(
      migrated,
      rows.payouts?.map((row) => ({ ...row, note: null }))
    )
  }).pipe(Effect.scoped, Effect.provide(Postgres.layer), Effect.provide(silent))
)
