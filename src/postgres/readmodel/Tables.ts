/**
 * The tables of the archive, and those of beneficiaries, events and deliveries: their columns in
 * addition to a state's JSON, and the checksum that proves that a row is what was written.
 */
import { crc32 } from "node:zlib"
import * as PgTypes from "@effect/sql-pg/PgTypes"
import { Result, Schema, Struct } from "effect"
import * as SchemaJITCompiler from "effect/schema/SchemaJITCompiler"
import * as Beneficiary from "../../domain/Beneficiary.ts"
import * as Withdrawal from "../../domain/balance/Withdrawal.ts"
import * as Batch from "../../domain/batch/Batch.ts"
import * as Booking from "../../domain/books/Booking.ts"
import * as PayoutState from "../../domain/payout/PayoutState.ts"
import * as Quote from "../../domain/quote/Quote.ts"
import * as Refund from "../../domain/refund/Refund.ts"
import * as Delivery from "../../domain/webhook/Delivery.ts"
import * as EventData from "../../domain/webhook/EventData.ts"
import type * as WebhookEvent from "../../domain/webhook/WebhookEvent.ts"
import * as DataSubjects from "../../engine/ports/DataSubjects.ts"
import { ReadModelBroken } from "../../engine/ports/ReadModel.ts"
import type { RecordedEvent, Versioned, Withheld } from "../../engine/ports/Rows.ts"
import * as Collections from "../../engine/state/Collections.ts"
import * as ClearForm from "../sealing/ClearForm.ts"
import type * as PersonKeys from "../sealing/PersonKeys.ts"
import * as SealedEntry from "../sealing/SealedEntry.ts"
import * as SealedText from "../sealing/SealedText.ts"

/** The version of the tables' shape; a read model of another version is rebuilt. */
export const version = 1

export type ColumnType = "text" | "int8" | "bool"

interface Column<S> {
  readonly name: string
  readonly type: ColumnType
  readonly of: (state: S, sealer: SealedText.Sealer) => string | number | bigint | boolean | null
}

/** Reads a row. Personal data whose key is absent reads `erased`. */
export type Read<S> = (
  row: typeof Row.Type,
  keys: PersonKeys.Keys
) => Result.Result<Versioned<S>, ReadModelBroken>

/** Writes the state that an entry left, with personal data sealed. */
export type Write<S> = (sealer: SealedText.Sealer, row: Versioned<S>) => string

/** The columns and the writer of a collection's states. */
interface Writable<S> {
  readonly name: string
  readonly columns: ReadonlyArray<Column<S>>
  readonly write: Write<S>
}

/** A table whose rows are complete states. */
export interface Table<S> extends Writable<S> {
  readonly read: Read<S>
  /** True for a table of the archive: its rows are finished objects, inserted once. */
  readonly isArchive: boolean
}

/** Stored instead of a state or an event's body that the log entry contains. */
export const none = ""

export const Row = Schema.Struct({
  id: Schema.String,
  seq: Schema.BigInt,
  crc: Schema.BigInt,
  state: Schema.String
})

const brokenRow = (id: string, what: string) =>
  new ReadModelBroken({ message: `The read model's row ${id} ${what}.` })

const broken = (id: string, what: string) => Result.fail(brokenRow(id, what))

export const crcOf = (id: string, seq: number, text: string): number =>
  crc32(`${id} ${seq} ${text}`)

/** The place of a row's state, to which its sealed part is bound. */
const placeOf = (table: string, id: string, seq: number | bigint): string => `${table} ${id} ${seq}`

/** The states of a table. */
interface Contents<S> {
  readonly table: string
  readonly schema: Schema.Codec<S, unknown>
}

/** The people that the personal data of a state is about. */
export type PeopleOf<S> = (state: S) => ClearForm.PersonOf

/**
 * Writes states as JSON with the names in their schema's order. A state's own order depends on its
 * past: a field that was added late is last, until a start has loaded the state. A state that its
 * schema refuses is written as it is: the read refuses it, and the tables are rebuilt.
 */
export const writer = <S extends { readonly id: string }>({
  peopleOf,
  schema,
  table
}: Contents<unknown> & { readonly peopleOf: PeopleOf<S> }): Write<S> => {
  // Compiled at the first state, and the reader at the first row.
  SchemaJITCompiler.enable(schema.ast)
  const encode = Schema.encodeUnknownResult(schema)
  const fields = ClearForm.fieldsOf(schema)
  return (sealer, { seq, state, withheld }) => {
    const value = Result.getOrElse(encode(state), () => state)
    const plan = { fields, personOf: peopleOf(state), withheld: partsOf(withheld) }
    return SealedText.seal(sealer, placeOf(table, state.id, seq), value, plan)
  }
}

/** The restricted data of a state, as its reader made it. */
interface WithheldText<S> extends Withheld<S> {
  readonly parts: ReadonlyArray<SealedText.WithheldPart>
}

const partsOf = <S>(withheld: Withheld<S> | undefined): ReadonlyArray<SealedText.WithheldPart> => {
  // No other module makes one.
  const text = withheld as WithheldText<S> | undefined
  return text?.parts ?? []
}

/** The restricted data of a state, which is put back in the form of its schema. */
const withheldOf = <S>(
  schema: Schema.Codec<S, unknown>,
  parts: ReadonlyArray<SealedText.WithheldPart>
): WithheldText<S> => ({
  parts,
  phones: [...new Set(parts.flatMap(({ personal }) => ClearForm.textsOf(personal, "phone")))],
  reveal: (state) => {
    const encoded = Result.getOrElse(Schema.encodeUnknownResult(schema)(state), () => state)
    const whole = parts.reduce<unknown>(
      (value, { personal }) => ClearForm.join(value, ClearForm.remaining(value, personal) ?? {}),
      encoded
    )
    return Result.getOrElse(Schema.decodeUnknownResult(schema)(whole), () => state)
  }
})

/**
 * Decodes a row, and proves by its checksum that it is what was written. `summed` returns the text
 * that the checksum covers in addition to id and `seq`.
 */
export const reader = <S>(
  { schema, table }: Contents<S>,
  summed: (state: string) => string = (state) => state
): Read<S> => {
  // Compiled at the first row, because a start decodes many. A payout built by the plain schema has
  // no hidden class, and takes twice the memory.
  SchemaJITCompiler.enable(schema.ast)
  const decode = Schema.decodeUnknownResult(schema)
  return ({ crc, id, seq, state }, keys) => {
    if (crcOf(id, Number(seq), summed(state)) !== Number(crc))
      return broken(id, "is not what was written")
    const opened = SealedText.openWhole(keys, placeOf(table, id, seq), state)
    if (Result.isFailure(opened)) return broken(id, "cannot be read")
    const { value, withheld } = opened.success
    const decoded = decode(value)
    if (Result.isFailure(decoded)) return broken(id, "cannot be read")
    const row: Versioned<S> = { seq: Number(seq), state: decoded.success }
    return Result.succeed(
      withheld.length === 0 ? row : { ...row, withheld: withheldOf(schema, withheld) }
    )
  }
}

/** Data of the account that a row belongs to. */
const ofAccount =
  ({ accountId }: { readonly accountId: string | null }): ClearForm.PersonOf =>
  () =>
    DataSubjects.account(accountId)

/** Data of the service itself. */
const ofService = (): ClearForm.PersonOf => () => DataSubjects.account(null)

/** Data of the recipient of a payout or of a beneficiary. */
const ofRecipient =
  ({
    accountId,
    phone
  }: {
    readonly accountId: string
    readonly phone: string
  }): ClearForm.PersonOf =>
  () =>
    DataSubjects.recipient(accountId, phone)

/** Data of a batch is of its account, except the rows, which have a recipient each. */
export const ofBatch =
  ({ accountId }: { readonly accountId: string }): ClearForm.PersonOf =>
  (owner, { phone }) =>
    owner === "recipient" && typeof phone === "string"
      ? DataSubjects.recipient(accountId, phone)
      : DataSubjects.account(accountId)

/** The writer and the reader of a table. */
const codecOf = <S extends { readonly id: string }>(
  contents: Contents<S> & { readonly peopleOf: PeopleOf<S> }
) => ({
  name: contents.table,
  write: writer(contents),
  read: reader(contents)
})

export const quotes: Table<Quote.Quote> = {
  ...codecOf({ table: "quotes", schema: Quote.Quote, peopleOf: ofAccount }),
  columns: [
    { name: "account_id", type: "text", of: ({ accountId }) => accountId },
    { name: "lock", type: "text", of: ({ lock }) => lock }
  ],
  isArchive: true
}

/** A deposit address in lower case, as in the chain's records. */
export const address = ({ depositAddress }: { readonly depositAddress: string }): string =>
  depositAddress.toLowerCase()

/** Transactions of the refunds, separated by spaces. */
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

/** Numbers of the list entries that screening found, with spaces around them. */
const listEntries = ({ screening }: Pick<PayoutState.Payout, "screening">): string | null => {
  const entries = [screening?.entry, ...(screening?.candidates ?? []).map(({ entry }) => entry)]
  const numbers = entries.flatMap((entry) => /^\d+(?= )/.exec(entry ?? "") ?? [])
  return numbers.length === 0 ? null : ` ${[...new Set(numbers)].join(" ")} `
}

const recipientHash = ({ phone }: PayoutState.Payout, { keys }: SealedText.Sealer): bigint =>
  ClearForm.isHidden(phone) ? SealedEntry.erasedRecipient : keys.hash(phone)

export const payouts: Table<PayoutState.Payout> = {
  ...codecOf({ table: "payouts", schema: PayoutState.Payout, peopleOf: ofRecipient }),
  columns: [
    { name: "account_id", type: "text", of: ({ accountId }) => accountId },
    { name: "status", type: "text", of: ({ status }) => status },
    { name: "network", type: "text", of: ({ network }) => network },
    { name: "batch_id", type: "text", of: ({ batchId }) => batchId },
    { name: "idempotency_key", type: "text", of: ({ idempotencyKey }) => idempotencyKey },
    { name: "created_at", type: "int8", of: ({ createdAt }) => createdAt },
    { name: "amount", type: "int8", of: ({ sourceAmount }) => sourceAmount },
    { name: "owes_refund", type: "bool", of: owesRefund },
    { name: "recipient", type: "int8", of: recipientHash },
    { name: "list_entries", type: "text", of: listEntries },
    { name: "settled_at", type: "int8", of: ({ settledAt }) => settledAt },
    { name: "deposit_address", type: "text", of: address },
    { name: "refund_transactions", type: "text", of: transactions }
  ],
  isArchive: true
}

export const batches: Table<Batch.Batch> = {
  ...codecOf({ table: "batches", schema: Batch.Batch, peopleOf: ofBatch }),
  columns: [
    { name: "account_id", type: "text", of: ({ accountId }) => accountId },
    { name: "kind", type: "text", of: ({ kind }) => kind },
    { name: "status", type: "text", of: Batch.status },
    { name: "created_at", type: "int8", of: ({ createdAt }) => createdAt },
    { name: "owes_refund", type: "bool", of: owesRefund },
    { name: "deposit_address", type: "text", of: address },
    { name: "refund_transactions", type: "text", of: transactions },
    { name: "search", type: "text", of: Batch.searchText }
  ],
  isArchive: true
}

export const withdrawals: Table<Withdrawal.Withdrawal> = {
  ...codecOf({ table: "withdrawals", schema: Withdrawal.Withdrawal, peopleOf: ofAccount }),
  columns: [
    { name: "account_id", type: "text", of: ({ accountId }) => accountId },
    { name: "status", type: "text", of: ({ status }) => status },
    {
      name: "refund_transactions",
      type: "text",
      of: (withdrawal) => transactions({ refunds: Withdrawal.asRefunds(withdrawal) })
    }
  ],
  isArchive: true
}

export const bookings: Table<Booking.Booking> = {
  ...codecOf({ table: "bookings", schema: Booking.Booking, peopleOf: ofService }),
  columns: [],
  isArchive: true
}

export const beneficiaries: Table<Beneficiary.Beneficiary> = {
  ...codecOf({ table: "beneficiaries", schema: Beneficiary.Beneficiary, peopleOf: ofRecipient }),
  columns: [
    { name: "account_id", type: "text", of: ({ accountId }) => accountId },
    { name: "network", type: "text", of: ({ network }) => network },
    { name: "search", type: "text", of: Beneficiary.searchText }
  ],
  isArchive: false
}

/** A delivery without its event, which is stored in table events, once for all endpoints. */
const { webhookEvent: _, ...ownFields } = Delivery.Delivery.fields
const OwnDelivery = Schema.Struct(ownFields)

const deliveryTable = { table: "deliveries", schema: OwnDelivery }

/** A delivery's event is joined in when it is read (`readDelivery`). */
const deliveries: Writable<Delivery.Delivery> & {
  readonly read: Read<typeof OwnDelivery.Type>
} = {
  name: deliveryTable.table,
  write: writer<Delivery.Delivery>({
    ...deliveryTable,
    peopleOf: ({ webhookEvent }) => ofAccount(webhookEvent)
  }),
  read: reader(deliveryTable),
  columns: [
    { name: "endpoint_id", type: "text", of: ({ endpointId }) => endpointId },
    { name: "event_id", type: "text", of: ({ webhookEvent }) => webhookEvent.id },
    { name: "status", type: "text", of: ({ status }) => status },
    { name: "next_attempt_at", type: "int8", of: ({ nextAttemptAt }) => nextAttemptAt }
  ]
}

/** Tables that are read as they are: all except deliveries. */
export const stateTables = { quotes, payouts, batches, withdrawals, bookings, beneficiaries }

/**
 * Tables with a table sum: the count and the checksum sum of the rows of the checkpoint and of open
 * deliveries.
 */
export const summed = ["active", "deliveries"] as const

/** All tables, for emptying; the sums go with the archive. */
export const all = [
  ...summed,
  ...Collections.archivedNames,
  ...(["beneficiaries", "events", "replies", "audit_log", "read_model_sums"] as const),
  ...(["payout_texts", "balance_movements", "book_totals"] as const)
] as const

/**
 * Tables that partitions share, for deleting a partition's rows. Sums come last: triggers leave
 * some that are zero.
 */
export const shared = [...all, "payout_totals", "quote_totals"] as const

// ----------------------------------------------------------------------------- writing

const oid = { text: PgTypes.OID.text, int8: PgTypes.OID.int8, bool: PgTypes.OID.bool }

/** An array parameter with its type, which the driver cannot infer from nulls alone. */
export const array = (type: ColumnType, values: ReadonlyArray<unknown>): PgTypes.Parameter =>
  Result.getOrThrow(
    PgTypes.array(
      type === "int8"
        ? values.map((value) => (value === null ? null : BigInt(value as number | bigint)))
        : values,
      oid[type]
    )
  )

/** The condition of a pending delivery's row; indexes have the same condition. */
export const isPending = "status = 'pending'"

/** The hash of a whole row, columns included; the table sum has the sum of these hashes. */
export const fingerprint = (row: string): string => `hashtextextended(${row}::text, 0)`

const castOf: Record<ColumnType, string> = { text: "text[]", int8: "bigint[]", bool: "boolean[]" }

/**
 * The text of a webhook event that its checksum covers: all fields except the id. `body` is `null`
 * if the log entry contains the body.
 */
export const webhookEventText = (
  { accountId, at, sequence, subjectId, type }: WebhookEvent.Heading,
  body: string | null
): string => JSON.stringify([accountId, type, subjectId, sequence, at, body])

export type Statement = readonly [string, ReadonlyArray<unknown>]

/** The columns of a row that come from its state. */
const namesOf = <S>({ columns }: Writable<S>): ReadonlyArray<string> => [
  ...["id", "seq", "crc", "state"],
  ...columns.map((column) => column.name)
]

/** Rows passed as one array for each of `namesOf`, beginning with the first parameter. */
const unnestOf = <S>(table: Writable<S>): string => {
  const types: ReadonlyArray<ColumnType> = [
    ...(["text", "int8", "int8", "text"] as const),
    ...table.columns.map(({ type }) => type)
  ]
  const parameters = types.map((type, index) => `$${index + 1}::${castOf[type]}`)
  return `unnest(${parameters.join(", ")}) as given (${namesOf(table).join(", ")})`
}

const updatesOf = (names: ReadonlyArray<string>): string =>
  names
    .filter((name) => name !== "id")
    .map((name) => `${name} = excluded.${name}`)
    .join(", ")

/** A row that changes after its end keeps the position at which it was archived. */
const stateSql = <S>(table: Table<S>): string => {
  const names = namesOf(table)
  const next = names.length + 1
  const [more, value] = table.isArchive ? [", archived_at", `, $${next + 1}::bigint`] : ["", ""]
  return `
    insert into ${table.name} (${names.join(", ")}, partition${more})
    select ${names.join(", ")}, $${next}::int${value} from ${unnestOf(table)}
    on conflict (id) do update set ${updatesOf(names)}`
}

/** Upserts deliveries and updates their table sum, which covers whole rows of pending ones. */
const deliveriesSql = (): string => {
  const names = namesOf(deliveries)
  const partition = `$${names.length + 1}::int`
  return `
    with given as (
      select * from ${unnestOf(deliveries)}
    ), before as (
      select count(*) as open_rows, coalesce(sum(${fingerprint("old")}), 0) as crc_sum
      from deliveries old join given using (id) where old.${isPending}
    ), written as (
      insert into deliveries (${names.join(", ")}, partition)
      select ${names.join(", ")}, ${partition} from given
      on conflict (id) do update set ${updatesOf(names)}
      returning case when ${isPending} then ${fingerprint("deliveries")} end as print
    ), after as (
      select count(print) as open_rows, coalesce(sum(print), 0) as crc_sum from written
    )
    update read_model_sums kept
    set open_rows = kept.open_rows - before.open_rows + after.open_rows,
        crc_sum = kept.crc_sum - before.crc_sum + after.crc_sum
    from before, after
    where kept.partition = ${partition} and kept.table_name = 'deliveries'`
}

const statements = new Map<string, string>()

const statementOf = (name: string, make: () => string): string => {
  const text = statements.get(name) ?? make()
  statements.set(name, text)
  return text
}

/** Rows as one array for each of `namesOf`. */
const parametersOf = <S extends { readonly id: string }>(
  { columns, write }: Writable<S>,
  sealer: SealedText.Sealer,
  rows: ReadonlyArray<Versioned<S>>
): ReadonlyArray<unknown> => {
  const texts = rows.map((row) => write(sealer, row))
  // Rows are found by restricted data too.
  const states = rows.map(({ state, withheld }) => withheld?.reveal(state) ?? state)
  const stateColumns = [
    ["text", rows.map(({ state }) => state.id)],
    ["int8", rows.map(({ seq }) => seq)],
    ["int8", rows.map(({ seq, state }, index) => crcOf(state.id, seq, texts[index] ?? ""))],
    ["text", texts]
  ] as const
  return [
    ...stateColumns.map(([type, values]) => array(type, values)),
    ...columns.map(({ of, type }) =>
      array(
        type,
        states.map((state) => of(state, sealer))
      )
    )
  ]
}

/** A position in the log of a partition. */
interface LogPosition {
  readonly partition: number
  readonly seq: number
}

/** The statement that upserts rows, written at a position in the log, and its parameters. */
export const upsert = <S extends { readonly id: string }>(
  table: Table<S>,
  sealer: SealedText.Sealer,
  rows: ReadonlyArray<Versioned<S>>,
  { partition, seq }: LogPosition
): Statement => [
  statementOf(table.name, () => stateSql(table)),
  [...parametersOf(table, sealer, rows), partition, ...(table.isArchive ? [BigInt(seq)] : [])]
]

/** The statement that upserts the texts of payouts for searches, and its parameters. */
export const upsertTexts = (
  partition: number,
  rows: ReadonlyArray<Versioned<PayoutState.Payout>>
): Statement => [
  `insert into payout_texts (payout_id, text, partition)
   select *, $3::int from unnest($1::text[], $2::text[])
   on conflict (payout_id) do update set text = excluded.text`,
  [
    array(
      "text",
      rows.map(({ state }) => state.id)
    ),
    array(
      "text",
      rows.map(({ state }) => PayoutState.searchText(state))
    ),
    partition
  ]
]

/** The statement that upserts deliveries, and its parameters. */
export const upsertDeliveries = (
  partition: number,
  sealer: SealedText.Sealer,
  rows: ReadonlyArray<Versioned<Delivery.Delivery>>
): Statement => [
  statementOf(deliveries.name, deliveriesSql),
  [...parametersOf(deliveries, sealer, rows), partition]
]

// ----------------------------------------------------------------------- events and deliveries

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

/**
 * A delivery's row in a list; `body` is null if it is long, because a list does not read a long
 * body.
 */
export const ListedDeliveryRow = Schema.Struct({
  ...DeliveryRow.fields,
  body: Schema.NullOr(Schema.String)
})

/** The event's columns of a delivery's row. */
export const EventRow = Schema.Struct(
  Struct.omit(DeliveryRow.fields, ["id", "seq", "crc", "state"])
)

/** An event's row in a list; `body` is null if it is long. */
export const ListedEventRow = Schema.Struct({
  ...EventRow.fields,
  body: Schema.NullOr(Schema.String)
})

const eventPlace = (id: string): string => `events ${id}`

/** The fields with personal data of a webhook event's envelope, by the event's type. */
const eventFields = new Map<string, ReadonlyArray<ClearForm.Field>>(
  Object.entries(EventData.events).map(([type, [, data]]) => [
    type,
    ClearForm.fieldsOf(Schema.Struct({ data }))
  ])
)

/**
 * The body of a webhook event as it is stored; `null` if its log entry contains it. Data that names
 * no recipient is about the one of the event's payout, if it is of a payout.
 */
export const eventBody = (
  sealer: SealedText.Sealer,
  { phone, state }: RecordedEvent
): string | null => {
  if (!("body" in state)) return null
  const { accountId, body, id, type } = state
  const fields = eventFields.get(type) ?? []
  if (fields.length === 0) return body
  const personOf: ClearForm.PersonOf = (owner, { recipient_phone: own }) => {
    const recipient = typeof own === "string" ? own : phone
    return owner === "account" || recipient === null
      ? DataSubjects.account(accountId)
      : DataSubjects.recipient(accountId, recipient)
  }
  // An event that is rendered again from erased data has no metadata.
  const plan: SealedText.Plan = { fields, personOf, omitsRecords: true }
  return SealedText.seal(sealer, eventPlace(id), JSON.parse(body), plan)
}

/**
 * A webhook event, proven by its checksum. `logged` is the event from its log entry, for a row
 * without a body.
 */
export const readWebhookEvent = (
  row: typeof EventRow.Type,
  logged: WebhookEvent.WebhookEvent | undefined,
  keys: PersonKeys.Keys
): Result.Result<WebhookEvent.WebhookEvent, ReadModelBroken> => {
  const { body, event_id: id, sequence, type } = row
  const heading: WebhookEvent.Heading = {
    ...{ id, accountId: row.account_id, type, subjectId: row.subject_id },
    ...{ sequence, at: Number(row.at) }
  }
  const text = webhookEventText(heading, body === none ? null : body)
  if (crcOf(id, Number(row.event_seq), text) !== Number(row.event_crc))
    return broken(id, "is not what was written")
  if (body !== none) {
    return Result.mapBoth(SealedText.openJson(keys, eventPlace(id), body), {
      onSuccess: (opened) => ({ ...heading, body: opened }),
      onFailure: () => brokenRow(id, "cannot be read")
    })
  }
  return logged?.id === id && webhookEventText(logged, null) === text
    ? Result.succeed(logged)
    : broken(id, "is not of the entry that it names")
}

export const readDelivery = (
  row: typeof DeliveryRow.Type,
  logged: WebhookEvent.WebhookEvent | undefined,
  keys: PersonKeys.Keys
): Result.Result<Versioned<Delivery.Delivery>, ReadModelBroken> =>
  Result.flatMap(deliveries.read(row, keys), ({ seq, state }) =>
    Result.map(readWebhookEvent(row, logged, keys), (webhookEvent) => ({
      seq,
      state: { ...state, webhookEvent }
    }))
  )
