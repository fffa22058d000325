/** One webhook endpoint: its settings, and every delivery to it. */
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useLocation } from "wouter"
import type { TestWebhookEndpointResult, WebhookEndpoint } from "../../client/Generated.ts"
import * as Format from "../data/Format.ts"
import { refresh, useAction, useServiceQuery } from "../data/Queries.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import { Answer } from "../parts/Answer.tsx"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { Confirm, Opens } from "../parts/Dialog.tsx"
import { Facts, PageHead, Section } from "../parts/Page.tsx"
import { ShownOnce } from "../parts/Shown.tsx"
import { useToast } from "../parts/Toast.tsx"
import { Code, Time } from "../parts/Value.tsx"
import { EndpointDeliveries } from "./webhook/EndpointDeliveries.tsx"
import { EndpointForm } from "./webhook/EndpointForm.tsx"

const Test = ({ id }: { readonly id: string }) => {
  const [result, setResult] = useState<TestWebhookEndpointResult>()
  const { isRunning, run } = useAction(
    async ({ api }) => setResult(await api.webhooks.endpoints.test(id)),
    { changes: ["deliveries"], done: "The test event was sent." }
  )
  return (
    <Section
      title="Test"
      actions={
        <Button isSmall isBusy={isRunning} onClick={() => run(undefined)}>
          Send test event
        </Button>
      }
    >
      {result === undefined ? (
        <p className="faint">Sends one signed event at once, and says what came back.</p>
      ) : (
        <Facts
          of={[
            ["Result", <Badge key="is" status={result.delivered ? "delivered" : "failed"} />],
            ["Answer", result.status_code ?? "none"],
            ["Took", `${result.latency_ms} ms`],
            ["Error", result.error]
          ]}
        />
      )}
    </Section>
  )
}

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
    { changes: ["endpoints"], done: isActive ? "It gets no more events." : "It gets events again." }
  )
  return (
    <>
      <Button isBusy={isRunning} onClick={() => run(undefined)}>
        {isActive ? "Disable" : "Enable"}
      </Button>
      <Edit endpoint={endpoint} />
      <Confirm
        label="Rotate secret"
        title="Rotate the secret?"
        isDanger={false}
        act={async ({ api }) => setSecret((await api.webhooks.endpoints.rotateSecret(id)).secret)}
        changes={["endpoints"]}
        done="There is a new secret."
      >
        <p>For 24 hours deliveries are signed with the old secret too.</p>
      </Confirm>
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
  return (
    <div className="page">
      <PageHead
        title={data?.url ?? "Webhook endpoint"}
        heading={
          data && (
            <>
              {data.url} <Badge status={data.is_active ? "active" : "inactive"} />
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
                    ["Endpoint", <Code key="id" text={id} label="endpoint id" isShort />],
                    ["Events", <code key="events">{loaded.events.join(", ")}</code>],
                    [
                      "Switched off",
                      loaded.disabled_reason && Format.words(loaded.disabled_reason)
                    ],
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
