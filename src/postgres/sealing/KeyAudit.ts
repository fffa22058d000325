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

/** The place where a missing key is needed. */
interface Need {
  readonly partition: number
  /** The first entry of the page. */
  readonly seq: number
}

interface Findings {
  /** The first need for each missing key, by the key's id in hex. */
  readonly missing: Map<string, Need>
  /** Ids of the keys that entries destroyed, in hex. */
  readonly destroyed: Set<string>
  /** Ids of the missing keys of the current page, in hex. */
  unplaced: ReadonlyArray<string>
}

/** Adds the entries of a page, whose keys were looked up. */
const add = (findings: Findings, partition: number, entries: ReadonlyArray<Entry.Entry>): void => {
  const { destroyed, missing, unplaced } = findings
  const seq = entries[0]?.seq ?? 0
  for (const id of unplaced) if (!missing.has(id)) missing.set(id, { partition, seq })
  findings.unplaced = []
  for (const id of entries.flatMap(SealedEntry.destroyedKeysOf)) destroyed.add(id)
}

/** The first missing key that no entry destroyed, as the reason to refuse a partition's log. */
const firstLost = ({ destroyed, missing }: Findings) => {
  for (const [id, { partition, seq }] of missing) {
    if (destroyed.has(id)) continue
    const message =
      `The key ${id} of personal data is missing, and no entry erased it. An entry from seq ` +
      `${seq} on needs it. Restore table person_keys from a backup.`
    return { partition, refused: new LogRefused({ message }) }
  }
  return undefined
}

/**
 * An audit of the logs of all partitions. The directory's log erases users, whose keys seal entries
 * of other partitions too.
 */
export const make = (sql: PgClient) => {
  const findings: Findings = { missing: new Map(), destroyed: new Set(), unplaced: [] }
  const load: PersonKeys.Loader["load"] = Effect.fnUntraced(function* (ids) {
    const rows = yield* sql.unsafe<{ readonly id: Uint8Array }>(presentSql, [ids])
    const present = new Set(rows.map(({ id }) => PersonKeys.nameOf(id)))
    findings.unplaced = ids
      .filter((id) => !Boxes.isKeyless(id) && !present.has(PersonKeys.nameOf(id)))
      .map((id) => Buffer.from(id).toString("hex"))
    return noKeys
  })
  return {
    /** Opens nothing, and looks each key up. */
    people: { ...PersonKeys.closed, load } satisfies PersonKeys.Loader,
    /** Called with the entries of each page of a partition after its keys. */
    follow: (partition: number) => (entries: ReadonlyArray<Entry.Entry>) =>
      Effect.sync(() => add(findings, partition, entries)),
    /** Called after all partitions. */
    firstLost: () => firstLost(findings)
  }
}
