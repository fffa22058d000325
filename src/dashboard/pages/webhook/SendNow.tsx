/** The button that sends a delivery again, or sends one at once that waits for its next attempt. */
import { RotateCw } from "lucide-react"
import type { Delivery } from "../../../client/Generated.ts"
import { useAction } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Button } from "../../parts/Button.tsx"
import { sendNow as Words } from "../../words/webhooks.ts"

export const SendNow = ({
  delivery,
  isSmall = false
}: {
  readonly delivery: Pick<Delivery, "id" | "event_type" | "status">
  readonly isSmall?: boolean
}) => {
  const { isStaff, may } = useSignedIn()
  const { isRunning, run } = useAction(
    ({ api }) =>
      isStaff
        ? api.admin.webhookDeliveries.resend(delivery.id)
        : api.webhooks.deliveries.resend(delivery.id),
    { changes: ["deliveries"], done: Words.done }
  )
  if (!may(isStaff ? "deliveries" : "endpoints")) return null
  const label = delivery.status === "delivered" ? Words.again : Words.now
  return (
    <Button
      isSmall={isSmall}
      icon={RotateCw}
      isBusy={isRunning}
      onClick={() => run(undefined)}
      {...(isSmall ? { "aria-label": `${label}: ${delivery.event_type} ${delivery.id}` } : {})}
    >
      {label}
    </Button>
  )
}
