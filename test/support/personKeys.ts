/** The keys of people in a test without a database: the keys that it makes are the only ones. */
import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Redacted } from "effect"
import * as Cipher from "../../src/postgres/sealing/Cipher.ts"
import * as MasterKeys from "../../src/postgres/sealing/MasterKeys.ts"
import * as PersonKeys from "../../src/postgres/sealing/PersonKeys.ts"
import * as SealedText from "../../src/postgres/sealing/SealedText.ts"
import { dataKey } from "./dataKey.ts"

/** Keys of a database, which need not be migrated. */
export const on = (sql: PgClient): PersonKeys.PersonKeys["Service"] =>
  PersonKeys.make(
    sql,
    MasterKeys.make([Redacted.make(dataKey)]),
    Cipher.keyedHash(Buffer.from(dataKey, "base64"))
  )

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
