/**
 * The read model's port in memory. Like a database, it outlives the engines that are started over
 * it. While held, it finishes only the first write, which is the recovery's, so the engine's state
 * keeps every row.
 */
import { Effect, Latch, Layer } from "effect"
import * as Beneficiary from "../../src/domain/Beneficiary.ts"
import * as Withdrawal from "../../src/domain/balance/Withdrawal.ts"
import * as Batch from "../../src/domain/batch/Batch.ts"
import * as Booking from "../../src/domain/books/Booking.ts"
import * as DailyTotals from "../../src/domain/books/DailyTotals.ts"
import type { Payout } from "../../src/domain/payout/Payout.ts"
import { isFinished } from "../../src/domain/payout/PayoutGuards.ts"
import type { Quote } from "../../src/domain/quote/Quote.ts"
import type { Delivery } from "../../src/domain/webhook/Delivery.ts"
import type { Endpoint } from "../../src/domain/webhook/Endpoint.ts"
import * as WebhookEvent from "../../src/domain/webhook/WebhookEvent.ts"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import * as ListOrder from "../../src/engine/ports/ListOrder.ts"
import * as ReadModel from "../../src/engine/ports/ReadModel.ts"
import type { ArchivedName, Changes, Kinds, Versioned } from "../../src/engine/ports/Rows.ts"
import { Unavailable } from "../../src/engine/ports/Unavailable.ts"
import * as ListFilters from "../../src/engine/queries/ListFilters.ts"
import * as AsCreated from "../../src/engine/state/AsCreated.ts"
import * as Collections from "../../src/engine/state/Collections.ts"

/** The log's entries, in which kept responses and states as created are looked up. */
export interface Entries {
  readonly entries: () => ReadonlyArray<{
    readonly v: Entry.Draft["v"]
    readonly at: number
    readonly events: ReadonlyArray<Entry.Event>
    readonly reply: Entry.Reply | null
  }>
}

export interface MemoryReadModel {
  readonly layer: Layer.Layer<ReadModel.ReadModel>
  /** The position in the log, and the states at it. */
  readonly shown: () => {
    readonly seq: number
    readonly payouts: ReadonlyMap<string, Payout>
    readonly quotes: ReadonlyMap<string, Quote>
    readonly endpoints: ReadonlyMap<string, Endpoint>
    readonly deliveries: ReadonlyMap<string, Delivery>
    readonly withdrawals: ReadonlyMap<string, Withdrawal.Withdrawal>
    readonly bookings: ReadonlyMap<string, Booking.Booking>
    /** Sums of the books, some of them in parts. */
    readonly books: ReadonlyArray<DailyTotals.DaySum>
  }
  /** Reads kept responses from another log from now on. */
  readonly setLog: (log: Entries) => void
  /** Makes every write and read fail from now on, or work again. */
  readonly setUnavailable: (isAway: boolean) => void
  /** Stops all further writes before they finish. */
  readonly hold: () => void
  /** Makes reads of payouts wait until the returned function is called. */
  readonly pause: () => () => void
  /** Drops all rows, as a lost table does. */
  readonly dropRows: () => void
}

type Rows<A> = Map<string, Versioned<A>>

const makeRows = () => ({
  seq: 0,
  exists: false,
  accounts: new Map() as Rows<Changes["accounts"][number]["state"]>,
  keys: new Map() as Rows<Changes["keys"][number]["state"]>,
  people: new Map() as Rows<Changes["people"][number]["state"]>,
  invitations: new Map() as Rows<Changes["invitations"][number]["state"]>,
  endpoints: new Map() as Rows<Changes["endpoints"][number]["state"]>,
  chainCursors: new Map() as Rows<Changes["chainCursors"][number]["state"]>,
  balances: new Map() as Rows<Changes["balances"][number]["state"]>,
  withdrawals: new Map() as Rows<Changes["withdrawals"][number]["state"]>,
  movements: new Map<string, Changes["movements"][number]>(),
  recipients: new Map() as Rows<Changes["recipients"][number]["state"]>,
  bookings: new Map() as Rows<Changes["bookings"][number]["state"]>,
  periods: new Map() as Rows<Changes["periods"][number]["state"]>,
  reconciliations: new Map() as Rows<Changes["reconciliations"][number]["state"]>,
  breaks: new Map() as Rows<Changes["breaks"][number]["state"]>,
  books: [] as ReadonlyArray<DailyTotals.DaySum>,
  quotes: new Map() as Rows<Changes["quotes"][number]["state"]>,
  payouts: new Map() as Rows<Changes["payouts"][number]["state"]>,
  batches: new Map() as Rows<Changes["batches"][number]["state"]>,
  beneficiaries: new Map() as Rows<Changes["beneficiaries"][number]["state"]>,
  webhookEvents: new Map() as Rows<WebhookEvent.WebhookEvent>,
  deliveries: new Map() as Rows<Changes["deliveries"][number]["state"]>,
  replies: new Map<string, { readonly seq: number; readonly at: number }>(),
  /** The log position at which a quote, payout or batch was archived. */
  archivedAt: new Map<string, number>()
})

const position = ({ seq, state }: Versioned<{ readonly id: string }>): ReadModel.Position => ({
  seq,
  id: state.id
})

const order = (left: ReadModel.Position, right: ReadModel.Position): number =>
  left.seq - right.seq || (left.id < right.id ? -1 : left.id > right.id ? 1 : 0)

/** One page, newest first. */
const cut = <A extends { readonly id: string }>(
  rows: Rows<A>,
  { limit, offset }: ReadModel.Page,
  fits: (state: A) => boolean
): ReadModel.ListPage<A> => {
  const all = [...rows.values()].map(({ state }) => state).filter(fits)
  all.sort((left, right) => (left.id < right.id ? 1 : -1))
  return { items: all.slice(offset, offset + limit), total: all.length }
}

const statesOf = <A>(rows: Rows<A>): ReadonlyMap<string, A> =>
  new Map([...rows].map(([id, { state }]) => [id, state]))

const unavailable = new Unavailable({ message: "The read model is unavailable." })

/** The quotes, where a quote that a payout uses is held. */
const shownQuotes = ({ payouts, quotes }: ReturnType<typeof makeRows>) => {
  const shown = new Map(statesOf(quotes))
  for (const { state: payout } of payouts.values()) {
    const held = AsCreated.quoteHeldBy(shown, payout)
    if (held !== undefined) shown.set(held.id, held)
  }
  return shown
}

/** The parts that outlive the engines: the rows, and the scripted course of requests. */
interface Store {
  rows: ReturnType<typeof makeRows>
  log: Entries
  isAway: boolean
  writes: number
  /** Writes after this many never finish. */
  holdsAfter: number
  /** Closed while reads of payouts wait. */
  readonly gate: Latch.Latch
}

const query = <A>(
  store: Store,
  answer: (rows: Store["rows"]) => A
): Effect.Effect<A, Unavailable> =>
  Effect.suspend(() =>
    store.isAway ? Effect.fail(unavailable) : Effect.sync(() => answer(store.rows))
  )

const put = <A extends { readonly id: string }>(
  table: Rows<A>,
  found: ReadonlyArray<Versioned<A>>
): void => {
  for (const row of found) table.set(row.state.id, row)
}

/** The rows as a table has them. A row that is as created has only the position of its entry. */
const asStored = <K extends AsCreated.Name>(
  log: Entries,
  name: K,
  rows: ReadonlyArray<Versioned<Kinds[K]>>
): ReadonlyArray<Versioned<Kinds[K]>> =>
  rows.map((row) => {
    const entry = row.isAsCreated === true ? log.entries()[row.seq - 1] : undefined
    // Some tests fold entries that are in no log.
    if (entry === undefined) return row
    const state = AsCreated.stateOf[name](entry.events, row.state.id)
    if (state === undefined) throw new Error(`The entry ${row.seq} creates no ${row.state.id}.`)
    return { seq: row.seq, state }
  })

/**
 * The webhook events as a table has them. An event without a body has only the position of its
 * entry.
 */
const eventsAsStored = (log: Entries, events: Changes["webhookEvents"]) =>
  events.map(({ seq, state }): Versioned<WebhookEvent.WebhookEvent> => {
    const entry = "body" in state ? undefined : log.entries()[seq - 1]
    if (entry === undefined) return { seq, state: WebhookEvent.rendered(state) }
    const told = AsCreated.webhookEventOf(entry)
    if (told?.id !== state.id) throw new Error(`The entry ${seq} tells no ${state.id}.`)
    return { seq, state: told }
  })

/** Marks the finished rows of a collection as archived, and no others. */
const archive = <K extends ArchivedName>(
  { archivedAt }: Store["rows"],
  name: K,
  found: ReadonlyArray<Versioned<Kinds[K]>>,
  seq: number
): void => {
  for (const { state } of found) {
    if (!Collections.isFinished(name, state)) archivedAt.delete(state.id)
    else if (!archivedAt.has(state.id)) archivedAt.set(state.id, seq)
  }
}

const write = (rows: Store["rows"], log: Entries, changes: Changes): void => {
  if (changes.seq < rows.seq) return
  archive(rows, "quotes", changes.quotes, changes.seq)
  archive(rows, "payouts", changes.payouts, changes.seq)
  archive(rows, "batches", changes.batches, changes.seq)
  archive(rows, "withdrawals", changes.withdrawals, changes.seq)
  archive(rows, "bookings", changes.bookings, changes.seq)
  put(rows.accounts, changes.accounts)
  put(rows.keys, changes.keys)
  put(rows.people, changes.people)
  put(rows.invitations, changes.invitations)
  put(rows.endpoints, changes.endpoints)
  put(rows.chainCursors, changes.chainCursors)
  put(rows.balances, changes.balances)
  put(rows.withdrawals, changes.withdrawals)
  for (const movement of changes.movements) {
    rows.movements.set(`${movement.accountId} ${movement.number}`, movement)
  }
  put(rows.recipients, changes.recipients)
  put(rows.bookings, changes.bookings)
  put(rows.periods, changes.periods)
  put(rows.reconciliations, changes.reconciliations)
  put(rows.breaks, changes.breaks)
  const postings = changes.postings.filter(({ seq }) => seq > rows.seq)
  rows.books = [...rows.books, ...DailyTotals.sumsOf(postings)]
  put(rows.quotes, asStored(log, "quotes", changes.quotes))
  put(rows.payouts, asStored(log, "payouts", changes.payouts))
  put(rows.batches, changes.batches)
  put(rows.beneficiaries, changes.beneficiaries)
  for (const id of changes.beneficiariesDeleted) rows.beneficiaries.delete(id)
  put(rows.webhookEvents, eventsAsStored(log, changes.webhookEvents))
  put(rows.deliveries, changes.deliveries)
  for (const id of changes.registryDeleted) {
    rows.endpoints.delete(id)
    rows.invitations.delete(id)
    rows.recipients.delete(id)
    rows.reconciliations.delete(id)
    rows.breaks.delete(id)
  }
  for (const { at, key, seq } of changes.replies) rows.replies.set(key, { at, seq })
  rows.seq = changes.seq
}

/** The state from which an engine starts. */
const active = (rows: Store["rows"]) =>
  rows.exists
    ? {
        seq: rows.seq,
        accounts: [...rows.accounts.values()],
        keys: [...rows.keys.values()],
        people: [...rows.people.values()],
        invitations: [...rows.invitations.values()],
        endpoints: [...rows.endpoints.values()],
        chainCursors: [...rows.chainCursors.values()],
        balances: [...rows.balances.values()],
        withdrawals: [...rows.withdrawals.values()].filter(({ state }) => Withdrawal.isOpen(state)),
        recipients: [...rows.recipients.values()],
        bookings: [...rows.bookings.values()].filter(({ state }) => !Booking.isEnded(state)),
        periods: [...rows.periods.values()],
        reconciliations: [...rows.reconciliations.values()],
        breaks: [...rows.breaks.values()],
        quotes: [...rows.quotes.values()].filter(
          ({ state }) => state.lock === "held" || state.lock === "none"
        ),
        payouts: [...rows.payouts.values()].filter(({ state }) => !isFinished(state)),
        batches: [...rows.batches.values()].filter(({ state }) => !Batch.isFinished(state))
      }
    : undefined

const pending = ({ deliveries }: Store["rows"]) =>
  [...deliveries.values()].filter(({ state }) => state.nextAttemptAt !== null)

/** A list, a part of which is in the engine's memory. */
const tableList = <F extends { readonly accountId?: string | undefined }, A extends Listable>(
  store: Store,
  rowsOf: (rows: Store["rows"]) => Rows<A>,
  fits: (filter: F, row: A) => boolean,
  nameOf: (row: A) => string = () => ""
): ReadModel.TableList<F, A> => {
  const found = (rows: Store["rows"], filter: F, { excluding, seq }: ReadModel.Overlay) =>
    [...rowsOf(rows).values()]
      .map(({ state }) => state)
      .filter(({ id }) => isShown(rows, id, seq) && !excluding.includes(id))
      .filter(({ accountId }) => filter.accountId === undefined || accountId === filter.accountId)
      .filter((row) => fits(filter, row))
  const positioned = (row: A) => ({ item: row, position: { id: row.id, name: nameOf(row) } })
  return {
    page: (filter, { after, limit, offset, order = ListOrder.newestFirst }, overlay) =>
      store.gate.whenOpen(
        query(store, (rows) =>
          [
            ...found(rows, filter, overlay).map(positioned),
            ...overlay.positions.map((position) => ({ item: position.id, position }))
          ]
            .filter(
              ({ position }) => after === undefined || ListOrder.compare(order, position, after) > 0
            )
            .sort((left, right) => ListOrder.compare(order, left.position, right.position))
            .slice(offset, offset + limit)
            .map(({ item }) => item)
        )
      ),
    count: (filter, overlay) =>
      store.gate.whenOpen(query(store, (rows) => found(rows, filter, overlay).length))
  }
}

interface Listable {
  readonly id: string
  readonly accountId?: string
}

/** True if the tables show a row at a log position. They always show beneficiaries. */
const isShown = ({ archivedAt }: Store["rows"], id: string, seq: number): boolean =>
  id.startsWith("ben_") || (archivedAt.get(id) ?? Number.POSITIVE_INFINITY) <= seq

const inOrder = (
  left: Versioned<{ readonly id: string }>,
  right: Versioned<{ readonly id: string }>
) => order(position(left), position(right))

/** Events of an account up to a log position, in the filter's order. */
const eventsOf = (
  { webhookEvents }: Store["rows"],
  filter: ReadModel.EventFilter,
  until: number
) => {
  const all = [...webhookEvents.values()].sort(inOrder)
  const after = all.find(({ state }) => state.id === filter.after)
  const found = all.filter(
    (event) =>
      event.seq <= until &&
      ListFilters.fitsEvent(filter, event.state) &&
      (filter.after === undefined || (after !== undefined && inOrder(event, after) > 0))
  )
  return (filter.after === undefined ? found.reverse() : found).map(({ state }) => state)
}

type Service = ReadModel.ReadModel["Service"]

/** The functions that the projector calls. */
const writes = (store: Store) =>
  ({
    restore: query(store, active),
    reset: query(store, () => {
      store.rows = { ...makeRows(), exists: true }
    }),
    write: (changes) =>
      Effect.suspend(() => {
        store.writes += 1
        if (store.writes > store.holdsAfter) return Effect.never
        return Effect.andThen(
          Effect.yieldNow,
          query(store, (rows) => write(rows, store.log, changes))
        )
      }),
    dropReplies: () => Effect.succeed(false)
  }) satisfies Partial<Service>

/** Facts about people. */
const people = (store: Store) =>
  ({
    recipientFacts: (accountId, phone) =>
      query(store, (rows) => ({
        // The log is not sealed here, so a key stands for data that is in the tables.
        keys: [...rows.payouts.values(), ...rows.beneficiaries.values()].some(
          ({ state }) => state.accountId === accountId && state.phone === phone
        )
          ? ["00"]
          : [],
        recordKeys: [],
        payments: [...rows.payouts.values()].flatMap(({ state }) =>
          state.accountId === accountId && state.phone === phone && state.settledAt !== null
            ? [{ network: state.network, settledAt: state.settledAt }]
            : []
        ),
        hasReversal: [...rows.payouts.values()].some(
          ({ state }) =>
            state.accountId === accountId && state.phone === phone && state.status === "REVERSED"
        )
      })),
    beneficiaryPhones: (ids, max) =>
      query(store, () => {
        const phones = store.log
          .entries()
          .flatMap(({ events }) => events)
          .flatMap((event) =>
            event._tag === "BeneficiarySaved" && ids.includes(event.id) ? [event.phone] : []
          )
        return [...new Set(phones.toReversed())].slice(0, max)
      }),
    restrictedKeys: () => query(store, () => []),
    userKeys: () => query(store, () => [])
  }) satisfies Partial<Service>

/** Sums of the books, as the table adds them up. */
const books = (store: Store) => {
  const sums = ({ account, currency, from = 0, until = Infinity }: ReadModel.BooksFilter) =>
    store.rows.books.filter(
      (sum) =>
        (account ?? sum.account) === sum.account &&
        (currency ?? sum.currency) === sum.currency &&
        sum.day >= from &&
        sum.day <= until
    )
  return {
    bookDays: (filter) =>
      query(store, () =>
        DailyTotals.merge(sums(filter), ({ account, currency, day }) =>
          [String(day).padStart(9, "0"), account, currency].join(" ")
        )
      ),
    bookSums: (filter) => query(store, () => DailyTotals.merge(sums(filter)))
  } satisfies Partial<Service>
}

/** Objects by their ids, keys and addresses. */
const lookups = (store: Store) =>
  ({
    seq: query(store, (rows) => rows.seq),
    quotes: (ids) => query(store, (rows) => ids.flatMap((id) => rows.quotes.get(id) ?? [])),
    payouts: (ids) => query(store, (rows) => ids.flatMap((id) => rows.payouts.get(id) ?? [])),
    batches: (ids) => query(store, (rows) => ids.flatMap((id) => rows.batches.get(id) ?? [])),
    withdrawals: (ids) =>
      query(store, (rows) => ids.flatMap((id) => rows.withdrawals.get(id) ?? [])),
    bookings: (ids) => query(store, (rows) => ids.flatMap((id) => rows.bookings.get(id) ?? [])),
    deliveries: (ids) => query(store, (rows) => ids.flatMap((id) => rows.deliveries.get(id) ?? [])),
    beneficiary: (id) => query(store, (rows) => rows.beneficiaries.get(id)?.state),
    event: (id) => query(store, (rows) => rows.webhookEvents.get(id)?.state),
    rowsByKey: (accountId, keys, since) =>
      query(store, (rows) =>
        [...rows.payouts.values()]
          .map(({ state }) => state)
          .filter((row) => row.accountId === accountId && row.batchId !== null)
          .filter((row) => keys.includes(row.idempotencyKey ?? "") && row.createdAt > since)
      ),
    paymentsSince: (accountId, payments, since) =>
      query(store, (rows) =>
        [...rows.payouts.values()]
          .map(({ state }) => state)
          .filter((row) => row.accountId === accountId && row.createdAt > since)
          .filter(({ status }) => status === "SETTLED")
          .filter(({ phone, sourceAmount }) =>
            payments.some((one) => one.phone === phone && one.amount === sourceAmount)
          )
      ),
    owners: (addresses) =>
      query(store, (rows) => {
        const payouts = [...rows.payouts.values()].filter(({ state }) => state.batchId === null)
        const all = [...payouts, ...rows.batches.values()].map(({ state }) => state)
        const found = all.map((one) => [one.depositAddress.toLowerCase(), one.id] as const)
        return new Map(found.filter(([address]) => addresses.includes(address)))
      }),
    refundedWith: (txHash) =>
      query(store, (rows) =>
        [
          ...[...rows.payouts.values(), ...rows.batches.values()].map(({ state }) => state),
          ...[...rows.withdrawals.values()].map(({ state }) => ({
            ...{ id: state.id, refunds: Withdrawal.asRefunds(state) }
          }))
        ].filter(({ refunds }) => refunds.some((one) => one.txHash?.toLowerCase() === txHash))
      ),
    reply: (key) =>
      query(store, (rows) => {
        const place = rows.replies.get(key)
        const entry = place === undefined ? undefined : store.log.entries()[place.seq - 1]
        if (entry?.reply == null) return undefined
        return { ...entry.reply, at: entry.at, events: entry.events }
      }),
    replyKeys: (since, after) =>
      query(store, (rows) =>
        [...rows.replies]
          .map(([key, { at }]) => ({ key, at }))
          .filter(({ at, key }) => at >= since && key > after)
          .sort((left, right) => (left.key < right.key ? -1 : 1))
          .slice(0, 100)
      )
  }) satisfies Partial<Service>

/** Pages of objects. Only the real read model has audits and figures. */
const lists = (store: Store) =>
  ({
    lists: {
      payouts: tableList(store, ({ payouts }) => payouts, ListFilters.fitsPayout),
      recipientPayouts: tableList(
        store,
        ({ payouts }) => payouts,
        (filter: ReadModel.RecipientFilter, payout) => payout.phone === filter.phone
      ),
      batches: tableList(store, ({ batches }) => batches, ListFilters.fitsBatch),
      beneficiaries: tableList(
        store,
        ({ beneficiaries }) => beneficiaries,
        ListFilters.fitsBeneficiary,
        Beneficiary.nameKey
      ),
      quotes: tableList(store, ({ quotes }) => quotes, ListFilters.fitsQuote),
      withdrawals: tableList(store, ({ withdrawals }) => withdrawals, ListFilters.fitsWithdrawal),
      bookings: tableList(
        store,
        ({ bookings }) => bookings,
        (_: ReadModel.BookingFilter) => true
      )
    },
    movements: (filter, { after, limit, offset }) =>
      query(store, ({ movements }) => {
        const all = [...movements.values()]
          .filter(({ accountId }) => accountId === filter.accountId)
          .sort((left, right) => right.number - left.number)
        const behind = all.filter(({ id }) => after === undefined || id < after.id)
        return { items: behind.slice(offset, offset + limit), total: all.length }
      }),
    balanceSummary: () => Effect.die(new Error("no sums in memory")),
    movementsInOrder: () => Effect.die(new Error("no statements in memory")),
    unrestrictedAudits: () => Effect.succeed([]),
    webhooksAbout: () => Effect.succeed([]),
    listAudits: () => Effect.die(new Error("no audit log in memory")),
    pageAudits: () => Effect.die(new Error("no audit log in memory")),
    payoutFigures: () => Effect.die(new Error("no figures in memory")),
    accountFigures: () => Effect.die(new Error("no figures in memory")),
    networkFigures: () => Effect.die(new Error("no figures in memory")),
    deliveryFigures: () => Effect.die(new Error("no figures in memory")),
    recentDeliveries: () => Effect.die(new Error("no figures in memory")),
    pageEvents: (filter, { limit, offset }, until) =>
      query(store, (rows) => eventsOf(rows, filter, until).slice(offset, offset + limit)),
    countEvents: (filter, until) => query(store, (rows) => eventsOf(rows, filter, until).length),
    listDeliveries: ({ endpointId }, page) =>
      query(store, (rows) => cut(rows.deliveries, page, (one) => one.endpointId === endpointId))
  }) satisfies Partial<Service>

/** Deliveries whose next attempt is due. */
const deliveriesDue = (store: Store) =>
  ({
    dueDeliveries: ({ after, bytesMax, endpointId, excluding, limit, until }) =>
      query(store, (rows) => {
        let bytes = 0
        return pending(rows)
          .filter(({ state }) => state.endpointId === endpointId)
          .filter(({ state }) => (state.nextAttemptAt ?? 0) <= until)
          .filter(({ state }) => !excluding.includes(state.id))
          .sort((left, right) => order(position(left), position(right)))
          .filter((delivery) => order(position(delivery), after) > 0)
          .slice(0, limit)
          .filter(({ state }) => {
            const before = bytes
            bytes += Buffer.byteLength(state.webhookEvent.body)
            return before < bytesMax
          })
      }),
    dueEndpoints: (from, until) =>
      query(store, (rows) => {
        const due = pending(rows).filter(({ state }) => {
          const at = state.nextAttemptAt ?? 0
          return at > from && at <= until
        })
        return [...new Set(due.map(({ state }) => state.endpointId))]
      }),
    pendingDeliveries: query(store, (rows) => pending(rows).length),
    oldestDue: query(store, (rows) =>
      pending(rows).reduce<number | undefined>((oldest, { state: { nextAttemptAt } }) => {
        const at = nextAttemptAt ?? undefined
        return oldest === undefined || (at !== undefined && at < oldest) ? at : oldest
      }, undefined)
    )
  }) satisfies Partial<Service>

export const make = (
  entries: Entries,
  { isHeld = false }: { readonly isHeld?: boolean } = {}
): MemoryReadModel => {
  const store: Store = {
    ...{ rows: makeRows(), log: entries, isAway: false, writes: 0 },
    holdsAfter: isHeld ? 1 : Number.POSITIVE_INFINITY,
    gate: Latch.makeUnsafe(true)
  }
  const service = ReadModel.ReadModel.of({
    ...writes(store),
    ...people(store),
    ...lookups(store),
    ...books(store),
    ...lists(store),
    ...deliveriesDue(store)
  })
  return {
    layer: Layer.succeed(ReadModel.ReadModel, service),
    shown: () => ({
      seq: store.rows.seq,
      payouts: statesOf(store.rows.payouts),
      quotes: shownQuotes(store.rows),
      endpoints: statesOf(store.rows.endpoints),
      deliveries: statesOf(store.rows.deliveries),
      withdrawals: statesOf(store.rows.withdrawals),
      bookings: statesOf(store.rows.bookings),
      books: store.rows.books
    }),
    setLog: (log) => {
      store.log = log
    },
    setUnavailable: (isAway) => {
      store.isAway = isAway
    },
    hold: () => {
      store.holdsAfter = store.writes
    },
    pause: () => {
      store.gate.closeUnsafe()
      return () => void store.gate.openUnsafe()
    },
    dropRows: () => {
      store.rows = makeRows()
    }
  }
}
