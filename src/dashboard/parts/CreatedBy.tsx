/** Who created a payout or a batch, as the audit log has it. */
import { useServiceQuery } from "../data/Queries.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import { parts as Words } from "../words/common.ts"

/** More than the time between an object and its rows, milliseconds. */
const marginMs = 60_000

/** The time of a creation, which bounds where the log is searched. */
const around = (at: string) => ({
  from: new Date(Date.parse(at) - marginMs).toISOString(),
  to: new Date(Date.parse(at) + marginMs).toISOString()
})

/** The name of the author; `undefined` for the staff, and until it is known. */
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
