/**
 * Lists of which memory has a part: what is alive or not written yet, beside the tables. Both parts
 * are of one moment: memory's rows and the tables' position are taken at once, and rows that the
 * tables get later are not selected. So no list waits, and each row is on it once.
 */
import { Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Beneficiary from "../../domain/Beneficiary.ts"
import type * as BatchReview from "../../domain/batch/BatchReview.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import * as Quote from "../../domain/quote/Quote.ts"
import * as ListOrder from "../ports/ListOrder.ts"
import * as ReadModel from "../ports/ReadModel.ts"
import type { ArchivedName, Kinds } from "../ports/Rows.ts"
import { Unavailable } from "../ports/Unavailable.ts"
import * as OrderedIds from "../state/OrderedIds.ts"
import type * as State from "../state/State.ts"
import * as ActiveTotals from "./ActiveTotals.ts"
import * as HeldNetworks from "./HeldNetworks.ts"
import * as ListFilters from "./ListFilters.ts"

type Row = { readonly id: string }

/** What memory has of a list: the rows that may be on the page, and how many fit in all. */
interface MemoryRows<A> {
  readonly rows: ReadonlyArray<A>
  /** Theirs in the page's order, which is the rows' too. */
  readonly positions: ReadonlyArray<ListOrder.Position>
  readonly count: number
}

const orderOf = ({ order }: ReadModel.Page): ListOrder.Order => order ?? ListOrder.newestFirst

/** Whether a row stands behind the position that a page begins after. */
const isBehind = (position: ListOrder.Position, page: ReadModel.Page): boolean =>
  page.after === undefined || ListOrder.compare(orderOf(page), position, page.after) > 0

/** Selects from rows that come in the page's order. */
const select = <A extends Row>(
  rows: Iterable<A>,
  page: ReadModel.Page,
  fits: (row: A) => boolean,
  positionOf: (row: A) => ListOrder.Position = ListOrder.positionOf
): MemoryRows<A> => {
  const most = page.offset + page.limit
  const found: Array<A> = []
  const positions: Array<ListOrder.Position> = []
  let count = 0
  for (const row of rows) {
    if (!fits(row)) continue
    count += 1
    if (found.length === most) continue
    const position = positionOf(row)
    if (!isBehind(position, page)) continue
    found.push(row)
    positions.push(position)
  }
  return { rows: found, positions, count }
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
  /** The entry that the tables show. */
  readonly shown: () => number
  /** How many writes took rows out of the archive, counted when they begin. */
  readonly reopenings: () => number
  /** Waits until the tables show every entry that is durable now. */
  readonly caughtUp: Effect.Effect<void, Unavailable>
}

const changing = (): Unavailable => new Unavailable({ message: "The list is changing." })

/**
 * A read of memory and then of the tables, made again where a write took reopened rows out of the
 * archive in between: memory did not have them yet, and the tables have them no more.
 */
const undisturbed = <A, E>(
  source: Source,
  read: () => Effect.Effect<A, E>,
  left: number = Limits.readModel.rereadsMax
): Effect.Effect<A, E | Unavailable> =>
  Effect.suspend(() => {
    const before = source.reopenings()
    return Effect.flatMap(read(), (found): Effect.Effect<A, E | Unavailable> => {
      if (source.reopenings() === before) return Effect.succeed(found)
      if (left === 0) return Effect.fail(changing())
      return undisturbed(source, read, left - 1)
    })
  })

/** Where the tables stand, and which of their rows memory has too. */
type Moment = Pick<ReadModel.Overlay, "seq" | "excluding">

/** One page of a table's list with memory's part, and what counts the rest of the list. */
const joined = <F, A extends Row>(
  table: ReadModel.TableList<F, A>,
  filter: F,
  page: ReadModel.Page,
  { count, excluding, positions, rows, seq }: MemoryRows<A> & Moment
) => {
  const held = new Map(rows.map((row) => [row.id, row]))
  const overlay = { seq, excluding, positions }
  const isRow = (found: A | undefined): found is A => found !== undefined
  return {
    items: Effect.map(table.page(filter, page, overlay), (found) =>
      found.map((item) => (typeof item === "string" ? held.get(item) : item)).filter(isRow)
    ),
    total: Effect.map(table.count(filter, overlay), (archived) => archived + count)
  }
}

/** One page of a table's list with memory's part, and how many there are. */
const merged = <F, A extends Row>(
  table: ReadModel.TableList<F, A>,
  filter: F,
  page: ReadModel.Page,
  held: MemoryRows<A> & Moment
) => {
  const { items, total } = joined(table, filter, page, held)
  return Effect.flatMap(items, (found) => ReadModel.listed(page, found, total))
}

/** The rows of payouts or batches in memory. */
const heldOf = <K extends ArchivedName>(
  { state }: Source,
  name: K,
  accountId: string | undefined,
  order: ListOrder.Order
): Iterable<Kinds[K]> => {
  const rows: { readonly [N in ArchivedName]: ReadonlyMap<string, Kinds[N]> } = state
  return rowsOf(OrderedIds.inOrder(state.ordered[name], accountId, order), rows[name])
}

const momentOf = ({ shown, state }: Source, name: ArchivedName): Moment => ({
  seq: shown(),
  excluding: [...state.archived[name]]
})

export const batches = (source: Source, filter: ReadModel.BatchFilter, page: ReadModel.Page) =>
  undisturbed(source, () => {
    const rows = heldOf(source, "batches", filter.accountId, orderOf(page))
    const held = select(rows, page, (batch) => ListFilters.fitsBatch(filter, batch))
    return merged(source.readModel.lists.batches, filter, page, {
      ...held,
      ...momentOf(source, "batches")
    })
  })

/** All rows of these ids: no filter leaves one out. */
const whole = <A extends Row>(
  ids: OrderedIds.ByAccount,
  rows: ReadonlyMap<string, A>,
  accountId: string | undefined,
  page: ReadModel.Page
): MemoryRows<A> => {
  const inOrder = rowsOf(OrderedIds.inOrder(ids, accountId, orderOf(page)), rows)
  const found = [...rowsUpTo(inOrder, page)]
  const count = OrderedIds.size(ids, accountId)
  return { rows: found, positions: found.map(ListOrder.positionOf), count }
}

const heldQuotes = (
  { quotes: rows, quotesByLock, ordered }: State.State,
  filter: ReadModel.QuoteFilter,
  page: ReadModel.Page
): MemoryRows<Quote.Quote> => {
  const { accountId, status } = filter
  if (status === undefined) return whole(ordered.quotes, rows, accountId, page)
  const groups = Quote.locksOf[status].map((lock) => OrderedIds.ofGroup(quotesByLock, lock))
  const [group] = groups
  if (group !== undefined && (status === "LOCKED" || status === "USED")) {
    return whole(group, rows, accountId, page)
  }
  // Unlocked quotes end soon, and released ones leave memory soon: they are few.
  const order = orderOf(page)
  const ids = groups.flatMap((each) => [...OrderedIds.inOrder(each, accountId, order)]).sort()
  const inOrder = rowsOf(order.isAscending ? ids : ids.reverse(), rows)
  return select(inOrder, page, (quote) => ListFilters.fitsQuote(filter, quote))
}

export const quotes = (source: Source, filter: ReadModel.QuoteFilter, page: ReadModel.Page) =>
  Effect.suspend(() => {
    const held = heldQuotes(source.state, filter, page)
    const moment = momentOf(source, "quotes")
    return merged(source.readModel.lists.quotes, filter, page, { ...held, ...moment })
  })

const namedPositionOf = (one: Beneficiary.Beneficiary): ListOrder.Position => ({
  id: one.id,
  name: Beneficiary.nameKey(one)
})

/** Memory has the beneficiaries that were changed or deleted since the tables were written. */
export const beneficiaries = (
  { readModel, shown, state }: Source,
  filter: ReadModel.BeneficiaryFilter,
  page: ReadModel.Page
) =>
  Effect.suspend(() => {
    const changed = [...state.dirty.beneficiaries.keys()]
    const order = orderOf(page)
    const placeOf = order.by === "name" ? namedPositionOf : ListOrder.positionOf
    const placed = [...rowsOf<Beneficiary.Beneficiary>(changed, state.beneficiaries)]
      .map((row) => ({ row, position: placeOf(row) }))
      .sort((left, right) => ListOrder.compare(order, left.position, right.position))
    const fits = (one: Beneficiary.Beneficiary) => ListFilters.fitsBeneficiary(filter, one)
    const held = select(
      placed.map(({ row }) => row),
      page,
      fits,
      placeOf
    )
    const moment = { seq: shown(), excluding: changed }
    return merged(readModel.lists.beneficiaries, filter, page, { ...held, ...moment })
  })

/** Whether a filter selects all payouts, of an account or of all, of a status or of all. */
const isWhole = ({
  accountId: _,
  isFrozen,
  status: __,
  ...filter
}: ReadModel.PayoutFilter): boolean =>
  isFrozen === undefined &&
  Object.values(filter).every((value) => value === undefined || value === false)

const heldPayouts = (
  { ordered, payouts: rows, payoutsByStatus }: State.State,
  filter: ReadModel.PayoutFilter,
  page: ReadModel.Page
): MemoryRows<Payout.Payout> => {
  const { accountId, status } = filter
  const ids = status === undefined ? ordered.payouts : OrderedIds.ofGroup(payoutsByStatus, status)
  if (isWhole(filter)) return whole(ids, rows, accountId, page)
  const order = orderOf(page)
  const count = OrderedIds.size(ids, accountId)
  let looked = 0
  return select(rowsOf(OrderedIds.inOrder(ids, accountId, order), rows), page, (payout) => {
    const newer = order.isAscending ? count - looked - 1 : looked
    looked += 1
    return ListFilters.fitsPayout(filter, payout, newer < Limits.readModel.searchedMax)
  })
}

const joinedPayouts = (source: Source, filter: ReadModel.PayoutFilter, page: ReadModel.Page) =>
  joined(source.readModel.lists.payouts, filter, page, {
    ...heldPayouts(source.state, filter, page),
    ...momentOf(source, "payouts")
  })

export const payouts = (source: Source, filter: ReadModel.PayoutFilter, page: ReadModel.Page) =>
  undisturbed(source, () => {
    const { items, total } = joinedPayouts(source, filter, page)
    return Effect.flatMap(items, (found) => ReadModel.listed(page, found, total))
  })

/** A page that is not counted: for a walk over many, which would count them all again for each. */
export const payoutPage = (source: Source, filter: ReadModel.PayoutFilter, page: ReadModel.Page) =>
  undisturbed(source, () => joinedPayouts(source, filter, page).items)

/** Rows of batches that were accepted since a time, by their keys. */
export const rowsByKey = (
  source: Source,
  accountId: string,
  keys: ReadonlyArray<string>,
  since: number
) =>
  undisturbed(source, () => {
    const wanted = new Set(keys)
    const held = [...heldOf(source, "payouts", accountId, ListOrder.newestFirst)].filter((payout) =>
      ListFilters.isRowWithKey(payout, wanted, since)
    )
    const ids = new Set(held.map(({ id }) => id))
    return Effect.map(source.readModel.rowsByKey(accountId, keys, since), (archived) => [
      ...archived.filter(({ id }) => !ids.has(id)),
      ...held.reverse()
    ])
  })

/** Payouts since a time that pay one of these payments; of equal ones in the tables the newest. */
export const paymentsSince = (
  source: Source,
  accountId: string,
  payments: ReadonlyArray<BatchReview.Payment>,
  since: number
) =>
  undisturbed(source, () => {
    const amounts = new Map<string, Set<number>>()
    for (const { amount, phone } of payments) {
      amounts.set(phone, (amounts.get(phone) ?? new Set()).add(amount))
    }
    const held = [...heldOf(source, "payouts", accountId, ListOrder.newestFirst)].filter((payout) =>
      ListFilters.isPaymentOf(payout, amounts, since)
    )
    return Effect.map(source.readModel.paymentsSince(accountId, payments, since), (archived) => [
      ...archived,
      ...held
    ])
  })

/**
 * Sums of the tables with what memory has, both of one moment: they are made again where the tables
 * show another write than memory knows of (`undefined`).
 */
const summed = <A, E>(
  source: Source,
  read: (moment: Moment) => Effect.Effect<A | undefined, E>,
  left: number = Limits.readModel.rereadsMax
): Effect.Effect<A, E | Unavailable> =>
  Effect.suspend(() =>
    Effect.flatMap(
      read(momentOf(source, "payouts")),
      (found): Effect.Effect<A, E | Unavailable> => {
        if (found !== undefined) return Effect.succeed(found)
        if (left === 0) return Effect.fail(changing())
        return Effect.andThen(source.caughtUp, summed(source, read, left - 1))
      }
    )
  )

export const payoutFigures = (source: Source, asked: ReadModel.FiguresAsked) =>
  summed(source, (moment) => {
    const held = ActiveTotals.select(source.state.payouts.values(), asked)
    return Effect.map(source.readModel.payoutFigures(asked, moment), (ended) =>
      ended === undefined ? undefined : ActiveTotals.added(ended, held)
    )
  })

/** Of each of these accounts. */
export const accountFigures = (source: Source, asked: ReadModel.AccountFiguresAsked) =>
  summed(source, (moment) => {
    const held = new Map(
      asked.accountIds.map((id) => [id, ActiveTotals.ofAccount(source.state, id, asked.since)])
    )
    return Effect.map(source.readModel.accountFigures(asked, moment), (archived) =>
      archived?.map((each) => ActiveTotals.joined(each, held.get(each.accountId)))
    )
  })

/** Of payouts created since a time; a network may have a figure of each part. */
export const networkFigures = (source: Source, since: number) =>
  summed(source, (moment) => {
    const held = HeldNetworks.figures(source.state, since)
    return Effect.map(source.readModel.networkFigures(since, moment), (archived) =>
      archived === undefined ? undefined : [...archived, ...held]
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
