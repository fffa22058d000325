/**
 * Lists that are partly in memory: active and unwritten rows are merged with the tables. Both parts
 * are of one moment: memory's rows and the tables' position are taken at once, and rows that the
 * tables get later are not selected. So no list waits, and each row is on it once.
 */
import { Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Beneficiary from "../../domain/Beneficiary.ts"
import type * as BatchReview from "../../domain/batch/BatchReview.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import * as Quote from "../../domain/quote/Quote.ts"
import * as Turns from "../../telemetry/Turns.ts"
import * as ListOrder from "../ports/ListOrder.ts"
import * as ReadModel from "../ports/ReadModel.ts"
import type { ArchivedName, Kinds, Withheld } from "../ports/Rows.ts"
import { Unavailable } from "../ports/Unavailable.ts"
import * as EvictedPayouts from "../state/EvictedPayouts.ts"
import * as OrderedIds from "../state/OrderedIds.ts"
import type * as State from "../state/State.ts"
import * as HeldNetworks from "./ActiveNetworks.ts"
import * as ActiveTotals from "./ActiveTotals.ts"
import * as ListFilters from "./ListFilters.ts"
import * as TableParts from "./TableParts.ts"

type Row = { readonly id: string }

/**
 * Memory's part of a list: the rows that may be on the page, and the number of all matching rows.
 */
interface MemoryRows<A> {
  readonly rows: ReadonlyArray<A>
  /** Positions of the rows, in their order, which is the page's order. */
  readonly positions: ReadonlyArray<ListOrder.Position>
  readonly count: number
}

const orderOf = ({ order }: ReadModel.Page): ListOrder.Order => order ?? ListOrder.newestFirst

/** True if a row is behind the position that a page begins after. */
const isBehind = (position: ListOrder.Position, page: ReadModel.Page): boolean =>
  page.after === undefined || ListOrder.compare(orderOf(page), position, page.after) > 0

/** Selects from rows that come in the page's order. */
const select = <A extends Row>(
  rows: Iterable<A>,
  page: ReadModel.Page,
  fits: (row: A) => boolean,
  positionOf: (row: A) => ListOrder.Position = ListOrder.positionOf
): MemoryRows<A> => {
  const rowsMax = page.offset + page.limit
  const selected: Array<A> = []
  const positions: Array<ListOrder.Position> = []
  let count = 0
  for (const row of rows) {
    if (!fits(row)) continue
    count += 1
    if (selected.length === rowsMax) continue
    const position = positionOf(row)
    if (!isBehind(position, page)) continue
    selected.push(row)
    positions.push(position)
  }
  return { rows: selected, positions, count }
}

const rowsOf = function* <A>(ids: Iterable<string>, rows: ReadonlyMap<string, A>): Generator<A> {
  for (const id of ids) {
    const row = rows.get(id)
    if (row !== undefined) yield row
  }
}

export interface Source {
  readonly state: State.State
  readonly readModel: ReadModel.ReadModel["Service"]
  /** The last entry that the tables have. */
  readonly tableSeq: () => number
  /** Writes that took rows out of the archive, counted when they begin. */
  readonly reopenings: () => number
  readonly tableParts: TableParts.TableParts
  /** Waits until the tables have every entry that is durable now. */
  readonly caughtUp: Effect.Effect<void, Unavailable>
}

const changing = (): Unavailable => new Unavailable({ message: "The list is changing." })

/**
 * A read of memory and then of the tables. It is repeated if a write took reopened rows out of the
 * archive in between: memory did not have them yet, and the tables no longer have them.
 */
const rereadIfReopened = <A, E>(
  source: Source,
  read: () => Effect.Effect<A, E>,
  retriesLeft: number = Limits.readModel.rereadsMax
): Effect.Effect<A, E | Unavailable> =>
  Effect.suspend(() => {
    const before = source.reopenings()
    return Effect.flatMap(read(), (result): Effect.Effect<A, E | Unavailable> => {
      if (source.reopenings() === before) return Effect.succeed(result)
      if (retriesLeft === 0) return Effect.fail(changing())
      return rereadIfReopened(source, read, retriesLeft - 1)
    })
  })

/** The position of the tables, and ids of their rows that memory has too. */
type Moment = Pick<ReadModel.Overlay, "seq" | "excluding">

/**
 * One page of a table's list with memory's part, and the count of the whole list, as two effects.
 */
const pageParts = <F, A extends Row>(
  table: ReadModel.TableList<F, A>,
  filter: F,
  page: ReadModel.Page,
  { count, excluding, positions, rows, seq }: MemoryRows<A> & Moment
) => {
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  const overlay = { seq, excluding, positions }
  const isRow = (row: A | undefined): row is A => row !== undefined
  return {
    items: Effect.map(table.page(filter, page, overlay), (items) =>
      items.map((item) => (typeof item === "string" ? rowsById.get(item) : item)).filter(isRow)
    ),
    total: Effect.map(table.count(filter, overlay), (archived) => archived + count)
  }
}

/** One page of a table's list with memory's part, and the total. */
const mergedPage = <F, A extends Row>(
  table: ReadModel.TableList<F, A>,
  filter: F,
  page: ReadModel.Page,
  memory: MemoryRows<A> & Moment
) => {
  const { items, total } = pageParts(table, filter, page, memory)
  return Effect.flatMap(items, (rows) => ReadModel.listPage(page, rows, total))
}

/** The rows of payouts or batches in memory. */
const rowsInMemory = <K extends ArchivedName>(
  { state }: Source,
  name: K,
  accountId: string | undefined,
  order: ListOrder.Order
): Iterable<Kinds[K]> => {
  const rows: { readonly [N in ArchivedName]: ReadonlyMap<string, Kinds[N]> } = state
  return rowsOf(OrderedIds.inOrder(state.ordered[name], accountId, order), rows[name])
}

const momentOf = ({ state, tableSeq }: Source, name: ArchivedName): Moment => ({
  seq: tableSeq(),
  excluding: [...state.archived[name]]
})

export const batches = (source: Source, filter: ReadModel.BatchFilter, page: ReadModel.Page) =>
  rereadIfReopened(source, () => {
    const rows = rowsInMemory(source, "batches", filter.accountId, orderOf(page))
    const memory = select(rows, page, (batch) => ListFilters.fitsBatch(filter, batch))
    return mergedPage(source.readModel.lists.batches, filter, page, {
      ...memory,
      ...momentOf(source, "batches")
    })
  })

/** All rows of these ids, without a filter. */
const allRows = <A extends Row>(
  ids: OrderedIds.ByAccount,
  rows: ReadonlyMap<string, A>,
  accountId: string | undefined,
  page: ReadModel.Page
): MemoryRows<A> => {
  const inOrder = rowsOf(OrderedIds.inOrder(ids, accountId, orderOf(page)), rows)
  const selected = [...rowsUpTo(inOrder, page)]
  const count = OrderedIds.size(ids, accountId)
  return { rows: selected, positions: selected.map(ListOrder.positionOf), count }
}

const quotesInMemory = (
  { quotes: rows, quotesByLock, ordered }: State.State,
  filter: ReadModel.QuoteFilter,
  page: ReadModel.Page
): MemoryRows<Quote.Quote> => {
  const { accountId, status } = filter
  if (status === undefined) return allRows(ordered.quotes, rows, accountId, page)
  const groups = Quote.locksOf[status].map((lock) => OrderedIds.ofGroup(quotesByLock, lock))
  const [group] = groups
  if (group !== undefined && (status === "LOCKED" || status === "USED")) {
    return allRows(group, rows, accountId, page)
  }
  // There are few of these quotes, because unlocked ones expire soon and released ones leave memory
  // soon.
  const order = orderOf(page)
  const ids = groups.flatMap((each) => [...OrderedIds.inOrder(each, accountId, order)]).sort()
  const inOrder = rowsOf(order.isAscending ? ids : ids.reverse(), rows)
  return select(inOrder, page, (quote) => ListFilters.fitsQuote(filter, quote))
}

export const quotes = (source: Source, filter: ReadModel.QuoteFilter, page: ReadModel.Page) =>
  Effect.suspend(() => {
    const memory = quotesInMemory(source.state, filter, page)
    const moment = momentOf(source, "quotes")
    return mergedPage(source.readModel.lists.quotes, filter, page, { ...memory, ...moment })
  })

/** Ended withdrawals never change again, so no write takes one out of the archive. */
export const withdrawals = (
  source: Source,
  filter: ReadModel.WithdrawalFilter,
  page: ReadModel.Page
) =>
  Effect.suspend(() => {
    const rows = rowsInMemory(source, "withdrawals", filter.accountId, orderOf(page))
    const memory = select(rows, page, (one) => ListFilters.fitsWithdrawal(filter, one))
    const moment = momentOf(source, "withdrawals")
    return mergedPage(source.readModel.lists.withdrawals, filter, page, { ...memory, ...moment })
  })

/** As for withdrawals. */
export const bookings = (source: Source, filter: ReadModel.BookingFilter, page: ReadModel.Page) =>
  Effect.suspend(() => {
    const { bookings: rows, ordered } = source.state
    const memory = allRows(ordered.bookings, rows, undefined, page)
    const moment = momentOf(source, "bookings")
    return mergedPage(source.readModel.lists.bookings, filter, page, { ...memory, ...moment })
  })

const namedPositionOf = (one: Beneficiary.Beneficiary): ListOrder.Position => ({
  id: one.id,
  name: Beneficiary.nameKey(one)
})

/** Memory has the beneficiaries that were changed or deleted since the tables were written. */
export const beneficiaries = (
  { readModel, state, tableSeq }: Source,
  filter: ReadModel.BeneficiaryFilter,
  page: ReadModel.Page
) =>
  Effect.suspend(() => {
    const changed = [...state.dirty.beneficiaries.keys()]
    const order = orderOf(page)
    const positionOf = order.by === "name" ? namedPositionOf : ListOrder.positionOf
    const positioned = [...rowsOf<Beneficiary.Beneficiary>(changed, state.beneficiaries)]
      .map((row) => ({ row, position: positionOf(row) }))
      .sort((left, right) => ListOrder.compare(order, left.position, right.position))
    const fits = (one: Beneficiary.Beneficiary) => ListFilters.fitsBeneficiary(filter, one)
    const memory = select(
      positioned.map(({ row }) => row),
      page,
      fits,
      positionOf
    )
    const moment = { seq: tableSeq(), excluding: changed }
    return mergedPage(readModel.lists.beneficiaries, filter, page, { ...memory, ...moment })
  })

/** True if a filter selects all payouts, or all with an account or a status. */
const selectsAll = ({
  accountId: _,
  isFrozen,
  status: __,
  ...filter
}: ReadModel.PayoutFilter): boolean =>
  isFrozen === undefined &&
  Object.values(filter).every((value) => value === undefined || value === false)

const payoutsInMemory = (
  { ordered, payouts: rows, payoutsByStatus }: State.State,
  filter: ReadModel.PayoutFilter,
  page: ReadModel.Page
): MemoryRows<Payout.Payout> => {
  const { accountId, status } = filter
  const ids = status === undefined ? ordered.payouts : OrderedIds.ofGroup(payoutsByStatus, status)
  if (selectsAll(filter)) return allRows(ids, rows, accountId, page)
  const order = orderOf(page)
  const count = OrderedIds.size(ids, accountId)
  let visited = 0
  const inOrder = rowsOf(OrderedIds.inOrder(ids, accountId, order), rows)
  const fits = (payout: Payout.Payout): boolean => {
    const newer = order.isAscending ? count - visited - 1 : visited
    visited += 1
    return ListFilters.fitsPayout(filter, payout, newer < Limits.readModel.searchedMax)
  }
  return Turns.during("lists", () => select(inOrder, page, fits))
}

const payoutParts = (source: Source, filter: ReadModel.PayoutFilter, page: ReadModel.Page) =>
  pageParts(source.readModel.lists.payouts, filter, page, {
    ...payoutsInMemory(source.state, filter, page),
    ...momentOf(source, "payouts")
  })

/** The account of which a page shows all payouts, the newest first. */
const wholeAccount = (filter: ReadModel.PayoutFilter, page: ReadModel.Page): string | undefined => {
  const { by, isAscending } = orderOf(page)
  const isWhole = by === "creation" && !isAscending && filter.status === undefined
  return isWhole && selectsAll(filter) ? filter.accountId : undefined
}

/** A page of all payouts of an account, if every payout on it is in memory. */
const pageInMemory = (
  { state, tableParts }: Source,
  accountId: string,
  { limit, offset }: ReadModel.Page,
  { count, rows }: MemoryRows<Payout.Payout>
): ReadModel.ListPage<Payout.Payout> | undefined => {
  const part = TableParts.find(tableParts, state.evictedPayouts, accountId)
  if (part === undefined) return undefined
  const last = rows[offset + limit - 1]
  const isWhole = part.count === 0 || (last !== undefined && last.id >= part.newest)
  if (!isWhole) return undefined
  return { items: rows.slice(offset, offset + limit), total: part.count + count }
}

/** The part that only the tables have, as the first page of all payouts of an account shows it. */
const tablePartOf = (
  { limit }: ReadModel.Page,
  { count, rows }: MemoryRows<Payout.Payout>,
  { items, total }: ReadModel.ListPage<Payout.Payout>
): TableParts.TablePart => {
  const ids = new Set(rows.map(({ id }) => id))
  const first = items.find(({ id }) => !ids.has(id))
  // Without a row of the tables on it, all of theirs are older than the page.
  const older = items.length < limit ? undefined : items.at(-1)
  return { count: total - count, newest: (first ?? older)?.id ?? "" }
}

export const payouts = (source: Source, filter: ReadModel.PayoutFilter, page: ReadModel.Page) =>
  rereadIfReopened(source, () => {
    const { readModel, reopenings, state, tableParts } = source
    const memory = payoutsInMemory(state, filter, page)
    const accountId = wholeAccount(filter, page)
    const inMemory = accountId && pageInMemory(source, accountId, page, memory)
    if (inMemory) return Effect.succeed(inMemory)
    const { items, total } = pageParts(readModel.lists.payouts, filter, page, {
      ...memory,
      ...momentOf(source, "payouts")
    })
    const list = Effect.flatMap(items, (rows) => ReadModel.listPage(page, rows, total))
    if (accountId === undefined || page.offset > 0 || page.after !== undefined) return list
    const before = reopenings()
    const evicted = EvictedPayouts.of(state.evictedPayouts, accountId).count
    return Effect.tap(list, (result) =>
      Effect.sync(() => {
        if (reopenings() !== before) return
        TableParts.keep(tableParts, accountId, tablePartOf(page, memory, result), evicted)
      })
    )
  })

/** A page without a total, for a walk over many pages: it would count them all again for each. */
export const payoutPage = (source: Source, filter: ReadModel.PayoutFilter, page: ReadModel.Page) =>
  rereadIfReopened(source, () => payoutParts(source, filter, page).items)

/** Payouts in memory with restricted data as it is. */
const unrestricted = function* (
  { withheld }: State.State,
  payouts: Iterable<Payout.Payout>
): Generator<Payout.Payout> {
  for (const payout of payouts) {
    // Its type is that of the row's kind.
    const hidden = withheld.get(payout.id) as Withheld<Payout.Payout> | undefined
    yield hidden?.reveal(payout) ?? payout
  }
}

/**
 * Payouts of a recipient with restricted data as it is, newest first, without a total. Erased ones
 * read `erased`.
 */
export const recipientPayouts = (
  source: Source,
  filter: ReadModel.RecipientFilter,
  page: ReadModel.Page
) =>
  rereadIfReopened(source, () => {
    const { accountId, phone } = filter
    const rows = unrestricted(
      source.state,
      rowsInMemory(source, "payouts", accountId, orderOf(page))
    )
    const memory = select(rows, page, (payout) => payout.phone === phone)
    const moment = momentOf(source, "payouts")
    const { recipientPayouts } = source.readModel.lists
    return pageParts(recipientPayouts, filter, page, { ...memory, ...moment }).items
  })

/** Rows of batches that were accepted since a time, by their keys. */
export const rowsByKey = (
  source: Source,
  accountId: string,
  keys: ReadonlyArray<string>,
  since: number
) =>
  rereadIfReopened(source, () => {
    const keySet = new Set(keys)
    const active = [...rowsInMemory(source, "payouts", accountId, ListOrder.newestFirst)].filter(
      (payout) => ListFilters.isRowWithKey(payout, keySet, since)
    )
    const ids = new Set(active.map(({ id }) => id))
    return Effect.map(source.readModel.rowsByKey(accountId, keys, since), (archived) => [
      ...archived.filter(({ id }) => !ids.has(id)),
      ...active.reverse()
    ])
  })

/**
 * Payouts since a time that match one of these payments. The tables return only the newest of equal
 * ones.
 */
export const paymentsSince = (
  source: Source,
  accountId: string,
  payments: ReadonlyArray<BatchReview.Payment>,
  since: number
) =>
  rereadIfReopened(source, () => {
    const amounts = new Map<string, Set<number>>()
    for (const { amount, phone } of payments) {
      amounts.set(phone, (amounts.get(phone) ?? new Set()).add(amount))
    }
    const active = [...rowsInMemory(source, "payouts", accountId, ListOrder.newestFirst)].filter(
      (payout) => ListFilters.isPaymentOf(payout, amounts, since)
    )
    return Effect.map(source.readModel.paymentsSince(accountId, payments, since), (archived) => [
      ...archived,
      ...active
    ])
  })

/**
 * Sums of the tables and of memory, both of one moment. They are read again if the tables have
 * a `seq` other than memory expects (`undefined`).
 */
const sumWithMemory = <A, E>(
  source: Source,
  read: (moment: Moment) => Effect.Effect<A | undefined, E>,
  retriesLeft: number = Limits.readModel.rereadsMax
): Effect.Effect<A, E | Unavailable> =>
  Effect.suspend(() =>
    Effect.flatMap(
      read(momentOf(source, "payouts")),
      (result): Effect.Effect<A, E | Unavailable> => {
        if (result !== undefined) return Effect.succeed(result)
        if (retriesLeft === 0) return Effect.fail(changing())
        return Effect.andThen(source.caughtUp, sumWithMemory(source, read, retriesLeft - 1))
      }
    )
  )

export const payoutFigures = (source: Source, query: ReadModel.FiguresQuery) =>
  sumWithMemory(source, (moment) => {
    const { payouts } = source.state
    const active = Turns.during("lists", () => ActiveTotals.select(payouts.values(), query))
    return Effect.map(source.readModel.payoutFigures(query, moment), (archived) =>
      archived === undefined ? undefined : ActiveTotals.addPayouts(archived, active)
    )
  })

/** Figures of each of these accounts. */
export const accountFigures = (source: Source, query: ReadModel.AccountFiguresQuery) =>
  sumWithMemory(source, (moment) => {
    const active = new Map(
      query.accountIds.map((id) => [id, ActiveTotals.ofAccount(source.state, id, query.since)])
    )
    return Effect.map(source.readModel.accountFigures(query, moment), (archived) =>
      archived?.map((each) => ActiveTotals.joinFigures(each, active.get(each.accountId)))
    )
  })

/** Figures of payouts created since a time. A network may have a figure from each part. */
export const networkFigures = (source: Source, since: number) =>
  sumWithMemory(source, (moment) => {
    const active = HeldNetworks.figures(source.state, since)
    return Effect.map(source.readModel.networkFigures(since, moment), (archived) =>
      archived === undefined ? undefined : [...archived, ...active]
    )
  })

const rowsUpTo = function* <A extends Row>(rows: Iterable<A>, page: ReadModel.Page): Generator<A> {
  let count = 0
  for (const row of rows) {
    if (count >= page.offset + page.limit) return
    if (!isBehind(ListOrder.positionOf(row), page)) continue
    count += 1
    yield row
  }
}
