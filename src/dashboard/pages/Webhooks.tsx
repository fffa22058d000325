/** The account's webhook endpoints. */
import { useQueryClient } from "@tanstack/react-query"
import { Plus, Webhook } from "lucide-react"
import { useState } from "react"
import { Link, useLocation } from "wouter"
import type { WebhookEndpoint, WebhookEndpointWithSecret } from "../../client/Generated.ts"
import { refresh, useServiceQuery } from "../data/Queries.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import * as Endpoints from "../data/Webhooks.ts"
import type { EndpointFigures } from "../Generated.ts"
import { Empty } from "../parts/Answer.tsx"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { Opens } from "../parts/Dialog.tsx"
import { type Column, Listing, usePage } from "../parts/Listing.tsx"
import { PageHead } from "../parts/Page.tsx"
import { ShownOnce } from "../parts/Shown.tsx"
import { Sparkline } from "../parts/Sparkline.tsx"
import { common as CommonWords } from "../words/common.ts"
import { webhooks as Words } from "../words/webhooks.ts"
import { EndpointForm } from "./webhook/EndpointForm.tsx"
import { FailedAttempts, LastSuccess, useEndpointFigures } from "./webhook/EndpointHealth.tsx"
import { EventNames } from "./webhook/EventNames.tsx"

type Figures = ReadonlyMap<string, EndpointFigures>

const Attempts = ({ of }: { readonly of: EndpointFigures | undefined }) =>
  of === undefined || of.attempts.length === 0 ? (
    <span className="faint">{Words.noAttempts}</span>
  ) : (
    <Sparkline of={of.attempts.map(Endpoints.isSuccess)} />
  )

const columnsOf = (figures: Figures): ReadonlyArray<Column<WebhookEndpoint>> => [
  {
    head: Words.columns.url,
    kind: "main",
    cell: (each) => <Link href={`/webhooks/${each.id}`}>{each.url}</Link>
  },
  {
    head: CommonWords.status,
    cell: (each) => <Badge status={Endpoints.stateOf(each, figures.get(each.id))} />
  },
  { head: Words.columns.lastAttempts, cell: (each) => <Attempts of={figures.get(each.id)} /> },
  { head: Words.columns.failed, cell: (each) => <FailedAttempts of={figures.get(each.id)} /> },
  {
    head: Words.columns.lastSuccess,
    cell: (each) => <LastSuccess of={figures.get(each.id)} />
  },
  { head: CommonWords.events, cell: (each) => <EventNames of={each.events} /> },
  { head: CommonWords.description, cell: (each) => each.description }
]

const Create = ({
  label = Words.newEndpoint,
  onMade
}: {
  readonly label?: string
  readonly onMade: (endpoint: WebhookEndpointWithSecret) => void
}) => {
  const { api } = useSignedIn()
  const client = useQueryClient()
  return (
    <Opens
      title={Words.newEndpoint}
      button={(open) => (
        <Button look="primary" icon={Plus} onClick={open}>
          {label}
        </Button>
      )}
    >
      {(close) => (
        <EndpointForm
          label={Words.create}
          onCancel={close}
          onSubmit={async (body, sending) => {
            const made = await api.webhooks.endpoints.create(body, sending)
            refresh(client, ["endpoints"])
            close()
            onMade(made)
          }}
        />
      )}
    </Opens>
  )
}

export default function Webhooks() {
  const { may } = useSignedIn()
  const [made, setMade] = useState<WebhookEndpointWithSecret>()
  const [, navigate] = useLocation()
  const page = usePage()
  const endpoints = useServiceQuery("endpoints", ["list", page], ({ api }, options) =>
    api.webhooks.endpoints.list(page, options)
  )
  const figures = useEndpointFigures()
  return (
    <div className="page">
      <PageHead title={CommonWords.webhooks} about={Words.about}>
        {may("endpoints") && <Create onMade={setMade} />}
      </PageHead>
      <div className="card card-flush">
        <Listing
          of={endpoints}
          caption={Words.caption}
          columns={columnsOf(figures)}
          idOf={(each) => each.id}
          empty={
            <Empty icon={Webhook} title={Words.none.title}>
              <p>{Words.none.hint}</p>
              {may("endpoints") && <Create label={Words.none.createFirst} onMade={setMade} />}
            </Empty>
          }
        />
      </div>
      {made !== undefined && (
        <ShownOnce
          title={Words.secret.title}
          label={Words.secret.copied}
          text={made.secret}
          onClose={() => navigate(`/webhooks/${made.id}`)}
        />
      )}
    </div>
  )
}
