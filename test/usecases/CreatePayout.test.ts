/** Creation of payouts: the right to a quote, the recipient and the refund address. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as Network from "../../src/domain/Network.ts"
import type * as Policy from "../../src/engine/ports/Policy.ts"
import type * as Screening from "../../src/engine/ports/Screening.ts"
import * as Beneficiaries from "../../src/usecases/Beneficiaries.ts"
import * as CreatePayout from "../../src/usecases/CreatePayout.ts"
import * as CreateQuote from "../../src/usecases/CreateQuote.ts"
import type * as EngineHarness from "../support/engineHarness.ts"
import * as UseCases from "../support/useCases.ts"

const accountId = "acct_1"
const phone = "+256770000001"
const address = "0x52908400098527886E0F7030069857D2E4169EE7"
const network = Network.bySlug("MTN_UG")
const saved = { name: "Amina", phone, network: "MTN_UG", nickname: null } as const
const nobody = { phone: undefined, name: undefined, network: undefined }

/** Payouts of one account, each with a quote of 25 USDC unless the test names another. */
const begin = Effect.fnUntraced(function* (
  script: Partial<EngineHarness.Script> = {},
  rules: Partial<Policy.Rules> = {}
) {
  const stage = yield* UseCases.begin(script, rules)
  const { engine, inPartition, partition } = stage
  const quotes = yield* inPartition(CreateQuote.dependencies)
  const payouts = yield* inPartition(CreatePayout.dependencies)
  const quote = Effect.fnUntraced(function* (micro = 25_000_000) {
    const amount = { _tag: "Source", micro } as const
    const wanted = { accountId, currency: "UGX", amount } as const
    return yield* UseCases.done(CreateQuote.run(quotes, yield* UseCases.asks(), wanted))
  })
  const pay = Effect.fnUntraced(function* (
    quoteId: string,
    more: Partial<CreatePayout.Input> = {}
  ) {
    const input: CreatePayout.Input = {
      ...{ accountId, quoteId, idempotencyKey: null, beneficiaryId: null, reference: null },
      ...{ metadata: {}, refundAddress: null, recipient: { phone, name: "Amina", network } },
      funding: "deposit",
      ...more
    }
    return yield* UseCases.done(CreatePayout.run(payouts, yield* UseCases.asks(), input))
  })
  const save = Effect.fnUntraced(function* (owner = accountId) {
    const asked = yield* UseCases.asks()
    const details = { ...saved, accountId: owner }
    return yield* UseCases.done(Beneficiaries.save(partition, asked, details))
  })
  const lockOf = (id: string) => Effect.map(engine.quote(id), (found) => found?.lock)
  return { ...stage, lockOf, pay, quote, save }
})

describe("A payout", () => {
  it.effect("has the amounts of its quote, and locks the quote", () =>
    Effect.gen(function* () {
      const { engine, pay, quote } = yield* begin()
      const { id, rate, sourceAmount, targetAmount } = yield* quote()
      const { payout, warnings } = yield* pay(id)
      assert.deepInclude(payout, {
        ...{ accountId, quoteId: id, status: "AWAITING_FUNDS", phone, name: "Amina" },
        ...{ network: "MTN_UG", rate, sourceAmount, targetAmount }
      })
      assert.deepStrictEqual(yield* engine.payout(payout.id), payout)
      assert.deepInclude(yield* engine.quote(id), { lock: "held", payoutId: payout.id })
      assert.deepStrictEqual(warnings, [])
    })
  )

  it.effect("is refused with a used quote and with an expired one", () =>
    Effect.gen(function* () {
      const { pay, quote } = yield* begin()
      const [used, late] = [yield* quote(), yield* quote()]
      yield* pay(used.id)
      const again = yield* Effect.flip(pay(used.id))
      assert.deepStrictEqual<unknown>(again, { _tag: "QuoteAlreadyUsed", quoteId: used.id })
      yield* TestClock.adjust("5 minutes")
      const expired = { _tag: "QuoteExpired", quoteId: late.id, expiredAt: late.expiresAt }
      assert.deepStrictEqual<unknown>(yield* Effect.flip(pay(late.id)), expired)
    })
  )

  it.effect("is refused with another account's quote, which stays unused", () =>
    Effect.gen(function* () {
      const { lockOf, pay, quote } = yield* begin()
      const { id } = yield* quote()
      const stolen = yield* Effect.flip(pay(id, { accountId: "acct_2" }))
      assert.deepStrictEqual<unknown>(stolen, { _tag: "QuoteNotFound", quoteId: id })
      assert.strictEqual(yield* lockOf(id), "none")
    })
  )

  it.effect("is created by only one of 20 concurrent requests with the same quote", () =>
    Effect.gen(function* () {
      const { log, pay, quote, tags } = yield* begin()
      const { id } = yield* quote()
      // The log writes nothing until all requests wait for the quote.
      log.hold()
      const attempts = Array.from({ length: 20 }, () =>
        Effect.match(pay(id), { onFailure: ({ _tag }) => _tag, onSuccess: () => "created" })
      )
      const paying = yield* Effect.forkChild(Effect.all(attempts, { concurrency: "unbounded" }))
      yield* TestClock.adjust("1 second")
      log.release()
      yield* TestClock.adjust("1 second")
      const outcomes = (yield* Fiber.join(paying)).toSorted()
      assert.deepStrictEqual(outcomes, [...Array(19).fill("QuoteAlreadyUsed"), "created"])
      assert.lengthOf(
        tags().filter((tag) => tag === "PayoutCreated"),
        1
      )
    })
  )
})

describe("A beneficiary of a new payout", () => {
  it.effect("provides the recipient fields that the request does not name", () =>
    Effect.gen(function* () {
      const { pay, quote, save } = yield* begin()
      const { id: beneficiaryId } = yield* save()
      const { payout } = yield* pay((yield* quote()).id, { beneficiaryId, recipient: nobody })
      assert.deepInclude(payout, { beneficiaryId, phone, name: "Amina", network: "MTN_UG" })
      const recipient = { ...nobody, phone: "+256770000009", name: "Brian" }
      const other = yield* pay((yield* quote()).id, { beneficiaryId, recipient })
      assert.deepInclude(other.payout, { phone: "+256770000009", name: "Brian", network: "MTN_UG" })
    })
  )

  it.effect("that belongs to another account does not exist, and the quote stays unused", () =>
    Effect.gen(function* () {
      const { lockOf, pay, quote, save } = yield* begin()
      const { id } = yield* quote()
      const { id: beneficiaryId } = yield* save("acct_2")
      const refused = yield* Effect.flip(pay(id, { beneficiaryId, recipient: nobody }))
      assert.deepStrictEqual<unknown>(refused, { _tag: "BeneficiaryNotFound", id: beneficiaryId })
      assert.strictEqual(yield* lockOf(id), "none")
    })
  )
})

describe("A refund address of a new payout", () => {
  const verdicts: ReadonlyArray<readonly [Screening.Verdict, object]> = [
    [
      { _tag: "Flagged", reason: "listed" },
      { _tag: "RefundAddressRefused", reason: "not_allowed" }
    ],
    [{ _tag: "Inconclusive", reason: "no list" }, { _tag: "Unavailable" }]
  ]
  for (const [verdict, refusal] of verdicts) {
    it.effect(`is refused with an unused quote if its screening is ${verdict._tag}`, () =>
      Effect.gen(function* () {
        const screened: Array<string> = []
        const { lockOf, pay, quote } = yield* begin({
          address: (given, role) => {
            screened.push(`${role} ${given}`)
            return Effect.succeed(verdict)
          }
        })
        const { id } = yield* quote()
        assert.deepInclude(yield* Effect.flip(pay(id, { refundAddress: address })), refusal)
        assert.deepStrictEqual(screened, [`refund address ${address}`])
        assert.strictEqual(yield* lockOf(id), "none")
        // Without a refund address there is no screening at creation.
        yield* pay(id)
        assert.lengthOf(screened, 1)
      })
    )
  }

  it.effect("is refused if it is a deposit address of the service", () =>
    Effect.gen(function* () {
      const { pay, quote } = yield* begin()
      const { payout } = yield* pay((yield* quote()).id)
      const { id } = yield* quote()
      const refused = yield* Effect.flip(pay(id, { refundAddress: payout.depositAddress }))
      assert.deepStrictEqual<unknown>(refused, { _tag: "RefundAddressRefused", reason: "own" })
    })
  )

  it.effect("is kept with the payout if screening clears it", () =>
    Effect.gen(function* () {
      const { pay, quote } = yield* begin()
      const { payout } = yield* pay((yield* quote()).id, { refundAddress: address })
      assert.strictEqual(payout.refundAddress, address)
    })
  )
})

describe("An amount outside the network's limits", () => {
  const tooMuch = 2_000_000_000

  it.effect("causes a warning if the limits are not enforced", () =>
    Effect.gen(function* () {
      const { pay, quote } = yield* begin()
      const { warnings } = yield* pay((yield* quote(tooMuch)).id)
      assert.deepStrictEqual(
        warnings.map(({ code, field }) => `${field} ${code}`),
        ["source_amount_usdc amount_out_of_range"]
      )
    })
  )

  it.effect("causes a refusal if the limits are enforced, and the quote stays unused", () =>
    Effect.gen(function* () {
      const { lockOf, pay, quote } = yield* begin({}, { networkLimits: true })
      const { id } = yield* quote(tooMuch)
      const refused = yield* Effect.flip(pay(id))
      assert.strictEqual(refused._tag, "InvalidFields")
      assert.strictEqual(yield* lockOf(id), "none")
    })
  )
})
