import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Network from "../../src/domain/Network.ts"

const spellings = (network: Network.Network): ReadonlyArray<string> => [
  network.slug,
  network.longSlug,
  ...network.aliases
]

describe("The table of networks", () => {
  it("has unique spellings, regardless of letter case", () => {
    const upper = Network.all.flatMap(spellings).map((text) => text.toUpperCase())
    expect(new Set(upper).size).toBe(upper.length)
  })

  it("finds each network under its own slug", () => {
    expect(Network.all.map((network) => network.slug)).toEqual([...Network.slugs])
    for (const slug of Network.slugs) expect(Network.bySlug(slug).slug).toBe(slug)
  })

  it("ends each slug with its country and spells the long one in lower case", () => {
    for (const network of Network.all) {
      expect(network.slug.endsWith(`_${network.country}`)).toBe(true)
      expect(network.longSlug).toMatch(/^[a-z]+_(uganda|kenya|ghana|tanzania|nigeria)$/)
    }
  })

  it("pays at least one network in every currency, with that currency's decimals", () => {
    for (const currency of Network.currencies) {
      const paying = Network.ofCurrency(currency)
      expect(paying.length).toBeGreaterThan(0)
      for (const network of paying) {
        expect(network.currency).toBe(currency)
        expect(network.decimals).toBe(Network.decimals(currency))
      }
    }
    const listed = Network.currencies.flatMap((currency) => Network.ofCurrency(currency))
    expect(new Set(listed)).toEqual(new Set(Network.all))
  })

  it.each([
    ["UGX", 0],
    ["KES", 0],
    ["TZS", 0],
    ["GHS", 2],
    ["NGN", 2]
  ] as const)("pays %s with %i decimals", (currency, digits) => {
    expect(Network.decimals(currency)).toBe(digits)
  })

  it("has safe integer limits, the minimum below the maximum", () => {
    for (const network of Network.all) {
      expect(Number.isSafeInteger(network.amountMin)).toBe(true)
      expect(Number.isSafeInteger(network.amountMax)).toBe(true)
      expect(network.amountMin).toBeGreaterThan(0)
      expect(network.amountMin).toBeLessThan(network.amountMax)
    }
    expect(Network.bySlug("MTN_GH")).toMatchObject({
      amountMin: 10,
      amountMax: 1_500_000
    })
    expect(Network.bySlug("MTN_UG")).toMatchObject({
      amountMin: 500,
      amountMax: 5_000_000
    })
  })
})

/** Minor units of the currency. */
const limits: Readonly<Record<Network.Slug, readonly [min: number, max: number]>> = {
  ...{ MTN_UG: [500, 5_000_000], AIRTEL_UG: [500, 5_000_000] },
  ...{ MPESA_KE: [10, 250_000], AIRTEL_KE: [10, 250_000] },
  ...{ MTN_GH: [10, 1_500_000], TELECEL_GH: [10, 1_000_000], AIRTELTIGO_GH: [10, 1_000_000] },
  ...{ VODACOM_TZ: [200, 3_000_000], TIGO_TZ: [200, 3_000_000] },
  ...{ AIRTEL_TZ: [200, 3_000_000], HALOTEL_TZ: [200, 3_000_000] },
  ...{ MTN_NG: [10_000, 500_000_000], AIRTEL_NG: [10_000, 500_000_000] }
}

describe("The limits of a network", () => {
  it.each(Network.slugs)("equal the published limits: %s", (slug) => {
    const { amountMax, amountMin } = Network.bySlug(slug)
    expect([amountMin, amountMax]).toEqual(limits[slug])
  })
})

describe("parse", () => {
  it("reads both styles and the aliases in any letter case", () => {
    const cased = fc
      .constantFrom(...Network.all)
      .chain((network) => fc.tuple(fc.constant(network), fc.constantFrom(...spellings(network))))
      .chain(([network, text]) =>
        fc
          .array(fc.boolean(), {
            minLength: text.length,
            maxLength: text.length
          })
          .map((upper) => ({
            network,
            text: Array.from(text, (letter, index) =>
              upper[index] === true ? letter.toUpperCase() : letter.toLowerCase()
            ).join("")
          }))
      )
    fc.assert(fc.property(cased, ({ network, text }) => Network.parse(text) === network))
  })

  it.each([
    ["MTN_UG", "MTN_UG"],
    ["mtn_uganda", "MTN_UG"],
    ["Airtel_Uganda", "AIRTEL_UG"],
    ["vodafone_ghana", "TELECEL_GH"],
    ["VODAFONE_GH", "TELECEL_GH"],
    ["at_gh", "AIRTELTIGO_GH"],
    ["mpesa_tz", "VODACOM_TZ"],
    ["YAS_TZ", "TIGO_TZ"]
  ])("reads %s as %s", (text, slug) => {
    expect(Network.parse(text)?.slug).toBe(slug)
  })

  it.each(["", "MTN", "MTN_KE", "MTN-UG", " MTN_UG", "MTN_UGANDA_", "__proto__", "constructor"])(
    "finds no network for %j",
    (text) => {
      expect(Network.parse(text)).toBeUndefined()
    }
  )
})

describe("checkPhone", () => {
  it.each([
    ["MTN_UG", "+256770000001"],
    ["MTN_UG", "+256770000002"],
    ["MTN_UG", "+256770000003"],
    ["MTN_UG", "+256770000004"],
    ["AIRTEL_UG", "+256750000005"],
    ["MPESA_KE", "+254712345678"],
    ["MPESA_KE", "+254110345678"],
    ["AIRTEL_KE", "+254733123456"],
    ["MTN_GH", "+233241234567"],
    ["TELECEL_GH", "+233501234567"],
    ["VODACOM_TZ", "+255754123456"],
    ["HALOTEL_TZ", "+255621234567"],
    ["MTN_NG", "+2348031234567"],
    ["AIRTEL_NG", "+2347012345678"],
    ["AIRTEL_NG", "+2349121234567"]
  ] as const)("lets %s pay %s", (slug, phone) => {
    expect(Network.checkPhone(Network.bySlug(slug), phone)).toBeUndefined()
  })

  it("accepts a ported number, whose prefix is another carrier's", () => {
    expect(Network.checkPhone(Network.bySlug("AIRTEL_UG"), "+256770000001")).toBeUndefined()
    expect(Network.checkPhone(Network.bySlug("MTN_UG"), "+256750000005")).toBeUndefined()
  })

  it("accepts every mobile block of Nigeria's numbering plan, whether it is in use or not", () => {
    const nigeria = Network.bySlug("MTN_NG")
    for (const block of ["70", "71", "72", "80", "81", "90", "91"]) {
      expect(Network.checkPhone(nigeria, `+234${block}31234567`)).toBeUndefined()
    }
    for (const block of ["73", "79", "82", "92", "12"]) {
      expect(Network.checkPhone(nigeria, `+234${block}31234567`)).toBe("not_mobile")
    }
  })

  it.each([
    ["MTN_UG", "256770000001", "not_e164"],
    ["MTN_UG", "0770000001", "not_e164"],
    ["MTN_UG", "+256 770 000001", "not_e164"],
    ["MTN_UG", "+256770000001\n", "not_e164"],
    ["MTN_UG", "2.56E+11", "not_e164"],
    ["MTN_UG", "+0256770000001", "not_e164"],
    ["MTN_UG", "+٢٥٦٧٧٠٠٠٠٠٠١", "not_e164"],
    ["MTN_UG", "+2567700000010000", "not_e164"],
    ["MTN_UG", "", "not_e164"],
    ["MTN_UG", "+254712345678", "wrong_country"],
    ["MPESA_KE", "+256770000001", "wrong_country"],
    ["MTN_NG", "+233241234567", "wrong_country"],
    ["MTN_UG", "+2560770000001", "wrong_length"],
    ["MTN_UG", "+25677000000", "wrong_length"],
    ["MTN_NG", "+23408031234567", "wrong_length"],
    ["MTN_NG", "+234803123456", "wrong_length"],
    ["MTN_GH", "+23324123456", "wrong_length"],
    ["MTN_UG", "+256414123456", "not_mobile"],
    ["MPESA_KE", "+254202123456", "not_mobile"],
    ["MTN_GH", "+233302123456", "not_mobile"],
    ["VODACOM_TZ", "+255222123456", "not_mobile"],
    ["MTN_NG", "+2341234567890", "not_mobile"]
  ] as const)("refuses %s paying %j: %s", (slug, phone, problem) => {
    expect(Network.checkPhone(Network.bySlug(slug), phone)).toBe(problem)
  })

  it("accepts exactly E.164 mobile numbers of the country and its length", () => {
    const digits = fc.string({
      unit: fc.constantFrom(..."0123456789"),
      minLength: 5,
      maxLength: 12
    })
    const phones = fc.record({
      network: fc.constantFrom(...Network.all),
      code: fc.constantFrom("256", "254", "233", "255", "234"),
      national: digits
    })
    fc.assert(
      fc.property(phones, ({ network, code, national }) => {
        const good =
          code === network.callingCode &&
          network.nationalLengths.includes(national.length) &&
          network.mobile.test(national)
        const problem = Network.checkPhone(network, `+${code}${national}`)
        return good === (problem === undefined)
      })
    )
  })
})
