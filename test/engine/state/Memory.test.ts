/** Memory grows with active objects, not with history. Finished objects leave memory (L10). */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../../src/config/Limits.ts"
import * as Quote from "../../../src/domain/quote/Quote.ts"
import type * as Chain from "../../../src/engine/ports/Chain.ts"
import * as State from "../../../src/engine/state/State.ts"
import * as Ask from "../../support/ask.ts"
import type { RunningEngine } from "../../support/engine.ts"
import * as EngineHarness from "../../support/engineHarness.ts"
import type * as MemoryLog from "../../support/memoryLog.ts"
import * as Stage from "../../support/stage.ts"

const failing: Partial<EngineHarness.Script> = { provider: () => "refuse for good" }

const { begin: stage, restart } = Stage

/** Numbers of objects of each kind in memory. */
const sizes = ({ state }: RunningEngine) => ({
  payouts: state.payouts.size,
  quotes: state.quotes.size,
  deliveries: state.deliveries.size,
  replies: state.replies.size,
  changes: Object.values(state.dirty).reduce(
    (sum, marks) => sum + ("size" in marks ? marks.size : marks.length),
    0
  )
})

const nothing = { payouts: 0, quotes: 0, deliveries: 0, replies: 0, changes: 0 }

const empty = (engine: RunningEngine) =>
  EngineHarness.advanceUntil(() => JSON.stringify(sizes(engine)) === JSON.stringify(nothing))

/** A finished payout that has left memory. */
const finished = Effect.fnUntraced(function* ({ client, engine, log }: Stage.Stage) {
  const id = yield* client.newPayout()
  yield* EngineHarness.advanceUntil(() => ["SETTLED", "FAILED"].includes(statusOf(log, id)))
  yield* empty(engine)
  return id
})

const statusOf = (log: MemoryLog.MemoryLog, id: string): string =>
  EngineHarness.fold(log).payouts.get(id)?.status ?? "none"

describe("L10 A finished object", () => {
  it.effect("leaves memory once the read model shows it, and is read from there", () =>
    Effect.gen(function* () {
      const set = yield* stage()
      const { client, engine, log } = set
      yield* client.endpoint("we_1", ["payout.*"], "an endpoint")
      const quoteId = EngineHarness.idOf(yield* client.quote("a quote"))
      const id = EngineHarness.idOf(yield* client.payout(quoteId, "a payout"))
      yield* EngineHarness.advanceUntil(() => statusOf(log, id) === "SETTLED")
      yield* empty(engine)
      const whole = EngineHarness.fold(log)
      assert.deepStrictEqual(yield* engine.payout(id), whole.payouts.get(id))
      assert.deepStrictEqual(yield* engine.quote(quoteId), whole.quotes.get(quoteId))
      assert.isTrue((yield* client.payout(quoteId, "a payout")).replayed)
      assert.deepStrictEqual(sizes(engine), nothing)
    })
  )

  it.effect("leaves memory while many active ones stay", () =>
    Effect.gen(function* () {
      const { client, engine, log } = yield* stage({
        arrivals: (payout) =>
          payout.name === "stays"
            ? []
            : [[1_000, { _tag: "Finalized", deposit: EngineHarness.deposit(payout, 1_000) }]]
      })
      const stays = yield* client.newPayout("stays")
      for (let round = 0; round < 20; round++) yield* client.newPayout("goes")
      yield* EngineHarness.advanceUntil(() => engine.state.payouts.size === 1)
      assert.deepStrictEqual([...engine.state.payouts.keys()], [stays])
      assert.deepStrictEqual(
        [...engine.state.quotes.values()].map(({ payoutId }) => payoutId),
        [stays]
      )
      assert.strictEqual(EngineHarness.fold(log).payouts.size, 21)
    })
  )

  it.effect("leaves memory only once the read model shows it", () =>
    Effect.gen(function* () {
      const { client, engine, log, views } = yield* stage()
      views.setUnavailable(true)
      const id = yield* client.newPayout()
      yield* EngineHarness.advanceUntil(() => statusOf(log, id) === "SETTLED")
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* engine.payout(id))?.status, "SETTLED")
      assert.deepInclude(sizes(engine), { payouts: 1, quotes: 1 })
      views.setUnavailable(false)
      yield* empty(engine)
    })
  )

  it.effect("can be an unused quote, once its expiry is written and shown", () =>
    Effect.gen(function* () {
      const { client, engine } = yield* stage()
      const id = EngineHarness.idOf(yield* client.quote())
      const { expiresAt } = engine.state.quotes.get(id) as Quote.Quote
      yield* TestClock.setTime(expiresAt - 1)
      yield* TestClock.adjust(0)
      assert.isTrue(engine.state.quotes.has(id))
      yield* TestClock.adjust(1 + Limits.expiry.lateMs)
      yield* EngineHarness.advanceUntil(() => !engine.state.quotes.has(id), 50)
      const quote = yield* engine.quote(id)
      assert.strictEqual(
        Quote.status(quote as Quote.Quote, yield* Clock.currentTimeMillis),
        "EXPIRED"
      )
      const refusal = yield* Effect.flip(client.payout(id))
      assert.notDeepInclude(refusal, { _tag: "Unavailable" })
    })
  )
})

const refund = { amount: 25_000_000, address: "0xback", txHash: "0xrefund" }

describe("A finished payout", () => {
  it.effect("returns to memory for its refund, even across a restart, and leaves again", () =>
    Effect.gen(function* () {
      let isFinal = false
      const prove = () =>
        Effect.sync(
          (): Chain.Proof =>
            isFinal
              ? { _tag: "Final", transfers: 1, isThirdParty: false }
              : { _tag: "Pending", transfers: 1 }
        )
      const set = yield* stage({ ...failing, prove })
      const id = yield* finished(set)
      assert.strictEqual(statusOf(set.log, id), "FAILED")
      const sent = yield* set.client.command(id, { _tag: "SendRefund", ...refund }, "send")
      assert.strictEqual(JSON.parse(sent.body).refunds[0].status, "sent")
      yield* EngineHarness.advanceUntil(() => sizes(set.engine).changes === 0)
      // The payout stays in memory while the proof of its refund is pending.
      assert.deepInclude(sizes(set.engine), { payouts: 1, replies: 0 })
      assert.isTrue(
        (yield* set.client.command(id, { _tag: "SendRefund", ...refund }, "send")).replayed
      )

      const { client, engine, log } = yield* restart(set)
      assert.deepInclude(sizes(engine), { payouts: 1 })
      isFinal = true
      yield* empty(engine)
      const [only, ...more] = EngineHarness.fold(log).payouts.get(id)?.refunds ?? []
      assert.deepStrictEqual(more, [])
      assert.deepInclude(only, { status: "confirmed", ...refund })
      const confirm = { _tag: "ConfirmRefund", txHash: "0xrefund" } as const
      assert.deepStrictEqual(
        set.views.shown().payouts.get(id),
        EngineHarness.fold(log).payouts.get(id)
      )
      const again = yield* Effect.flip(client.command(id, confirm))
      assert.deepInclude(again, { _tag: "InvalidState", command: "ConfirmRefund" })
      yield* empty(engine)
    })
  )

  it.effect("returns once for many simultaneous commands, and records one refund", () =>
    Effect.gen(function* () {
      const set = yield* stage(failing)
      const id = yield* finished(set)
      const send = (index: number) =>
        set.client.command(id, { _tag: "SendRefund", ...refund, txHash: `0x${index}` })
      const exits = yield* Effect.forEach([1, 2, 3, 4, 5], (index) => Effect.exit(send(index)), {
        concurrency: "unbounded"
      })
      assert.strictEqual(exits.filter(Exit.isSuccess).length, 1)
      assert.strictEqual(EngineHarness.fold(set.log).payouts.get(id)?.refunds.length, 1)
      yield* empty(set.engine)
    })
  )
})

describe("The address of a finished payout", () => {
  it.effect("stays known after a refund address is set", () =>
    Effect.gen(function* () {
      const set = yield* stage(failing)
      const id = yield* finished(set)
      yield* set.client.command(id, { _tag: "SetRefundAddress", address: "0xlater" }, "address")
      yield* empty(set.engine)
      assert.deepInclude(yield* set.engine.payout(id), { refundAddress: "0xlater" })
      const { engine } = yield* restart(set)
      yield* empty(engine)
      assert.deepInclude(yield* engine.payout(id), { refundAddress: "0xlater" })
    })
  )

  it.effect("accepts a late deposit, which must be refunded", () =>
    Effect.gen(function* () {
      const set = yield* stage()
      const id = yield* finished(set)
      const late = {
        ...EngineHarness.deposit({ id } as never, 0, 7_000_000),
        txHash: "late",
        seenAt: 0
      }
      const deposited = { _tag: "FinalizeDeposit", deposit: late } as const
      const { body } = yield* set.client.command(id, deposited, "late")
      assert.deepInclude(JSON.parse(body).refunds[0], { status: "due", amount: 7_000_000 })
      yield* set.client.command(id, deposited, "the same deposit, reported again")
      yield* empty(set.engine)
      const { client, engine } = yield* restart(set)
      yield* client.command(id, deposited, "and again after a restart")
      const payout = yield* engine.payout(id)
      assert.deepInclude(payout, { status: "SETTLED" })
      assert.deepStrictEqual(
        payout?.refunds.map(({ amount }) => amount),
        [7_000_000]
      )
    })
  )
})

describe("A finished delivery", () => {
  it.effect("is resent on request with the same bytes, and leaves memory again", () =>
    Effect.gen(function* () {
      const set = yield* stage({ arrivals: () => [] })
      const { client, engine, log, adapters } = set
      yield* client.endpoint("we_1", ["payout.created"])
      yield* client.newPayout()
      yield* EngineHarness.advanceUntil(
        () => adapters.received.length === 1 && sizes(engine).deliveries === 0
      )
      const [id = ""] = EngineHarness.fold(log).deliveries.keys()
      const at = yield* Clock.currentTimeMillis
      const request = { at, by: "key_test", idempotency: null }
      const answer = () => ({ status: 202, body: "again" })
      assert.deepInclude(yield* Ask.ask(request, answer, (asked) => engine.resend(asked, id)), {
        status: 202
      })
      yield* EngineHarness.advanceUntil(
        () => adapters.received.length === 2 && sizes(engine).deliveries === 0
      )
      assert.strictEqual(adapters.received[1]?.body, adapters.received[0]?.body)
      assert.strictEqual(set.views.shown().deliveries.get(id)?.attempts.length, 2)
      const unknown = yield* Effect.flip(
        engine.resend({ ...request, idempotency: null }, "dlv_NONE")
      )
      assert.deepStrictEqual(unknown, { _tag: "DeliveryNotFound", id: "dlv_NONE" })
      assert.strictEqual(sizes(engine).deliveries, 0)
    })
  )
})

describe("L8 An idempotency key", () => {
  const hourMs = 60 * 60_000
  for (const bornAt of [0, 1, hourMs - 1, hourMs, 25 * hourMs + 1_234_567]) {
    it.effect(`created at ${bornAt} is replayed for exactly a day, and then counts as new`, () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(bornAt)
        const { client, engine } = yield* stage()
        const first = yield* client.quote("key")
        yield* EngineHarness.advanceUntil(() => sizes(engine).replies === 0, 50)
        const other = yield* Effect.flip(client.quote("key", 1_000_000))
        assert.deepStrictEqual(other, { _tag: "KeyReused", key: "key" })
        yield* TestClock.setTime(bornAt + State.replyMsMax - 1)
        assert.deepStrictEqual(yield* client.quote("key"), { ...first, replayed: true })
        yield* TestClock.setTime(bornAt + State.replyMsMax)
        const again = yield* client.quote("key", 1_000_000)
        assert.isFalse(again.replayed)
        assert.notStrictEqual(again.body, first.body)
        yield* EngineHarness.advanceUntil(() => sizes(engine).replies === 0, 50)
        assert.deepStrictEqual(yield* client.quote("key", 1_000_000), { ...again, replayed: true })
      })
    )
  }

  it.effect("acts once while its response moves from memory to the read model", () =>
    Effect.gen(function* () {
      const { client, engine, log } = yield* stage()
      const first = yield* client.quote("key")
      const asked = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: 200 }), () =>
          Effect.andThen(TestClock.adjust(1), client.quote("key"))
        )
      )
      const answers = yield* Fiber.join(asked)
      assert.isTrue(answers.every(({ body, replayed }) => replayed && body === first.body))
      assert.strictEqual(EngineHarness.fold(log).quotes.size, 1)
      yield* EngineHarness.advanceUntil(() => sizes(engine).replies === 0, 50)
    })
  )
})

describe("L10 Refunds with a transaction", () => {
  const txHash = "0xABC"

  it.effect("are found without a scan of active payouts, in memory and in the archive", () =>
    Effect.gen(function* () {
      const set = yield* stage({ ...failing, prove: () => Effect.succeed(proof) })
      let proof: Chain.Proof = { _tag: "Pending", transfers: 2 }
      const { client, engine, log } = set
      const ids = [yield* client.newPayout(), yield* client.newPayout()]
      yield* EngineHarness.advanceUntil(() => ids.every((id) => statusOf(log, id) === "FAILED"))
      const amount = 25_000_000
      const found = () =>
        Effect.map(engine.refundsWith(txHash.toLowerCase()), ({ length }) => length)
      assert.strictEqual(yield* found(), 0)
      for (const [index, id] of ids.entries()) {
        yield* client.command(id, { _tag: "SendRefund", amount, address: "0xback", txHash })
        assert.strictEqual(yield* found(), index + 1)
      }
      assert.strictEqual(engine.state.refundTransactions.size, 1)
      // A scan of all active payouts would throw here.
      const walked = Object.defineProperty(engine.state.payouts, "values", {
        configurable: true,
        value: () => {
          throw new Error("a walk over everything active")
        }
      })
      assert.strictEqual(yield* found(), 2)
      Reflect.deleteProperty(walked, "values")
      proof = { _tag: "Final", transfers: 2, isThirdParty: false }
      yield* empty(engine)
      assert.strictEqual(engine.state.refundTransactions.size, 0)
      assert.strictEqual(yield* found(), 2)
    })
  )

  it.effect("are dropped with their transaction when it is disproved", () =>
    Effect.gen(function* () {
      const { client, engine, log } = yield* stage({
        ...failing,
        prove: () => Effect.succeed({ _tag: "Pending", transfers: 1 })
      })
      const id = yield* client.newPayout()
      yield* EngineHarness.advanceUntil(() => statusOf(log, id) === "FAILED")
      const sent = { amount: 25_000_000, address: "0xback", txHash }
      yield* client.command(id, { _tag: "SendRefund", ...sent })
      yield* client.command(id, { _tag: "DisproveRefund", txHash })
      assert.isEmpty(yield* engine.refundsWith(txHash))
      assert.strictEqual(engine.state.refundTransactions.size, 0)
    })
  )
})
