/** One delivery: its payload, its attempts with their responses, and its next attempt. */
import { Link } from "wouter"
import type { Delivery as Shape } from "../../../client/Generated.ts"
import * as Causes from "../../data/Causes.ts"
import * as Curl from "../../data/Curl.ts"
import * as Format from "../../data/Format.ts"
import * as Links from "../../data/Links.ts"
import { useEndpointOf } from "../../data/Names.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import * as Webhooks from "../../data/Webhooks.ts"
import { AccountLink } from "../../parts/Account.tsx"
import { Answer } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { CopyCurl } from "../../parts/CopyCurl.tsx"
import { EventSubject } from "../../parts/EventSubject.tsx"
import { Facts, PageHead, Section } from "../../parts/Page.tsx"
import { Snippet } from "../../parts/Snippet.tsx"
import { Code, Time } from "../../parts/Value.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { delivery as Words } from "../../words/webhooks.ts"
import type { Shown } from "../payout/Deliveries.tsx"
import { SendNow } from "./SendNow.tsx"

type AttemptShape = Shape["attempts"][number]

const linesOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n")

interface AttemptProps {
  readonly number: number
  readonly of: AttemptShape
  /**
   * True for the newest attempt, which shows the remedy of a failure. Its request has a separate
   * section.
   */
  readonly isNewest: boolean
}

const Attempt = ({ isNewest, number, of }: AttemptProps) => (
  <Section
    title={Words.attempt(number)}
    actions={<Badge status={Webhooks.isSuccess(of) ? "delivered" : "failed"} />}
  >
    {isNewest && !Webhooks.isSuccess(of) && <p>{Causes.causeOf(of)}</p>}
    <Facts
      of={[
        [Words.facts.sent, <Time key="at" at={of.at} />],
        [CommonWords.responseStatus, of.status_code ?? CommonWords.noResponse],
        [CommonWords.latency, CommonWords.milliseconds(of.latency_ms)],
        [CommonWords.error, Webhooks.errorOf(of)]
      ]}
    />
    {of.response_headers !== null && (
      <Snippet title={Words.response.headers} text={linesOf(of.response_headers)} />
    )}
    {of.response_body !== null && <Snippet title={Words.response.body} text={of.response_body} />}
    {!isNewest && of.request_headers !== null && (
      <details>
        <summary>{Words.request.ofAttempt}</summary>
        <Snippet title={Words.request.headersOfAttempt} text={linesOf(of.request_headers)} />
      </details>
    )}
  </Section>
)

const Details = ({ delivery, isDeleted, url }: LoadedProps) => {
  const { isStaff } = useSignedIn()
  const { account_id: accountId, endpoint_id: endpointId, event_id: eventId } = delivery
  const endpoint = url ?? Format.middle(endpointId)
  return (
    <Section title={CommonWords.details}>
      <Facts
        of={[
          [CommonWords.about, <EventSubject key="about" of={delivery.payload.data} />],
          [CommonWords.account, accountId && <AccountLink key="account" id={accountId} />],
          [
            Words.facts.endpoint,
            isStaff || isDeleted ? (
              endpoint
            ) : (
              <Link key="endpoint" href={`/webhooks/${endpointId}`}>
                {endpoint}
              </Link>
            )
          ],
          [
            CommonWords.event,
            <Code
              key="event"
              text={eventId}
              label={Words.copied.eventId}
              isShort
              href={Links.placeOf(eventId, isStaff)}
            />
          ],
          [
            Words.facts.delivery,
            <Code key="id" text={delivery.id} label={Words.copied.deliveryId} isShort />
          ],
          [CommonWords.created, <Time key="created" at={delivery.created_at} />],
          [
            Words.facts.nextAttempt,
            delivery.next_attempt_at && <Time key="next" at={delivery.next_attempt_at} />
          ],
          [CommonWords.test, delivery.test && CommonWords.isTest]
        ]}
      />
    </Section>
  )
}

const Request = ({ attempts, payload }: Pick<Shape, "attempts" | "payload">) => {
  const sent = attempts.findLast((each) => each.request_headers !== null)?.request_headers
  return (
    <Section title={CommonWords.request}>
      {sent && <Snippet title={Words.request.headers} text={linesOf(sent)} isWhole />}
      <Snippet title={CommonWords.payload} text={JSON.stringify(payload, null, 2)} isWhole />
    </Section>
  )
}

interface LoadedProps {
  readonly delivery: Shown
  readonly url: string | undefined
  readonly isDeleted: boolean
}

/** The newest attempt and its request come first, and the older attempts after them. */
const Loaded = ({ delivery, isDeleted, url }: LoadedProps) => {
  const [newest, ...older] = delivery.attempts
    .map((of, index) => ({ of, number: index + 1 }))
    .reverse()
  return (
    <div className="columns">
      <div className="stack">
        {newest === undefined ? (
          <Section title={Words.attempts}>
            <p className="faint">{Words.noAttempts}</p>
          </Section>
        ) : (
          <Attempt {...newest} isNewest />
        )}
        <Request {...delivery} />
        {older.map((each) => (
          <Attempt key={each.of.at} {...each} isNewest={false} />
        ))}
      </div>
      <Details delivery={delivery} isDeleted={isDeleted} url={url} />
    </div>
  )
}

export default function DeliveryPage({ id }: { readonly id: string }) {
  const { isStaff } = useSignedIn()
  const delivery = useServiceQuery<Shown>("deliveries", ["one", id], ({ api }, options) =>
    isStaff
      ? api.admin.webhookDeliveries.get(id, options)
      : api.webhooks.deliveries.get(id, options)
  )
  const { data } = delivery
  const { isDeleted, url } = useEndpointOf(data)
  const isOff = data?.endpoint_is_active === false
  const back = isStaff
    ? { href: "/failed-deliveries", label: Words.back.staff }
    : {
        href: data === undefined || isDeleted ? "/webhooks" : `/webhooks/${data.endpoint_id}`,
        label: Words.back.account
      }
  return (
    <div className="page">
      <PageHead
        title={data?.event_type ?? Words.title}
        heading={
          data && (
            <>
              {data.event_type} <Badge status={Webhooks.deliveryState(data)} />
              {isOff && <Badge status="endpoint_disabled" />}
              {isDeleted && <Badge status="endpoint_deleted" />}
            </>
          )
        }
        about={url}
        back={back}
      >
        {data !== undefined && url !== undefined && (
          <CopyCurl command={Curl.ofDelivery(url, data)} done={Words.copied.curl} />
        )}
        {data !== undefined && !isOff && !isDeleted && <SendNow delivery={data} />}
      </PageHead>
      <Answer of={delivery} lines={10}>
        {(loaded) => <Loaded delivery={loaded} isDeleted={isDeleted} url={url} />}
      </Answer>
    </div>
  )
}
