/** An audit of personal data and its keys in a database that no program uses. */
import { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import { assert } from "vitest"
import * as LogTools from "../../src/app/LogTools.ts"
import * as Storage from "../../src/app/Storage.ts"
import * as Settings from "../../src/config/Settings.ts"
import * as Partition from "../../src/engine/Partition.ts"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import { ReadModel } from "../../src/engine/ports/ReadModel.ts"
import * as Recovery from "../../src/engine/Recovery.ts"
import * as State from "../../src/engine/state/State.ts"
import * as Replay from "../../src/postgres/log/Replay.ts"
import * as PostgresReadModel from "../../src/postgres/readmodel/PostgresReadModel.ts"
import * as Boxes from "../../src/postgres/sealing/Boxes.ts"
import { PersonKeys } from "../../src/postgres/sealing/PersonKeys.ts"
import * as Tables from "../fixtures/tables.ts"
import * as Gate from "./gate.ts"
import * as Life from "./life.ts"
import * as Servers from "./servers.ts"

/** A database of a test's server. */
export interface Database {
  readonly server: Servers.Server
  readonly name: string
  /** The settings of programs on it. */
  readonly environment: Life.Environment
}

const settingsOf = ({ environment, name, server }: Database) =>
  Settings.read({ ...Life.environment, ...environment, DATABASE_URL: server.url(name) })

const headers = { authorization: `Bearer ${Life.environment.SANDBOX_API_KEY}` }

/** Reads from the API with the customer's key. */
export const read = async (url: string, path: string) => {
  const response = await fetch(`${url}${path}`, { headers })
  const json: Readonly<Record<string, unknown>> = JSON.parse(await response.text())
  return { status: response.status, json }
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")

interface LogRow {
  readonly seq: bigint
  readonly body: string
  readonly sealed: Uint8Array | null
}

interface KeyRow {
  readonly id: Uint8Array
  readonly person: Uint8Array
}

/** An entry as it can be read without a key. */
export interface ClearEntry {
  readonly seq: bigint
  readonly events: ReadonlyArray<{
    readonly _tag: string
    readonly id?: string
    readonly keys?: ReadonlyArray<string>
  }>
  /** Ids of the keys of its boxes, in hex. */
  readonly named: ReadonlyArray<string>
}

/** The log as the database has it, read with no code of the engine except the format of boxes. */
export const clearEntries = async ({
  name,
  server
}: Database): Promise<ReadonlyArray<ClearEntry>> => {
  const sql = "select seq, body, sealed from log order by partition, seq"
  const rows = await Servers.query<LogRow>(server, name, sql)
  return rows.map(({ body, sealed, seq }) => ({
    ...{ seq, events: (JSON.parse(body) as Pick<ClearEntry, "events">).events },
    named: Boxes.keyIds(sealed ?? new Uint8Array()).map(hex)
  }))
}

/** Ids of keys in hex. */
export interface KeyIds {
  /** In table `person_keys`. */
  readonly stored: ReadonlySet<string>
  /** Stored ones of people of whom the log has no box. A write of the tables adds none of these. */
  readonly unused: ReadonlyArray<string>
}

const erasuresOf = ({ events }: ClearEntry) =>
  events.filter(({ _tag }) => _tag === "RecipientErased")

const isErasure = (entry: ClearEntry): boolean => erasuresOf(entry).length > 0

const destroyedBy = (entry: ClearEntry): ReadonlyArray<string> =>
  erasuresOf(entry).flatMap(({ keys = [] }) => keys)

/**
 * Checks the keys of every box in the log: each is stored or was destroyed by an entry, and never
 * both. An entry about an erasure has one box whose key was never stored.
 */
const auditKeys = async (database: Database): Promise<KeyIds> => {
  const entries = await clearEntries(database)
  const sql = "select id, person from person_keys"
  const rows = await Servers.query<KeyRow>(database.server, database.name, sql)
  const stored = new Map(rows.map(({ id, person }) => [hex(id), hex(person)]))
  const destroyed = new Set(entries.flatMap(destroyedBy))
  for (const id of destroyed) assert.isFalse(stored.has(id), `${id} was destroyed and is stored`)
  for (const entry of entries) {
    const lost = entry.named.filter((id) => !(stored.has(id) || destroyed.has(id)))
    assert.isAtMost(lost.length, isErasure(entry) ? 1 : 0, `lost keys of entry ${entry.seq}`)
  }
  const people = new Set(entries.flatMap(({ named }) => named.map((id) => stored.get(id))))
  const unused = [...stored].flatMap(([id, person]) => (people.has(person) ? [] : [id]))
  return { stored: new Set(stored.keys()), unused }
}

/** The entries of the log with the personal data that is not erased. */
export const opened = (database: Database): Promise<ReadonlyArray<Entry.Entry>> =>
  Effect.gen(function* () {
    const entries: Array<Entry.Entry> = []
    const settings = yield* settingsOf(database)
    yield* LogTools.readOpened(settings, (page) => Effect.sync(() => entries.push(...page)))
    return entries
  }).pipe(Effect.runPromise)

/** Brings the tables up to date as a start does, and appends nothing. */
const catchUp = (settings: Settings.Settings) =>
  Effect.gen(function* () {
    const sql = yield* PgClient
    const people = yield* PersonKeys
    const recovery = yield* Recovery.make(State.make(), yield* ReadModel)
    const seq = yield* recovery.loadActive
    assert.isDefined(seq, "the tables were refused")
    const tip = yield* Replay.after(sql, Partition.directory, seq ?? 0)
    yield* Replay.run({ sql, people }, Partition.directory, tip, recovery.follow)
    yield* recovery.finish
  }).pipe(
    Effect.provide(PostgresReadModel.layer(Partition.directory)),
    Effect.provide(Storage.people(settings)),
    Effect.provide(Storage.database(settings))
  )

const disconnectSql = (name: string): string =>
  `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`

/** Checks in a copy of the database that the tables are those of a rebuild; returns their rows. */
export const auditTables = async (database: Database): Promise<Tables.Rows> => {
  const { name, server } = database
  await Servers.query(server, "postgres", disconnectSql(name))
  const copy = { ...database, name: await Servers.create(server, name) }
  const rows = () => Effect.runPromise(Effect.provide(Tables.rows, server.client(copy.name)))
  const settings = await Effect.runPromise(settingsOf(copy))
  await Effect.runPromise(catchUp(settings))
  const shown = await rows()
  await Effect.runPromise(LogTools.rebuildReadModel(settings))
  const rebuilt = await rows()
  for (const table of Tables.names) {
    const [after = [], before = []] = [rebuilt[table], shown[table]]
    assert.deepStrictEqual(after, before, `${table} after a rebuild`)
  }
  await Servers.drop(server, copy.name)
  return shown
}

/** Proves the log as `log verify` does, and its keys. A program may run. */
export const auditLog = async (database: Database): Promise<KeyIds> => {
  await Effect.runPromise(Effect.flatMap(settingsOf(database), LogTools.verify))
  return auditKeys(database)
}

const restedSql = `
  select count(*) filter (where body like '%"PayoutCreated"%')
    = count(*) filter (where body like '%"PayoutSettled"%') as "isRested"
  from log`

/** Resolves when every payout is settled, so that the program appends nothing on its own. */
export const rested = ({ name, server }: Database): Promise<unknown> =>
  Gate.poll("the settlement of all payouts", async () => {
    const [row] = await Servers.query<{ readonly isRested: boolean }>(server, name, restedSql)
    return row?.isRested === true ? true : undefined
  })
