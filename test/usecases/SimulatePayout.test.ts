/** Simulated outcomes and deposits in the sandbox. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type * as SandboxScript from "../../src/domain/payout/SandboxScript.ts"
import * as KeptAnswer from "../../src/engine/ports/KeptAnswer.ts"
import * as SimulatePayout from "../../src/usecases/SimulatePayout.ts"
import * as EngineHarness from "../support/engineHarness.ts"
import * as UseCases from "../support/useCases.ts"

const { accountId, idOf } = EngineHarness
const usdc = (amount: number): number => amount * 1_000_000

const begin = Effect.gen(function* () {
  const stage = yield* UseCases.begin({ provider: () => "hang", decision: () => Effect.never })
  const found = yield* stage.inPartition(SimulatePayout.dependencies)
  /** The payouts and batches whose scripted deposit was cancelled. */
  const cancelled: Array<string> = []
  const deps = { ...found, scripted: { cancel: (id: string) => void cancelled.push(id) } }
  const simulate = Effect.fnUntraced(function* (
    payoutId: string,
    simulation: SimulatePayout.Input["simulation"],
    { of = accountId, key }: { readonly of?: string; readonly key?: string } = {}
  ) {
    const asked = yield* UseCases.asks()
    const encode = () => KeptAnswer.make({ status: 200, body: "" })
    const idempotency =
      key === undefined ? null : { scope: "simulate", key, fingerprint: "", encode }
    const request = { ...asked, idempotency }
    return yield* SimulatePayout.run(deps, request, { accountId: of, payoutId, simulation })
  })
  const lead = (
    id: string,
    outcome: SandboxScript.Outcome,
    failureReason: SandboxScript.Target["failureReason"] = "unspecified"
  ) => UseCases.done(simulate(id, { _tag: "Outcome", outcome, failureReason }))
  const pay = (id: string, amount: number, key?: string) =>
    simulate(id, { _tag: "Deposit", amount: usdc(amount) }, key === undefined ? {} : { key })
  const paid = (id: string, amount: number) => UseCases.done(pay(id, amount))
  return { ...stage, cancelled, lead, paid, pay, simulate }
})

const reached = {
  ...{ settle: "SETTLED", fail: "FAILED", expire: "FAILED", hold: "COMPLIANCE_HOLD" },
  ...{ review: "MANUAL_REVIEW", reverse: "REVERSED" }
}

describe("A simulated outcome", () => {
  for (const [outcome, status] of Object.entries(reached)) {
    it.effect(`${outcome} takes a payout that waits for funds to ${status}`, () =>
      Effect.gen(function* () {
        const { cancelled, client, engine, lead } = yield* begin
        const id = yield* client.newPayout()
        const payout = yield* lead(id, outcome as SandboxScript.Outcome)
        assert.strictEqual(payout.status, status)
        assert.deepStrictEqual(yield* engine.payout(id), payout)
        assert.deepStrictEqual(cancelled, [id])
      })
    )
  }

  it.effect("fails a payout with the reason that is asked for", () =>
    Effect.gen(function* () {
      const { client, lead } = yield* begin
      const payout = yield* lead(yield* client.newPayout(), "fail", "recipient_limit")
      assert.deepInclude(payout, { status: "FAILED", failureReason: "recipient_limit" })
    })
  )

  it.effect("ends the wait of an underpaid payout in review", () =>
    Effect.gen(function* () {
      const { client, lead, paid } = yield* begin
      const id = yield* client.newPayout()
      yield* paid(id, 10)
      const payout = yield* lead(id, "expire")
      assert.deepInclude(payout, { status: "MANUAL_REVIEW", reviewReason: "underpaid" })
    })
  )

  it.effect("takes a payout from one state to the next, but not from a final state", () =>
    Effect.gen(function* () {
      const { client, lead } = yield* begin
      const id = yield* client.newPayout()
      for (const outcome of ["hold", "review", "settle", "settle"] as const) {
        assert.strictEqual((yield* lead(id, outcome)).status, reached[outcome])
      }
      for (const outcome of ["fail", "expire"] as const) {
        const refused = yield* Effect.flip(lead(id, outcome))
        assert.deepInclude(refused, { _tag: "InvalidState", status: "SETTLED" })
      }
    })
  )

  it.effect("is refused for a frozen payout, and the error names the freeze", () =>
    Effect.gen(function* () {
      const { client, engine, lead } = yield* begin
      const id = yield* client.newPayout()
      yield* lead(id, "hold")
      yield* client.command(id, { _tag: "Freeze", by: "key_test", reason: "listed" })
      const refused = yield* Effect.flip(lead(id, "settle"))
      assert.deepInclude(refused, { _tag: "InvalidState", cause: "frozen" })
      assert.strictEqual((yield* engine.payout(id))?.status, "COMPLIANCE_HOLD")
    })
  )
})

describe("A simulated deposit", () => {
  it.effect("can pay a part, and the next one the rest", () =>
    Effect.gen(function* () {
      const { cancelled, client, paid } = yield* begin
      const id = yield* client.newPayout()
      assert.strictEqual((yield* paid(id, 10)).status, "AWAITING_FUNDS")
      assert.notStrictEqual((yield* paid(id, 15)).status, "AWAITING_FUNDS")
      assert.deepStrictEqual(cancelled, [id, id])
    })
  )

  it.effect("that is too large or too late must be refunded", () =>
    Effect.gen(function* () {
      const { client, paid } = yield* begin
      const [much, late] = [yield* client.newPayout(), yield* client.newPayout()]
      const due = { status: "due", amount: usdc(2.5) } as const
      assert.deepInclude((yield* paid(much, 27.5)).refunds[0], due)
      yield* client.command(late, { _tag: "Cancel" })
      const payout = yield* paid(late, 25)
      assert.strictEqual(payout.status, "FAILED")
      assert.deepInclude(payout.refunds[0], { status: "due", amount: usdc(25) })
    })
  )

  it.effect("for a row of a batch pays the batch", () =>
    Effect.gen(function* () {
      const { cancelled, client, engine, log, paid } = yield* begin
      const batchId = idOf(yield* client.batch([usdc(10), usdc(5)]))
      const [row] = EngineHarness.fold(log).payouts.keys()
      yield* paid(row ?? "", 15)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* engine.batch(batchId))?.funding, "funded")
      assert.deepStrictEqual(cancelled, [batchId])
    })
  )

  it.effect("is made once per idempotency key, which names it", () =>
    Effect.gen(function* () {
      const { client, engine, pay } = yield* begin
      const id = yield* client.newPayout()
      assert.strictEqual((yield* pay(id, 10, "once"))._tag, "Done")
      assert.strictEqual((yield* pay(id, 10, "once"))._tag, "Replayed")
      const { deposits } = (yield* engine.payout(id)) ?? assert.fail("no payout")
      assert.deepStrictEqual(
        deposits.map(({ amount, txHash }) => `${txHash} ${amount}`),
        [`sandbox:${id}:once ${usdc(10)}`]
      )
    })
  )

  it.effect("never reaches another account's payout", () =>
    Effect.gen(function* () {
      const { cancelled, client, simulate } = yield* begin
      const payoutId = yield* client.newPayout()
      const deposit = { _tag: "Deposit", amount: usdc(25) } as const
      const refused = yield* Effect.flip(simulate(payoutId, deposit, { of: "acct_other" }))
      assert.deepStrictEqual<unknown>(refused, { _tag: "PayoutNotFound", id: payoutId })
      assert.deepStrictEqual(cancelled, [])
    })
  )
})
