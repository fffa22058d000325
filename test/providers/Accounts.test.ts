import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import * as Limits from "../../src/config/Limits.ts"
import * as Amounts from "../../src/providers/Amounts.ts"
import * as InFlightSends from "../../src/providers/InFlightSends.ts"
import type * as Mtn from "../support/mtn.ts"
import * as Setting from "./setting.ts"

const count = ({ mtn }: Setting.Simulators, operation: string): number =>
  mtn.server.calls.filter((call) => call.operation === operation).length

const setUp = Effect.fnUntraced(function* (options: Mtn.Options = {}, routes = "MTN_UG=mtn") {
  const servers = yield* Setting.simulators({ mtn: options })
  const begun = yield* Setting.begin(servers, Setting.optionsFor(servers, routes))
  return { servers, ...begun }
})

describe("MTN's access token", () => {
  it.effect("is fetched once for simultaneous requests, and again before it expires", () =>
    Effect.gen(function* () {
      const { finish, provider, servers } = yield* setUp()
      const submit = (n: number) =>
        provider.submit(Setting.payout(n), Setting.transfer(n, "mtn"), Effect.void)
      const many = Array.from({ length: 10 }, (_, n) => submit(n))
      const outcomes = yield* finish(Effect.all(many, { concurrency: "unbounded" }))
      assert.isTrue(outcomes.every(({ _tag }) => _tag === "Accepted"))
      assert.strictEqual(count(servers, "token"), 1)
      yield* TestClock.adjust(3_600_000 - Limits.providers.tokenMarginMs)
      yield* finish(submit(20))
      assert.strictEqual(count(servers, "token"), 2)
    })
  )

  it.effect(
    "that MTN no longer accepts is fetched again once, and the instruction is sent once",
    () =>
      Effect.gen(function* () {
        const { finish, provider, servers } = yield* setUp()
        const submit = (n: number) =>
          finish(provider.submit(Setting.payout(n), Setting.transfer(n, "mtn"), Effect.void))
        yield* submit(1)
        servers.mtn.tokens.clear()
        assert.strictEqual((yield* submit(2))._tag, "Accepted")
        assert.strictEqual(count(servers, "token"), 2)
        assert.strictEqual(servers.mtn.payments(Setting.payoutId(2)), 1)
      })
  )

  it.effect("that is unavailable keeps the instruction from being sent", () =>
    Effect.gen(function* () {
      const { finish, provider, servers } = yield* setUp()
      for (const [n, answer] of (["500", "cut", "hang", "malformed", "huge"] as const).entries()) {
        servers.mtn.server.script = ({ operation }) =>
          operation === "token" ? Setting.fault("never", answer) : undefined
        if (n === 4) yield* TestClock.adjust(Limits.providers.failureWindowMs)
        const submitted = provider.submit(
          Setting.payout(n),
          Setting.transfer(n, "mtn"),
          Effect.void
        )
        assert.strictEqual((yield* finish(submitted))._tag, "Queued")
      }
      assert.strictEqual(count(servers, "submit"), 0)
      // A check without a token leaves an earlier transfer unknown.
      const check = provider.check(Setting.payout(1), Setting.transfer(1, "mtn"))
      assert.strictEqual((yield* finish(check))._tag, "Unknown")
    })
  )
})

describe("A recipient of a payout", () => {
  it.effect("without an account at MTN is refused before money is requested", () =>
    Effect.gen(function* () {
      const { finish, provider, servers } = yield* setUp({
        isActive: (msisdn) => msisdn !== "256770000009"
      })
      const lookUp = (phone: string) =>
        finish(provider.precheck(Setting.payout(1, { phone, status: "AWAITING_FUNDS" })))
      assert.strictEqual(yield* lookUp("+256770000009"), "invalid_recipient")
      assert.isUndefined(yield* lookUp("+256770000001"))
      assert.strictEqual(yield* lookUp("+254770000001"), "invalid_recipient")
      for (const answer of ["500", "cut", "hang", "malformed", "other", "html"] as const) {
        servers.mtn.server.script = () => Setting.fault("never", answer)
        assert.isUndefined(yield* lookUp("+256770000009"), answer)
      }
    })
  )

  it.effect("has the name at MTN, if MTN returns one in time", () =>
    Effect.gen(function* () {
      const { finish, provider, servers } = yield* setUp()
      const lookUp = finish(provider.registeredName(Setting.payout(1)))
      assert.strictEqual(yield* lookUp, "Amina Nakato")
      for (const answer of ["500", "hang", "malformed", "other"] as const) {
        servers.mtn.server.script = () => Setting.fault("never", answer)
        assert.isUndefined(yield* lookUp, answer)
      }
    })
  )

  it.effect("has a name of its parts if MTN returns no full name", () =>
    Effect.gen(function* () {
      const texts: { holder: unknown } = { holder: {} }
      const { finish, provider } = yield* setUp({ holder: () => texts.holder })
      const names: ReadonlyArray<readonly [holder: unknown, name: string | undefined]> = [
        [{ given_name: "Amina", family_name: "Nakato" }, "Amina Nakato"],
        [{ given_name: " Amina Joy ", family_name: "Nakato " }, "Amina Joy Nakato"],
        [{ given_name: "Amina" }, "Amina"],
        [{ given_name: null, family_name: "Nakato" }, "Nakato"],
        [{ given_name: "", family_name: "Nakato" }, "Nakato"],
        [{ name: "A. Nakato", given_name: "Amina", family_name: "Nakato" }, "A. Nakato"],
        [{ name: " ", given_name: "Amina", family_name: "Nakato" }, "Amina Nakato"],
        [{ name: null, given_name: null }, undefined],
        [{ given_name: " ", family_name: "" }, undefined],
        [{}, undefined],
        [{ given_name: 7 }, undefined],
        [{ given_name: "a".repeat(300), family_name: "b" }, "a".repeat(200)]
      ]
      for (const [holder, name] of names) {
        texts.holder = holder
        const found = yield* finish(provider.registeredName(Setting.payout(1)))
        assert.strictEqual(found, name, JSON.stringify(holder))
      }
    })
  )

  it.effect("has no name at pawaPay, which refuses amounts outside its limits early", () =>
    Effect.gen(function* () {
      const { finish, provider } = yield* setUp({}, "MTN_UG=pawapay")
      assert.isUndefined(yield* finish(provider.registeredName(Setting.payout(1))))
      const lookUp = (targetAmount: number) =>
        finish(provider.precheck(Setting.payout(1, { targetAmount })))
      assert.isUndefined(yield* lookUp(5_000_000))
      assert.strictEqual(yield* lookUp(5_000_001), "provider_rejected")
      assert.strictEqual(yield* lookUp(0), "provider_rejected")
    })
  )
})

describe("MTN's sandbox", () => {
  it.effect("pays in its own currency for any of MTN's networks", () =>
    Effect.gen(function* () {
      const { finish, provider, servers } = yield* setUp({ target: "sandbox" })
      const payout = Setting.payout(1, { phone: "+46733123999" })
      const transfer = Setting.transfer(1, "mtn")
      assert.strictEqual(
        (yield* finish(provider.submit(payout, transfer, Effect.void)))._tag,
        "Accepted"
      )
      assert.strictEqual((yield* finish(provider.check(payout, transfer)))._tag, "Delivered")
      assert.strictEqual(servers.mtn.books.get(transfer.reference)?.currency, "EUR")
    })
  )
})

describe("Secrets of providers", () => {
  it.effect("are in no log, outcome or verdict after any failure", () =>
    Effect.gen(function* () {
      const texts: Array<string> = []
      const logger = Logger.map(Logger.formatJson, (line) => {
        texts.push(line)
      })
      yield* Effect.gen(function* () {
        const { finish, provider, servers } = yield* setUp({}, "MTN_UG=mtn,pawapay")
        let n = 0
        for (const name of ["mtn", "pawapay"] as const) {
          for (const answer of ["500", "cut", "hang", "malformed", "huge", "redirect"] as const) {
            servers[name].server.script = () => Setting.fault("never", answer)
            n += 1
            const payout = Setting.payout(n)
            const transfer = Setting.transfer(n, name)
            texts.push(
              JSON.stringify(yield* finish(provider.submit(payout, transfer, Effect.void)))
            )
            texts.push(JSON.stringify(yield* finish(provider.check(payout, transfer))))
            texts.push(String(yield* finish(provider.precheck(payout))))
          }
          servers[name].server.script = () => undefined
        }
        servers.mtn.account.subscriptionKey = "another"
        const denied = provider.check(Setting.payout(1), Setting.transfer(1, "mtn"))
        texts.push(JSON.stringify(yield* finish(denied)))
      }).pipe(Effect.provide(Logger.layer([logger])))
      assert.isAbove(texts.length, 30)
      assert.isTrue(texts.some((line) => line.includes("MTN refused our request")))
      for (const line of texts) assert.notMatch(line, /secret|Bearer|Basic|256770000001/)
    })
  )
})

describe("Requests without a response", () => {
  const { lateSendMsMax, inFlightSendsMax } = Limits.providers

  it("are dropped once they can no longer arrive, and are limited in number", () => {
    const unanswered = InFlightSends.make()
    assert.strictEqual(unanswered.earlier("x", 0), 0)
    for (let n = 0; n <= inFlightSendsMax; n++) unanswered.begin(String(n), 1_000)
    assert.isAtMost(unanswered.size(), inFlightSendsMax)
    // Above the limit, every reference counts as one that may have been sent.
    assert.strictEqual(unanswered.earlier("x", lateSendMsMax), 1_000)
    for (let n = 0; n < 10; n++) unanswered.begin(`later ${n}`, 1_000 + lateSendMsMax)
    assert.strictEqual(unanswered.size(), 10)
    assert.isUndefined(unanswered.earlier("x", 1_000 + lateSendMsMax))
  })

  it("count for every reference at first, and use no memory after their response", () => {
    const unanswered = InFlightSends.make()
    for (let n = 0; n < 10; n++) {
      const before = unanswered.earlier(String(n), 1_000 + n)
      assert.strictEqual(before, 1_000)
      unanswered.begin(String(n), 1_000 + n)
      unanswered.end(String(n), before)
    }
    assert.strictEqual(unanswered.size(), 0)
    assert.strictEqual(unanswered.earlier("0", 999 + lateSendMsMax), 1_000)
    assert.isUndefined(unanswered.earlier("0", 1_000 + lateSendMsMax))
  })

  it("count as long as the last of them can arrive, even if a later one has a response", () => {
    const unanswered = InFlightSends.make()
    unanswered.earlier("x", 0)
    unanswered.begin("x", 2_000)
    const before = unanswered.earlier("x", 3_000)
    unanswered.begin("x", 3_000)
    unanswered.end("x", before)
    assert.strictEqual(unanswered.earlier("x", 1_999 + lateSendMsMax), 2_000)
    assert.isUndefined(unanswered.earlier("x", 2_000 + lateSendMsMax))
  })
})

describe("An amount in a request", () => {
  it("is written in a form that is read back, with any number of trailing zeros", () => {
    fc.assert(
      fc.property(fc.nat(1e12), fc.constantFrom(0, 2), fc.nat(4), (minor, decimals, zeros) => {
        const text = Amounts.text(minor, decimals)
        assert.match(text, /^(0|[1-9]\d*)(\.\d{2})?$/)
        assert.strictEqual(Amounts.parse(text, decimals), minor)
        const padded = `${text.includes(".") ? text : `${text}.`}${"0".repeat(zeros + 1)}`
        assert.strictEqual(Amounts.parse(padded, decimals), minor)
        assert.notStrictEqual(Amounts.parse(Amounts.text(minor + 1, decimals), decimals), minor)
      })
    )
  })

  it("that does not fit the currency counts as another amount", () => {
    assert.isUndefined(Amounts.parse("5.5", 0))
    assert.strictEqual(Amounts.parse("5.50", 2), 550)
    assert.strictEqual(Amounts.parse("5.5", 2), 550)
    assert.isUndefined(Amounts.parse("5.555", 2))
    for (const text of ["", ".", "5.", ".5", "-5", "+5", "5e3", " 5", "5,5", "0x5", "NaN"]) {
      assert.isUndefined(Amounts.parse(text, 2), text)
    }
    assert.strictEqual(Amounts.floor("5.999", 2), 599)
    assert.strictEqual(Amounts.floor("5.999", 0), 5)
    assert.strictEqual(Amounts.floor("5", 2), 500)
    assert.isUndefined(Amounts.floor("much", 2))
  })
})
