/**
 * The logs of all partitions, read entry by entry. Every acknowledged request is in them exactly
 * once, and nothing was done twice. Only the proof of the hash chains and the opening of sealed
 * data use the program's code.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Result } from "effect"
import { assert } from "vitest"
import * as LogTools from "../../src/app/LogTools.ts"
import * as Settings from "../../src/config/Settings.ts"
import { PersonKeys } from "../../src/postgres/sealing/PersonKeys.ts"
import * as SealedEntry from "../../src/postgres/sealing/SealedEntry.ts"
import * as Servers from "../faults/servers.ts"
import * as History from "../support/history.ts"
import * as Nodes from "../support/nodes.ts"
import * as Postgres from "../support/postgres.ts"
import type { Load } from "./load.ts"

interface Event {
  readonly _tag: string
  readonly at: number
  readonly id?: string
  readonly accountId?: string
  readonly name?: string
  readonly quoteId?: string | null
  readonly idempotencyKey?: string | null
  readonly reference?: string
}

export interface Entry {
  readonly partition: number
  readonly seq: number
  readonly epoch: number
  readonly events: ReadonlyArray<Event>
  readonly reply: { readonly scope: string; readonly key: string } | null
}

interface Row extends SealedEntry.Stored {
  readonly partition: number
  readonly seq: bigint
  readonly epoch: number
}

/** The server and database of the logs. */
export interface Place {
  readonly server: Servers.Server
  readonly database: string
}

/** All entries, by partition and position. */
export const read = ({ database, server }: Place): Promise<ReadonlyArray<Entry>> =>
  Effect.gen(function* () {
    const sql = yield* PgClient
    const people = yield* PersonKeys
    const rows = yield* sql<Row>`
      select partition, seq, epoch, body, sealed from log order by partition, seq`
    const keys = yield* people.load(SealedEntry.keyIdsOf(rows))
    return rows.map(({ epoch, partition, seq, ...stored }) => {
      const draft = Result.getOrThrow(SealedEntry.open(keys, partition, stored))
      const { events, reply } = draft as Pick<Entry, "events" | "reply">
      return { partition, seq: Number(seq), epoch, events, reply }
    })
  }).pipe(
    Effect.provide(Postgres.people),
    Effect.provide(server.client(database)),
    Effect.runPromise
  )

/** The newest epoch of each partition, which rises when another process runs the partition. */
export const epochs = async ({ database, server }: Place): Promise<ReadonlyArray<number>> => {
  const rows = await Servers.query<{ readonly epoch: bigint }>(
    ...([server, database] as const),
    "select max(epoch) as epoch from log group by partition order by partition"
  )
  return rows.map(({ epoch }) => Number(epoch))
}

/** Proves the hash chain of every partition, and returns the number of entries. */
export const verify = async ({ database, server }: Place): Promise<number> => {
  const tips = await Settings.read({
    DATABASE_URL: server.url(database),
    PARTITIONS: String(Nodes.partitions)
  }).pipe(Effect.flatMap(LogTools.verify), Effect.runPromise)
  assert.lengthOf(tips, Nodes.partitions)
  return tips.reduce((sum, { seq }) => sum + seq, 0)
}

/** Counts the facts that may occur only once. */
const tally = () => {
  const counts = new Map<string, number>()
  return {
    add: (what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1),
    of: (what: string) => counts.get(what) ?? 0,
    twice: () => [...counts].filter(([, count]) => count > 1).map(([what]) => what)
  }
}

/** The fact of an event that may be in the logs only once; `undefined` if it may repeat. */
const onceOf = ({ _tag, accountId, id, idempotencyKey, name, quoteId }: Event) => {
  switch (_tag) {
    case "PayoutCreated":
      return [`payout of ${quoteId}`, `payout ${accountId} ${idempotencyKey}`]
    case "QuoteCreated":
    case "PayoutSettled":
    case "PayoutFailed":
    case "PayoutReversed":
    case "DepositFinalized":
      return [`${_tag} ${id}`]
    case "BeneficiarySaved":
    case "AccountCreated":
      return [`${_tag} ${name}`, `${_tag} ${id}`]
    default:
      return []
  }
}

/**
 * The payouts with a new transfer reference that does not follow a refusal of the previous one
 * (L6).
 */
const doubleTransfers = (entries: ReadonlyArray<Entry>): ReadonlyArray<string> => {
  const live = new Map<string, string>()
  const double: Array<string> = []
  for (const { _tag, id = "", reference = "" } of entries.flatMap(({ events }) => events)) {
    if (_tag === "TransferRefused") live.delete(id)
    if (_tag !== "TransferRequested") continue
    if (live.has(id)) double.push(`${id} asks for ${reference} while ${live.get(id)} is live`)
    live.set(id, reference)
  }
  return double
}

/** The differences between the logs and the knowledge of customers. */
export interface Books {
  readonly entries: number
  readonly acknowledged: number
  readonly payouts: number
  /** Acknowledged requests that are not in the logs. */
  readonly lost: ReadonlyArray<string>
  /** Facts that are in the logs more than once. */
  readonly twice: ReadonlyArray<string>
}

/** Compares the logs with a finished load. */
export const audit = async (place: Place, load: Load): Promise<Books> => {
  const entries = await read(place)
  const found = tally()
  for (const { events, partition, reply } of entries) {
    if (reply !== null) found.add(`reply in ${partition} ${reply.scope} ${reply.key}`)
    for (const event of events) for (const what of onceOf(event)) found.add(what)
  }
  const ids = new Set(entries.flatMap(({ events }) => events.map(({ id = "" }) => id)))
  const payouts = load.histories.flatMap((history) => history.ok("/v1/payouts"))
  const quotes = load.histories.flatMap((history) => history.ok("/v1/quotes"))
  const acknowledged = [
    ...payouts.map((each) => History.bodyOf(each).payout_id as string),
    ...quotes.map((each) => History.bodyOf(each).quote_id as string),
    ...load.creates.flatMap(({ id }) => id ?? [])
  ]
  assert.strictEqual(new Set(acknowledged).size, acknowledged.length, "two answers have one id")
  return {
    entries: entries.length,
    acknowledged: acknowledged.length,
    payouts: payouts.length,
    lost: acknowledged.filter((id) => !ids.has(id)),
    twice: [...found.twice(), ...doubleTransfers(entries)]
  }
}
