/** The problems of a batch as its account sees them, and the failure reasons of its payouts. */
import { Link } from "wouter"
import * as FailedRows from "../../../client/FailedRows.ts"
import type { AdminBatch, FailureReason } from "../../../client/Generated.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { useNow } from "../../parts/Value.tsx"
import { failedRows as RetryWords } from "../../words/batches.tsx"
import { staffBatch as Words } from "../../words/staff.tsx"
import { trouble as TroubleWords } from "../../words/troubles.ts"
import * as Trouble from "../payout/Trouble.ts"
import { Troubles } from "../payout/Troubles.tsx"

type Waiting = "COMPLIANCE_HOLD" | "MANUAL_REVIEW"

const useCount = ({ id, pending }: AdminBatch, status: Waiting) => {
  const query = { batch_id: id, status, limit: 1 }
  const found = useServiceQuery(
    "payouts",
    ["count-of-any", id, status],
    ({ api }, options) => api.admin.payouts.list(query, options),
    { isOn: pending > 0 }
  )
  return pending > 0 ? (found.data?.total ?? 0) : 0
}

const nothing = () => false

/** Banners without advice and buttons, which are for the account alone. */
export const BatchBanners = ({ batch }: { readonly batch: AdminBatch }) => {
  const { session } = useSignedIn()
  const held = useCount(batch, "COMPLIANCE_HOLD")
  const inReview = useCount(batch, "MANUAL_REVIEW")
  const now = useNow(batch.amount_due_usdc > 0)
  const found = Trouble.ofBatch(batch, { held, inReview }, now, session.refunds === "simulated")
  return (
    <Troubles of={found.map(({ remedy: _, advice: __, ...shown }) => shown)} button={nothing} />
  )
}

const readMax = 100

const useFailed = (id: string) =>
  useServiceQuery("payouts", ["failed-of", id], ({ api }, options) =>
    api.admin.payouts.list({ batch_id: id, status: "FAILED", limit: readMax }, options)
  ).data

const countsOf = (reasons: ReadonlyArray<FailureReason>) =>
  [...Map.groupBy(reasons, (reason) => reason)]
    .map(([reason, { length }]) => [TroubleWords.failures[reason].title, length] as const)
    .sort(([, one], [, other]) => other - one)

/** Failure reasons, each with its number of payouts. */
export const FailureReasons = ({ id }: { readonly id: string }) => {
  const failed = useFailed(id)
  if (failed === undefined || failed.total === 0) return null
  const counts = countsOf(failed.data.flatMap(({ failure_reason: reason }) => reason ?? []))
  return (
    <ul>
      {counts.map(([title, count]) => (
        <li key={title}>{Words.failedOf(title, count)}</li>
      ))}
      {failed.total > readMax && <li className="faint">{Words.firstOnly(readMax)}</li>}
    </ul>
  )
}

/** The batch that this one repeats. The first row's key identifies it. */
const useRepeated = (id: string): string | undefined => {
  const rows = useServiceQuery("payouts", ["first-of", id], ({ api }, options) =>
    api.admin.payouts.list({ batch_id: id, sort: "created_at", limit: 1 }, options)
  )
  const first = rows.data?.data[0]
  const repeated = first && FailedRows.repeats(first)
  const before = useServiceQuery(
    "payouts",
    ["admin", repeated],
    ({ api }, options) => api.admin.payouts.get(repeated ?? "", options),
    { isOn: repeated !== undefined }
  )
  return before.data?.batch_id ?? undefined
}

/** The batch that repeats this one. The first failed row's key identifies it. */
const useRetry = (id: string): string | undefined => {
  const failed = useFailed(id)?.data[0]
  const search = failed && FailedRows.keyOf(failed)
  const found = useServiceQuery(
    "payouts",
    ["retry-of-any", search],
    ({ api }, options) => api.admin.payouts.list({ limit: 1, search }, options),
    { isOn: search !== undefined }
  )
  return found.data?.data[0]?.batch_id ?? undefined
}

/** Links to the batch that this one repeats, and to the one that repeats it. */
export const useRetries = (id: string) => {
  const repeated = useRepeated(id)
  const retry = useRetry(id)
  if ((repeated ?? retry) === undefined) return undefined
  return (
    <span className="row">
      {repeated !== undefined && (
        <Link href={`/batches/${repeated}`}>{RetryWords.of(repeated)}</Link>
      )}
      {retry !== undefined && <Link href={`/batches/${retry}`}>{Words.retriedBy(retry)}</Link>}
    </span>
  )
}
