/** The rotation of `DATA_KEY`, on the database alone. */
import { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { Settings } from "../config/Settings.ts"
import * as MasterKeys from "../postgres/sealing/MasterKeys.ts"
import * as Rotation from "../postgres/sealing/Rotation.ts"
import * as Storage from "./Storage.ts"

/** Wraps the keys of all people with the first key of `DATA_KEY`; returns their number. */
export const rotate = Effect.fnUntraced(
  function* (settings: Settings) {
    const sql = yield* PgClient
    const dataKeys = yield* Storage.dataKeysOf(settings)
    return yield* Rotation.run(sql, MasterKeys.make(dataKeys))
  },
  (rotating, settings) => Effect.provide(rotating, Storage.database(settings))
)
