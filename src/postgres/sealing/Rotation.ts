/**
 * Wraps the keys of people with another master key. The log and the tables keep what was sealed
 * with these keys, so a rotation writes neither. It may be stopped and run again, and the service
 * may run in the meantime.
 */
import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as MasterKeys from "./MasterKeys.ts"
import * as PersonKeys from "./PersonKeys.ts"

const Wrapped = Schema.Struct({ id: Schema.Uint8Array, wrapped: Schema.Uint8Array })
type Wrapped = typeof Wrapped.Type

const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Wrapped))

/** Keys that another master key wrapped. Rows that are done no longer match. */
const pageSql = `
  select id, wrapped from person_keys
  where id > $1::bytea and substring(wrapped for ${MasterKeys.markBytes}) <> $2::bytea
  order by id limit $3`

/** Writes nothing to a row that was erased or wrapped anew in the meantime. */
const updateSql = `
  update person_keys set wrapped = given.wrapped
  from unnest($1::bytea[], $2::bytea[], $3::bytea[]) as given (id, before, wrapped)
  where person_keys.id = given.id and person_keys.wrapped = given.before`

const rewrap = (
  masters: MasterKeys.MasterKeys,
  { id, wrapped }: Wrapped
): Effect.Effect<Uint8Array, PersonKeys.KeysRefused> =>
  Effect.fromResult(MasterKeys.unwrap(masters, id, wrapped)).pipe(
    Effect.mapBoth({
      onSuccess: (key) => MasterKeys.wrap(masters, id, key),
      onFailure: PersonKeys.refusal
    })
  )

/** Wraps the key of the keyed hashes. */
const rotateIndex = Effect.fnUntraced(function* (sql: PgClient, masters: MasterKeys.MasterKeys) {
  const before = yield* PersonKeys.storedIndex(sql)
  if (before === undefined || MasterKeys.isCurrent(masters, before)) return
  const key = yield* Effect.mapError(
    Effect.fromResult(MasterKeys.unwrapNamed(masters, PersonKeys.indexName, before)),
    PersonKeys.refusal
  )
  const after = MasterKeys.wrapNamed(masters, PersonKeys.indexName, key)
  yield* sql`update installation set person_index = ${after} where person_index = ${before}`
})

/** Wraps all keys with the first master key. Returns the number of keys that it wrapped. */
export const run = Effect.fn("Rotation.run")(function* (
  sql: PgClient,
  masters: MasterKeys.MasterKeys
) {
  yield* rotateIndex(sql, masters)
  let after: Uint8Array = new Uint8Array()
  let count = 0
  while (true) {
    const page = yield* sql
      .unsafe(pageSql, [after, MasterKeys.currentMark(masters), Limits.sealing.rotatedPerStatement])
      .pipe(Effect.flatMap(decodeRows))
    const last = page.at(-1)
    if (last === undefined) return count
    const wrapped = yield* Effect.forEach(page, (row) => rewrap(masters, row))
    yield* sql.unsafe(updateSql, [
      page.map(({ id }) => id),
      page.map((row) => row.wrapped),
      wrapped
    ])
    count += page.length
    after = last.id
  }
})
