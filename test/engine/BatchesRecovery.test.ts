/**
 * Batches across crashes (L7). The process dies at any entry and starts again, and the batch ends
 * as without the crash. At every entry its counters match its rows, in the log's fold and in the
 * read model.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Batch from "../../src/domain/batch/Batch.ts"
import * as Guards from "../../src/domain/payout/PayoutGuards.ts"
import * as Delivery from "../../src/domain/webhook/Delivery.ts"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import * as ReadModel from "../../src/engine/ports/ReadModel.ts"
import * as Fold from "../../src/engine/state/Fold.ts"
import * as State from "../../src/engine/state/State.ts"
import type { RunningEngine } from "../support/engine.ts"
import * as EngineHarness from "../support/engineHarness.ts"
import * as MemoryLog from "../support/memoryLog.ts"
import * as MemoryReadModel from "../support/memoryReadModel.ts"

const usdc = (amount: number): number => amount * 1_000_000

/** A batch's whole life: the adapters' behavior, the customer's commands and the end. */
interface Life {
  readonly name: string
  readonly kind?: Batch.Kind
  readonly script: Partial<EngineHarness.Script>
  /** The object that the customer cancels once the rows have started. */
  readonly stops?: "the batch" | "row 1"
  readonly status: Batch.Status
  readonly funding: Batch.Batch["funding"]
  /** Status or failure reason of each row. The rows are of 10 and 15 USDC. */
  readonly rows: readonly [string, string]
  /** Refunds of the batch, in USDC. `rowRefunds` are those of the rows. */
  readonly refunds?: ReadonlyArray<number>
  readonly rowRefunds?: ReadonlyArray<number>
}

const pays = (amount: number, seenAfterMs = 1_000): Partial<EngineHarness.Script> => ({
  arrivals: (funded) => [
    [
      seenAfterMs,
      { _tag: "Finalized", deposit: EngineHarness.deposit(funded, seenAfterMs, usdc(amount)) }
    ]
  ]
})

/** A deposit seen inside the window of a minute, and finalized or dropped only after it. */
const late = (_tag: "Finalized" | "Dropped", amount = 25): Partial<EngineHarness.Script> => ({
  arrivals: (funded) => {
    const deposit = EngineHarness.deposit(funded, 50_000, usdc(amount))
    return [
      [50_000, { _tag: "Seen", deposit }],
      [80_000, { _tag, deposit }]
    ]
  }
})

type End = Pick<Life, "status" | "funding" | "rows">

const settled: End = { status: "completed", funding: "funded", rows: ["SETTLED", "SETTLED"] }
const expired: End = {
  ...{ status: "completed", funding: "expired", rows: ["deposit_expired", "deposit_expired"] }
}

const lives: ReadonlyArray<Life> = [
  { name: "is completed", script: {}, ...settled },
  { name: "with quotes is completed", kind: "bulk", script: {}, ...settled },
  { name: "is completed after too large a deposit", script: pays(26), ...settled, refunds: [1] },
  {
    name: "is completed with two deposits, while a third is dropped",
    script: {
      arrivals: (funded) => [
        [1_000, { _tag: "Finalized", deposit: EngineHarness.deposit(funded, 1_000, usdc(20)) }],
        [2_000, { _tag: "Dropped", deposit: EngineHarness.deposit(funded, 1_500, usdc(9)) }],
        [3_000, { _tag: "Finalized", deposit: EngineHarness.deposit(funded, 3_000, usdc(5)) }]
      ]
    },
    ...settled
  },
  {
    name: "is completed with a deposit that is final after the window",
    script: late("Finalized"),
    ...settled
  },
  {
    name: "expires if its seen deposit is dropped after the window",
    script: late("Dropped"),
    ...expired
  },
  {
    name: "expires with too small a deposit that is final after the window",
    script: late("Finalized", 24),
    ...{ ...expired, refunds: [24] }
  },
  { name: "expires without a deposit", script: { arrivals: () => [] }, ...expired },
  { name: "expires with too small a deposit", script: pays(24), ...expired, refunds: [24] },
  {
    name: "is cancelled",
    script: { arrivals: () => [] },
    stops: "the batch",
    ...{ status: "cancelled", funding: "cancelled", rows: ["cancelled", "cancelled"] }
  },
  {
    name: "is completed without a row that was cancelled before the deposit",
    script: pays(25, 20_000),
    stops: "row 1",
    ...{ ...settled, rows: ["cancelled", "SETTLED"], refunds: [10] }
  },
  {
    name: "is completed without a row whose recipient is refused",
    script: { precheck: ({ name }) => (name === "row 1" ? "invalid_recipient" : undefined) },
    ...{ ...settled, rows: ["invalid_recipient", "SETTLED"], refunds: [10] }
  },
  {
    name: "has a row that fails after it was funded",
    script: { provider: ({ payout }) => (payout.name === "row 2" ? "refuse for good" : "deliver") },
    ...{ ...settled, rows: ["SETTLED", "network_unavailable"], rowRefunds: [15] }
  }
]

const tickMs = 2_500
const ticksMax = 400

/** The customer's requests, retried with the same keys until an engine ends. */
const act = Effect.fnUntraced(function* (
  adapters: EngineHarness.ScriptedAdapters,
  engine: RunningEngine,
  life: Life
) {
  const client = EngineHarness.client(adapters, engine)
  yield* client.endpoint("we_1", ["deposit.received", "payout.completed"], "the endpoint")
  const id = yield* Effect.gen(function* () {
    if (life.kind !== "bulk")
      return EngineHarness.idOf(yield* client.batch([usdc(10), usdc(15)], "batch"))
    const quotes = [
      yield* client.quote("first", usdc(10)),
      yield* client.quote("second", usdc(15))
    ].map(EngineHarness.idOf)
    return EngineHarness.idOf(yield* client.bulk(quotes, "bulk"))
  })
  const batch = yield* engine.batch(id)
  if (batch === undefined || batch.waiting > 0) return
  if (life.stops === "the batch") yield* client.commandBatch(id, { _tag: "Cancel" }, "cancel")
  if (life.stops === "row 1") {
    const rows = yield* engine.lists.payouts(
      { accountId: EngineHarness.accountId, batchId: id },
      { limit: 9, offset: 0 }
    )
    const row = rows.items.find(({ name }) => name === "row 1")
    yield* client.command(row?.id ?? "", { _tag: "Cancel" }, "cancel a row")
  }
})

// ------------------------------------------------------------------------------- the audit

/** Checks B1 and B2 of every batch against its rows. */
const auditCounters = ({ batches, payouts }: State.State): void => {
  for (const batch of batches.values()) {
    const rows = [...payouts.values()].filter(({ batchId }) => batchId === batch.id)
    const count = (fits: (status: string) => boolean) =>
      rows.filter(({ status }) => fits(status)).length
    const needing = rows.filter(({ status }) => ["CREATED", "AWAITING_FUNDS"].includes(status))
    assert.deepInclude(batch, {
      total: rows.length,
      waiting: count((status) => status === "CREATED"),
      unfunded: needing.length,
      due: needing.reduce((sum, { sourceAmount }) => sum + sourceAmount, 0),
      completed: count((status) => status === "SETTLED"),
      failed: count((status) => status === "FAILED" || status === "REVERSED"),
      allocated: rows.reduce((sum, { allocated }) => sum + allocated, 0)
    })
    assert.isAtLeast(Batch.held(batch), 0)
    if (Batch.pending(batch) === 0) assert.strictEqual(batch.unfunded, 0)
  }
}

/** Folds a log and audits every entry. Returns the batches after each entry. */
const foldedBy = (entries: ReadonlyArray<Entry.Entry>) => {
  const core = State.make()
  return entries.map((entry) => {
    Fold.apply(core, entry)
    auditCounters(core)
    return new Map(core.batches)
  })
}

/** Checks after each write of the views that they equal the log's fold at that entry. */
const watched = (views: MemoryReadModel.MemoryReadModel, log: MemoryLog.MemoryLog) => ({
  ...views,
  layer: Layer.effect(
    ReadModel.ReadModel,
    Effect.map(ReadModel.ReadModel, (service) =>
      ReadModel.ReadModel.of({
        ...service,
        write: (changes) =>
          Effect.gen(function* () {
            yield* service.write(changes)
            const whole = foldedBy(log.entries().slice(0, changes.seq)).at(-1) ?? new Map()
            const shown = yield* Effect.orDie(service.batches([...whole.keys()]))
            for (const { state } of shown) assert.deepStrictEqual(state, whole.get(state.id))
            assert.strictEqual(shown.length, whole.size)
          })
      })
    )
  ).pipe(Layer.provide(views.layer))
})

const audit = ({ adapters }: Stage, core: State.State, life: Life): void => {
  const [batch, ...others] = core.batches.values()
  assert.isDefined(batch)
  assert.isEmpty(others)
  assert.deepInclude(
    { ...batch, status: Batch.status(batch) },
    { status: life.status, funding: life.funding }
  )
  const rows = [...core.payouts.values()].sort((left, right) => (left.id < right.id ? -1 : 1))
  assert.deepStrictEqual(
    rows.map(({ failureReason, status }) => failureReason ?? status),
    [...life.rows]
  )
  const amounts = (refunds: ReadonlyArray<{ readonly amount: number }>) =>
    refunds.map(({ amount }) => amount)
  assert.deepStrictEqual(amounts(batch.refunds), (life.refunds ?? []).map(usdc))
  assert.deepStrictEqual(
    amounts(rows.flatMap(({ refunds }) => refunds)),
    (life.rowRefunds ?? []).map(usdc)
  )
  assert.strictEqual(Batch.held(batch), 0)
  const paid = rows.filter(({ status }) => status === "SETTLED").map(({ id }) => id)
  assert.deepStrictEqual(adapters.transfers.map(({ payoutId }) => payoutId).sort(), paid)
  const receivedOf = (type: string) =>
    new Set(
      adapters.received.filter(({ body }) => JSON.parse(body).type === type).map((r) => r.body)
    )
  assert.strictEqual(receivedOf("payout.completed").size, paid.length)
  const finals = batch.deposits.filter(({ final }) => final).length
  assert.strictEqual(receivedOf("deposit.received").size, finals)
}

/** Checks that finished objects have left memory. */
const auditMemory = (left: State.State): void => {
  const {
    aheadOfReadModel: ahead,
    batches,
    dirty: changes,
    deliveries,
    payouts,
    replies,
    rows
  } = left
  const sizes = [batches, rows, payouts, deliveries, replies, changes.batches, ahead]
  assert.deepStrictEqual(
    sizes.map(({ size }) => size),
    [0, 0, 0, 0, 0, 0, 0]
  )
}

// ------------------------------------------------------------------------------- the runs

interface Stage {
  readonly adapters: EngineHarness.ScriptedAdapters
  readonly views: MemoryReadModel.MemoryReadModel
}

const stage = (life: Life): Stage => ({
  adapters: EngineHarness.make(life.script),
  views: MemoryReadModel.make(MemoryLog.make())
})

const isEnded = (core: State.State): boolean =>
  core.batches.size > 0 &&
  [...core.batches.values()].every(Batch.isFinished) &&
  [...core.payouts.values()].every(({ status }) => Guards.isFinal(status)) &&
  [...core.deliveries.values()].every((one) => Delivery.nextStep(one)._tag === "Rest")

/** Runs an engine until everything is finished and shown, or its writer dies. Then it stops. */
const oneEngine = Effect.fnUntraced(function* (
  { views, adapters }: Stage,
  log: MemoryLog.MemoryLog,
  life: Life
) {
  const scope = yield* Scope.make()
  views.setLog(log)
  const engine = yield* EngineHarness.start(adapters, log, watched(views, log)).pipe(
    Scope.provide(scope)
  )
  const isOver = () =>
    log.isDead() ||
    (isEnded(EngineHarness.fold(log)) &&
      views.shown().seq === log.entries().length &&
      engine.state.batches.size + engine.activePayouts() === 0)
  for (let ticks = 0; ticks < ticksMax && !isOver(); ticks++) {
    yield* Effect.forkChild(Effect.ignore(act(adapters, engine, life)))
    yield* TestClock.adjust(tickMs)
  }
  assert.isTrue(isOver(), `${life.name} does not end`)
  yield* Scope.close(scope, Exit.void)
  return engine.state
})

const finish = Effect.fnUntraced(function* (
  set: Stage,
  entries: ReadonlyArray<Entry.Entry>,
  life: Life
) {
  const log = MemoryLog.make(entries)
  const left = yield* oneEngine(set, log, life)
  foldedBy(log.entries())
  audit(set, EngineHarness.fold(log), life)
  auditMemory(left)
  return log
})

describe("L7 A batch", () => {
  for (const life of lives) {
    it.effect(life.name, () => Effect.asVoid(finish(stage(life), [], life)))

    for (const entry of ["lost", "unseen"] as const) {
      it.effect(`${life.name}, even if the process dies at any entry, which is ${entry}`, () =>
        Effect.gen(function* () {
          let seq = 2
          let hasDied = true
          while (hasDied) {
            const set = stage(life)
            const first = MemoryLog.make([], { seq, entry })
            yield* oneEngine(set, first, life)
            hasDied = first.isDead()
            yield* finish(set, first.entries(), life)
            seq += 1
          }
          assert.isAbove(seq, 8)
        })
      )
    }

    it.effect(`${life.name}, even if the process dies at every single entry`, () =>
      Effect.gen(function* () {
        const set = stage(life)
        let log = MemoryLog.make([], { seq: 2, entry: "unseen" })
        let deaths = 0
        yield* oneEngine(set, log, life)
        while (log.isDead()) {
          deaths += 1
          // The next writer writes the start of its epoch, and dies at the entry after it.
          log = MemoryLog.make(log.entries(), { seq: log.entries().length + 2, entry: "unseen" })
          yield* oneEngine(set, log, life)
        }
        yield* finish(set, log.entries(), life)
        assert.isAbove(deaths, 5)
      })
    )
  }
})
