/**
 * The read model's tables, one for each collection: the columns beside a state's JSON, the rows
 * that a start loads, and the checksum by which a row is proven to be what was written.
 */
import { crc32 } from "node:zlib"
import * as PgTypes from "@effect/sql-pg/PgTypes"
import { Result, Schema, Struct } from "effect"
import * as Account from "../../domain/account/Account.ts"
import * as ApiKey from "../../domain/account/ApiKey.ts"
import * as User from "../../domain/account/User.ts"
import * as Beneficiary from "../../domain/Beneficiary.ts"
import * as Batch from "../../domain/batch/Batch.ts"
import * as ChainCursor from "../../domain/ChainCursor.ts"
import * as PayoutGuards from "../../domain/payout/PayoutGuards.ts"
import * as PayoutState from "../../domain/payout/PayoutState.ts"
import * as Quote from "../../domain/quote/Quote.ts"
import * as Refund from "../../domain/refund/Refund.ts"
import * as Delivery from "../../domain/webhook/Delivery.ts"
import * as Endpoint from "../../domain/webhook/Endpoint.ts"
import type * as WebhookEvent from "../../domain/webhook/WebhookEvent.ts"
import { ReadModelBroken } from "../../engine/ports/ReadModel.ts"
import type { Kinds, Name, Versioned } from "../../engine/ports/Rows.ts"

/** The version of the tables' shape; a read model of another version is rebuilt. */
export const version = 6

export type ColumnType = "text" | "int8" | "bool"

interface Column<S> {
  readonly name: string
  readonly type: ColumnType
  readonly of: (state: S) => string | number | boolean | null
}

type Read<S> = (row: typeof Row.Type) => Result.Result<Versioned<S>, ReadModelBroken>

/** How the states of a collection are written. */
interface Writable<S> {
  readonly name: string
  readonly columns: ReadonlyArray<Column<S>>
  /** Rows that are counted and summed by the table's seal: the ones a start needs. */
  readonly isOpen: (state: S) => boolean
  readonly write: (state: S) => string
}

/** A table whose rows are states by themselves. */
export interface Table<S> extends Writable<S> {
  /** Conditions of the rows that a start loads; none where rows are loaded on demand. */
  readonly load: ReadonlyArray<string>
  readonly read: Read<S>
}

const json = (state: unknown): string => JSON.stringify(state)

export const Row = Schema.Struct({
  id: Schema.String,
  seq: Schema.BigInt,
  crc: Schema.BigInt,
  state: Schema.String
})

const broken = (id: string, what: string) =>
  Result.fail(new ReadModelBroken({ message: `The read model's row ${id} ${what}.` }))

export const crcOf = (id: string, seq: number, text: string): number =>
  crc32(`${id} ${seq} ${text}`)

/** Decodes a row, and proves by its checksum that it is what was written. */
const reader = <S>(schema: Schema.Codec<S, unknown>): Read<S> => {
  const decode = Schema.decodeUnknownResult(schema)
  return ({ crc, id, seq, state }) => {
    if (crcOf(id, Number(seq), state) !== Number(crc)) return broken(id, "is not what was written")
    const parsed = Result.try((): unknown => JSON.parse(state))
    const decoded = Result.isSuccess(parsed) ? decode(parsed.success) : parsed
    if (Result.isFailure(decoded)) return broken(id, "cannot be read")
    return Result.succeed({ seq: Number(seq), state: decoded.success })
  }
}

/** The kinds of rows in the registry's table. */
export const registryKinds = [
  "account",
  "key",
  "person",
  "invitation",
  "endpoint",
  "place"
] as const

/** The registry's collections share one table, with a kind for each. */
const registry = <S>(
  kind: (typeof registryKinds)[number],
  schema: Schema.Codec<S, unknown>
): Table<S> => ({
  name: "directory",
  columns: [{ name: "kind", type: "text", of: () => kind }],
  isOpen: () => true,
  load: [`kind = '${kind}'`],
  write: json,
  read: reader(schema)
})

export const quotes: Table<Quote.Quote> = {
  name: "quotes",
  columns: [
    { name: "account_id", type: "text", of: ({ accountId }) => accountId },
    { name: "lock", type: "text", of: ({ lock }) => lock },
    { name: "expires_at", type: "int8", of: ({ expiresAt }) => expiresAt }
  ],
  isOpen: ({ lock }) => lock === "held",
  load: ["is_open", "lock = 'none'"],
  write: json,
  read: reader(Quote.Quote)
}

/** A deposit address in lower case, as in the chain's records. */
export const address = ({ depositAddress }: { readonly depositAddress: string }): string =>
  depositAddress.toLowerCase()

/** Transactions that the refunds name, separated by spaces. */
const transactions = ({
  refunds
}: {
  readonly refunds: ReadonlyArray<{ readonly txHash: string | null }>
}): string | null => {
  const hashes = refunds.flatMap(({ txHash }) => (txHash === null ? [] : [txHash.toLowerCase()]))
  return hashes.length === 0 ? null : hashes.join(" ")
}

const owesRefund = ({ refunds }: Pick<PayoutState.Payout | Batch.Batch, "refunds">): boolean =>
  Refund.isOpen(refunds)

export const payouts: Table<PayoutState.Payout> = {
  name: "payouts",
  columns: [
    { name: "account_id", type: "text", of: ({ accountId }) => accountId },
    { name: "status", type: "text", of: ({ status }) => status },
    { name: "network", type: "text", of: ({ network }) => network },
    { name: "batch_id", type: "text", of: ({ batchId }) => batchId },
    { name: "idempotency_key", type: "text", of: ({ idempotencyKey }) => idempotencyKey },
    { name: "created_at", type: "int8", of: ({ createdAt }) => createdAt },
    { name: "amount", type: "int8", of: ({ sourceAmount }) => sourceAmount },
    { name: "owes_refund", type: "bool", of: owesRefund },
    { name: "search", type: "text", of: PayoutState.searchText },
    { name: "settled_at", type: "int8", of: ({ settledAt }) => settledAt },
    { name: "deposit_address", type: "text", of: address },
    { name: "refund_transactions", type: "text", of: transactions }
  ],
  isOpen: (payout) => !PayoutGuards.isFinished(payout),
  load: ["is_open"],
  write: json,
  read: reader(PayoutState.Payout)
}

export const batches: Table<Batch.Batch> = {
  name: "batches",
  columns: [
    { name: "account_id", type: "text", of: ({ accountId }) => accountId },
    { name: "kind", type: "text", of: ({ kind }) => kind },
    { name: "owes_refund", type: "bool", of: owesRefund },
    { name: "deposit_address", type: "text", of: address },
    { name: "refund_transactions", type: "text", of: transactions }
  ],
  isOpen: (batch) => !Batch.isFinished(batch),
  load: ["is_open"],
  write: json,
  read: reader(Batch.Batch)
}

export const beneficiaries: Table<Beneficiary.Beneficiary> = {
  name: "beneficiaries",
  columns: [
    { name: "account_id", type: "text", of: ({ accountId }) => accountId },
    { name: "network", type: "text", of: ({ network }) => network },
    { name: "search", type: "text", of: Beneficiary.searchText }
  ],
  isOpen: () => false,
  load: [],
  write: json,
  read: reader(Beneficiary.Beneficiary)
}

/** A delivery without its event, which stands in table events, once for all endpoints. */
const { notice: _, ...ownFields } = Delivery.Delivery.fields
const OwnDelivery = Schema.Struct(ownFields)

/** A delivery's event is joined in when it is read (`readDelivery`). */
const deliveries: Writable<Delivery.Delivery> & {
  readonly read: Read<typeof OwnDelivery.Type>
} = {
  name: "deliveries",
  columns: [
    { name: "endpoint_id", type: "text", of: ({ endpointId }) => endpointId },
    { name: "event_id", type: "text", of: ({ notice }) => notice.id },
    { name: "status", type: "text", of: ({ status }) => status },
    { name: "next_attempt_at", type: "int8", of: ({ nextAttemptAt }) => nextAttemptAt }
  ],
  isOpen: ({ status }) => status === "pending",
  write: ({ notice, ...state }) => json(state),
  read: reader(OwnDelivery)
}

/** Tables that are read as they are: all but that of deliveries. */
export const stateTables = {
  accounts: registry("account", Account.Account),
  keys: registry("key", ApiKey.ApiKey),
  people: registry("person", User.User),
  invitations: registry("invitation", User.Invitation),
  endpoints: registry("endpoint", Endpoint.Endpoint),
  chainCursors: registry("place", ChainCursor.Stored),
  quotes,
  payouts,
  batches,
  beneficiaries
} satisfies { readonly [K in Exclude<Name, "deliveries">]: Table<Kinds[K]> }

export type StateName = keyof typeof stateTables

export const stateNames = Object.keys(stateTables) as ReadonlyArray<StateName>

/** A table for each collection. */
export const tables: { readonly [K in Name]: Writable<Kinds[K]> } = { ...stateTables, deliveries }

export const names = Object.keys(tables) as ReadonlyArray<Name>

/** Tables whose open rows are sealed. */
export const sealed = ["directory", "quotes", "payouts", "batches", "deliveries"] as const

/** All tables, for emptying. */
export const all = [
  ...sealed,
  ...(["beneficiaries", "events", "replies", "audit_log", "read_model_seal"] as const)
] as const

// ----------------------------------------------------------------------------- writing

const oid = { text: PgTypes.OID.text, int8: PgTypes.OID.int8, bool: PgTypes.OID.bool }

/** An array parameter with its type, which the driver cannot infer from nulls alone. */
export const array = (type: ColumnType, values: ReadonlyArray<unknown>): PgTypes.Parameter =>
  Result.getOrThrow(
    PgTypes.array(
      type === "int8"
        ? values.map((value) => (value === null ? null : BigInt(value as number)))
        : values,
      oid[type]
    )
  )

/** The hash of a whole row, columns included, for the sum of its table's seal. */
export const print = (row: string): string => `hashtextextended(${row}::text, 0)`

const castOf: Record<ColumnType, string> = { text: "text[]", int8: "bigint[]", bool: "boolean[]" }

/** A webhook event's text for its checksum: all fields but its id. */
export const webhookEventText = (
  notice: Pick<
    WebhookEvent.WebhookEvent,
    "accountId" | "type" | "subjectId" | "sequence" | "at" | "body"
  >
): string => {
  const { accountId, at, body, sequence, subjectId, type } = notice
  return JSON.stringify([accountId, type, subjectId, sequence, at, body])
}

/** A statement that upserts rows and updates the table's seal. */
const upsertSql = <S>({ columns, name }: Writable<S>): string => {
  const names = ["id", "seq", "crc", "is_open", "state", ...columns.map((column) => column.name)]
  const types: ReadonlyArray<ColumnType> = [
    ...(["text", "int8", "int8", "bool", "text"] as const),
    ...columns.map(({ type }) => type)
  ]
  const parameters = types.map((type, index) => `$${index + 1}::${castOf[type]}`)
  const updates = names.slice(1).map((column) => `${column} = excluded.${column}`)
  return `
    with given as (
      select * from unnest(${parameters.join(", ")}) as given (${names.join(", ")})
    ), before as (
      select count(*) as open_rows, coalesce(sum(${print("old")}), 0) as crc_sum
      from ${name} old join given using (id) where old.is_open
    ), written as (
      insert into ${name} (${names.join(", ")}) select ${names.join(", ")} from given
      on conflict (id) do update set ${updates.join(", ")}
      returning is_open, ${print(name)} as print
    ), after as (
      select count(*) as open_rows, coalesce(sum(print), 0) as crc_sum from written where is_open
    )
    update read_model_seal seal
    set open_rows = seal.open_rows - before.open_rows + after.open_rows,
        crc_sum = seal.crc_sum - before.crc_sum + after.crc_sum
    from before, after where seal.table_name = '${name}'`
}

const upserts = new Map<string, string>()

/** The statement and its parameters for upserting rows. */
export const upsert = <S extends { readonly id: string }>(
  table: Writable<S>,
  rows: ReadonlyArray<Versioned<S>>
): readonly [string, ReadonlyArray<PgTypes.Parameter>] => {
  const sql = upserts.get(table.name) ?? upsertSql(table)
  upserts.set(table.name, sql)
  const texts = rows.map(({ state }) => table.write(state))
  return [
    sql,
    [
      array(
        "text",
        rows.map(({ state }) => state.id)
      ),
      array(
        "int8",
        rows.map(({ seq }) => seq)
      ),
      array(
        "int8",
        rows.map(({ seq, state }, index) => crcOf(state.id, seq, texts[index] ?? ""))
      ),
      array(
        "bool",
        rows.map(({ state }) => table.isOpen(state))
      ),
      array("text", texts),
      ...table.columns.map(({ of, type }) =>
        array(
          type,
          rows.map(({ state }) => of(state))
        )
      )
    ]
  ]
}

// ----------------------------------------------------------------------------- events and
// deliveries

export const DeliveryRow = Schema.Struct({
  ...Row.fields,
  event_id: Schema.String,
  event_seq: Schema.BigInt,
  event_crc: Schema.BigInt,
  account_id: Schema.String,
  type: Schema.String,
  subject_id: Schema.String,
  sequence: Schema.Number,
  at: Schema.BigInt,
  body: Schema.String
})

/** The event's columns of a delivery's row. */
export const EventRow = Schema.Struct(
  Struct.omit(DeliveryRow.fields, ["id", "seq", "crc", "state"])
)

/** A webhook event, proven by its checksum. */
export const readWebhookEvent = (
  row: typeof EventRow.Type
): Result.Result<WebhookEvent.WebhookEvent, ReadModelBroken> =>
  crcOf(
    row.event_id,
    Number(row.event_seq),
    webhookEventText({
      ...row,
      accountId: row.account_id,
      subjectId: row.subject_id,
      at: Number(row.at)
    })
  ) === Number(row.event_crc)
    ? Result.succeed({
        id: row.event_id,
        accountId: row.account_id,
        type: row.type,
        subjectId: row.subject_id,
        sequence: row.sequence,
        at: Number(row.at),
        body: row.body
      })
    : broken(row.event_id, "is not what was written")

/** A delivery with its event. */
export const readDelivery = (
  row: typeof DeliveryRow.Type
): Result.Result<Versioned<Delivery.Delivery>, ReadModelBroken> =>
  Result.flatMap(deliveries.read(row), ({ seq, state }) =>
    Result.map(readWebhookEvent(row), (notice) => ({ seq, state: { ...state, notice } }))
  )
