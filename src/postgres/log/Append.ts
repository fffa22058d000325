/**
 * One append: a batch of entries at fixed positions, written by one statement on the condition that
 * the entry before is the expected one (L3), and its verdict. If a statement's outcome is unclear,
 * the log is read back; the outcome is never guessed (L4).
 */
import type { PgClient } from "@effect/sql-pg/PgClient"
import type * as PgConnection from "@effect/sql-pg/PgConnection"
import { Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import * as Limits from "../../config/Limits.ts"
import type { PersonKey } from "../sealing/PersonKeys.ts"
import type { Hiding, SealedDraft } from "../sealing/SealedEntry.ts"
import * as RecipientPayouts from "./RecipientPayouts.ts"
import * as Replay from "./Replay.ts"
import * as Row from "./Row.ts"

/** Entries with their positions in the log and their hashes. */
export interface Batch {
  readonly partition: number
  readonly epoch: number
  /** The seq of the first entry. */
  readonly first: number
  /** The hash of the entry before the first. */
  readonly previous: Uint8Array
  readonly entries: ReadonlyArray<SealedDraft>
  readonly hashes: ReadonlyArray<Uint8Array>
  /** Keys of people that the statement stores. */
  readonly keys: ReadonlyArray<PersonKey>
}

/**
 * `durable`: all entries are written. `lost`: other entries have these positions, so none of the
 * batch is or will be written. `rewound`: the log ends before the batch, so acknowledged entries
 * are gone. `absent`: not written so far. `unknown`: the database did not respond.
 */
export type Verdict = "durable" | "lost" | "rewound" | "absent" | "unknown"

/** The keys of entries that may not be stored yet, each once. */
const newKeys = (entries: ReadonlyArray<SealedDraft>): ReadonlyArray<PersonKey> => {
  const keys = new Set<PersonKey>()
  for (const entry of entries) {
    for (const key of entry.keys) if (key.row !== undefined) keys.add(key)
  }
  return [...keys]
}

/** Assigns entries their positions and hashes after a tip. */
export const batch = (
  partition: number,
  tip: Replay.Tip,
  entries: ReadonlyArray<SealedDraft>
): Batch => {
  const { epoch } = tip
  const first = tip.seq + 1
  let previous = tip.hash
  const hashes = entries.map((entry, index) => {
    previous = Row.hash(previous, { partition, seq: first + index, epoch }, entry)
    return previous
  })
  const keys = newKeys(entries)
  return { partition, epoch, first, previous: tip.hash, entries, hashes, keys }
}

/** The position of a batch's last entry. */
export const tipOf = ({ entries, epoch, first, hashes, previous }: Batch): Replay.Tip => ({
  seq: first + entries.length - 1,
  epoch,
  hash: hashes.at(-1) ?? previous
})

/**
 * The statement writes all entries or none, because a taken position fails it. (With `on conflict
 * do nothing`, a batch whose first position another writer takes at that moment would still write
 * its tail.)
 */
const followsSql = `($2 = 1 or exists (
    select 1 from log where partition = $1 and seq = $2 - 1 and hash = $4
  ))`

const insertSql = `
  insert into log (partition, seq, epoch, hash, body, sealed)
  select $1, $2 + place - 1, $3, hash, body, sealed
  from unnest($5::bytea[], $6::text[], $7::bytea[]) with ordinality
    as entry (hash, body, sealed, place)
  where ${followsSql}`

/**
 * Keys that the entries need are stored with them, or not at all. A key may be stored already:
 * several entries, even of several writers, may bring it. (`on conflict do nothing` would cost a
 * second record of the WAL for each key.)
 */
const keysSql = `
  keys as (
    insert into person_keys (id, person, wrapped)
    select id, person, wrapped
    from unnest($8::bytea[], $9::bytea[], $10::bytea[]) as given (id, person, wrapped)
    where ${followsSql} and not exists (
      select from person_keys as stored where stored.id = given.id
    )
  )`

/** True if another writer stored one of the keys while the statement ran, which failed it. */
const isKeyStored = ({ reason }: SqlError): boolean =>
  reason._tag === "UniqueViolation" && reason.constraint === "person_keys_pkey"

const insertWithKeysSql = `with ${keysSql} ${insertSql}`

/**
 * Recipients whom an entry erases or restricts are hidden with it, or not at all. A keyed hash
 * would show the phone number to anyone who has the key and tries all numbers, so it is removed.
 */
const insertAndHideSql = `
  with ${keysSql}, destroyed as (
    delete from person_keys where id = any($11::bytea[]) and ${followsSql}
  ), restricted as (
    update person_keys set is_restricted = true where id = any($16::bytea[]) and ${followsSql}
  ), theirs as materialized (
    select found.id, given.after, given.recipient
    from unnest($12::text[], $13::bigint[], $14::bigint[], $17::bigint[])
        as given (account, recipient, after, created_before),
      lateral (${RecipientPayouts.idsSql("given.account", "given.recipient", "$1")}) as found,
      payouts as payout
    where ${followsSql} and payout.id = found.id
      and payout.created_at < given.created_before
  ), hidden as (
    delete from payout_texts using theirs where payout_texts.payout_id = theirs.id
  ), forgotten as (
    update payouts set recipient = theirs.after, list_entries = null
    from theirs where payouts.id = theirs.id and theirs.after <> theirs.recipient
  ), deleted as (
    delete from beneficiaries where id = any($15::text[]) and ${followsSql}
  ) ${insertSql}`

const fromSql = `
  select seq, epoch, hash, body, sealed from log
  where partition = $1 and seq >= $2 order by seq limit 1`

const hidingColumns = (hiding: ReadonlyArray<Hiding>): ReadonlyArray<unknown> => {
  const recipients = hiding.flatMap((each) => each.recipients)
  return [
    hiding.flatMap(({ destroyedKeys }) => destroyedKeys),
    recipients.map(({ accountId }) => accountId),
    recipients.map(({ recipient }) => recipient),
    recipients.map(({ recipientAfter }) => recipientAfter),
    hiding.flatMap(({ beneficiaries }) => beneficiaries),
    hiding.flatMap(({ restrictedKeys }) => restrictedKeys),
    recipients.map(({ createdBefore }) => BigInt(createdBefore))
  ]
}

/**
 * Inserts the whole batch or nothing. Returns the number of rows written, as counted by the
 * database.
 */
const insert = (
  sql: PgClient,
  { entries, epoch, first, hashes, keys, partition, previous }: Batch
): Effect.Effect<number, SqlError> => {
  const bodies = entries.map(({ body }) => body)
  const sealed = Row.sealedParts(entries)
  const parameters = [partition, BigInt(first), epoch, previous, hashes, bodies, sealed]
  const rows = keys.flatMap(({ row }) => (row === undefined ? [] : [row]))
  const keyColumns = [
    rows.map(({ id }) => id),
    rows.map(({ person }) => person),
    rows.map(({ wrapped }) => wrapped)
  ]
  const hidden = entries.flatMap(({ hides }) => hides ?? [])
  const statement =
    hidden.length > 0
      ? sql.unsafe(insertAndHideSql, [...parameters, ...keyColumns, ...hidingColumns(hidden)])
      : rows.length === 0
        ? sql.unsafe(insertSql, parameters)
        : sql.unsafe(insertWithKeysSql, [...parameters, ...keyColumns])
  return statement.raw.pipe(
    Effect.retry({ while: isKeyStored, times: Limits.log.keyRetriesMax }),
    // The library's statement has no type for the driver's result.
    Effect.map((result) => (result as PgConnection.Result).rowCount)
  )
}

/** The first row from a position on, or nothing. */
const rowFrom = Effect.fnUntraced(function* (sql: PgClient, partition: number, seq: number) {
  const rows = yield* sql.unsafe(fromSql, [partition, BigInt(seq)])
  return rows[0] === undefined ? undefined : yield* Replay.decodeRow(rows[0])
})

const isHash = (row: Row.Row | undefined, hash: Uint8Array | undefined): boolean =>
  row !== undefined && hash !== undefined && Row.sameHash(row.hash, hash)

/** Reads the verdict of a batch whose statement wrote nothing. */
const lookUp = Effect.fnUntraced(
  function* (sql: PgClient, { first, hashes, partition, previous }: Batch) {
    if (first > 1) {
      const previousRow = yield* rowFrom(sql, partition, first - 1)
      if (previousRow === undefined) return "rewound"
      if (!isHash(previousRow, previous)) return "lost"
    }
    const row = yield* rowFrom(sql, partition, first)
    if (row === undefined) return "absent"
    return isHash(row, hashes[0]) ? "durable" : "lost"
  },
  Effect.catchTag("LogRefused", () => Effect.succeed("lost" as const))
)

const bounded = Effect.timeout(Limits.log.statementMsMax)

/**
 * One attempt. The same batch may be attempted again: rows that an earlier attempt wrote block the
 * next, and are found by their hash. A failed statement may still be executing, so `absent` is
 * never final.
 */
export const attempt = (sql: PgClient, batch: Batch): Effect.Effect<Verdict> =>
  bounded(insert(sql, batch)).pipe(
    Effect.catch((error) =>
      Effect.as(Effect.logDebug("An append failed; looking it up", String(error)), 0)
    ),
    Effect.flatMap(
      (rowCount): Effect.Effect<Verdict, unknown> =>
        rowCount === batch.entries.length ? Effect.succeed("durable") : bounded(lookUp(sql, batch))
    ),
    Effect.catch((error) =>
      Effect.logWarning("The outcome of an append is unknown; looking it up", String(error)).pipe(
        Effect.as<Verdict>("unknown")
      )
    )
  )
