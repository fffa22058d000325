/** Webhook deliveries with every attempt, and the button that sends one again. */
import { Mail, RotateCw } from "lucide-react"
import type { ReactNode } from "react"
import { Link } from "wouter"
import type { Delivery } from "../../../client/Generated.ts"
import { useAct } from "../../data/Ask.ts"
import { useWho } from "../../data/Who.tsx"
import { Empty } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { Button } from "../../parts/Button.tsx"
import { Time } from "../../parts/Value.tsx"

export const Attempts = ({ of }: { readonly of: Delivery["attempts"] }) => (
  <ol className="attempts">
    {of.map((attempt, index) => (
      <li key={attempt.at}>
        {index + 1}. <Time at={attempt.at} /> · {attempt.status_code ?? "no answer"} ·{" "}
        {attempt.latency_ms} ms
        {attempt.error !== null && ` · ${attempt.error}`}
      </li>
    ))}
  </ol>
)

export const ResendButton = ({ delivery }: { readonly delivery: Delivery }) => {
  const { isStaff } = useWho()
  const { isRunning, run } = useAct(
    ({ api }) =>
      isStaff
        ? api.admin.webhookDeliveries.resend(delivery.id)
        : api.webhooks.deliveries.resend(delivery.id),
    { changes: ["deliveries"], done: "The event is sent again." }
  )
  return (
    <Button
      isSmall
      icon={RotateCw}
      isBusy={isRunning}
      onClick={() => run(undefined)}
      aria-label={`Resend ${delivery.event_type} ${delivery.id}`}
    >
      Resend
    </Button>
  )
}

const One = ({ delivery, hasLink }: { readonly delivery: Delivery; readonly hasLink: boolean }) => {
  const { isStaff, may } = useWho()
  const mayResend = may(isStaff ? "deliveries" : "write") && delivery.status !== "pending"
  return (
    <li className="delivery">
      <div className="delivery-head">
        <code>{delivery.event_type}</code>
        <Badge status={delivery.status} />
        {delivery.attempts.length === 0 && <Time at={delivery.created_at} isShort />}
        {hasLink && !isStaff && <Link href={`/webhooks/${delivery.endpoint_id}`}>Endpoint</Link>}
        {mayResend && <ResendButton delivery={delivery} />}
      </div>
      <Attempts of={delivery.attempts} />
      {delivery.next_attempt_at !== null && (
        <p className="attempts">
          <span>
            Next attempt <Time at={delivery.next_attempt_at} />
          </span>
        </p>
      )}
    </li>
  )
}

interface Props {
  readonly of: ReadonlyArray<Delivery>
  readonly empty: ReactNode
  /** Whether each leads to its endpoint: not on the endpoint's own page. */
  readonly hasLinks?: boolean
}

export const Deliveries = ({ empty, hasLinks = true, of }: Props) =>
  of.length === 0 ? (
    <Empty icon={Mail} title="No deliveries">
      {empty}
    </Empty>
  ) : (
    <ul>
      {of.map((delivery) => (
        <One key={delivery.id} delivery={delivery} hasLink={hasLinks} />
      ))}
    </ul>
  )
