/** MTN's errors with an uncertain meaning: about our account, and about its own platform. */
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

/** MTN alone, whose books and answers the test decides. */
const setUp = Effect.fnUntraced(function* (state: { fate: Mtn.Fate }) {
  const servers = yield* Setting.simulators({ mtn: { fate: () => state.fate } })
  const begun = yield* Setting.begin(servers, Setting.optionsFor(servers, "MTN_UG=mtn"))
  const { finish, provider } = begun
  const submit = (n: number) =>
    finish(provider.submit(Setting.payout(n), Setting.transfer(n, "mtn"), Effect.void))
  const check = (n: number) => finish(provider.check(Setting.payout(n), Setting.transfer(n, "mtn")))
  return { ...servers, ...begun, submit, check }
})

describe("An instruction that MTN refuses for our account's configuration, by status 500", () => {
  it.effect("raises the configuration alarm, has its code in the log, and waits", () =>
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

  it.effect("is no failure of MTN's: once the account is right, one instruction is enough", () =>
    Effect.gen(function* () {
      const state: { fate: Mtn.Fate } = { fate: { refuse: 500, code: "NOT_ALLOWED" } }
      const { provider, submit } = yield* setUp(state)
      for (let n = 0; n < 2 * failuresInARowMax; n++) {
        yield* submit(n)
        yield* TestClock.adjust(configurationPauseMs)
      }
      // Its pause is as long as at first: it did not grow, as that of an outage does.
      assert.strictEqual(provider.health("MTN_UG"), "degraded")
      state.fate = "complete"
      assert.strictEqual((yield* submit(0))._tag, "Accepted")
      assert.strictEqual(provider.health("MTN_UG"), "operational")
    })
  )

  it.effect("has the outcome of MTN's books, where they hold it", () =>
    Effect.gen(function* () {
      const state: { fate: Mtn.Fate } = { fate: "complete" }
      const { mtn, submit } = yield* setUp(state)
      // It takes the transfer, and answers as if it had not.
      mtn.server.script = ({ operation }) =>
        operation === "submit" ? { acts: "now", answer: "500 refused" } : undefined
      assert.strictEqual((yield* submit(1))._tag, "Delivered")
      yield* TestClock.adjust(configurationPauseMs)
      state.fate = { fail: "PAYEE_NOT_FOUND" }
      assert.strictEqual(Setting.summary(yield* submit(2)), "Refused invalid_recipient")
    })
  )
})

describe("An instruction that MTN refuses by status 500, without readable books", () => {
  it.effect("is unknown, and the alarm rises", () =>
    Effect.gen(function* () {
      const { mtn, submit } = yield* setUp({ fate: "complete" })
      mtn.server.script = ({ operation }) =>
        operation === "token" ? undefined : { acts: "never", answer: "500 refused" }
      const before = yield* alarms("configuration")
      assert.strictEqual(Setting.summary(yield* submit(1)), "Unknown")
      assert.strictEqual(yield* alarms("configuration"), before + 1)
    })
  )

  it.effect("was not sent where the token itself is refused so", () =>
    Effect.gen(function* () {
      const { mtn, submit } = yield* setUp({ fate: "complete" })
      mtn.server.script = () => ({ acts: "never", answer: "500 refused" })
      const before = yield* alarms("configuration")
      assert.strictEqual((yield* submit(1))._tag, "Queued")
      assert.strictEqual(yield* alarms("configuration"), before + 1)
    })
  )
})

/** An engine over both simulators, and one payout that is driven by the clock. */
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
  /** Lets time pass, a few seconds at a time. */
  const pass = Effect.fnUntraced(function* (ms: number, isDone: () => boolean = () => false) {
    for (let passed = 0; passed < ms && !isDone(); passed += 5_000) {
      yield* settle()
      yield* TestClock.adjust(5_000)
    }
    yield* settle()
  })
  return { ...servers, id, payout, references, pass }
})

describe("A payout while our account at MTN is misconfigured", () => {
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

describe("A transfer that MTN reports as failed by a code that may be wrong", () => {
  it.effect("is checked for minutes before the failure is accepted", () =>
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

  it.effect("L6 L8 that was paid after all is paid once, under its one reference", () =>
    Effect.gen(function* () {
      const { id, mtn, pass, payout, references } = yield* engineOver({
        fate: () => ({ fail: "INTERNAL_PROCESSING_ERROR" })
      })
      const failed = () => [...mtn.books.values()].find(({ status }) => status === "FAILED")
      yield* pass(60_000, () => failed() !== undefined)
      yield* pass(ambiguousFailureMs / 2)
      const entry = failed()
      assert.isDefined(entry)
      // The platform's last result is another one.
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

  it.effect("L6 gets another reference only after those minutes", () =>
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

describe("A doubtful failure, and our account at MTN", () => {
  it.effect("L6 waits for the account to be filled where it is empty, and does not fail", () =>
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

  it.effect("does not hold the payout from another provider once the account is empty", () =>
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

describe("Doubts about failures", () => {
  it("restart after a restart: a failure is never accepted sooner for it", () => {
    const before = AmbiguousFailures.make()
    assert.strictEqual(before.until("tr", 0), ambiguousFailureMs)
    assert.strictEqual(before.until("tr", ambiguousFailureMs - 1), ambiguousFailureMs)
    assert.strictEqual(
      AmbiguousFailures.make().until("tr", ambiguousFailureMs - 1),
      2 * ambiguousFailureMs - 1
    )
  })

  it("begin with the first report, end with another one, and are bounded in number", () => {
    const doubts = AmbiguousFailures.make()
    assert.strictEqual(doubts.until("x", 1_000), 1_000 + ambiguousFailureMs)
    assert.strictEqual(doubts.until("x", 5_000), 1_000 + ambiguousFailureMs)
    doubts.remove("x")
    assert.strictEqual(doubts.until("x", 7_000), 7_000 + ambiguousFailureMs)
    for (let n = 0; n <= ambiguousFailuresMax; n++) doubts.until(String(n), 8_000)
    assert.strictEqual(doubts.size(), ambiguousFailuresMax)
    // The oldest was dropped; its doubt restarts.
    assert.strictEqual(doubts.until("x", 9_000), 9_000 + ambiguousFailureMs)
  })
})
