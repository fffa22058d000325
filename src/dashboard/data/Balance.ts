/** Reads the account's balance. The first read gives the account its deposit address. */
import type { Balance } from "../../client/Generated.ts"
import { useServiceQuery } from "./Queries.ts"

export const useBalance = (isOn = true) =>
  useServiceQuery("balance", ["own"], ({ api }, options) => api.balance.get(options), { isOn })

/** The balance, or `undefined` if it has never changed. Reading that opens no balance. */
export const useUsedBalance = (isOn: boolean): Balance | undefined => {
  const movements = useServiceQuery(
    "balance",
    ["any"],
    ({ api }, options) => api.balance.movements.list({ limit: 1 }, options),
    { isOn }
  )
  const isUsed = (movements.data?.total ?? 0) > 0
  return useBalance(isOn && isUsed).data
}

/** The addresses that withdrawals can go to. */
export const useAddresses = () =>
  useServiceQuery("balance", ["addresses"], ({ api }, options) =>
    api.balance.addresses.list(options)
  )
