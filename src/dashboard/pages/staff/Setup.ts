/** How the service is set up, as far as decisions depend on it. `undefined` until it is read. */
import { useServiceQuery } from "../../data/Queries.ts"

/** Whether transactions are made up: then none can be verified. */
export const useIsChainSimulated = (): boolean | undefined => {
  const { data } = useServiceQuery("health", [], ({ own }, options) =>
    own.staff.health.get(options)
  )
  return data && data.chain.chain_id === null
}
