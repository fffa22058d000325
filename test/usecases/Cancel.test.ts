/** Cancellation of payouts and batches: ownership and the latest time. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as Cancel from "../../src/usecases/Cancel.ts"
import * as PayoutOrBatch from "../../src/usecases/PayoutOrBatch.ts"
import * as EngineHarness from "../support/engineHarness.ts"
import * as UseCases from "../support/useCases.ts"

const { accountId, deposit, idOf } = EngineHarness

const begin = Effect.fnUntraced(function* (script: Partial<EngineHarness.Script> = {}) {
  const stage = yield* UseCases.begin(script)
  const cancel = <A, E>(kind: PayoutOrBatch.Kind<A, E>, id: string, owner = accountId) =>
    Effect.flatMap(UseCases.asks(), (request) =>
      UseCases.done(Cancel.run(kind, request, { accountId: owner, id }))
    )
  const payouts = PayoutOrBatch.payouts(stage.engine)
  return {
    ...stage,
    payout: (id: string, owner?: string) => cancel(payouts, id, owner),
    batch: (id: string, kind?: "batch" | "bulk", owner?: string) =>
      cancel(PayoutOrBatch.batches(stage.engine, kind), id, owner)
  }
})

describe("A payout without funds", () => {
  it.effect("fails when it is cancelled, and its quote is released for good", () =>
    Effect.gen(function* () {
      const { client, engine, payout } = yield* begin()
      const quoteId = idOf(yield* client.quote())
      const id = idOf(yield* client.payout(quoteId))
      const cancelled = yield* payout(id)
      assert.deepInclude(cancelled, { status: "FAILED", failureReason: "cancelled" })
      assert.strictEqual((yield* engine.quote(quoteId))?.lock, "released")
    })
  )

  it.effect("is cancelled by one of 20 concurrent requests", () =>
    Effect.gen(function* () {
      const { client, log, payout, tags } = yield* begin()
      const id = yield* client.newPayout()
      log.hold()
      const attempts = Array.from({ length: 20 }, () =>
        Effect.match(payout(id), { onFailure: ({ _tag }) => _tag, onSuccess: () => "cancelled" })
      )
      const cancelling = yield* Effect.forkChild(Effect.all(attempts, { concurrency: "unbounded" }))
      yield* TestClock.adjust("1 second")
      log.release()
      yield* TestClock.adjust("1 second")
      const outcomes = (yield* Fiber.join(cancelling)).toSorted()
      assert.deepStrictEqual(outcomes, [...Array(19).fill("InvalidState"), "cancelled"])
      assert.lengthOf(
        tags().filter((tag) => tag === "PayoutFailed"),
        1
      )
    })
  )

  it.effect("does not exist for another account, and is not cancelled", () =>
    Effect.gen(function* () {
      const { client, engine, payout } = yield* begin()
      const id = yield* client.newPayout()
      const refused = yield* Effect.flip(payout(id, "acct_other"))
      assert.deepStrictEqual<unknown>(refused, { _tag: "PayoutNotFound", id })
      assert.strictEqual((yield* engine.payout(id))?.status, "AWAITING_FUNDS")
    })
  )
})

describe("The cancellation of a payout", () => {
  const cases = [
    ["Seen", { status: "AWAITING_FUNDS", cause: "deposit_arrived" }],
    ["Finalized", { status: "PAYOUT_INITIATED" }]
  ] as const
  for (const [_tag, why] of cases) {
    it.effect(`is refused once its deposit is ${_tag}`, () =>
      Effect.gen(function* () {
        const { client, payout } = yield* begin({
          arrivals: (funded) => [[1_000, { _tag, deposit: deposit(funded, 1_000) }]],
          provider: () => "hang"
        })
        const id = yield* client.newPayout()
        yield* TestClock.adjust("2 seconds")
        const refused = yield* Effect.flip(payout(id))
        assert.deepInclude(refused, { _tag: "InvalidState", command: "Cancel", ...why })
      })
    )
  }
})

describe("A batch without funds", () => {
  it.effect("is cancelled with all of its rows", () =>
    Effect.gen(function* () {
      const { batch, client, log } = yield* begin()
      const id = idOf(yield* client.batch([10_000_000, 5_000_000]))
      assert.strictEqual((yield* batch(id)).funding, "cancelled")
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(
        [...EngineHarness.fold(log).payouts.values()].map(
          (row) => `${row.status} ${row.failureReason}`
        ),
        ["FAILED cancelled", "FAILED cancelled"]
      )
    })
  )

  it.effect("does not exist for another account, or as a batch of the other kind", () =>
    Effect.gen(function* () {
      const { batch, client, engine } = yield* begin()
      const id = idOf(yield* client.batch([10_000_000]))
      const missing = { _tag: "BatchNotFound", id }
      assert.deepStrictEqual<unknown>(yield* Effect.flip(batch(id, "batch", "acct_other")), missing)
      assert.deepStrictEqual<unknown>(yield* Effect.flip(batch(id, "bulk")), missing)
      assert.strictEqual((yield* engine.batch(id))?.funding, "open")
    })
  )
})
