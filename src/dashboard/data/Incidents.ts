/** What is wrong right now, for the staff: one request for all places that show it. */
import type { Incident } from "../../client/Generated.ts"
import * as Words from "../words/Incidents.ts"
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

/** What waits because of an incident, in a sentence; nothing where nothing does. */
export const waitingOf = (incident: Incident): string | undefined => {
  const { kind, subject, waiting_count: count, waiting_usdc: usdc } = incident
  if (kind === "endpoint") return count === 0 ? undefined : Words.deliveriesWait(count)
  if (subject.networks.length === 0 || kind !== "provider") {
    return count === 0 ? undefined : Words.payoutsWait(count, usdc)
  }
  return Words.networksWait(subject.networks.length, count, usdc)
}
