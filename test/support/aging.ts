/** A service whose sessions a test can make older. */
import { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Layer } from "effect"
import * as Postgres from "./postgres.ts"
import * as Service from "./service.ts"

/** Makes all sessions this number of milliseconds old, without a later proof. */
export type Age = (ms: number) => Promise<void>

const ageSql = `
  update people_sessions set "provenAt" = null,
    "createdAt" = now() - $1::float8 * interval '1 millisecond'`

export const start = Effect.fnUntraced(function* (environment: Readonly<Record<string, string>>) {
  const connection = yield* Postgres.database
  const context = yield* Layer.build(Postgres.client(connection))
  const sql = yield* Effect.provideContext(PgClient, context)
  const service = yield* Service.start(environment, connection)
  const age: Age = (ms) => Effect.runPromise(Effect.asVoid(Effect.orDie(sql.unsafe(ageSql, [ms]))))
  return { service, age }
})
