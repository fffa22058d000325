/** The rows of a batch that failed, as a file that can be submitted as a new batch. */
import { Download } from "lucide-react"
import { useState } from "react"
import * as FailedRows from "../../../client/FailedRows.ts"
import type { BatchPayout } from "../../../client/Generated.ts"
import * as Api from "../../data/Api.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Button } from "../../parts/Button.tsx"
import { useToast } from "../../parts/Toast.tsx"
import * as Words from "../../words/batch/FailedRows.ts"

export const DownloadFailedRows = ({ id }: { readonly id: string }) => {
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
      Api.save(new Blob([FailedRows.csv(rows)], { type: "text/csv" }), `${id}.failed.csv`)
    } catch (error) {
      toast.fail(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button look="primary" icon={Download} isBusy={isBusy} onClick={download}>
      {Words.download}
    </Button>
  )
}
