import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import * as Limits from "../../src/config/Limits.ts"
import * as CircuitBreaker from "../../src/providers/CircuitBreaker.ts"
import type * as FaultyServer from "../support/faultyServer.ts"
import type * as Mtn from "../support/mtn.ts"
import type * as PawaPay from "../support/pawapay.ts"
import * as Setting from "./setting.ts"

const { failuresInARowMax, floatPauseMs, lateSendMsMax, offerMsMax, openMs, openMsMax } =
  Limits.providers
const { failureShareMax, failureWindowCallsMin, failureWindowMs, jitterMs, probeMsMax } =
  Limits.providers

const outcomeOf = (
  state: CircuitBreaker.State,
  ...given: ReadonlyArray<"good" | "bad">
): CircuitBreaker.State =>
  given.reduce(
    (now, result) =>
      result === "good" ? CircuitBreaker.afterSuccess(now, 0) : CircuitBreaker.afterFailure(now, 0),
    state
  )

/** Possible events of a breaker at a time. */
const moves = {
  good: CircuitBreaker.afterSuccess,
  bad: CircuitBreaker.afterFailure,
  trip: (state: CircuitBreaker.State, now: number) => CircuitBreaker.trip(state, now, openMsMax),
  enter: (state: CircuitBreaker.State, now: number) => {
    if (CircuitBreaker.waitsUntil(state, now) !== undefined) return state
    const next = CircuitBreaker.enter(state, now)
    if (next._tag === "Probing") assert.isDefined(CircuitBreaker.waitsUntil(next, now))
    return next
  }
} as const
const names = ["good", "bad", "trip", "enter"] as const

describe("The circuit breaker of a provider that fails often", () => {
  /** The state after calls with failures, of which few are in a row. The last call failed. */
  const stateAfter = (calls: number, failures: number, lastAt = 0): CircuitBreaker.State => {
    const goods = calls - failures
    let state = CircuitBreaker.closed(0)
    for (let at = 0; at < goods; at++) state = CircuitBreaker.afterSuccess(state, 0)
    // Resets the count in a row, since a success between the failures would be another call.
    for (let at = 0; at < failures; at++) {
      state = { ...state, inARow: 0 } as CircuitBreaker.State
      state = CircuitBreaker.afterFailure(state, at === failures - 1 ? lastAt : 0)
    }
    return state
  }
  const more = Math.floor(failureWindowCallsMin * failureShareMax) + 1

  it("opens once more than failureShareMax of failureWindowCallsMin calls have failed", () => {
    assert.strictEqual(stateAfter(failureWindowCallsMin, more - 1)._tag, "Closed", "equal")
    assert.strictEqual(stateAfter(failureWindowCallsMin, more)._tag, "Open", "one more")
    const fewer = failureWindowCallsMin - 1
    assert.strictEqual(stateAfter(fewer, fewer)._tag, "Closed", "too few calls")
  })

  it("counts only the calls of one window", () => {
    assert.strictEqual(stateAfter(failureWindowCallsMin, more, failureWindowMs - 1)._tag, "Open")
    assert.strictEqual(stateAfter(failureWindowCallsMin, more, failureWindowMs)._tag, "Closed")
  })
})

const bad = (count: number) => Array.from({ length: count }, () => "bad" as const)

describe("A circuit breaker", () => {
  it("opens after failures in a row, but not with a success between them", () => {
    assert.strictEqual(outcomeOf(CircuitBreaker.closed(0), ...bad(failuresInARowMax))._tag, "Open")
    const mixed = [...bad(failuresInARowMax - 1), "good" as const, ...bad(failuresInARowMax - 1)]
    assert.strictEqual(outcomeOf(CircuitBreaker.closed(0), ...mixed)._tag, "Closed")
  })

  it("opens once more than half of a window's calls fail", () => {
    const pairs = Array.from({ length: 9 }, () => ["bad", "bad", "good"] as const).flat()
    assert.strictEqual(outcomeOf(CircuitBreaker.closed(0), ...pairs)._tag, "Open")
    const half = Array.from({ length: 30 }, () => ["good", "bad"] as const).flat()
    assert.strictEqual(outcomeOf(CircuitBreaker.closed(0), ...half)._tag, "Closed")
  })

  it("allows one trial call after its pause, and waits longer after each failed one", () => {
    let state = outcomeOf(CircuitBreaker.closed(0), ...bad(failuresInARowMax))
    const pauses: Array<number> = []
    for (let now = 0, rounds = 0; rounds < 8; rounds++) {
      const until = CircuitBreaker.waitsUntil(state, now)
      assert.isDefined(until)
      pauses.push(until - now)
      now = until
      assert.isUndefined(CircuitBreaker.waitsUntil(state, now))
      state = CircuitBreaker.enter(state, now)
      assert.strictEqual(CircuitBreaker.waitsUntil(state, now), now + probeMsMax)
      state = CircuitBreaker.afterFailure(state, now)
    }
    assert.deepStrictEqual(pauses.slice(0, 3), [openMs, 2 * openMs, 4 * openMs])
    assert.strictEqual(pauses.at(-1), openMsMax)
    assert.isAtMost(openMsMax, 60_000, "payouts wait at most a minute for a provider that is well")
  })

  it("closes after a successful trial call, and allows another if one never returns", () => {
    const open = outcomeOf(CircuitBreaker.closed(0), ...bad(failuresInARowMax))
    const probing = CircuitBreaker.enter(open, openMs)
    assert.strictEqual(CircuitBreaker.afterSuccess(probing, openMs)._tag, "Closed")
    assert.isUndefined(CircuitBreaker.waitsUntil(probing, openMs + probeMsMax))
  })

  it("always ends its pause, and never allows two trial calls at once", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...names), fc.nat(400_000))), (steps) => {
        let state = CircuitBreaker.closed(0)
        let now = 0
        for (const [move, ms] of steps) {
          now += ms
          const waits = CircuitBreaker.waitsUntil(state, now)
          if (waits !== undefined) assert.isAtMost(waits - now, 2 * openMsMax)
          state = moves[move](state, now)
        }
      })
    )
  })
})

const broken: FaultyServer.Script = ({ operation }) =>
  operation === "submit" ? Setting.fault("never", "500") : undefined

const submits = ({ pawapay }: Setting.Simulators): number =>
  pawapay.server.calls.filter(({ operation }) => operation === "submit").length

/** Both providers, the provider layer, and a function that submits a transfer. */
const setUp = Effect.fnUntraced(function* (
  routes: string,
  options: Parameters<typeof Setting.simulators>[0] = {}
) {
  const servers = yield* Setting.simulators(options)
  const begun = yield* Setting.begin(servers, Setting.optionsFor(servers, routes))
  const submit = (n: number, name: "mtn" | "pawapay" = "pawapay") =>
    begun.finish(begun.provider.submit(Setting.payout(n), Setting.transfer(n, name), Effect.void))
  /** Waits until no request of an earlier process can arrive. Only then are refusals final. */
  const settleIn = Effect.andThen(submit(0), TestClock.adjust(lateSendMsMax))
  return { servers, ...begun, submit, settleIn }
})

describe("A provider that fails", () => {
  it.effect("gets no instructions for a while, then one, and then all again", () =>
    Effect.gen(function* () {
      const { provider, servers, submit } = yield* setUp("MTN_UG=pawapay")
      const { pawapay } = servers
      assert.strictEqual(provider.health("MTN_UG"), "operational")
      assert.strictEqual(provider.breaker("MTN_UG"), "closed")
      pawapay.server.script = broken
      for (let n = 1; n <= failuresInARowMax; n++) {
        assert.strictEqual((yield* submit(n))._tag, "Unknown")
      }
      assert.strictEqual(provider.health("MTN_UG"), "down")
      assert.strictEqual(provider.breaker("MTN_UG"), "open")
      const gauge = Setting.metric("payout_provider_breaker", { provider: "pawapay" })
      assert.strictEqual(yield* gauge, 2)
      const before = submits(servers)
      const held = yield* submit(100)
      const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
      assert.strictEqual(held._tag, "Queued")
      if (held._tag === "Queued") {
        assert.isAtLeast(held.checkAgainAt ?? 0, now + 1)
        assert.isAtMost(held.checkAgainAt ?? 0, now + openMs + jitterMs)
      }
      assert.strictEqual(submits(servers), before)
      yield* TestClock.adjust(openMs)
      assert.strictEqual(provider.health("MTN_UG"), "degraded")
      assert.strictEqual(provider.breaker("MTN_UG"), "probing")
      assert.strictEqual((yield* submit(101))._tag, "Unknown")
      assert.strictEqual((yield* submit(102))._tag, "Queued")
      yield* TestClock.adjust(2 * openMs)
      pawapay.server.script = () => undefined
      assert.strictEqual((yield* submit(101))._tag, "Accepted")
      assert.strictEqual(provider.health("MTN_UG"), "operational")
      assert.strictEqual(provider.breaker("MTN_UG"), "closed")
      assert.strictEqual(yield* gauge, 0)
      assert.strictEqual((yield* submit(102))._tag, "Accepted")
    })
  )

  it.effect("still gets checks of its transfers", () =>
    Effect.gen(function* () {
      const { finish, provider, servers, submit } = yield* setUp("MTN_UG=pawapay")
      yield* submit(1)
      servers.pawapay.server.script = broken
      for (let n = 2; n <= 1 + failuresInARowMax; n++) yield* submit(n)
      assert.strictEqual(provider.health("MTN_UG"), "down")
      const ask = provider.check(Setting.payout(1), Setting.transfer(1, "pawapay"))
      assert.strictEqual((yield* finish(ask))._tag, "Delivered")
    })
  )

  it.effect("is replaced by another, and gets one instruction after its pause", () =>
    Effect.gen(function* () {
      const { provider, servers, submit } = yield* setUp("MTN_UG=mtn,pawapay")
      servers.mtn.server.script = broken
      assert.strictEqual(provider.choose("MTN_UG", undefined), "mtn")
      for (let n = 1; n <= failuresInARowMax; n++) yield* submit(n, "mtn")
      assert.strictEqual(provider.health("MTN_UG"), "degraded")
      assert.strictEqual(provider.choose("MTN_UG", undefined), "pawapay")
      yield* TestClock.adjust(openMs)
      servers.mtn.server.script = () => undefined
      assert.strictEqual(provider.choose("MTN_UG", undefined), "mtn")
      assert.strictEqual(provider.choose("MTN_UG", undefined), "pawapay")
      assert.strictEqual((yield* submit(50, "mtn"))._tag, "Accepted")
      assert.strictEqual(provider.choose("MTN_UG", undefined), "mtn")
      assert.strictEqual(provider.choose("MTN_UG", "mtn"), "pawapay")
    })
  )
})

describe("A provider that may have recovered", () => {
  it.effect("gets one trial instruction at a time", () =>
    Effect.gen(function* () {
      const { provider, servers, submit } = yield* setUp("MTN_UG=mtn,pawapay")
      servers.mtn.server.script = broken
      for (let n = 1; n <= failuresInARowMax; n++) yield* submit(n, "mtn")
      yield* TestClock.adjust(openMs)
      servers.mtn.server.script = () => undefined
      const many = Array.from({ length: 100 }, () => provider.choose("MTN_UG", undefined))
      assert.deepStrictEqual(
        many.flatMap((name, n) => (name === "mtn" ? [n] : [])),
        [0]
      )
      // The chosen transfer was never sent, so the trial call becomes free again.
      yield* TestClock.adjust(offerMsMax)
      assert.strictEqual(provider.choose("MTN_UG", undefined), "mtn")
      servers.mtn.server.script = ({ operation }) =>
        operation === "submit" ? Setting.fault("never", "hang") : undefined
      const trying = yield* Effect.forkChild(submit(50, "mtn"))
      yield* TestClock.adjust(offerMsMax)
      // Only one trial call runs, even if other transfers were assigned to the provider.
      assert.strictEqual(provider.choose("MTN_UG", undefined), "pawapay")
      assert.strictEqual((yield* submit(51, "mtn"))._tag, "Queued")
      assert.strictEqual((yield* Fiber.join(trying))._tag, "Unknown")
    })
  )
})

it.effect(
  "An instruction to an address without a listener stays queued, since nothing was sent",
  () =>
    Effect.gen(function* () {
      const { servers, submit } = yield* setUp("MTN_UG=pawapay")
      yield* Effect.promise(() => servers.pawapay.close())
      yield* Effect.promise(() => servers.mtn.close())
      assert.strictEqual((yield* submit(1))._tag, "Queued")
      assert.strictEqual((yield* submit(1, "mtn"))._tag, "Queued")
    })
)

describe("An account at a provider", () => {
  it.effect("gets no instructions while it is empty, and uses no attempts", () =>
    Effect.gen(function* () {
      const { provider, servers, settleIn, submit } = yield* setUp("*=pawapay")
      const { pawapay } = servers
      yield* settleIn
      pawapay.wallets.set("UGA", 100)
      assert.strictEqual(
        Setting.summary(yield* submit(1)),
        "Refused network_unavailable, retryable"
      )
      assert.strictEqual(provider.health("MTN_UG"), "down")
      assert.strictEqual(provider.health("AIRTEL_UG"), "down")
      assert.strictEqual(provider.health("MPESA_KE"), "operational")
      const before = submits(servers)
      assert.strictEqual((yield* submit(2))._tag, "Queued")
      // After the pause, the balance is queried and is still too low.
      yield* TestClock.adjust(floatPauseMs)
      assert.strictEqual((yield* submit(2))._tag, "Queued")
      yield* TestClock.adjust(floatPauseMs)
      assert.strictEqual((yield* submit(2))._tag, "Queued")
      assert.strictEqual(submits(servers), before)
      pawapay.wallets.set("UGA", 1e10)
      yield* TestClock.adjust(floatPauseMs)
      assert.strictEqual((yield* submit(2))._tag, "Accepted")
      assert.strictEqual(provider.health("MTN_UG"), "operational")
    })
  )

  it.effect(
    "of MTN is found to be empty by one instruction if MTN does not report the balance",
    () =>
      Effect.gen(function* () {
        const { finish, provider, servers, submit } = yield* setUp("MTN_UG=mtn")
        servers.mtn.toggles.balance = 1
        yield* submit(1, "mtn")
        const ask = provider.check(Setting.payout(1), Setting.transfer(1, "mtn"))
        const refused = "Refused network_unavailable, retryable"
        assert.strictEqual(Setting.summary(yield* finish(ask)), refused)
        assert.strictEqual((yield* submit(2, "mtn"))._tag, "Queued")
        yield* TestClock.adjust(floatPauseMs)
        servers.mtn.toggles.balance = 1e9
        servers.mtn.server.script = ({ operation }) =>
          operation === "balance" ? Setting.fault("never", "500") : undefined
        assert.strictEqual((yield* submit(2, "mtn"))._tag, "Accepted")
        assert.strictEqual((yield* submit(3, "mtn"))._tag, "Accepted")
      })
  )

  it.effect("raises an alert while it is refused, gets nothing, and leaves outcomes unknown", () =>
    Effect.gen(function* () {
      const { provider, servers, submit } = yield* setUp("MTN_UG=mtn,pawapay", {
        pawapay: { token: "another" }
      })
      servers.mtn.server.script = () => undefined
      const counter = (name: string) =>
        Setting.metric("payout_provider_alarms_total", { provider: name, kind: "configuration" })
      const before = yield* counter("mtn")
      servers.mtn.account.key = "another"
      const outcome = yield* submit(1, "mtn")
      assert.strictEqual(Setting.summary(outcome), "Unknown")
      assert.isAbove(yield* counter("mtn"), before)
      assert.strictEqual(provider.choose("MTN_UG", undefined), "pawapay")
      assert.strictEqual((yield* submit(2, "mtn"))._tag, "Queued")
    })
  )
})

describe("A request that a provider refuses as invalid", () => {
  it.effect("stops no other payout, but several in a row do", () =>
    Effect.gen(function* () {
      const bads = new Map<string, Mtn.Fate>()
      const { provider, servers, submit } = yield* setUp("MTN_UG=mtn", {
        mtn: { fate: ({ externalId }) => bads.get(externalId) ?? "complete" }
      })
      const spoil = (n: number) =>
        bads.set(Setting.payoutId(n), { refuse: 400, code: "INVALID_INPUT" })
      spoil(1)
      assert.strictEqual(Setting.summary(yield* submit(1, "mtn")), "Unknown")
      assert.strictEqual(provider.health("MTN_UG"), "operational")
      assert.strictEqual((yield* submit(2, "mtn"))._tag, "Accepted")
      for (let n = 10; n < 10 + failuresInARowMax; n++) {
        spoil(n)
        yield* submit(n, "mtn")
      }
      assert.strictEqual(provider.health("MTN_UG"), "down")
      assert.strictEqual(servers.mtn.payments(Setting.payoutId(1)), 0)
    })
  )
})

const poll = TestClock.adjust(Limits.providers.configurationEveryMs + 1)

describe("A network at a provider", () => {
  it.effect("has the status closed or delayed, and its payouts wait while it is closed", () =>
    Effect.gen(function* () {
      const { provider, servers, settle, submit } = yield* setUp("*=pawapay")
      const health = Effect.fnUntraced(function* (status: string) {
        servers.pawapay.statuses.set("MTN_MOMO_UGA", status)
        yield* poll
        yield* settle()
        return provider.health("MTN_UG")
      })
      assert.strictEqual(yield* health("DELAYED"), "degraded")
      assert.strictEqual((yield* submit(1))._tag, "Accepted")
      assert.strictEqual(yield* health("CLOSED"), "down")
      assert.strictEqual((yield* submit(2))._tag, "Queued")
      assert.strictEqual(provider.health("AIRTEL_UG"), "operational")
      assert.strictEqual(yield* health("OPERATIONAL"), "operational")
      assert.strictEqual((yield* submit(2))._tag, "Accepted")
      assert.strictEqual(yield* health("SOMETHING_NEW"), "operational")
    })
  )

  it.effect("refuses one instruction when it closes, and later ones wait", () =>
    Effect.gen(function* () {
      const { provider, servers, settleIn, submit } = yield* setUp("*=pawapay")
      yield* settleIn
      servers.pawapay.statuses.set("MTN_MOMO_UGA", "CLOSED")
      assert.strictEqual(
        Setting.summary(yield* submit(1)),
        "Refused network_unavailable, retryable"
      )
      assert.strictEqual(provider.health("MTN_UG"), "down")
      assert.strictEqual((yield* submit(2))._tag, "Queued")
    })
  )

  it.effect("is down if the account lacks it, and is refused before money is requested", () =>
    Effect.gen(function* () {
      const servers = yield* Setting.simulators()
      servers.pawapay.toggles.list = servers.pawapay.toggles.list.filter((one) => {
        return one !== "AIRTEL_KEN"
      })
      const options = Setting.optionsFor(servers, "*=pawapay")
      const { finish, provider } = yield* Setting.begin(servers, options)
      const payout = Setting.payout(1, {
        ...({ network: "AIRTEL_KE", currency: "KES", phone: "+254730000001" } as const)
      })
      assert.strictEqual(provider.health("AIRTEL_KE"), "down")
      assert.strictEqual(yield* finish(provider.precheck(payout)), "network_unavailable")
      assert.isUndefined(yield* finish(provider.precheck(Setting.payout(2))))
    })
  )

  it.effect("is down without a route, and cannot be paid", () =>
    Effect.gen(function* () {
      const { finish, provider } = yield* setUp("AIRTEL_UG=pawapay")
      assert.strictEqual(provider.health("MTN_UG"), "down")
      assert.isUndefined(provider.choose("MTN_UG", undefined))
      const reason = yield* finish(provider.precheck(Setting.payout(1)))
      assert.strictEqual(reason, "network_unavailable")
      const { provider: _, ...nobody } = Setting.transfer(1, "")
      const outcome = yield* finish(provider.submit(Setting.payout(1), nobody, Effect.void))
      assert.strictEqual(Setting.summary(outcome), "Unknown")
    })
  )
})

describe("A provider that gets more than its limit of requests", () => {
  it.effect("gets no more simultaneous instructions than the limit", () =>
    Effect.gen(function* () {
      const fate = (): PawaPay.Fate => "complete"
      const { finish, provider, servers } = yield* setUp("*=pawapay", { pawapay: { fate } })
      servers.pawapay.server.script = ({ operation }) =>
        operation === "submit" ? Setting.fault("now", "hang") : undefined
      const all = Effect.forEach(
        Array.from({ length: 50 }, (_, n) => n),
        (n) => provider.submit(Setting.payout(n), Setting.transfer(n, "pawapay"), Effect.void),
        { concurrency: "unbounded" }
      )
      const outcomes = yield* finish(all)
      const sent = outcomes.filter(({ _tag }) => _tag === "Unknown").length
      assert.strictEqual(sent, Limits.providers.submitsAtOnceMax)
      assert.strictEqual(submits(servers), sent)
      assert.strictEqual(outcomes.filter(({ _tag }) => _tag === "Queued").length, 50 - sent)
    })
  )

  it.effect("leaves transfers unchanged whose check got no permit", () =>
    Effect.gen(function* () {
      const { finish, provider, servers } = yield* setUp("*=pawapay")
      servers.pawapay.server.script = () => Setting.fault("now", "hang")
      const all = Effect.forEach(
        Array.from({ length: 30 }, (_, n) => n),
        (n) => provider.check(Setting.payout(n), Setting.transfer(n, "pawapay")),
        { concurrency: "unbounded" }
      )
      // Only "Unknown" would cause a manual review at the deadline.
      const outcomes = yield* finish(all)
      const asked = outcomes.filter(({ _tag }) => _tag === "Unknown").length
      assert.strictEqual(asked, Limits.providers.checksAtOnceMax)
      assert.strictEqual(outcomes.filter(({ _tag }) => _tag === "Queued").length, 30 - asked)
    })
  )
})
