import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import * as ProviderRoutes from "../../src/config/ProviderRoutes.ts"
import * as Network from "../../src/domain/Network.ts"
import type { ProviderHealth } from "../../src/providers/Adapter.ts"
import * as NetworkRoutes from "../../src/providers/NetworkRoutes.ts"

const served = ProviderRoutes.served("mtnuganda")

const problems = (text: string): ReadonlyArray<string> =>
  Result.match(ProviderRoutes.parse(text, served), {
    onSuccess: () => [],
    onFailure: (failure) => failure
  })

const routes = (text: string): ProviderRoutes.Routes =>
  Result.getOrThrow(ProviderRoutes.parse(text, served))

const some = fc.subarray([...ProviderRoutes.providerNames], { minLength: 1 })
const standings = fc.constantFrom<ProviderHealth>("operational", "degraded", "down")

describe("routes", () => {
  it("name the providers of each network, in order", () => {
    const read = routes("MTN_UG = mtn, pawapay ; mtn_ghana=pawapay;*=sandbox;")
    assert.deepStrictEqual(read.get("MTN_UG"), ["mtn", "pawapay"])
    assert.deepStrictEqual(read.get("MTN_GH"), ["pawapay"])
    assert.deepStrictEqual(read.get("MPESA_KE"), ["sandbox"])
    assert.deepStrictEqual(ProviderRoutes.providers(read), ["sandbox", "mtn", "pawapay"])
  })

  it("leave a provider out of the rest where it cannot pay, and a network without one", () => {
    assert.deepStrictEqual([...routes("*=mtn").entries()], [["MTN_UG", ["mtn"]]])
    assert.deepStrictEqual(routes("*=mtn,pawapay").get("AIRTEL_UG"), ["pawapay"])
  })

  it("say everything that is wrong with them", () => {
    assert.deepStrictEqual(problems("MTN_XX=mtn;MTN_UG=paypal;*=;AIRTEL_UG=mtn;MTN_UG"), [
      '"MTN_XX" is no network',
      '"paypal" is no provider (sandbox, mtn, pawapay)',
      '"*" has no provider, or an empty one',
      "mtn cannot pay to AIRTEL_UG",
      '"MTN_UG" is not NETWORK=provider,provider'
    ])
    assert.deepStrictEqual(problems("MTN_UG=mtn,mtn"), ['"MTN_UG" names mtn twice'])
    assert.deepStrictEqual(problems("MTN_UG=mtn;mtn_uganda=pawapay;*=sandbox;*=sandbox"), [
      '"MTN_UG" has two routes',
      '"*" has two routes'
    ])
    assert.deepStrictEqual(problems(""), ["no network has a provider"])
    assert.deepStrictEqual(problems("MTN_UG=mtn=pawapay"), [
      '"MTN_UG=mtn=pawapay" is not NETWORK=provider,provider'
    ])
  })

  it("that are written are the routes that are read", () => {
    const table = fc.dictionary(fc.constantFrom(...Network.slugs), some)
    fc.assert(
      fc.property(table, fc.option(some), (named, others) => {
        const all = (): ReadonlyArray<Network.Slug> => Network.slugs
        const clauses = [
          ...Object.entries(named).map(([slug, list]) => `${slug}=${list.join(",")}`),
          ...(others === null ? [] : [`*=${others.join(",")}`])
        ]
        const read = ProviderRoutes.parse(clauses.join(";"), all)
        if (clauses.length === 0) return assert.isTrue(Result.isFailure(read))
        const got = Result.getOrThrow(read)
        for (const slug of Network.slugs) {
          const wanted: ReadonlyArray<ProviderRoutes.ProviderName> | undefined =
            named[slug] ?? others ?? undefined
          assert.deepStrictEqual(got.get(slug), wanted)
        }
      })
    )
  })

  it("are a value or problems, whatever the text is", () => {
    const pieces = fc.constantFrom("MTN_UG", "*", "mtn", "sandbox", "=", ",", ";", " ", "x", "==")
    const text = fc.oneof(
      fc.string(),
      fc.array(pieces).map((list) => list.join(""))
    )
    fc.assert(
      fc.property(text, (given) => {
        const read = ProviderRoutes.parse(given, served)
        if (Result.isFailure(read)) assert.isNotEmpty(read.failure)
        else for (const list of read.success.values()) assert.isNotEmpty(list)
      })
    )
  })

  it("choose one that works well, before one that works, before the one that refused", () => {
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

  it("show a network as its first provider, or degraded while only another works", () => {
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
