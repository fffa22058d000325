/** The service's setup, as far as decisions depend on it. It is `undefined` until it is read. */
import { useServiceQuery } from "../../data/Queries.ts"

/** True if the chain is simulated, so that no transaction can be verified. */
export const useIsChainSimulated = (): boolean | undefined => {
  const { data } = useServiceQuery("health", [], ({ own }, options) =>
    own.staff.health.get(options)
  )
  return data && data.chain.chain_id === null
}
