/**
 * The read model in PostgreSQL. A write is one transaction that also moves the model's position in
 * the log; a read proves each row by its checksum. The tables may lag, be emptied or be wrong, and
 * are then rebuilt from the log. They must never show an entry that is not durable, nor be trusted
 * if a proof fails.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Layer, Schema } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import * as Limits from "../../config/Limits.ts"
import * as Withdrawal from "../../domain/balance/Withdrawal.ts"
import * as PayoutGuards from "../../domain/payout/PayoutGuards.ts"
import * as DatabaseHealth from "../../engine/ports/DatabaseHealth.ts"
import * as Port from "../../engine/ports/ReadModel.ts"
import type { ArchivedName, KeptReply, Kinds, Versioned } from "../../engine/ports/Rows.ts"
import type * as AsCreated from "../../engine/state/AsCreated.ts"
import { replyKey } from "../../engine/state/State.ts"
import type { PersonKeys } from "../sealing/PersonKeys.ts"
import * as SealedEntry from "../sealing/SealedEntry.ts"
import * as AccountFigures from "./AccountFigures.ts"
import * as Analytics from "./Analytics.ts"
import * as AuditQueries from "./AuditQueries.ts"
import * as BalanceSummaries from "./BalanceSummaries.ts"
import * as BookTotals from "./BookTotals.ts"
import * as Checkpoint from "./Checkpoint.ts"
import * as Conditions from "./Conditions.ts"
import * as Lists from "./Lists.ts"
import * as LoadActiveState from "./LoadActiveState.ts"
import * as LogBackedRows from "./LogBackedRows.ts"
import * as Movements from "./Movements.ts"
import * as NetworkFigures from "./NetworkFigures.ts"
import * as ReadQueries from "./ReadQueries.ts"
import * as Recipients from "./Recipients.ts"
import * as SentWebhooks from "./SentWebhooks.ts"
import * as Source from "./Source.ts"
import * as Tables from "./Tables.ts"
import { WriteSlots } from "./WriteSlots.ts"
import * as Writes from "./Writes.ts"

/** The read model has only the position of a reply; the text is in the log. */
const replySql = `
  select log.body, log.sealed from replies join log on log.partition = $1 and log.seq = replies.seq
  where replies.partition = $1 and replies.key = $2`

type StoredRow = typeof Tables.Row.Type

/** Rows of a table that match a condition with one array, each proven. */
const rowsWhere = <A>(
  source: Source.Source,
  { name, read }: Tables.Table<A>,
  condition: string,
  values: ReadonlyArray<string>
) => {
  const query = Conditions.where([
    [condition, Tables.array("text", values)],
    Source.ownRows(source)
  ])
  return source.sql
    .unsafe(`select id, seq, crc, state from ${name} where ${query.where}`, query.parameters)
    .pipe(
      Effect.flatMap(ReadQueries.decodeRows),
      Effect.flatMap((rows: ReadonlyArray<StoredRow>) => ReadQueries.eachState(source, rows, read)),
      ReadQueries.reading
    )
}

const StateRow = Schema.Struct({ ...Tables.Row.fields, is_alive: Schema.Boolean })
const decodeStateRows = Schema.decodeUnknownEffect(Schema.Array(StateRow))

/**
 * Look-ups of states by id. An object is in the archive or in the checkpoint, and moves from one to
 * the other, so one statement searches both.
 */
const makeById = (source: Source.Source) => {
  const { partition, sql } = source
  const byId = <K extends ArchivedName>(
    name: K,
    { name: kind, read: readActive }: Checkpoint.Kind<Kinds[K]>,
    readPointers?: (
      rows: ReadonlyArray<StoredRow>
    ) => Effect.Effect<ReadonlyArray<Versioned<Kinds[K]>>, Port.ReadModelBroken | SqlError>
  ) => {
    const isPointer = ({ is_alive, state }: typeof StateRow.Type) =>
      readPointers !== undefined && is_alive && state === Tables.none
    const tables: { readonly [N in ArchivedName]: Tables.Table<Kinds[N]> } = Tables.stateTables
    const { read }: Tables.Table<Kinds[K]> = tables[name]
    const text = `
      select id, seq, crc, state, false as is_alive from ${name}
      where partition = $1 and id = any($2::text[])
      union all
      select id, seq, crc, state, true from active
      where partition = $1 and id = any($2::text[]) and kind = $3`
    return (ids: ReadonlyArray<string>) =>
      sql.unsafe(text, [partition, Tables.array("text", ids), kind]).pipe(
        Effect.flatMap(decodeStateRows),
        Effect.flatMap((rows) =>
          Effect.zipWith(
            ReadQueries.eachState(
              source,
              rows.filter((row) => !isPointer(row)),
              (row, keys) => (row.is_alive ? readActive(row, keys) : read(row, keys))
            ),
            readPointers?.(rows.filter(isPointer)) ?? Effect.succeed([]),
            (stored, pointers) => [...stored, ...pointers]
          )
        ),
        ReadQueries.reading
      )
  }
  const pointersOf =
    <K extends AsCreated.Name>(collection: K) =>
    (rows: ReadonlyArray<StoredRow>) =>
      LogBackedRows.load(source, { collection, kind: Checkpoint.kinds[collection].name }, rows)
  const beneficiaries = (ids: ReadonlyArray<string>) =>
    rowsWhere(source, Tables.beneficiaries, "id = any(?::text[])", ids)
  return {
    payouts: byId("payouts", Checkpoint.kinds.payouts, pointersOf("payouts")),
    quotes: byId("quotes", Checkpoint.kinds.quotes, pointersOf("quotes")),
    batches: byId("batches", Checkpoint.kinds.batches),
    withdrawals: byId("withdrawals", Checkpoint.kinds.withdrawals),
    bookings: byId("bookings", Checkpoint.kinds.bookings),
    movements: Movements.make(source),
    movementsInOrder: Movements.makeInOrder(source),
    balanceSummary: BalanceSummaries.make(source),
    recipientFacts: Recipients.makeFacts(source),
    beneficiaryPhones: Recipients.makeBeneficiaryPhones(source),
    restrictedKeys: Recipients.makeRestrictedKeys(source),
    userKeys: Recipients.makeUserKeys(source),
    beneficiary: (id: string) => Effect.map(beneficiaries([id]), ([row]) => row?.state)
  }
}

const makeDeliveries = (source: Source.Source) => {
  const { partition, sql } = source
  const deliveriesOf = ReadQueries.deliveries(source)

  const deliveries = (ids: ReadonlyArray<string>) =>
    deliveriesOf(`${ReadQueries.deliverySql} where d.partition = $1 and d.id = any($2::text[])`, [
      partition,
      Tables.array("text", ids)
    ])

  const dueDeliveries = (filter: Port.DueFilter) => {
    const { after, bytesMax, endpointId, excluding, limit, until } = filter
    const due = Conditions.where(
      [
        `d.${Tables.isPending}`,
        ["d.endpoint_id = ?", endpointId],
        ["d.next_attempt_at <= ?", BigInt(until)],
        ["d.id <> all(?::text[])", Tables.array("text", excluding)],
        ["(d.seq, d.id) > (?, ?2)", BigInt(after.seq), after.id],
        Source.ownRows(source, "d.")
      ],
      2
    )
    // PostgreSQL knows the length of a body without reading it.
    return deliveriesOf(
      `select due.* from (
         select found.*, sum(octet_length(found.body)) over (order by found.seq, found.id)
           - octet_length(found.body) as bytes_before
         from (${ReadQueries.deliverySql} where ${due.where} order by d.seq, d.id limit $1) found
       ) due
       where due.bytes_before is null or due.bytes_before < $2 order by due.seq, due.id`,
      [limit, BigInt(bytesMax), ...due.parameters]
    )
  }

  const dueEndpoints = (from: number, until: number) => {
    const due = Conditions.where([
      Tables.isPending,
      ["next_attempt_at > ?", BigInt(from)],
      ["next_attempt_at <= ?", BigInt(until)],
      Source.ownRows(source)
    ])
    return sql
      .unsafe<{ readonly endpoint_id: string }>(
        `select distinct endpoint_id from deliveries where ${due.where}`,
        due.parameters
      )
      .pipe(
        Effect.map((rows) => rows.map(({ endpoint_id }) => endpoint_id)),
        ReadQueries.reading
      )
  }

  const pendingDeliveries = ReadQueries.reading(
    count(
      sql,
      `select open_rows as count from read_model_sums
       where partition = $1 and table_name = 'deliveries'`,
      [partition]
    )
  )

  const pending = Conditions.where([Tables.isPending, Source.ownRows(source)])
  const oldestDue = sql
    .unsafe<{ readonly at: bigint | null }>(
      `select min(next_attempt_at) as at from deliveries where ${pending.where}`,
      pending.parameters
    )
    .pipe(
      Effect.map((rows) => (typeof rows[0]?.at === "bigint" ? Number(rows[0].at) : undefined)),
      ReadQueries.reading
    )

  return { deliveries, dueDeliveries, dueEndpoints, pendingDeliveries, oldestDue }
}

/** Objects by a deposit address, or by a transaction that sent money. */
const makeByChain = (source: Source.Source) => {
  const statesWhere = <A>(
    table: Tables.Table<A>,
    condition: string,
    values: ReadonlyArray<string>
  ) =>
    Effect.map(rowsWhere(source, table, condition, values), (rows) =>
      rows.map(({ state }) => state)
    )

  const owners = Effect.fnUntraced(function* (addresses: ReadonlyArray<string>) {
    const condition = "deposit_address = any(?::text[])"
    const ownAddress = `batch_id is null and ${condition}`
    const payouts = yield* statesWhere(Tables.payouts, ownAddress, addresses)
    const batches = yield* statesWhere(Tables.batches, condition, addresses)
    const states = [
      // The address of a payout from a balance is the balance's, which is in memory.
      ...payouts.filter((payout) => !PayoutGuards.isFromBalance(payout)),
      ...batches.filter(({ fundedBy }) => fundedBy === undefined)
    ]
    // The address comes from the proven state, not from the column.
    return new Map(states.map((state) => [Tables.address(state), state.id]))
  })

  const refundedWith = Effect.fnUntraced(function* (txHash: string) {
    const condition = `refund_transactions is not null
      and string_to_array(refund_transactions, ' ') @> ?::text[]`
    const withdrawals = yield* statesWhere(Tables.withdrawals, condition, [txHash])
    return [
      ...(yield* statesWhere(Tables.payouts, condition, [txHash])),
      ...(yield* statesWhere(Tables.batches, condition, [txHash])),
      ...withdrawals.map((one) => ({ id: one.id, refunds: Withdrawal.asRefunds(one) }))
    ]
  })

  return { owners, refundedWith }
}

/** Replies kept for retries, by idempotency key. */
const makeReplies = (source: Source.Source) => {
  const { partition, sql } = source

  const reply = Effect.fnUntraced(function* (key: string) {
    const rows = yield* sql.unsafe<SealedEntry.Stored>(replySql, [
      partition,
      ReadQueries.tableKey(key)
    ])
    if (rows[0] === undefined) return undefined
    const keys = yield* LogBackedRows.keysOf(source, rows)
    const opened = SealedEntry.open(keys, partition, rows[0])
    const { at, events, reply } = yield* Effect.fromResult(opened).pipe(
      Effect.mapError((error) => new Port.ReadModelBroken({ message: `A kept reply: ${error}` }))
    )
    if (reply === null || replyKey(reply.scope, reply.key) !== key) {
      return yield* new Port.ReadModelBroken({
        message: "A stored reply is in an entry that does not contain it."
      })
    }
    const result: KeptReply | undefined = { ...reply, at, events }
    return result
  }, ReadQueries.reading)

  const replyKeys = (since: number, after: string) => {
    const query = Conditions.where(
      [
        ["at >= ?", BigInt(since)],
        ["key > ?", after === "" ? "" : ReadQueries.tableKey(after)],
        Source.ownRows(source)
      ],
      1
    )
    return sql
      .unsafe<{ readonly key: string; readonly at: bigint }>(
        `select key, at from replies where ${query.where} order by key limit $1`,
        [Limits.readModel.pageRows, ...query.parameters]
      )
      .pipe(
        Effect.map((rows) =>
          rows.map(({ at, key }) => ({ key: String(JSON.parse(key)), at: Number(at) }))
        ),
        ReadQueries.reading
      )
  }

  return { reply, replyKeys }
}

const count = (sql: PgClient.PgClient, text: string, parameters: ReadonlyArray<unknown>) =>
  sql
    .unsafe<{ readonly count: bigint }>(text, parameters)
    .pipe(Effect.map((rows) => Number(rows[0]?.count ?? 0)))

const makeReads = (source: Source.Source) => ({
  ...makeById(source),
  ...makeDeliveries(source),
  ...makeByChain(source),
  ...makeReplies(source),
  seq: ReadQueries.writing(
    count(source.sql, "select seq as count from read_model where partition = $1", [
      source.partition
    ])
  )
})

/** Reads that fail while the database does not respond, and wait until it does again. */
const guarded = <A extends object>({ guard }: DatabaseHealth.Source, reads: A): A =>
  Object.fromEntries(
    Object.entries(reads).map(([name, read]) => [
      name,
      typeof read === "function"
        ? (...parameters: ReadonlyArray<unknown>) => guard(read(...parameters))
        : guard(read)
    ])
    // Each read keeps its type, because every one may already fail with `Unavailable`.
  ) as A

const guardedLists = (health: DatabaseHealth.Source, lists: Port.TableLists): Port.TableLists => ({
  payouts: guarded(health, lists.payouts),
  recipientPayouts: guarded(health, lists.recipientPayouts),
  batches: guarded(health, lists.batches),
  beneficiaries: guarded(health, lists.beneficiaries),
  quotes: guarded(health, lists.quotes),
  withdrawals: guarded(health, lists.withdrawals),
  bookings: guarded(health, lists.bookings)
})

export const layer = (
  partition: number
): Layer.Layer<Port.ReadModel, never, PgClient.PgClient | PersonKeys> =>
  Layer.effect(
    Port.ReadModel,
    Effect.gen(function* () {
      const source = yield* Source.make(yield* PgClient.PgClient, partition)
      const health = yield* DatabaseHealth.DatabaseHealth
      const generation: LoadActiveState.Generation = { current: undefined }
      return Port.ReadModel.of({
        restore: LoadActiveState.make(source, generation),
        ...guarded(health, {
          ...makeReads(source),
          ...Lists.make(source),
          ...AuditQueries.make(source),
          webhooksAbout: SentWebhooks.make(source),
          unrestrictedAudits: AuditQueries.makeUnrestricted(source),
          ...Analytics.make(source),
          ...AccountFigures.make(source),
          ...NetworkFigures.make(source),
          ...BookTotals.make(source)
        }),
        lists: guardedLists(health, Lists.withMemory(source)),
        ...Writes.make(source, generation, yield* WriteSlots)
      })
    })
  )
