import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Latch, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import * as ReadModel from "../../src/engine/ports/ReadModel.ts"
import * as State from "../../src/engine/state/State.ts"
import * as Ask from "../support/ask.ts"
import * as EngineHarness from "../support/engineHarness.ts"
import * as MemoryLog from "../support/memoryLog.ts"
import * as MemoryReadModel from "../support/memoryReadModel.ts"

/** Without deposits a payout waits for funds, and its fiber is idle. */
const quiet = { arrivals: () => [] }

const isUnavailable = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "Unavailable"

const isDone = (fiber: Fiber.Fiber<unknown, unknown>): boolean => fiber.pollUnsafe() !== undefined

describe("A durable response", () => {
  it.effect("L1 comes only once its entry is durable, and no read shows the change earlier", () =>
    Effect.gen(function* () {
      const { client, state, log } = yield* EngineHarness.begin(quiet)
      log.hold()
      const quote = yield* Effect.forkChild(client.quote("key"))
      yield* EngineHarness.until(() => log.waiting() === 1)
      yield* TestClock.adjust(1_000)
      assert.isFalse(isDone(quote))
      assert.deepStrictEqual([state.quotes.size, state.replies.size], [0, 0])
      log.release()
      const answered = yield* Fiber.join(quote)
      assert.isFalse(answered.replayed)
      assert.deepStrictEqual([...state.quotes.keys()], [EngineHarness.idOf(answered)])
    })
  )

  it.effect("L1 to a command comes only once its entry is durable", () =>
    Effect.gen(function* () {
      const { client, state, log, adapters } = yield* EngineHarness.begin(quiet)
      yield* client.endpoint("we_1", ["payout.failed"])
      const id = yield* client.newPayout()
      log.hold()
      const cancel = yield* Effect.forkChild(client.command(id, { _tag: "Cancel" }))
      yield* EngineHarness.until(() => log.waiting() === 1)
      yield* TestClock.adjust(1_000)
      assert.isFalse(isDone(cancel))
      assert.strictEqual(state.payouts.get(id)?.status, "AWAITING_FUNDS")
      assert.isEmpty(adapters.received)
      log.release()
      const { body } = yield* Fiber.join(cancel)
      assert.deepStrictEqual(JSON.parse(body), state.payouts.get(id))
      assert.strictEqual(state.payouts.get(id)?.status, "FAILED")
      yield* EngineHarness.until(() => adapters.received.length === 1)
    })
  )

  it.effect("L6 is needed before a provider call, which starts once its reference is durable", () =>
    Effect.gen(function* () {
      const { client, log, adapters } = yield* EngineHarness.begin()
      yield* client.newPayout()
      // The entries of quote, payout and deposit are written. The transfer's request is next.
      log.hold(1)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(log.waiting(), 1)
      assert.isEmpty(adapters.calls)
      log.release()
      yield* EngineHarness.until(() => adapters.transfers.length === 1)
    })
  )

  it.effect("is Unavailable if the append is refused, and the key works later", () =>
    Effect.gen(function* () {
      const { client, state, log } = yield* EngineHarness.begin(quiet)
      log.goAway()
      const refused = yield* Effect.flip(client.quote("key"))
      assert.isTrue(isUnavailable(refused))
      assert.strictEqual(state.quotes.size, 0)
      log.comeBack()
      const answered = yield* client.quote("key")
      assert.isFalse(answered.replayed)
      assert.strictEqual(state.quotes.size, 1)
    })
  )
})

describe("A response", () => {
  it.effect("to a command is Unavailable if the append is refused, and the key works later", () =>
    Effect.gen(function* () {
      const { client, state, log } = yield* EngineHarness.begin(quiet)
      const id = yield* client.newPayout()
      log.goAway()
      assert.isTrue(isUnavailable(yield* Effect.flip(client.command(id, { _tag: "Cancel" }, "k"))))
      assert.strictEqual(state.payouts.get(id)?.status, "AWAITING_FUNDS")
      log.comeBack()
      assert.isFalse((yield* client.command(id, { _tag: "Cancel" }, "k")).replayed)
      assert.strictEqual(state.payouts.get(id)?.status, "FAILED")
    })
  )

  it.effect(
    "to a command on a final payout is InvalidState, even after the payout left memory",
    () =>
      Effect.gen(function* () {
        const { client, state, engine } = yield* EngineHarness.begin()
        const id = yield* client.newPayout()
        yield* EngineHarness.advanceUntil(() => state.payouts.get(id)?.status === "SETTLED")
        yield* EngineHarness.until(() => engine.activePayouts() === 0)
        for (const key of [undefined, "a key", "a key"]) {
          const rejection = yield* Effect.flip(client.command(id, { _tag: "Cancel" }, key))
          assert.deepInclude(rejection, { _tag: "InvalidState", status: "SETTLED" })
        }
        assert.strictEqual(engine.activePayouts(), 0)
      })
  )

  it.effect("to a command on an unknown payout is PayoutNotFound", () =>
    Effect.gen(function* () {
      const { client, engine } = yield* EngineHarness.begin()
      const rejection = yield* Effect.flip(client.command("po_none", { _tag: "Cancel" }, "key"))
      assert.deepStrictEqual(rejection, { _tag: "PayoutNotFound", id: "po_none" })
      assert.strictEqual(engine.activePayouts(), 0)
    })
  )
})

describe("An idempotency key", () => {
  it.effect("L8 acts once for concurrent requests, and all get the same response", () =>
    Effect.gen(function* () {
      const { client, state, log } = yield* EngineHarness.begin()
      log.hold()
      const all = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 20 }, () => client.quote("key")),
          { concurrency: "unbounded" }
        )
      )
      yield* EngineHarness.until(() => log.waiting() === 1)
      yield* TestClock.adjust(1_000)
      log.release()
      const answers = yield* Fiber.join(all)
      assert.strictEqual(state.quotes.size, 1)
      assert.strictEqual(new Set(answers.map(({ body }) => body)).size, 1)
      assert.strictEqual(answers.filter(({ replayed }) => !replayed).length, 1)
    })
  )

  it.effect("is refused with other parameters, even while the first request is in progress", () =>
    Effect.gen(function* () {
      const { client, state, log } = yield* EngineHarness.begin()
      log.hold()
      const first = yield* Effect.forkChild(client.quote("key"))
      yield* EngineHarness.until(() => log.waiting() === 1)
      const other = yield* Effect.forkChild(Effect.flip(client.quote("key", 1_000_000)))
      yield* TestClock.adjust(1_000)
      assert.isFalse(isDone(other))
      log.release()
      yield* Fiber.join(first)
      assert.deepStrictEqual(yield* Fiber.join(other), { _tag: "KeyReused", key: "key" })
      assert.strictEqual(state.quotes.size, 1)
    })
  )

  it.effect("passes to the next waiting request when the first is refused", () =>
    Effect.gen(function* () {
      const { client, state, log } = yield* EngineHarness.begin()
      log.hold()
      const first = yield* Effect.forkChild(Effect.flip(client.quote("key")))
      const second = yield* Effect.forkChild(client.quote("key"))
      yield* EngineHarness.until(() => log.waiting() === 1)
      log.refuseWaiting()
      assert.isTrue(isUnavailable(yield* Fiber.join(first)))
      log.release()
      assert.isFalse((yield* Fiber.join(second)).replayed)
      assert.strictEqual(state.quotes.size, 1)
    })
  )
})

describe("An idempotency key that was used", () => {
  it.effect("is kept for 24 hours to the millisecond, across a restart", () =>
    Effect.gen(function* () {
      const log = MemoryLog.make()
      // The first engine ends early, since its timers would otherwise run through the whole day.
      const { first, adapters } = yield* Effect.scoped(
        Effect.gen(function* () {
          const { client, adapters } = yield* EngineHarness.begin(undefined, log)
          return { first: yield* client.quote("key"), adapters }
        })
      )
      yield* TestClock.adjust(State.replyMsMax - 1)
      const engine = yield* EngineHarness.start(adapters, MemoryLog.make(log.entries()))
      const later = EngineHarness.client(adapters, engine)
      assert.deepStrictEqual(yield* later.quote("key"), { ...first, replayed: true })
      yield* TestClock.adjust(1)
      const again = yield* later.quote("key")
      assert.isFalse(again.replayed)
      assert.notStrictEqual(again.body, first.body)
    })
  )

  it.effect("L8 gets its response from the tables while keys load after a restart", () =>
    Effect.gen(function* () {
      const log = MemoryLog.make()
      const adapters = EngineHarness.make()
      const views = MemoryReadModel.make(log)
      const first = yield* Effect.scoped(
        Effect.gen(function* () {
          const engine = yield* EngineHarness.start(adapters, log, views)
          const client = EngineHarness.client(adapters, engine)
          const given = yield* client.quote("key")
          yield* TestClock.adjust(Limits.readModel.pauseMs)
          assert.strictEqual(views.shown().seq, log.entries().length)
          return given
        })
      )
      const second = MemoryLog.make(log.entries())
      views.setLog(second)
      // The keys of the day load page by page, and the first page waits for the latch.
      const loading = yield* Latch.make(false)
      const slow = Layer.effect(
        ReadModel.ReadModel,
        Effect.map(ReadModel.ReadModel, (readModel) => ({
          ...readModel,
          replyKeys: (since: number, after: string) =>
            Effect.andThen(Latch.await(loading), readModel.replyKeys(since, after))
        }))
      ).pipe(Layer.provide(views.layer))
      const engine = yield* EngineHarness.start(adapters, second, { ...views, layer: slow })
      const client = EngineHarness.client(adapters, engine)
      assert.deepStrictEqual(yield* client.quote("key"), { ...first, replayed: true })
      assert.isFalse((yield* client.quote("another key")).replayed)
      yield* Latch.open(loading)
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* client.quote("key"), { ...first, replayed: true })
    })
  )

  it.effect("keeps the response to a command, and replays it after the payout has changed", () =>
    Effect.gen(function* () {
      const { client, state } = yield* EngineHarness.begin({
        verdict: () => ({ _tag: "Flagged", reason: "" })
      })
      const id = yield* client.newPayout()
      yield* EngineHarness.advanceUntil(() => state.payouts.get(id)?.status === "COMPLIANCE_HOLD")
      const instruction = { reference: "given", deadline: 1_000_000 }
      const approve = { _tag: "Approve", instruction, by: "key_test", approvalsMin: 1 } as const
      const first = yield* client.command(id, approve, "key")
      yield* EngineHarness.advanceUntil(() => state.payouts.get(id)?.status === "SETTLED")
      assert.deepStrictEqual(yield* client.command(id, approve, "key"), {
        ...first,
        replayed: true
      })
    })
  )
})

describe("Two payouts on one quote", () => {
  it.effect("L8 have one winner, and the other is rejected with QuoteUsed", () =>
    Effect.gen(function* () {
      const { client, state } = yield* EngineHarness.begin(quiet)
      const quoteId = EngineHarness.idOf(yield* client.quote())
      const both = yield* Effect.all(
        [client.payout(quoteId, "one"), Effect.flip(client.payout(quoteId, "two"))],
        { concurrency: 2 }
      )
      assert.deepStrictEqual(both[1], { _tag: "QuoteAlreadyUsed", quoteId })
      assert.deepStrictEqual([...state.payouts.keys()], [EngineHarness.idOf(both[0])])
    })
  )

  it.effect("L8 let the second win when the first one's append is refused", () =>
    Effect.gen(function* () {
      const { client, state, log } = yield* EngineHarness.begin(quiet)
      const quoteId = EngineHarness.idOf(yield* client.quote())
      log.hold()
      const first = yield* Effect.forkChild(Effect.flip(client.payout(quoteId, "one")))
      const second = yield* Effect.forkChild(client.payout(quoteId, "two"))
      yield* EngineHarness.until(() => log.waiting() === 1)
      log.refuseWaiting()
      assert.isTrue(isUnavailable(yield* Fiber.join(first)))
      log.release()
      const answered = yield* Fiber.join(second)
      assert.deepStrictEqual([...state.payouts.keys()], [EngineHarness.idOf(answered)])
    })
  )
})

describe("A caller that leaves while its append is in flight", () => {
  it.effect("keeps its lock until the append settles, and a retry gets the original response", () =>
    Effect.gen(function* () {
      const { client, state, log } = yield* EngineHarness.begin()
      log.hold()
      const gone = yield* Effect.forkChild(client.quote("key"))
      yield* EngineHarness.until(() => log.waiting() === 1)
      yield* Fiber.interrupt(gone)
      const retry = yield* Effect.forkChild(client.quote("key"))
      yield* TestClock.adjust(1_000)
      assert.strictEqual(log.waiting(), 1)
      log.release()
      const answered = yield* Fiber.join(retry)
      assert.isTrue(answered.replayed)
      assert.deepStrictEqual([...state.quotes.keys()], [EngineHarness.idOf(answered)])
    })
  )

  it.effect("gets Unavailable after the time limit, and a retry gets the original response", () =>
    Effect.gen(function* () {
      const { client, state, log } = yield* EngineHarness.begin(quiet)
      const id = yield* client.newPayout()
      const cancel = { _tag: "Cancel" } as const
      log.hold()
      const slow = yield* Effect.forkChild(Effect.flip(client.command(id, cancel, "key")))
      yield* EngineHarness.until(() => log.waiting() === 1)
      yield* TestClock.adjust(Limits.engine.requestMsMax)
      assert.isTrue(isUnavailable(yield* Fiber.join(slow)))
      const retry = yield* Effect.forkChild(client.command(id, cancel, "key"))
      yield* TestClock.adjust(1_000)
      log.release()
      const answered = yield* Fiber.join(retry)
      assert.isTrue(answered.replayed)
      assert.deepStrictEqual(JSON.parse(answered.body), state.payouts.get(id))
    })
  )

  it.effect("is skipped in the queue of a lock, and its request is never executed", () =>
    Effect.gen(function* () {
      const { client, state, log } = yield* EngineHarness.begin(quiet)
      const quoteId = EngineHarness.idOf(yield* client.quote())
      log.hold()
      const first = yield* Effect.forkChild(Effect.flip(client.payout(quoteId, "one")))
      const gone = yield* Effect.forkChild(client.payout(quoteId, "two"))
      const third = yield* Effect.forkChild(client.payout(quoteId, "three"))
      yield* EngineHarness.until(() => log.waiting() === 1)
      yield* Fiber.interrupt(gone)
      log.refuseWaiting()
      yield* Fiber.join(first)
      log.release()
      const answered = yield* Fiber.join(third)
      assert.deepStrictEqual([...state.payouts.keys()], [EngineHarness.idOf(answered)])
      const free = yield* Effect.flip(client.payout(quoteId, "two"))
      assert.deepStrictEqual(free, { _tag: "QuoteAlreadyUsed", quoteId })
    })
  )
})

describe("The size limit", () => {
  it.effect("L10 of a mailbox makes a new command Unavailable, and the others run in order", () =>
    Effect.gen(function* () {
      const { client, log } = yield* EngineHarness.begin(quiet)
      const id = yield* client.newPayout()
      log.hold()
      const cancel = Effect.exit(client.command(id, { _tag: "Cancel" }))
      // One command is being appended, and the others wait in the mailbox.
      const first = yield* Effect.forkChild(cancel)
      yield* EngineHarness.until(() => log.waiting() === 1)
      const others = yield* Effect.forEach(Array.from({ length: Limits.engine.mailboxMax }), () =>
        Effect.forkChild(cancel, { startImmediately: true })
      )
      assert.isTrue(isUnavailable(yield* Effect.flip(client.command(id, { _tag: "Cancel" }, "k"))))
      log.release()
      const exits = yield* Effect.forEach([first, ...others], (fiber) => Fiber.join(fiber))
      assert.deepStrictEqual(
        exits.map(Exit.isSuccess),
        exits.map((_, index) => index === 0)
      )
      const late = yield* Effect.flip(client.command(id, { _tag: "Cancel" }, "k"))
      assert.deepInclude(late, { _tag: "InvalidState", status: "FAILED" })
    })
  )

  it.effect("L10 of a lock's queue makes a new request Unavailable at once", () =>
    Effect.gen(function* () {
      const { client, state, log } = yield* EngineHarness.begin()
      log.hold()
      const line = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: Limits.engine.lockWaitersMax + 1 }, () => client.quote("key")),
          { concurrency: "unbounded" }
        )
      )
      yield* EngineHarness.until(() => log.waiting() === 1)
      assert.isTrue(isUnavailable(yield* Effect.flip(client.quote("key"))))
      log.release()
      yield* Fiber.join(line)
      assert.isTrue((yield* client.quote("key")).replayed)
      assert.strictEqual(state.quotes.size, 1)
    })
  )
})

describe("A defect", () => {
  const request = { at: 0, by: "key", idempotency: { scope: "", key: "k", fingerprint: "" } }
  const answer = { status: 200, body: "" }

  it.effect("in a decision ends the request, and releases its locks", () =>
    Effect.gen(function* () {
      const { engine } = yield* EngineHarness.begin()
      const bug = Effect.sync(() => {
        throw new Error("a bug")
      })
      const broken = Ask.execute(engine, request, ["thing"], bug)
      const exit = yield* Effect.exit(broken)
      assert.include(String(exit), "a bug")
      const decided = Effect.succeed({ events: [], result: answer })
      const good = Ask.execute(engine, request, ["thing"], decided)
      assert.deepStrictEqual(yield* good, { ...answer, replayed: false })
    })
  )

  it.effect(
    "in the response to a command ends the request and releases its lock, and the payout continues",
    () =>
      Effect.gen(function* () {
        const { client, state, engine } = yield* EngineHarness.begin(quiet)
        const id = yield* client.newPayout()
        const command = { _tag: "Cancel", at: 1 } as const
        for (const idempotency of [request.idempotency, null]) {
          const broken = Ask.ask(
            { ...request, idempotency },
            () => {
              throw new Error("a bug")
            },
            (asked) => engine.command(asked, id, command)
          )
          assert.include(String(yield* Effect.exit(broken)), "a bug")
          yield* TestClock.adjust(Limits.engine.restartPauseMs)
        }
        assert.strictEqual(state.payouts.get(id)?.status, "FAILED")
        const again = yield* Effect.flip(
          Ask.ask(
            request,
            () => answer,
            (asked) => engine.command(asked, id, command)
          )
        )
        assert.deepInclude(again, { _tag: "InvalidState" })
      })
  )
})
