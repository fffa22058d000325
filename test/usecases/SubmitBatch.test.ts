/** Submission of rows: new batches, repeated ones, and the use of quotes. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type * as NewBatch from "../../src/domain/batch/NewBatch.ts"
import * as Network from "../../src/domain/Network.ts"
import * as State from "../../src/engine/state/State.ts"
import * as SubmitBatch from "../../src/usecases/SubmitBatch.ts"
import * as EngineHarness from "../support/engineHarness.ts"
import * as UseCases from "../support/useCases.ts"

const { accountId, idOf } = EngineHarness

const recipient = (row: number) => ({
  ...{ row, phone: "+256770000001", name: `Row ${row}`, network: Network.bySlug("MTN_UG") },
  ...{ idempotencyKey: `row ${row}`, reference: null }
})
const row = (n: number, more: Partial<NewBatch.Row> = {}): NewBatch.Row => ({
  ...recipient(n),
  amount: 10_000_000,
  ...more
})
const [one, two] = [row(1), row(2)]

const begin = Effect.gen(function* () {
  const stage = yield* UseCases.begin()
  const deps = yield* stage.inPartition(SubmitBatch.dependencies)
  const submit = Effect.fnUntraced(function* (
    rows: ReadonlyArray<NewBatch.Row>,
    more: Partial<SubmitBatch.Input<NewBatch.Row>> = {}
  ) {
    const input = { accountId, rows, problems: [], funding: "deposit" as const, ...more }
    return yield* UseCases.done(SubmitBatch.run(deps, yield* UseCases.asks(), input))
  })
  const submitBulk = Effect.fnUntraced(function* (quoteIds: ReadonlyArray<string>) {
    const rows = quoteIds.map((quoteId, index) => ({ ...recipient(index + 1), quoteId }))
    const input = { accountId, rows, problems: [], funding: "deposit" as const }
    return yield* UseCases.done(SubmitBatch.runBulk(deps, yield* UseCases.asks(), input))
  })
  const count = (tag: string) => stage.tags().filter((each) => each === tag).length
  return { ...stage, count, submit, submitBulk }
})

/** Row and code of each problem of refused rows. */
const problemsOf = <A, E>(submitted: Effect.Effect<A, E>) =>
  Effect.map(Effect.flip(submitted), (refused) =>
    (refused as unknown as NewBatch.Rejection).problems.map(({ code, row }) => `${row} ${code}`)
  )

/** The outcomes of requests that are all sent before the log writes. */
const atOnce = Effect.fnUntraced(function* <A, E>(
  log: { readonly hold: () => void; readonly release: () => void },
  requests: ReadonlyArray<Effect.Effect<A, E>>
) {
  log.hold()
  const sent = Effect.all(requests.map(Effect.result), { concurrency: "unbounded" })
  const sending = yield* Effect.forkChild(sent)
  yield* TestClock.adjust("1 second")
  log.release()
  yield* TestClock.adjust("1 second")
  return yield* Fiber.join(sending)
})

describe("A submitted batch", () => {
  it.effect("is one log entry with its rows, priced by the service", () =>
    Effect.gen(function* () {
      const { engine, log, submit } = yield* begin
      const { batch, isRepeated } = yield* submit([one, two], { name: "March" })
      assert.isFalse(isRepeated)
      assert.deepInclude(batch, { accountId, kind: "batch", total: 2, sourceAmount: 20_000_000 })
      assert.strictEqual(batch.name, "March")
      assert.deepStrictEqual(yield* engine.batch(batch.id), batch)
      const entry = log.entries().find(({ events }) => events[0]?._tag === "BatchCreated")
      const rows = (entry?.events ?? []).flatMap((each) =>
        each._tag === "PayoutCreated" ? `${each.batchId} ${each.name} ${each.targetAmount}` : []
      )
      assert.deepStrictEqual(rows, [`${batch.id} Row 1 36630`, `${batch.id} Row 2 36630`])
    })
  )

  it.effect("is refused for one invalid row, together with problems that were found earlier", () =>
    Effect.gen(function* () {
      const { submit, tags } = yield* begin
      const found = { row: 3, field: "phone", code: "not_e164", message: "" }
      const rows = [one, row(2, { phone: "+254700000001" })]
      const refused = yield* problemsOf(submit(rows, { problems: [found] }))
      assert.deepStrictEqual(refused, ["2 wrong_country", "3 not_e164"])
      assert.deepStrictEqual(yield* problemsOf(submit([one], { problems: [found] })), [
        "3 not_e164"
      ])
      assert.deepStrictEqual(tags(), [])
    })
  )
})

describe("Rows that were submitted before", () => {
  it.effect("return that batch, in any order and under another name", () =>
    Effect.gen(function* () {
      const { count, submit } = yield* begin
      const { batch } = yield* submit([one, two])
      const again = yield* submit([two, one], { name: "Another" })
      assert.isTrue(again.isRepeated)
      assert.strictEqual(again.batch.id, batch.id)
      assert.strictEqual(count("PayoutCreated"), 2)
    })
  )

  it.effect("are refused if a row is missing, new or of another amount", () =>
    Effect.gen(function* () {
      const { count, submit } = yield* begin
      yield* submit([one, two])
      const cases: ReadonlyArray<
        readonly [rows: ReadonlyArray<NewBatch.Row>, problems: Array<string>]
      > = [
        [[one], ["1 already_used"]],
        [
          [one, two, row(3)],
          ["1 already_used", "2 already_used"]
        ],
        [
          [one, row(2, { amount: 11_000_000 })],
          ["1 already_used", "2 already_used"]
        ]
      ]
      for (const [rows, expected] of cases) {
        assert.deepStrictEqual(yield* problemsOf(submit(rows)), expected)
      }
      assert.strictEqual(count("BatchCreated"), 1)
    })
  )

  it.effect("are new for another account and after a day", () =>
    Effect.gen(function* () {
      const { count, submit } = yield* begin
      const { batch } = yield* submit([one])
      const theirs = yield* submit([one], { accountId: "acct_other" })
      assert.isFalse(theirs.isRepeated)
      yield* TestClock.adjust(State.replyMsMax - 1)
      assert.strictEqual((yield* submit([one])).batch.id, batch.id)
      yield* TestClock.adjust(1)
      assert.isFalse((yield* submit([one])).isRepeated)
      assert.strictEqual(count("BatchCreated"), 3)
    })
  )

  it.effect("are one batch even if two requests submit them at the same time", () =>
    Effect.gen(function* () {
      const { count, log, submit } = yield* begin
      const outcomes = yield* atOnce(log, [submit([one, two]), submit([one, two])])
      const made = outcomes.flatMap((each) => (each._tag === "Success" ? [each.success] : []))
      assert.deepStrictEqual(made.map(({ isRepeated }) => isRepeated).toSorted(), [false, true])
      assert.strictEqual(count("PayoutCreated"), 2)
    })
  )
})

describe("A bulk batch", () => {
  it.effect("locks the quote of each row", () =>
    Effect.gen(function* () {
      const { client, engine, submitBulk } = yield* begin
      const quoteIds = [idOf(yield* client.quote()), idOf(yield* client.quote())]
      const { batch } = yield* submitBulk(quoteIds)
      assert.deepInclude(batch, { kind: "bulk", total: 2, sourceAmount: 50_000_000 })
      for (const id of quoteIds) assert.strictEqual((yield* engine.quote(id))?.lock, "held")
      // A second request with the same quotes returns the batch.
      assert.deepInclude(yield* submitBulk(quoteIds), { isRepeated: true })
    })
  )

  it.effect("is refused for a used quote, and its other quotes stay unused", () =>
    Effect.gen(function* () {
      const { client, engine, submitBulk } = yield* begin
      const [used, free] = [idOf(yield* client.quote()), idOf(yield* client.quote())]
      yield* client.payout(used)
      assert.deepStrictEqual(yield* problemsOf(submitBulk([free, used])), ["2 already_used"])
      assert.strictEqual((yield* engine.quote(free))?.lock, "none")
    })
  )

  for (const first of ["the bulk batch", "the payout"]) {
    it.effect(
      `shares no quote with a payout, and the quote goes to ${first} if it is sent first`,
      () =>
        Effect.gen(function* () {
          const { client, count, log, submitBulk } = yield* begin
          const quoteId = idOf(yield* client.quote())
          const [bulk, payout] = [submitBulk([quoteId]), client.payout(quoteId)]
          const requests = first === "the payout" ? [payout, bulk] : [bulk, payout]
          const outcomes = yield* atOnce<unknown, unknown>(log, requests)
          assert.deepStrictEqual(
            outcomes.map(({ _tag }) => _tag),
            ["Success", "Failure"]
          )
          assert.strictEqual(count("PayoutCreated"), 1)
        })
    )
  }
})
