/**
 * Usual number prefixes of each network, by the countries' numbering plans. People keep their
 * number when they change the network, and plans change. So a prefix is a reason to warn and never
 * to refuse. The service does not have these.
 */

const prefixes: Readonly<Record<string, ReadonlyArray<string>>> = {
  MTN_UG: ["25676", "25677", "25678"],
  AIRTEL_UG: ["25670", "25674", "25675"],
  MPESA_KE: ["25470", "25471", "25472", "25479", "25411"],
  AIRTEL_KE: ["25473", "25478", "25410"],
  MTN_GH: ["23324", "23354", "23355", "23359"],
  TELECEL_GH: ["23320", "23350"],
  AIRTELTIGO_GH: ["23326", "23327", "23356", "23357"],
  VODACOM_TZ: ["25574", "25575", "25576"],
  TIGO_TZ: ["25565", "25567", "25571"],
  AIRTEL_TZ: ["25568", "25569", "25578"],
  HALOTEL_TZ: ["25562"],
  MTN_NG: [
    ...["234703", "234706", "234803", "234806", "234810", "234813", "234814", "234816"],
    ...["234903", "234906", "234913", "234916"]
  ],
  AIRTEL_NG: [
    ...["234701", "234708", "234802", "234808", "234812"],
    ...["234901", "234902", "234904", "234907", "234912"]
  ]
}

/** The usual prefixes of a network. */
export const of = (slug: string): ReadonlyArray<string> => prefixes[slug] ?? []

/** The network that usually has numbers like this one. The number is international. */
export const networkOf = (phone: string): string | undefined =>
  Object.keys(prefixes).find((slug) => of(slug).some((prefix) => phone.startsWith(`+${prefix}`)))

/** True if the number has a usual prefix of another network. */
export const isOfAnother = (phone: string, slug: string): boolean => {
  const usual = networkOf(phone)
  return usual !== undefined && usual !== slug
}
