/** Drafts about a person whose keys an erasure ends, while none of them is durable yet. */
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Storage from "../../../src/app/Storage.ts"
import * as Partition from "../../../src/engine/Partition.ts"
import * as DataSubjects from "../../../src/engine/ports/DataSubjects.ts"
import * as Entry from "../../../src/engine/ports/Entry.ts"
import { Log } from "../../../src/engine/ports/Log.ts"
import * as Database from "../../../src/postgres/Database.ts"
import * as LeaderLock from "../../../src/postgres/log/LeaderLock.ts"
import * as PostgresLog from "../../../src/postgres/log/PostgresLog.ts"
import * as Replay from "../../../src/postgres/log/Replay.ts"
import { PersonKeys } from "../../../src/postgres/sealing/PersonKeys.ts"
import * as Postgres from "../../support/postgres.ts"

const partition = Partition.directory
const [accountId, phone] = ["acct_1", "+256770000001"]
const ada = DataSubjects.recipient(accountId, phone)
const people: DataSubjects.DataSubjects = { ...DataSubjects.none, ofEvent: () => ada }

const draftOf = (event: Entry.Event): Entry.Draft => ({
  ...{ v: Entry.version, at: 1, by: "test", events: [event], reply: null }
})

const saved = (id: string) =>
  draftOf({
    ...({ _tag: "BeneficiarySaved", id, accountId, name: "Ada", phone } as const),
    ...{ network: "MTN_UG", nickname: null, createdAt: 1, at: 1 }
  })

/** A log, and the keys with which it is sealed. */
const begin = Effect.gen(function* () {
  const connection = yield* Postgres.database
  const client = Postgres.client(connection)
  yield* Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir }).pipe(
    Effect.provide(client)
  )
  const context = yield* PostgresLog.layer(partition).pipe(
    Layer.provide(LeaderLock.layer([partition])),
    Layer.provideMerge(client),
    Layer.build
  )
  const log = yield* Effect.provideContext(Log, context)
  const keys = yield* Effect.provideContext(PersonKeys, context)
  const sql = yield* Effect.provideContext(PgClient, context)
  yield* log.open({
    ...{ loadActive: Effect.succeed(0), restore: Effect.succeed(0), people },
    ...{ follow: () => Effect.void, apply: () => {} }
  })
  const append = (draft: Entry.Draft) =>
    Effect.callback<boolean>((resume) =>
      log.append(draft, (durable) => resume(Effect.succeed(durable)))
    )
  /** An erasure of all that is sealed with the person's key at this moment. */
  const erasure = (_tag: "RecipientErased" | "RecipientRestricted" = "RecipientErased") => {
    const subject = {
      id: "rcp_1",
      accountId,
      phone,
      at: 1,
      keys: [keys.of(ada).id.toString("hex")]
    }
    return draftOf(
      _tag === "RecipientErased" ? { _tag, ...subject } : { _tag, ...subject, until: 900 }
    )
  }
  const names = Effect.gen(function* () {
    const found: Array<string> = []
    yield* Replay.run({ sql, people: keys }, partition, Replay.start, (entries) =>
      Effect.sync(() => {
        for (const { events } of entries) {
          for (const event of events) {
            if (event._tag === "BeneficiarySaved") found.push(`${event.id} ${event.name}`)
          }
        }
      })
    )
    return found
  })
  return { append, erasure, names, sql, hash: keys.hash(phone) }
})

/** Two payouts from before the time 500, and two of then, with texts that searches find. */
const payoutsSql = `
  with given as (
    select 'po_' || n || ' ' || status as id, status, n * 250 as at
    from generate_series(1, 2) n, unnest(array['SETTLED', 'FAILED']) status
  ), texts as (
    insert into payout_texts (partition, payout_id, text) select 0, id, 'ada' from given
  ), totals as (
    insert into payout_totals (account_id, day, network, status, partition, count, amount, settled,
      settling)
    values ('', 0, 'MTN_UG', 'SETTLED', 0, 2, 2, 2, 2)
  )
  insert into payouts (id, partition, account_id, status, network, created_at, amount, recipient,
    deposit_address, owes_refund, archived_at, seq, crc, state)
  select id, 0, $1, status, 'MTN_UG', at, 1, $2, '0x', false, 1, 1, 1, '{}' from given`

const together = <A, E>(effects: ReadonlyArray<Effect.Effect<A, E>>) =>
  Effect.all(effects, { concurrency: "unbounded" })

describe("An erasure", () => {
  it.live("is refused while a draft that its keys seal is not durable", () =>
    Effect.gen(function* () {
      const { append, erasure, names } = yield* begin
      for (const tag of ["RecipientErased", "RecipientRestricted"] as const) {
        assert.deepStrictEqual(yield* together([append(saved("ben_1")), append(erasure(tag))]), [
          true,
          false
        ])
      }
      assert.deepStrictEqual(yield* names, ["ben_1 Ada", "ben_1 Ada"])
      assert.isTrue(yield* append(erasure()))
      assert.deepStrictEqual(yield* names, ["ben_1 erased", "ben_1 erased"])
    })
  )

  it.live("at the end of a restriction hides only payouts from before the restriction", () =>
    Effect.gen(function* () {
      const { append, erasure, hash, sql } = yield* begin
      yield* sql.unsafe(payoutsSql, [accountId, hash])
      const [event] = erasure().events
      if (event?._tag !== "RecipientErased") return assert.fail("no erasure")
      assert.isTrue(yield* append(draftOf({ ...event, createdBefore: 500 })))
      const hidden = yield* sql`select id from payouts where recipient = 0 order by id`
      assert.deepStrictEqual(hidden, [{ id: "po_1 FAILED" }, { id: "po_1 SETTLED" }])
      const texts = yield* sql`select payout_id from payout_texts order by payout_id`
      assert.deepStrictEqual(texts, [{ payout_id: "po_2 FAILED" }, { payout_id: "po_2 SETTLED" }])
    })
  )

  it.live("leaves a draft readable that is appended before the erasure is durable", () =>
    Effect.gen(function* () {
      const { append, erasure, names } = yield* begin
      assert.isTrue(yield* append(saved("ben_1")))
      assert.deepStrictEqual(yield* together([append(erasure()), append(saved("ben_2"))]), [
        true,
        true
      ])
      assert.deepStrictEqual(yield* names, ["ben_1 erased", "ben_2 Ada"])
    })
  )
})
