/**
 * Batches in a running engine. BatchesRecovery.test.ts has whole lives with crashes.
 */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import * as Batch from "../../src/domain/batch/Batch.ts"
import type * as Payout from "../../src/domain/payout/Payout.ts"
import * as EngineHarness from "../support/engineHarness.ts"
import type * as MemoryLog from "../support/memoryLog.ts"
import * as Stage from "../support/stage.ts"

const usdc = (amount: number): number => amount * 1_000_000
const amounts = [usdc(10), usdc(15)]
const quiet: Partial<EngineHarness.Script> = { arrivals: () => [] }

const batchOf = (log: MemoryLog.MemoryLog, id: string): Batch.Batch => {
  const batch = EngineHarness.fold(log).batches.get(id)
  assert.isDefined(batch)
  return batch
}

/** The rows of a batch, in their order. */
const rowsOf = (log: MemoryLog.MemoryLog, id: string): ReadonlyArray<Payout.Payout> =>
  [...EngineHarness.fold(log).payouts.values()]
    .filter(({ batchId }) => batchId === id)
    .sort((left, right) => (left.id < right.id ? -1 : 1))

const ends = (log: MemoryLog.MemoryLog, id: string) =>
  rowsOf(log, id).map(({ failureReason, status }) => failureReason ?? status)

const isFinished = (log: MemoryLog.MemoryLog, id: string): boolean =>
  Batch.isFinished(batchOf(log, id))

const tagsOf = (log: MemoryLog.MemoryLog): ReadonlyArray<string> =>
  log.entries().flatMap(({ events }) => events.map(({ _tag }) => _tag))

/** A transfer to a batch's address, identified by a number. */
const depositOf = (
  batch: Parameters<typeof EngineHarness.deposit>[0],
  n: number,
  amount: number,
  seenAfterMs = 0
) => ({
  ...EngineHarness.deposit(batch, seenAfterMs, usdc(amount)),
  txHash: `transaction ${n}`
})

/** A batch whose rows wait for funds. */
const waiting = Effect.fnUntraced(function* ({ client, log }: Stage.Stage) {
  const id = EngineHarness.idOf(yield* client.batch(amounts))
  yield* EngineHarness.until(() => Batch.nextStep(batchOf(log, id))._tag === "AwaitFunds")
  return id
})

const isGone = ({ state }: Stage.Stage["engine"]): boolean =>
  state.batches.size + state.payouts.size + state.rows.size + state.dirty.batches.size === 0

describe("A batch", () => {
  it.effect(
    "L1 is one entry with all its rows, and is acknowledged once the entry is durable",
    () =>
      Effect.gen(function* () {
        const { client, engine, log } = yield* Stage.begin(quiet)
        log.hold()
        const asked = yield* Effect.forkChild(client.batch(amounts))
        yield* EngineHarness.until(() => log.waiting() === 1)
        yield* TestClock.adjust(1_000)
        assert.isUndefined(asked.pollUnsafe())
        assert.strictEqual(engine.state.batches.size + engine.state.payouts.size, 0)
        log.release()
        const id = EngineHarness.idOf(yield* Fiber.join(asked))
        const birth = log.entries().find(({ events }) => events[0]?._tag === "BatchCreated")
        assert.deepStrictEqual(
          birth?.events.map(({ _tag }) => _tag),
          ["BatchCreated", "PayoutCreated", "PayoutCreated"]
        )
        assert.deepInclude(batchOf(log, id), { total: 2, sourceAmount: usdc(25) })
      })
  )

  it.effect("B3 funds all rows, and only after the whole amount is final", () =>
    Effect.gen(function* () {
      const { client, log } = yield* Stage.begin({
        arrivals: (funded) => [
          [1_000, { _tag: "Finalized", deposit: EngineHarness.deposit(funded, 1_000, usdc(24)) }],
          [9_000, { _tag: "Finalized", deposit: EngineHarness.deposit(funded, 9_000, usdc(1)) }]
        ]
      })
      const id = EngineHarness.idOf(yield* client.batch(amounts))
      yield* TestClock.adjust(8_000)
      assert.notInclude(tagsOf(log), "FundsAllocated")
      yield* EngineHarness.advanceUntil(() => isFinished(log, id))
      const tags = tagsOf(log)
      assert.isAbove(tags.indexOf("FundsAllocated"), tags.indexOf("BatchFunded"))
      assert.isAbove(tags.indexOf("BatchFunded"), tags.lastIndexOf("BatchDepositFinalized"))
      assert.strictEqual(tags.filter((tag) => tag === "FundsAllocated").length, 2)
      assert.deepStrictEqual(ends(log, id), ["SETTLED", "SETTLED"])
    })
  )

  it.effect("L10 with more rows than one round handles is completed, and leaves memory", () =>
    Effect.gen(function* () {
      const count = Limits.batches.rowsAtOnce * 3 + 1
      const { client, engine, log } = yield* Stage.begin()
      const id = EngineHarness.idOf(
        yield* client.batch(Array.from({ length: count }, () => usdc(1)))
      )
      yield* EngineHarness.advanceUntil(() => isGone(engine))
      assert.deepInclude(batchOf(log, id), { completed: count, failed: 0 })
      assert.deepInclude(yield* engine.batch(id), { completed: count, allocated: usdc(count) })
    })
  )
})

describe("A batch that is submitted", () => {
  it.effect("starts its remaining rows when the log is writable again", () =>
    Effect.gen(function* () {
      const { client, log } = yield* Stage.begin()
      log.hold(2)
      const id = EngineHarness.idOf(yield* client.batch(amounts))
      yield* EngineHarness.until(() => log.waiting() === 1)
      log.goAway()
      log.release()
      yield* TestClock.adjust("1 minute")
      assert.deepInclude(batchOf(log, id), { waiting: 1 })
      log.comeBack()
      yield* EngineHarness.advanceUntil(() => isFinished(log, id))
      assert.lengthOf(ends(log, id), 2)
      assert.notInclude(ends(log, id), "CREATED")
    })
  )

  it.effect("L8 is created once for its key with all rows, even across a restart", () =>
    Effect.gen(function* () {
      const set = yield* Stage.begin()
      const first = yield* set.client.batch(amounts, "key")
      assert.deepStrictEqual(yield* set.client.batch(amounts, "key"), { ...first, replayed: true })
      const next = yield* Stage.restart(set)
      assert.deepStrictEqual(yield* next.client.batch(amounts, "key"), { ...first, replayed: true })
      assert.strictEqual(EngineHarness.fold(next.log).payouts.size, 2)
    })
  )

  it.effect("is BatchNotFound if the id is unknown", () =>
    Effect.gen(function* () {
      const { client } = yield* Stage.begin()
      const refusal = yield* Effect.flip(client.commandBatch("bt_NONE", { _tag: "Cancel" }))
      assert.deepStrictEqual(refusal, { _tag: "BatchNotFound", id: "bt_NONE" })
    })
  )
})

describe("A batch that is cancelled", () => {
  it.effect("ends all its rows if none has started", () =>
    Effect.gen(function* () {
      const { client, engine, log } = yield* Stage.begin(quiet)
      log.hold(1)
      const id = EngineHarness.idOf(yield* client.batch(amounts))
      const cancelled = yield* Effect.forkChild(client.commandBatch(id, { _tag: "Cancel" }))
      log.release()
      assert.deepInclude(JSON.parse((yield* Fiber.join(cancelled)).body), { funding: "cancelled" })
      yield* EngineHarness.advanceUntil(() => isGone(engine))
      assert.deepStrictEqual(ends(log, id), ["cancelled", "cancelled"])
      assert.strictEqual(Batch.status(batchOf(log, id)), "cancelled")
    })
  )

  it.effect("cannot be cancelled again, and cannot be cancelled once a deposit is seen", () =>
    Effect.gen(function* () {
      const set = yield* Stage.begin(quiet)
      const [one, other] = [yield* waiting(set), yield* waiting(set)]
      const { client, log } = set
      yield* client.commandBatch(one, { _tag: "Cancel" })
      const again = yield* Effect.flip(client.commandBatch(one, { _tag: "Cancel" }))
      assert.deepInclude(again, { _tag: "InvalidBatchState", status: "cancelled" })
      const deposit = depositOf(batchOf(log, other), 1, 1)
      yield* client.commandBatch(other, { _tag: "SeeDeposit", deposit })
      const late = yield* Effect.flip(client.commandBatch(other, { _tag: "Cancel" }))
      assert.deepInclude(late, { status: "processing", cause: "deposit_arrived" })
      assert.notProperty(again, "cause")
    })
  )

  it.effect("returns a deposit that arrives afterwards, even after the batch left memory", () =>
    Effect.gen(function* () {
      const set = yield* Stage.begin(quiet)
      const { client, engine, log } = set
      const id = yield* waiting(set)
      yield* client.commandBatch(id, { _tag: "Cancel" })
      yield* EngineHarness.advanceUntil(() => isGone(engine))
      const batch = batchOf(log, id)
      for (const n of [1, 2]) {
        const deposit = depositOf(batch, n, 25)
        yield* client.commandBatch(id, { _tag: "FinalizeDeposit", deposit })
        yield* client.commandBatch(id, { _tag: "FinalizeDeposit", deposit })
        yield* EngineHarness.advanceUntil(() => isGone(engine))
        assert.deepStrictEqual(
          batchOf(log, id).refunds.map(({ amount }) => amount),
          [usdc(25 * n)]
        )
      }
      const next = yield* Stage.restart(set)
      const deposit = depositOf(batch, 2, 25)
      yield* next.client.commandBatch(id, { _tag: "FinalizeDeposit", deposit })
      yield* EngineHarness.advanceUntil(() => isGone(next.engine))
      assert.strictEqual(Batch.held(batchOf(next.log, id)), 0)
      assert.deepStrictEqual(yield* next.engine.batch(id), batchOf(next.log, id))
    })
  )
})

describe("A row that its client cancels", () => {
  it.effect("leaves its share for a refund if its batch is already funded", () =>
    Effect.gen(function* () {
      const set = yield* Stage.begin(quiet)
      const { client, engine, log } = set
      const id = yield* waiting(set)
      log.hold(1)
      const deposit = depositOf(batchOf(log, id), 1, 25)
      yield* client.commandBatch(id, { _tag: "FinalizeDeposit", deposit })
      // The log first gets the funding of all rows, and then the cancellation of one row.
      yield* EngineHarness.until(() => log.waiting() === 1)
      const second = rowsOf(log, id)[1]?.id ?? ""
      const cancelled = yield* Effect.forkChild(client.command(second, { _tag: "Cancel" }))
      yield* EngineHarness.until(() => log.waiting() === 2)
      log.release()
      yield* Fiber.join(cancelled)
      yield* EngineHarness.advanceUntil(() => isGone(engine))
      assert.deepStrictEqual(ends(log, id), ["SETTLED", "cancelled"])
      const { allocated, funding, refunds } = batchOf(log, id)
      assert.deepStrictEqual([allocated, funding], [usdc(10), "funded"])
      assert.deepStrictEqual(
        refunds.map(({ amount }) => amount),
        [usdc(15)]
      )
    })
  )

  it.effect("cannot be cancelled once it has its share", () =>
    Effect.gen(function* () {
      const set = yield* Stage.begin({ provider: () => "hang" })
      const { client, log } = set
      const id = EngineHarness.idOf(yield* client.batch(amounts))
      yield* EngineHarness.advanceUntil(() =>
        ends(log, id).every((status) => status === "PAYOUT_INITIATED")
      )
      for (const row of rowsOf(log, id)) {
        const refusal = yield* Effect.flip(client.command(row.id, { _tag: "Cancel" }))
        assert.deepInclude(refusal, { _tag: "InvalidState", status: "PAYOUT_INITIATED" })
      }
    })
  )
})

describe("The end of a batch's funding window", () => {
  it.effect("does not end a batch if the engine decides on its last deposit first", () =>
    Effect.gen(function* () {
      const set = yield* Stage.begin(quiet)
      const { client, log } = set
      const id = yield* waiting(set)
      const batch = batchOf(log, id)
      const { createdAt, fundingDeadline } = batch
      const late = fundingDeadline - createdAt
      yield* TestClock.setTime(fundingDeadline)
      // The window ends while the batch's fiber handles the first deposit. Then the second arrives.
      log.hold()
      const pay = (n: number, amount: number) =>
        client.commandBatch(id, {
          _tag: "FinalizeDeposit",
          deposit: depositOf(batch, n, amount, late)
        })
      const first = yield* Effect.forkChild(pay(1, 10))
      yield* EngineHarness.until(() => log.waiting() === 1)
      yield* TestClock.adjust(2)
      const second = yield* Effect.forkChild(pay(2, 15))
      yield* Effect.repeat(Effect.yieldNow, { times: 20 })
      log.release()
      yield* Fiber.join(first)
      yield* Fiber.join(second)
      yield* EngineHarness.advanceUntil(() => isFinished(log, id))
      assert.deepStrictEqual(ends(log, id), ["SETTLED", "SETTLED"])
      assert.strictEqual(batchOf(log, id).funding, "funded")
    })
  )

  it.effect("comes one millisecond after the deadline", () =>
    Effect.gen(function* () {
      const set = yield* Stage.begin(quiet)
      const id = yield* waiting(set)
      const { fundingDeadline } = batchOf(set.log, id)
      yield* TestClock.setTime(fundingDeadline)
      assert.strictEqual(batchOf(set.log, id).funding, "open")
      yield* TestClock.adjust(1)
      assert.strictEqual(batchOf(set.log, id).funding, "expired")
      assert.strictEqual(yield* Clock.currentTimeMillis, fundingDeadline + 1)
      assert.deepStrictEqual(ends(set.log, id), ["deposit_expired", "deposit_expired"])
    })
  )
})

describe("L10 A batch in memory", () => {
  it.effect("stays while one of its rows is in review, and leaves after the review", () =>
    Effect.gen(function* () {
      const { client, engine, log } = yield* Stage.begin({
        provider: ({ payout }) => (payout.name === "row 1" ? "hopeless" : "deliver")
      })
      const id = EngineHarness.idOf(yield* client.batch(amounts))
      yield* EngineHarness.advanceUntil(() => ends(log, id).join() === "MANUAL_REVIEW,SETTLED")
      yield* TestClock.adjust("1 minute")
      assert.isTrue(engine.state.batches.has(id))
      assert.deepStrictEqual([...(engine.state.rows.get(id) ?? [])], [rowsOf(log, id)[0]?.id])
      const [row] = rowsOf(log, id)
      yield* client.command(row?.id ?? "", { _tag: "Fail", reason: "unspecified" })
      yield* EngineHarness.advanceUntil(() => isGone(engine))
      assert.deepInclude(batchOf(log, id), { completed: 1, failed: 1, refunds: [] })
    })
  )

  it.effect("waits for its deposit without timers of its rows", () =>
    Effect.gen(function* () {
      const set = yield* Stage.begin(quiet)
      const id = yield* waiting(set)
      const entries = set.log.entries().length
      yield* TestClock.adjust("50 seconds")
      assert.strictEqual(set.log.entries().length, entries)
      const exit = yield* Effect.exit(
        set.client.commandBatch(id, { _tag: "OpenRefund" }, "nothing is left over")
      )
      assert.isTrue(Exit.isFailure(exit))
    })
  )
})

describe("The senders of a batch's deposits", () => {
  it.effect("are screened for each row, and a listed sender holds all rows unpaid", () =>
    Effect.gen(function* () {
      const looked: Array<ReadonlyArray<string>> = []
      const { client, log, adapters } = yield* Stage.begin({
        arrivals: (batch) =>
          [4, 21].map((part, n) => {
            const from = `0xsender ${n + 1}`
            return [1_000, { _tag: "Finalized", deposit: { ...depositOf(batch, n, part), from } }]
          }),
        verdict: (_, { senders }) => {
          looked.push(senders)
          return senders.includes("0xsender 2")
            ? { _tag: "Flagged", reason: "a listed sender" }
            : { _tag: "Clear" }
        }
      })
      const id = EngineHarness.idOf(yield* client.batch(amounts))
      yield* EngineHarness.advanceUntil(() =>
        ends(log, id).every((end) => end === "COMPLIANCE_HOLD")
      )
      yield* TestClock.adjust("1 hour")
      assert.lengthOf(looked, amounts.length)
      for (const senders of looked) assert.sameMembers([...senders], ["0xsender 1", "0xsender 2"])
      for (const row of rowsOf(log, id)) assert.strictEqual(row.holdReason, "a listed sender")
      assert.isEmpty(adapters.transfers)
    })
  )
})
