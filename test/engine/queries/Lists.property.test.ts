/**
 * Every list equals that of the fold of all entries, for any division between memory and tables.
 * Page by page, it has each row once, in order and with the right total.
 */

import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import * as Storage from "../../../src/app/Storage.ts"
import * as Beneficiary from "../../../src/domain/Beneficiary.ts"
import * as Withdrawal from "../../../src/domain/balance/Withdrawal.ts"
import * as Batch from "../../../src/domain/batch/Batch.ts"
import * as PayoutGuards from "../../../src/domain/payout/PayoutGuards.ts"
import * as Quote from "../../../src/domain/quote/Quote.ts"
import * as Refund from "../../../src/domain/refund/Refund.ts"
import * as Search from "../../../src/domain/Search.ts"
import * as WebhookEvent from "../../../src/domain/webhook/WebhookEvent.ts"
import * as Partition from "../../../src/engine/Partition.ts"
import type * as ListOrder from "../../../src/engine/ports/ListOrder.ts"
import * as ReadModel from "../../../src/engine/ports/ReadModel.ts"
import * as Database from "../../../src/postgres/Database.ts"
import * as PostgresReadModel from "../../../src/postgres/readmodel/PostgresReadModel.ts"
import * as Logs from "../../fixtures/logs.ts"
import * as Totals from "../../fixtures/totals.ts"
import { silent } from "../../http/suite.ts"
import * as MemoryLog from "../../support/memoryLog.ts"
import * as MemoryReadModel from "../../support/memoryReadModel.ts"
import * as Postgres from "../../support/postgres.ts"
import * as History from "./history.ts"
import * as Listing from "./listing.ts"

type Row = { readonly id: string; readonly accountId?: string }

/** The rows that fit, newest first. */
const newest = <A extends Row>(
  rows: ReadonlyMap<string, A>,
  accountId: string | undefined,
  fits: (row: A) => boolean = () => true
): ReadonlyArray<A> =>
  [...rows.values()]
    .filter((row) => (accountId === undefined || row.accountId === accountId) && fits(row))
    .sort((left, right) => (left.id < right.id ? 1 : -1))

/** A list of the engine, and the expected rows, newest first. */
interface Asked {
  readonly what: string
  readonly list: (page: ReadModel.Page) => Effect.Effect<ReadModel.ListPage<Row>, unknown>
  readonly expected: ReadonlyArray<Row>
  /** The orders to test. Events have only the order of the log. */
  readonly orders: ReadonlyArray<ListOrder.Order>
}

const byCreation = [true, false].map((isAscending) => ({ by: "creation", isAscending }) as const)
const byName = [true, false].map((isAscending) => ({ by: "name", isAscending }) as const)

const sign = (left: number | string, right: number | string): number =>
  left < right ? -1 : left > right ? 1 : 0

/** Compares by the order of `people`, and then by the number, which follows the name. */
const byNames = (left: Beneficiary.Beneficiary, right: Beneficiary.Beneficiary): number =>
  sign(History.people.indexOf(left.name), History.people.indexOf(right.name)) ||
  sign(left.phone, right.phone) ||
  sign(left.id, right.id)

const inOrder = (
  newestFirst: ReadonlyArray<Row>,
  { by, isAscending }: ListOrder.Order
): ReadonlyArray<Row> => {
  const upwards =
    by === "name"
      ? (newestFirst as ReadonlyArray<Beneficiary.Beneficiary>).toSorted(byNames)
      : newestFirst.toReversed()
  return isAscending ? upwards : upwards.toReversed()
}

const placeOf = (row: Row): ListOrder.Position => ({
  id: row.id,
  name: "nickname" in row ? Beneficiary.nameKey(row as Beneficiary.Beneficiary) : ""
})

const asPayouts = (
  { fold, queries }: Listing.Listing,
  filter: ReadModel.PayoutFilter,
  fits: (payout: Parameters<typeof PayoutGuards.isFinished>[0]) => boolean
): Asked => ({
  what: `payouts ${JSON.stringify(filter)}`,
  list: (page) => queries.payouts(filter, page),
  expected: newest(fold.payouts, filter.accountId, fits),
  orders: byCreation
})

const payoutsAsked = (
  listing: Listing.Listing,
  accountId: string | undefined,
  pick: number
): ReadonlyArray<Asked> => {
  const all = [...listing.fold.payouts.values()]
  const some = all[pick % Math.max(1, all.length)]
  const of = (filter: ReadModel.PayoutFilter, fits: Parameters<typeof asPayouts>[2]): Asked =>
    asPayouts(listing, { accountId, ...filter }, fits)
  const status = some?.status ?? "SETTLED"
  const [from, to] = [some?.createdAt ?? 0, (some?.createdAt ?? 0) + 20]
  const batchId = some?.batchId ?? "bt_none"
  const network = some?.network ?? "MTN_UG"
  const whole = some?.idempotencyKey ?? "key 1"
  return [
    of({}, () => true),
    of({ status }, (one) => one.status === status),
    of({ status, network }, (one) => one.status === status && one.network === network),
    of({ network }, (one) => one.network === network),
    of({ batchId }, (one) => one.batchId === batchId),
    of({ from }, (one) => one.createdAt >= from),
    of({ from, to }, (one) => one.createdAt >= from && one.createdAt <= to),
    of({ isRefundOpen: true }, (one) => one.refunds.some((each) => each.status !== "confirmed")),
    of({ isRefundSent: true }, (one) => one.refunds.some(({ txHash }) => txHash !== null)),
    of({ isFrozen: true }, PayoutGuards.isFrozen),
    of({ isRecallOpen: true }, ({ recalls = [] }) =>
      recalls.some((each) => each.status !== "closed")
    ),
    of({ search: Search.of("amina") }, ({ name }) => name?.startsWith("Amina") === true),
    of({ search: Search.of("ok 7700") }, ({ name }) => name?.startsWith("Ben") === true),
    // A unique key, with which no word of another payout begins.
    of(
      { search: { whole, words: [] } },
      ({ id, idempotencyKey }) => idempotencyKey === whole || id === whole
    ),
    of({ search: { whole: some?.id ?? "", words: [] } }, ({ id }) => id === some?.id),
    of(
      { search: { whole: (some?.depositAddress ?? "").toUpperCase(), words: [] } },
      ({ depositAddress }) => depositAddress === some?.depositAddress
    )
  ]
}

const batchesAsked = (
  { fold, queries }: Listing.Listing,
  accountId: string | undefined,
  pick: number
): ReadonlyArray<Asked> => {
  const all = [...fold.batches.values()]
  const some = all[pick % Math.max(1, all.length)]
  const of = (filter: ReadModel.BatchFilter, fits: (batch: Batch.Batch) => boolean): Asked => ({
    what: `batches ${JSON.stringify({ accountId, ...filter })}`,
    list: (page) => queries.batches({ accountId, ...filter }, page),
    expected: newest(fold.batches, accountId, fits),
    orders: byCreation
  })
  const { createdAt = 0, kind = "batch" } = some ?? {}
  const [from, to] = [createdAt, createdAt + 20]
  const isIn = (one: Batch.Batch) => one.createdAt >= from && one.createdAt <= to
  return [
    of({}, () => true),
    of({ kind }, (one) => one.kind === kind),
    ...(["queued", "processing", "completed", "cancelled"] as const).map((status) =>
      of({ status }, (one) => Batch.status(one) === status)
    ),
    of({ from }, (one) => one.createdAt >= from),
    of({ from, to }, isIn),
    of({ to, kind }, (one) => one.createdAt <= to && one.kind === kind),
    of(
      { from, to, kind, status: "completed" },
      (one) => isIn(one) && one.kind === kind && Batch.status(one) === "completed"
    ),
    of({ words: Search.wordsOf("salar") }, ({ name }) => name === History.named[0].name),
    of(
      { words: Search.wordsOf("REFUNDS"), kind },
      (one) => one.name === History.named[1].name && one.kind === kind
    )
  ]
}

const othersAsked = (
  { fold, queries }: Listing.Listing,
  accountId: string,
  now: number
): ReadonlyArray<Asked> => [
  {
    what: "batches of all accounts with a refund",
    list: (page) => queries.batches({ isRefundOpen: true }, page),
    expected: newest(fold.batches, undefined, ({ refunds }: Batch.Batch) => Refund.isOpen(refunds)),
    orders: byCreation
  },
  ...(["ACTIVE", "LOCKED", "USED", "EXPIRED", undefined] as const).map((status) => ({
    what: `quotes ${status}`,
    list: (page: ReadModel.Page) => queries.quotes({ accountId, status, now }, page),
    expected: newest(
      fold.quotes,
      accountId,
      (quote) => status === undefined || Quote.status(quote, now) === status
    ),
    orders: byCreation
  })),
  ...(["MTN_UG", undefined] as const).map((network) => ({
    what: `beneficiaries ${network}`,
    list: (page: ReadModel.Page) => queries.beneficiaries({ accountId, network }, page),
    expected: newest(
      fold.beneficiaries,
      accountId,
      (one) => (network ?? one.network) === one.network
    ),
    orders: [...byCreation, ...byName]
  })),
  {
    what: "beneficiaries by a word",
    list: (page) => queries.beneficiaries({ accountId, words: Search.wordsOf("nakato") }, page),
    expected: newest(fold.beneficiaries, accountId, ({ name }) => name.startsWith("Amina")),
    orders: [...byCreation, ...byName]
  }
]

const withdrawalsAsked = (
  { fold, queries }: Listing.Listing,
  accountId: string | undefined
): ReadonlyArray<Asked> =>
  [undefined, ...Withdrawal.Status.literals].map((status) => ({
    what: `withdrawals ${accountId} ${status}`,
    list: (page) => queries.withdrawals({ accountId, status }, page),
    expected: newest(fold.withdrawals, accountId, (one) => (status ?? one.status) === one.status),
    orders: byCreation
  }))

/** Bookings are of no account. */
const bookingsAsked = ({ fold, queries }: Listing.Listing): Asked => ({
  what: "bookings",
  list: (page) => queries.bookings({}, page),
  expected: newest(fold.bookings, undefined),
  orders: byCreation
})

const eventsAsked = (
  { fold, queries }: Listing.Listing,
  accountId: string,
  pick: number
): ReadonlyArray<Asked> => {
  const all = fold.dirty.webhookEvents
    .toSorted((left, right) => left.seq - right.seq || (left.state.id < right.state.id ? -1 : 1))
    .map(({ state }) => WebhookEvent.withoutRows(WebhookEvent.rendered(state)))
    .filter((event) => event.accountId === accountId)
  const at = pick % Math.max(1, all.length)
  const some = all[at]
  if (some === undefined) return []
  const of = (filter: Omit<ReadModel.EventFilter, "accountId">, expected: typeof all): Asked => ({
    what: `events ${JSON.stringify(filter)}`,
    list: (page) => queries.events({ accountId, ...filter }, page),
    expected,
    orders: []
  })
  const { id: after, subjectId, type } = some
  const behind = all.slice(at + 1)
  return [
    of({}, all.toReversed()),
    of({ type }, all.filter((event) => event.type === type).toReversed()),
    of({ subjectId }, all.filter((event) => event.subjectId === subjectId).toReversed()),
    of({ from: some.at }, all.filter((event) => event.at >= some.at).toReversed()),
    of({ after }, behind),
    of(
      { after, type },
      behind.filter((event) => event.type === type)
    )
  ]
}

const agree = (
  { items, total }: ReadModel.ListPage<Row>,
  expected: ReadonlyArray<Row>,
  [from, to, all]: readonly [number, number, number],
  what: string
) => {
  const page = `${what}, ${from} to ${to}`
  assert.deepStrictEqual(items, expected.slice(from, to), page)
  assert.strictEqual(total, all, `total of ${page}`)
}

/** Walks a list page by page. */
const walk = Effect.fnUntraced(function* ({ expected, list, orders, what }: Asked, limit: number) {
  const { length } = expected
  for (let offset = 0; offset === 0 || offset < length + limit; offset += limit) {
    const page = yield* list({ limit, offset })
    agree(page, expected, [offset, offset + limit, length], what)
  }
  for (const order of orders) {
    const rows = inOrder(expected, order)
    const how = `${what} by ${order.by}, ${order.isAscending ? "up" : "down"}`
    let behind: ListOrder.Position | undefined
    for (let from = 0; from === 0 || from < length + limit; from += limit) {
      const page = yield* list({ limit, offset: from, order })
      agree(page, rows, [from, from + limit, length], `${how}, by offset`)
      const next = yield* list({ limit, offset: 0, order, after: behind })
      agree(next, rows, [from, from + limit, length], `${how}, by cursor`)
      const last = next.items.at(-1)
      if (last === undefined) break
      behind = placeOf(last)
    }
  }
})

const asked = (listing: Listing.Listing, pick: number, now: number): ReadonlyArray<Asked> => {
  const accountId = History.accounts[pick % 2] ?? ""
  return [
    ...payoutsAsked(listing, pick % 5 === 0 ? undefined : accountId, pick),
    ...batchesAsked(listing, pick % 5 === 0 ? undefined : accountId, pick),
    ...othersAsked(listing, accountId, now),
    ...withdrawalsAsked(listing, pick % 5 === 0 ? undefined : accountId),
    bookingsAsked(listing),
    ...eventsAsked(listing, accountId, pick)
  ]
}

const stepOf = Effect.fnUntraced(function* (
  listing: Listing.Listing,
  step: History.Step,
  count: number
) {
  if (step.kind !== "list") return yield* Listing.play(listing, step, count)
  const now = yield* Clock.currentTimeMillis
  const lists = asked(listing, step.pick, now)
  const some = lists[step.more % lists.length]
  return some === undefined ? undefined : yield* walk(some, 1 + (step.more % 7))
})

/** Additions to a read model with tables. */
interface Beside {
  /** Checks the sums in the tables, and returns their number of payouts. */
  readonly sums: Effect.Effect<number | undefined, unknown>
  readonly append?: Listing.Append
}

/** Plays a history, and checks all lists. */
const agrees = Effect.fnUntraced(function* (
  steps: ReadonlyArray<History.Step>,
  limit: number,
  { append, sums }: Beside
) {
  yield* TestClock.setTime(History.bornAt)
  const listing = yield* Listing.make(yield* ReadModel.ReadModel, append)
  for (const [count, step] of steps.entries()) yield* stepOf(listing, step, count)
  const now = yield* Clock.currentTimeMillis
  for (const pick of [0, 1, 7]) {
    for (const one of asked(listing, pick, now)) yield* walk(one, limit)
  }
  yield* listing.write("done")
  for (const one of asked(listing, 3, now)) yield* walk(one, limit)
  const over = [...listing.fold.payouts.values()].filter(PayoutGuards.isFinished).length
  assert.strictEqual((yield* sums) ?? over, over)
}, Effect.scoped)

const inMemory = Effect.sync(() => MemoryReadModel.make(MemoryLog.make()).layer)

const inPostgres = Effect.gen(function* () {
  yield* Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir })
  const context = yield* Layer.build(PostgresReadModel.layer(Partition.directory))
  return Layer.succeed(ReadModel.ReadModel, Context.get(context, ReadModel.ReadModel))
})

/** A log that is emptied at the start of each history. */
const appendTo = (sql: PgClient): Listing.Append => {
  let tip: Effect.Success<ReturnType<typeof Logs.write>> | undefined
  return ({ epoch: _, seq, ...body }) =>
    Effect.gen(function* () {
      if (seq === 1) {
        yield* sql`truncate log`
        tip = undefined
      }
      tip = yield* Logs.write(sql, [JSON.stringify(body)], tip)
    }).pipe(Effect.orDie)
}

const holds = (
  layer: Layer.Layer<ReadModel.ReadModel>,
  { maxLength, numRuns }: { readonly maxLength: number; readonly numRuns: number },
  beside: Beside = { sums: Effect.undefined }
) =>
  Effect.promise(() =>
    fc.assert(
      fc.asyncProperty(
        fc.array(History.step, { minLength: 20, maxLength, size: "max" }),
        fc.integer({ min: 1, max: 9 }),
        (steps, limit) =>
          agrees(steps, limit, beside).pipe(
            Effect.provide(Layer.mergeAll(layer, silent, TestClock.layer())),
            Effect.runPromise
          )
      ),
      // The limit is below the test's timeout, so that a failure is reported in its shrunk form.
      { numRuns, interruptAfterTimeLimit: 300_000, markInterruptAsFailure: true }
    )
  )

const runs = Number(process.env.FC_RUNS ?? 40)

describe("Lists of memory and tables together", () => {
  it.live(
    "equal the fold's, page by page, after any history",
    () =>
      Effect.gen(function* () {
        yield* holds(yield* inMemory, { numRuns: Math.min(runs, 500), maxLength: 200 })
      }),
    { timeout: 600_000 }
  )

  it.live(
    "equal the fold's in PostgreSQL after any history",
    () =>
      Effect.gen(function* () {
        const sql = yield* PgClient
        const sums = Effect.provideService(Totals.check, PgClient, sql)
        const size = { numRuns: Math.ceil(Math.min(runs, 200) / 8), maxLength: 120 }
        yield* holds(yield* inPostgres, size, { sums, append: appendTo(sql) })
      }).pipe(Effect.scoped, Effect.provide(Postgres.layer), Effect.provide(silent)),
    { timeout: 600_000 }
  )
})
