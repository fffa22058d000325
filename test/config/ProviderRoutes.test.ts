import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import * as ProviderRoutes from "../../src/config/ProviderRoutes.ts"
import * as Network from "../../src/domain/Network.ts"

const served = ProviderRoutes.servedNetworks("mtnuganda")

const problems = (text: string): ReadonlyArray<string> =>
  Result.match(ProviderRoutes.parse(text, served), {
    onSuccess: () => [],
    onFailure: (failure) => failure
  })

const routes = (text: string): ProviderRoutes.Routes =>
  Result.getOrThrow(ProviderRoutes.parse(text, served))

const some = fc.subarray([...ProviderRoutes.providerNames], { minLength: 1 })

describe("The provider routes in a setting", () => {
  it("name the providers of each network, in order", () => {
    const read = routes("MTN_UG = mtn, pawapay ; mtn_ghana=pawapay;*=sandbox;")
    assert.deepStrictEqual(read.get("MTN_UG"), ["mtn", "pawapay"])
    assert.deepStrictEqual(read.get("MTN_GH"), ["pawapay"])
    assert.deepStrictEqual(read.get("MPESA_KE"), ["sandbox"])
    assert.deepStrictEqual(ProviderRoutes.providers(read), ["sandbox", "mtn", "pawapay"])
  })

  it("omit a provider from networks that it cannot pay, and networks without a provider", () => {
    assert.deepStrictEqual([...routes("*=mtn").entries()], [["MTN_UG", ["mtn"]]])
    assert.deepStrictEqual(routes("*=mtn,pawapay").get("AIRTEL_UG"), ["pawapay"])
  })

  it("report every error in the setting", () => {
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

  it("are read as they were written", () => {
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

  it("are parsed to a value or to errors for any text", () => {
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
})
