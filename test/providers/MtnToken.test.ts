/** The period in which an MTN access token is used, to the millisecond. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import * as MtnToken from "../../src/providers/mtn/MtnToken.ts"

const { tokenMarginMs, tokenMsMax } = Limits.providers

/** Numbered tokens with a lifetime. A fetch takes `fetchMs`. */
const make = (lifeSeconds: number, fetchMs = 0) => {
  let fetched = 0
  const token = MtnToken.make(
    Effect.andThen(
      Effect.sleep(fetchMs),
      Effect.sync(() => {
        fetched += 1
        const body = { access_token: `token ${fetched}`, expires_in: lifeSeconds }
        return { _tag: "Response", status: 200, body, retryAfterMs: undefined } as never
      })
    )
  )
  const value = (given: MtnToken.Token): string =>
    given._tag === "Token" ? Redacted.value(given.value) : given._tag
  return { token, value, next: Effect.map(token(undefined), value), fetched: () => fetched }
}

describe("An MTN access token", () => {
  it.effect("serves one transfer per minute until a minute before it expires", () =>
    Effect.gen(function* () {
      const { fetched, next } = make(3_600)
      for (let minute = 0; minute < 59; minute++) {
        assert.strictEqual(yield* next, "token 1", `minute ${minute}`)
        yield* TestClock.adjust("1 minute")
      }
      assert.strictEqual(yield* next, "token 2")
      assert.strictEqual(fetched(), 2)
    })
  )

  const lives = [
    { name: "an hour", seconds: 3_600, usedMs: 3_600_000 - tokenMarginMs },
    { name: "twice the margin", seconds: 120, usedMs: 60_000 },
    { name: "less than the margin, for half of it", seconds: 40, usedMs: 20_000 },
    { name: "more than a day, for a day", seconds: 10 ** 9, usedMs: tokenMsMax - tokenMarginMs }
  ]
  for (const { name, seconds, usedMs } of lives) {
    it.effect(
      `is used until the last millisecond before its renewal, with a lifetime of ${name}`,
      () =>
        Effect.gen(function* () {
          const { next } = make(seconds)
          assert.strictEqual(yield* next, "token 1")
          yield* TestClock.adjust(usedMs - 1)
          assert.strictEqual(yield* next, "token 1", "one before")
          yield* TestClock.adjust(1)
          assert.strictEqual(yield* next, "token 2", "equal")
          yield* TestClock.adjust(1)
          assert.strictEqual(yield* next, "token 2", "one after")
        })
    )
  }
})

describe("An MTN access token during its renewal", () => {
  it.effect("is fetched once for all waiting requests", () =>
    Effect.gen(function* () {
      const { fetched, next } = make(3_600, 1_000)
      const all = yield* Effect.forkChild(
        Effect.all([next, next, next], { concurrency: "unbounded" })
      )
      yield* TestClock.adjust(1_000)
      assert.deepStrictEqual(yield* Fiber.join(all), ["token 1", "token 1", "token 1"])
      assert.strictEqual(fetched(), 1)
    })
  )

  it.effect("is fetched once if it was refused for several transfers", () =>
    Effect.gen(function* () {
      const { fetched, token, value } = make(3_600, 1_000)
      const begun = yield* Effect.forkChild(token(undefined))
      yield* TestClock.adjust(1_000)
      const refused = yield* Fiber.join(begun)
      assert.strictEqual(refused._tag, "Token")
      const stale = refused._tag === "Token" ? refused : undefined
      const all = yield* Effect.forkChild(
        Effect.all([token(stale), token(stale)], { concurrency: "unbounded" })
      )
      yield* TestClock.adjust(2_000)
      assert.deepStrictEqual((yield* Fiber.join(all)).map(value), ["token 2", "token 2"])
      assert.strictEqual(fetched(), 2)
    })
  )
})
