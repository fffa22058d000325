import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Storage from "../../src/app/Storage.ts"
import * as Database from "../../src/postgres/Database.ts"
import * as Postgres from "../support/postgres.ts"

const { schemaDir } = Storage

describe("The database", () => {
  it.live("belongs to the environment of its first start", () =>
    Effect.gen(function* () {
      yield* Database.prepare({ environment: "sandbox", schemaDir })
      yield* Database.prepare({ environment: "sandbox", schemaDir })
      const refusal = yield* Effect.flip(Database.prepare({ environment: "production", schemaDir }))
      assert.strictEqual(refusal._tag, "WrongEnvironment")
      assert.include(refusal.message, "belongs to the sandbox environment")
    }).pipe(Effect.provide(Postgres.layer))
  )
})
