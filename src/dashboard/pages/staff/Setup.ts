/** How the service is set up, as far as decisions depend on it. `undefined` until it is read. */
import { useServiceQuery } from "../../data/Queries.ts"

const useHealth = () =>
  useServiceQuery("health", [], ({ own }, options) => own.staff.health.get(options)).data

/** How many people must approve what takes several. */
export const useApprovals = (): number | undefined => useHealth()?.approvals_needed

/** Whether transactions are made up: then none can be verified. */
export const useIsChainSimulated = (): boolean | undefined => {
  const health = useHealth()
  return health && health.chain.chain_id === null
}
