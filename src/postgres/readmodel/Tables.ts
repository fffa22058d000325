/**
 * The read model's tables: which columns a state has beside its JSON, and the checksum that tells a
 * row that was written from one that another hand changed.
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
import type { Versioned } from "../../engine/state/DirtyRows.ts"

/** The shape of the states; a read model of another shape is made again. */
export const version = 6

type ColumnType = "text" | "int8" | "bool"

interface Column<S> {
  readonly name: string
  readonly type: ColumnType
  readonly of: (state: S) => string | number | boolean | null
}

export interface Table<S> {
  readonly name: string
  readonly columns: ReadonlyArray<Column<S>>
  /** Rows a start needs; they are counted and summed. */
  readonly isOpen: (state: S) => boolean
  readonly write: (state: S) => string
}

const json = (state: unknown): string => JSON.stringify(state)

const directory = (kind: string): Table<{ readonly id: string }> => ({
  name: "directory",
  columns: [{ name: "kind", type: "text", of: () => kind }],
  isOpen: () => true,
  write: json
})

export const accounts = directory("account")
export const keys = directory("key")
export const people = directory("person")
export const invitations = directory("invitation")
export const endpoints = directory("endpoint")
export const places = directory("place")

export const quotes: Table<Quote.Quote> = {
  name: "quotes",
  columns: [
    { name: "account_id", type: "text", of: ({ accountId }) => accountId },
    { name: "lock", type: "text", of: ({ lock }) => lock },
    { name: "expires_at", type: "int8", of: ({ expiresAt }) => expiresAt }
  ],
  isOpen: ({ lock }) => lock === "held",
  write: json
}

/** As a chain's own records have it: in lower case. */
export const address = ({ depositAddress }: { readonly depositAddress: string }): string =>
  depositAddress.toLowerCase()

/** What it is said to have been refunded with, between spaces. */
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
  write: json
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
  write: json
}

/** No start needs them: none is open. */
export const beneficiaries: Table<Beneficiary.Beneficiary> = {
  name: "beneficiaries",
  columns: [
    { name: "account_id", type: "text", of: ({ accountId }) => accountId },
    { name: "network", type: "text", of: ({ network }) => network },
    { name: "search", type: "text", of: Beneficiary.searchText }
  ],
  isOpen: () => false,
  write: json
}

export const deliveries: Table<Delivery.Delivery> = {
  name: "deliveries",
  columns: [
    { name: "endpoint_id", type: "text", of: ({ endpointId }) => endpointId },
    { name: "event_id", type: "text", of: ({ notice }) => notice.id },
    { name: "status", type: "text", of: ({ status }) => status },
    { name: "next_attempt_at", type: "int8", of: ({ nextAttemptAt }) => nextAttemptAt }
  ],
  isOpen: ({ status }) => status === "pending",
  // The notice stands in table events, once for all endpoints.
  write: ({ notice, ...state }) => json(state)
}

/** Tables whose open rows are sealed. */
export const sealed = ["directory", "quotes", "payouts", "batches", "deliveries"] as const

/** All tables, for emptying. */
export const all = [
  ...sealed,
  ...(["beneficiaries", "events", "replies", "audit_log", "read_model_seal"] as const)
] as const

// ----------------------------------------------------------------------------- writing

const oid = { text: PgTypes.OID.text, int8: PgTypes.OID.int8, bool: PgTypes.OID.bool }

/** An array parameter; the driver could not tell the type of one that holds only nulls. */
export const array = (type: ColumnType, values: ReadonlyArray<unknown>): PgTypes.Parameter =>
  Result.getOrThrow(
    PgTypes.array(
      type === "int8"
        ? values.map((value) => (value === null ? null : BigInt(value as number)))
        : values,
      oid[type]
    )
  )

export const crcOf = (id: string, seq: number, text: string): number =>
  crc32(`${id} ${seq} ${text}`)

/** What a whole row amounts to, columns and all, for the sum of its table's seal. */
export const print = (row: string): string => `hashtextextended(${row}::text, 0)`

const castOf: Record<ColumnType, string> = { text: "text[]", int8: "bigint[]", bool: "boolean[]" }

/** All of a notice but its id: what its checksum is over. */
export const noticeText = (
  notice: Pick<
    WebhookEvent.WebhookEvent,
    "accountId" | "type" | "subjectId" | "sequence" | "at" | "body"
  >
): string => {
  const { accountId, at, body, sequence, subjectId, type } = notice
  return JSON.stringify([accountId, type, subjectId, sequence, at, body])
}

/** One statement that writes rows and keeps the table's seal. */
const upsertSql = <S>({ columns, name }: Table<S>): string => {
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

/** The statement and the parameters that write some rows. */
export const upsert = <S extends { readonly id: string }>(
  table: Table<S>,
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

// ----------------------------------------------------------------------------- reading

export const Row = Schema.Struct({
  id: Schema.String,
  seq: Schema.BigInt,
  crc: Schema.BigInt,
  state: Schema.String
})

const broken = (id: string, what: string) =>
  Result.fail(new ReadModelBroken({ message: `The read model's row ${id} ${what}.` }))

/** The state of a row, proven to be what was written. */
const reader = <S>(schema: Schema.Codec<S, unknown>) => {
  const decode = Schema.decodeUnknownResult(schema)
  return ({
    crc,
    id,
    seq,
    state
  }: typeof Row.Type): Result.Result<Versioned<S>, ReadModelBroken> => {
    if (crcOf(id, Number(seq), state) !== Number(crc)) return broken(id, "is not what was written")
    const parsed = Result.try((): unknown => JSON.parse(state))
    const decoded = Result.isSuccess(parsed) ? decode(parsed.success) : parsed
    if (Result.isFailure(decoded)) return broken(id, "cannot be read")
    return Result.succeed({ seq: Number(seq), state: decoded.success })
  }
}

export const readAccount = reader(Account.Account)
export const readKey = reader(ApiKey.ApiKey)
export const readPerson = reader(User.User)
export const readInvitation = reader(User.Invitation)
export const readEndpoint = reader(Endpoint.Endpoint)
export const readPlace = reader(ChainCursor.Stored)
export const readQuote = reader(Quote.Quote)
export const readPayout = reader(PayoutState.Payout)
export const readBatch = reader(Batch.Batch)
export const readBeneficiary = reader(Beneficiary.Beneficiary)

const { notice: _, ...ownFields } = Delivery.Delivery.fields
const readOwn = reader(Schema.Struct(ownFields))

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

/** An event by itself, as a delivery's row has it. */
export const EventRow = Schema.Struct(
  Struct.omit(DeliveryRow.fields, ["id", "seq", "crc", "state"])
)

/** The notice of an event's row, proven to be what was written. */
export const readNotice = (
  row: typeof EventRow.Type
): Result.Result<WebhookEvent.WebhookEvent, ReadModelBroken> =>
  crcOf(
    row.event_id,
    Number(row.event_seq),
    noticeText({ ...row, accountId: row.account_id, subjectId: row.subject_id, at: Number(row.at) })
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

/** A delivery with its notice. */
export const readDelivery = (
  row: typeof DeliveryRow.Type
): Result.Result<Versioned<Delivery.Delivery>, ReadModelBroken> =>
  Result.flatMap(readOwn(row), ({ seq, state }) =>
    Result.map(readNotice(row), (notice) => ({ seq, state: { ...state, notice } }))
  )
