/** Balances of the accounts at providers, as a report shows them. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import * as Limits from "../../src/config/Limits.ts"
import * as Network from "../../src/domain/Network.ts"
import * as Setting from "./setting.ts"

const setUp = Effect.fnUntraced(function* (routes: string, target?: string) {
  const servers = yield* Setting.simulators(target === undefined ? {} : { mtn: { target } })
  const begun = yield* Setting.begin(servers, Setting.optionsFor(servers, routes))
  return { ...servers, ...begun, wallets: begun.finish(begun.provider.wallets) }
})

describe("Wallets at providers", () => {
  it.effect("are reported in minor units for every provider in the routes", () =>
    Effect.gen(function* () {
      const { mtn, pawapay, wallets } = yield* setUp("MTN_UG=mtn;*=pawapay")
      mtn.toggles.balance = 1_234_567
      const hundredths = { UGA: 100_050, KEN: 250_075, GHA: 1, TZA: 0, NGA: 90 }
      for (const [country, amount] of Object.entries(hundredths)) {
        pawapay.wallets.set(country, amount)
      }
      const shown = (yield* wallets).map(({ balances, provider }) => [
        provider,
        Object.fromEntries(balances ?? [])
      ])
      assert.deepStrictEqual(shown, [
        ["mtn", { UGX: 1_234_567n }],
        // Shillings have no minor units here, so a fraction of one is dropped.
        ["pawapay", { UGX: 1_000n, KES: 2_500n, GHS: 1n, TZS: 0n, NGN: 90n }]
      ])
    })
  )

  it.effect("of an unused currency are omitted, and the sandbox's are simulated", () =>
    Effect.gen(function* () {
      const { wallets } = yield* setUp("MTN_UG=mtn,sandbox", "sandbox")
      const sizes = (yield* wallets).map(({ balances, provider }) => [provider, balances?.size])
      assert.deepStrictEqual(sizes, [
        ["sandbox", Network.currencies.length],
        ["mtn", 0]
      ])
    })
  )

  it.effect("of one provider that does not respond in time do not hide the others'", () =>
    Effect.gen(function* () {
      const { mtn, wallets } = yield* setUp("MTN_UG=mtn;*=pawapay")
      // Neither the token nor the balance gets a response.
      mtn.server.script = () => Setting.fault("never", "hang")
      const before = yield* Clock.currentTimeMillis
      const shown = (yield* wallets).map(({ balances, provider }) => [provider, balances?.size])
      assert.deepStrictEqual(shown, [
        ["mtn", undefined],
        ["pawapay", Network.currencies.length]
      ])
      const took = (yield* Clock.currentTimeMillis) - before
      assert.isAtMost(took, Limits.float.walletsMsMax)
    })
  )

  it.effect("that are not reported do not count as empty", () =>
    Effect.gen(function* () {
      const { mtn, pawapay, wallets } = yield* setUp("MTN_UG=mtn;*=pawapay")
      for (const answer of ["500", "malformed", "other", "cut"] as const) {
        for (const { server } of [mtn, pawapay]) {
          server.script = () => Setting.fault("never", answer)
        }
        for (const { balances } of yield* wallets) assert.isUndefined(balances, answer)
      }
    })
  )
})
