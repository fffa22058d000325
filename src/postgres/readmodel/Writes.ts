/**
 * Writes the read model: the changes of each write and the new position in the log in one
 * transaction, so that the tables never show half of the changes. A write that the tables are
 * already past does nothing.
 */
import { Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import * as Limits from "../../config/Limits.ts"
import * as DailyTotals from "../../domain/books/DailyTotals.ts"
import * as Port from "../../engine/ports/ReadModel.ts"
import type {
  ArchivedName,
  Changes,
  Kinds,
  RecordedEvent,
  Rows,
  Versioned
} from "../../engine/ports/Rows.ts"
import * as Collections from "../../engine/state/Collections.ts"
import * as Turns from "../../telemetry/Turns.ts"
import * as ClearForm from "../sealing/ClearForm.ts"
import * as KeyTable from "../sealing/KeyTable.ts"
import * as PersonKeys from "../sealing/PersonKeys.ts"
import type * as SealedText from "../sealing/SealedText.ts"
import * as BookTotals from "./BookTotals.ts"
import * as Checkpoint from "./Checkpoint.ts"
import * as Conditions from "./Conditions.ts"
import type * as LoadActiveState from "./LoadActiveState.ts"
import * as ReadQueries from "./ReadQueries.ts"
import * as Source from "./Source.ts"
import * as Tables from "./Tables.ts"
import type { InTurn } from "./WriteSlots.ts"

/** The read model of one partition, as this process writes it. */
interface Target extends Source.Source {
  /** Keys of people that the write used and that may not be stored yet. */
  readonly newKeys: Set<PersonKeys.PersonKey>
  readonly sealer: SealedText.Sealer
  readonly generation: LoadActiveState.Generation
  /** True if no request waits for the write under way. */
  readonly isBackground: () => boolean
}

const webhookEventsSql = `
  insert into events (id, account_id, type, subject_id, sequence, at, seq, crc, body, partition)
  select *, $10::int from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[],
    $6::bigint[], $7::bigint[], $8::bigint[], $9::text[])
  on conflict (id) do nothing`

/** With several partitions, the keys of replies and of the audit log begin with the partition. */
const repliesSql = ({ isShared }: Target) => `
  insert into replies (key, seq, at, partition)
  select *, $4::int from unnest($1::text[], $2::bigint[], $3::bigint[])
  on conflict (${isShared ? "partition, key" : "key"}) do update
  set seq = excluded.seq, at = excluded.at`

const auditRowsSql = `
  insert into audit_log (seq, account_id, actor_id, action, subject_id, at, about_account_id,
    partition)
  select *, $8::int
  from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[],
    $7::text[])
  on conflict do nothing`

const movementsSql = `
  insert into balance_movements (account_id, number, id, seq, at, type, amount, balance_after,
    subject, partition)
  select *, $10::int
  from unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::text[],
    $7::bigint[], $8::bigint[], $9::text[])
  on conflict do nothing`

const deleteTextsSql = "delete from payout_texts where payout_id = any($1::text[])"

/** As the statement of the entry did. A rebuild writes the texts again. */
const hideSql = `
  delete from payout_texts
  using payouts, unnest($1::text[], $2::bigint[], $3::bigint[]) as given (account, recipient, at)
  where payout_texts.payout_id = payouts.id and payouts.account_id = given.account
    and payouts.recipient = given.recipient and payouts.created_at <= given.at`

const deleteBeneficiariesSql = "delete from beneficiaries where id = any($1::text[])"

/**
 * Settings of a writing transaction. The transaction is flushed before it counts, because memory
 * evicts rows that the tables show. A stalled writer's session ends, so that it does not block its
 * successor. Rows are found by key: a plan made while a table was small would otherwise keep
 * scanning it whole.
 */
const sessionSql = `select set_config('synchronous_commit', 'on', true),
  set_config('idle_in_transaction_session_timeout', '${Limits.readModel.stalledMsMax}', true),
  set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
  set_config('enable_mergejoin', 'off', true)`

/**
 * Pauses, so that the event loop serves requests. The pause is in real time, even if the service's
 * clock is set.
 */
const pause = Effect.callback<void>((resume) => {
  const timer = setTimeout(() => resume(Effect.void), Limits.readModel.backgroundPauseMs)
  return Effect.sync(() => clearTimeout(timer))
})

/** The end of a chunk that begins at `start`: `itemsMax` items, or fewer if they are long. */
const endOf = <A>(
  items: ReadonlyArray<A>,
  start: number,
  itemsMax: number,
  charsOf: (item: A) => number
): number => {
  let chars = 0
  for (let end = start; end < items.length && end < start + itemsMax; end++) {
    chars += charsOf(items[end] as A)
    if (chars > Limits.readModel.statementCharsMax && end > start) return end
  }
  return start + itemsMax
}

/** Writes items in chunks. `charsOf` returns the length of an item that may be long. */
const inChunks = Effect.fnUntraced(function* <A>(
  { isBackground }: Target,
  items: ReadonlyArray<A>,
  write: (chunk: ReadonlyArray<A>) => Effect.Effect<unknown, SqlError>,
  charsOf: (item: A) => number = () => 0
) {
  const { backgroundRowsMax, rowsPerStatement } = Limits.readModel
  for (let start = 0; start < items.length; ) {
    const isBackgroundWrite = isBackground()
    const end = endOf(
      items,
      start,
      isBackgroundWrite ? backgroundRowsMax : rowsPerStatement,
      charsOf
    )
    yield* Turns.during("tables", () => write(items.slice(start, end)))
    if (isBackgroundWrite && end < items.length) yield* pause
    start = end
  }
})

/** A column of an insert: its type, and its value for an item. */
type Column<A> = readonly [type: Tables.ColumnType, of: (item: A) => string | number | null]

/** An insert by a statement that takes an array for each column, and the partition. */
interface Insert<A, Row = A> {
  readonly text: string
  readonly columns: ReadonlyArray<Column<Row>>
  /** Makes an item's row, when its chunk is written. */
  readonly prepare: (target: Target, item: A) => Row
  readonly charsOf?: (item: A) => number
}

const asItIs = <A>(_target: Target, item: A): A => item

const insert = <A, Row>(
  target: Target,
  { charsOf, columns, prepare, text }: Insert<A, Row>,
  items: ReadonlyArray<A>
) => {
  const write = (chunk: ReadonlyArray<A>) => {
    const rows = chunk.map((item) => prepare(target, item))
    return target.sql.unsafe(text, [
      ...columns.map(([type, of]) => Tables.array(type, rows.map(of))),
      target.partition
    ])
  }
  return inChunks(target, items, write, charsOf)
}

/** The characters of the rows that a batch keeps, which make its state long. */
const charsOfRows = ({ state }: Versioned<Kinds[Checkpoint.CheckpointName]>): number =>
  "ended" in state ? state.ended.length * Limits.readModel.batchRowCharsMax : 0

/** Writes active objects to the checkpoint. */
const writeActive = <K extends Checkpoint.CheckpointName>(
  target: Target,
  name: K,
  rows: ReadonlyArray<Versioned<Kinds[K]>>
) =>
  inChunks(
    target,
    rows,
    (chunk) =>
      target.sql.unsafe(
        ...Checkpoint.upsert(target.partition, Checkpoint.toRows(name, target.sealer, chunk))
      ),
    charsOfRows
  )

const writeRegistry = <K extends Collections.RegistryName>(
  target: Target,
  name: K,
  changes: Changes
) => {
  const rowsByName: Pick<Rows, K> = changes
  return writeActive(target, name, rowsByName[name])
}

/** Deletes rows of the checkpoint, if they exist. */
const dropActive = (target: Target, ids: ReadonlyArray<string>) =>
  inChunks(target, ids, (chunk) => target.sql.unsafe(...Checkpoint.remove(target.partition, chunk)))

const deleteRows = ({ sql }: Target, text: string, ids: ReadonlyArray<string>) =>
  ids.length === 0 ? Effect.void : sql.unsafe(text, [Tables.array("text", ids)])

/** Writes the texts by which archived payouts are found. No search finds a hidden recipient. */
const writeTexts = (target: Target, payouts: Changes["payouts"]) =>
  inChunks(
    target,
    payouts.filter(
      ({ state }) => Collections.isFinished("payouts", state) && !ClearForm.isHidden(state.phone)
    ),
    (chunk) => target.sql.unsafe(...Tables.upsertTexts(target.partition, chunk))
  )

/**
 * Writes objects of one archived collection: each is in the checkpoint or in the archive, never in
 * both.
 */
const writeArchived = Effect.fnUntraced(function* <K extends ArchivedName>(
  target: Target,
  name: K,
  { seq, ...changes }: Changes
) {
  const { partition, sql } = target
  const tables: { readonly [N in ArchivedName]: Tables.Table<Kinds[N]> } = Tables.stateTables
  const table: Tables.Table<Kinds[K]> = tables[name]
  const rowsByName: Pick<Rows, K> = changes
  const rows: ReadonlyArray<Versioned<Kinds[K]>> = rowsByName[name]
  const isOver = ({ state }: Versioned<Kinds[K]>) => Collections.isFinished(name, state)
  const finished = rows.filter(isOver)
  yield* writeActive(
    target,
    name,
    rows.filter((row) => !isOver(row))
  )
  yield* inChunks(
    target,
    finished,
    (chunk) =>
      sql.unsafe(...Tables.upsert<Kinds[K]>(table, target.sealer, chunk, { partition, seq })),
    charsOfRows
  )
  if (name === "payouts") yield* writeTexts(target, changes.payouts)
  yield* dropActive(
    target,
    finished.map(({ state }) => state.id)
  )
  yield* inChunks(target, changes.reopened[name], (chunk) =>
    sql.unsafe(`delete from ${name} where id = any($1::text[])`, [Tables.array("text", chunk)])
  )
  if (name === "payouts") yield* deleteRows(target, deleteTextsSql, changes.reopened.payouts)
})

/** Removes the texts by which searches would find hidden recipients. */
const hide = (
  { sealer, sql }: Target,
  recipients: Changes["hiddenRecipients"]
): Effect.Effect<unknown, SqlError> =>
  recipients.length === 0
    ? Effect.void
    : sql.unsafe(hideSql, [
        Tables.array(
          "text",
          recipients.map(({ accountId }) => accountId)
        ),
        Tables.array(
          "int8",
          recipients.map(({ phone }) => sealer.keys.hash(phone))
        ),
        Tables.array(
          "int8",
          recipients.map(({ at }) => at)
        )
      ])

/** An event, and the body to store; `null` if the event's log entry contains it. */
interface StoredEvent extends RecordedEvent {
  readonly stored: string | null
}

const webhookEvents: Insert<RecordedEvent, StoredEvent> = {
  text: webhookEventsSql,
  columns: [
    ["text", ({ state }) => state.id],
    ["text", ({ state }) => state.accountId],
    ["text", ({ state }) => state.type],
    ["text", ({ state }) => state.subjectId],
    ["int8", ({ state }) => state.sequence],
    ["int8", ({ state }) => state.at],
    ["int8", ({ seq }) => seq],
    [
      "int8",
      ({ seq, state, stored }) =>
        Tables.crcOf(state.id, seq, Tables.webhookEventText(state, stored))
    ],
    ["text", ({ stored }) => stored ?? Tables.none]
  ],
  prepare: ({ sealer }, event) => ({ ...event, stored: Tables.eventBody(sealer, event) }),
  charsOf: ({ state }) => ("body" in state ? state.body.length : 0)
}

const replies = (target: Target): Insert<Changes["replies"][number]> => ({
  text: repliesSql(target),
  prepare: asItIs,
  columns: [
    ["text", ({ key }) => ReadQueries.tableKey(key)],
    ["int8", ({ seq }) => seq],
    ["int8", ({ at }) => at]
  ]
})

const auditRows: Insert<Changes["auditRows"][number]> = {
  text: auditRowsSql,
  prepare: asItIs,
  columns: [
    ["int8", ({ seq }) => seq],
    ["text", ({ accountId }) => accountId],
    ["text", ({ actorId }) => actorId],
    ["text", ({ action }) => action],
    ["text", ({ endedKeys, subjectId }) => [subjectId, ...endedKeys].join(" ")],
    ["int8", ({ at }) => at],
    ["text", ({ aboutAccountId }) => aboutAccountId ?? null]
  ]
}

const movements: Insert<Changes["movements"][number]> = {
  text: movementsSql,
  prepare: asItIs,
  columns: [
    ["text", ({ accountId }) => accountId],
    ["int8", ({ number }) => number],
    ["text", ({ id }) => id],
    ["int8", ({ seq }) => seq],
    ["int8", ({ at }) => at],
    ["text", ({ type }) => type],
    ["int8", ({ amount }) => amount],
    ["int8", ({ balanceAfter }) => balanceAfter],
    ["text", ({ subject }) => subject]
  ]
}

/**
 * Adds the postings behind the tables' position to the sums of their days. A write whose outcome
 * was unclear is repeated, and its postings are added once.
 */
const addToBooks = (target: Target, postings: Changes["postings"], position: number) =>
  inChunks(target, DailyTotals.sumsOf(postings.filter(({ seq }) => seq > position)), (chunk) =>
    target.sql.unsafe(...BookTotals.add(target.partition, chunk))
  )

/**
 * Locks the read model's position in the log for this transaction, and returns the position.
 * Another generation means that the tables were emptied: rows that this
 * process evicted would be missing from them forever, so the process must stop.
 */
const lockPosition = Effect.fnUntraced(function* ({ generation, partition, sql }: Target) {
  const [row] = yield* sql.unsafe<{ readonly seq: bigint; readonly generation: string }>(
    "select seq, generation from read_model where partition = $1 for update",
    [partition]
  )
  if (row === undefined || row.generation !== generation.current) {
    const message = "Another process rebuilt the read model; this one stops."
    return yield* new Port.ReadModelBroken({ message })
  }
  return Number(row.seq)
})

const moveTo = ({ partition, sql }: Target, seq: number) =>
  sql.unsafe(
    `update read_model set seq = $2, hash = coalesce(
       (select hash from log where partition = $1 and seq = $2), hash)
     where partition = $1`,
    [partition, BigInt(seq)]
  )

const write = Effect.fnUntraced(function* (target: Target, changes: Changes) {
  const { partition, sql } = target
  yield* sql.unsafe(sessionSql)
  const position = yield* lockPosition(target)
  if (position > changes.seq) return
  yield* insert(target, webhookEvents, changes.webhookEvents)
  for (const name of Collections.registryNames) yield* writeRegistry(target, name, changes)
  yield* dropActive(target, changes.registryDeleted)
  for (const name of Collections.archivedNames) yield* writeArchived(target, name, changes)
  yield* hide(target, changes.hiddenRecipients)
  yield* inChunks(target, changes.deliveries, (chunk) =>
    sql.unsafe(...Tables.upsertDeliveries(partition, target.sealer, chunk))
  )
  yield* inChunks(target, changes.beneficiaries, (chunk) =>
    sql.unsafe(
      ...Tables.upsert(Tables.beneficiaries, target.sealer, chunk, { partition, seq: changes.seq })
    )
  )
  yield* deleteRows(target, deleteBeneficiariesSql, changes.beneficiariesDeleted)
  yield* insert(target, replies(target), changes.replies)
  yield* insert(target, auditRows, changes.auditRows)
  yield* insert(target, movements, changes.movements)
  yield* addToBooks(target, changes.postings, position)
  yield* KeyTable.add(
    sql,
    [...target.newKeys].flatMap(({ row }) => row ?? [])
  )
  yield* moveTo(target, changes.seq)
})

/** Deletes this partition's rows from all tables. */
const empty = ({ isShared, partition, sql }: Target) =>
  isShared
    ? Effect.forEach(
        Tables.shared,
        (table) => sql.unsafe(`delete from ${table} where partition = $1`, [partition]),
        { discard: true }
      )
    : sql.unsafe(`truncate ${Tables.all.join(", ")}`)

const reset = Effect.fnUntraced(function* (target: Target) {
  const { generation, partition, sql } = target
  yield* sql.unsafe(sessionSql)
  yield* empty(target)
  yield* sql.unsafe("delete from read_model where partition = $1", [partition])
  const rows = yield* sql.unsafe<{ readonly generation: string }>(
    `insert into read_model (partition, seq, hash, version, generation)
     values ($1, 0, ''::bytea, $2, gen_random_uuid()) returning generation`,
    [partition, Tables.version]
  )
  generation.current = rows[0]?.generation
  for (const table of Tables.summed) {
    yield* sql.unsafe(
      `insert into read_model_sums (partition, table_name, open_rows, crc_sum)
       values ($1, $2, 0, 0)`,
      [partition, table]
    )
  }
})

const dropReplies = (target: Target, at: number) => {
  const expired = Conditions.where([["at <= ?", BigInt(at)], Source.ownRows(target)], 1)
  const own = Conditions.where([Source.ownRows(target)], 1 + expired.parameters.length)
  return Effect.map(
    target.sql.unsafe<{ readonly dropped: bigint }>(
      `with gone as (
         delete from replies where ${own.where} and key in (
           select key from replies where ${expired.where} order by at limit $1)
         returning key
       ) select count(*) as dropped from gone`,
      [Limits.readModel.repliesDroppedMax, ...expired.parameters, ...own.parameters]
    ),
    ([row]) => Number(row?.dropped) >= Limits.readModel.repliesDroppedMax
  )
}

/** Lets nothing more be sealed with the new keys of a write. */
const retire = ({ newKeys, people }: Target): void =>
  people.retire(Array.from(newKeys, ({ id }) => id))

/** The operations that change the tables. */
export const make = (
  source: Source.Source,
  generation: LoadActiveState.Generation,
  inTurn: InTurn
): Pick<Port.ReadModel["Service"], "write" | "reset" | "dropReplies"> => {
  const { sql } = source
  const targetOf = (isBackground: () => boolean): Target => {
    const newKeys = new Set<PersonKeys.PersonKey>()
    const use = (key: PersonKeys.PersonKey): void => {
      if (key.row !== undefined) newKeys.add(key)
    }
    return { ...source, generation, isBackground, newKeys, sealer: { keys: source.people, use } }
  }
  const target = targetOf(() => false)
  return {
    write: (changes, isBackground = target.isBackground) =>
      Effect.suspend(() => {
        const target = targetOf(isBackground)
        return write(target, changes).pipe(
          sql.withTransaction,
          Effect.tap(() => Effect.sync(() => PersonKeys.stored(target.newKeys))),
          // The keys may be stored nevertheless, and another writer may destroy them.
          Effect.onError(() => Effect.sync(() => retire(target))),
          ReadQueries.writing
        )
      }).pipe(inTurn),
    reset: reset(target).pipe(sql.withTransaction, ReadQueries.emptying),
    dropReplies: (at) => ReadQueries.writing(dropReplies(target, at))
  }
}
