/** Balances of the accounts at providers, as a report shows them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
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

  it.effect("of an unused currency are omitted, and the sandbox has none", () =>
    Effect.gen(function* () {
      const { wallets } = yield* setUp("MTN_UG=mtn,sandbox", "sandbox")
      const [first, ...more] = yield* wallets
      assert.deepStrictEqual(more, [])
      assert.deepStrictEqual([first?.provider, first?.balances?.size], ["mtn", 0])
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
