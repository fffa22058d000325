/** The rate feed over real sockets, with a test clock. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import type { Currency } from "../../src/domain/Network.ts"
import * as Rates from "../../src/engine/ports/Rates.ts"
import * as UndiciHttpClient from "../../src/outbound/UndiciHttpClient.ts"
import * as FeedRates from "../../src/rates/FeedRates.ts"
import { silent } from "../http/suite.ts"

const now = 1_800_000_000_000
const maxAgeMs = 15 * 60_000

const usual: Readonly<Record<string, unknown>> = {
  ...{ UGX: 3700, KES: 129.5, NGN: 1500, GHS: 12.25, TZS: 2500 }
}

/** The next responses of a feed. `text` is sent unchanged. */
interface Source {
  rates: Readonly<Record<string, unknown>>
  /** Unix time in seconds. */
  timestamp: number
  status: number
  text: string | undefined
  asked: number
}

const source = Effect.acquireRelease(
  Effect.promise(async () => {
    const state: Source = {
      ...{ rates: usual, timestamp: now / 1000, status: 200, text: undefined, asked: 0 }
    }
    const server = createServer((_, response) => {
      const { rates, status, text, timestamp } = state
      response.writeHead(status)
      response.end(text ?? JSON.stringify({ timestamp, base: "USD", rates }))
      state.asked++
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    const stop = () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    }
    return { state, url: `http://127.0.0.1:${port}/latest.json?app_id=0123456789`, stop }
  }),
  ({ stop }) => Effect.promise(stop)
)

/** Milliseconds of real time, far more than a poll takes on a busy machine. */
const pollWaitMsMax = 5_000

/** A poll uses real sockets, so it needs turns of the event loop and no test time. */
const until = (holds: Effect.Effect<boolean>) =>
  Effect.gen(function* () {
    const start = performance.now()
    while (!(yield* holds)) {
      assert.isBelow(performance.now() - start, pollWaitMsMax, "The poll was not taken.")
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    }
  })

const begin = Effect.fnUntraced(function* (isChecked = true) {
  yield* TestClock.setTime(now)
  const first = yield* source
  const second = yield* source
  const layer = FeedRates.layer({
    ...{ url: first.url, checkUrl: isChecked ? second.url : undefined, maxAgeMs }
  }).pipe(Layer.provide(UndiciHttpClient.layer([first.url, second.url])))
  const context = yield* Layer.build(layer)
  const { middle } = yield* Rates.Rates.pipe(Effect.provideContext(context))
  const rate = (currency: Currency) => Effect.map(middle(currency), (found) => found.rate)
  const detail = (currency: Currency) =>
    Effect.map(Effect.flip(middle(currency)), (error) => error.detail ?? "")
  yield* middle("UGX").pipe(Effect.result)

  /** Runs the next poll with these rates, and waits until they are in use. */
  let polls = 0
  const poll = Effect.fnUntraced(function* (
    rates: Readonly<Record<string, unknown>>,
    check: Readonly<Record<string, unknown>> = rates
  ) {
    yield* TestClock.adjust(0)
    polls += 1
    // The last currency identifies the poll.
    const tick = 2500 + polls / 100
    const timestamp = (now + polls * Limits.rates.pollMs) / 1000
    Object.assign(first.state, { rates: { ...usual, ...rates, TZS: tick }, timestamp })
    Object.assign(second.state, { rates: { ...usual, ...check, TZS: tick }, timestamp })
    yield* TestClock.adjust(Limits.rates.pollMs)
    yield* until(
      Effect.map(Effect.result(rate("TZS")), (found) =>
        Result.isSuccess(found) ? found.success === Math.round(tick * 1_000_000) : false
      )
    )
  })
  return { first: first.state, second: second.state, middle, rate, detail, poll }
})

const test = (name: string, body: Effect.Effect<void, unknown, never>) =>
  it.effect(name, () => body.pipe(Effect.provide(silent)))

describe("The rate feed", () => {
  test(
    "has the middle rate with its time, and the next rate after the next poll",
    Effect.gen(function* () {
      const { middle, poll, rate } = yield* begin()
      assert.deepStrictEqual(yield* middle("KES"), { rate: 129_500_000, at: now })
      assert.deepStrictEqual(yield* middle("GHS"), { rate: 12_250_000, at: now })
      yield* poll({ UGX: 3750.25 })
      assert.strictEqual(yield* rate("UGX"), 3_750_250_000)
      assert.strictEqual((yield* middle("UGX")).at, now + Limits.rates.pollMs)
    }).pipe(Effect.scoped)
  )

  test(
    "has no rate if the source's rate is missing, zero, negative, not a number or absurd",
    Effect.gen(function* () {
      const { detail, poll, rate } = yield* begin()
      yield* poll({ UGX: undefined, KES: 0, NGN: -1500, GHS: "12.25" })
      assert.strictEqual(yield* detail("UGX"), "it is missing")
      assert.strictEqual(yield* detail("KES"), "it is not above zero")
      assert.strictEqual(yield* detail("NGN"), "it is not above zero")
      assert.strictEqual(yield* detail("GHS"), "it is no number")
      yield* poll({ UGX: 37, KES: 129.5, NGN: 1e300, GHS: 1e-12 })
      assert.include(yield* detail("UGX"), "out of all bounds")
      assert.strictEqual(yield* rate("KES"), 129_500_000)
      assert.include(yield* detail("NGN"), "too many digits")
      assert.include(yield* detail("GHS"), "too small")
    }).pipe(Effect.scoped)
  )

  test(
    "accepts a jump only if the second source confirms it",
    Effect.gen(function* () {
      const { detail, poll, rate } = yield* begin()
      yield* poll({ NGN: 1660, KES: 145 }, { NGN: 1658, KES: 143 })
      assert.strictEqual(yield* rate("NGN"), 1_660_000_000)
      assert.include(yield* detail("KES"), "jumped from 129.5")
      yield* poll({ NGN: 1661, KES: 130 })
      assert.strictEqual(yield* rate("KES"), 130_000_000)
      const alone = yield* begin(false)
      yield* alone.poll({ NGN: 1649 })
      assert.strictEqual(yield* alone.rate("NGN"), 1_649_000_000)
      yield* alone.poll({ NGN: 1815 })
      assert.include(yield* alone.detail("NGN"), "unconfirmed by a second source")
    }).pipe(Effect.scoped)
  )

  test(
    "refuses a rate far from that of the second source, for that currency only",
    Effect.gen(function* () {
      const { detail, poll, rate } = yield* begin()
      yield* poll({ GHS: 12.5, UGX: 3750 }, { GHS: 12.25, UGX: 3700 })
      assert.include(yield* detail("GHS"), "too far from the second source's 12.25")
      assert.strictEqual(yield* rate("UGX"), 3_750_000_000)
      // A missing or unreadable rate of the second source does not count.
      yield* poll({ GHS: 12.5 }, { GHS: null })
      assert.strictEqual(yield* rate("GHS"), 12_500_000)
    }).pipe(Effect.scoped)
  )
})

describe("A failing rate feed", () => {
  test(
    "keeps the last rate only while it is fresh",
    Effect.gen(function* () {
      const { detail, first, poll, rate, second } = yield* begin()
      yield* poll({ UGX: 3710 })
      Object.assign(first, { status: 503, text: "no" })
      Object.assign(second, { text: "<html>" })
      const asked = first.asked
      yield* TestClock.adjust(Limits.rates.pollMs)
      yield* until(Effect.sync(() => first.asked > asked))
      assert.strictEqual(yield* rate("UGX"), 3_710_000_000)
      yield* TestClock.adjust(maxAgeMs - Limits.rates.pollMs)
      assert.strictEqual(yield* rate("UGX"), 3_710_000_000)
      yield* TestClock.adjust(1)
      assert.match(yield* detail("UGX"), /the newest rate is 900 s old/)
    }).pipe(Effect.scoped)
  )

  test(
    "accepts rates up to futureMsMax ahead of the clock",
    Effect.gen(function* () {
      const { first, poll, rate, second } = yield* begin()
      yield* poll({ UGX: 3710 })
      const offer = Effect.fnUntraced(function* (polls: number, UGX: number, aheadMs: number) {
        const timestamp = (now + polls * Limits.rates.pollMs + aheadMs) / 1000
        Object.assign(first, { rates: { ...usual, UGX }, timestamp })
        Object.assign(second, { rates: { ...usual, UGX } })
        const asked = first.asked
        yield* TestClock.adjust(Limits.rates.pollMs)
        yield* until(Effect.sync(() => first.asked > asked))
      })
      yield* offer(2, 3720, Limits.rates.futureMsMax + 1_000)
      yield* offer(3, 3730, Limits.rates.futureMsMax)
      const seen = new Set<number>()
      yield* until(
        Effect.map(Effect.orDie(rate("UGX")), (found) => {
          seen.add(found)
          return found === 3_730_000_000
        })
      )
      assert.deepStrictEqual([...seen], [3_710_000_000, 3_730_000_000])
    }).pipe(Effect.scoped)
  )

  test(
    "refuses rates of the future and rates older than the current ones",
    Effect.gen(function* () {
      const { first, poll, rate } = yield* begin()
      yield* poll({ UGX: 3710 })
      // A poll begins after the previous one was handled, so the third request proves two of them.
      const [future, old] = [now / 1000 + 86_400, now / 1000 - 60]
      for (const timestamp of [future, old, old]) {
        Object.assign(first, { rates: { ...usual, UGX: 3999 }, timestamp })
        const asked = first.asked
        yield* TestClock.adjust(Limits.rates.pollMs)
        yield* until(Effect.sync(() => first.asked > asked))
      }
      assert.strictEqual(yield* rate("UGX"), 3_710_000_000)
    }).pipe(Effect.scoped)
  )
})

describe("The rate feed at the start of the service", () => {
  test(
    "is refused with old rates, and no error has the feed's key",
    Effect.gen(function* () {
      yield* TestClock.setTime(now + 2 * maxAgeMs)
      const { state, url } = yield* source
      const layer = FeedRates.layer({ url, checkUrl: undefined, maxAgeMs }).pipe(
        Layer.provide(UndiciHttpClient.layer([url]))
      )
      const error = yield* Effect.flatMap(Rates.Rates, ({ middle }) =>
        Effect.flip(middle("UGX"))
      ).pipe(Effect.provide(layer))
      assert.strictEqual(error.message, "There is no rate for UGX at the moment.")
      assert.strictEqual(error.detail, "no feed had one yet")
      assert.strictEqual(state.asked, 1)
    }).pipe(Effect.scoped)
  )
})
