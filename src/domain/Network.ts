/**
 * The mobile-money networks: names, countries, limits, and the form of a phone number of their
 * country. A constant table.
 *
 * The client names a network; nothing here chooses one. Numbers are portable in these countries, so
 * a carrier's prefix proves nothing and is not in the table. Only a provider knows whether a
 * network is up.
 */
import type * as Money from "./money/Money.ts"

export const currencies = ["UGX", "KES", "NGN", "GHS", "TZS"] as const

/** ISO 4217 code of the recipient's currency. */
export type Currency = (typeof currencies)[number]

export const slugs = [
  "MTN_UG",
  "AIRTEL_UG",
  "MPESA_KE",
  "AIRTEL_KE",
  "MTN_GH",
  "TELECEL_GH",
  "AIRTELTIGO_GH",
  "VODACOM_TZ",
  "TIGO_TZ",
  "AIRTEL_TZ",
  "HALOTEL_TZ",
  "MTN_NG",
  "AIRTEL_NG"
] as const

/** The identity of a network inside and in most responses, such as `MTN_UG`. */
export type Slug = (typeof slugs)[number]

interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly currency: Currency
  /** Decimals that networks really pay: fewer than in ISO 4217 for KES and TZS. */
  readonly decimals: number
  readonly callingCode: string
  /** Digits after the calling code that a mobile number may have. */
  readonly nationalLengths: ReadonlyArray<number>
  /**
   * The beginning of a national number that the country's numbering plan calls mobile. Only the
   * leading digits, which a plan keeps for decades: the finer blocks change every year. The refusal
   * of a good new number costs more than a refusal by the provider.
   */
  readonly mobile: RegExp
}

/**
 * A network. Its amounts are the limits per transaction, both inclusive, in minor units with
 * `decimals` digits.
 */
export interface Network extends Country {
  readonly slug: Slug
  /** The name in responses about beneficiaries and batches, such as `mtn_uganda`. */
  readonly longSlug: string
  /** Other accepted spellings, e.g. after a change of brand; upper case. */
  readonly aliases: ReadonlyArray<string>
  readonly name: string
  readonly amountMin: Money.Minor
  readonly amountMax: Money.Minor
}

const uganda: Country = {
  country: "UG",
  currency: "UGX",
  decimals: 0,
  callingCode: "256",
  nationalLengths: [9],
  mobile: /^7/
}

const kenya: Country = {
  country: "KE",
  currency: "KES",
  decimals: 0,
  callingCode: "254",
  nationalLengths: [9],
  mobile: /^[17]/
}

const ghana: Country = {
  country: "GH",
  currency: "GHS",
  decimals: 2,
  callingCode: "233",
  nationalLengths: [9],
  mobile: /^[25]/
}

const tanzania: Country = {
  country: "TZ",
  currency: "TZS",
  decimals: 0,
  callingCode: "255",
  nationalLengths: [9],
  mobile: /^[67]/
}

const nigeria: Country = {
  country: "NG",
  currency: "NGN",
  decimals: 2,
  callingCode: "234",
  nationalLengths: [10],
  mobile: /^(?:[789][01]|72)/
}

type NetworkTerms = readonly [longSlug: string, name: string, amountMin: number, amountMax: number]

const network = (
  country: Country,
  slug: Slug,
  [longSlug, name, amountMin, amountMax]: NetworkTerms,
  aliases: ReadonlyArray<string> = []
): Network => ({ ...country, slug, longSlug, aliases, name, amountMin, amountMax })

// Limits. KES 10 is the least a business may send (B2C). TZS is wallet tier 2. AirtelTigo has no
// published figure, so it gets the lower of its neighbours. NGN is wallet tier 3, and a recipient
// of a lower tier is the provider's refusal (`recipient_limit`).
const bySlugTable: { readonly [S in Slug]: Network } = {
  MTN_UG: network(uganda, "MTN_UG", ["mtn_uganda", "MTN MoMo", 500, 5_000_000]),
  AIRTEL_UG: network(uganda, "AIRTEL_UG", ["airtel_uganda", "Airtel Money", 500, 5_000_000]),
  MPESA_KE: network(kenya, "MPESA_KE", ["mpesa_kenya", "M-Pesa (Safaricom)", 10, 250_000]),
  AIRTEL_KE: network(kenya, "AIRTEL_KE", ["airtel_kenya", "Airtel Money", 10, 250_000]),
  MTN_GH: network(ghana, "MTN_GH", ["mtn_ghana", "MTN MoMo", 10, 1_500_000]),
  TELECEL_GH: network(
    ghana,
    "TELECEL_GH",
    ["telecel_ghana", "Telecel Cash", 10, 1_000_000],
    ["VODAFONE_GH", "VODAFONE_GHANA"]
  ),
  AIRTELTIGO_GH: network(
    ghana,
    "AIRTELTIGO_GH",
    ["airteltigo_ghana", "AT Money", 10, 1_000_000],
    ["AT_GH"]
  ),
  VODACOM_TZ: network(
    tanzania,
    "VODACOM_TZ",
    ["vodacom_tanzania", "M-Pesa (Vodacom)", 200, 3_000_000],
    ["MPESA_TZ"]
  ),
  TIGO_TZ: network(
    tanzania,
    "TIGO_TZ",
    ["tigo_tanzania", "Mixx by Yas", 200, 3_000_000],
    ["YAS_TZ"]
  ),
  AIRTEL_TZ: network(tanzania, "AIRTEL_TZ", ["airtel_tanzania", "Airtel Money", 200, 3_000_000]),
  HALOTEL_TZ: network(tanzania, "HALOTEL_TZ", ["halotel_tanzania", "HaloPesa", 200, 3_000_000]),
  MTN_NG: network(nigeria, "MTN_NG", ["mtn_nigeria", "MTN MoMo PSB", 10_000, 500_000_000]),
  AIRTEL_NG: network(nigeria, "AIRTEL_NG", [
    "airtel_nigeria",
    "Airtel SmartCash PSB",
    10_000,
    500_000_000
  ])
}

/** Every network, in the order of `slugs`. */
export const all: ReadonlyArray<Network> = slugs.map((slug) => bySlugTable[slug])

const bySpelling = new Map<string, Network>(
  all.flatMap((one) =>
    [one.slug, one.longSlug, ...one.aliases].map((text) => [text.toUpperCase(), one] as const)
  )
)

const listOf = (currency: Currency): ReadonlyArray<Network> =>
  all.filter((one) => one.currency === currency)

const byCurrency: { readonly [C in Currency]: ReadonlyArray<Network> } = {
  UGX: listOf("UGX"),
  KES: listOf("KES"),
  NGN: listOf("NGN"),
  GHS: listOf("GHS"),
  TZS: listOf("TZS")
}

const decimalsTable: { readonly [C in Currency]: number } = {
  UGX: uganda.decimals,
  KES: kenya.decimals,
  NGN: nigeria.decimals,
  GHS: ghana.decimals,
  TZS: tanzania.decimals
}

/** Digits after the point in an amount of the currency. Amounts are rounded down to them. */
export const decimals = (currency: Currency): number => decimalsTable[currency]

export const bySlug = (slug: Slug): Network => bySlugTable[slug]

/** Calling codes of the countries, without the plus. */
export const callingCodes: ReadonlyArray<string> = [
  ...new Set(Object.values(bySlugTable).map(({ callingCode }) => callingCode))
]

/** The networks that pay a currency, never empty. */
export const ofCurrency = (currency: Currency): ReadonlyArray<Network> => byCurrency[currency]

/** Reads any accepted spelling: both styles and the aliases, in any letter case. */
export const parse = (text: string): Network | undefined =>
  bySpelling.get(text) ?? bySpelling.get(text.toUpperCase())

export type PhoneProblem = "not_e164" | "wrong_country" | "wrong_length" | "not_mobile"

// ITU-T E.164: a plus, at most 15 digits, no country code starts with 0. Seven is the shortest
// international number in use.
const e164 = /^\+[1-9]\d{6,14}$/

/** The message for a text that is not E.164. */
export const e164Needed = "must be an E.164 number such as +256770000001"

export const isE164 = (phone: string): boolean => e164.test(phone)

/**
 * The problem of paying `phone` through `network`, or `undefined` if there is none. Country and
 * length must be the network's; the carrier need not be, because numbers are portable.
 */
export const checkPhone = (network: Network, phone: string): PhoneProblem | undefined => {
  if (!isE164(phone)) return "not_e164"
  if (!phone.startsWith(network.callingCode, 1)) return "wrong_country"
  const national = phone.slice(1 + network.callingCode.length)
  if (!network.nationalLengths.includes(national.length)) return "wrong_length"
  return network.mobile.test(national) ? undefined : "not_mobile"
}
