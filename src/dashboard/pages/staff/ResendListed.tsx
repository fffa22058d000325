/** Resends the deliveries of one page, one after the other, so that the work is bounded. */
import { useQueryClient } from "@tanstack/react-query"
import { RotateCw } from "lucide-react"
import type { AdminDelivery } from "../../../client/Generated.ts"
import type { Clients } from "../../data/Api.ts"
import { refresh } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Button } from "../../parts/Button.tsx"
import { Opens } from "../../parts/Dialog.tsx"
import { Form } from "../../parts/Form.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { failedDeliveries as Words } from "../../words/staff.tsx"

interface Props {
  readonly of: ReadonlyArray<AdminDelivery>
  /** The number of failed deliveries on all pages. */
  readonly total: number
}

/** True if the endpoint is disabled, so that nothing can be sent to it. */
export const isOff = ({ endpoint_is_active: isActive }: AdminDelivery): boolean =>
  isActive === false

/** The number of sent deliveries. One that fails does not stop the others. */
const resend = async (api: Clients["api"], of: Props["of"]): Promise<number> => {
  let sent = 0
  let failure: unknown
  for (const { id } of of) {
    try {
      await api.admin.webhookDeliveries.resend(id)
      sent += 1
    } catch (error) {
      failure = error
    }
  }
  if (sent === 0) throw failure
  return sent
}

export const ResendListed = ({ of: listed, total: totalListed }: Props) => {
  const { api, may } = useSignedIn()
  const client = useQueryClient()
  const toast = useToast()
  const of = listed.filter((each) => !isOff(each))
  const off = listed.length - of.length
  const total = totalListed - off
  if (of.length === 0 || !may("deliveries")) return null
  const label = Words.resend.label(of.length, total)
  return (
    <Opens
      title={Words.resend.title}
      button={(open) => (
        <Button icon={RotateCw} onClick={open}>
          {label}
        </Button>
      )}
    >
      {(close) => (
        <Form
          label={Words.resend.send(of.length)}
          onCancel={close}
          onSubmit={async () => {
            const sent = await resend(api, of)
            refresh(client, ["deliveries"])
            toast.say(Words.resend.done(sent, of.length - sent))
            close()
          }}
        >
          <p>{Words.resend.about(of.length, total)}</p>
          {off > 0 && <p>{Words.resend.disabled(off)}</p>}
        </Form>
      )}
    </Opens>
  )
}
