/**
 * Rows of large batches: events and states of hundreds of kilobytes. They are written completely,
 * read completely one by one, and shortened on lists. Reads of due deliveries are limited by size.
 */

import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Storage from "../../../src/app/Storage.ts"
import * as Limits from "../../../src/config/Limits.ts"
import * as Batch from "../../../src/domain/batch/Batch.ts"
import * as BatchRow from "../../../src/domain/batch/BatchRow.ts"
import * as Payout from "../../../src/domain/payout/Payout.ts"
import * as Delivery from "../../../src/domain/webhook/Delivery.ts"
import * as WebhookEvent from "../../../src/domain/webhook/WebhookEvent.ts"
import * as Partition from "../../../src/engine/Partition.ts"
import * as ReadModel from "../../../src/engine/ports/ReadModel.ts"
import type { Changes, Versioned } from "../../../src/engine/ports/Rows.ts"
import * as DirtyRows from "../../../src/engine/state/DirtyRows.ts"
import * as State from "../../../src/engine/state/State.ts"
import * as Database from "../../../src/postgres/Database.ts"
import * as Lists from "../../../src/postgres/readmodel/Lists.ts"
import * as PostgresReadModel from "../../../src/postgres/readmodel/PostgresReadModel.ts"
import * as Source from "../../../src/postgres/readmodel/Source.ts"
import { batchOf, createdEvent, t0 } from "../../support/fixtures.ts"
import * as Postgres from "../../support/postgres.ts"

const tables = Layer.unwrap(
  Effect.as(
    Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir }),
    PostgresReadModel.layer(Partition.directory)
  )
)

/** Number of batches, together far larger than one statement. */
const count = 60
const rowCount = 1_000

const rows: ReadonlyArray<BatchRow.Row> = Array.from({ length: rowCount }, (_, row) =>
  BatchRow.ended({
    ...Payout.created({ ...createdEvent, idempotencyKey: `${row}`.padEnd(128, "x") }),
    ...{ id: `po_${row}`, status: "FAILED", failureReason: "deposit_expired" }
  })
)

const accountId = "acct_1"
const numbers = Array.from({ length: count }, (_, index) => index + 1)
const nameOf = (number: number): string => String(number).padStart(4, "0")

const eventOf = (number: number): WebhookEvent.WebhookEvent => {
  const id = `evt_${nameOf(number)}`
  const body = WebhookEvent.envelope(id, "batch.completed", t0, { total: rowCount, rows })
  const subjectId = `bt_${nameOf(number)}`
  return { id, type: "batch.completed", accountId, subjectId, sequence: 1, at: t0, body }
}

const events = numbers.map(eventOf)

/** A batch with finished rows and a refund due. */
const overOf = (number: number): Batch.Batch => {
  const [created] = batchOf([25])
  const batch = Batch.created({ ...created, id: `bt_${nameOf(number)}`, total: rowCount })
  return {
    ...{ ...batch, waiting: 0, unfunded: 0, due: 0, failed: rowCount, funding: "expired" },
    refunds: [{ status: "due", amount: 1, address: null, txHash: null }],
    ended: rows
  }
}

/** A batch with an unfinished row. */
const aliveOf = (number: number): Batch.Batch => ({
  ...overOf(number),
  ...{ id: `bt_alive_${nameOf(number)}`, total: rowCount + 1, unfunded: 1, refunds: [] }
})

const versioned = <A>(states: ReadonlyArray<A>): ReadonlyArray<Versioned<A>> =>
  states.map((state, index) => ({ seq: index + 1, state }))

const deliveryOf = (event: WebhookEvent.WebhookEvent) =>
  Delivery.created(`dlv_${event.id}`, "we_1", event)

const changes: Changes = {
  ...DirtyRows.take(State.make()),
  seq: count,
  webhookEvents: versioned(events).map((event) => ({ ...event, phone: null })),
  deliveries: versioned(events.map(deliveryOf)),
  batches: versioned([...numbers.map(overOf), ...numbers.map(aliveOf)])
}

/** Number of statements of the write. */
let statements = 0

const written = Layer.effectDiscard(
  Effect.gen(function* () {
    const { reset, write } = yield* ReadModel.ReadModel
    yield* reset
    // A write calls this before each statement, to check for waiting requests.
    yield* write(changes, () => {
      statements += 1
      return false
    })
  })
)

const page = { limit: count, offset: 0 }

const overlay = { seq: count, excluding: [], positions: [] }

const withoutRows = ({ ended: _, ...batch }: Batch.Batch) => batch

/** The lists of the tables. `change` runs once, after the next page is selected. */
const listsAfter = Effect.fnUntraced(function* (change: Effect.Effect<unknown>) {
  const sql = yield* PgClient.PgClient
  let isOver = false
  const unsafe = (text: string, parameters: ReadonlyArray<unknown>) => {
    const found = sql.unsafe(text, parameters)
    if (isOver || !text.includes("with page as")) return found
    isOver = true
    return Effect.tap(found, change)
  }
  const source = yield* Source.make(sql, Partition.directory)
  return Lists.withMemory({ ...source, sql: Object.assign(Object.create(sql), { unsafe }) })
})

layer(Layer.provideMerge(written, Layer.provideMerge(tables, Postgres.layer)))(
  "The tables of large batches",
  (it) => {
    it.effect("L10 are written in statements of limited length", () =>
      Effect.sync(() => {
        const { batchRowCharsMax, statementCharsMax } = Limits.readModel
        const chars = events.reduce((sum, { body }) => sum + body.length, 0)
        const charsOfBatches = 2 * count * rowCount * batchRowCharsMax
        assert.isAtLeast(statements, (chars + charsOfBatches) / statementCharsMax)
      })
    )

    it.effect("have complete events, and list them without rows", () =>
      Effect.gen(function* () {
        const readModel = yield* ReadModel.ReadModel
        const listed = yield* readModel.pageEvents({ accountId }, page, count)
        assert.deepStrictEqual(
          listed.map(({ id }) => id),
          events.map(({ id }) => id).toReversed()
        )
        for (const { body } of listed) {
          assert.deepStrictEqual(JSON.parse(body).data, { total: rowCount })
        }
        assert.deepStrictEqual(yield* readModel.event("evt_0007"), events[6])
      })
    )

    it.effect("have complete deliveries, and list them without rows", () =>
      Effect.gen(function* () {
        const readModel = yield* ReadModel.ReadModel
        const { items, total } = yield* readModel.listDeliveries({ endpointId: "we_1" }, page)
        assert.strictEqual(total, count)
        for (const { webhookEvent } of items) assert.isBelow(webhookEvent.body.length, 1_000)
        const [found] = yield* readModel.deliveries(["dlv_evt_0007"])
        assert.deepStrictEqual(found?.state.webhookEvent, events[6])
      })
    )

    it.effect("L10 return due deliveries up to a number of bytes, but at least one", () =>
      Effect.gen(function* () {
        const readModel = yield* ReadModel.ReadModel
        const due = { endpointId: "we_1", after: ReadModel.start, until: t0, excluding: [] }
        const bytes = Buffer.byteLength(events[0]?.body ?? "")
        const idsOf = Effect.fnUntraced(function* (limit: number, bytesMax: number) {
          const found = yield* readModel.dueDeliveries({ ...due, limit, bytesMax })
          return found.map(({ state }) => state.id)
        })
        const all = events.map(({ id }) => `dlv_${id}`)
        assert.deepStrictEqual(yield* idsOf(count, 1), all.slice(0, 1))
        assert.deepStrictEqual(yield* idsOf(count, 3 * bytes), all.slice(0, 3))
        assert.deepStrictEqual(yield* idsOf(count, 3 * bytes + 1), all.slice(0, 4))
        assert.deepStrictEqual(yield* idsOf(2, 3 * bytes), all.slice(0, 2))
      })
    )

    it.effect("have complete states, and list them without rows", () =>
      Effect.gen(function* () {
        const readModel = yield* ReadModel.ReadModel
        const listed = yield* readModel.lists.batches.page({ accountId }, page, overlay)
        assert.deepStrictEqual(listed, numbers.map(overOf).toReversed().map(withoutRows))
        const [over] = yield* readModel.batches(["bt_0007"])
        assert.deepStrictEqual(over?.state, overOf(7))
        const [alive] = yield* readModel.batches(["bt_alive_0007"])
        assert.deepStrictEqual(alive?.state, aliveOf(7))
      })
    )
  }
)

layer(Layer.provideMerge(written, Layer.provideMerge(tables, Postgres.layer)))(
  "Lists of large batches",
  (it) => {
    it.effect("have the new state of a batch that changes between the reads of page and row", () =>
      Effect.gen(function* () {
        const changed = { ...overOf(9), updatedAt: t0 + 1 }
        const batches = [{ seq: count + 1, state: changed }]
        const { write } = yield* ReadModel.ReadModel
        const none = DirtyRows.take(State.make())
        const lists = yield* listsAfter(
          Effect.orDie(write({ ...none, seq: count + 1, batches }, () => false))
        )
        const listed = yield* lists.batches.page({ accountId }, page, overlay)
        assert.lengthOf(listed, count)
        assert.deepInclude(listed, withoutRows(changed))
      })
    )

    it.effect("have only the id of a batch that moves to memory between the two reads", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const lists = yield* listsAfter(
          Effect.orDie(sql.unsafe("delete from batches where id = 'bt_0011'"))
        )
        const listed = yield* lists.batches.page({ accountId }, page, overlay)
        assert.lengthOf(listed, count)
        assert.include(listed, "bt_0011")
      })
    )
  }
)
