/** Percentiles of settlement times, compared with those that PostgreSQL computes. */

import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Storage from "../../../src/app/Storage.ts"
import * as Limits from "../../../src/config/Limits.ts"
import * as Percentiles from "../../../src/domain/Percentiles.ts"
import * as Partition from "../../../src/engine/Partition.ts"
import type * as ReadModel from "../../../src/engine/ports/ReadModel.ts"
import * as Database from "../../../src/postgres/Database.ts"
import * as Analytics from "../../../src/postgres/readmodel/Analytics.ts"
import * as SettlementTimes from "../../../src/postgres/readmodel/SettlementTimes.ts"
import { silent } from "../../http/suite.ts"
import * as TestKeys from "../../support/personKeys.ts"
import * as Postgres from "../../support/postgres.ts"

const dayMs = 86_400_000
const since = 20_000 * dayMs
const many = Limits.readModel.timesExactMax

/** Payouts of a day in two accounts. Every tenth has failed. */
const add = (first: number, day: number, count: number) =>
  Effect.flatMap(PgClient, (sql) =>
    sql.unsafe(
      `insert into payouts (partition, id, account_id, status, network, created_at, amount,
         settled_at, recipient, deposit_address, owes_refund, seq, crc, state, archived_at)
       select 0, 'po_' || lpad(n::text, 26, '0'), 'acct_' || n % 2,
         case when n % 10 = 0 then 'FAILED' else 'SETTLED' end, 'MTN_UG', $3::bigint + n, 25,
         case when n % 10 <> 0 then $3::bigint + n + 20000 + n::bigint * 7919 % 600000 end,
         0, '0x', false, 1, 0, '', 1
       from generate_series($1::int, $1::int + $2::int - 1) n`,
      [first, count, BigInt(since + day * dayMs)]
    )
  )

const expected = (accountId: string | undefined, from: number, to: number) =>
  Effect.flatMap(PgClient, (sql) =>
    Effect.map(
      sql.unsafe<{ readonly times: ReadonlyArray<bigint> | null }>(
        `select percentile_disc(array[0.5, 0.95]) within group (order by settled_at - created_at)
           as times
         from payouts where ($1::text is null or account_id = $1) and settled_at is not null
           and created_at >= $2 and created_at < $3`,
        [accountId ?? null, BigInt(from), BigInt(to)]
      ),
      (rows) => rows[0]?.times?.map(Number) ?? []
    )
  )

/** Compares the percentiles of one day, or of all. */
const agrees = Effect.fnUntraced(function* (
  accountId: string | undefined,
  { settled, settling }: ReadModel.Figure,
  [from, to]: readonly [number, number]
) {
  const [medianMs = null, p95Ms = null] = Percentiles.of(settling, [0.5, 0.95])
  const [median = null, p95 = null] = yield* expected(accountId, from, to)
  if (median === null || p95 === null) {
    return assert.deepStrictEqual([medianMs, p95Ms], [median, p95])
  }
  const part = settled > many ? 0.012 : 0
  assert.approximately(medianMs ?? 0, median, median * part, `median from ${from}`)
  assert.approximately(p95Ms ?? 0, p95, p95 * part, `95th percentile from ${from}`)
})

it.live("Percentiles of a day are exact for few payouts and within 1.2% for many", () =>
  Effect.gen(function* () {
    const sql = yield* PgClient
    yield* Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir })
    const partition = Partition.directory
    yield* sql`insert into read_model (partition, seq, hash, version, generation)
      values (${partition}, 0, '', 0, gen_random_uuid())`
    const analytics = Analytics.make({ sql, people: TestKeys.on(sql), partition, isShared: false })
    const check = Effect.gen(function* () {
      for (const accountId of [undefined, "acct_0", "acct_1", "acct_none"]) {
        const asked = { accountId, since, now: since + 3 * dayMs }
        const found = yield* analytics.payoutFigures(asked, { seq: 0, excluding: [] })
        if (found === undefined) return assert.fail("The tables show another write.")
        const { days, totals } = found
        assert.strictEqual(days.length, 4)
        for (const figure of days) {
          yield* agrees(accountId, figure, [figure.day, figure.day + dayMs])
        }
        yield* agrees(accountId, totals, [since, asked.now + dayMs])
      }
    })
    yield* add(1, 0, 40)
    yield* add(1_000, 1, 20 * many)
    yield* check
    // Changed days are read again, with more payouts, fewer payouts, and an equal number.
    yield* add(100_000, 1, many)
    yield* add(200_000, 2, 30)
    yield* check
    yield* sql`delete from payouts where id in (select id from payouts order by id limit 7)`
    yield* add(300_000, 0, 7)
    yield* check
  }).pipe(Effect.provide(Postgres.layer), Effect.provide(silent))
)

it.effect(
  "L10 Settlement times are kept up to a limit, in which days with few times have a minimum weight",
  () =>
    Effect.gen(function* () {
      const days = Array.from({ length: 1_000 }, (_, day) => ({ day, settled: 1, settling: day }))
      const rows = days.map(({ day }) => ({ day: BigInt(day), ms: day, count: 1n }))
      let reads = 0
      const unsafe = () =>
        Effect.sync(() => {
          reads += 1
          return rows
        })
      // Reads of times call no other method of a client.
      const sql = { unsafe } as unknown as PgClient
      const times = SettlementTimes.make({
        ...{ sql, people: TestKeys.on(sql), partition: Partition.directory, isShared: false }
      })
      yield* times("acct_first", days)
      yield* times("acct_first", days)
      assert.strictEqual(reads, 1)
      // The minimum weight of a day is that of forty times.
      const accounts = Math.ceil(Limits.readModel.timesKeptMax / (40 * days.length)) + 1
      for (let n = 0; n < accounts; n++) yield* times(`acct_${n}`, days)
      assert.strictEqual(reads, 1 + accounts)
      yield* times(`acct_${accounts - 1}`, days)
      assert.strictEqual(reads, 1 + accounts, "the last one is not kept")
      yield* times("acct_first", days)
      assert.strictEqual(reads, 2 + accounts, "the first one is still kept")
    })
)
