/** One webhook endpoint: its settings, and every delivery to it. */
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
import { Select } from "../parts/Field.tsx"
import { Form, type Sending, type Values } from "../parts/Form.tsx"
import { Facts, PageHead, Section } from "../parts/Page.tsx"
import { ShownOnce } from "../parts/Shown.tsx"
import { useToast } from "../parts/Toast.tsx"
import { Code, Time } from "../parts/Value.tsx"
import { EndpointDeliveries } from "./webhook/EndpointDeliveries.tsx"
import { EndpointForm } from "./webhook/EndpointForm.tsx"
import { FailureRate, LastSuccess, useEndpointFigures } from "./webhook/EndpointHealth.tsx"

const TestResult = ({ of }: { readonly of: TestWebhookEndpointResult }) => (
  <>
    <Facts
      of={[
        ["Result", <Badge key="is" status={of.delivered ? "delivered" : "failed"} />],
        ["Response status", of.status_code ?? "No response"],
        ["Latency", `${of.latency_ms} ms`],
        ["Error", of.error]
      ]}
    />
    <p>
      <Link href={`/deliveries/${of.delivery_id}`}>Open the delivery</Link>
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
    <Section title="Test">
      <Form label="Send test event" onSubmit={send}>
        <Select
          name="type"
          label="Event type"
          hint="The test event is signed and sent at once, with example values."
        >
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
      title="Rotate the secret"
      button={(open) => <Button onClick={open}>Rotate secret</Button>}
    >
      {(close) => (
        <Form
          label="Rotate the secret"
          onCancel={close}
          onSubmit={async (values, sending) => {
            const body = { overlap_hours: Number(values.text("overlap_hours")) }
            const { secret } = await api.webhooks.endpoints.rotateSecret(id, body, sending)
            refresh(client, ["endpoints"])
            close()
            onRotated(secret)
          }}
        >
          <Select
            name="overlap_hours"
            label="Old secret expires"
            defaultValue="24"
            hint="Until then webhook-signature has the signatures of both secrets, and X-Service-Signature is the old secret's."
          >
            {overlaps.map(([hours, label]) => (
              <option key={hours} value={hours}>
                {label}
              </option>
            ))}
          </Select>
        </Form>
      )}
    </Opens>
  )
}

const overlaps = [
  [24, "In 24 hours"],
  [12, "In 12 hours"],
  [6, "In 6 hours"],
  [1, "In 1 hour"],
  [0, "Now"]
] as const

const Edit = ({ endpoint }: { readonly endpoint: WebhookEndpoint }) => {
  const { api } = useSignedIn()
  const client = useQueryClient()
  const toast = useToast()
  return (
    <Opens title="Edit endpoint" button={(open) => <Button onClick={open}>Edit</Button>}>
      {(close) => (
        <EndpointForm
          label="Save"
          of={endpoint}
          onCancel={close}
          onSubmit={async (body) => {
            await api.webhooks.endpoints.update(endpoint.id, body)
            refresh(client, ["endpoints"])
            toast.say("The changes are saved.")
            close()
          }}
        />
      )}
    </Opens>
  )
}

const Actions = ({ endpoint }: { readonly endpoint: WebhookEndpoint }) => {
  const { id, is_active: isActive } = endpoint
  const [secret, setSecret] = useState<string>()
  const [, navigate] = useLocation()
  const { isRunning, run } = useAction(
    ({ api }) => api.webhooks.endpoints.update(id, { is_active: !isActive }),
    {
      changes: ["endpoints"],
      done: isActive
        ? "The endpoint is disabled and receives no more events."
        : "The endpoint is enabled and receives events again."
    }
  )
  return (
    <>
      <Button isBusy={isRunning} onClick={() => run(undefined)}>
        {isActive ? "Disable" : "Enable"}
      </Button>
      <Edit endpoint={endpoint} />
      <Rotate id={id} onRotated={setSecret} />
      <Confirm
        label="Delete"
        title="Delete this endpoint?"
        act={({ api }) => api.webhooks.endpoints.delete(id)}
        changes={[]}
        done="The endpoint is deleted."
        onDone={() => navigate("/webhooks")}
      >
        <p>Nothing is sent to {endpoint.url} any more.</p>
      </Confirm>
      {secret !== undefined && (
        <ShownOnce
          title="New signing secret"
          label="signing secret"
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
        title={data?.url ?? "Webhook endpoint"}
        heading={
          data && (
            <>
              {data.url} <Badge status={Webhooks.stateOf(data, figures)} />
            </>
          )
        }
        about={data?.description}
        back={{ href: "/webhooks", label: "Webhooks" }}
      >
        {data !== undefined && may("write") && <Actions endpoint={data} />}
      </PageHead>
      <Answer of={endpoint}>
        {(loaded) => (
          <div className="columns">
            <EndpointDeliveries id={id} />
            <div className="stack">
              <Section title="Details">
                <Facts
                  of={[
                    ["URL", <Code key="url" text={loaded.url} label="URL" />],
                    ["Endpoint", <Code key="id" text={id} label="endpoint id" isShort />],
                    ["Events", <code key="events">{loaded.events.join(", ")}</code>],
                    [
                      "Switched off",
                      loaded.disabled_reason && Format.words(loaded.disabled_reason)
                    ],
                    ["Failed deliveries", <FailureRate key="failed" of={figures} />],
                    ["Last success", <LastSuccess key="success" of={figures} />],
                    ["Created", <Time key="created" at={loaded.created_at} />]
                  ]}
                />
              </Section>
              {may("write") && <Test id={id} />}
            </div>
          </div>
        )}
      </Answer>
    </div>
  )
}
