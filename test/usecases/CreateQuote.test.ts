/** Creation of quotes: prices, limits, and several quotes of one request. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Unavailable } from "../../src/engine/ports/Unavailable.ts"
import * as CreateQuote from "../../src/usecases/CreateQuote.ts"
import { policy } from "../support/engineHarness.ts"
import * as UseCases from "../support/useCases.ts"

const accountId = "acct_1"
const source = (micro: number) => ({ _tag: "Source", micro }) as const
const target = (minor: number) => ({ _tag: "Target", minor }) as const
const item = (amount: CreateQuote.Item["amount"]): CreateQuote.Item => ({ currency: "UGX", amount })

type Rates = CreateQuote.Dependencies["rates"]

const begin = Effect.fnUntraced(function* (rates?: Partial<Rates>) {
  const stage = yield* UseCases.begin()
  const found = yield* stage.inPartition(CreateQuote.dependencies)
  const deps = { ...found, rates: { ...found.rates, ...rates } }
  const quote = Effect.fnUntraced(function* (amount: CreateQuote.Item["amount"]) {
    const request = yield* UseCases.asks()
    return yield* UseCases.done(CreateQuote.run(deps, request, { accountId, ...item(amount) }))
  })
  const quoteAll = Effect.fnUntraced(function* (items: ReadonlyArray<CreateQuote.Item>) {
    const request = yield* UseCases.asks()
    return yield* UseCases.done(CreateQuote.runBulk(deps, request, { accountId, items }))
  })
  return { ...stage, quote, quoteAll }
})

describe("A quote", () => {
  it.effect("has the middle rate less the spread, and expires after its TTL", () =>
    Effect.gen(function* () {
      const { engine, quote } = yield* begin()
      const made = yield* quote(source(25_000_000))
      assert.deepStrictEqual<unknown>(made, {
        ...{ id: made.id, accountId, currency: "UGX", sourceAmount: 25_000_000 },
        ...{ targetAmount: 91_575, rate: 3_663_000_000, spread: 0.01 },
        ...{ createdAt: 0, expiresAt: policy.quoteTtlMs, payoutId: null, lock: "none" }
      })
      assert.deepStrictEqual(yield* engine.quote(made.id), made)
    })
  )

  it.effect("for a target amount costs the least USDC that buys it", () =>
    Effect.gen(function* () {
      const { quote } = yield* begin()
      const { sourceAmount, targetAmount } = yield* quote(target(100_000))
      assert.strictEqual(targetAmount, 100_000)
      assert.strictEqual((yield* quote(source(sourceAmount))).targetAmount, 100_000)
      assert.strictEqual((yield* quote(source(sourceAmount - 1))).targetAmount, 99_999)
    })
  )

  it.effect("is refused outside the service's limits, and nothing is written", () =>
    Effect.gen(function* () {
      const { quote, tags } = yield* begin()
      const { amountMax: max, amountMin: min } = policy
      for (const micro of [min - 1, max + 1]) {
        const refused = yield* Effect.flip(quote(source(micro)))
        assert.deepStrictEqual<unknown>(refused, { _tag: "AmountOutOfRange", min, max })
      }
      assert.deepStrictEqual(tags(), [])
      yield* quote(source(min))
      yield* quote(source(max))
      assert.deepStrictEqual(tags(), ["QuoteCreated", "QuoteCreated"])
    })
  )

  it.effect("is refused without a reliable rate", () =>
    Effect.gen(function* () {
      const middle = () => Effect.fail(new Unavailable({ message: "The rate is too old." }))
      const { quote, quoteAll, tags } = yield* begin({ middle })
      const amount = source(25_000_000)
      assert.strictEqual((yield* Effect.flip(quote(amount)))._tag, "Unavailable")
      assert.strictEqual((yield* Effect.flip(quoteAll([item(amount)])))._tag, "Unavailable")
      assert.deepStrictEqual(tags(), [])
    })
  )
})

describe("Several quotes of one request", () => {
  const good = item(source(25_000_000))

  it.effect("are one log entry, in the order of the request's items", () =>
    Effect.gen(function* () {
      const { log, quoteAll } = yield* begin()
      const made = yield* quoteAll([good, item(source(5_000_000)), item(target(37))])
      assert.deepStrictEqual(
        made.map(({ sourceAmount }) => sourceAmount),
        [25_000_000, 5_000_000, 10_102]
      )
      assert.strictEqual(new Set(made.map(({ id }) => id)).size, 3)
      assert.lengthOf(log.entries().at(-1)?.events ?? [], 3)
    })
  )

  it.effect("are all refused if one is invalid, and each problem names its item", () =>
    Effect.gen(function* () {
      const { quoteAll, tags } = yield* begin()
      const items = [good, item(source(policy.amountMin - 1)), good, item(target(0))]
      const { amountMax: max, amountMin: min } = policy
      const rejection = { _tag: "AmountOutOfRange", min, max }
      assert.deepStrictEqual<unknown>(yield* Effect.flip(quoteAll(items)), {
        _tag: "ItemsRejected",
        problems: [2, 4].map((row) => ({ row, rejection }))
      })
      assert.deepStrictEqual(tags(), [])
    })
  )

  it.effect("of the same currency share one rate, which is fetched once", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const middle: Rates["middle"] = (currency) => {
        asked.push(currency)
        return Effect.succeed({ rate: 3_700_000_000 + asked.length, at: 0 })
      }
      const { quoteAll } = yield* begin({ middle })
      const made = yield* quoteAll([good, { ...good, currency: "KES" }, good])
      assert.deepStrictEqual(asked, ["UGX", "KES"])
      assert.strictEqual(made[0]?.rate, made[2]?.rate)
    })
  )
})
