/** Webhook deliveries with every attempt, and the button that sends one again. */
import { Mail, RotateCw } from "lucide-react"
import type { ReactNode } from "react"
import { Link } from "wouter"
import type { Delivery } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { useAction } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Empty } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { Button } from "../../parts/Button.tsx"
import { Facts } from "../../parts/Page.tsx"
import { Code, Time } from "../../parts/Value.tsx"

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

const linesOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n")

const Said = ({ text, what }: { readonly text: string | null; readonly what: string }) =>
  text === null || text === "" ? null : (
    <div>
      <h4>{what}</h4>
      {/* A keyboard scrolls what is wider than its place. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <pre tabIndex={0}>{text}</pre>
    </div>
  )

/** What was sent and answered, as far as it is kept. */
const Details = ({ delivery }: { readonly delivery: Delivery }) => (
  <details>
    <summary>Details</summary>
    <div className="stack">
      <Facts
        of={[
          ["Event", <Code key="event" text={delivery.event_id} label="event id" isShort />],
          [
            "Payout",
            delivery.payout_id && (
              <Link href={`/payouts/${delivery.payout_id}`}>
                {Format.middle(delivery.payout_id)}
              </Link>
            )
          ],
          ["Delivery", <Code key="id" text={delivery.id} label="delivery id" isShort />],
          ["Test", delivery.test && "Asked for as a test"]
        ]}
      />
      {delivery.attempts.map((attempt, index) => (
        <div key={attempt.at} className="stack">
          <h3>Attempt {index + 1}</h3>
          <Said
            what="Request headers"
            text={attempt.request_headers && linesOf(attempt.request_headers)}
          />
          <Said
            what="Response headers"
            text={attempt.response_headers && linesOf(attempt.response_headers)}
          />
          <Said what="Response, first KiB" text={attempt.response_body} />
        </div>
      ))}
      <Said what="Payload" text={JSON.stringify(delivery.payload, null, 2)} />
    </div>
  </details>
)

export const ResendButton = ({ delivery }: { readonly delivery: Delivery }) => {
  const { isStaff } = useSignedIn()
  const { isRunning, run } = useAction(
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
  const { isStaff, may } = useSignedIn()
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
      <Details delivery={delivery} />
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
