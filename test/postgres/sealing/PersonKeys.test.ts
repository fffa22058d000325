/** Keys of people: when they are stored, whom they belong to, and what their table shows. */
import * as crypto from "node:crypto"
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Latch, Layer, Redacted, type Scope } from "effect"
import * as Limits from "../../../src/config/Limits.ts"
import * as DataSubjects from "../../../src/engine/ports/DataSubjects.ts"
import type * as Entry from "../../../src/engine/ports/Entry.ts"
import * as Append from "../../../src/postgres/log/Append.ts"
import * as Replay from "../../../src/postgres/log/Replay.ts"
import * as Cipher from "../../../src/postgres/sealing/Cipher.ts"
import * as MasterKeys from "../../../src/postgres/sealing/MasterKeys.ts"
import * as PersonKeys from "../../../src/postgres/sealing/PersonKeys.ts"
import * as SealedEntry from "../../../src/postgres/sealing/SealedEntry.ts"
import * as Tables from "../../fixtures/tables.ts"
import { silent } from "../../http/suite.ts"
import { dataKey } from "../../support/dataKey.ts"
import * as TestKeys from "../../support/personKeys.ts"
import * as Postgres from "../../support/postgres.ts"
import * as Service from "../../support/service.ts"
import * as Samples from "./samples.ts"

const partition = 0
const start: Replay.Tip = { ...Replay.start, epoch: 1 }
const { amina, brian } = Samples

/** Seals drafts with the keys of this process. */
const sealed = (...drafts: ReadonlyArray<Entry.Draft>) =>
  Effect.map(PersonKeys.PersonKeys, (keys) =>
    drafts.map((draft) => SealedEntry.seal(keys, Samples.people, partition, draft))
  )

/** One attempt to append drafts after a tip. */
const append = Effect.fnUntraced(function* (
  tip: Replay.Tip,
  ...drafts: ReadonlyArray<Entry.Draft>
) {
  const batch = Append.batch(partition, tip, yield* sealed(...drafts))
  const verdict = yield* Append.attempt(yield* PgClient, batch)
  return { verdict, tip: Append.tipOf(batch) }
})

interface Stored {
  readonly id: string
  readonly person: string
  readonly written: string
}

/** The stored keys, each with the transaction that wrote it. */
const stored = Effect.flatMap(
  PgClient,
  (sql) => sql<Stored>`select encode(id, 'hex') as id, encode(person, 'hex') as person,
    xmin::text as written from person_keys order by id`
)

const onDatabase = <A, E>(
  test: Effect.Effect<A, E, PgClient | PersonKeys.PersonKeys | Scope.Scope>
): Effect.Effect<A, unknown> =>
  Effect.andThen(Tables.prepare, test).pipe(
    Effect.provide(Layer.fresh(Postgres.layer)),
    Effect.scoped,
    Effect.provide(silent)
  )

describe("A new person's key", () => {
  it.live("is stored by the statement of the entry", () =>
    onDatabase(
      Effect.gen(function* () {
        const { verdict } = yield* append(start, Samples.draft("po_1", [amina]))
        assert.strictEqual(verdict, "durable")
        const sql = yield* PgClient
        const entries = yield* sql<{ readonly written: string }>`
          select xmin::text as written from log`
        assert.deepStrictEqual(
          (yield* stored).map(({ written }) => written),
          entries.map(({ written }) => written)
        )
      })
    )
  )

  it.live("is stored once by a batch in which two entries use it", () =>
    onDatabase(
      Effect.gen(function* () {
        const drafts = ["po_1", "po_2"].map((id) => Samples.draft(id, [amina, brian]))
        const { tip, verdict } = yield* append(start, ...drafts)
        assert.strictEqual(verdict, "durable")
        assert.lengthOf(yield* stored, 2)
        assert.strictEqual((yield* append(tip, Samples.draft("po_3", [brian]))).verdict, "durable")
        assert.lengthOf(yield* stored, 2)
      })
    )
  )

  it.live("is not stored if another writer has the entry's position, and later it is", () =>
    onDatabase(
      Effect.gen(function* () {
        const first = yield* append(start, Samples.draft("po_1", []))
        const mine = Samples.draft("po_2", [amina])
        // The position is taken at the log's beginning, and after an entry.
        assert.strictEqual((yield* append(start, mine)).verdict, "lost")
        const theirs = yield* append({ ...first.tip, epoch: 2 }, Samples.draft("po_3", []))
        assert.strictEqual((yield* append(first.tip, mine)).verdict, "lost")
        const forked = { ...theirs.tip, hash: first.tip.hash }
        assert.strictEqual((yield* append(forked, mine)).verdict, "lost")
        assert.isEmpty(yield* stored)
        assert.strictEqual((yield* append(theirs.tip, mine)).verdict, "durable")
        assert.lengthOf(yield* stored, 1)
      })
    )
  )

  it.live("is not stored if another writer takes the position at that moment", () =>
    onDatabase(
      Effect.gen(function* () {
        const sql = yield* PgClient
        const first = yield* append(start, Samples.draft("po_1", []))
        const theirs = append({ ...first.tip, epoch: 2 }, Samples.draft("po_2", []))
        const written = yield* Latch.make(false)
        const late = yield* Effect.forkScoped(
          Effect.andThen(Latch.await(written), append(first.tip, Samples.draft("po_3", [amina])))
        )
        yield* Effect.gen(function* () {
          assert.strictEqual((yield* theirs).verdict, "durable")
          yield* Latch.open(written)
          // The statement sees the log as it was before, and waits for the other writer's entry.
          yield* sql`select 1 from pg_locks where not granted`.pipe(
            Effect.repeat({ until: (rows) => rows.length > 0 })
          )
        }).pipe(sql.withTransaction)
        assert.strictEqual((yield* Fiber.join(late)).verdict, "lost")
        assert.isEmpty(yield* stored)
      })
    )
  )
})

/** The drafts of the log, opened with keys, or the reason why the log is refused. */
const replayed = Effect.fnUntraced(function* (people: PersonKeys.Loader) {
  const found: Array<Entry.Draft> = []
  const sql = yield* PgClient
  const refused = yield* Replay.run({ sql, people }, partition, Replay.start, (entries) =>
    Effect.sync(() => void found.push(...entries.map(({ epoch, seq, ...draft }) => draft)))
  ).pipe(Effect.match({ onFailure: ({ message }) => message, onSuccess: () => undefined }))
  return refused ?? found
})

/** The keys of a process that has just started. */
const restarted = Effect.map(
  Layer.build(Layer.fresh(Postgres.people)),
  Context.get(PersonKeys.PersonKeys)
)

describe("The keys of people", () => {
  it.live("open all entries after a restart, and belong to new entries too", () =>
    onDatabase(
      Effect.gen(function* () {
        const drafts = [Samples.answered("po_1", [amina]), Samples.answered("po_2", [amina, brian])]
        const { tip } = yield* append(start, ...drafts)
        const keys = yield* restarted
        assert.deepStrictEqual(yield* replayed(keys), drafts)
        const next = Samples.draft("po_3", [amina])
        const { verdict } = yield* append(tip, next).pipe(
          Effect.provideService(PersonKeys.PersonKeys, keys)
        )
        assert.strictEqual(verdict, "durable")
        assert.deepStrictEqual(yield* replayed(yield* restarted), [...drafts, next])
        // The new process has learned the key of the person from the log.
        const subjects = (yield* stored).map(({ person }) => person)
        assert.lengthOf(subjects, 2)
        assert.strictEqual(new Set(subjects).size, 2)
      })
    )
  )

  it.live("differ between accounts that pay to the same number", () =>
    onDatabase(
      Effect.gen(function* () {
        const drafts = ["acct_one", "acct_two"].map((account) =>
          Samples.draft(`po_${account}`, [amina], account)
        )
        const { tip } = yield* append(start, ...drafts)
        const [one, other] = yield* stored
        assert.notStrictEqual(one?.id, other?.id)
        assert.notStrictEqual(one?.person, other?.person)
        assert.strictEqual(tip.seq, 2)
        const sql = yield* PgClient
        yield* sql`delete from person_keys where encode(id, 'hex') = ${one?.id ?? ""}`
        const found = yield* replayed(yield* restarted)
        const names = typeof found === "string" ? [] : found.flatMap(({ events }) => events)
        assert.deepStrictEqual(names.map((event) => ("name" in event ? event.name : "")).sort(), [
          amina.name,
          "erased"
        ])
      })
    )
  )

  it.live("are stored without a phone number, a name, or a hash that needs no key", () =>
    onDatabase(
      Effect.gen(function* () {
        yield* append(start, Samples.answered("po_1", [amina, brian]))
        const sql = yield* PgClient
        const rows = yield* sql<Readonly<Record<"id" | "person" | "wrapped", Uint8Array>>>`
          select id, person, wrapped from person_keys`
        assert.lengthOf(rows, 2)
        const bytes = Buffer.concat(rows.flatMap((row) => [row.id, row.person, row.wrapped]))
        for (const { name, phone } of [amina, brian]) {
          const person = DataSubjects.recipient(Samples.account, phone)
          const hash = crypto.createHash("sha256").update(person).digest().subarray(0, 16)
          for (const text of [name, phone, phone.slice(1), hash]) {
            assert.isFalse(bytes.includes(text), String(text))
          }
        }
      })
    )
  )

  it.live("are refused if a row was changed, or was exchanged with another", () =>
    onDatabase(
      Effect.gen(function* () {
        yield* append(start, Samples.draft("po_1", [amina, brian]))
        const sql = yield* PgClient
        const changes = [
          "update person_keys set wrapped = set_bit(wrapped, 100, 1 - get_bit(wrapped, 100))",
          `update person_keys a set wrapped = b.wrapped from person_keys b where a.id <> b.id`
        ]
        for (const change of changes) {
          const refused = yield* Effect.gen(function* () {
            yield* sql.unsafe(change)
            return yield* Effect.fail(yield* replayed(yield* restarted))
          }).pipe(sql.withTransaction, Effect.flip)
          assert.strictEqual(refused, "A key in the database was changed outside the service.")
        }
      })
    )
  )
})

describe("L10 Keys of people", () => {
  it.live("are loaded by several statements if there are many", () =>
    onDatabase(
      Effect.gen(function* () {
        const sql = yield* PgClient
        const masters = MasterKeys.make([Redacted.make(dataKey)])
        const ids = Array.from({ length: Limits.sealing.keysPerQuery + 1 }, () =>
          crypto.randomBytes(16)
        )
        const wrapped = ids.map((id) => MasterKeys.wrap(masters, id, crypto.randomBytes(32)))
        yield* sql.unsafe(
          "insert into person_keys select * from unnest($1::bytea[], $1::bytea[], $2::bytea[])",
          [ids, wrapped]
        )
        let statements = 0
        const counted: PgClient = new Proxy(sql, {
          get: (target, name) => {
            if (name === "unsafe") statements += 1
            return Reflect.get(target, name)
          }
        })
        const index = Cipher.keyedHash(Buffer.alloc(32))
        const keys = PersonKeys.make(counted, masters, index)
        assert.strictEqual((yield* keys.load(ids)).size, ids.length)
        assert.strictEqual(statements, 2)
        assert.strictEqual((yield* keys.load(ids)).size, ids.length)
        assert.strictEqual(statements, 2, "a loaded key is in memory")
      })
    )
  )

  it("leave memory if they are not used for long, and their people get new ones", () => {
    const masters = MasterKeys.make([Redacted.make(dataKey)])
    const index = Cipher.keyedHash(Buffer.alloc(32))
    // Nothing is loaded, so no database is asked.
    const keys = PersonKeys.make({} as PgClient, masters, index)
    const [idle, busy] = [keys.of("idle"), keys.of("busy")]
    for (let count = 0; count < Limits.sealing.keysMax; count += 1) {
      keys.of(`person ${count}`)
      if (count % 1_000 === 0) keys.of("busy")
    }
    assert.strictEqual(keys.of("busy"), busy)
    assert.notStrictEqual(keys.of("idle"), idle)
    const row = (key: PersonKeys.PersonKey) => Buffer.from(key.row?.person ?? []).toString("hex")
    assert.strictEqual(row(keys.of("idle")), row(idle), "both keys are found by one hash")
  })
})

describe("An erased key", () => {
  it.live("is not kept in memory by a read that began before the erasure", () =>
    onDatabase(
      Effect.gen(function* () {
        const sql = yield* PgClient
        yield* append(start, Samples.draft("po_1", [amina]))
        const [{ id } = assert.fail()] = yield* stored
        const ids = [Buffer.from(id, "hex")]
        const [read, erased] = [yield* Latch.make(false), yield* Latch.make(false)]
        const slow: PgClient = new Proxy(sql, {
          get: (target, name) =>
            name === "unsafe"
              ? (...asked: Parameters<PgClient["unsafe"]>) =>
                  sql
                    .unsafe(...asked)
                    .pipe(Effect.tap(Latch.open(read)), Effect.tap(Latch.await(erased)))
              : Reflect.get(target, name)
        })
        const own = TestKeys.on(slow)
        const before = yield* Effect.forkChild(own.load(ids), { startImmediately: true })
        yield* Latch.await(read)
        yield* sql`delete from person_keys`
        own.forget(ids)
        yield* Latch.open(erased)
        assert.strictEqual((yield* Fiber.join(before)).size, 1, "as it was")
        assert.strictEqual((yield* own.load(ids)).size, 0)
      })
    )
  )
})

const otherKey = Buffer.alloc(32, "another key").toString("base64")

/** The keys of a start with these values of `DATA_KEY`, or the reason why it is refused. */
const started = (first: string, ...rest: ReadonlyArray<string>) => {
  const layer = PersonKeys.layer([Redacted.make(first), ...rest.map((key) => Redacted.make(key))])
  return Layer.build(Layer.fresh(layer)).pipe(
    Effect.map(Context.get(PersonKeys.PersonKeys)),
    Effect.catchTag("KeysRefused", ({ message }) => Effect.succeed(message))
  )
}

const keysOf = (started: PersonKeys.PersonKeys["Service"] | string) =>
  typeof started === "string" ? assert.fail(started) : started

describe("A start", () => {
  it.live("with the key of the first start opens its entries, and with another is refused", () =>
    onDatabase(
      Effect.gen(function* () {
        const drafts = [Samples.answered("po_1", [amina, brian])]
        const first = keysOf(yield* started(dataKey))
        yield* append(start, ...drafts).pipe(Effect.provideService(PersonKeys.PersonKeys, first))
        assert.deepStrictEqual(yield* replayed(keysOf(yield* started(dataKey))), drafts)
        assert.strictEqual(
          yield* started(otherKey),
          "DATA_KEY is not the key of this database. Set it to the key of the first start, or of the last rotation."
        )
      })
    )
  )

  it.live("with a new key before the old one opens entries of both", () =>
    onDatabase(
      Effect.gen(function* () {
        const [old, next] = [Samples.draft("po_1", [amina]), Samples.draft("po_2", [brian])]
        const first = keysOf(yield* started(dataKey))
        const { tip } = yield* append(start, old).pipe(
          Effect.provideService(PersonKeys.PersonKeys, first)
        )
        const second = keysOf(yield* started(otherKey, dataKey))
        yield* append(tip, next).pipe(Effect.provideService(PersonKeys.PersonKeys, second))
        const both = keysOf(yield* started(otherKey, dataKey))
        assert.deepStrictEqual(yield* replayed(both), [old, next])
        assert.include(String(yield* replayed(first)), "DATA_KEY is not the key of this database")
      })
    )
  )

  it.live("at the same moment as another agrees with it on the hashes of people", () =>
    onDatabase(
      Effect.gen(function* () {
        const all = yield* Effect.forEach([1, 2, 3, 4], () => started(dataKey), {
          concurrency: "unbounded"
        })
        const hashes = all.map((each) =>
          Buffer.from(keysOf(each).of("someone").row?.person ?? []).toString("hex")
        )
        assert.strictEqual(new Set(hashes).size, 1)
      })
    )
  )
})

/** The number of entries and keys in whose bytes a text occurs. */
const occurrences = (text: string) =>
  Effect.flatMap(
    PgClient,
    (sql) => sql<{ readonly count: number }>`
      select count(*)::int as count from (
        select convert_to(body, 'UTF8') || coalesce(sealed, '') as bytes from log
        union all select id || person || wrapped from person_keys
      ) stored where position(convert_to(${text}, 'UTF8') in bytes) > 0`
  ).pipe(Effect.map(([row]) => row?.count))

describe("The log of a service", () => {
  it.live("contains no personal data in clear, and the service shows it after a restart", () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      const secrets = {
        recipient_phone: "+256770000077",
        recipient_name: "Grace Nakabugo",
        reference: "salary of Grace",
        metadata: { tin: "TIN 1000123456" }
      }
      const texts = [...Object.values(secrets).slice(0, 3).map(String), secrets.metadata.tin]
      const created = yield* Effect.gen(function* () {
        const { payout } = yield* Service.start({}, connection)
        return yield* Effect.promise(() => payout("the payout", secrets))
      }).pipe(Effect.scoped)
      assert.strictEqual(created.status, 201, created.text)
      for (const text of texts) {
        const found = yield* occurrences(text).pipe(
          Effect.provide(Postgres.client(connection), { local: true })
        )
        assert.strictEqual(found, 0, text)
      }
      const { call, payout } = yield* Service.start({}, connection)
      const again = yield* Effect.promise(() => payout("the payout", secrets))
      assert.strictEqual(again.text, created.text)
      const path = `/v1/payouts/${created.json.payout_id}`
      const shown = yield* Effect.promise(() => call("GET", path))
      for (const text of texts) assert.include(shown.text, text)
    }).pipe(Effect.scoped, Effect.provide(silent))
  )
})
