/** The rotation of the key that encrypts the keys of people. */
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Redacted, Result, Schedule } from "effect"
import * as Storage from "../../../src/app/Storage.ts"
import * as Limits from "../../../src/config/Limits.ts"
import * as DataSubjects from "../../../src/engine/ports/DataSubjects.ts"
import * as Database from "../../../src/postgres/Database.ts"
import * as Cipher from "../../../src/postgres/sealing/Cipher.ts"
import * as KeyTable from "../../../src/postgres/sealing/KeyTable.ts"
import * as MasterKeys from "../../../src/postgres/sealing/MasterKeys.ts"
import * as PersonKeys from "../../../src/postgres/sealing/PersonKeys.ts"
import * as Rotation from "../../../src/postgres/sealing/Rotation.ts"
import * as Postgres from "../../support/postgres.ts"

const keyOf = (name: string) => Redacted.make(Buffer.alloc(32, name).toString("base64"))

const [old, next] = [keyOf("old"), keyOf("next")]

const before = MasterKeys.make([old])
const during = MasterKeys.make([next, old])
const after = MasterKeys.make([next])

/** More keys than one statement of a rotation wraps, and than one query returns. */
const people = Math.max(Limits.sealing.rotatedPerStatement, Limits.sealing.keysPerQuery) + 7

/** The keys of a database as a process with these keys of `DATA_KEY` has them. */
const opened = (...keys: Parameters<typeof MasterKeys.make>[0]) =>
  Effect.provide(PersonKeys.PersonKeys, PersonKeys.layer(keys))

/** Stores a key for each of some people; returns the ids of the keys. */
const stored = Effect.gen(function* () {
  const sql = yield* PgClient
  const keys = yield* opened(old)
  const made = Array.from({ length: people }, (_, n) =>
    keys.of(DataSubjects.recipient("acct_1", `+256${n}`))
  )
  yield* KeyTable.add(
    sql,
    made.flatMap(({ row }) => row ?? [])
  )
  return made.map(({ id }) => id)
})

/** Secrets of the keys by id, as a process with these keys of `DATA_KEY` reads them. */
const secrets = Effect.fnUntraced(function* (
  ids: ReadonlyArray<Buffer>,
  ...keys: Parameters<typeof MasterKeys.make>[0]
) {
  const loaded = yield* Effect.flatMap(opened(...keys), ({ load }) => load(ids))
  return ids.map((id) => {
    const key = loaded.get(PersonKeys.nameOf(id))
    return key && Cipher.Secret.bytesOf(key.secret).toString("hex")
  })
})

const withDatabase = <A, E>(use: Effect.Effect<A, E, PgClient>) =>
  Effect.gen(function* () {
    yield* Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir })
    return yield* use
  }).pipe(Effect.provide(Postgres.layer))

describe("A rotation of DATA_KEY", () => {
  it.live("encrypts every key again, after which the old key is not needed", () =>
    withDatabase(
      Effect.gen(function* () {
        const sql = yield* PgClient
        const ids = yield* stored
        const known = yield* secrets(ids, old)
        assert.strictEqual(yield* Rotation.run(sql, during), people)
        assert.deepStrictEqual(yield* secrets(ids, next), known)
        assert.strictEqual(yield* Rotation.run(sql, after), 0)
        const late = yield* Effect.exit(secrets(ids, old))
        assert.include(String(late), "DATA_KEY is not the key of this database")
      })
    )
  )

  it.live("without the old key fails, and changes nothing", () =>
    withDatabase(
      Effect.gen(function* () {
        const sql = yield* PgClient
        const ids = yield* stored
        const known = yield* secrets(ids, old)
        assert.isTrue(Exit.isFailure(yield* Effect.exit(Rotation.run(sql, after))))
        assert.deepStrictEqual(yield* secrets(ids, old), known)
      })
    )
  )

  it.live("that is stopped at any time is completed by the next one", () =>
    withDatabase(
      Effect.gen(function* () {
        const sql = yield* PgClient
        const ids = yield* stored
        const known = yield* secrets(ids, old)
        // Each run is interrupted a little later than the one before, until one is completed.
        let microseconds = 0
        yield* Effect.suspend(() => {
          microseconds += 500
          return Effect.timeout(Rotation.run(sql, during), `${microseconds} micros`)
        }).pipe(Effect.retry(Schedule.recurs(1_000)))
        assert.deepStrictEqual(yield* secrets(ids, next), known)
      })
    )
  )

  it.live("leaves out a key that is erased in the meantime", () =>
    withDatabase(
      Effect.gen(function* () {
        const sql = yield* PgClient
        const [first, second] = yield* stored
        if (first === undefined || second === undefined) return assert.fail("no keys")
        yield* sql`delete from person_keys where id = ${first}`
        assert.strictEqual(yield* Rotation.run(sql, during), people - 1)
        const [erased, kept] = yield* secrets([first, second], next)
        assert.isUndefined(erased)
        assert.isDefined(kept)
      })
    )
  )

  it("never wraps two named keys under one nonce, although databases share names", () => {
    const name = Buffer.from("name")
    const nonceOf = (wrapped: Buffer) =>
      wrapped.subarray(MasterKeys.markBytes, MasterKeys.markBytes + 24).toString("hex")
    const [one, other] = [1, 2].map((byte) =>
      MasterKeys.wrapNamed(before, name, Buffer.alloc(32, byte))
    )
    if (one === undefined || other === undefined) return assert.fail("no keys")
    assert.notStrictEqual(nonceOf(one), nonceOf(other))
    const opened = MasterKeys.unwrapNamed(before, name, one)
    assert.deepStrictEqual(Result.getOrThrow(opened), Buffer.alloc(32, 1))
    assert.isTrue(Result.isFailure(MasterKeys.unwrapNamed(before, Buffer.from("other"), one)))
  })

  it("knows the keys that it has wrapped", () => {
    const wrapped = MasterKeys.wrap(before, Buffer.from("id"), Buffer.alloc(32))
    assert.isTrue(MasterKeys.isCurrent(before, wrapped))
    assert.isFalse(MasterKeys.isCurrent(during, wrapped))
  })
})
