/** L2: an event's bytes are fixed when it gets its id; a rebuild of the tables renders them again. */
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Storage from "../../../src/app/Storage.ts"
import * as Limits from "../../../src/config/Limits.ts"
import * as Database from "../../../src/postgres/Database.ts"
import * as PostgresReadModel from "../../../src/postgres/readmodel/PostgresReadModel.ts"
import * as Rebuild from "../../../src/postgres/readmodel/Rebuild.ts"
import * as Tables from "../../../src/postgres/readmodel/Tables.ts"
import * as Logs from "../../fixtures/logs.ts"
import { quiet } from "../../http/suite.ts"
import * as Postgres from "../../support/postgres.ts"

it.live("L2 A rebuild writes the recorded bytes of every event that a table stores", () =>
  Effect.gen(function* () {
    const sql = yield* PgClient
    yield* Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir })
    yield* Logs.write(sql, Logs.read("v1.jsonl"))
    const layer = PostgresReadModel.layer(Limits.partition)
    yield* Effect.provide(Rebuild.run(Limits.partition), layer)
    const rows = yield* sql<
      Pick<Logs.RecordedEvent, "id" | "body">
    >`select id, body from events order by id`
    const known = new Map(Logs.recordedEvents("v1").map(({ body, id }) => [id, body]))
    assert.deepStrictEqual(
      rows.map(({ id }) => id),
      [...known.keys()].sort()
    )
    const stored = rows.filter(({ body }) => body !== Tables.none)
    assert.isAbove(stored.length, 100)
    for (const { body, id } of stored) assert.strictEqual(body, known.get(id))
  }).pipe(
    (effect) =>
      Effect.flatMap(Postgres.database, (to) => Effect.provide(effect, Postgres.client(to))),
    Effect.scoped,
    Effect.provide(quiet)
  )
)
