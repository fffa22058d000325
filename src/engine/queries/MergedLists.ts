/**
 * Lists of which memory has a part: what is alive or not written yet, beside the tables. Both parts
 * are of one moment: memory's rows and the tables' place are taken at once, and rows that the
 * tables get later are not selected. So no list waits, and each row is on it once.
 */
import { Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as Beneficiary from "../../domain/Beneficiary.ts"
import * as ReadModel from "../ports/ReadModel.ts"
import type { ArchivedName, Kinds } from "../ports/Rows.ts"
import type { Unavailable } from "../ports/Unavailable.ts"
import * as OrderedIds from "../state/OrderedIds.ts"
import type * as State from "../state/State.ts"
import * as ListFilters from "./ListFilters.ts"

type Row = { readonly id: string }

/** What memory has of a list: the rows that may be on the page, and how many fit in all. */
interface Held<A> {
  readonly rows: ReadonlyArray<A>
  readonly count: number
}

/** Selects from rows that come newest first. */
const select = <A>(
  rows: Iterable<A>,
  { limit, offset }: ReadModel.Page,
  fits: (row: A) => boolean
): Held<A> => {
  const most = offset + limit
  const found: Array<A> = []
  let count = 0
  for (const row of rows) {
    if (!fits(row)) continue
    if (count < most) found.push(row)
    count += 1
  }
  return { rows: found, count }
}

const rowsOf = function* <A>(
  ids: Iterable<string>,
  rows: ReadonlyMap<string, A>,
  most = Number.POSITIVE_INFINITY
): Generator<A> {
  let count = 0
  for (const id of ids) {
    const row = rows.get(id)
    if (row === undefined) continue
    if (count >= most) return
    count += 1
    yield row
  }
}

export interface Source {
  readonly state: State.State
  readonly readModel: ReadModel.ReadModel["Service"]
  /** The entry that the tables show. */
  readonly shown: () => number
  /** How many writes took rows out of the archive, counted when they begin. */
  readonly reopenings: () => number
}

/**
 * A read of memory and then of the tables, made again where a write took reopened rows out of the
 * archive in between: memory did not have them yet, and the tables have them no more.
 */
const undisturbed = <A, E>(source: Source, read: () => Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.suspend(() => {
    const before = source.reopenings()
    return Effect.flatMap(read(), (found) =>
      source.reopenings() === before ? Effect.succeed(found) : undisturbed(source, read)
    )
  })

/** Where the tables stand, and which of their rows memory has too. */
type Moment = Pick<ReadModel.Overlay, "seq" | "excluding">

type Total = Effect.Effect<number, Unavailable | ReadModel.ReadModelBroken>

/** One page of a table's list with memory's part, and how many there are. */
const merged = <F, A extends Row>(
  table: ReadModel.TableList<F, A>,
  filter: F,
  page: ReadModel.Page,
  { count, excluding, rows, seq, total }: Held<A> & Moment & { readonly total?: Total }
) => {
  const held = new Map(rows.map((row) => [row.id, row]))
  const overlay = { seq, excluding, ids: [...held.keys()] }
  const isRow = (found: A | undefined): found is A => found !== undefined
  return Effect.flatMap(table.page(filter, page, overlay), (found) =>
    ReadModel.listed(
      page,
      found.map((item) => (typeof item === "string" ? held.get(item) : item)).filter(isRow),
      total ?? Effect.map(table.count(filter, overlay), (archived) => archived + count)
    )
  )
}

/** The rows of quotes, payouts or batches in memory that fit a filter. */
const heldOf = <K extends ArchivedName>(
  { state }: Source,
  name: K,
  accountId: string | undefined,
  most?: number
): Iterable<Kinds[K]> => {
  const rows: { readonly [N in ArchivedName]: ReadonlyMap<string, Kinds[N]> } = state
  return rowsOf(OrderedIds.newestFirst(state.ordered[name], accountId), rows[name], most)
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

export const quotes = (source: Source, filter: ReadModel.QuoteFilter, page: ReadModel.Page) =>
  Effect.suspend(() => {
    const rows = heldOf(source, "quotes", filter.accountId)
    const held = select(rows, page, (quote) => ListFilters.fitsQuote(filter, quote))
    return merged(source.readModel.lists.quotes, filter, page, {
      ...held,
      ...momentOf(source, "quotes")
    })
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

/** Whether a filter selects all payouts of an account. */
const isWhole = (filter: ReadModel.PayoutFilter): boolean =>
  Object.entries(filter).every(([name, value]) => name === "accountId" || value === undefined)

export const payouts = (
  source: Source,
  filter: ReadModel.PayoutFilter,
  page: ReadModel.Page,
  totalOf: (accountId: string) => Effect.Effect<number, Unavailable | ReadModel.ReadModelBroken>
) =>
  undisturbed(source, () => {
    const { accountId } = filter
    const most = filter.search === undefined ? undefined : Limits.views.searchedMax
    const rows = heldOf(source, "payouts", accountId, most)
    const isAll = isWhole(filter) && accountId !== undefined
    const held = isAll
      ? { rows: [...rowsUpTo(rows, page.offset + page.limit)], count: 0 }
      : select(rows, page, (payout) => ListFilters.fitsPayout(filter, payout))
    const whole = isAll ? { total: totalOf(accountId) } : {}
    const moment = momentOf(source, "payouts")
    return merged(source.readModel.lists.payouts, filter, page, { ...held, ...moment, ...whole })
  })

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

const rowsUpTo = function* <A>(rows: Iterable<A>, most: number): Generator<A> {
  let count = 0
  for (const row of rows) {
    if (count >= most) return
    count += 1
    yield row
  }
}

// ----------------------------------------------------------------------------- totals

/** How many payouts an account has. */
interface AccountTotal {
  /** `undefined`: the tables are being counted. */
  total: number | undefined
  /** Payouts created since the count began. */
  created: number
}

/** Totals of accounts: counted once, and from then on kept up to date. */
export const makeTotals = (source: Source) => {
  const { readModel, state } = source
  /** In order of their last use; those unused the longest are counted again when needed (L10). */
  const totals = new Map<string, AccountTotal>()

  const keep = (accountId: string, counted: AccountTotal): void => {
    totals.delete(accountId)
    totals.set(accountId, counted)
    if (totals.size <= Limits.views.accountTotalsMax) return
    const [oldest] = totals.keys()
    if (oldest !== undefined) totals.delete(oldest)
  }

  const countOf = (accountId: string, counted?: AccountTotal) =>
    undisturbed(source, () => {
      if (counted !== undefined) counted.created = 0
      const held = OrderedIds.size(state.ordered.payouts, accountId)
      const overlay = { ...momentOf(source, "payouts"), ids: [] }
      return Effect.map(readModel.lists.payouts.count({ accountId }, overlay), (one) => one + held)
    })

  const countAll = (accountId: string) =>
    Effect.suspend(() => {
      const counted: AccountTotal = { total: undefined, created: 0 }
      keep(accountId, counted)
      const drop = Effect.sync(() => {
        if (totals.get(accountId) === counted) totals.delete(accountId)
      })
      return countOf(accountId, counted).pipe(
        Effect.map((count) => {
          counted.total = count + counted.created
          return counted.total
        }),
        Effect.onError(() => drop)
      )
    })

  return {
    /** Of all payouts of an account. */
    totalOf: (accountId: string) =>
      Effect.suspend(() => {
        const counted = totals.get(accountId)
        if (counted === undefined) return countAll(accountId)
        keep(accountId, counted)
        return counted.total === undefined ? countOf(accountId) : Effect.succeed(counted.total)
      }),
    /** Counts a payout that was created. */
    created: (id: string): void => {
      const counted = totals.get(state.payouts.get(id)?.accountId ?? "")
      if (counted === undefined) return
      if (counted.total === undefined) counted.created += 1
      else counted.total += 1
    }
  }
}
