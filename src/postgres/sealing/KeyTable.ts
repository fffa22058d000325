/** The stored keys of people, for backups. They stay wrapped: no master key is needed. */
import * as crypto from "node:crypto"
import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as BackupFormat from "../../engine/ports/BackupFormat.ts"

const Keys = Schema.Array(
  Schema.Struct({ id: Schema.Uint8Array, person: Schema.Uint8Array, wrapped: Schema.Uint8Array })
)
const decodeKeys = Schema.decodeUnknownEffect(Keys)

const pageSql = `
  select id, person, wrapped from person_keys where id > $1::bytea order by id limit $2`

const insertSql = `
  insert into person_keys (id, person, wrapped)
  select * from unnest($1::bytea[], $2::bytea[], $3::bytea[]) on conflict do nothing`

const Index = Schema.Array(Schema.Struct({ person_index: Schema.NullOr(Schema.Uint8Array) }))

/** The wrapped key of the keyed hashes; `null` if no service has used the database yet. */
export const index = Effect.fnUntraced(function* (sql: PgClient) {
  const rows = yield* sql`select person_index from installation`
  const [row] = yield* Effect.orDie(Schema.decodeUnknownEffect(Index)(rows))
  return row?.person_index ?? null
}, Effect.orDie)

export const writeIndex = (sql: PgClient, index: Uint8Array | null) =>
  index === null ? Effect.void : Effect.asVoid(sql`update installation set person_index = ${index}`)

/** Passes every key on, page by page. */
export const read = Effect.fnUntraced(function* <E>(
  sql: PgClient,
  handle: (keys: ReadonlyArray<BackupFormat.Key>) => Effect.Effect<void, E>
) {
  let after: Uint8Array = new Uint8Array()
  while (true) {
    const page = yield* sql
      .unsafe(pageSql, [after, Limits.sealing.keysPerQuery])
      .pipe(Effect.flatMap(decodeKeys), Effect.orDie)
    const last = page.at(-1)
    if (last === undefined) return
    yield* handle(page)
    after = last.id
  }
})

/** The number and the hash of keys, which prove a backup of them. */
export const makeDigest = () => {
  const hash = crypto.createHash("sha256")
  let count = 0
  return {
    add: (keys: ReadonlyArray<BackupFormat.Key>): void => {
      count += keys.length
      for (const { id, person, wrapped } of keys) hash.update(id).update(person).update(wrapped)
    },
    /** Called once, after the last key. */
    closing: () => ({ keys: count, digest: hash.digest("hex") })
  }
}

/** Adds keys, of which some may be stored already. */
export const add = (sql: PgClient, keys: ReadonlyArray<BackupFormat.Key>) =>
  keys.length === 0
    ? Effect.void
    : Effect.asVoid(
        sql.unsafe(insertSql, [
          keys.map(({ id }) => id),
          keys.map(({ person }) => person),
          keys.map(({ wrapped }) => wrapped)
        ])
      )
