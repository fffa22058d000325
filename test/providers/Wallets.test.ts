/** What our accounts at providers have, as a report shows it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Setting from "./setting.ts"

const setUp = Effect.fnUntraced(function* (routes: string, target?: string) {
  const servers = yield* Setting.simulators(target === undefined ? {} : { mtn: { target } })
  const begun = yield* Setting.begin(servers, Setting.optionsFor(servers, routes))
  return { ...servers, ...begun, wallets: begun.finish(begun.provider.wallets) }
})

describe("Wallets", () => {
  it.effect("are reported in minor units, of every provider in the routes", () =>
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
        // Shillings have no parts here: what is less than one is none.
        ["pawapay", { UGX: 1_000n, KES: 2_500n, GHS: 1n, TZS: 0n, NGN: 90n }]
      ])
    })
  )

  it.effect("of an unused currency are left out, and the sandbox has none", () =>
    Effect.gen(function* () {
      const { wallets } = yield* setUp("MTN_UG=mtn,sandbox", "sandbox")
      const [first, ...more] = yield* wallets
      assert.deepStrictEqual(more, [])
      assert.deepStrictEqual([first?.provider, first?.balances?.size], ["mtn", 0])
    })
  )

  it.effect("that are not reported are not taken for empty ones", () =>
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
