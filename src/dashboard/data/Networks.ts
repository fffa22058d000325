/** Network names, the same everywhere. Each has its country, because brands repeat. */
import type { Network } from "../../client/Generated.ts"
import * as Format from "./Format.ts"
import { useServiceQuery } from "./Queries.ts"

/** All networks, for filters and forms. Each `name` includes the country. */
export const useNetworks = (): ReadonlyArray<Network> => {
  const { data } = useServiceQuery("public", ["networks"], ({ api }, options) =>
    api.networks.list(options)
  )
  return (data?.data ?? []).map((network) => ({ ...network, name: Format.network(network) }))
}

/** The smallest and the largest amount of one payout over a network. */
export const limitsOf = ({ currency, max_amount, min_amount }: Network) =>
  [Format.money(min_amount, currency), Format.money(max_amount, currency)] as const

/**
 * The name of a network in either of the API's spellings. An unknown spelling is shown unchanged.
 */
export const useNetworkName = (spelling: string): string => {
  const networks = useNetworks()
  return (
    networks.find(({ network, slug }) => network === spelling || slug === spelling)?.name ??
    spelling
  )
}
