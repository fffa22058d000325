/** The button that copies a request as a curl command. */
import { Terminal } from "lucide-react"
import { parts as Words } from "../words/common.ts"
import { Button } from "./Button.tsx"
import { useToast } from "./Toast.tsx"

export const CopyCurl = ({
  command,
  done
}: {
  readonly command: string
  /** The message after the copy. */
  readonly done: string
}) => {
  const toast = useToast()
  const copy = () => navigator.clipboard?.writeText(command).then(() => toast.say(done))
  return (
    <Button icon={Terminal} onClick={copy}>
      {Words.copyCurl}
    </Button>
  )
}
