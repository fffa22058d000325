/** The creator of a payout or a batch, from the audit log. */
import { useServiceQuery } from "../data/Queries.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import { parts as Words } from "../words/common.ts"

/** Milliseconds, more than between the time of an object and of its audit log entries. */
const marginMs = 60_000

/** Bounds the search of the audit log to the time of the creation. */
const around = (at: string) => ({
  from: new Date(Date.parse(at) - marginMs).toISOString(),
  to: new Date(Date.parse(at) + marginMs).toISOString()
})

/** The creator's name, or `undefined` for staff and until the audit log is read. */
export const useCreator = (
  action: "payout.created" | "batch.created",
  id: string,
  createdAt: string
) => {
  const { isStaff } = useSignedIn()
  const { data } = useServiceQuery(
    "audit",
    ["creator", action, id],
    ({ api }, options) =>
      api.auditLogs.list({ action, subject_id: id, limit: 1, ...around(createdAt) }, options),
    { isOn: !isStaff }
  )
  const entry = data?.data.find(({ subject_id }) => subject_id === id)
  if (entry === undefined) return undefined
  const { kind, name } = entry.actor
  return kind === "person" ? name : Words.byKey(name)
}
