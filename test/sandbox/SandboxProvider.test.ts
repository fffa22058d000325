/** The simulated float: it falls by what is paid, and is topped up before it is empty. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import type { Payout } from "../../src/domain/payout/Payout.ts"
import * as Provider from "../../src/engine/ports/Provider.ts"
import * as SandboxProvider from "../../src/sandbox/SandboxProvider.ts"
import { historyTo, replay } from "../support/fixtures.ts"

const { sandboxMinor, sandboxMinorMin } = Limits.float

const confirmed = replay(historyTo.PAYOUT_CONFIRMED)

const begin = Effect.map(Layer.build(SandboxProvider.layer({ timeScale: 1 })), (context) => {
  const { check, routeOf, wallets } = Context.get(context, Provider.Provider)
  const pay = (facts: Partial<Payout>) => {
    const payout = { ...confirmed, ...facts }
    return payout.transfer === null ? Effect.die("no transfer") : check(payout, payout.transfer)
  }
  const balance = Effect.map(wallets, ([own]) => own?.balances?.get("UGX"))
  return { balance, pay, routeOf }
})

describe("The float of the sandbox", () => {
  it.effect("falls by each payout when the payout is paid, in its currency alone", () =>
    Effect.gen(function* () {
      const { balance, pay, routeOf } = yield* begin
      assert.deepStrictEqual(routeOf("MTN_UG"), ["sandbox"])
      yield* TestClock.setTime(confirmed.createdAt)
      assert.strictEqual((yield* pay({ targetAmount: 500 }))._tag, "Accepted")
      assert.strictEqual(yield* balance, BigInt(sandboxMinor))
      yield* TestClock.adjust("1 hour")
      assert.strictEqual((yield* pay({ targetAmount: 500 }))._tag, "Delivered")
      assert.strictEqual(yield* balance, BigInt(sandboxMinor - 500))
      yield* pay({ targetAmount: 700, currency: "KES" })
      assert.strictEqual(yield* balance, BigInt(sandboxMinor - 500))
    })
  )

  it.effect("is topped up before it is empty", () =>
    Effect.gen(function* () {
      const { balance, pay } = yield* begin
      yield* TestClock.setTime(confirmed.updatedAt + 60 * 60_000)
      const first = yield* pay({ targetAmount: sandboxMinor - sandboxMinorMin })
      assert.strictEqual(first._tag, "Delivered")
      assert.strictEqual(yield* balance, BigInt(sandboxMinorMin))
      yield* pay({ targetAmount: 1 })
      assert.strictEqual(yield* balance, BigInt(sandboxMinor))
    })
  )
})
