/** A payout's events and their deliveries, as its account and the staff see them. */
import { Link } from "wouter"
import { useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Answer } from "../../parts/Answer.tsx"
import { Section } from "../../parts/Page.tsx"
import { Snippet } from "../../parts/Snippet.tsx"
import { Time } from "../../parts/Value.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { payoutEvents as Words } from "../../words/payouts.tsx"
import { Deliveries } from "./Deliveries.tsx"

const listMax = 50

export const WebhookDeliveries = ({ id }: { readonly id: string }) => {
  const deliveries = useServiceQuery("deliveries", ["of", id], ({ api, isStaff, own }, options) =>
    isStaff
      ? api.admin.webhookDeliveries.list({ payout_id: id, limit: listMax }, options)
      : own.payouts.deliveries.list(id, { limit: listMax }, options)
  )
  return (
    <Section title={Words.deliveries}>
      <Answer of={deliveries}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="faint">{Words.noDeliveries}</p>
          ) : (
            <Deliveries of={data} empty={null} hasSubjects={false} />
          )
        }
      </Answer>
    </Section>
  )
}

export const Events = ({ id }: { readonly id: string }) => {
  const { isStaff } = useSignedIn()
  const events = useServiceQuery("events", ["of", id], ({ api, isStaff, own }, options) =>
    isStaff
      ? own.staff.payouts.events.list(id, { limit: listMax }, options)
      : api.events.list({ payout_id: id, limit: listMax }, options)
  )
  return (
    <Section title={CommonWords.events}>
      <Answer of={events}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="faint">{Words.noEvents}</p>
          ) : (
            <ul>
              {data.map((event) => (
                <li key={event.id} className="delivery">
                  <details>
                    <summary>
                      <code>{event.type}</code> <Time at={event.created_at} isShort />
                    </summary>
                    {!isStaff && <Link href={`/events/${event.id}`}>{Words.openEvent}</Link>}
                    <Snippet title={CommonWords.payload} text={JSON.stringify(event, null, 2)} />
                  </details>
                </li>
              ))}
            </ul>
          )
        }
      </Answer>
    </Section>
  )
}
