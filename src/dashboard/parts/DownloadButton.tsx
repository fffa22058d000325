/** A button that downloads a file of the service. */
import { Download } from "lucide-react"
import { useState } from "react"
import * as Api from "../data/Api.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import { Button } from "./Button.tsx"
import { useToast } from "./Toast.tsx"

interface Props {
  readonly path: string
  /** The file name if the service gives none. */
  readonly name: string
  readonly label: string
  readonly look?: "primary" | "plain"
}

export const DownloadButton = ({ label, look = "plain", name, path }: Props) => {
  const { grant } = useSignedIn()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const download = () => {
    setBusy(true)
    Api.download(grant.account_id, path, name)
      .catch(toast.fail)
      .finally(() => setBusy(false))
  }
  return (
    <Button look={look} icon={Download} isBusy={isBusy} onClick={download}>
      {label}
    </Button>
  )
}
