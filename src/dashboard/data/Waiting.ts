/**
 * Counts the work in the staff's queues. A count that cannot be read is unknown, and never zero.
 */
import type { UseQueryResult } from "@tanstack/react-query"
import { useIncidents } from "./Incidents.ts"
import { useServiceQuery } from "./Queries.ts"
import { useSignedIn } from "./SignedIn.tsx"

type Read = UseQueryResult<unknown>

/** A number with the queries that it depends on. */
export interface Count {
  readonly count: number | undefined
  readonly reads: ReadonlyArray<Read>
}

const add = (sum: number | undefined, count: number | undefined) =>
  sum === undefined || count === undefined ? undefined : sum + count

/** The sum of the lists' totals. */
export const countOf = (
  ...lists: ReadonlyArray<UseQueryResult<{ readonly total: number }>>
): Count => ({
  count: lists.map(({ data }) => data?.total).reduce(add, 0),
  reads: lists
})

/** Milliseconds after which counts are read again without a change event. */
const everyMs = 30_000

const one = { limit: 1 } as const

/** States in which a withdrawal waits for staff. */
const openWithdrawals = ["requested", "held", "approved"] as const

/** The staff's queues, with the counts that their pages show. */
export const useWaiting = () => {
  const { isStaff } = useSignedIn()
  const options = { isOn: isStaff, everyMs }
  const health = useServiceQuery(
    "health",
    [],
    ({ own }, call) => own.staff.health.get(call),
    options
  )
  // Frozen money needs no decision.
  const held = useServiceQuery(
    "payouts",
    ["held-waiting"],
    ({ api }, call) =>
      api.admin.payouts.list({ ...one, status: "COMPLIANCE_HOLD", frozen: "false" }, call),
    options
  )
  const payouts = useServiceQuery(
    "payouts",
    ["refunds-waiting"],
    ({ api }, call) => api.admin.payouts.list({ ...one, refund: "open" }, call),
    options
  )
  const batches = useServiceQuery(
    "batches",
    ["refunds-waiting"],
    ({ api }, call) => api.admin.batches.list({ ...one, refund: "open" }, call),
    options
  )
  const recalls = useServiceQuery(
    "payouts",
    ["recalls-waiting"],
    ({ api }, call) => api.admin.payouts.list({ ...one, recall: "open" }, call),
    options
  )
  const withdrawals = openWithdrawals.map((status) =>
    // biome-ignore lint/correctness/useHookAtTopLevel: the states never change.
    useServiceQuery(
      "balance",
      ["withdrawals-waiting", status],
      ({ api }, call) => api.admin.withdrawals.list({ ...one, status }, call),
      options
    )
  )
  const failed = useServiceQuery(
    "deliveries",
    ["failed-waiting"],
    ({ api }, call) =>
      api.admin.webhookDeliveries.list({ ...one, status: "failed", test: "false" }, call),
    options
  )
  const breaks = useServiceQuery(
    "books",
    ["breaks-waiting"],
    ({ api }, call) => api.admin.breaks.list({ ...one, status: "open" }, call),
    options
  )
  const incidents = useIncidents()
  return {
    incidents: { count: incidents.data?.data.length, reads: [incidents] },
    held: countOf(held),
    in_review: { count: health.data?.payouts.in_review, reads: [health] },
    refunds: countOf(payouts, batches),
    withdrawals: countOf(...withdrawals),
    recalls: countOf(recalls),
    failed_deliveries: countOf(failed),
    breaks: countOf(breaks)
  } satisfies Record<string, Count>
}

export type Queue = keyof ReturnType<typeof useWaiting>
