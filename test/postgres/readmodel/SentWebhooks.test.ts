/** The deliveries of the events about payouts and batches. */
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Storage from "../../../src/app/Storage.ts"
import * as Limits from "../../../src/config/Limits.ts"
import * as Ids from "../../../src/domain/Ids.ts"
import * as Partition from "../../../src/engine/Partition.ts"
import * as Database from "../../../src/postgres/Database.ts"
import * as SentWebhooks from "../../../src/postgres/readmodel/SentWebhooks.ts"
import * as Tables from "../../../src/postgres/readmodel/Tables.ts"
import { silent } from "../../http/suite.ts"
import * as TestKeys from "../../support/personKeys.ts"
import * as Postgres from "../../support/postgres.ts"

const max = Limits.retention.exportedWebhooksMax

const busy = "po_01J00000000000000000000000"
const calm = "po_01J00000000000000000000001"
const other = "bt_01J00000000000000000000002"

const endpointIds = ["we_01J00000000000000000000000", "we_01J00000000000000000000001"]

const insertEvents = `
  insert into events (id, partition, account_id, type, subject_id, sequence, at, seq, crc, body)
  select id, 0, 'acct_1', 'payout.created', $2, n, n, n, 0, ''
  from unnest($1::text[]) with ordinality as event (id, n)`

const insertDeliveries = `
  insert into deliveries (partition, id, endpoint_id, event_id, status, seq, crc, state)
  select 0, id, endpoint_id, event_id, 'delivered', 1, 0, ''
  from unnest($1::text[], $2::text[], $3::text[]) as delivery (id, endpoint_id, event_id)`

/** Writes events about a subject, each with a delivery to both endpoints. */
const send = Effect.fnUntraced(function* (sql: PgClient, subjectId: string, count: number) {
  const eventIds = Array.from({ length: count }, (_, n) => Ids.event(subjectId, n + 1, 1, 0))
  const pairs = eventIds.flatMap((id) => endpointIds.map((endpointId) => [id, endpointId] as const))
  yield* sql.unsafe(insertEvents, [Tables.array("text", eventIds), subjectId])
  yield* sql.unsafe(insertDeliveries, [
    Tables.array(
      "text",
      pairs.map(([id, endpointId]) => Ids.delivery(id, endpointId))
    ),
    Tables.array(
      "text",
      pairs.map(([, endpointId]) => endpointId)
    ),
    Tables.array(
      "text",
      pairs.map(([id]) => id)
    )
  ])
})

it.live("The newest deliveries about each object are found, one per endpoint", () =>
  Effect.gen(function* () {
    const sql = yield* PgClient
    yield* Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir })
    yield* send(sql, busy, max)
    yield* send(sql, calm, 1)
    yield* send(sql, other, 1)
    const people = TestKeys.on(sql)
    const source = { sql, people, partition: Partition.directory, isShared: false }
    const sent = yield* SentWebhooks.make(source)([calm, busy], max)
    assert.deepStrictEqual(
      sent.slice(0, 2).map(({ endpointId }) => endpointId),
      endpointIds
    )
    const ofBusy = sent.filter(({ subjectId }) => subjectId === busy)
    assert.lengthOf(ofBusy, max)
    assert.deepStrictEqual(
      ofBusy.map(({ at }) => at),
      Array.from({ length: max }, (_, index) => max - Math.floor(index / endpointIds.length))
    )
    assert.lengthOf(sent, max + endpointIds.length)
  }).pipe(Effect.provide(Postgres.layer), Effect.provide(silent))
)
