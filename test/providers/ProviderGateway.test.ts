/** The wait for a permit at a provider, with a clock that may jump while no timer runs. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import * as Adapter from "../../src/providers/Adapter.ts"
import * as ProviderGateway from "../../src/providers/ProviderGateway.ts"
import * as Setting from "./setting.ts"

const { confirmMsMax, floatPauseMs, submitsAtOnceMax, permitWaitMsMax } = Limits.providers

/** A gateway without a free permit, and one transfer that waits for a permit. */
const setUp = Effect.fnUntraced(function* (confirm: Effect.Effect<void> = Effect.void) {
  const real = yield* Clock.Clock
  const jump = { ms: 0 }
  const now = () => real.currentTimeMillisUnsafe() + jump.ms
  const clock: Clock.Clock = Object.assign(Object.create(real), {
    currentTimeMillisUnsafe: now,
    currentTimeMillis: Effect.sync(now)
  })
  const held = yield* Deferred.make<void>()
  const sent: Array<string> = []
  const adapter: Adapter.Adapter = {
    name: "mtn",
    networks: ["MTN_UG"],
    health: () => "operational",
    precheck: () => Effect.succeed(undefined),
    hasNameLookup: true,
    registeredName: () => Effect.succeed(undefined),
    submit: (payout) => {
      sent.push(payout.id)
      return Effect.as(Deferred.await(held), Adapter.report(Adapter.accepted))
    },
    check: () => Effect.succeed(Adapter.report(Adapter.accepted)),
    float: () => Effect.succeed(undefined),
    wallets: Effect.succeed(undefined),
    readCallback: () => Effect.succeed({ _tag: "UnknownProvider" }),
    refresh: Effect.succeed(true)
  }
  const gateway = yield* Effect.provideService(ProviderGateway.make(adapter), Clock.Clock, clock)
  const submit = (n: number) =>
    gateway
      .submit(
        Setting.payout(n),
        Setting.transfer(n, "mtn"),
        n < submitsAtOnceMax ? Effect.void : confirm
      )
      .pipe(Effect.provideService(Clock.Clock, clock), Effect.forkChild)
  for (let n = 0; n < submitsAtOnceMax; n++) yield* submit(n)
  const last = yield* submit(submitsAtOnceMax)
  yield* TestClock.adjust(0)
  assert.strictEqual(sent.length, submitsAtOnceMax)
  const end = Effect.andThen(Deferred.succeed(held, undefined), Fiber.join(last))
  return { jump, sent, end }
})

describe("An instruction that waits for a permit", () => {
  it.effect("is sent if it gets a permit in time", () =>
    Effect.gen(function* () {
      const { end, jump, sent } = yield* setUp()
      jump.ms = permitWaitMsMax
      assert.strictEqual((yield* end)._tag, "Accepted")
      assert.strictEqual(sent.length, submitsAtOnceMax + 1)
    })
  )

  it.effect("is not sent if it gets no permit in time", () =>
    Effect.gen(function* () {
      const { end, sent } = yield* setUp()
      yield* TestClock.adjust(permitWaitMsMax)
      assert.strictEqual((yield* end)._tag, "Queued")
      assert.strictEqual(sent.length, submitsAtOnceMax)
    })
  )

  it.effect("is not sent after the process slept, even if the permit comes before the timer", () =>
    Effect.gen(function* () {
      const { end, jump, sent } = yield* setUp()
      jump.ms = permitWaitMsMax + 1
      assert.strictEqual((yield* end)._tag, "Queued")
      assert.strictEqual(sent.length, submitsAtOnceMax)
    })
  )

  it.effect("is sent once leadership is verified again when it gets the permit", () =>
    Effect.gen(function* () {
      const verified = yield* Deferred.make<void>()
      const { end, sent } = yield* setUp(Deferred.await(verified))
      const ending = yield* Effect.forkChild(end)
      yield* TestClock.adjust(0)
      assert.strictEqual(sent.length, submitsAtOnceMax)
      yield* Deferred.succeed(verified, undefined)
      assert.strictEqual((yield* Fiber.join(ending))._tag, "Accepted")
      assert.strictEqual(sent.length, submitsAtOnceMax + 1)
    })
  )

  it.effect("is postponed by a process that cannot verify its leadership then", () =>
    Effect.gen(function* () {
      const { end, sent } = yield* setUp(Effect.never)
      const ending = yield* Effect.forkChild(end)
      yield* TestClock.adjust(confirmMsMax)
      assert.strictEqual((yield* Fiber.join(ending))._tag, "Queued")
      assert.strictEqual(sent.length, submitsAtOnceMax)
    })
  )
})

/** A gateway whose account was empty at the first transfer, so the next one queries it. */
const emptied = Effect.fnUntraced(function* (reports: (n: number) => Adapter.TransferReport) {
  const balance = yield* Deferred.make<number>()
  const sent: Array<string> = []
  const queried = { count: 0 }
  const adapter: Adapter.Adapter = {
    name: "mtn",
    networks: ["MTN_UG"],
    health: () => "operational",
    precheck: () => Effect.succeed(undefined),
    hasNameLookup: true,
    registeredName: () => Effect.succeed(undefined),
    submit: (payout) =>
      Effect.sync(() => {
        sent.push(payout.id)
        return reports(sent.length)
      }),
    check: () => Effect.succeed(Adapter.report(Adapter.accepted, "configuration")),
    float: () =>
      Effect.suspend(() => {
        queried.count += 1
        return Deferred.await(balance)
      }),
    wallets: Effect.succeed(undefined),
    readCallback: () => Effect.succeed({ _tag: "UnknownProvider" }),
    refresh: Effect.succeed(true)
  }
  const gateway = yield* ProviderGateway.make(adapter)
  const submit = (n: number) =>
    gateway.submit(Setting.payout(n), Setting.transfer(n, "mtn"), Effect.void)
  yield* submit(1)
  yield* TestClock.adjust(floatPauseMs)
  assert.strictEqual(sent.length, 1)
  return { balance, gateway, queried, sent, submit }
})

describe("An instruction that queries an account that was empty", () => {
  const float = () => Adapter.report(Adapter.accepted, "float")
  const enough = Setting.payout(2).targetAmount

  it.effect("is not sent if the breaker opened during the query", () =>
    Effect.gen(function* () {
      const { balance, gateway, queried, sent, submit } = yield* emptied(float)
      const second = yield* Effect.forkChild(submit(2), { startImmediately: true })
      assert.strictEqual(queried.count, 1)
      // The check finds that the provider refuses the account, which opens the breaker.
      yield* gateway.check(Setting.payout(1), Setting.transfer(1, "mtn"))
      yield* Deferred.succeed(balance, enough)
      assert.strictEqual((yield* Fiber.join(second))._tag, "Queued")
      assert.strictEqual(sent.length, 1)
    })
  )

  for (const [name, balance, outcome] of [
    ["is sent if the account has exactly enough", enough, "Accepted"],
    ["is sent if the account has one minor unit more", enough + 1, "Accepted"],
    ["waits if the account has one minor unit too little", enough - 1, "Queued"]
  ] as const) {
    it.effect(name, () =>
      Effect.gen(function* () {
        const begun = yield* emptied((n) =>
          Adapter.report(Adapter.accepted, n === 1 ? "float" : undefined)
        )
        yield* Deferred.succeed(begun.balance, balance)
        assert.strictEqual((yield* begun.submit(2))._tag, outcome)
        assert.strictEqual(begun.sent.length, outcome === "Accepted" ? 2 : 1)
      })
    )
  }
})
