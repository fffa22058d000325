/** One delivery: what was sent, what each attempt was answered, and when the next one is. */
import { Terminal } from "lucide-react"
import { Link } from "wouter"
import type { Delivery as Shape } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { useEndpointUrls } from "../../data/Names.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import * as Webhooks from "../../data/Webhooks.ts"
import { AccountLink } from "../../parts/Account.tsx"
import { Answer } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { Button } from "../../parts/Button.tsx"
import { EventSubject } from "../../parts/EventSubject.tsx"
import { Facts, PageHead, Section } from "../../parts/Page.tsx"
import { Snippet } from "../../parts/Snippet.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { Code, Time } from "../../parts/Value.tsx"
import * as CommonWords from "../../words/Common.ts"
import * as Words from "../../words/webhook/Delivery.ts"
import type { Shown } from "../payout/Deliveries.tsx"
import { SendNow } from "./SendNow.tsx"

type AttemptShape = Shape["attempts"][number]

const linesOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n")

const Attempt = ({ number, of }: { readonly number: number; readonly of: AttemptShape }) => (
  <Section
    title={Words.attempt(number)}
    actions={<Badge status={Webhooks.isSuccess(of) ? "delivered" : "failed"} />}
  >
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
    {of.request_headers !== null && (
      <details>
        <summary>{Words.request.ofAttempt}</summary>
        <Snippet title={Words.request.headersOfAttempt} text={linesOf(of.request_headers)} />
      </details>
    )}
  </Section>
)

const CopyCurl = ({ delivery, url }: { readonly delivery: Shape; readonly url: string }) => {
  const toast = useToast()
  const copy = () =>
    navigator.clipboard
      ?.writeText(Webhooks.curlOf(url, delivery))
      .then(() => toast.say(Words.curl.copied))
  return (
    <Button icon={Terminal} onClick={copy}>
      {Words.curl.copy}
    </Button>
  )
}

const Loaded = ({ delivery, url }: { readonly delivery: Shown; readonly url?: string }) => {
  const { isStaff } = useSignedIn()
  const { account_id: accountId, attempts, endpoint_id: endpointId } = delivery
  const sent = attempts.findLast((each) => each.request_headers !== null)?.request_headers
  const newestFirst = attempts.map((of, index) => ({ of, number: index + 1 })).reverse()
  const endpoint = url ?? Format.middle(endpointId)
  return (
    <div className="columns">
      <div className="stack">
        {newestFirst.length === 0 && (
          <Section title={Words.attempts}>
            <p className="faint">{Words.noAttempts}</p>
          </Section>
        )}
        {newestFirst.map(({ number, of }) => (
          <Attempt key={of.at} number={number} of={of} />
        ))}
      </div>
      <div className="stack">
        <Section title={CommonWords.details}>
          <Facts
            of={[
              [
                CommonWords.about,
                <EventSubject key="about" of={delivery.payload.data} isTest={delivery.test} />
              ],
              [CommonWords.account, accountId && <AccountLink key="account" id={accountId} />],
              [
                Words.facts.endpoint,
                isStaff ? (
                  endpoint
                ) : (
                  <Link key="endpoint" href={`/webhooks/${endpointId}`}>
                    {endpoint}
                  </Link>
                )
              ],
              [
                CommonWords.event,
                <Code key="event" text={delivery.event_id} label={Words.copied.eventId} isShort />
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
              [Words.facts.test, delivery.test ? Words.facts.isTest : undefined]
            ]}
          />
        </Section>
        <Section title={CommonWords.request}>
          <Snippet title={CommonWords.payload} text={JSON.stringify(delivery.payload, null, 2)} />
          {sent && <Snippet title={Words.request.headers} text={linesOf(sent)} />}
        </Section>
      </div>
    </div>
  )
}

export default function DeliveryPage({ id }: { readonly id: string }) {
  const { isStaff } = useSignedIn()
  const urls = useEndpointUrls()
  const delivery = useServiceQuery<Shown>("deliveries", ["one", id], ({ api }, options) =>
    isStaff
      ? api.admin.webhookDeliveries.get(id, options)
      : api.webhooks.deliveries.get(id, options)
  )
  const { data } = delivery
  const url = data && (data.endpoint_url ?? urls.get(data.endpoint_id))
  const back = isStaff
    ? { href: "/failed-deliveries", label: Words.back.staff }
    : {
        href: data === undefined ? "/webhooks" : `/webhooks/${data.endpoint_id}`,
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
            </>
          )
        }
        about={url}
        back={back}
      >
        {data !== undefined && url !== undefined && <CopyCurl delivery={data} url={url} />}
        {data !== undefined && <SendNow delivery={data} />}
      </PageHead>
      <Answer of={delivery} lines={10}>
        {(loaded) => <Loaded delivery={loaded} {...(url === undefined ? {} : { url })} />}
      </Answer>
    </div>
  )
}
