/** The keys of people in a test without a database: the keys that it makes are the only ones. */
import { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Redacted } from "effect"
import * as Cipher from "../../src/postgres/sealing/Cipher.ts"
import * as MasterKeys from "../../src/postgres/sealing/MasterKeys.ts"
import * as PersonKeys from "../../src/postgres/sealing/PersonKeys.ts"
import * as SealedText from "../../src/postgres/sealing/SealedText.ts"
import { dataKey } from "./dataKey.ts"

const masters = MasterKeys.make([Redacted.make(dataKey)])

/** The key of the keyed hashes of a database that no program has prepared. */
const indexKey = Buffer.from(dataKey, "base64")

/** Keys of a database, which need not be migrated. */
export const on = (sql: PgClient): PersonKeys.PersonKeys["Service"] =>
  PersonKeys.make(sql, masters, Cipher.keyedHash(indexKey))

/** Stores the key of the keyed hashes, so that programs on this database find the same rows. */
export const storeIndex = Effect.gen(function* () {
  const sql = yield* PgClient
  const wrapped = MasterKeys.wrapNamed(masters, PersonKeys.indexName, indexKey)
  yield* sql`update installation set person_index = coalesce(person_index, ${wrapped})`
})

/** Keys in memory. Only a key that is not in memory would be read from the database. */
export const inMemory = (): PersonKeys.PersonKeys["Service"] => on(null as unknown as PgClient)

/** A sealer for rows that no database stores. */
export const sealer = (keys: PersonKeys.PersonKeys["Service"]): SealedText.Sealer => ({
  keys,
  use: () => {}
})

/** The keys of the people in texts. */
export const keysOf = (
  keys: PersonKeys.PersonKeys["Service"],
  ...texts: ReadonlyArray<string>
): PersonKeys.Keys => Effect.runSync(Effect.orDie(keys.load(texts.flatMap(SealedText.keyIdsOf))))
