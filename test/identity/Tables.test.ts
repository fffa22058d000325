/** The sign-in tables are numbered SQL files like all others, and the library creates none. */
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { getMigrations } from "better-auth/db/migration"
import { Effect } from "effect"
import * as Storage from "../../src/app/Storage.ts"
import * as BetterAuth from "../../src/identity/BetterAuth.ts"
import * as KyselyDialect from "../../src/identity/KyselyDialect.ts"
import * as Database from "../../src/postgres/Database.ts"
import * as Postgres from "../support/postgres.ts"

describe("The tables of the sign-in library", () => {
  it.live("have exactly the columns that the library expects", () =>
    Effect.gen(function* () {
      yield* Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir })
      const sql = yield* PgClient
      const options = { secret: "x".repeat(40), origin: "http://localhost:8080" }
      const settings = BetterAuth.settings(
        { dialect: KyselyDialect.make(sql), type: "postgres" as const },
        options
      )
      const plan = yield* Effect.promise(() => getMigrations(settings))
      assert.deepStrictEqual(plan.toBeCreated, [])
      assert.deepStrictEqual(plan.toBeAdded, [])
      assert.deepStrictEqual(plan.schemaProblems, [])
    }).pipe(Effect.provide(Postgres.layer), Effect.scoped)
  )
})
