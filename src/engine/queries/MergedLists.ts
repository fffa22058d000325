/**
 * Lists of which memory has a part: what is alive or not written yet, beside the tables. Both parts
 * are of one moment: memory's rows and the tables' place are taken at once, and rows that the
 * tables get later are not selected. So no list waits, and each row is on it once.
 */
import { Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as Beneficiary from "../../domain/Beneficiary.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import * as Quote from "../../domain/quote/Quote.ts"
import * as ReadModel from "../ports/ReadModel.ts"
import type { ArchivedName, Kinds } from "../ports/Rows.ts"
import { Unavailable } from "../ports/Unavailable.ts"
import * as OrderedIds from "../state/OrderedIds.ts"
import type * as State from "../state/State.ts"
import * as ActiveTotals from "./ActiveTotals.ts"
import * as ListFilters from "./ListFilters.ts"

type Row = { readonly id: string }

/** What memory has of a list: the rows that may be on the page, and how many fit in all. */
interface Held<A> {
  readonly rows: ReadonlyArray<A>
  readonly count: number
}

/** Whether a row stands behind the id that a page begins after. */
const isOlder = ({ id }: Row, { before }: ReadModel.Page): boolean =>
  before === undefined || id < before

/** Selects from rows that come newest first. */
const select = <A extends Row>(
  rows: Iterable<A>,
  page: ReadModel.Page,
  fits: (row: A) => boolean
): Held<A> => {
  const most = page.offset + page.limit
  const found: Array<A> = []
  let count = 0
  for (const row of rows) {
    if (!fits(row)) continue
    if (found.length < most && isOlder(row, page)) found.push(row)
    count += 1
  }
  return { rows: found, count }
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
  left: number = Limits.views.rereadsMax
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
  { count, excluding, rows, seq }: Held<A> & Moment
) => {
  const held = new Map(rows.map((row) => [row.id, row]))
  const overlay = { seq, excluding, ids: [...held.keys()] }
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
  held: Held<A> & Moment
) => {
  const { items, total } = joined(table, filter, page, held)
  return Effect.flatMap(items, (found) => ReadModel.listed(page, found, total))
}

/** The rows of payouts or batches in memory, newest first. */
const heldOf = <K extends ArchivedName>(
  { state }: Source,
  name: K,
  accountId: string | undefined
): Iterable<Kinds[K]> => {
  const rows: { readonly [N in ArchivedName]: ReadonlyMap<string, Kinds[N]> } = state
  return rowsOf(OrderedIds.newestFirst(state.ordered[name], accountId), rows[name])
}

const momentOf = ({ shown, state }: Source, name: ArchivedName): Moment => ({
  seq: shown(),
  excluding: [...state.archived[name]]
})

export const batches = (source: Source, filter: ReadModel.BatchFilter, page: ReadModel.Page) =>
  undisturbed(source, () => {
    const rows = heldOf(source, "batches", filter.accountId)
    const held = select(rows, page, (batch) => ListFilters.fitsBatch(filter, batch))
    return merged(source.readModel.lists.batches, filter, page, {
      ...held,
      ...momentOf(source, "batches")
    })
  })

/** All rows of these ids, newest first: no filter leaves one out. */
const whole = <A extends Row>(
  ids: OrderedIds.ByAccount,
  rows: ReadonlyMap<string, A>,
  accountId: string | undefined,
  page: ReadModel.Page
): Held<A> => ({
  rows: [...rowsUpTo(rowsOf(OrderedIds.newestFirst(ids, accountId), rows), page)],
  count: OrderedIds.size(ids, accountId)
})

const heldQuotes = (
  { quotes: rows, quotesByLock, ordered }: State.State,
  filter: ReadModel.QuoteFilter,
  page: ReadModel.Page
): Held<Quote.Quote> => {
  const { accountId, status } = filter
  if (status === undefined) return whole(ordered.quotes, rows, accountId, page)
  const groups = Quote.locksOf[status].map((lock) => OrderedIds.ofGroup(quotesByLock, lock))
  const [group] = groups
  if (group !== undefined && (status === "LOCKED" || status === "USED")) {
    return whole(group, rows, accountId, page)
  }
  // Unlocked quotes end soon, and released ones leave memory soon: they are few.
  const ids = groups.flatMap((each) => [...OrderedIds.newestFirst(each, accountId)])
  const newest = rowsOf(ids.sort().reverse(), rows)
  return select(newest, page, (quote) => ListFilters.fitsQuote(filter, quote))
}

export const quotes = (source: Source, filter: ReadModel.QuoteFilter, page: ReadModel.Page) =>
  Effect.suspend(() => {
    const held = heldQuotes(source.state, filter, page)
    const moment = momentOf(source, "quotes")
    return merged(source.readModel.lists.quotes, filter, page, { ...held, ...moment })
  })

const byIdNewestFirst = (left: Row, right: Row): number => (left.id < right.id ? 1 : -1)

/** Memory has the beneficiaries that were changed or deleted since the tables were written. */
export const beneficiaries = (
  { readModel, shown, state }: Source,
  filter: ReadModel.BeneficiaryFilter,
  page: ReadModel.Page
) =>
  Effect.suspend(() => {
    const changed = [...state.dirty.beneficiaries.keys()]
    const rows = [...rowsOf<Beneficiary.Beneficiary>(changed, state.beneficiaries)]
    const held = select(rows.sort(byIdNewestFirst), page, (one) =>
      ListFilters.fitsBeneficiary(filter, one)
    )
    const moment = { seq: shown(), excluding: changed }
    return merged(readModel.lists.beneficiaries, filter, page, { ...held, ...moment })
  })

/** Whether a filter selects all payouts, of an account or of all, of a status or of all. */
const isWhole = ({ accountId: _, status: __, ...filter }: ReadModel.PayoutFilter): boolean =>
  Object.values(filter).every((value) => value === undefined || value === false)

const heldPayouts = (
  { ordered, payouts: rows, payoutsByStatus }: State.State,
  filter: ReadModel.PayoutFilter,
  page: ReadModel.Page
): Held<Payout.Payout> => {
  const { accountId, status } = filter
  const ids = status === undefined ? ordered.payouts : OrderedIds.ofGroup(payoutsByStatus, status)
  if (isWhole(filter)) return whole(ids, rows, accountId, page)
  let looked = 0
  return select(rowsOf(OrderedIds.newestFirst(ids, accountId), rows), page, (payout) => {
    looked += 1
    return ListFilters.fitsPayout(filter, payout, looked <= Limits.views.searchedMax)
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
    const held = [...heldOf(source, "payouts", accountId)].filter((payout) =>
      ListFilters.isRowWithKey(payout, wanted, since)
    )
    const ids = new Set(held.map(({ id }) => id))
    return Effect.map(source.readModel.rowsByKey(accountId, keys, since), (archived) => [
      ...archived.filter(({ id }) => !ids.has(id)),
      ...held.reverse()
    ])
  })

/**
 * Sums of the tables with what memory has, both of one moment: they are made again where the tables
 * show another write than memory knows of.
 */
export const payoutFigures = (
  source: Source,
  asked: ReadModel.FiguresAsked,
  left: number = Limits.views.rereadsMax
): Effect.Effect<ReadModel.PayoutFigures, Unavailable | ReadModel.ReadModelBroken> =>
  Effect.suspend(() => {
    const held = ActiveTotals.select(source.state.payouts.values(), asked)
    return Effect.flatMap(
      source.readModel.payoutFigures(asked, momentOf(source, "payouts")),
      (ended) => {
        if (ended !== undefined) return Effect.succeed(ActiveTotals.added(ended, held))
        if (left === 0) return Effect.fail(changing())
        return Effect.andThen(source.caughtUp, payoutFigures(source, asked, left - 1))
      }
    )
  })

const rowsUpTo = function* <A extends Row>(rows: Iterable<A>, page: ReadModel.Page): Generator<A> {
  let count = 0
  for (const row of rows) {
    if (count >= page.offset + page.limit) return
    if (!isOlder(row, page)) continue
    count += 1
    yield row
  }
}
