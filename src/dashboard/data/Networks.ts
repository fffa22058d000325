/** Networks under one name everywhere: with their country, because brands repeat. */
import type { Network } from "../../client/Generated.ts"
import * as Format from "./Format.ts"
import { useServiceQuery } from "./Queries.ts"

/** The networks, each `name` with its country, for filters and forms. */
export const useNetworks = (): ReadonlyArray<Network> => {
  const { data } = useServiceQuery("public", ["networks"], ({ api }, options) =>
    api.networks.list(options)
  )
  return (data?.data ?? []).map((network) => ({ ...network, name: Format.network(network) }))
}

/** The least and the most that one payout over a network may pay. */
export const limitsOf = ({ currency, max_amount, min_amount }: Network) =>
  [Format.money(min_amount, currency), Format.money(max_amount, currency)] as const

/** The name of a network in either of the API's spellings; of an unknown one the spelling. */
export const useNetworkName = (spelling: string): string => {
  const networks = useNetworks()
  return (
    networks.find(({ network, slug }) => network === spelling || slug === spelling)?.name ??
    spelling
  )
}
