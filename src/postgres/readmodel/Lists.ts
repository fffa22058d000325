/**
 * Pages of the read model: in order, filtered, counted. Values are passed only as parameters;
 * statements contain only names of tables and columns written here.
 */

import type * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Result, Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Beneficiary from "../../domain/Beneficiary.ts"
import * as Withdrawal from "../../domain/balance/Withdrawal.ts"
import type * as Batch from "../../domain/batch/Batch.ts"
import type * as BatchReview from "../../domain/batch/BatchReview.ts"
import { dayMs } from "../../domain/Day.ts"
import * as Ids from "../../domain/Ids.ts"
import { isFinal } from "../../domain/payout/PayoutGuards.ts"
import type * as Quote from "../../domain/quote/Quote.ts"
import * as Search from "../../domain/Search.ts"
import type * as Delivery from "../../domain/webhook/Delivery.ts"
import * as WebhookEvent from "../../domain/webhook/WebhookEvent.ts"
import * as ListOrder from "../../engine/ports/ListOrder.ts"
import * as Port from "../../engine/ports/ReadModel.ts"
import type { Versioned } from "../../engine/ports/Rows.ts"
import * as RecipientPayouts from "../log/RecipientPayouts.ts"
import type * as PersonKeys from "../sealing/PersonKeys.ts"
import * as Conditions from "./Conditions.ts"
import * as LogBackedRows from "./LogBackedRows.ts"
import * as ReadQueries from "./ReadQueries.ts"
import * as Source from "./Source.ts"
import * as Tables from "./Tables.ts"
import * as Totals from "./Totals.ts"

export const limitOf = ({ limit, offset }: Port.Page): string =>
  `limit ${Number(limit)} offset ${Number(offset)}`

const decodeEvents = Schema.decodeUnknownEffect(Schema.Array(Tables.EventRow))
const decodeListedEvents = Schema.decodeUnknownEffect(Schema.Array(Tables.ListedEventRow))
const decodeListedDeliveries = Schema.decodeUnknownEffect(Schema.Array(Tables.ListedDeliveryRow))

const eventsWith = (body: string): string => `
  select id as event_id, seq as event_seq, crc as event_crc, account_id, type, subject_id, sequence,
    at, ${body} as body
  from events`

const eventSql = eventsWith("body")
const listedEventSql = eventsWith(ReadQueries.unlessLong("body"))
const bodySql = "select body from events where partition = $1 and id = $2"

type WithBody<R> = R & { readonly body: string }

/**
 * Rows of a page with their events, in order. A long body belongs to a batch with many rows: it is
 * read separately and shortened, so that memory holds one of them.
 */
const readListed = Effect.fnUntraced(function* <R extends typeof Tables.ListedEventRow.Type, A>(
  source: Source.Source,
  rows: ReadonlyArray<R>,
  read: (
    row: WithBody<R>,
    logged: WebhookEvent.WebhookEvent | undefined,
    keys: PersonKeys.Keys
  ) => Result.Result<A, Port.ReadModelBroken>,
  shorten: (item: A) => A
) {
  const isShort = (row: R): row is WithBody<R> => row.body !== null
  const { partition, sql } = source
  const short = yield* LogBackedRows.readEach(source, rows.filter(isShort), read)
  const items = [...short]
  for (const [index, row] of rows.entries()) {
    if (isShort(row)) continue
    const stored = yield* sql.unsafe<{ readonly body: string }>(bodySql, [partition, row.event_id])
    const body = stored[0]?.body ?? Tables.none
    const [item] = yield* LogBackedRows.readEach(source, [{ ...row, body }], read)
    if (item === undefined) continue
    // The items before this row are already in the list, so `index` is its position.
    items.splice(index, 0, shorten(item))
  }
  return items
})

/** Days of a month in the index of keys, `payouts_of_key`. */
const monthDays = 30

/** True for a payout of which a search finds the words. */
const hasWords = (payout: string): string =>
  `(select text from payout_texts where payout_id = ${payout}) like all(?2::text[])`

const words = hasWords("n.id")

/**
 * The newest payouts that match a search by words. The bound is computed once: it does not depend
 * on the row.
 */
const byWords = (scope: string, conditions: string): string =>
  `union all
   select n.id from payouts n where ${scope} and ${conditions}
     and n.id >= coalesce((select n.id from payouts n where ${scope}
       order by n.id desc offset ${Limits.readModel.searchedMax} limit 1), '')`

/**
 * The rows that a search by words goes through: an account's, or all of a partition. `parameter` is
 * the placeholder of the value in the condition.
 */
const searchedScope = (
  source: Source.Source,
  accountId: string | undefined,
  parameter: string
): readonly [scope: string, ...values: ReadonlyArray<unknown>] => {
  if (accountId !== undefined) return [`n.account_id = ${parameter}`, accountId]
  return source.isShared ? [`n.partition = ${parameter}`, source.partition] : ["true"]
}

/**
 * Matches an id, key, address or refund transaction in full, by an index; the index of keys begins
 * with the month. Words, the quote, the provider's reference and deposit transactions are searched
 * among the newest payouts.
 */
const searchCondition = (
  source: Source.Source,
  { accountId, search }: Port.PayoutFilter
): Conditions.Condition => {
  if (search === undefined) return ["", undefined]
  const patterns = patternsOf(search.words)
  const [scope, ...scopeValues] = searchedScope(source, accountId, "?3")
  const references = referencesIn(search.whole)
  const first = 3 + scopeValues.length
  // `like` would take two to three times as long for a text within a state.
  const conditions = [
    words,
    ...references.map((_, index) => `strpos(n.state, ?${first + index}::text) > 0`)
  ].join(" or ")
  const values = [...scopeValues, ...references]
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
    ${patterns === undefined ? "" : byWords(scope, `(${conditions})`)}))`
  return [text, search.whole, ...(patterns === undefined ? [] : [patterns, ...values])]
}

/** Escapes a text for a `like` pattern that matches only this text. */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&")

/** Texts of which a state with this reference contains one; no column has the reference. */
const referencesIn = (whole: string): ReadonlyArray<string> => {
  const reference = Search.referenceOf(whole)
  if (reference === undefined) return []
  const names = Search.isQuote(reference) ? ["quoteId"] : ["providerReference", "txHash"]
  return names.map((name) => `"${name}":"${reference}"`)
}

/** Patterns of words, for `like all`; `undefined` if there are no words. */
const patternsOf = (words: ReadonlyArray<string>) =>
  words.length === 0
    ? undefined
    : Tables.array(
        "text",
        words.map((word) => `%${escapeLike(Search.partOf(word))}%`)
      )

/** The condition for the status of a finished quote. */
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

const orderBy = ({ by, isAscending }: ListOrder.Order, prefix = ""): string => {
  const direction = isAscending ? "asc" : "desc"
  const keys = by === "name" ? ["name", "id"] : ["id"]
  return `order by ${keys.map((key) => `${prefix}${key} ${direction}`).join(", ")}`
}

/** The condition at which a page begins. `name` is the expression of a row's name. */
const startCondition = (
  { by, isAscending }: ListOrder.Order,
  name: string,
  position: ListOrder.Position | undefined
): Conditions.Condition => {
  const sign = isAscending ? ">" : "<"
  return by === "name"
    ? [`(${name}, id) ${sign} (?, ?2)`, position?.name, position?.id]
    : [`id ${sign} ?`, position?.id]
}

interface PageSource {
  readonly table: string
  readonly name: string
  /** The SQL condition of the table's rows. */
  readonly conditions: string
  readonly order: ListOrder.Order
  /** The number of the first parameter after those of the conditions: ids, names, limit. */
  readonly next: number
}

/** The rows of a table and the positions of rows in memory, merged in order. */
const pageSql = ({ conditions, name, next, order, table }: PageSource, page: Port.Page) => `
    with page as (
      (select id, ${name} as name, true as is_row from ${table} where ${conditions}
       ${orderBy(order)} limit $${next + 2})
      union all
      select id, name collate "C", false
      from unnest($${next}::text[], $${next + 1}::text[]) as given (id, name)
      ${orderBy(order)} ${limitOf(page)}
    )
    select page.id, t.seq, t.crc, ${ReadQueries.unlessLong("t.state")} as state from page
    left join ${table} t on page.is_row and t.id = page.id ${orderBy(order, "page.")}`

/** The conditions and columns of a list; `sumsOf` returns the sums that give the count, if any. */
interface Selection<F, S> {
  /** The SQL expression by which a list by name is sorted, if the table has one. */
  readonly nameKey?: string
  readonly conditionsOf: (filter: F) => ReadonlyArray<Conditions.Condition>
  readonly sumsOf?: (filter: F) => Totals.Sums | undefined
  /** Shortens a state that may be long, for a list. */
  readonly shorten?: (state: S) => S
}

/** An account's rows are in one partition. Without an account, this partition's rows are listed. */
const ofAccount = (source: Source.Source, accountId: string | undefined): Conditions.Condition =>
  accountId === undefined ? Source.ownRows(source) : ["account_id = ?", accountId]

/** Reads the rows of a page: states of the table, and ids of rows in memory. */
const rowReader = <S extends object>(
  source: Source.Source,
  table: Tables.Table<S>,
  shorten: ((state: S) => S) | undefined
) => {
  const rowSql = `select id, seq, crc, state from ${table.name} where id = $1`
  const readRow = (
    { crc, id, seq, state }: typeof PageRow.Type,
    keys: PersonKeys.Keys
  ): Result.Result<string | S, Port.ReadModelBroken> =>
    seq === null || crc === null || state === null
      ? Result.succeed(id)
      : Result.map(table.read({ id, seq, crc, state }, keys), (row) => row.state)
  const readRows = (rows: ReadonlyArray<typeof PageRow.Type>) =>
    ReadQueries.eachState(source, rows, readRow)

  /**
   * Reads a long state separately and shortens it, so that memory holds one of them. Its row may
   * have changed since the page was selected, so its checksum is read again with it. A row that is
   * gone is in memory again.
   */
  const readLong = Effect.fnUntraced(function* ({ id }: typeof PageRow.Type) {
    const rows = yield* Effect.flatMap(source.sql.unsafe(rowSql, [id]), decodePage)
    const [item = id] = yield* readRows(rows)
    return typeof item === "string" || shorten === undefined ? item : shorten(item)
  })

  const isLong = ({ seq, state }: typeof PageRow.Type): boolean => seq !== null && state === null

  return (rows: ReadonlyArray<typeof PageRow.Type>) =>
    rows.some(isLong)
      ? Effect.forEach(rows, (row) =>
          isLong(row) ? readLong(row) : Effect.map(readRows([row]), ([item = row.id]) => item)
        )
      : readRows(rows)
}

interface Listed {
  readonly id: string
  /** Absent in rows of the service itself. */
  readonly accountId?: string
}

/** Lists a table merged with rows in memory. Rows of another account are refused. */
const lister = <S extends Listed, F extends AccountFilter>(
  source: Source.Source,
  table: Tables.Table<S>,
  { conditionsOf, nameKey = "''::text", shorten, sumsOf }: Selection<F, S>
): Port.TableList<F, S> => {
  const { sql } = source
  const filterConditions = (filter: F): ReadonlyArray<Conditions.Condition> => [
    ofAccount(source, filter.accountId),
    ...conditionsOf(filter)
  ]

  const queryOf = (
    filter: F,
    { excluding, seq }: Port.Overlay,
    ...begin: ReadonlyArray<Conditions.Condition>
  ) =>
    Conditions.where([
      ...begin,
      ...filterConditions(filter),
      ...(table.isArchive ? [["archived_at <= ?", Conditions.int(seq)] as const] : []),
      ["id <> all(?::text[])", excluding.length === 0 ? undefined : Tables.array("text", excluding)]
    ])

  const readRows = rowReader(source, table, shorten)

  const page = Effect.fnUntraced(function* (filter: F, page: Port.Page, overlay: Port.Overlay) {
    const { accountId } = filter
    const { order = ListOrder.newestFirst } = page
    const query = queryOf(filter, overlay, startCondition(order, nameKey, page.after))
    const next = query.parameters.length + 1
    const pageSource = { order, next, conditions: query.where, table: table.name, name: nameKey }
    const rows = yield* sql
      .unsafe(pageSql(pageSource, page), [
        ...query.parameters,
        ...(["id", "name"] as const).map((key) =>
          Tables.array(
            "text",
            overlay.positions.map((position) => position[key])
          )
        ),
        BigInt(page.offset + page.limit)
      ])
      .pipe(Effect.flatMap(decodePage))
    const items = yield* readRows(rows)
    const isForeign = (item: string | S) =>
      typeof item !== "string" && accountId !== undefined && item.accountId !== accountId
    if (items.some(isForeign)) {
      return yield* new Port.ReadModelBroken({ message: "A row belongs to another account." })
    }
    return items
  }, ReadQueries.reading)

  const countAll = (filter: F, overlay: Port.Overlay) => {
    const query = queryOf(filter, overlay)
    return count(sql, `${table.name} where ${query.where}`, query.parameters)
  }

  const countRows = Effect.fnUntraced(function* (filter: F, overlay: Port.Overlay) {
    const sums = sumsOf?.(filter)
    if (sums === undefined) return yield* countAll(filter, overlay)
    const { excluding, seq } = overlay
    const excluded =
      excluding.length === 0
        ? undefined
        : [
            ...filterConditions(filter),
            ["id = any(?::text[])", Tables.array("text", excluding)] as const
          ]
    const total = yield* Totals.count(source, { table: table.name, sums, excluded, seq })
    return total ?? (yield* countAll(filter, overlay))
  }, ReadQueries.reading)

  return { page, count: countRows }
}

/**
 * Only an active object can be frozen or parked, have an open recall, or be in a status that is not
 * final, and active objects are in memory.
 */
const inMemory = "false"

/**
 * An id begins with its time of creation, as exact as clocks are. A walk from the newest begins at
 * the end of the period, one from the oldest at its start, and neither goes beyond the period.
 */
const idAt = (prefix: string, at: number): string | undefined =>
  at < 0 || at > timesMax ? undefined : `${prefix}_${Ids.timeOf(at)}`

const idFrom = (prefix: string, from: number | undefined) =>
  from === undefined ? undefined : idAt(prefix, from - dayMs)

const idUpTo = (prefix: string, to: number | undefined) => {
  const id = to === undefined ? undefined : idAt(prefix, to + dayMs)
  return id === undefined ? undefined : `${id}Z`
}

/** Milliseconds, far below the largest time that an id can have. */
const timesMax = 1e14

/** Written out for the statuses that few payouts have, so that PostgreSQL uses their index. */
const unsettled = (status: Port.PayoutFilter["status"]) =>
  status === undefined || status === "SETTLED" ? [] : ["status <> 'SETTLED'"]

/** Written out, so that PostgreSQL uses the indexes of rows that have a refund. */
const ofRefund = ({
  isRefundOpen,
  isRefundSent
}: Pick<Port.BatchFilter, "isRefundOpen" | "isRefundSent">): ReadonlyArray<string> => [
  ...(isRefundOpen === true ? ["owes_refund"] : []),
  ...(isRefundSent === true ? ["refund_transactions is not null"] : [])
]

/** The condition of the index of held payouts, `payouts_held`. */
const heldCondition = `strpos(state, '"holdReason":null') = 0`

/**
 * The newest held payouts that may be like a given one. A name is matched by its words, which other
 * names may have.
 */
const similarCondition = (
  source: Source.Source,
  { like }: Port.PayoutFilter
): Conditions.Condition => {
  if (like === undefined) return ["", undefined]
  const { entries, phone, words } = like
  const [scope, ...scopeValues] = searchedScope(source, undefined, "?4")
  const text = `${heldCondition} and id >= coalesce((select n.id from payouts n
      where ${scope} and strpos(n.state, '"holdReason":null') = 0
      order by n.id desc offset ${Limits.readModel.searchedMax} limit 1), '')
    and (recipient = ?
      or (?2::text[] <> '{}' and ${hasWords("id")})
      or list_entries like any(?3::text[]))`
  const patterns = patternsOf(words) ?? Tables.array("text", [])
  const labels = entries.map((number) => `% ${number} %`)
  const recipient = source.people.hash(phone)
  return [text, recipient, patterns, Tables.array("text", labels), ...scopeValues]
}

const isActiveOnly = ({ counted, isFrozen, isRecallOpen, status }: Port.PayoutFilter): boolean =>
  (status !== undefined && !isFinal(status)) ||
  isFrozen === true ||
  isRecallOpen === true ||
  counted !== undefined

const makePayouts = (source: Source.Source) =>
  lister(source, Tables.payouts, {
    sumsOf: Totals.ofPayouts,
    conditionsOf: (filter: Port.PayoutFilter) => [
      ["status = ?", filter.status],
      ...unsettled(filter.status),
      ...ofRefund(filter),
      ...(isActiveOnly(filter) ? [inMemory] : []),
      ["batch_id = ?", filter.batchId],
      ["network = ?", filter.network],
      ["created_at >= ?", Conditions.int(filter.from)],
      ["created_at <= ?", Conditions.int(filter.to)],
      ["settled_at >= ?", Conditions.int(filter.settledFrom)],
      ["settled_at < ?", Conditions.int(filter.settledBefore)],
      ["id >= ?", idFrom("po", filter.from)],
      ["id <= ?", idUpTo("po", filter.to)],
      searchCondition(source, filter),
      similarCondition(source, filter)
    ]
  })

const makeRecipientPayouts = (source: Source.Source) =>
  lister(Source.unrestricted(source), Tables.payouts, {
    conditionsOf: ({ accountId, phone }: Port.RecipientFilter) => [
      [
        `id = any(array(${RecipientPayouts.idsSql("?", "?2", String(source.partition))}))`,
        ...[accountId, source.people.hash(phone)]
      ]
    ]
  })

const makeRowsByKey =
  (source: Source.Source) => (accountId: string, keys: ReadonlyArray<string>, since: number) =>
    source.sql
      .unsafe(
        `select id, seq, crc, state from payouts
         where account_id = $1 and idempotency_key = any($2::text[]) and batch_id is not null
           and created_at > $3 order by id`,
        [accountId, Tables.array("text", keys), BigInt(since)]
      )
      .pipe(
        Effect.flatMap(ReadQueries.decodeRows),
        Effect.flatMap((rows) => ReadQueries.eachState(source, rows, Tables.payouts.read)),
        Effect.map((rows) => rows.map(({ state }) => state)),
        ReadQueries.reading
      )

const makePaymentsSince =
  (source: Source.Source) =>
  (accountId: string, payments: ReadonlyArray<BatchReview.Payment>, since: number) =>
    source.sql
      .unsafe(
        `select found.id, found.seq, found.crc, found.state
         from (select distinct recipient, amount
           from unnest($2::bigint[], $3::bigint[]) as given (recipient, amount)) asked
         cross join lateral (
           select id, seq, crc, state from payouts p
           where p.created_at / ${RecipientPayouts.periodMs} = any(array[$4 / ${RecipientPayouts.periodMs}, $4 / ${RecipientPayouts.periodMs} + 1])
             and p.recipient = asked.recipient and p.amount = asked.amount
             and p.account_id = $1 and p.created_at > $4 and p.status = 'SETTLED'
           order by p.created_at desc, p.id desc limit 1
         ) found`,
        [
          accountId,
          Tables.array(
            "int8",
            payments.map(({ phone }) => source.people.hash(phone))
          ),
          Tables.array(
            "int8",
            payments.map(({ amount }) => amount)
          ),
          BigInt(since)
        ]
      )
      .pipe(
        Effect.flatMap(ReadQueries.decodeRows),
        Effect.flatMap((rows) => ReadQueries.eachState(source, rows, Tables.payouts.read)),
        Effect.map((rows) => rows.map(({ state }) => state)),
        ReadQueries.reading
      )

/**
 * The condition for the status of a finished batch, written out so that PostgreSQL uses the index
 * of cancelled ones.
 */
const batchStatus: Readonly<Record<Batch.Status, string>> = {
  queued: inMemory,
  processing: inMemory,
  completed: "status = 'completed'",
  cancelled: "status = 'cancelled'"
}

const batchPrefixes: Readonly<Record<Batch.Kind, string>> = { batch: "bt", bulk: "bk" }

const prefixesOf = ({ kind }: Port.BatchFilter): ReadonlyArray<string> =>
  kind === undefined ? Object.values(batchPrefixes) : [batchPrefixes[kind]]

/** The ranges of ids of batches that were created in a period. */
const batchIds = (filter: Port.BatchFilter): Conditions.Condition => {
  const { from, to } = filter
  if ((from ?? to) === undefined) return ["", undefined]
  const prefixes = prefixesOf(filter)
  const ranges = prefixes.map((_, index) => `id between ?${2 * index + 1} and ?${2 * index + 2}`)
  const ends = prefixes.flatMap((prefix) => [
    idFrom(prefix, from) ?? `${prefix}_`,
    // Every character of an id comes before the tilde.
    idUpTo(prefix, to) ?? `${prefix}_~`
  ])
  return [`(${ranges.join(" or ")})`, ...ends]
}

/** Words of the name among the newest batches of each kind. The bounds are computed once. */
const nameCondition = (source: Source.Source, filter: Port.BatchFilter): Conditions.Condition => {
  const [scope, ...scopeValues] = searchedScope(source, filter.accountId, "?2")
  const ranges = prefixesOf(filter).map(
    (prefix) => `id between coalesce((select n.id from batches n
      where ${scope} and n.id between '${prefix}_' and '${prefix}_~'
      order by n.id desc offset ${Limits.readModel.searchedMax} limit 1), '${prefix}_')
      and '${prefix}_~'`
  )
  const text = `search like all(?::text[]) and (${ranges.join(" or ")})`
  return [text, patternsOf(filter.words ?? []), ...scopeValues]
}

const makeBatches = (source: Source.Source) =>
  lister(source, Tables.batches, {
    conditionsOf: (filter: Port.BatchFilter) => [
      ...(filter.isParked === true ? [inMemory] : []),
      ...ofRefund(filter),
      ["kind = ?", filter.kind],
      ...(filter.status === undefined ? [] : [batchStatus[filter.status]]),
      ["created_at >= ?", Conditions.int(filter.from)],
      ["created_at <= ?", Conditions.int(filter.to)],
      batchIds(filter),
      nameCondition(source, filter)
    ],
    // Lists leave out the rows that a batch keeps, because those are for events.
    shorten: ({ ended: _, ...batch }) => batch
  })

/** The SQL equivalent of `Beneficiary.nameKey`, with the index `beneficiaries_named`. */
const beneficiaryNameKey = `left(search, ${Beneficiary.nameKeyChars}) collate "C"`

const makeBeneficiaries = (source: Source.Source) =>
  lister(source, Tables.beneficiaries, {
    nameKey: beneficiaryNameKey,
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

const makeWithdrawals = (source: Source.Source) =>
  lister(source, Tables.withdrawals, {
    conditionsOf: ({ status }: Port.WithdrawalFilter) => [
      ...(status !== undefined && Withdrawal.isOpen({ status }) ? [inMemory] : []),
      ["status = ?", status]
    ]
  })

const makeBookings = (source: Source.Source) =>
  lister(source, Tables.bookings, { conditionsOf: (_: Port.BookingFilter) => [] })

const makeEvents = (source: Source.Source) => {
  const { partition, sql } = source
  const eventsOf = (text: string, parameters: ReadonlyArray<unknown>) =>
    sql.unsafe(text, parameters).pipe(
      Effect.flatMap(decodeEvents),
      Effect.flatMap((rows) => LogBackedRows.readEach(source, rows, Tables.readWebhookEvent))
    )

  const event = (id: string) =>
    eventsOf(`${eventSql} where partition = $1 and id = $2`, [partition, id]).pipe(
      Effect.map(([row]) => row),
      ReadQueries.reading
    )

  const queryOf = (filter: Port.EventFilter, until: number) => {
    const { accountId, after, from, subjectId, to, type } = filter
    return Conditions.where([
      ["account_id = ?", accountId],
      // `seq` is of this partition's log.
      Source.ownRows(source),
      ["type = ?", type],
      ["subject_id = ?", subjectId],
      ["at >= ?", Conditions.int(from)],
      ["at <= ?", Conditions.int(to)],
      ["seq <= ?", Conditions.int(until)],
      ["(seq, id) > (select seq, id from events where id = ? and partition = ?2)", after, partition]
    ])
  }

  const pageEvents = (filter: Port.EventFilter, page: Port.Page, until: number) => {
    const query = queryOf(filter, until)
    const order = filter.after === undefined ? "desc" : "asc"
    const text = `${listedEventSql} where ${query.where}
      order by seq ${order}, id ${order} ${limitOf(page)}`
    return sql.unsafe(text, query.parameters).pipe(
      Effect.flatMap(decodeListedEvents),
      Effect.flatMap((rows) =>
        readListed(source, rows, Tables.readWebhookEvent, WebhookEvent.withoutRows)
      ),
      ReadQueries.reading
    )
  }

  const countEvents = (filter: Port.EventFilter, until: number) => {
    const query = queryOf(filter, until)
    return ReadQueries.reading(count(sql, `events where ${query.where}`, query.parameters))
  }

  return { event, pageEvents, countEvents }
}

const withoutRows = ({
  seq,
  state
}: Versioned<Delivery.Delivery>): Versioned<Delivery.Delivery> => ({
  seq,
  state: { ...state, webhookEvent: WebhookEvent.withoutRows(state.webhookEvent) }
})

const ofEvent = (eventId: string): Conditions.Condition => {
  const first = Ids.delivery(eventId, "")
  // Every character of an id comes before the tilde.
  return ["d.id between ? and ?2", first, `${first}~`]
}

/**
 * The state of a delivery has `isTest`. Quotes within its texts are escaped, so they cannot match.
 */
const noTest = `d.state not like '%"isTest":true%'`

const makeDeliveries =
  (source: Source.Source) => (filter: Port.DeliveryFilter, page: Port.Page) => {
    const { sql } = source
    const { accountId, endpointId, eventId, hasNoTests, since, status, subjectId, type } = filter
    const conditions: ReadonlyArray<Conditions.Condition> = [
      ["d.endpoint_id = ?", endpointId],
      ["d.event_id = ?", eventId],
      // A delivery's id begins with its event's id, so the primary key finds it.
      ...(eventId === undefined ? [] : [ofEvent(eventId)]),
      Source.ownRows(source, "d."),
      ["e.account_id = ?", accountId],
      ["e.subject_id = ?", subjectId],
      ["e.type = ?", type],
      // Written out, so that PostgreSQL uses the index of failed deliveries.
      ...(status === "failed" ? ["d.status = 'failed'"] : [["d.status = ?", status] as const]),
      ["e.at >= ?", Conditions.int(since)],
      ...(hasNoTests === true ? [noTest] : [])
    ]
    const query = Conditions.where([["d.id < ?", page.after?.id], ...conditions])
    const countQuery = Conditions.where(conditions)
    const events =
      (accountId ?? since ?? subjectId ?? type) === undefined
        ? ""
        : "join events e on e.id = d.event_id"
    const total = count(
      sql,
      `deliveries d ${events} where ${countQuery.where}`,
      countQuery.parameters
    )
    const text = `${ReadQueries.listedDeliverySql} where ${query.where}
      order by d.id desc ${limitOf(page)}`
    const deliveries = sql.unsafe(text, query.parameters).pipe(
      Effect.flatMap((rows) =>
        Effect.mapError(decodeListedDeliveries(rows), ReadQueries.lostEvent)
      ),
      Effect.flatMap((rows) => readListed(source, rows, Tables.readDelivery, withoutRows)),
      ReadQueries.reading
    )
    return Effect.flatMap(deliveries, (items) =>
      Port.listPage(
        page,
        items.map(({ state }) => state),
        ReadQueries.reading(total)
      )
    )
  }

export const make = (source: Source.Source) => ({
  ...makeEvents(source),
  rowsByKey: makeRowsByKey(source),
  paymentsSince: makePaymentsSince(source),
  listDeliveries: makeDeliveries(source)
})

/** The lists whose active rows are in memory. */
export const withMemory = (source: Source.Source): Port.TableLists => ({
  payouts: makePayouts(source),
  recipientPayouts: makeRecipientPayouts(source),
  batches: makeBatches(source),
  beneficiaries: makeBeneficiaries(source),
  quotes: makeQuotes(source),
  withdrawals: makeWithdrawals(source),
  bookings: makeBookings(source)
})
