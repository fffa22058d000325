/** The JSON of a network. */
import * as Money from "../../domain/money/Money.ts"
import type * as Network from "../../domain/Network.ts"
import type * as Provider from "../../engine/ports/Provider.ts"

/** `isNameKnown` is true if a provider reports the name registered for a number. */
export const network = (
  network: Network.Network,
  status: ReturnType<Provider.Provider["Service"]["health"]>,
  isNameKnown: boolean
) => ({
  network: network.slug,
  slug: network.longSlug,
  name: network.name,
  country: network.country,
  calling_code: network.callingCode,
  national_lengths: network.nationalLengths,
  currency: network.currency,
  status,
  min_amount: Money.toJson(network.amountMin, network.decimals),
  max_amount: Money.toJson(network.amountMax, network.decimals),
  decimals: network.decimals,
  recipient_name: isNameKnown ? ("optional" as const) : ("required" as const)
})
