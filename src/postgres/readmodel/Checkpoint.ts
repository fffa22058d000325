/**
 * The checkpoint: one narrow table with a row for each object that a start loads, written now and
 * then. Its table sum, the count and the checksum sum of its rows, changes in the same statements,
 * so a row that is lost, changed or foreign is noticed at start.
 */
import type * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Fiber, type Result, Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Account from "../../domain/account/Account.ts"
import * as ApiKey from "../../domain/account/ApiKey.ts"
import * as User from "../../domain/account/User.ts"
import * as Balance from "../../domain/balance/Balance.ts"
import * as Withdrawal from "../../domain/balance/Withdrawal.ts"
import * as Batch from "../../domain/batch/Batch.ts"
import * as Booking from "../../domain/books/Booking.ts"
import * as Break from "../../domain/books/Break.ts"
import * as Period from "../../domain/books/Period.ts"
import * as ReconciliationRun from "../../domain/books/ReconciliationRun.ts"
import * as ChainCursor from "../../domain/ChainCursor.ts"
import * as Payout from "../../domain/payout/PayoutState.ts"
import * as Quote from "../../domain/quote/Quote.ts"
import * as RecipientData from "../../domain/recipient/RecipientData.ts"
import * as Endpoint from "../../domain/webhook/Endpoint.ts"
import * as DataSubjects from "../../engine/ports/DataSubjects.ts"
import { ReadModelBroken } from "../../engine/ports/ReadModel.ts"
import type { Kinds, Versioned } from "../../engine/ports/Rows.ts"
import type * as PersonKeys from "../sealing/PersonKeys.ts"
import type * as SealedText from "../sealing/SealedText.ts"
import * as LogBackedRows from "./LogBackedRows.ts"
import type * as Source from "./Source.ts"
import * as Tables from "./Tables.ts"

/** A method, so that states of all collections can be passed to the functions of their kind. */
type PersonOfState<S> = { of(state: S): string }["of"]

/** The states of one collection in the checkpoint. */
export interface Kind<S> {
  /** The name of the kind in the table. */
  readonly name: string
  readonly write: Tables.Write<S>
  readonly read: Tables.Read<S>
  /** The one person that all personal data of a state is about, if it is one. */
  readonly owner: PersonOfState<S> | undefined
}

const kind = <S extends { readonly id: string }>(
  name: string,
  schema: Schema.Codec<S, unknown>,
  owner: (state: S) => string
): Kind<S> => {
  const contents = { table: `active ${name}`, schema }
  const peopleOf = (state: S) => () => owner(state)
  return {
    name,
    write: Tables.writer({ ...contents, peopleOf }),
    read: Tables.reader(contents, (state) => `${name} ${state}`),
    owner
  }
}

const ofAccount = ({ accountId }: { readonly accountId: string | null }): string =>
  DataSubjects.account(accountId)

const ofService = (): string => DataSubjects.account(null)

const ofRecipient = ({ accountId, phone }: Pick<Payout.Payout, "accountId" | "phone">): string =>
  DataSubjects.recipient(accountId, phone)

const ofUser = ({ email }: { readonly email: string | null }): string =>
  DataSubjects.user(email ?? "")

const batch: Kind<Batch.Batch> = {
  ...kind("batch", Batch.Batch, ofAccount),
  // Its rows have a recipient each.
  write: Tables.writer<Batch.Batch>({
    ...{ table: "active batch", schema: Batch.Batch },
    peopleOf: Tables.ofBatch
  }),
  owner: undefined
}

export const kinds = {
  accounts: kind("account", Account.Account, ({ id }) => DataSubjects.account(id)),
  keys: kind("key", ApiKey.ApiKey, ofAccount),
  people: kind("person", User.User, ofUser),
  invitations: kind("invitation", User.Invitation, ofUser),
  endpoints: kind("endpoint", Endpoint.Endpoint, ofAccount),
  chainCursors: kind("cursor", ChainCursor.Stored, ofService),
  balances: kind("balance", Balance.Balance, ofAccount),
  withdrawals: kind("withdrawal", Withdrawal.Withdrawal, ofAccount),
  recipients: kind("recipient", RecipientData.RecipientData, ({ accountId, phone }) =>
    DataSubjects.recipientRecord(accountId, phone)
  ),
  bookings: kind("booking", Booking.Booking, ofService),
  periods: kind("period", Period.Period, ofService),
  reconciliations: kind("reconciliation", ReconciliationRun.Run, ofService),
  breaks: kind("break", Break.Break, ofService),
  quotes: kind("quote", Quote.Quote, ofAccount),
  payouts: kind("payout", Payout.Payout, ofRecipient),
  batches: batch
} satisfies { readonly [K in Exclude<keyof Kinds, "beneficiaries" | "deliveries">]: Kind<Kinds[K]> }

export type CheckpointName = keyof typeof kinds

const names = Object.keys(kinds) as ReadonlyArray<CheckpointName>

type CheckpointRows = {
  readonly [K in CheckpointName]: ReadonlyArray<Versioned<Kinds[K]>>
}

// ----------------------------------------------------------------------------- writing

const upsertSql = `
  with given as (
    select * from unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::text[])
      as given (id, kind, seq, crc, state)
  ), before as (
    select count(*) as count, coalesce(sum(crc), 0) as crc
    from active where partition = $1 and id = any($2::text[])
  ), written as (
    insert into active (partition, id, kind, seq, crc, state)
    select $1, id, kind, seq, crc, state from given
    on conflict (partition, id) do update
    set kind = excluded.kind, seq = excluded.seq, crc = excluded.crc, state = excluded.state
    returning crc
  ), after as (
    select count(*) as count, coalesce(sum(crc), 0) as crc from written
  )
  update read_model_sums kept
  set open_rows = kept.open_rows - before.count + after.count,
      crc_sum = kept.crc_sum - before.crc + after.crc
  from before, after where kept.partition = $1 and kept.table_name = 'active'`

const deleteSql = `
  with gone as (
    delete from active where partition = $1 and id = any($2::text[]) returning crc
  ), sums as (
    select count(*) as count, coalesce(sum(crc), 0) as crc from gone
  )
  update read_model_sums kept
  set open_rows = kept.open_rows - sums.count, crc_sum = kept.crc_sum - sums.crc
  from sums where kept.partition = $1 and kept.table_name = 'active' and sums.count > 0`

/** A row as it is stored. */
export interface CheckpointRow {
  readonly id: string
  readonly kind: string
  readonly seq: number
  /** The state as JSON; `Tables.none` if the entry at `seq` contains it. */
  readonly state: string
}

/** Converts rows of a collection to stored rows. */
export const toRows = <K extends CheckpointName>(
  collection: K,
  sealer: SealedText.Sealer,
  rows: ReadonlyArray<Versioned<Kinds[K]>>
): ReadonlyArray<CheckpointRow> => {
  const kindByName: { readonly [N in CheckpointName]: Kind<Kinds[N]> } = kinds
  const { name, write }: Kind<Kinds[K]> = kindByName[collection]
  return rows.map((row) => ({
    id: row.state.id,
    kind: name,
    seq: row.seq,
    state: row.isAsCreated === true ? Tables.none : write(sealer, row)
  }))
}

/** The statement that upserts rows, and its parameters. */
export const upsert = (partition: number, rows: ReadonlyArray<CheckpointRow>): Tables.Statement => [
  upsertSql,
  [
    partition,
    Tables.array(
      "text",
      rows.map(({ id }) => id)
    ),
    Tables.array(
      "text",
      rows.map(({ kind }) => kind)
    ),
    Tables.array(
      "int8",
      rows.map(({ seq }) => seq)
    ),
    Tables.array(
      "int8",
      rows.map(({ id, kind, seq, state }) => Tables.crcOf(id, seq, `${kind} ${state}`))
    ),
    Tables.array(
      "text",
      rows.map(({ state }) => state)
    )
  ]
]

/** The statement that deletes rows, if they exist, and its parameters. */
export const remove = (partition: number, ids: ReadonlyArray<string>): Tables.Statement => [
  deleteSql,
  [partition, Tables.array("text", ids)]
]

// ----------------------------------------------------------------------------- reading

const StoredRow = Schema.Struct({ ...Tables.Row.fields, kind: Schema.String })
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(StoredRow))

const broken = (message: string) => new ReadModelBroken({ message })

const collectionOf = new Map<string, CheckpointName>(names.map((name) => [kinds[name].name, name]))

const owners: { readonly [K in CheckpointName]: Pick<Kind<unknown>, "owner"> } = kinds

const readers: { readonly [K in CheckpointName]: { readonly read: Tables.Read<unknown> } } = kinds

/** Proves that the table has exactly the rows that were written. */
export const prove = Effect.fnUntraced(function* (sql: PgClient.PgClient, partition: number) {
  const rows = yield* sql.unsafe<{ readonly holds: boolean }>(
    `select found.open_rows = kept.open_rows and found.crc_sum = kept.crc_sum as holds
     from read_model_sums kept, (
       select count(*) as open_rows, coalesce(sum(crc), 0) as crc_sum
       from active where partition = $1
     ) found where kept.partition = $1 and kept.table_name = 'active'`,
    [partition]
  )
  if (rows[0]?.holds !== true) return yield* broken("its table active has lost or foreign rows")
})

const pageSql = `select id, kind, seq, crc, state from active
  where partition = $1 and id > $2 order by id limit $3`

/** A page of rows, and the log's rows at the positions of rows without a state. */
const fetchPage = Effect.fnUntraced(function* (source: Source.Source, after: string) {
  const { partition, sql } = source
  const rows = yield* sql
    .unsafe(pageSql, [partition, after, Limits.readModel.pageRows])
    .pipe(Effect.flatMap(decodeRows))
  const seqs = rows.flatMap(({ seq, state }) => (state === Tables.none ? [seq] : []))
  const keys = yield* LogBackedRows.keysOfTexts(
    source,
    rows.map(({ state }) => state)
  )
  return { rows, keys, fetched: yield* LogBackedRows.fetch(source, seqs) }
})

const readRow = (
  collection: CheckpointName,
  row: typeof StoredRow.Type,
  entries: LogBackedRows.Entries,
  keys: PersonKeys.Keys
): Result.Result<Versioned<unknown>, ReadModelBroken> =>
  row.state === Tables.none && (collection === "quotes" || collection === "payouts")
    ? LogBackedRows.read({ collection, kind: row.kind }, row, entries)
    : readers[collection].read(row, keys)

/**
 * Remembers the keys of the people of active objects, so that a start makes no others. Only an
 * object about one person, with one box, tells whose key it is.
 */
const remember = (
  { people }: Source.Source,
  { owner }: Pick<Kind<unknown>, "owner">,
  state: unknown,
  keyIds: ReadonlyArray<Uint8Array>
): void => {
  const [id, other] = keyIds
  const person = owner?.(state)
  if (person !== undefined && id !== undefined && other === undefined) people.remember(person, id)
}

/**
 * All rows by collection, each proven by its checksum. The next page is fetched while the states of
 * this one are read.
 */
export const load = Effect.fnUntraced(function* (source: Source.Source) {
  const rowsByName: Record<CheckpointName, Array<Versioned<unknown>>> = {
    ...{ accounts: [], keys: [], people: [], invitations: [], endpoints: [], chainCursors: [] },
    ...{ balances: [], withdrawals: [], recipients: [], bookings: [], periods: [] },
    ...{ reconciliations: [], breaks: [] },
    ...{ quotes: [], payouts: [], batches: [] }
  }
  let next = yield* Effect.forkChild(fetchPage(source, ""))
  while (true) {
    const { fetched, keys, rows } = yield* Fiber.join(next)
    const last = rows.at(-1)
    const isLast = last === undefined || rows.length < Limits.readModel.pageRows
    if (!isLast) next = yield* Effect.forkChild(fetchPage(source, last.id))
    const entries = yield* Effect.fromResult(LogBackedRows.prove(source.partition, fetched))
    for (const row of rows) {
      const collection = collectionOf.get(row.kind)
      if (collection === undefined) return yield* broken(`its row ${row.id} is of no known kind`)
      const read = yield* Effect.fromResult(readRow(collection, row, entries, keys))
      rowsByName[collection].push(read)
      remember(source, owners[collection], read.state, LogBackedRows.keyIdsOf(row, fetched))
    }
    // Each reader returns the states of one collection.
    if (isLast) return rowsByName as unknown as CheckpointRows
  }
})
