/**
 * Lists show what was durable when they were called. The tables are a moment
 * behind, so the newest page is the tables' with what they do not show yet laid over it, from
 * memory; a page further on, or under a storm of changes, waits for them.
 */

import { Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as Beneficiary from "../../domain/Beneficiary.ts"
import type * as Batch from "../../domain/batch/Batch.ts"
import * as Ids from "../../domain/Ids.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import * as PayoutGuards from "../../domain/payout/PayoutGuards.ts"
import * as PayoutState from "../../domain/payout/PayoutState.ts"
import type * as Quote from "../../domain/quote/Quote.ts"
import * as Refund from "../../domain/refund/Refund.ts"
import * as Search from "../../domain/Search.ts"
import type * as Delivery from "../../domain/webhook/Delivery.ts"
import type * as WebhookEvent from "../../domain/webhook/WebhookEvent.ts"
import * as ReadModel from "../ports/ReadModel.ts"
import type * as Rows from "../ports/Rows.ts"
import type { Unavailable } from "../ports/Unavailable.ts"
import type * as State from "../state/State.ts"
import * as ActiveTotals from "./ActiveTotals.ts"

type List<Filter, A> = (
  filter: Filter,
  page: ReadModel.Page
) => Effect.Effect<ReadModel.Listed<A>, Unavailable>

/** Newest first, all of them. */
export interface Queries {
  readonly payouts: List<ReadModel.PayoutFilter, Payout.Payout>
  readonly batches: List<ReadModel.BatchFilter, Batch.Batch>
  readonly beneficiaries: List<ReadModel.BeneficiaryFilter, Beneficiary.Beneficiary>
  readonly events: List<ReadModel.EventFilter, WebhookEvent.WebhookEvent>
  readonly deliveries: List<ReadModel.DeliveryFilter, Delivery.Delivery>
  readonly quotes: List<ReadModel.QuoteFilter, Quote.Quote>
  readonly audits: List<ReadModel.AuditFilter, Rows.Act>
  readonly payoutFigures: (
    asked: ReadModel.FiguresAsked
  ) => Effect.Effect<ReadModel.PayoutFigures, Unavailable>
  /** Of deliveries to these endpoints, hour by hour up to `now`. */
  readonly deliveryFigures: (
    endpointIds: ReadonlyArray<string>,
    now: number,
    hours: number
  ) => Effect.Effect<ReadonlyArray<ReadModel.DeliveryFigure>, Unavailable>
  readonly event: (id: string) => Effect.Effect<WebhookEvent.WebhookEvent | undefined, Unavailable>
  /** Rows of batches that were accepted since a time, by their keys. */
  readonly rowsByKey: (
    accountId: string,
    keys: ReadonlyArray<string>,
    since: number
  ) => Effect.Effect<ReadonlyArray<Payout.Payout>, Unavailable>
}

const isFound = ({ whole, words }: Search.Search, payout: Payout.Payout): boolean => {
  const { depositAddress, id, idempotencyKey } = payout
  if (id === whole || idempotencyKey === whole) return true
  if (depositAddress.toLowerCase() === whole.toLowerCase()) return true
  const text = PayoutState.searchText(payout)
  return words.every((word) => text.includes(Search.partOf(word)))
}

const fits = (filter: ReadModel.PayoutFilter, payout: Payout.Payout): boolean =>
  (filter.status === undefined || payout.status === filter.status) &&
  (filter.batchId === undefined || payout.batchId === filter.batchId) &&
  (filter.network === undefined || payout.network === filter.network) &&
  (filter.search === undefined || isFound(filter.search, payout)) &&
  (filter.isFrozen !== true || PayoutGuards.isFrozen(payout)) &&
  (filter.isRefundOpen !== true || Refund.isOpen(payout.refunds)) &&
  (filter.from === undefined || payout.createdAt >= filter.from) &&
  (filter.to === undefined || payout.createdAt <= filter.to)

/** An account's payouts that the tables show as they were, or not at all. */
const unshown = (state: State.State, accountId: string): ReadonlyArray<Payout.Payout> => {
  const found: Array<Payout.Payout> = []
  for (const id of state.dirty.payouts.keys()) {
    const payout = state.payouts.get(id)
    if (payout?.accountId === accountId) found.push(payout)
  }
  return found
}

const newestFirst = (left: Payout.Payout, right: Payout.Payout): number =>
  left.id < right.id ? 1 : -1

/** How many payouts an account has. */
interface AccountTotal {
  /** `undefined`: it is being counted. */
  total: number | undefined
  /** Entries that created a payout since. */
  readonly createdAt: Array<number>
}

/** Whether a filter selects all payouts of an account. */
const isWhole = (filter: ReadModel.PayoutFilter): boolean =>
  Object.entries(filter).every(([name, value]) => name === "accountId" || value === undefined)

/** Totals of accounts: counted in the read model once, and from then on kept up to date. */
const makeTotals = (
  state: State.State,
  readModel: ReadModel.ReadModel["Service"],
  caughtUp: Effect.Effect<void, Unavailable>
) => {
  /** In order of their last use; those unused the longest are counted again when needed (L10). */
  const totals = new Map<string, AccountTotal>()

  const keep = (accountId: string, counted: AccountTotal): void => {
    totals.delete(accountId)
    totals.set(accountId, counted)
    if (totals.size <= Limits.views.accountTotalsMax) return
    const [oldest] = totals.keys()
    if (oldest !== undefined) totals.delete(oldest)
  }

  /** Counts what the tables show, and adds what was created behind that. */
  const countAll = (accountId: string) =>
    Effect.suspend(() => {
      const counted: AccountTotal = { total: undefined, createdAt: [] }
      keep(accountId, counted)
      const drop = Effect.sync(() => {
        if (totals.get(accountId) === counted) totals.delete(accountId)
      })
      return Effect.andThen(caughtUp, readModel.countPayouts({ accountId }, [])).pipe(
        Effect.map(({ count, seq }) => {
          counted.total = count + counted.createdAt.filter((created) => created > seq).length
          return counted.total
        }),
        Effect.onError(() => drop)
      )
    })

  /** Of all payouts of an account; read from the tables once. */
  const totalOf = (accountId: string) =>
    Effect.suspend(() => {
      const counted = totals.get(accountId)
      if (counted === undefined) return countAll(accountId)
      keep(accountId, counted)
      if (counted.total !== undefined) return Effect.succeed(counted.total)
      return Effect.andThen(
        caughtUp,
        Effect.map(readModel.countPayouts({ accountId }, []), ({ count }) => count)
      )
    })

  return {
    totalOf,
    /** Counts a payout created by the entry that was applied last. */
    created: (id: string): void => {
      const counted = totals.get(state.payouts.get(id)?.accountId ?? "")
      if (counted === undefined) return
      if (counted.total === undefined) counted.createdAt.push(state.seq)
      else counted.total += 1
    }
  }
}

export const make = (
  state: State.State,
  readModel: ReadModel.ReadModel["Service"],
  caughtUp: Effect.Effect<void, Unavailable>
) => {
  const totals = makeTotals(state, readModel, caughtUp)

  /** One page of an account's payouts, newest first, and how many there are. */
  const payouts = (
    filter: ReadModel.PayoutFilter,
    page: ReadModel.Page
  ): Effect.Effect<ReadModel.Listed<Payout.Payout>, Unavailable | ReadModel.ReadModelBroken> =>
    Effect.suspend(() => {
      const { accountId } = filter
      const isMany = state.dirty.payouts.size > Limits.views.overlayMax
      const mustWait = page.offset > 0 || isMany || accountId === undefined
      const changed = mustWait ? [] : unshown(state, accountId)
      const newer = changed.filter((payout) => fits(filter, payout))
      const ids = changed.map(({ id }) => id)
      const total =
        isWhole(filter) && accountId !== undefined
          ? totals.totalOf(accountId)
          : Effect.map(readModel.countPayouts(filter, ids), ({ count }) => count + newer.length)
      const listed = Effect.flatMap(readModel.pagePayouts(filter, page, ids), (items) =>
        ReadModel.listed(page, [...newer, ...items].sort(newestFirst).slice(0, page.limit), total)
      )
      return mustWait ? Effect.andThen(caughtUp, listed) : listed
    })

  /** Waits for the read model; a defect where a row is not what was written. */
  const shown = <A>(read: Effect.Effect<A, Unavailable | ReadModel.ReadModelBroken>) =>
    Effect.andThen(caughtUp, Effect.catchTag(read, "ViewsBroken", Effect.die))

  const lists: Queries = {
    payouts: (filter, page) => Effect.catchTag(payouts(filter, page), "ViewsBroken", Effect.die),
    batches: (filter, page) => shown(readModel.listBatches(filter, page)),
    beneficiaries: (filter, page) => shown(readModel.listBeneficiaries(filter, page)),
    events: (filter, page) => shown(readModel.listEvents(filter, page)),
    deliveries: (filter, page) => shown(readModel.listDeliveries(filter, page)),
    quotes: (filter, page) => shown(readModel.listQuotes(filter, page)),
    audits: (filter, page) => shown(readModel.listAudits(filter, page)),
    payoutFigures: (asked) =>
      Effect.map(shown(readModel.payoutFigures(asked)), (ended) =>
        ActiveTotals.added(ended, state.payouts.values(), asked)
      ),
    deliveryFigures: (...asked) => shown(readModel.deliveryFigures(...asked)),
    event: (id) => (Ids.isId(id) ? shown(readModel.event(id)) : Effect.succeed(undefined)),
    rowsByKey: (accountId, keys, since) => shown(readModel.rowsByKey(accountId, keys, since))
  }

  return { lists, created: totals.created }
}
