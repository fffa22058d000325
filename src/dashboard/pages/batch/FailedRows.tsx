/** The rows of a batch that failed, as a file that can be submitted as a new batch. */
import { Download as DownloadIcon } from "lucide-react"
import { useState } from "react"
import { Link } from "wouter"
import * as FailedRows from "../../../client/FailedRows.ts"
import type { Batch, BatchPayout } from "../../../client/Generated.ts"
import * as Api from "../../data/Api.ts"
import * as Format from "../../data/Format.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Button } from "../../parts/Button.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { failedRows as Words } from "../../words/batches.tsx"

interface DownloadProps {
  readonly id: string
  readonly name: string | null
  readonly isFirst: boolean
}

/** The failed rows as a file: the first thing to do, unless they were submitted again. */
export const Download = ({ id, isFirst, name }: DownloadProps) => {
  const { api } = useSignedIn()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const rows: Array<BatchPayout> = []
      for await (const each of api.batches.payouts.all(id, { order: "file" })) {
        if (FailedRows.isUnpaid(each)) rows.push(each)
      }
      // The new batch is called after its file.
      const file = name === null ? `${id}.failed` : Words.retryOf(name)
      Api.save(new Blob([FailedRows.csv(rows)], { type: "text/csv" }), `${file}.csv`)
    } catch (error) {
      toast.fail(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      look={isFirst ? "primary" : "plain"}
      icon={DownloadIcon}
      isBusy={isBusy}
      onClick={download}
    >
      {Words.download}
    </Button>
  )
}

/** The payout that a failed row became in a later batch. */
export const useRetryOf = (row: Pick<BatchPayout, "payout_id"> | undefined) => {
  const search = row && FailedRows.keyOf(row)
  const found = useServiceQuery(
    "payouts",
    ["retry-of", search],
    ({ api }, call) => api.payouts.list({ limit: 1, search }, call),
    { isOn: search !== undefined }
  )
  return found.data?.data[0]
}

/** The batch whose failed rows these are again, by the first of them. */
export const useRepeated = (id: string): string | undefined => {
  const rows = useServiceQuery("payouts", ["first", id], ({ api }, call) =>
    api.batches.payouts.list(id, { limit: 1, order: "file" }, call)
  )
  const [first] = rows.data?.data ?? []
  const repeated = first && FailedRows.repeats(first)
  const before = useServiceQuery(
    "payouts",
    ["one", repeated],
    ({ api }, call) => api.payouts.get(repeated ?? "", call),
    { isOn: repeated !== undefined }
  )
  return before.data?.batch_id ?? undefined
}

/** The batch that has the first of the failed rows again. */
export const useRetry = (id: string, isOn: boolean) => {
  const failed = useServiceQuery(
    "payouts",
    ["first-failed", id],
    ({ api }, call) => api.batches.payouts.list(id, { limit: 1, status: "FAILED" }, call),
    { isOn }
  )
  const retry = useRetryOf(failed.data?.data[0])?.batch_id ?? undefined
  const found = useServiceQuery(
    "batches",
    ["one", retry],
    ({ api }, call) => api.batches.get(retry ?? "", call),
    { isOn: retry !== undefined }
  )
  return found.data
}

interface PaidAgainProps {
  readonly batch: Pick<Batch, "id" | "name">
  /** What is to be known first. */
  readonly before: string
}

/** Where the failed rows were submitted again, which stands in place of what to do about them. */
export const PaidAgain = ({ batch: { id, name }, before }: PaidAgainProps) => (
  <>
    {before}
    {Words.paidAgainIn} <Link href={`/batches/${id}`}>{name ?? Format.middle(id)}</Link>.
  </>
)
