/** The failed rows of a batch, as a file for a new batch. */
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

/** Downloads the failed rows. It is the main button, unless a later batch has these rows. */
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
      // A new batch takes its name from the file.
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

/** The payout in a later batch that repeats a failed row. */
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

/** The batch that this one repeats. The first row's key identifies it. */
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

/** The batch that repeats this one. The first failed row's key identifies it. */
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
  /** The text in front of the link. */
  readonly before: string
}

/** The link to the batch that has the failed rows. It replaces the advice about them. */
export const PaidAgain = ({ batch: { id, name }, before }: PaidAgainProps) => (
  <>
    {before}
    {Words.paidAgainIn} <Link href={`/batches/${id}`}>{name ?? Format.middle(id)}</Link>.
  </>
)
