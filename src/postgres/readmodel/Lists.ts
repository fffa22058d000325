/**
 * Pages of the read model: newest first, filtered, counted. Values travel as parameters; statements
 * contain only names of tables and columns written here.
 */

import type * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import { isFinal } from "../../domain/payout/PayoutGuards.ts"
import type * as Quote from "../../domain/quote/Quote.ts"
import * as Search from "../../domain/Search.ts"
import * as Port from "../../engine/ports/ReadModel.ts"
import * as ReadQueries from "./ReadQueries.ts"
import * as Tables from "./Tables.ts"

export type Condition = string | readonly [text: string, ...values: ReadonlyArray<unknown>]

/**
 * Joins conditions and their parameters: `?` is the first value of a condition, `?2` the second. A
 * condition whose first value is `undefined` is left out.
 */
export const where = (conditions: ReadonlyArray<Condition>) => {
  const parameters: Array<unknown> = []
  const texts = conditions.flatMap((condition) => {
    if (typeof condition === "string") return [condition]
    const [text, ...values] = condition
    if (values[0] === undefined) return []
    const before = parameters.length
    parameters.push(...values)
    return [text.replace(/\?(\d?)/g, (_, place) => `$${before + Number(place || 1)}`)]
  })
  return { where: texts.length === 0 ? "true" : texts.join(" and "), parameters }
}

export const int = (value: number | undefined): bigint | undefined =>
  value === undefined ? undefined : BigInt(value)

export const limitOf = ({ limit, offset }: Port.Page): string =>
  `limit ${Number(limit)} offset ${Number(offset)}`

const decodeEvents = Schema.decodeUnknownEffect(Schema.Array(Tables.EventRow))

const eventSql = `
  select id as event_id, seq as event_seq, crc as event_crc, account_id, type, subject_id, sequence,
    at, body
  from events`

/** Matches an id, key or address in full, or words about the recipient of the newest payouts. */
const searched = ({ accountId }: Port.PayoutFilter): string => {
  const scope = accountId === undefined ? "true" : "n.account_id = payouts.account_id"
  return `(id = ? or idempotency_key = ? or deposit_address = lower(?) or (
    id >= coalesce((select n.id from payouts n where ${scope}
      order by n.id desc offset ${Limits.views.searchedMax} limit 1), '')
    and search like all(?2::text[])))`
}

/** Patterns of words, for `like all`; `undefined` where there is none. */
const patternsOf = (words: ReadonlyArray<string>) =>
  words.length === 0
    ? undefined
    : Tables.array(
        "text",
        words.map((word) => `%${Search.partOf(word).replace(/[\\%_]/g, "\\$&")}%`)
      )

/** The condition of a quote's status at a time. */
const quoteStatus: Readonly<Record<Quote.Status, (now: number) => ReadonlyArray<Condition>>> = {
  ACTIVE: (now) => ["lock = 'none'", ["expires_at > ?", int(now)]],
  LOCKED: () => ["lock = 'held'"],
  USED: () => ["lock = 'used'"],
  EXPIRED: (now) => [["(lock = 'released' or (lock = 'none' and expires_at <= ?))", int(now)]]
}

/**
 * Only open payouts can be frozen. They are few, so the state's JSON needs no column of its own.
 */
const frozen: ReadonlyArray<string> = [
  ...["is_open", "status = 'COMPLIANCE_HOLD'"],
  "state::jsonb -> 'frozen' ->> 'since' is not null"
]

const count = (sql: PgClient.PgClient, from: string, parameters: ReadonlyArray<unknown>) =>
  sql
    .unsafe<{ readonly count: bigint }>(`select count(*) as count from ${from}`, parameters)
    .pipe(Effect.map(([row]) => Number(row?.count ?? 0)))

/** Rows to select: a condition with its parameters, their order, and which of them. */
interface Selection {
  readonly where: string
  readonly parameters: ReadonlyArray<unknown>
  /** From `order by` on. */
  readonly order: string
  /** The account that all rows must belong to; `undefined` for all accounts. */
  readonly accountId: string | undefined
}

/** Selects states; a row that belongs to another account is refused. */
const select = Effect.fnUntraced(function* <S extends { readonly accountId: string }>(
  sql: PgClient.PgClient,
  { name, read }: Tables.Table<S>,
  { accountId, order, parameters, where }: Selection
) {
  const rows = yield* sql
    .unsafe(`select id, seq, crc, state from ${name} where ${where} ${order}`, parameters)
    .pipe(Effect.flatMap(ReadQueries.decodeRows))
  const states = (yield* ReadQueries.each(rows, read)).map(({ state }) => state)
  if (accountId !== undefined && states.some((state) => state.accountId !== accountId)) {
    return yield* new Port.ReadModelBroken({ message: "A row belongs to another account." })
  }
  return states
})

const newest = (page: Port.Page): string => `order by id desc ${limitOf(page)}`

interface AccountFilter {
  readonly accountId?: string | undefined
}

/** Lists a table: one page, newest first, and how many rows match the filter. */
const lister =
  <S extends { readonly accountId: string }, F extends AccountFilter>(
    sql: PgClient.PgClient,
    table: Tables.Table<S>,
    conditionsOf: (filter: F) => ReadonlyArray<Condition>
  ) =>
  (filter: F, page: Port.Page) => {
    const { accountId } = filter
    const found = where([["account_id = ?", accountId], ...conditionsOf(filter)])
    return Effect.flatMap(
      select(sql, table, { ...found, order: newest(page), accountId }),
      (items) =>
        Port.listed(page, items, count(sql, `${table.name} where ${found.where}`, found.parameters))
    ).pipe(ReadQueries.reading)
  }

const payoutsWhere = (filter: Port.PayoutFilter, excluding: ReadonlyArray<string>) =>
  where([
    ["account_id = ?", filter.accountId],
    ["status = ?", filter.status],
    // Makes PostgreSQL use the index of open payouts, which are few.
    ...(filter.status === undefined || isFinal(filter.status) ? [] : ["is_open"]),
    ...(filter.isRefundOpen === true ? ["owes_refund"] : []),
    ...(filter.isFrozen === true ? frozen : []),
    ["batch_id = ?", filter.batchId],
    ["network = ?", filter.network],
    ["created_at >= ?", int(filter.from)],
    ["created_at <= ?", int(filter.to)],
    [searched(filter), filter.search?.whole, patternsOf(filter.search?.words ?? [])],
    ["id <> all(?::text[])", excluding.length === 0 ? undefined : Tables.array("text", excluding)]
  ])

const makePayouts = (sql: PgClient.PgClient, partition: number) => {
  const pagePayouts = (
    filter: Port.PayoutFilter,
    page: Port.Page,
    excluding: ReadonlyArray<string>
  ) => {
    const { accountId } = filter
    const selection = { ...payoutsWhere(filter, excluding), order: newest(page), accountId }
    return ReadQueries.reading(select(sql, Tables.payouts, selection))
  }

  const countPayouts = (filter: Port.PayoutFilter, excluding: ReadonlyArray<string>) => {
    const found = payoutsWhere(filter, excluding)
    // One statement, so that count and place are of one snapshot.
    const text = `select count(*) as count,
      (select seq from read_model where partition = ${Number(partition)}) as seq
      from payouts where ${found.where}`
    return sql
      .unsafe<{ readonly count: bigint; readonly seq: bigint }>(text, found.parameters)
      .pipe(
        Effect.map(([row]) => ({ count: Number(row?.count), seq: Number(row?.seq) })),
        ReadQueries.reading
      )
  }

  const rowsByKey = (accountId: string, keys: ReadonlyArray<string>, since: number) =>
    ReadQueries.reading(
      select(sql, Tables.payouts, {
        where: `account_id = $1 and idempotency_key = any($2::text[]) and batch_id is not null
          and created_at > $3`,
        parameters: [accountId, Tables.array("text", keys), BigInt(since)],
        order: "order by id",
        accountId
      })
    )

  return { pagePayouts, countPayouts, rowsByKey }
}

const makeBatches = (sql: PgClient.PgClient) =>
  lister(sql, Tables.batches, ({ isParked, isRefundOpen, kind }: Port.BatchFilter) => [
    // Parked batches are open, and those are few: their index serves.
    ...(isParked === true ? ["is_open and (state::json ->> 'parkedAt') is not null"] : []),
    ...(isRefundOpen === true ? ["owes_refund"] : []),
    ["kind = ?", kind]
  ])

const makeBeneficiaries = (sql: PgClient.PgClient) =>
  lister(sql, Tables.beneficiaries, ({ network, words = [] }: Port.BeneficiaryFilter) => [
    ["network = ?", network],
    ["search like all(?::text[])", patternsOf(words)]
  ])

const makeQuotes = (sql: PgClient.PgClient) =>
  lister(sql, Tables.quotes, ({ now, status }: Port.QuoteFilter) =>
    status === undefined ? [] : quoteStatus[status](now)
  )

const makeEvents = (sql: PgClient.PgClient) => {
  const eventsOf = (text: string, parameters: ReadonlyArray<unknown>) =>
    sql.unsafe(text, parameters).pipe(
      Effect.flatMap(decodeEvents),
      Effect.flatMap((rows) => ReadQueries.each(rows, Tables.readWebhookEvent))
    )

  const event = (id: string) =>
    eventsOf(`${eventSql} where id = $1`, [id]).pipe(
      Effect.map(([found]) => found),
      ReadQueries.reading
    )

  const listEvents = (filter: Port.EventFilter, page: Port.Page) => {
    const { accountId, after, from, subjectId, to, type } = filter
    const found = where([
      ["account_id = ?", accountId],
      ["type = ?", type],
      ["subject_id = ?", subjectId],
      ["at >= ?", int(from)],
      ["at <= ?", int(to)],
      ["(seq, id) > (select seq, id from events where id = ?)", after]
    ])
    const order = after === undefined ? "desc" : "asc"
    return Effect.flatMap(
      eventsOf(
        `${eventSql} where ${found.where} order by seq ${order}, id ${order} ${limitOf(page)}`,
        found.parameters
      ),
      (items) =>
        Port.listed(page, items, count(sql, `events where ${found.where}`, found.parameters))
    ).pipe(ReadQueries.reading)
  }

  return { event, listEvents }
}

const makeDeliveries =
  (sql: PgClient.PgClient) => (filter: Port.DeliveryFilter, page: Port.Page) => {
    const { endpointId, since, status, subjectId } = filter
    const found = where([
      ["d.endpoint_id = ?", endpointId],
      ["e.subject_id = ?", subjectId],
      // Written out, so that PostgreSQL uses the index of failed deliveries.
      ...(status === "failed" ? ["d.status = 'failed'"] : [["d.status = ?", status] as const]),
      ["e.at >= ?", int(since)]
    ])
    const events = (since ?? subjectId) === undefined ? "" : "join events e on e.id = d.event_id"
    const total = count(sql, `deliveries d ${events} where ${found.where}`, found.parameters)
    const deliveries = ReadQueries.deliveries(sql)(
      `${ReadQueries.deliverySql} where ${found.where} order by d.id desc ${limitOf(page)}`,
      found.parameters
    )
    return Effect.flatMap(deliveries, (items) =>
      Port.listed(
        page,
        items.map(({ state }) => state),
        ReadQueries.reading(total)
      )
    )
  }

export const make = (sql: PgClient.PgClient, partition: number) => ({
  ...makePayouts(sql, partition),
  ...makeEvents(sql),
  listBatches: makeBatches(sql),
  listBeneficiaries: makeBeneficiaries(sql),
  listQuotes: makeQuotes(sql),
  listDeliveries: makeDeliveries(sql)
})
