/**
 * Proves that every key of personal data in the log exists, or was destroyed by an erasure. A key
 * that was lost otherwise makes data unreadable whose erasure no one requested.
 */
import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type * as Entry from "../../engine/ports/Entry.ts"
import { LogRefused } from "../../engine/ports/Log.ts"
import * as Boxes from "./Boxes.ts"
import * as PersonKeys from "./PersonKeys.ts"
import * as SealedEntry from "./SealedEntry.ts"

const presentSql = "select id from person_keys where id = any($1::bytea[])"

const noKeys: PersonKeys.Keys = new Map()

/** An audit of one partition's log. */
export const make = (sql: PgClient) => {
  /** The first entry of the page that needs a missing key, by the key's id in hex. */
  const missing = new Map<string, number>()
  const destroyed = new Set<string>()
  let unplaced: ReadonlyArray<string> = []
  const load: PersonKeys.Loader["load"] = Effect.fnUntraced(function* (ids) {
    const rows = yield* sql.unsafe<{ readonly id: Uint8Array }>(presentSql, [ids])
    const present = new Set(rows.map(({ id }) => PersonKeys.nameOf(id)))
    unplaced = ids
      .filter((id) => !Boxes.isKeyless(id) && !present.has(PersonKeys.nameOf(id)))
      .map((id) => Buffer.from(id).toString("hex"))
    return noKeys
  })
  return {
    /** Opens nothing, and looks each key up. */
    people: { ...PersonKeys.closed, load } satisfies PersonKeys.Loader,
    /** Called with the entries of each page after its keys. */
    follow: (entries: ReadonlyArray<Entry.Entry>): Effect.Effect<void> =>
      Effect.sync(() => {
        const from = entries[0]?.seq ?? 0
        for (const id of unplaced) if (!missing.has(id)) missing.set(id, from)
        unplaced = []
        for (const entry of entries) {
          for (const id of SealedEntry.destroyedKeysOf(entry)) destroyed.add(id)
        }
      }),
    /** Called at the end. Fails with `LogRefused` for the first key that is missing. */
    conclude: Effect.suspend((): Effect.Effect<void, LogRefused> => {
      for (const [id, seq] of missing) {
        if (destroyed.has(id)) continue
        const message =
          `The key ${id} of personal data is missing, and no entry erased it. An entry from seq ` +
          `${seq} on needs it. Restore table person_keys from a backup.`
        return Effect.fail(new LogRefused({ message }))
      }
      return Effect.void
    })
  }
}
