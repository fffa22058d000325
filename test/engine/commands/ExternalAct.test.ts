import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../../src/config/Limits.ts"
import * as KeyLocks from "../../../src/engine/commands/KeyLocks.ts"
import type { CommandContext } from "../../../src/engine/commands/Request.ts"
import type { Engine } from "../../../src/engine/Engine.ts"
import * as Ask from "../../support/ask.ts"
import * as EngineHarness from "../../support/engineHarness.ts"
import * as MemoryLog from "../../support/memoryLog.ts"

const answer = { status: 200, body: "done" }

const request = (key: string | null, fingerprint = "") => ({
  at: 0,
  by: "key_test",
  idempotency: key === null ? null : { scope: "tests", key, fingerprint }
})

const actOnce = <E>(
  engine: Engine["Service"],
  context: CommandContext,
  act: Effect.Effect<typeof answer, E>
) => Ask.askFor(context, (asked) => engine.actOnce(asked, act))

/** An effect that counts its runs and waits for a signal. */
const counted = () => {
  const gate = Deferred.makeUnsafe<void>()
  let runs = 0
  const effect = Effect.suspend(() => {
    runs += 1
    return Effect.as(Deferred.await(gate), answer)
  })
  return { effect, runs: () => runs, open: Deferred.succeed(gate, undefined) }
}

describe("An external act whose result is kept", () => {
  it.effect("L8 runs once for concurrent requests with the same key", () =>
    Effect.gen(function* () {
      const { engine } = yield* EngineHarness.begin()
      const { effect, open, runs } = counted()
      const ask = Effect.forkChild(actOnce(engine, request("k"), effect))
      const fibers = yield* Effect.all([ask, ask, ask])
      yield* TestClock.adjust(1_000)
      assert.strictEqual(runs(), 1)
      yield* open
      const answers = yield* Effect.forEach(fibers, (fiber) => Fiber.join(fiber))
      assert.strictEqual(runs(), 1)
      assert.deepStrictEqual(
        answers.map(({ replayed }) => replayed),
        [false, true, true]
      )
      const other = yield* Effect.flip(actOnce(engine, request("k", "other"), effect))
      assert.deepStrictEqual(other, { _tag: "KeyReused", key: "k" })
    })
  )

  it.effect("runs each time without a key, and writes nothing", () =>
    Effect.gen(function* () {
      const { engine, log } = yield* EngineHarness.begin()
      const { effect, open, runs } = counted()
      yield* open
      yield* actOnce(engine, request(null), effect)
      yield* actOnce(engine, request(null), effect)
      assert.strictEqual(runs(), 2)
      assert.strictEqual(log.entries().length, 1)
    })
  )

  it.effect("does not keep a failure, so the same key may succeed later", () =>
    Effect.gen(function* () {
      const { engine } = yield* EngineHarness.begin()
      assert.strictEqual(yield* Effect.flip(actOnce(engine, request("k"), Effect.fail("no"))), "no")
      const later = yield* actOnce(engine, request("k"), Effect.succeed(answer))
      assert.isFalse(later.replayed)
    })
  )

  it.effect("keeps no failure across a restart, since the log has its withdrawal", () =>
    Effect.gen(function* () {
      const { engine, log, adapters } = yield* EngineHarness.begin()
      yield* Effect.flip(actOnce(engine, request("k"), Effect.fail("no")))
      yield* EngineHarness.until(() => log.entries().length === 3)
      const next = yield* EngineHarness.start(adapters, MemoryLog.make(log.entries()))
      assert.isFalse((yield* actOnce(next, request("k"), Effect.succeed(answer))).replayed)
    })
  )
})

describe("The intent of an external act", () => {
  it.effect("L6 is durable before the act runs", () =>
    Effect.gen(function* () {
      const { engine, log } = yield* EngineHarness.begin()
      const { effect, open, runs } = counted()
      yield* open
      log.hold()
      const asked = yield* Effect.forkChild(actOnce(engine, request("k"), effect))
      yield* EngineHarness.until(() => log.waiting() === 1)
      yield* TestClock.adjust(1_000)
      assert.strictEqual(runs(), 0)
      log.release()
      assert.isFalse((yield* Fiber.join(asked)).replayed)
      assert.strictEqual(runs(), 1)
    })
  )

  it.effect("prevents the act if it cannot be written, and the key may be retried", () =>
    Effect.gen(function* () {
      const { engine, log } = yield* EngineHarness.begin()
      const { effect, open, runs } = counted()
      yield* open
      log.goAway()
      const refused = yield* Effect.flip(actOnce(engine, request("k"), effect))
      assert.deepInclude(refused, { _tag: "Unavailable" })
      assert.strictEqual(runs(), 0)
      log.comeBack()
      assert.isFalse((yield* actOnce(engine, request("k"), effect)).replayed)
    })
  )
})

describe("An external act with an unknown outcome", () => {
  it.effect("L8 does not run a second time after a crash between its run and its response", () =>
    Effect.gen(function* () {
      const adapters = EngineHarness.make()
      // The third entry, after epoch and intent, is the response.
      const log = MemoryLog.make([], { seq: 3, entry: "lost" })
      const engine = yield* EngineHarness.start(adapters, log)
      const { effect, open, runs } = counted()
      yield* open
      yield* Effect.forkChild(actOnce(engine, request("k"), effect))
      yield* log.died
      assert.strictEqual(runs(), 1)
      const next = yield* EngineHarness.start(adapters, MemoryLog.make(log.entries()))
      const retry = yield* Effect.flip(actOnce(next, request("k"), effect))
      assert.deepStrictEqual(retry, { _tag: "OutcomeUnknown", key: "k" })
      const other = yield* Effect.flip(actOnce(next, request("k", "other"), effect))
      assert.deepStrictEqual(other, { _tag: "KeyReused", key: "k" })
      assert.strictEqual(runs(), 1)
      // Another key is another request, and so is the same key a day later.
      assert.isFalse((yield* actOnce(next, request("l"), effect)).replayed)
      const tomorrow = { ...request("k"), at: 24 * 60 * 60_000 }
      assert.isFalse((yield* actOnce(next, tomorrow, effect)).replayed)
    })
  )

  it.effect("L8 returns the kept response after a crash that follows it", () =>
    Effect.gen(function* () {
      const adapters = EngineHarness.make()
      const log = MemoryLog.make([], { seq: 3, entry: "unseen" })
      const engine = yield* EngineHarness.start(adapters, log)
      const { effect, open, runs } = counted()
      yield* open
      yield* Effect.forkChild(actOnce(engine, request("k"), effect))
      yield* log.died
      const next = yield* EngineHarness.start(adapters, MemoryLog.make(log.entries()))
      const retry = yield* actOnce(next, request("k"), effect)
      assert.deepStrictEqual(retry, { ...answer, replayed: true })
      assert.strictEqual(runs(), 1)
    })
  )

  it.effect("L8 does not run a second time after a defect, whose effect is unknown", () =>
    Effect.gen(function* () {
      const { engine } = yield* EngineHarness.begin()
      const defect = yield* Effect.exit(actOnce(engine, request("k"), Effect.die("a bug")))
      assert.isTrue(Exit.isFailure(defect))
      const retry = yield* Effect.flip(actOnce(engine, request("k"), Effect.succeed(answer)))
      assert.deepStrictEqual(retry, { _tag: "OutcomeUnknown", key: "k" })
    })
  )

  it.effect("L10 has an unknown outcome if it takes longer than the limit", () =>
    Effect.gen(function* () {
      const { engine } = yield* EngineHarness.begin()
      const asked = yield* Effect.forkChild(
        Effect.flip(actOnce(engine, request("k"), Effect.as(Effect.never, answer)))
      )
      yield* TestClock.adjust(Limits.engine.actMsMax)
      assert.deepStrictEqual(yield* Fiber.join(asked), { _tag: "OutcomeUnknown", key: "k" })
    })
  )
})

describe("Concurrent external acts", () => {
  it.effect("keep their response while the log is unavailable, and run no second time", () =>
    Effect.gen(function* () {
      const { engine, log } = yield* EngineHarness.begin()
      const { effect, open, runs } = counted()
      const asked = yield* Effect.forkChild(Effect.flip(actOnce(engine, request("k"), effect)))
      yield* EngineHarness.until(() => runs() === 1)
      log.goAway()
      yield* open
      yield* TestClock.adjust(Limits.engine.actMsMax + Limits.engine.requestMsMax)
      assert.deepInclude(yield* Fiber.join(asked), { _tag: "Unavailable" })
      log.comeBack()
      yield* TestClock.adjust(Limits.engine.restartPauseMs)
      assert.isTrue((yield* actOnce(engine, request("k"), effect)).replayed)
      assert.strictEqual(runs(), 1)
    })
  )

  it.effect("L1 keep their lock while their append is in flight, even if their caller leaves", () =>
    Effect.gen(function* () {
      const { engine, log } = yield* EngineHarness.begin()
      const first = counted()
      yield* first.open
      log.hold()
      const gone = yield* Effect.forkChild(actOnce(engine, request("k"), first.effect))
      yield* EngineHarness.until(() => log.waiting() === 1)
      yield* Fiber.interrupt(gone)
      const retry = yield* Effect.forkChild(actOnce(engine, request("k"), first.effect))
      yield* TestClock.adjust(1_000)
      log.release()
      assert.isTrue((yield* Fiber.join(retry)).replayed)
      assert.strictEqual(first.runs(), 1)
    })
  )

  it.effect("continue if their caller leaves, and give the next waiting request its response", () =>
    Effect.gen(function* () {
      const { engine } = yield* EngineHarness.begin()
      const slow = counted()
      const gone = yield* Effect.forkChild(actOnce(engine, request("k"), slow.effect))
      const next = yield* Effect.forkChild(
        actOnce(engine, request("k"), Effect.die("a second run"))
      )
      yield* EngineHarness.until(() => slow.runs() === 1)
      yield* Fiber.interrupt(gone)
      yield* slow.open
      assert.isTrue((yield* Fiber.join(next)).replayed)
    })
  )

  it.effect("make no other request wait beyond the time limit", () =>
    Effect.gen(function* () {
      const { engine } = yield* EngineHarness.begin()
      const stuck = counted()
      yield* Effect.forkChild(actOnce(engine, request("k"), stuck.effect))
      yield* EngineHarness.until(() => stuck.runs() === 1)
      const gone = yield* Effect.forkChild(actOnce(engine, request("k"), stuck.effect))
      const patient = yield* Effect.forkChild(
        Effect.flip(actOnce(engine, request("k"), stuck.effect))
      )
      yield* TestClock.adjust(1_000)
      yield* Fiber.interrupt(gone)
      yield* TestClock.adjust(Limits.engine.requestMsMax)
      assert.deepInclude(yield* Fiber.join(patient), { _tag: "Unavailable" })
      assert.strictEqual(stuck.runs(), 1)
    })
  )
})

describe("Locks of keys", () => {
  it("are granted in order for all keys at once, and leave nothing in memory", () => {
    const claims = KeyLocks.make(10)
    const granted: Array<string> = []
    const ask = (name: string, ...keys: ReadonlyArray<string>) =>
      claims.acquire(keys, () => granted.push(name))
    ask("first", "a", "b")
    ask("second", "a", "b")
    ask("third", "b")
    assert.deepStrictEqual(granted, ["first"])
    claims.release(["a", "b"])
    // The second request holds `a`, and waits behind the third for `b`.
    assert.deepStrictEqual(granted, ["first", "third"])
    claims.release(["b"])
    assert.deepStrictEqual(granted, ["first", "third", "second"])
    claims.release(["a", "b"])
    assert.strictEqual(claims.size(), 0)
  })

  it("L10 refuse a request beyond the limit of a queue, in all of its queues", () => {
    const claims = KeyLocks.make(1)
    const granted: Array<string> = []
    assert.isTrue(claims.acquire(["a"], () => granted.push("first")))
    assert.isTrue(claims.acquire(["a"], () => granted.push("second")))
    assert.isFalse(claims.acquire(["b", "a"], () => granted.push("third")))
    assert.isTrue(claims.acquire(["b"], () => granted.push("fourth")))
    assert.deepStrictEqual(granted, ["first", "fourth"])
  })
})
