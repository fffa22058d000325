/**
 * Pages of the read model: newest first, filtered, counted. Values travel as parameters; statements
 * contain only names of tables and columns written here.
 */

import type * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Result, Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import { dayMs } from "../../domain/Day.ts"
import * as Ids from "../../domain/Ids.ts"
import { isFinal } from "../../domain/payout/PayoutGuards.ts"
import type * as Quote from "../../domain/quote/Quote.ts"
import * as Search from "../../domain/Search.ts"
import * as Port from "../../engine/ports/ReadModel.ts"
import * as Conditions from "./Conditions.ts"
import * as Pointers from "./Pointers.ts"
import * as ReadQueries from "./ReadQueries.ts"
import * as Source from "./Source.ts"
import * as Tables from "./Tables.ts"
import * as Totals from "./Totals.ts"

export const limitOf = ({ limit, offset }: Port.Page): string =>
  `limit ${Number(limit)} offset ${Number(offset)}`

const decodeEvents = Schema.decodeUnknownEffect(Schema.Array(Tables.EventRow))

const eventSql = `
  select id as event_id, seq as event_seq, crc as event_crc, account_id, type, subject_id, sequence,
    at, body
  from events`

/** Days of a month of the index of keys (schema/0007_totals.sql). */
const monthDays = 30

const words = "n.search like all(?2::text[])"

/** Payouts of the newest by words. The bound is computed once: it does not depend on the row. */
const byWords = (scope: string, found: string): string =>
  `union all
   select n.id from payouts n where ${scope} and ${found}
     and n.id >= coalesce((select n.id from payouts n where ${scope}
       order by n.id desc offset ${Limits.views.searchedMax} limit 1), '')`

/** Rows that a search by words goes through: an account's, or all of a partition. */
const searchedScope = (
  source: Source.Source,
  accountId: string | undefined
): readonly [scope: string, ...values: ReadonlyArray<unknown>] => {
  if (accountId !== undefined) return ["n.account_id = ?3", accountId]
  return source.isShared ? ["n.partition = ?3", source.partition] : ["true"]
}

/**
 * Matches an id, key, address or transaction of a refund in full, by an index; that of keys has the
 * month before the key. Words, the provider's reference and transactions of deposits are found
 * among the newest payouts.
 */
const searched = (
  source: Source.Source,
  { accountId, search }: Port.PayoutFilter
): Conditions.Condition => {
  if (search === undefined) return ["", undefined]
  const patterns = patternsOf(search.words)
  const [scope, ...scopeGiven] = searchedScope(source, accountId)
  const references = referencesIn(search.whole)
  const first = 3 + scopeGiven.length
  // Not `like`, which takes two to three times as long for a text within a state.
  const found = [
    words,
    ...references.map((_, index) => `strpos(n.state, ?${first + index}::text) > 0`)
  ].join(" or ")
  const given = [...scopeGiven, ...references]
  const text = `id = any(array(
    select id from payouts where id = ?
    union all
    select id from payouts where idempotency_key = ? and created_at / ${monthDays * dayMs} = any(array(
      select generate_series(min(day) / ${monthDays}, max(day) / ${monthDays})::bigint from payout_totals
      where account_id = ''${source.isShared ? ` and partition = ${Number(source.partition)}` : ""}))
    union all
    select id from payouts where deposit_address = lower(?) and batch_id is null
    union all
    select id from payouts where deposit_address = lower(?) and batch_id is not null
    union all
    select id from payouts where refund_transactions is not null
      and string_to_array(refund_transactions, ' ') @> array[lower(?)]
    ${patterns === undefined ? "" : byWords(scope, `(${found})`)}))`
  return [text, search.whole, ...(patterns === undefined ? [] : [patterns, ...given])]
}

/** As a pattern that matches just this text. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, "\\$&")

/** What a state that has this reference has in it, one or the other: no column has it. */
const referencesIn = (whole: string): ReadonlyArray<string> => {
  const reference = Search.referenceOf(whole)
  if (reference === undefined) return []
  return ["providerReference", "txHash"].map((name) => `"${name}":"${reference}"`)
}

/** Patterns of words, for `like all`; `undefined` where there is none. */
const patternsOf = (words: ReadonlyArray<string>) =>
  words.length === 0
    ? undefined
    : Tables.array(
        "text",
        words.map((word) => `%${escaped(Search.partOf(word))}%`)
      )

/** The condition of the status of a quote that is over. */
const quoteStatus: Readonly<Record<Quote.Status, string>> = {
  ACTIVE: "false",
  LOCKED: "false",
  USED: "lock = 'used'",
  EXPIRED: "lock = 'released'"
}

const count = (sql: PgClient.PgClient, from: string, parameters: ReadonlyArray<unknown>) =>
  sql
    .unsafe<{ readonly count: bigint }>(`select count(*) as count from ${from}`, parameters)
    .pipe(Effect.map(([row]) => Number(row?.count ?? 0)))

interface AccountFilter {
  readonly accountId?: string | undefined
}

/** A row of a table, or an id from memory. */
const PageRow = Schema.Struct({
  id: Schema.String,
  seq: Schema.NullOr(Schema.BigInt),
  crc: Schema.NullOr(Schema.BigInt),
  state: Schema.NullOr(Schema.String)
})

const decodePage = Schema.decodeUnknownEffect(Schema.Array(PageRow))

/** The rows of a table and ids from memory together, newest first. */
const pageSql = (table: string, found: string, places: ReadonlyArray<string>, page: Port.Page) => {
  const [ids, most] = places
  return `
    with page as (
      (select id, true as is_row from ${table} where ${found} order by id desc limit ${most})
      union all
      select id, false from unnest(${ids}::text[]) as given (id)
      order by id desc ${limitOf(page)}
    )
    select page.id, t.seq, t.crc, t.state from page
    left join ${table} t on page.is_row and t.id = page.id order by page.id desc`
}

/** How a list selects rows; `sumsOf` where sums tell how many. */
interface Selection<F> {
  readonly conditionsOf: (filter: F) => ReadonlyArray<Conditions.Condition>
  readonly sumsOf?: (filter: F) => Totals.Sums | undefined
}

/** An account's rows are of one partition; of all accounts, this partition's are listed. */
const ofAccount = (source: Source.Source, accountId: string | undefined): Conditions.Condition =>
  accountId === undefined ? Source.own(source) : ["account_id = ?", accountId]

/** Lists a table with what memory has: rows of another account are refused. */
const lister = <S extends { readonly accountId: string }, F extends AccountFilter>(
  source: Source.Source,
  table: Tables.Table<S>,
  { conditionsOf, sumsOf }: Selection<F>
): Port.TableList<F, S> => {
  const { sql } = source
  const fitting = (filter: F): ReadonlyArray<Conditions.Condition> => [
    ofAccount(source, filter.accountId),
    ...conditionsOf(filter)
  ]

  const foundBy = (filter: F, { excluding, seq }: Port.Overlay, before?: string) =>
    Conditions.where([
      ["id < ?", before],
      ...fitting(filter),
      ...(table.isArchive ? [["archived_at <= ?", Conditions.int(seq)] as const] : []),
      ["id <> all(?::text[])", excluding.length === 0 ? undefined : Tables.array("text", excluding)]
    ])

  const readRow = ({
    crc,
    id,
    seq,
    state
  }: typeof PageRow.Type): Result.Result<string | S, Port.ReadModelBroken> =>
    seq === null || crc === null || state === null
      ? Result.succeed(id)
      : Result.map(table.read({ id, seq, crc, state }), (row) => row.state)

  const page = Effect.fnUntraced(function* (filter: F, page: Port.Page, overlay: Port.Overlay) {
    const { accountId } = filter
    const found = foundBy(filter, overlay, page.before)
    const next = found.parameters.length + 1
    const rows = yield* sql
      .unsafe(pageSql(table.name, found.where, [`$${next}`, `$${next + 1}`], page), [
        ...found.parameters,
        Tables.array("text", overlay.ids),
        BigInt(page.offset + page.limit)
      ])
      .pipe(Effect.flatMap(decodePage))
    const items = yield* ReadQueries.each(rows, readRow)
    const isForeign = (item: string | S) =>
      typeof item !== "string" && accountId !== undefined && item.accountId !== accountId
    if (items.some(isForeign)) {
      return yield* new Port.ReadModelBroken({ message: "A row belongs to another account." })
    }
    return items
  }, ReadQueries.reading)

  const countAll = (filter: F, overlay: Port.Overlay) => {
    const found = foundBy(filter, overlay)
    return count(sql, `${table.name} where ${found.where}`, found.parameters)
  }

  const counted = Effect.fnUntraced(function* (filter: F, overlay: Port.Overlay) {
    const sums = sumsOf?.(filter)
    if (sums === undefined) return yield* countAll(filter, overlay)
    const { excluding, seq } = overlay
    const excluded =
      excluding.length === 0
        ? undefined
        : [...fitting(filter), ["id = any(?::text[])", Tables.array("text", excluding)] as const]
    const total = yield* Totals.count(source, { table: table.name, sums, excluded, seq })
    return total ?? (yield* countAll(filter, overlay))
  }, ReadQueries.reading)

  return { page, count: counted }
}

/** Only what is not over can be frozen, parked, or in a status that is not final: memory has it. */
const inMemory = "false"

/**
 * Ids begin with a time that is not later than the creation, but for clocks: a walk from the newest
 * begins where a time ends and not at the archive's end.
 */
const idUpTo = (to: number | undefined): string | undefined =>
  to === undefined || to < 0 || to > timesMax ? undefined : `po_${Ids.timeOf(to + dayMs)}Z`

/** Far below the largest time that an id can have. */
const timesMax = 1e14

/** Written out where few have it, so that PostgreSQL uses the index of those. */
const unsettled = (status: Port.PayoutFilter["status"]) =>
  status === undefined || status === "SETTLED" ? [] : ["status <> 'SETTLED'"]

const makePayouts = (source: Source.Source) =>
  lister(source, Tables.payouts, {
    sumsOf: Totals.ofPayouts,
    conditionsOf: (filter: Port.PayoutFilter) => [
      ["status = ?", filter.status],
      ...unsettled(filter.status),
      ...(filter.status === undefined || isFinal(filter.status) ? [] : [inMemory]),
      ...(filter.isRefundOpen === true ? ["owes_refund"] : []),
      ...(filter.isFrozen === true ? [inMemory] : []),
      ["batch_id = ?", filter.batchId],
      ["network = ?", filter.network],
      ["created_at >= ?", Conditions.int(filter.from)],
      ["created_at <= ?", Conditions.int(filter.to)],
      ["settled_at >= ?", Conditions.int(filter.settledFrom)],
      ["settled_at < ?", Conditions.int(filter.settledBefore)],
      ["id <= ?", idUpTo(filter.to)],
      searched(source, filter)
    ]
  })

const makeRowsByKey =
  (sql: PgClient.PgClient) => (accountId: string, keys: ReadonlyArray<string>, since: number) =>
    sql
      .unsafe(
        `select id, seq, crc, state from payouts
         where account_id = $1 and idempotency_key = any($2::text[]) and batch_id is not null
           and created_at > $3 order by id`,
        [accountId, Tables.array("text", keys), BigInt(since)]
      )
      .pipe(
        Effect.flatMap(ReadQueries.decodeRows),
        Effect.flatMap((rows) => ReadQueries.each(rows, Tables.payouts.read)),
        Effect.map((rows) => rows.map(({ state }) => state)),
        ReadQueries.reading
      )

const makeBatches = (source: Source.Source) =>
  lister(source, Tables.batches, {
    conditionsOf: ({ isParked, isRefundOpen, kind }: Port.BatchFilter) => [
      ...(isParked === true ? [inMemory] : []),
      ...(isRefundOpen === true ? ["owes_refund"] : []),
      ["kind = ?", kind]
    ]
  })

const makeBeneficiaries = (source: Source.Source) =>
  lister(source, Tables.beneficiaries, {
    conditionsOf: ({ network, words = [] }: Port.BeneficiaryFilter) => [
      ["network = ?", network],
      ["search like all(?::text[])", patternsOf(words)]
    ]
  })

const makeQuotes = (source: Source.Source) => {
  const conditionsOf = ({ status }: Port.QuoteFilter) =>
    status === undefined ? [] : [quoteStatus[status]]
  return lister(source, Tables.quotes, {
    conditionsOf,
    sumsOf: (filter: Port.QuoteFilter) => ({
      table: "quote_totals" as const,
      conditions: [["account_id = ?", filter.accountId] as const, ...conditionsOf(filter)],
      parts: []
    })
  })
}

const makeEvents = (source: Source.Source) => {
  const { partition, sql } = source
  const eventsOf = (text: string, parameters: ReadonlyArray<unknown>) =>
    sql.unsafe(text, parameters).pipe(
      Effect.flatMap(decodeEvents),
      Effect.flatMap((rows) => Pointers.readEach(sql, partition, rows, Tables.readWebhookEvent))
    )

  const event = (id: string) =>
    eventsOf(`${eventSql} where partition = $1 and id = $2`, [partition, id]).pipe(
      Effect.map(([found]) => found),
      ReadQueries.reading
    )

  const foundBy = (filter: Port.EventFilter, until: number) => {
    const { accountId, after, from, subjectId, to, type } = filter
    return Conditions.where([
      ["account_id = ?", accountId],
      // `seq` is of this partition's log.
      Source.own(source),
      ["type = ?", type],
      ["subject_id = ?", subjectId],
      ["at >= ?", Conditions.int(from)],
      ["at <= ?", Conditions.int(to)],
      ["seq <= ?", Conditions.int(until)],
      ["(seq, id) > (select seq, id from events where id = ? and partition = ?2)", after, partition]
    ])
  }

  const pageEvents = (filter: Port.EventFilter, page: Port.Page, until: number) => {
    const found = foundBy(filter, until)
    const order = filter.after === undefined ? "desc" : "asc"
    return ReadQueries.reading(
      eventsOf(
        `${eventSql} where ${found.where} order by seq ${order}, id ${order} ${limitOf(page)}`,
        found.parameters
      )
    )
  }

  const countEvents = (filter: Port.EventFilter, until: number) => {
    const found = foundBy(filter, until)
    return ReadQueries.reading(count(sql, `events where ${found.where}`, found.parameters))
  }

  return { event, pageEvents, countEvents }
}

const makeDeliveries =
  (source: Source.Source) => (filter: Port.DeliveryFilter, page: Port.Page) => {
    const { sql } = source
    const { endpointId, since, status, subjectId, type } = filter
    const found = Conditions.where([
      ["d.endpoint_id = ?", endpointId],
      Source.own(source, "d."),
      ["e.subject_id = ?", subjectId],
      ["e.type = ?", type],
      // Written out, so that PostgreSQL uses the index of failed deliveries.
      ...(status === "failed" ? ["d.status = 'failed'"] : [["d.status = ?", status] as const]),
      ["e.at >= ?", Conditions.int(since)]
    ])
    const events =
      (since ?? subjectId ?? type) === undefined ? "" : "join events e on e.id = d.event_id"
    const total = count(sql, `deliveries d ${events} where ${found.where}`, found.parameters)
    const deliveries = ReadQueries.deliveries(source)(
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

export const make = (source: Source.Source) => ({
  ...makeEvents(source),
  rowsByKey: makeRowsByKey(source.sql),
  listDeliveries: makeDeliveries(source)
})

/** The lists of which memory has a part. */
export const withMemory = (source: Source.Source): Port.TableLists => ({
  payouts: makePayouts(source),
  batches: makeBatches(source),
  beneficiaries: makeBeneficiaries(source),
  quotes: makeQuotes(source)
})
