/** Webhook deliveries, one per line, each with a link to its page. */
import { Mail } from "lucide-react"
import type { ReactNode } from "react"
import { Link } from "wouter"
import type { AdminDelivery, Delivery } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { useEndpointOf } from "../../data/Names.ts"
import * as Webhooks from "../../data/Webhooks.ts"
import { AccountLink } from "../../parts/Account.tsx"
import { Empty } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { EventSubject } from "../../parts/EventSubject.tsx"
import { Time } from "../../parts/Value.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { deliveries as Words } from "../../words/webhooks.ts"
import { SendNow } from "../webhook/SendNow.tsx"

/** A delivery of the account's API or of the staff's. */
export type Shown = Delivery &
  Partial<Pick<AdminDelivery, "account_id" | "endpoint_url" | "endpoint_is_active">>

const LastAttempt = ({ of: { attempts, created_at } }: { readonly of: Delivery }) => {
  const last = attempts.at(-1)
  if (last === undefined) {
    return (
      <span>
        {Words.noAttempt} · <Time at={created_at} isShort />
      </span>
    )
  }
  return (
    <span>
      {Words.attempt(attempts.length)} · <Time at={last.at} isShort /> · {Webhooks.outcomeOf(last)}{" "}
      · {CommonWords.milliseconds(last.latency_ms)}
    </span>
  )
}

interface OneProps extends Pick<Props, "hasLinks" | "hasSubjects" | "isOfEvent"> {
  readonly delivery: Shown
}

const One = (props: OneProps) => {
  const { delivery, hasLinks = true, hasSubjects = true, isOfEvent = false } = props
  const { isDeleted, url } = useEndpointOf(delivery)
  const { account_id: accountId } = delivery
  const endpoint = url === undefined || !hasLinks ? undefined : Webhooks.shortUrl(url)
  const isOff = delivery.endpoint_is_active === false
  const isSendable = !isOff && !isDeleted && (isOfEvent || delivery.status !== "delivered")
  return (
    <li className="delivery">
      <div className="delivery-head">
        <Link href={`/deliveries/${delivery.id}`}>
          {isOfEvent ? (
            (endpoint ?? Format.middle(delivery.endpoint_id))
          ) : (
            <code>{delivery.event_type}</code>
          )}
        </Link>
        <Badge status={Webhooks.deliveryState(delivery)} />
        {isOff && <Badge status="endpoint_disabled" />}
        {isDeleted && <Badge status="endpoint_deleted" />}
        {delivery.test && <span className="faint">{CommonWords.test}</span>}
        {isSendable && <SendNow delivery={delivery} isSmall />}
      </div>
      <div className="delivery-facts">
        {hasSubjects && <EventSubject of={delivery.payload.data} />}
        {accountId !== undefined && <AccountLink id={accountId} />}
        {!isOfEvent && endpoint && <span className="delivery-url">{endpoint}</span>}
        <LastAttempt of={delivery} />
        {delivery.next_attempt_at !== null && (
          <span>
            {Words.nextAttempt} <Time at={delivery.next_attempt_at} />
          </span>
        )}
      </div>
    </li>
  )
}

interface Props {
  readonly of: ReadonlyArray<Shown>
  readonly empty: ReactNode
  /** The title of an empty list, if it differs from the default. */
  readonly emptyTitle?: string
  /** True to show each endpoint's URL. The endpoint's own page omits it. */
  readonly hasLinks?: boolean
  /** True to show each event's subject. A page about one object omits it. */
  readonly hasSubjects?: boolean
  /**
   * True if all deliveries belong to one event. Then the endpoint names each of them, and each can
   * be sent again.
   */
  readonly isOfEvent?: boolean
}

export const Deliveries = (props: Props) => {
  const { empty, emptyTitle = Words.none, of, ...shown } = props
  if (of.length === 0) {
    return (
      <Empty icon={Mail} title={emptyTitle}>
        {empty}
      </Empty>
    )
  }
  return (
    <ul>
      {of.map((delivery) => (
        <One key={delivery.id} delivery={delivery} {...shown} />
      ))}
    </ul>
  )
}
