/** One webhook endpoint: its settings and its deliveries. */
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { Link, useLocation } from "wouter"
import type { TestWebhookEndpointResult, WebhookEndpoint } from "../../client/Generated.ts"
import * as EventTypes from "../data/EventTypes.ts"
import * as Format from "../data/Format.ts"
import { refresh, useAction, useServiceQuery } from "../data/Queries.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import * as Webhooks from "../data/Webhooks.ts"
import { Answer } from "../parts/Answer.tsx"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { Confirm, Opens } from "../parts/Dialog.tsx"
import { OverlapSelect, Select } from "../parts/Field.tsx"
import { Form, type Sending, type Values } from "../parts/Form.tsx"
import { Facts, PageHead, Section } from "../parts/Page.tsx"
import { ShownOnce } from "../parts/Shown.tsx"
import { useToast } from "../parts/Toast.tsx"
import { Code, Time } from "../parts/Value.tsx"
import { common as CommonWords } from "../words/common.ts"
import { webhook as Words } from "../words/webhooks.ts"
import { EndpointDeliveries } from "./webhook/EndpointDeliveries.tsx"
import { EndpointForm } from "./webhook/EndpointForm.tsx"
import {
  FailedAttempts,
  FailedForGood,
  LastSuccess,
  useEndpointFigures
} from "./webhook/EndpointHealth.tsx"
import { EventNames } from "./webhook/EventNames.tsx"
import { FailingBanner } from "./webhook/FailingBanner.tsx"

const TestResult = ({ of }: { readonly of: TestWebhookEndpointResult }) => (
  <>
    <Facts
      of={[
        [Words.test.result, <Badge key="is" status={of.delivered ? "delivered" : "failed"} />],
        [CommonWords.responseStatus, of.status_code ?? CommonWords.noResponse],
        [CommonWords.latency, CommonWords.milliseconds(of.latency_ms)],
        [CommonWords.error, of.error]
      ]}
    />
    <p>
      <Link href={`/deliveries/${of.delivery_id}`}>{Words.test.open}</Link>
    </p>
  </>
)

const Test = ({ id }: { readonly id: string }) => {
  const { api } = useSignedIn()
  const client = useQueryClient()
  const [result, setResult] = useState<TestWebhookEndpointResult>()
  const send = async (values: Values, sending: Sending) => {
    setResult(await api.webhooks.endpoints.test(id, { type: values.text("type") }, sending))
    refresh(client, ["deliveries"])
  }
  return (
    <Section title={Words.test.title}>
      <Form label={Words.test.send} onSubmit={send}>
        <Select name="type" label={Words.test.type} hint={Words.test.hint}>
          {[EventTypes.test, ...EventTypes.all].map((type) => (
            <option key={type}>{type}</option>
          ))}
        </Select>
      </Form>
      {result !== undefined && <TestResult of={result} />}
    </Section>
  )
}

const Rotate = ({
  id,
  onRotated
}: {
  readonly id: string
  readonly onRotated: (secret: string) => void
}) => {
  const { api } = useSignedIn()
  const client = useQueryClient()
  return (
    <Opens
      title={Words.rotate.title}
      button={(open) => <Button onClick={open}>{Words.rotate.button}</Button>}
    >
      {(close) => (
        <Form
          label={Words.rotate.title}
          onCancel={close}
          onSubmit={async (values, sending) => {
            const body = { overlap_hours: Number(values.text("overlap_hours")) }
            const { secret } = await api.webhooks.endpoints.rotateSecret(id, body, sending)
            refresh(client, ["endpoints"])
            close()
            onRotated(secret)
          }}
        >
          <OverlapSelect label={Words.rotate.overlap} hint={Words.rotate.overlapHint} />
        </Form>
      )}
    </Opens>
  )
}

const Edit = ({ endpoint }: { readonly endpoint: WebhookEndpoint }) => {
  const { api } = useSignedIn()
  const client = useQueryClient()
  const toast = useToast()
  return (
    <Opens
      title={Words.edit.title}
      button={(open) => <Button onClick={open}>{CommonWords.edit}</Button>}
    >
      {(close) => (
        <EndpointForm
          label={CommonWords.save}
          of={endpoint}
          onCancel={close}
          onSubmit={async (body) => {
            await api.webhooks.endpoints.update(endpoint.id, body)
            refresh(client, ["endpoints"])
            toast.say(Words.edit.saved)
            close()
          }}
        />
      )}
    </Opens>
  )
}

const Enable = ({ id }: { readonly id: string }) => {
  const { isRunning, run } = useAction(
    ({ api }) => api.webhooks.endpoints.update(id, { is_active: true }),
    { changes: ["endpoints"], done: Words.enable.done }
  )
  return (
    <Button isBusy={isRunning} onClick={() => run(undefined)}>
      {Words.enable.button}
    </Button>
  )
}

const Disable = ({ endpoint: { id, url } }: { readonly endpoint: WebhookEndpoint }) => (
  <Confirm
    label={Words.disable.button}
    title={Words.disable.title}
    act={({ api }) => api.webhooks.endpoints.update(id, { is_active: false })}
    changes={["endpoints"]}
    done={Words.disable.done}
  >
    <p>{Words.disable.effect(url)}</p>
    <p>{Words.disable.inBetween}</p>
    <p>{Words.disable.waiting}</p>
  </Confirm>
)

const Actions = ({ endpoint }: { readonly endpoint: WebhookEndpoint }) => {
  const { id, is_active: isActive } = endpoint
  const [secret, setSecret] = useState<string>()
  const [, navigate] = useLocation()
  return (
    <>
      {isActive ? <Disable endpoint={endpoint} /> : <Enable id={id} />}
      <Edit endpoint={endpoint} />
      <Rotate id={id} onRotated={setSecret} />
      <Confirm
        label={Words.remove.label}
        title={Words.remove.title}
        act={({ api }) => api.webhooks.endpoints.delete(id)}
        changes={[]}
        done={Words.remove.done}
        onDone={() => navigate("/webhooks")}
      >
        <p>{Words.remove.effect(endpoint.url)}</p>
      </Confirm>
      {secret !== undefined && (
        <ShownOnce
          title={Words.rotate.secret}
          label={Words.rotate.copied}
          text={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  )
}

export default function Webhook({ id }: { readonly id: string }) {
  const { may } = useSignedIn()
  const endpoint = useServiceQuery("endpoints", ["one", id], ({ api }, options) =>
    api.webhooks.endpoints.get(id, options)
  )
  const { data } = endpoint
  const figures = useEndpointFigures().get(id)
  return (
    <div className="page">
      <PageHead
        title={data?.url ?? Words.title}
        heading={
          data && (
            <>
              {data.url} <Badge status={Webhooks.stateOf(data, figures)} />
            </>
          )
        }
        about={data?.description}
        back={{ href: "/webhooks", label: CommonWords.webhooks }}
      >
        {data !== undefined && may("endpoints") && <Actions endpoint={data} />}
      </PageHead>
      <Answer of={endpoint}>
        {(loaded) => (
          <div className="columns">
            <div className="stack">
              <FailingBanner endpoint={loaded} figures={figures} />
              <EndpointDeliveries id={id} />
            </div>
            <div className="stack">
              <Section title={CommonWords.details}>
                <Facts
                  of={[
                    [Words.facts.url, <Code key="url" text={loaded.url} label={Words.facts.url} />],
                    [
                      Words.facts.endpoint,
                      <Code key="id" text={id} label={Words.copied.endpointId} isShort />
                    ],
                    [CommonWords.events, <EventNames key="events" of={loaded.events} />],
                    [
                      Words.facts.disabled,
                      loaded.disabled_reason && Format.words(loaded.disabled_reason)
                    ],
                    [Words.facts.failedAttempts, <FailedAttempts key="attempts" of={figures} />],
                    [Words.facts.failedForGood, <FailedForGood key="failed" of={figures} />],
                    [Words.facts.lastSuccess, <LastSuccess key="success" of={figures} />],
                    [CommonWords.created, <Time key="created" at={loaded.created_at} />]
                  ]}
                />
              </Section>
              {may("endpoints") && <Test id={id} />}
            </div>
          </div>
        )}
      </Answer>
    </div>
  )
}
