import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Storage from "../../../src/app/Storage.ts"
import * as Partition from "../../../src/engine/Partition.ts"
import type { Draft } from "../../../src/engine/ports/Entry.ts"
import * as Database from "../../../src/postgres/Database.ts"
import * as Append from "../../../src/postgres/log/Append.ts"
import * as Replay from "../../../src/postgres/log/Replay.ts"
import * as Scrub from "../../../src/postgres/log/Scrub.ts"
import * as SealedEntry from "../../../src/postgres/sealing/SealedEntry.ts"
import * as Postgres from "../../support/postgres.ts"

const partition = Partition.directory
const slice = { entries: 20, pauseMs: 0 }
/** Slightly more than two slices, so that the check crosses their boundaries. */
const entries = 2 * slice.entries + 10

const draft = (at: number): Draft => ({ v: 1, at, by: "é", events: [], reply: null })

/** Fills a log with this number of entries. */
const fill = Effect.gen(function* () {
  const sql = yield* PgClient
  yield* Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir })
  let tip: Replay.Tip = { ...Replay.start, epoch: 1 }
  while (tip.seq < entries) {
    const count = Math.min(30, entries - tip.seq)
    const bodies = Array.from({ length: count }, (_, index) =>
      JSON.stringify(draft(tip.seq + index))
    )
    const batch = Append.batch(partition, tip, bodies.map(SealedEntry.plain))
    assert.strictEqual(yield* Append.attempt(sql, batch), "durable")
    tip = { ...tip, seq: tip.seq + count, hash: batch.hashes.at(-1) ?? tip.hash }
  }
  return sql
})

const scrub = (sql: PgClient) => Scrub.run(sql, partition, entries, slice)

/** Changes that someone makes to an entry in the database. */
const changes = {
  body: (sql: PgClient, seq: number) => sql`update log set body = body || ' ' where seq = ${seq}`,
  epoch: (sql: PgClient, seq: number) => sql`update log set epoch = epoch + 1 where seq = ${seq}`,
  hash: (sql: PgClient, seq: number) =>
    sql`update log set hash = set_byte(hash, 0, 255 - get_byte(hash, 0)) where seq = ${seq}`,
  removal: (sql: PgClient, seq: number) => sql`delete from log where seq = ${seq}`
}

const { entries: size } = slice

describe("Old log entries", () => {
  it.live("are verified slice by slice, and the first wrong one is named", () =>
    Effect.gen(function* () {
      const sql = yield* fill
      yield* scrub(sql)
      for (const seq of [1, 2, size, size + 1, 2 * size, 2 * size + 1, entries]) {
        for (const [name, change] of Object.entries(changes)) {
          const seen = yield* Effect.gen(function* () {
            yield* change(sql, seq)
            const { message } = yield* Effect.flip(scrub(sql))
            // The failure rolls back the change.
            return yield* Effect.fail({ message })
          }).pipe(sql.withTransaction, Effect.flip)
          assert.include(String(seen?.message), `at seq ${seq}:`, `${name} of ${seq}`)
        }
      }
      yield* scrub(sql)
    }).pipe(Effect.provide(Postgres.layer))
  )
})
