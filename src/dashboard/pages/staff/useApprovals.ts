/** How many people must approve what takes several, as the service is set up. */
import { useServiceQuery } from "../../data/Queries.ts"

/** `undefined` until it is read. */
export const useApprovals = (): number | undefined => {
  const health = useServiceQuery("health", [], ({ own }, options) => own.staff.health.get(options))
  return health.data?.approvals_needed
}
