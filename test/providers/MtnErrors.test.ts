/** MTN's errors with an uncertain meaning, about the service's account and about its platform. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import type * as Payout from "../../src/domain/payout/Payout.ts"
import * as AmbiguousFailures from "../../src/providers/AmbiguousFailures.ts"
import * as EngineHarness from "../support/engineHarness.ts"
import * as MemoryLog from "../support/memoryLog.ts"
import type * as Mtn from "../support/mtn.ts"
import * as Setting from "./setting.ts"

const {
  configurationPauseMs,
  ambiguousCheckEveryMs,
  ambiguousFailureMs,
  ambiguousFailuresMax,
  failuresInARowMax
} = Limits.providers

const configuration = [
  ...(["NOT_ALLOWED", "NOT_ALLOWED_TARGET_ENVIRONMENT"] as const),
  ...(["INVALID_CALLBACK_URL_HOST", "INVALID_CURRENCY"] as const)
]

const alarms = (kind: string) =>
  Setting.metric("payout_provider_alarms_total", { provider: "mtn", kind })

/** Only MTN, with books and responses that a test controls. */
const setUp = Effect.fnUntraced(function* (state: { fate: Mtn.Fate }) {
  const servers = yield* Setting.simulators({ mtn: { fate: () => state.fate } })
  const begun = yield* Setting.begin(servers, Setting.optionsFor(servers, "MTN_UG=mtn"))
  const { finish, provider } = begun
  const submit = (n: number) =>
    finish(provider.submit(Setting.payout(n), Setting.transfer(n, "mtn"), Effect.void))
  const check = (n: number) => finish(provider.check(Setting.payout(n), Setting.transfer(n, "mtn")))
  return { ...servers, ...begun, submit, check }
})

describe("An instruction that MTN refuses with 500 for the account's configuration", () => {
  it.effect("raises the configuration alert, has its code in the log, and waits", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const logger = Logger.map(Logger.formatJson, (line) => void lines.push(line))
      yield* Effect.gen(function* () {
        const state: { fate: Mtn.Fate } = { fate: "complete" }
        const { mtn, submit } = yield* setUp(state)
        for (const [n, code] of configuration.entries()) {
          const before = yield* alarms("configuration")
          state.fate = { refuse: 500, code }
          const outcome = yield* submit(n)
          assert.strictEqual(outcome._tag, "Queued", code)
          assert.strictEqual(yield* alarms("configuration"), before + 1, code)
          assert.isTrue(lines.some((line) => line.includes(`"code":"${code}"`)))
          assert.strictEqual(mtn.books.size, 0)
          yield* TestClock.adjust(configurationPauseMs)
        }
      }).pipe(Effect.provide(Logger.layer([logger])))
    })
  )

  it.effect("does not count as an outage, so one instruction is enough after the correction", () =>
    Effect.gen(function* () {
      const state: { fate: Mtn.Fate } = { fate: { refuse: 500, code: "NOT_ALLOWED" } }
      const { provider, submit } = yield* setUp(state)
      for (let n = 0; n < 2 * failuresInARowMax; n++) {
        yield* submit(n)
        yield* TestClock.adjust(configurationPauseMs)
      }
      // The pause has not grown, while that of an outage would have.
      assert.strictEqual(provider.health("MTN_UG"), "degraded")
      state.fate = "complete"
      assert.strictEqual((yield* submit(0))._tag, "Accepted")
      assert.strictEqual(provider.health("MTN_UG"), "operational")
    })
  )

  it.effect("has the outcome in MTN's books if they contain it", () =>
    Effect.gen(function* () {
      const state: { fate: Mtn.Fate } = { fate: "complete" }
      const { mtn, submit } = yield* setUp(state)
      // MTN accepts the transfer, and responds with a refusal.
      mtn.server.script = ({ operation }) =>
        operation === "submit" ? { acts: "now", answer: "500 refused" } : undefined
      assert.strictEqual((yield* submit(1))._tag, "Delivered")
      yield* TestClock.adjust(configurationPauseMs)
      state.fate = { fail: "PAYEE_NOT_FOUND" }
      assert.strictEqual(Setting.summary(yield* submit(2)), "Refused invalid_recipient")
    })
  )
})

describe("An instruction that MTN refuses with 500 without readable books", () => {
  it.effect("is unknown, and raises the alert", () =>
    Effect.gen(function* () {
      const { mtn, submit } = yield* setUp({ fate: "complete" })
      mtn.server.script = ({ operation }) =>
        operation === "token" ? undefined : { acts: "never", answer: "500 refused" }
      const before = yield* alarms("configuration")
      assert.strictEqual(Setting.summary(yield* submit(1)), "Unknown")
      assert.strictEqual(yield* alarms("configuration"), before + 1)
    })
  )

  it.effect("is queued if already the token was refused with 500", () =>
    Effect.gen(function* () {
      const { mtn, submit } = yield* setUp({ fate: "complete" })
      mtn.server.script = () => ({ acts: "never", answer: "500 refused" })
      const before = yield* alarms("configuration")
      assert.strictEqual((yield* submit(1))._tag, "Queued")
      assert.strictEqual(yield* alarms("configuration"), before + 1)
    })
  )
})

/** An engine on both simulators, and one payout that continues with the clock. */
const engineOver = Effect.fnUntraced(function* (mtn: Mtn.Options, routes = "MTN_UG=mtn") {
  const servers = yield* Setting.simulators({ mtn })
  const log = MemoryLog.make()
  const adapters = EngineHarness.make({})
  const { layer, settle } = Setting.layerOver(servers, Setting.optionsFor(servers, routes))
  const engine = yield* EngineHarness.start(
    { ...adapters, ports: Layer.merge(adapters.ports, layer) },
    log
  )
  const id = yield* EngineHarness.client(adapters, engine).newPayout()
  const payout = () => EngineHarness.fold(log).payouts.get(id) as Payout.Payout
  const requests = () =>
    log.entries().flatMap(({ events }) => events.filter(({ _tag }) => _tag === "TransferRequested"))
  const references = () =>
    new Set(requests().map((event) => ("reference" in event ? event.reference : "")))
  /** Moves the clock in steps of a few seconds. */
  const pass = Effect.fnUntraced(function* (ms: number, isDone: () => boolean = () => false) {
    for (let passed = 0; passed < ms && !isDone(); passed += 5_000) {
      yield* settle()
      yield* TestClock.adjust(5_000)
    }
    yield* settle()
  })
  return { ...servers, id, payout, references, pass }
})

describe("A payout while the account at MTN is misconfigured", () => {
  it.effect("L6 waits under its reference, past the quarter of an hour, and is paid once", () =>
    Effect.gen(function* () {
      const state: { fate: Mtn.Fate } = { fate: { refuse: 500, code: "NOT_ALLOWED" } }
      const { id, mtn, pass, payout, references } = yield* engineOver({ fate: () => state.fate })
      yield* pass(2 * Limits.engine.transferUnknownMsMax)
      assert.strictEqual(payout().status, "PAYOUT_INITIATED")
      state.fate = "complete"
      yield* pass(2 * configurationPauseMs, () => payout().status === "SETTLED")
      assert.strictEqual(payout().status, "SETTLED")
      assert.strictEqual(references().size, 1)
      assert.strictEqual(mtn.payments(id), 1)
    })
  )
})

const codes = ["INTERNAL_PROCESSING_ERROR", "COULD_NOT_PERFORM_TRANSACTION"] as const

describe("A transfer that MTN reports as failed with a doubtful code", () => {
  it.effect("is checked for several minutes before the failure counts", () =>
    Effect.gen(function* () {
      for (const fail of codes) {
        const { check, submit } = yield* setUp({ fate: { fail } })
        assert.strictEqual((yield* submit(1))._tag, "Accepted")
        const first = yield* check(1)
        assert.strictEqual(first._tag, "Queued")
        const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
        assert.strictEqual(
          first._tag === "Queued" && first.checkAgainAt,
          now + ambiguousCheckEveryMs
        )
        yield* TestClock.adjust(ambiguousFailureMs - 1)
        assert.strictEqual((yield* check(1))._tag, "Queued")
        yield* TestClock.adjust(1)
        assert.strictEqual(Setting.summary(yield* check(1)), "Refused unspecified, retryable")
      }
    })
  )

  it.effect("L6 L8 is paid once under the same reference if MTN paid it after all", () =>
    Effect.gen(function* () {
      const { id, mtn, pass, payout, references } = yield* engineOver({
        fate: () => ({ fail: "INTERNAL_PROCESSING_ERROR" })
      })
      const failed = () => [...mtn.books.values()].find(({ status }) => status === "FAILED")
      yield* pass(60_000, () => failed() !== undefined)
      yield* pass(ambiguousFailureMs / 2)
      const entry = failed()
      assert.isDefined(entry)
      // The platform changes its result to a success.
      mtn.deliveries.push({
        ...{ payoutId: id, reference: entry.reference },
        ...{ phone: entry.partyId, amount: entry.amount }
      })
      Object.assign(entry, { status: "SUCCESSFUL", reason: undefined })
      yield* pass(ambiguousFailureMs, () => payout().status === "SETTLED")
      assert.strictEqual(payout().status, "SETTLED")
      assert.strictEqual(references().size, 1)
      assert.strictEqual(mtn.payments(id), 1)
    })
  )

  it.effect("L6 gets another reference only after these minutes", () =>
    Effect.gen(function* () {
      let first: string | undefined
      const { id, mtn, pass, payout, references } = yield* engineOver({
        fate: ({ reference }) => {
          first ??= reference
          return reference === first ? { fail: "INTERNAL_PROCESSING_ERROR" } : "complete"
        }
      })
      yield* pass(60_000, () => [...mtn.books.values()].some(({ status }) => status === "FAILED"))
      yield* pass(ambiguousFailureMs - 60_000)
      assert.strictEqual(references().size, 1)
      yield* pass(180_000, () => payout().status === "SETTLED")
      assert.strictEqual(payout().status, "SETTLED")
      assert.strictEqual(references().size, 2)
      assert.strictEqual(mtn.payments(id), 1)
    })
  )
})

describe("A doubtful failure at MTN with an empty account", () => {
  it.effect("L6 waits until the account is filled, and does not fail the payout", () =>
    Effect.gen(function* () {
      const account = { isEmpty: true }
      const { id, mtn, pass, payout, references } = yield* engineOver({
        fate: () => (account.isEmpty ? { fail: "INTERNAL_PROCESSING_ERROR" } : "complete")
      })
      const before = yield* alarms("float")
      yield* pass(60_000, () => {
        const isFailed = [...mtn.books.values()].some(({ status }) => status === "FAILED")
        if (isFailed) mtn.toggles.balance = 1
        return isFailed
      })
      yield* pass(6 * ambiguousFailureMs)
      assert.strictEqual(payout().status, "PAYOUT_CONFIRMED")
      assert.isAtMost(references().size, 2)
      assert.isAbove(yield* alarms("float"), before)
      assert.strictEqual(mtn.books.size, 1)
      account.isEmpty = false
      mtn.toggles.balance = 1e13
      yield* pass(2 * Limits.providers.floatPauseMs, () => payout().status === "SETTLED")
      assert.strictEqual(payout().status, "SETTLED")
      assert.strictEqual(mtn.payments(id), 1)
    })
  )

  it.effect("lets the payout go to another provider", () =>
    Effect.gen(function* () {
      const { id, mtn, pass, pawapay, payout } = yield* engineOver(
        { fate: () => ({ fail: "INTERNAL_PROCESSING_ERROR" }) },
        "MTN_UG=mtn,pawapay"
      )
      yield* pass(60_000, () => mtn.books.size > 0)
      mtn.toggles.balance = 1
      yield* pass(ambiguousFailureMs + 180_000, () => payout().status === "SETTLED")
      assert.strictEqual(payout().status, "SETTLED")
      assert.deepStrictEqual([mtn.payments(id), pawapay.payments(id)], [0, 1])
    })
  )
})

describe("Doubts about failures at MTN", () => {
  it("begin again after a restart, so that no failure is accepted sooner", () => {
    const before = AmbiguousFailures.make()
    assert.strictEqual(before.until("tr", 0), ambiguousFailureMs)
    assert.strictEqual(before.until("tr", ambiguousFailureMs - 1), ambiguousFailureMs)
    assert.strictEqual(
      AmbiguousFailures.make().until("tr", ambiguousFailureMs - 1),
      2 * ambiguousFailureMs - 1
    )
  })

  it("begin with the first report, end with another result, and are limited in number", () => {
    const doubts = AmbiguousFailures.make()
    assert.strictEqual(doubts.until("x", 1_000), 1_000 + ambiguousFailureMs)
    assert.strictEqual(doubts.until("x", 5_000), 1_000 + ambiguousFailureMs)
    doubts.remove("x")
    assert.strictEqual(doubts.until("x", 7_000), 7_000 + ambiguousFailureMs)
    for (let n = 0; n <= ambiguousFailuresMax; n++) doubts.until(String(n), 8_000)
    assert.strictEqual(doubts.size(), ambiguousFailuresMax)
    // The oldest doubt was dropped, so it begins again.
    assert.strictEqual(doubts.until("x", 9_000), 9_000 + ambiguousFailureMs)
  })
})
