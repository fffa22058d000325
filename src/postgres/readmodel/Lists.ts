/**
 * Pages of the read model: newest first, filtered, counted. All parameters are parameters; only
 * names of tables and columns written here are ever part of a statement.
 */
import type * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, type Result, Schema } from "effect"
import { isFinal } from "../../domain/payout/PayoutGuards.ts"
import type * as Quote from "../../domain/quote/Quote.ts"
import * as Search from "../../domain/Search.ts"
import * as Port from "../../engine/ports/ReadModel.ts"
import * as ReadQueries from "./ReadQueries.ts"
import * as Tables from "./Tables.ts"

export type Condition = string | readonly [text: string, ...values: ReadonlyArray<unknown>]

/**
 * Conditions with their parameters: `?` is the first value of a condition, `?2` the second. One whose
 * first value is `undefined` is none.
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

export const cut = ({ limit, offset }: Port.Page): string =>
  `limit ${Number(limit)} offset ${Number(offset)}`

const decodeEvents = Schema.decodeUnknownEffect(Schema.Array(Tables.EventRow))

const eventSql = `
  select id as event_id, seq as event_seq, crc as event_crc, account_id, type, subject_id, sequence,
    at, body
  from events`

/** How many of the newest are looked through for words of what they tell. */
const searchedMax = 10_000

/** By a name of it, whole; or by words of what the newest tell of their recipient. */
const searched = ({ accountId }: Port.PayoutFilter): string => {
  const scope = accountId === undefined ? "true" : "n.account_id = payouts.account_id"
  return `(id = ? or idempotency_key = ? or deposit_address = lower(?) or (
    id >= coalesce((select n.id from payouts n where ${scope}
      order by n.id desc offset ${searchedMax} limit 1), '')
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

/** Where a quote stands now. */
const quoteIs: Readonly<Record<Quote.Status, (now: number) => ReadonlyArray<Condition>>> = {
  ACTIVE: (now) => ["lock = 'none'", ["expires_at > ?", int(now)]],
  LOCKED: () => ["lock = 'held'"],
  USED: () => ["lock = 'used'"],
  EXPIRED: (now) => [["(lock = 'released' or (lock = 'none' and expires_at <= ?))", int(now)]]
}

/** Of open payouts alone: they are few, so what their states say need not stand in a column. */
const frozen: ReadonlyArray<string> = [
  ...["is_open", "status = 'COMPLIANCE_HOLD'"],
  "state::jsonb -> 'frozen' ->> 'since' is not null"
]

export const make = (sql: PgClient.PgClient, partition: number) => {
  const count = (from: string, parameters: ReadonlyArray<unknown>) =>
    sql
      .unsafe<{ readonly count: bigint }>(`select count(*) as count from ${from}`, parameters)
      .pipe(Effect.map(([row]) => Number(row?.count ?? 0)))

  /** States under one account; a row that stands under another is not believed. */
  const statesOf = Effect.fnUntraced(function* <S extends { readonly accountId: string }>(
    text: string,
    parameters: ReadonlyArray<unknown>,
    accountId: string | undefined,
    read: (
      row: typeof Tables.Row.Type
    ) => Result.Result<{ readonly state: S }, Port.ReadModelBroken>
  ) {
    const rows = yield* sql.unsafe(text, parameters).pipe(Effect.flatMap(ReadQueries.decodeRows))
    const states = (yield* ReadQueries.each(rows, read)).map(({ state }) => state)
    if (accountId !== undefined && states.some((state) => state.accountId !== accountId)) {
      return yield* new Port.ReadModelBroken({ message: "A row stands under another account." })
    }
    return states
  })

  /** One page of a table, newest first, and how many rows fit. */
  const listed = <S extends { readonly accountId: string }>(
    table: string,
    accountId: string | undefined,
    fits: ReturnType<typeof where>,
    page: Port.Page,
    read: (
      row: typeof Tables.Row.Type
    ) => Result.Result<{ readonly state: S }, Port.ReadModelBroken>
  ) =>
    Effect.flatMap(
      statesOf(
        `select id, seq, crc, state from ${table} where ${fits.where}
         order by id desc ${cut(page)}`,
        fits.parameters,
        accountId,
        read
      ),
      (items) => Port.listed(page, items, count(`${table} where ${fits.where}`, fits.parameters))
    ).pipe(ReadQueries.reading)

  const payoutsWhere = (filter: Port.PayoutFilter, excluding: ReadonlyArray<string>) =>
    where([
      ["account_id = ?", filter.accountId],
      ["status = ?", filter.status],
      // Said so that the index of open ones serves: they are few.
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

  const pagePayouts = (
    filter: Port.PayoutFilter,
    page: Port.Page,
    excluding: ReadonlyArray<string>
  ) => {
    const fits = payoutsWhere(filter, excluding)
    const text = `select id, seq, crc, state from payouts where ${fits.where}
      order by id desc ${cut(page)}`
    return ReadQueries.reading(statesOf(text, fits.parameters, filter.accountId, Tables.readPayout))
  }

  const countPayouts = (filter: Port.PayoutFilter, excluding: ReadonlyArray<string>) => {
    const fits = payoutsWhere(filter, excluding)
    // In one statement, so of one moment.
    const text = `select count(*) as count,
      (select seq from read_model where partition = ${Number(partition)}) as seq
      from payouts where ${fits.where}`
    return sql.unsafe<{ readonly count: bigint; readonly seq: bigint }>(text, fits.parameters).pipe(
      Effect.map(([row]) => ({ count: Number(row?.count), seq: Number(row?.seq) })),
      ReadQueries.reading
    )
  }

  const rowsByKey = (accountId: string, keys: ReadonlyArray<string>, since: number) =>
    ReadQueries.reading(
      statesOf(
        `select id, seq, crc, state from payouts
         where account_id = $1 and idempotency_key = any($2::text[]) and batch_id is not null
           and created_at > $3 order by id`,
        [accountId, Tables.array("text", keys), BigInt(since)],
        accountId,
        Tables.readPayout
      )
    )

  const listBatches = (filter: Port.BatchFilter, page: Port.Page) => {
    const { accountId, isParked, isRefundOpen, kind } = filter
    const fits = where([
      // What is parked is open, and open ones are few: their index serves.
      ...(isParked === true ? ["is_open and (state::json ->> 'parkedAt') is not null"] : []),
      ...(isRefundOpen === true ? ["owes_refund"] : []),
      ["account_id = ?", accountId],
      ["kind = ?", kind]
    ])
    return listed("batches", accountId, fits, page, Tables.readBatch)
  }

  const listBeneficiaries = (filter: Port.BeneficiaryFilter, page: Port.Page) => {
    const { accountId, network, words = [] } = filter
    const fits = where([
      ["account_id = ?", accountId],
      ["network = ?", network],
      ["search like all(?::text[])", patternsOf(words)]
    ])
    return listed("beneficiaries", accountId, fits, page, Tables.readBeneficiary)
  }

  const listQuotes = ({ accountId, now, status }: Port.QuoteFilter, page: Port.Page) => {
    const fits = where([
      ["account_id = ?", accountId],
      ...(status === undefined ? [] : quoteIs[status](now))
    ])
    return listed("quotes", accountId, fits, page, Tables.readQuote)
  }

  const eventsOf = (text: string, parameters: ReadonlyArray<unknown>) =>
    sql.unsafe(text, parameters).pipe(
      Effect.flatMap(decodeEvents),
      Effect.flatMap((rows) => ReadQueries.each(rows, Tables.readNotice))
    )

  const event = (id: string) =>
    eventsOf(`${eventSql} where id = $1`, [id]).pipe(
      Effect.map(([found]) => found),
      ReadQueries.reading
    )

  const listEvents = (filter: Port.EventFilter, page: Port.Page) => {
    const { accountId, after, from, subjectId, to, type } = filter
    const fits = where([
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
        `${eventSql} where ${fits.where} order by seq ${order}, id ${order} ${cut(page)}`,
        fits.parameters
      ),
      (items) => Port.listed(page, items, count(`events where ${fits.where}`, fits.parameters))
    ).pipe(ReadQueries.reading)
  }

  const listDeliveries = (filter: Port.DeliveryFilter, page: Port.Page) => {
    const { endpointId, since, status, subjectId } = filter
    const fits = where([
      ["d.endpoint_id = ?", endpointId],
      ["e.subject_id = ?", subjectId],
      // Said in full so that the index of failed ones serves.
      ...(status === "failed" ? ["d.status = 'failed'"] : [["d.status = ?", status] as const]),
      ["e.at >= ?", int(since)]
    ])
    const events = (since ?? subjectId) === undefined ? "" : "join events e on e.id = d.event_id"
    const total = count(`deliveries d ${events} where ${fits.where}`, fits.parameters)
    const found = ReadQueries.deliveries(sql)(
      `${ReadQueries.deliverySql} where ${fits.where} order by d.id desc ${cut(page)}`,
      fits.parameters
    )
    return Effect.flatMap(found, (items) =>
      Port.listed(
        page,
        items.map(({ state }) => state),
        ReadQueries.reading(total)
      )
    )
  }

  return {
    ...{ pagePayouts, countPayouts, rowsByKey, listBatches, listBeneficiaries },
    listQuotes,
    ...{ event, listEvents, listDeliveries }
  }
}
