import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Effect, Exit, Fiber, FiberSet, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../../src/config/Limits.ts"
import type * as Payout from "../../../src/domain/payout/Payout.ts"
import * as Actor from "../../../src/engine/actor/Actor.ts"
import * as Timers from "../../../src/engine/actor/Timers.ts"
import * as DataSubjects from "../../../src/engine/ports/DataSubjects.ts"
import * as Log from "../../../src/engine/ports/Log.ts"
import * as Fold from "../../../src/engine/state/Fold.ts"
import * as State from "../../../src/engine/state/State.ts"
import * as EngineHarness from "../../support/engineHarness.ts"
import * as MemoryLog from "../../support/memoryLog.ts"
import * as PayoutBehavior from "./payoutBehavior.ts"

const quiet = { arrivals: () => [] }

const isIn =
  (state: State.State, id: string, status: Payout.Status): (() => boolean) =>
  () =>
    state.payouts.get(id)?.status === status

/** Kinds of provider calls about a payout, in order. */
const asked = (adapters: EngineHarness.ScriptedAdapters, id: string): ReadonlyArray<string> =>
  adapters.calls.filter(({ payout }) => payout.id === id).map(({ kind }) => kind)

/** An actor without an engine, on the state of a log. `fibers` are in the order of their start. */
const alone = Effect.fnUntraced(function* (
  id: string,
  entries: ReturnType<MemoryLog.MemoryLog["entries"]>,
  runStep: Parameters<typeof PayoutBehavior.make>[1]
) {
  const state = State.make()
  const memoryLog = MemoryLog.make(entries)
  const built = yield* Layer.build(memoryLog.layer)
  const log = Context.get(built, Log.Log)
  yield* log.open({
    loadActive: Effect.succeed(0),
    restore: Effect.succeed(0),
    follow: (entries) =>
      Effect.sync(() => {
        for (const entry of entries) Fold.apply(state, entry)
      }),
    people: DataSubjects.none,
    apply: (entry) => void Fold.apply(state, entry)
  })
  const behavior = PayoutBehavior.make(state, runStep)
  const run = yield* FiberSet.makeRuntime<never, void>()
  const fibers: Array<Fiber.Fiber<void>> = []
  const fork = (fiber: Effect.Effect<void>) => void fibers.push(run(fiber))
  let isRetired = false
  const retired = () => {
    isRetired = true
  }
  const timers = yield* Timers.make
  const actor = Actor.make(id, { behavior, log, timers, fork, onEnd: retired })
  return { actor, fibers, state, log: memoryLog, isRetired: () => isRetired }
})

describe("A payout's actor that fails", () => {
  it.effect("L12 is restarted a limited number of times, and then parked", () =>
    Effect.gen(function* () {
      const { client, state, adapters } = yield* EngineHarness.begin({
        provider: ({ kind, payout }) =>
          payout.name === "broken" ? "die" : kind === "submit" ? "accept" : "deliver"
      })
      const broken = yield* client.newPayout("broken")
      const well = yield* client.newPayout("well")
      yield* EngineHarness.advanceUntil(isIn(state, well, "SETTLED"))
      yield* EngineHarness.advanceUntil(isIn(state, broken, "MANUAL_REVIEW"))
      assert.strictEqual(state.payouts.get(broken)?.reviewReason, "defect")
      assert.strictEqual(asked(adapters, broken).length, Limits.engine.restartsMax + 1)
      assert.deepStrictEqual(
        adapters.transfers.map(({ payoutId }) => payoutId),
        [well]
      )
    })
  )

  it.effect("L12 executes an operator's retry once it is parked, which continues the payout", () =>
    Effect.gen(function* () {
      let isBroken = true
      const { client, state, engine, adapters } = yield* EngineHarness.begin({
        provider: () => (isBroken ? "pay and die" : "deliver")
      })
      const id = yield* client.newPayout()
      yield* EngineHarness.advanceUntil(isIn(state, id, "MANUAL_REVIEW"))
      yield* EngineHarness.advanceUntil(() => engine.activePayouts() === 0)
      isBroken = false
      const instruction = { reference: "must not be used", deadline: 10_000_000 }
      yield* client.command(id, { _tag: "Retry", instruction })
      yield* EngineHarness.advanceUntil(isIn(state, id, "SETTLED"))
      assert.strictEqual(adapters.transfers.length, 1)
    })
  )

  it.effect("is restarted after one failure, and its payout settles with one transfer", () =>
    Effect.gen(function* () {
      const { client, state, adapters } = yield* EngineHarness.begin({
        provider: ({ count, kind }) =>
          kind === "submit" && count === 1 ? "pay and die" : "deliver"
      })
      const id = yield* client.newPayout()
      yield* EngineHarness.advanceUntil(isIn(state, id, "SETTLED"))
      assert.deepStrictEqual(asked(adapters, id), ["submit", "submit"])
      assert.strictEqual(adapters.transfers.length, 1)
    })
  )

  it.effect("is restarted if its step interrupts itself", () =>
    Effect.gen(function* () {
      const { client, state, adapters } = yield* EngineHarness.begin({
        provider: ({ count, kind }) =>
          kind === "submit" && count === 1 ? "interrupt itself" : "deliver"
      })
      const id = yield* client.newPayout()
      yield* EngineHarness.advanceUntil(isIn(state, id, "SETTLED"))
      assert.deepStrictEqual(asked(adapters, id), ["submit", "submit"])
    })
  )
})

describe("A payout's actor that restarts", () => {
  it.effect("is parked in the end if a step is done but stays pending", () =>
    Effect.gen(function* () {
      const { client, log } = yield* EngineHarness.begin(quiet)
      const id = yield* client.newPayout()
      let runs = 0
      const { actor, isRetired, state } = yield* alone(id, log.entries(), () =>
        Effect.sync(() => {
          runs += 1
          return { _tag: "Over" } as const
        })
      )
      Actor.refresh(actor)
      yield* EngineHarness.advanceUntil(isRetired)
      assert.strictEqual(runs, Limits.engine.restartsMax + 1)
      assert.strictEqual(state.payouts.get(id)?.status, "MANUAL_REVIEW")
    })
  )

  it.effect("keeps commands that wait while it restarts", () =>
    Effect.gen(function* () {
      const { client, state } = yield* EngineHarness.begin({
        precheck: () => {
          throw new Error("a bug")
        }
      })
      const id = yield* client.newPayout()
      const cancel = yield* Effect.forkChild(client.command(id, { _tag: "Cancel" }, "key"))
      yield* TestClock.adjust(Limits.engine.restartPauseMs)
      yield* Fiber.join(cancel)
      assert.strictEqual(state.payouts.get(id)?.status, "FAILED")
    })
  )
})

describe("A payout's actor that waits", () => {
  it.effect("has no fiber until its pause ends or a command arrives", () =>
    Effect.gen(function* () {
      const { client, log } = yield* EngineHarness.begin(quiet)
      const id = yield* client.newPayout()
      const pauseMs = 1_000
      const attempts: Array<number> = []
      const { actor, fibers, isRetired, state } = yield* alone(
        id,
        log.entries(),
        (_, __, attempt) =>
          Effect.map(Clock.currentTimeMillis, (now) => {
            attempts.push(attempt)
            return { _tag: "Pause", until: now + pauseMs } as const
          })
      )
      const isAsleep = () => fibers.every((fiber) => fiber.pollUnsafe() !== undefined)
      Actor.refresh(actor)
      yield* EngineHarness.until(isAsleep)
      assert.deepStrictEqual(attempts, [0])
      yield* TestClock.adjust(pauseMs)
      yield* EngineHarness.until(() => isAsleep() && fibers.length === 2)
      assert.deepStrictEqual(attempts, [0, 1])
      const at = yield* Clock.currentTimeMillis
      let result = ""
      const settled = ({ _tag }: { readonly _tag: string }) => {
        result = _tag
      }
      const command = { _tag: "Cancel", at } as const
      const origin = { by: "engine" }
      Actor.offer(actor, { _tag: "Envelope", command, origin, reply: null, onResult: settled })
      yield* EngineHarness.until(() => isRetired() && isAsleep())
      assert.strictEqual(result, "Done")
      assert.strictEqual(state.payouts.get(id)?.status, "FAILED")
      assert.strictEqual(fibers.length, 3)
      yield* TestClock.adjust(pauseMs)
      assert.deepStrictEqual(attempts, [0, 1])
    })
  )
})

describe("A payout's actor whose state has another step when its pause ends", () => {
  it.effect("L6 begins the new step, and makes no attempt at the previous one", () =>
    Effect.gen(function* () {
      const { client, log } = yield* EngineHarness.begin(quiet)
      const id = yield* client.newPayout()
      const pauseMs = 1_000
      const attempts: Array<string> = []
      const { actor, state } = yield* alone(id, log.entries(), (payout, _, attempt) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          attempts.push(`${payout.status} ${attempt}`)
          return { _tag: "Pause", until: now + pauseMs } as const
        })
      )
      Actor.refresh(actor)
      yield* EngineHarness.until(() => attempts.length === 1)
      const before = state.payouts.get(id)
      assert.isDefined(before)
      // A batch's state also changes without a command, through the entries of its rows.
      state.payouts.set(id, { ...before, status: "STABLECOIN_RECEIVED" })
      yield* TestClock.adjust(pauseMs)
      yield* EngineHarness.until(() => attempts.length === 2)
      assert.deepStrictEqual(attempts, ["AWAITING_FUNDS 0", "STABLECOIN_RECEIVED 0"])
    })
  )
})

describe("A payout's actor whose pause ends twice while it is busy", () => {
  it.effect("makes one attempt at its step, not two at the same time", () =>
    Effect.gen(function* () {
      const { client, state, log } = yield* EngineHarness.begin(quiet)
      const id = yield* client.newPayout()
      const payout = state.payouts.get(id)
      assert.isDefined(payout)
      const pauseMs = 1_000
      let isPaused = false
      let [running, most] = [0, 0]
      const attemptForever = Effect.suspend(() => {
        running += 1
        most = Math.max(most, running)
        const stopped = Effect.sync(() => {
          running -= 1
        })
        return Effect.onInterrupt(Effect.never, () => stopped)
      })
      const own = yield* alone(id, log.entries(), (_, __, attempt) =>
        attempt === 0 && !isPaused
          ? Effect.map(Clock.currentTimeMillis, (now) => {
              isPaused = true
              return { _tag: "Pause", until: now + pauseMs } as const
            })
          : attemptForever
      )
      Actor.refresh(own.actor)
      own.log.hold()
      const at = yield* Clock.currentTimeMillis
      const deposit = EngineHarness.deposit(payout, 1)
      const command = { _tag: "SeeDeposit", at, deposit } as const
      const envelope = { origin: { by: "engine" }, reply: null, onResult: () => {} } as const
      Actor.offer(own.actor, { _tag: "Envelope", command, ...envelope })
      Actor.offer(own.actor, { _tag: "RetryNow" })
      yield* TestClock.adjust(pauseMs)
      own.log.release()
      yield* EngineHarness.until(() => most > 0)
      yield* TestClock.adjust(pauseMs)
      assert.strictEqual(most, 1)
    })
  )
})

describe("A payout's actor that ends", () => {
  it.effect("responds to its waiting callers if it cannot be parked", () =>
    Effect.gen(function* () {
      const { client, state, engine } = yield* EngineHarness.begin(quiet)
      const id = yield* client.newPayout()
      const payout = state.payouts.get(id)
      assert.isDefined(payout)
      /** A state whose every read throws. */
      const broken = Object.defineProperty({ ...payout }, "status", {
        get: () => {
          throw new Error("a broken state")
        }
      })
      state.payouts.set(id, broken)
      const cancel = client.command(id, { _tag: "Cancel" }, "key")
      const first = yield* Effect.exit(cancel)
      assert.include(String(first), "a broken state")
      const waiting = yield* Effect.forkChild(Effect.exit(cancel), { startImmediately: true })
      yield* TestClock.adjust(Limits.engine.restartPauseMs * (Limits.engine.restartsMax + 1))
      assert.include(String(yield* Fiber.join(waiting)), "Unavailable")
      assert.strictEqual(engine.activePayouts(), 0)
      state.payouts.set(id, payout)
      yield* client.command(id, { _tag: "Cancel" }, "key")
      assert.strictEqual(state.payouts.get(id)?.status, "FAILED")
    })
  )

  it.effect("is started by the next command if no step was pending", () =>
    Effect.gen(function* () {
      const { client, state, engine } = yield* EngineHarness.begin({
        provider: () => "hopeless"
      })
      const id = yield* client.newPayout()
      assert.strictEqual(engine.activePayouts(), 1)
      yield* EngineHarness.advanceUntil(isIn(state, id, "MANUAL_REVIEW"))
      yield* EngineHarness.until(() => engine.activePayouts() === 0)
      yield* client.command(id, { _tag: "Settle", providerReference: "by hand" })
      assert.strictEqual(state.payouts.get(id)?.status, "SETTLED")
      yield* EngineHarness.until(() => engine.activePayouts() === 0)
    })
  )

  it.effect("L10 leaves memory if its payout is final, so no actor remains", () =>
    Effect.gen(function* () {
      const { client, state, engine } = yield* EngineHarness.begin({
        provider: ({ count, kind }) =>
          kind === "submit" ? "accept" : count < 3 ? "unknown" : "deliver"
      })
      const ids = yield* Effect.all(Array.from({ length: 100 }, () => client.newPayout()))
      assert.strictEqual(engine.activePayouts(), 100)
      yield* EngineHarness.advanceUntil(() => ids.every((id) => isIn(state, id, "SETTLED")()))
      yield* EngineHarness.until(() => engine.activePayouts() === 0)
    })
  )
})

describe("A payout's own commands", () => {
  it.effect("wait while the log is unavailable, and no step is lost or done twice", () =>
    Effect.gen(function* () {
      const { client, state, log, adapters } = yield* EngineHarness.begin()
      const id = yield* client.newPayout()
      for (const status of [
        "STABLECOIN_RECEIVED",
        "PAYOUT_INITIATED",
        "PAYOUT_CONFIRMED"
      ] as const) {
        log.goAway()
        yield* TestClock.adjust("5 seconds")
        // Before a payment, the writer proves its leadership with an additional entry.
        log.hold(status === "PAYOUT_CONFIRMED" ? 2 : 1)
        log.comeBack()
        yield* EngineHarness.advanceUntil(isIn(state, id, status), 50)
      }
      log.release()
      yield* EngineHarness.advanceUntil(isIn(state, id, "SETTLED"))
      assert.deepStrictEqual(asked(adapters, id), ["submit", "check"])
      assert.strictEqual(adapters.transfers.length, 1)
      assert.strictEqual(state.payouts.get(id)?.timeline.length, 5)
    })
  )

  it.effect("pause while the log's queue is full, without a busy loop", () =>
    Effect.gen(function* () {
      const { client, state, log } = yield* EngineHarness.begin()
      const id = yield* client.newPayout()
      log.setFull(true)
      const before = log.attempts()
      yield* TestClock.adjust("10 seconds")
      const attempts = log.attempts() - before
      assert.isAtLeast(attempts, 10)
      assert.isAtMost(attempts, 10_000 / Limits.engine.restartPauseMs)
      log.setFull(false)
      yield* EngineHarness.advanceUntil(isIn(state, id, "SETTLED"))
    })
  )

  it.effect("get through a mailbox that callers keep full", () =>
    Effect.gen(function* () {
      const { client, state, log } = yield* EngineHarness.begin({
        verdict: () => ({ _tag: "Flagged", reason: "" })
      })
      const id = yield* client.newPayout()
      const payout = state.payouts.get(id)
      assert.isDefined(payout)
      log.hold()
      const see = { _tag: "SeeDeposit", deposit: EngineHarness.deposit(payout, 1) } as const
      const first = yield* Effect.forkChild(client.command(id, see))
      yield* EngineHarness.until(() => log.waiting() === 1)
      const storm = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 100 }, (_, index) =>
            Effect.exit(client.command(id, { _tag: "Reject" }, `${index}`))
          ),
          { concurrency: "unbounded" }
        )
      )
      yield* TestClock.adjust("3 seconds")
      log.release()
      yield* Fiber.join(first)
      yield* Fiber.join(storm)
      yield* EngineHarness.advanceUntil(
        isIn(state, id, "COMPLIANCE_HOLD"),
        Limits.engine.restartPauseMs,
        4
      )
    })
  )
})

describe("A payout's step", () => {
  it.effect("is not restarted by a command that leaves the same step pending", () =>
    Effect.gen(function* () {
      const { client, state, adapters } = yield* EngineHarness.begin({
        provider: ({ kind }) => (kind === "submit" ? "accept" : "hang")
      })
      const id = yield* client.newPayout()
      yield* EngineHarness.advanceUntil(isIn(state, id, "PAYOUT_CONFIRMED"))
      const payout = state.payouts.get(id)
      assert.isDefined(payout)
      const late = EngineHarness.deposit(payout, 2_000, 10_000)
      yield* client.command(id, { _tag: "FinalizeDeposit", deposit: late })
      yield* Effect.exit(client.command(id, { _tag: "Cancel" }))
      yield* TestClock.adjust("1 second")
      assert.strictEqual(state.payouts.get(id)?.refunds[0]?.amount, 10_000)
      assert.deepStrictEqual(asked(adapters, id), ["submit", "check"])
    })
  )

  it.effect("is interrupted when a command changes the payout", () =>
    Effect.gen(function* () {
      const { client, state, engine } = yield* EngineHarness.begin(quiet)
      const id = yield* client.newPayout()
      yield* client.command(id, { _tag: "Cancel" })
      yield* EngineHarness.until(() => engine.activePayouts() === 0)
      yield* TestClock.adjust(EngineHarness.policy.fundingWindowMs)
      assert.deepStrictEqual(state.payouts.get(id)?.failureReason, "cancelled")
    })
  )

  it.effect("checks with the provider more and more slowly, and a last time at the deadline", () =>
    Effect.gen(function* () {
      const { client, state, adapters } = yield* EngineHarness.begin({ provider: () => "unknown" })
      const id = yield* client.newPayout()
      yield* EngineHarness.advanceUntil(isIn(state, id, "PAYOUT_INITIATED"), 10)
      const deadline = state.payouts.get(id)?.transfer?.deadline ?? 0
      yield* EngineHarness.advanceUntil(isIn(state, id, "MANUAL_REVIEW"), 1_000)
      assert.strictEqual(state.payouts.get(id)?.timeline.at(-1)?.at, deadline)
      assert.isAtMost(adapters.calls.length, 30)
      assert.isEmpty(adapters.transfers)
    })
  )
})

describe("Stopping the engine", () => {
  it.effect(
    "responds to waiting callers, and ends even if a provider hangs and the log does not write",
    () =>
      Effect.gen(function* () {
        const adapters = EngineHarness.make(quiet)
        const log = MemoryLog.make()
        const scope = yield* Scope.make()
        const engine = yield* Scope.provide(EngineHarness.start(adapters, log), scope)
        const client = EngineHarness.client(adapters, engine)
        const id = yield* client.newPayout()
        log.hold()
        const cancel = Effect.forkChild(Effect.flip(client.command(id, { _tag: "Cancel" })))
        const callers = yield* Effect.all([cancel, cancel, cancel])
        yield* EngineHarness.until(() => log.waiting() === 1)
        yield* Scope.close(scope, Exit.void)
        for (const caller of callers) {
          assert.deepInclude(yield* Fiber.join(caller), { _tag: "Unavailable" })
        }
        assert.strictEqual(engine.activePayouts(), 0)
      })
  )
})
