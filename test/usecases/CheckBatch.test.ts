/** The check of rows before submission, with earlier batches and payments. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as BatchReview from "../../src/domain/batch/BatchReview.ts"
import type * as NewBatch from "../../src/domain/batch/NewBatch.ts"
import * as Network from "../../src/domain/Network.ts"
import * as CheckBatch from "../../src/usecases/CheckBatch.ts"
import * as SubmitBatch from "../../src/usecases/SubmitBatch.ts"
import * as UseCases from "../support/useCases.ts"

const accountId = "acct_1"

const row = (n: number, more: Partial<NewBatch.Row> = {}): NewBatch.Row => ({
  ...{ row: n, phone: `+25677000000${n}`, name: `Row ${n}`, network: Network.bySlug("MTN_UG") },
  ...{ idempotencyKey: `row ${n}`, reference: null, amount: 10_000_000 },
  ...more
})
const [one, two] = [row(1), row(2)]
/** A row with the payment of row 1 under another key. */
const again = row(1, { idempotencyKey: "again" })

type Rows = ReadonlyArray<NewBatch.Row>
type Input = SubmitBatch.Input<NewBatch.Row>

const begin = Effect.gen(function* () {
  const stage = yield* UseCases.begin()
  const deps = yield* stage.inPartition(SubmitBatch.dependencies)
  const inputOf = (rows: Rows, more: Partial<Input>) => ({
    ...{ accountId, rows, problems: [], funding: "deposit" as const, ...more }
  })
  const check = (rows: Rows, more: Partial<Input> = {}, at = 0) =>
    CheckBatch.run(deps, at, inputOf(rows, more))
  const submit = Effect.fnUntraced(function* (rows: Rows, more: Partial<Input> = {}) {
    const request = yield* UseCases.asks()
    const submitted = SubmitBatch.run(deps, request, inputOf(rows, more))
    return (yield* UseCases.done(submitted)).batch
  })
  /** The check's report of rows that earlier payouts paid. */
  const paidBefore = (rows: Rows, more: Partial<Input> = {}, at = 0) =>
    Effect.map(check(rows, more, at), ({ paidBefore }) =>
      paidBefore.map(({ payout, row }) => `${row} ${payout.batchId}`)
    )
  return { ...stage, check, paidBefore, submit }
})

const codesOf = (problems: ReadonlyArray<NewBatch.RowProblem>) =>
  problems.map(({ code, field, row }) => `${row} ${field} ${code}`)

describe("The check of a batch", () => {
  it.effect("prices every row at the rates of its submission, and writes nothing", () =>
    Effect.gen(function* () {
      const { check, log, submit, tags } = yield* begin
      const checked = yield* check([one, two])
      assert.deepStrictEqual(tags(), [])
      assert.deepStrictEqual(codesOf(checked.problems), [])
      yield* submit([one, two])
      const made = log
        .entries()
        .flatMap(({ events }) => events)
        .flatMap((event) => (event._tag === "PayoutCreated" ? [event.targetAmount] : []))
      const targets = checked.priced.map(({ payout }) => payout.targetAmount)
      assert.deepStrictEqual(targets, made)
    })
  )

  it.effect("finds the same problems as creation, and prices all other rows", () =>
    Effect.gen(function* () {
      const { check, submit } = yield* begin
      const rows = [
        ...[one, row(2, { phone: "+254700000001" }), row(3, { amount: 1 })],
        row(4, { idempotencyKey: one.idempotencyKey })
      ]
      const found = { row: 5, field: "phone", code: "not_e164", message: "" }
      const { priced, problems } = yield* check(rows, { problems: [found] })
      const refused = yield* Effect.flip(submit(rows, { problems: [found] }))
      assert.deepStrictEqual<unknown>(refused, { _tag: "InvalidRows", problems })
      assert.deepStrictEqual(codesOf(problems), [
        ...["2 phone wrong_country", "3 amount_usdc out_of_range"],
        ...["4 idempotency_key duplicate", "5 phone not_e164"]
      ])
      assert.deepStrictEqual(
        priced.map(({ row }) => row),
        [1, 2, 4]
      )
    })
  )

  it.effect("numbers the row of a warning as in the request, even after rows without a price", () =>
    Effect.gen(function* () {
      const { check } = yield* begin
      const tooMuch = row(3, { amount: 2_000_000_000 })
      const { warnings } = yield* check([one, row(2, { amount: 1 }), tooMuch])
      assert.deepStrictEqual(codesOf(warnings), ["3 amount_usdc amount_out_of_range"])
    })
  )
})

describe("Rows that an earlier batch already has", () => {
  it.effect("are reported as that batch, without problems and without paid rows", () =>
    Effect.gen(function* () {
      const { check, submit } = yield* begin
      const { id: batchId } = yield* submit([one, two])
      const checked = yield* check([two, one])
      assert.deepInclude(checked, { batchId, problems: [], paidBefore: [] })
    })
  )

  it.effect("have used keys if a row is new or missing, and match no batch with a problem", () =>
    Effect.gen(function* () {
      const { check, submit } = yield* begin
      yield* submit([one, two])
      const used = "1 idempotency_key already_used"
      const more = yield* check([one, row(3)])
      assert.isNull(more.batchId)
      assert.deepStrictEqual(codesOf(more.problems), [used])
      const less = yield* check([one])
      assert.isNull(less.batchId)
      assert.deepStrictEqual(codesOf(less.problems), [used])
      const found = { row: 3, field: "phone", code: "not_e164", message: "" }
      assert.isNull((yield* check([one, two], { problems: [found] })).batchId)
    })
  )
})

describe("A row that was paid before", () => {
  it.effect("is reported with the payout of the same amount to the same phone", () =>
    Effect.gen(function* () {
      const { paidBefore, submit } = yield* begin
      const { id } = yield* submit([one])
      assert.deepStrictEqual(yield* paidBefore([two, { ...again, row: 2 }]), [`2 ${id}`])
      assert.deepStrictEqual(yield* paidBefore([{ ...again, amount: 11_000_000 }, two]), [])
      assert.deepStrictEqual(yield* paidBefore([again], { accountId: "acct_2" }), [])
    })
  )

  it.effect("is not reported with a failed payout", () =>
    Effect.gen(function* () {
      const { client, paidBefore, submit } = yield* begin
      const { id } = yield* submit([one])
      yield* client.commandBatch(id, { _tag: "Cancel" })
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* paidBefore([again]), [])
    })
  )

  it.effect("is reported until the payment is paidBeforeMs old", () =>
    Effect.gen(function* () {
      const { paidBefore, submit } = yield* begin
      const { id } = yield* submit([one])
      const { paidBeforeMs } = BatchReview
      assert.deepStrictEqual(yield* paidBefore([again], {}, paidBeforeMs - 1), [`1 ${id}`])
      assert.deepStrictEqual(yield* paidBefore([again], {}, paidBeforeMs), [])
    })
  )
})
