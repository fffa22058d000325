/** Current incidents, for the staff. All places that show them share one request. */
import type { Incident } from "../../client/Generated.ts"
import { useServiceQuery } from "./Queries.ts"
import { useSignedIn } from "./SignedIn.tsx"

/** Milliseconds. The banner must appear within seconds. */
const everyMs = 5_000

export const useIncidents = () => {
  const { isStaff } = useSignedIn()
  return useServiceQuery("incidents", [], ({ api }, options) => api.admin.incidents.list(options), {
    isOn: isStaff,
    everyMs
  })
}

/** True if incidents could not be read, also while a retry is under way. */
export const isUnread = ({
  data,
  errorUpdateCount,
  isError
}: Pick<ReturnType<typeof useIncidents>, "data" | "errorUpdateCount" | "isError">): boolean =>
  isError || (data === undefined && errorUpdateCount > 0)

/** Known incidents; none until the first response. */
export const useKnownIncidents = (): ReadonlyArray<Incident> => useIncidents().data?.data ?? []

/** False if the runbook is a file of the repository, which has no address. */
export const isLink = (url: string): boolean => /^https?:/.test(url)

/** The incident of payouts and batches that a defect stopped. Its count contains both. */
const parked = "stuck_payouts.parked"

/** The link to the payouts that an incident counts, or `undefined` if no list has exactly these. */
export const listOf = ({ id, kind }: Incident, accountId?: string): string | undefined => {
  if (kind === "endpoint" || id === parked) return undefined
  const query = new URLSearchParams({ incident: id })
  if (accountId !== undefined) query.set("account_id", accountId)
  return `/payouts?${query}`
}
