import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as ProviderRoutes from "../../src/config/ProviderRoutes.ts"
import type { ProviderHealth } from "../../src/providers/Adapter.ts"
import * as NetworkRoutes from "../../src/providers/NetworkRoutes.ts"

const some = fc.subarray([...ProviderRoutes.providerNames], { minLength: 1 })
const standings = fc.constantFrom<ProviderHealth>("operational", "degraded", "down")

describe("Provider routes", () => {
  it("prefer operational providers to degraded ones, and these to the one that refused", () => {
    fc.assert(
      fc.property(
        some,
        fc.record({ sandbox: standings, mtn: standings, pawapay: standings }),
        fc.option(fc.constantFrom(...ProviderRoutes.providerNames), { nil: undefined }),
        (list, standing, refusedBy) => {
          const table: ProviderRoutes.Routes = new Map([["MTN_UG", list]])
          const of = (name: ProviderRoutes.ProviderName) => standing[name]
          const chosen = NetworkRoutes.choose(table, "MTN_UG", refusedBy, of)
          assert.isDefined(chosen)
          const working = list.filter((name) => standing[name] !== "down")
          if (working.length === 0) return assert.strictEqual(chosen, list[0])
          assert.include(working, chosen)
          const others = working.filter((name) => name !== refusedBy)
          if (others.length === 0) return
          assert.include(others, chosen)
          const well = others.filter((name) => standing[name] === "operational")
          if (well.length > 0) assert.strictEqual(chosen, well[0])
        }
      )
    )
    assert.isUndefined(NetworkRoutes.choose(new Map(), "MTN_UG", undefined, () => "operational"))
  })

  it("give a network the status of its first provider, or degraded if only another works", () => {
    const table: ProviderRoutes.Routes = new Map([["MTN_UG", ["mtn", "pawapay"]]])
    const health = (mtn: ProviderHealth, pawapay: ProviderHealth) =>
      NetworkRoutes.health(table, "MTN_UG", (name) => (name === "mtn" ? mtn : pawapay))
    assert.strictEqual(health("operational", "down"), "operational")
    assert.strictEqual(health("degraded", "operational"), "degraded")
    assert.strictEqual(health("down", "operational"), "degraded")
    assert.strictEqual(health("down", "degraded"), "degraded")
    assert.strictEqual(health("down", "down"), "down")
    assert.strictEqual(
      NetworkRoutes.health(table, "MPESA_KE", () => "operational"),
      "down"
    )
  })
})
