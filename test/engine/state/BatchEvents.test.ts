/**
 * The events of a batch and of its refunds in random lives. The rows in an event have their
 * current status and add up to the batch's counters and sums. They are the same if rows have left
 * memory or the process has restarted (L2, L9).
 */
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import * as Money from "../../../src/domain/money/Money.ts"
import type * as EventData from "../../../src/domain/webhook/EventData.ts"
import * as WebhookEvent from "../../../src/domain/webhook/WebhookEvent.ts"
import * as Entry from "../../../src/engine/ports/Entry.ts"
import * as Collections from "../../../src/engine/state/Collections.ts"
import * as DirtyRows from "../../../src/engine/state/DirtyRows.ts"
import * as Eviction from "../../../src/engine/state/Eviction.ts"
import * as Fold from "../../../src/engine/state/Fold.ts"
import * as State from "../../../src/engine/state/State.ts"
import { type Life, live, someLife } from "../../domain/batch/BatchLife.ts"
import {
  at,
  type BatchEvent,
  batchCreated,
  batchEvent,
  batchId,
  rowEvent
} from "../../support/fixtures.ts"

const numRuns = Number(process.env.FC_RUNS ?? 3_000) / 5
const seed = process.env.FC_SEED
const parameters = { numRuns, ...(seed === undefined ? {} : { seed: Number(seed) }) }

/** The entries of a life: one for the creation, and one per later event. */
const entriesOf = (history: ReadonlyArray<BatchEvent>): ReadonlyArray<Entry.Entry> => {
  const born = history.findLastIndex(({ _tag }) => _tag === "PayoutCreated") + 1
  return [history.slice(0, born), ...history.slice(born).map((event) => [event])].map(
    (events, index) => ({
      ...{ v: Entry.version, at: 1, by: "engine", epoch: 1, seq: index + 1, reply: null },
      events
    })
  )
}

interface Told {
  readonly type: string
  readonly body: string
}

/** The batch's webhook events from entries that are not written yet. */
const take = ({ dirty }: State.State): ReadonlyArray<Told> =>
  dirty.webhookEvents
    .map(({ state }) => WebhookEvent.rendered(state))
    .filter(({ subjectId }) => subjectId === batchId)
    .map(({ body, type }) => ({ type, body }))

const folded = (entries: ReadonlyArray<Entry.Entry>): ReadonlyArray<Told> => {
  const state = State.make()
  for (const entry of entries) Fold.apply(state, entry)
  return take(state)
}

/** Payouts and batches as the tables have them. */
const makeTables = () => ({ payouts: new Map(), batches: new Map() })
type Tables = ReturnType<typeof makeTables>
const names = ["payouts", "batches"] as const

const rowsOf = (tables: Tables, name: (typeof names)[number], isWanted: (id: string) => boolean) =>
  [...tables[name].values()].filter(({ state }) => isWanted(state.id))

/** Writes dirty rows as JSON. Then finished objects leave memory. */
const written = (state: State.State, tables: Tables): ReadonlyArray<Told> => {
  const told = take(state)
  const changes = DirtyRows.take(state)
  for (const name of names) {
    for (const { seq, state: row } of changes[name]) {
      tables[name].set(row.id, { seq, state: JSON.parse(JSON.stringify(row)) })
    }
  }
  const leaving = { inUse: Eviction.noneInUse, rowsPerTurn: 1_000 }
  for (const _ of Eviction.acknowledge(state, changes.seq, leaving));
  return told
}

/** The state of a process after its start, with all unfinished objects. */
const started = (tables: Tables, seq: number): State.State => {
  const state = State.make()
  state.seq = seq
  Eviction.hydrate(state, {
    payouts: [...tables.payouts.values()].filter(
      (row) => !Collections.isFinished("payouts", row.state)
    ),
    batches: [...tables.batches.values()].filter(
      (row) => !Collections.isFinished("batches", row.state)
    )
  })
  return state
}

/** Folds with a write after each entry, in a process that restarts after some of them. */
const foldedInPieces = (
  entries: ReadonlyArray<Entry.Entry>,
  isRestarted: (seq: number) => boolean
): ReadonlyArray<Told> => {
  const tables = makeTables()
  let state = State.make()
  const told: Array<Told> = []
  for (const entry of entries) {
    const missing = Eviction.missing(state, [entry])
    Eviction.hydrate(state, {
      payouts: rowsOf(tables, "payouts", (id) => missing.payouts.includes(id)),
      batches: rowsOf(tables, "batches", (id) => missing.batches.includes(id))
    })
    Fold.apply(state, entry)
    told.push(...written(state, tables))
    if (isRestarted(entry.seq)) state = started(tables, entry.seq)
  }
  return told
}

type Batch = typeof EventData.Batch.Type
type Refund = typeof EventData.Refund.Type

const sum = (amounts: ReadonlyArray<number>): number =>
  amounts.reduce((total, amount) => total + Money.micro(amount), 0)

/** The rows add up to the counters, the amounts and the sums by currency. */
const assertAddsUp = (data: Batch): void => {
  const rows = data.rows ?? assert.fail("it has no rows")
  const countOf = (...statuses: ReadonlyArray<string>) =>
    rows.filter(({ status }) => statuses.includes(status)).length
  assert.lengthOf(rows, data.total)
  assert.strictEqual(countOf("SETTLED"), data.completed)
  assert.strictEqual(countOf("FAILED", "REVERSED"), data.failed)
  assert.strictEqual(data.completed + data.failed + data.pending, data.total)
  assert.strictEqual(sum(rows.map((row) => row.amount_usdc)), Money.micro(data.total_amount_usdc))
  const fees = sum(rows.map((row) => row.fee_usdc))
  assert.strictEqual(fees, Money.micro(data.fee_usdc ?? Number.NaN))
  for (const total of data.currencies ?? []) {
    const own = rows.filter(({ target_currency }) => target_currency === total.target_currency)
    assert.lengthOf(own, total.count)
    for (const name of ["amount_usdc", "fee_usdc", "target_amount_fiat"] as const) {
      assert.strictEqual(sum(own.map((row) => row[name])), Money.micro(total[name]))
    }
  }
  const ids = rows.map((row) => row.payout_id)
  assert.deepStrictEqual(ids, [...new Set(ids)].sort())
  for (const row of rows) {
    assert.strictEqual(row.status === "FAILED", row.failure_reason !== undefined)
  }
}

/** The rows in a refund must be those that ended without money, if the rows are still known. */
const assertUnpaid = ({ reason, rows }: Refund, { batches, payouts }: State.State): number => {
  if (rows === undefined) return 0
  const funding = batches.get(batchId)?.funding
  if (funding === "cancelled") assert.strictEqual(reason, "cancelled")
  else if (funding === "expired") assert.strictEqual(reason, "deposit_expired")
  else assert.strictEqual(reason, rows.length > 0 ? "rows_failed" : "overpaid")
  const unpaid = [...payouts.values()].filter(
    ({ allocated, status }) =>
      allocated === 0 && status !== "CREATED" && status !== "AWAITING_FUNDS"
  )
  assert.sameMembers(
    rows.map((row) => row.payout_id),
    unpaid.map(({ id }) => id)
  )
  return rows.length
}

/** Compares the rows in events with the current payouts. Returns the number of rows in refunds. */
const assertOfMoment = (entries: ReadonlyArray<Entry.Entry>): number => {
  const state = State.make()
  let known = 0
  let refunded = 0
  for (const entry of entries) {
    Fold.apply(state, entry)
    const told = take(state)
    for (const { body, type } of told.slice(known)) {
      const { data } = JSON.parse(body)
      if (type.startsWith("refund.")) refunded += assertUnpaid(data, state)
      if (!type.startsWith("batch.")) continue
      assertAddsUp(data)
      const statuses = (data as Batch).rows?.map((row) => [row.payout_id, row.status])
      const now = [...state.payouts.values()].map(({ id, status }) => [id, status])
      assert.deepStrictEqual(statuses, now)
    }
    known = told.length
  }
  return refunded
}

describe("The webhook events of a batch in any life", () => {
  it("L9 have current rows that add up, and name the unfunded rows in refunds", () => {
    const types = new Set<string>()
    let refunded = 0
    fc.assert(
      fc.property(someLife, (life: Life) => {
        const entries = entriesOf(live(life).history)
        refunded += assertOfMoment(entries)
        for (const { type } of folded(entries)) types.add(type)
      }),
      parameters
    )
    for (const type of ["funded", "completed", "cancelled"]) assert.include(types, `batch.${type}`)
    for (const type of ["due", "sent", "confirmed", "failed"])
      assert.include(types, `refund.${type}`)
    assert.isAbove(refunded, 0)
  })

  it("L2 are the same after evictions and restarts", () => {
    fc.assert(
      fc.property(someLife, fc.nat({ max: 7 }), (life: Life, every) => {
        const entries = entriesOf(live(life).history)
        const isRestarted = (seq: number) => every > 0 && seq % every === 0
        assert.deepStrictEqual(foldedInPieces(entries, isRestarted), folded(entries))
      }),
      parameters
    )
  })

  it("show the rows of a batch that is cancelled as its last row ends", () => {
    const failed = [1, 2, 3].map((n) => rowEvent(n, "PayoutFailed", at(5), { reason: "cancelled" }))
    const history = [...batchCreated, ...failed, batchEvent("BatchCancelled", at(5), {})]
    const { body, type } = folded(entriesOf(history)).at(-1) ?? assert.fail("There is no event.")
    assert.strictEqual(type, "batch.cancelled")
    assertAddsUp(JSON.parse(body).data)
  })

  it("L10 keep no row in memory once no more events can follow", () => {
    fc.assert(
      fc.property(someLife, (life: Life) => {
        const state = State.make()
        for (const entry of entriesOf(live(life).history)) Fold.apply(state, entry)
        const batch = state.batches.get(batchId) ?? assert.fail("There is no batch.")
        // Every life ends with its refunds proven. An open batch may still be cancelled, and leaves
        // memory with its rows.
        if (batch.funding === "open") assert.isTrue(Collections.isFinished("batches", batch))
        else assert.isUndefined(batch.ended)
        assert.isDefined(batch.currencies)
      }),
      parameters
    )
  })
})
