import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../../src/config/Limits.ts"
import * as Payout from "../../../src/domain/payout/Payout.ts"
import * as Actor from "../../../src/engine/actor/Actor.ts"
import type * as ActorBehavior from "../../../src/engine/actor/ActorBehavior.ts"
import * as Timers from "../../../src/engine/actor/Timers.ts"
import * as Log from "../../../src/engine/ports/Log.ts"
import * as Fold from "../../../src/engine/state/Fold.ts"
import * as State from "../../../src/engine/state/State.ts"
import * as MemoryLog from "../../support/memoryLog.ts"
import * as World from "../../support/world.ts"

const quiet = { arrivals: () => [] }

const isIn =
  (state: State.State, id: string, status: Payout.Status): (() => boolean) =>
  () =>
    state.payouts.get(id)?.status === status

/** Kinds of questions about a payout, in order. */
const asked = (world: World.World, id: string): ReadonlyArray<string> =>
  world.questions.filter(({ payout }) => payout.id === id).map(({ kind }) => kind)

describe("a payout's fiber", () => {
  it.effect(
    "L12 that fails again and again is restarted a bounded number of times, then parked",
    () =>
      Effect.gen(function* () {
        const { client, state, world } = yield* World.begin({
          provider: ({ kind, payout }) =>
            payout.name === "broken" ? "die" : kind === "submit" ? "accept" : "deliver"
        })
        const broken = yield* client.newPayout("broken")
        const well = yield* client.newPayout("well")
        yield* World.passUntil(isIn(state, well, "SETTLED"))
        yield* World.passUntil(isIn(state, broken, "MANUAL_REVIEW"))
        assert.strictEqual(state.payouts.get(broken)?.reviewReason, "defect")
        assert.strictEqual(asked(world, broken).length, Limits.engine.restartsMax + 1)
        assert.deepStrictEqual(
          world.transfers.map(({ payoutId }) => payoutId),
          [well]
        )
      })
  )

  it.effect("L12 that was parked answers an operator, and a retry drives it on", () =>
    Effect.gen(function* () {
      let isBroken = true
      const { client, state, engine, world } = yield* World.begin({
        provider: () => (isBroken ? "pay and die" : "deliver")
      })
      const id = yield* client.newPayout()
      yield* World.passUntil(isIn(state, id, "MANUAL_REVIEW"))
      yield* World.passUntil(() => engine.activePayouts() === 0)
      isBroken = false
      const instruction = { reference: "must not be used", deadline: 10_000_000 }
      yield* client.command(id, { _tag: "Retry", instruction })
      yield* World.passUntil(isIn(state, id, "SETTLED"))
      assert.strictEqual(world.transfers.length, 1)
    })
  )

  it.effect("that fails once is restarted, and its payout settles with one transfer", () =>
    Effect.gen(function* () {
      const { client, state, world } = yield* World.begin({
        provider: ({ count, kind }) =>
          kind === "submit" && count === 1 ? "pay and die" : "deliver"
      })
      const id = yield* client.newPayout()
      yield* World.passUntil(isIn(state, id, "SETTLED"))
      assert.deepStrictEqual(asked(world, id), ["submit", "submit"])
      assert.strictEqual(world.transfers.length, 1)
    })
  )

  it.effect("is restarted when its step interrupts itself: no payout is left alone", () =>
    Effect.gen(function* () {
      const { client, state, world } = yield* World.begin({
        provider: ({ count, kind }) =>
          kind === "submit" && count === 1 ? "interrupt itself" : "deliver"
      })
      const id = yield* client.newPayout()
      yield* World.passUntil(isIn(state, id, "SETTLED"))
      assert.deepStrictEqual(asked(world, id), ["submit", "submit"])
    })
  )

  it.effect("is restarted, then parked, when a step is over and its debt still there", () =>
    Effect.gen(function* () {
      const { client, log } = yield* World.begin(quiet)
      const id = yield* client.newPayout()
      const state = State.make()
      const built = yield* Layer.build(MemoryLog.make(log.entries()).layer)
      const again = Context.get(built, Log.Log)
      yield* again.open({
        loadActive: Effect.succeed(0),
        restore: Effect.succeed(0),
        follow: (entries) =>
          Effect.sync(() => {
            for (const entry of entries) Fold.apply(state, entry)
          }),
        apply: (entry) => void Fold.apply(state, entry)
      })
      let runs = 0
      const runStep = () =>
        Effect.sync(() => {
          runs += 1
          return { _tag: "Over" } as const
        })
      const timers = yield* Timers.make
      const behavior: ActorBehavior.ActorBehavior<ActorBehavior.PayoutLifecycle> = {
        name: "payout",
        read: (id) => state.payouts.get(id),
        decide: Payout.decide,
        evolve: Payout.evolve,
        nextStep: Payout.nextStep,
        runStep,
        park: (at) => ({ _tag: "Park", at })
      }
      const context = { behavior, log: again, timers, retired: () => {} }
      const fiber = yield* Effect.forkChild(
        Actor.run(id, Actor.inbox<ActorBehavior.PayoutLifecycle>(), context)
      )
      yield* World.passUntil(() => fiber.pollUnsafe() !== undefined)
      assert.strictEqual(runs, Limits.engine.restartsMax + 1)
      assert.strictEqual(state.payouts.get(id)?.status, "MANUAL_REVIEW")
    })
  )

  it.effect("keeps commands that wait while it restarts", () =>
    Effect.gen(function* () {
      const { client, state } = yield* World.begin({
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

  it.effect("that cannot even be parked ends, and whoever waits is answered", () =>
    Effect.gen(function* () {
      const { client, state, engine } = yield* World.begin(quiet)
      const id = yield* client.newPayout()
      const payout = state.payouts.get(id)
      assert.isDefined(payout)
      /** A state that nobody can even look at. */
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

  it.effect("retires when nothing is owed, and comes back for a command", () =>
    Effect.gen(function* () {
      const { client, state, engine } = yield* World.begin({
        provider: () => "hopeless"
      })
      const id = yield* client.newPayout()
      assert.strictEqual(engine.activePayouts(), 1)
      yield* World.passUntil(isIn(state, id, "MANUAL_REVIEW"))
      yield* World.until(() => engine.activePayouts() === 0)
      yield* client.command(id, { _tag: "Settle", providerReference: "by hand" })
      assert.strictEqual(state.payouts.get(id)?.status, "SETTLED")
      yield* World.until(() => engine.activePayouts() === 0)
    })
  )

  it.effect("L10 is gone when its payout is final: their number falls to zero", () =>
    Effect.gen(function* () {
      const { client, state, engine } = yield* World.begin({
        provider: ({ count, kind }) =>
          kind === "submit" ? "accept" : count < 3 ? "unknown" : "deliver"
      })
      const ids = yield* Effect.all(Array.from({ length: 100 }, () => client.newPayout()))
      assert.strictEqual(engine.activePayouts(), 100)
      yield* World.passUntil(() => ids.every((id) => isIn(state, id, "SETTLED")()))
      yield* World.until(() => engine.activePayouts() === 0)
    })
  )
})

describe("a payout's own commands", () => {
  it.effect("wait out a log that is away: no step is lost, none is done twice", () =>
    Effect.gen(function* () {
      const { client, state, log, world } = yield* World.begin()
      const id = yield* client.newPayout()
      for (const status of [
        "STABLECOIN_RECEIVED",
        "PAYOUT_INITIATED",
        "PAYOUT_CONFIRMED"
      ] as const) {
        log.goAway()
        yield* TestClock.adjust("5 seconds")
        // Before it pays, the writer asks whether the log is still its own: that is an entry, too.
        log.hold(status === "PAYOUT_CONFIRMED" ? 2 : 1)
        log.comeBack()
        yield* World.passUntil(isIn(state, id, status), 50)
      }
      log.release()
      yield* World.passUntil(isIn(state, id, "SETTLED"))
      assert.deepStrictEqual(asked(world, id), ["submit", "check"])
      assert.strictEqual(world.transfers.length, 1)
      assert.strictEqual(state.payouts.get(id)?.timeline.length, 5)
    })
  )

  it.effect("pause while the log's queue is full: no hot loop", () =>
    Effect.gen(function* () {
      const { client, state, log } = yield* World.begin()
      const id = yield* client.newPayout()
      log.setFull(true)
      const before = log.attempts()
      yield* TestClock.adjust("10 seconds")
      const attempts = log.attempts() - before
      assert.isAtLeast(attempts, 10)
      assert.isAtMost(attempts, 10_000 / Limits.engine.restartPauseMs)
      log.setFull(false)
      yield* World.passUntil(isIn(state, id, "SETTLED"))
    })
  )

  it.effect("get through a mailbox that callers keep full", () =>
    Effect.gen(function* () {
      const { client, state, log } = yield* World.begin({
        verdict: () => ({ _tag: "Flagged", reason: "" })
      })
      const id = yield* client.newPayout()
      const payout = state.payouts.get(id)
      assert.isDefined(payout)
      log.hold()
      const see = { _tag: "SeeDeposit", deposit: World.deposit(payout, 1) } as const
      const first = yield* Effect.forkChild(client.command(id, see))
      yield* World.until(() => log.waiting() === 1)
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
      yield* World.passUntil(isIn(state, id, "COMPLIANCE_HOLD"), Limits.engine.restartPauseMs, 4)
    })
  )
})

describe("a step", () => {
  it.effect("is not begun again by a command that leaves the same thing owed", () =>
    Effect.gen(function* () {
      const { client, state, world } = yield* World.begin({
        provider: ({ kind }) => (kind === "submit" ? "accept" : "hang")
      })
      const id = yield* client.newPayout()
      yield* World.passUntil(isIn(state, id, "PAYOUT_CONFIRMED"))
      const payout = state.payouts.get(id)
      assert.isDefined(payout)
      const late = World.deposit(payout, 2_000, 10_000)
      yield* client.command(id, { _tag: "FinalizeDeposit", deposit: late })
      yield* Effect.exit(client.command(id, { _tag: "Cancel" }))
      yield* TestClock.adjust("1 second")
      assert.strictEqual(state.payouts.get(id)?.refunds[0]?.amount, 10_000)
      assert.deepStrictEqual(asked(world, id), ["submit", "check"])
    })
  )

  it.effect(
    "in the middle of the world's work is stopped when its payout is decided otherwise",
    () =>
      Effect.gen(function* () {
        const { client, state, engine } = yield* World.begin(quiet)
        const id = yield* client.newPayout()
        yield* client.command(id, { _tag: "Cancel" })
        yield* World.until(() => engine.activePayouts() === 0)
        yield* TestClock.adjust(World.policy.fundingWindowMs)
        assert.deepStrictEqual(state.payouts.get(id)?.failureReason, "cancelled")
      })
  )

  it.effect("asks a provider ever more slowly, and a last time at the deadline", () =>
    Effect.gen(function* () {
      const { client, state, world } = yield* World.begin({ provider: () => "unknown" })
      const id = yield* client.newPayout()
      yield* World.passUntil(isIn(state, id, "PAYOUT_INITIATED"), 10)
      const deadline = state.payouts.get(id)?.transfer?.deadline ?? 0
      yield* World.passUntil(isIn(state, id, "MANUAL_REVIEW"), 1_000)
      assert.strictEqual(state.payouts.get(id)?.timeline.at(-1)?.at, deadline)
      assert.isAtMost(world.questions.length, 30)
      assert.isEmpty(world.transfers)
    })
  )
})

describe("stopping", () => {
  it.effect("answers whoever waits, and ends although a provider hangs and the log is held", () =>
    Effect.gen(function* () {
      const world = World.make(quiet)
      const log = MemoryLog.make()
      const scope = yield* Scope.make()
      const engine = yield* Scope.provide(World.start(world, log), scope)
      const client = World.client(world, engine)
      const id = yield* client.newPayout()
      log.hold()
      const cancel = Effect.forkChild(Effect.flip(client.command(id, { _tag: "Cancel" })))
      const callers = yield* Effect.all([cancel, cancel, cancel])
      yield* World.until(() => log.waiting() === 1)
      yield* Scope.close(scope, Exit.void)
      for (const caller of callers) {
        assert.deepInclude(yield* Fiber.join(caller), { _tag: "Unavailable" })
      }
      assert.strictEqual(engine.activePayouts(), 0)
    })
  )
})
