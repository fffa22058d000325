/** What is wrong right now, for the staff: one request for all places that show it. */
import type { Incident } from "../../client/Generated.ts"
import { useServiceQuery } from "./Queries.ts"
import { useSignedIn } from "./SignedIn.tsx"

/** The banner must be there within seconds. */
const everyMs = 5_000

export const useIncidents = () => {
  const { isStaff } = useSignedIn()
  return useServiceQuery("incidents", [], ({ api }, options) => api.admin.incidents.list(options), {
    isOn: isStaff,
    everyMs
  })
}

/** Whether they could not be read, also while the read is tried again. */
export const isUnread = ({
  data,
  errorUpdateCount,
  isError
}: Pick<ReturnType<typeof useIncidents>, "data" | "errorUpdateCount" | "isError">): boolean =>
  isError || (data === undefined && errorUpdateCount > 0)

/** None while they are not read. */
export const useKnownIncidents = (): ReadonlyArray<Incident> => useIncidents().data?.data ?? []

/** A link needs an address: without one the runbook is a file of the repository. */
export const isLink = (url: string): boolean => /^https?:/.test(url)

/** The id of the incident of payouts and batches that a defect stopped: it counts both. */
const parked = "stuck_payouts.parked"

/** Link to the payouts that an incident counts; nothing where no list has exactly these. */
export const listOf = ({ id, kind }: Incident, accountId?: string): string | undefined => {
  if (kind === "endpoint" || id === parked) return undefined
  const query = new URLSearchParams({ incident: id })
  if (accountId !== undefined) query.set("account_id", accountId)
  return `/payouts?${query}`
}
