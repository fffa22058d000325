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
import type { Shown } from "../payout/Deliveries.tsx"
import { SendNow } from "./SendNow.tsx"

type AttemptShape = Shape["attempts"][number]

const linesOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n")

const Attempt = ({ number, of }: { readonly number: number; readonly of: AttemptShape }) => (
  <Section
    title={`Attempt ${number}`}
    actions={<Badge status={Webhooks.isSuccess(of) ? "delivered" : "failed"} />}
  >
    <Facts
      of={[
        ["Sent", <Time key="at" at={of.at} />],
        ["Response status", of.status_code ?? "No response"],
        ["Latency", `${of.latency_ms} ms`],
        ["Error", Webhooks.errorOf(of)]
      ]}
    />
    {of.response_headers !== null && (
      <Snippet title="Response headers" text={linesOf(of.response_headers)} />
    )}
    {of.response_body !== null && (
      <Snippet title="Response body, first KiB" text={of.response_body} />
    )}
    {of.request_headers !== null && (
      <details>
        <summary>Request headers of this attempt</summary>
        <Snippet title="Request headers" text={linesOf(of.request_headers)} />
      </details>
    )}
  </Section>
)

const CopyCurl = ({ delivery, url }: { readonly delivery: Shape; readonly url: string }) => {
  const toast = useToast()
  const copy = () =>
    navigator.clipboard
      ?.writeText(Webhooks.curlOf(url, delivery))
      .then(() => toast.say("The command is copied."))
  return (
    <Button icon={Terminal} onClick={copy}>
      Copy as curl
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
          <Section title="Attempts">
            <p className="faint">No attempts yet.</p>
          </Section>
        )}
        {newestFirst.map(({ number, of }) => (
          <Attempt key={of.at} number={number} of={of} />
        ))}
      </div>
      <div className="stack">
        <Section title="Details">
          <Facts
            of={[
              [
                "About",
                <EventSubject key="about" of={delivery.payload.data} isTest={delivery.test} />
              ],
              ["Account", accountId && <AccountLink key="account" id={accountId} />],
              [
                "Endpoint",
                isStaff ? (
                  endpoint
                ) : (
                  <Link key="endpoint" href={`/webhooks/${endpointId}`}>
                    {endpoint}
                  </Link>
                )
              ],
              ["Event", <Code key="event" text={delivery.event_id} label="event id" isShort />],
              ["Delivery", <Code key="id" text={delivery.id} label="delivery id" isShort />],
              ["Created", <Time key="created" at={delivery.created_at} />],
              [
                "Next attempt",
                delivery.next_attempt_at && <Time key="next" at={delivery.next_attempt_at} />
              ],
              ["Test", delivery.test ? "Sent on request, with example values" : undefined]
            ]}
          />
        </Section>
        <Section title="Request">
          <Snippet title="Payload" text={JSON.stringify(delivery.payload, null, 2)} />
          {sent && <Snippet title="Headers" text={linesOf(sent)} />}
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
    ? { href: "/failed-deliveries", label: "Failed deliveries" }
    : {
        href: data === undefined ? "/webhooks" : `/webhooks/${data.endpoint_id}`,
        label: "Endpoint"
      }
  return (
    <div className="page">
      <PageHead
        title={data?.event_type ?? "Delivery"}
        heading={
          data && (
            <>
              {data.event_type} <Badge status={data.status} />
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
