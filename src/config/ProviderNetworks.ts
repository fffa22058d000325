/** The networks that each real provider can pay to. */
import type { Slug } from "../domain/Network.ts"

/** MTN's target environments and the networks of each. */
export const mtnTargets: ReadonlyMap<string, ReadonlyArray<Slug>> = new Map([
  ["sandbox", ["MTN_UG", "MTN_GH", "MTN_NG"]],
  ["mtnuganda", ["MTN_UG"]],
  ["mtnghana", ["MTN_GH"]],
  ["mtnnigeria", ["MTN_NG"]]
])

/**
 * pawaPay's network codes. Only some accounts have AIRTEL_KEN. The account's own configuration
 * shows it, and PawaPayNetworks.ts keeps the network down for the others.
 */
export const pawapayCodes: ReadonlyMap<Slug, string> = new Map([
  ["MTN_UG", "MTN_MOMO_UGA"],
  ["AIRTEL_UG", "AIRTEL_OAPI_UGA"],
  ["MPESA_KE", "MPESA_KEN"],
  ["AIRTEL_KE", "AIRTEL_KEN"],
  ["MTN_GH", "MTN_MOMO_GHA"],
  ["TELECEL_GH", "VODAFONE_GHA"],
  ["AIRTELTIGO_GH", "AIRTELTIGO_GHA"],
  ["VODACOM_TZ", "VODACOM_TZA"],
  ["TIGO_TZ", "TIGO_TZA"],
  ["AIRTEL_TZ", "AIRTEL_TZA"],
  ["HALOTEL_TZ", "HALOTEL_TZA"],
  ["MTN_NG", "MTN_MOMO_NGA"],
  ["AIRTEL_NG", "AIRTEL_NGA"]
])
