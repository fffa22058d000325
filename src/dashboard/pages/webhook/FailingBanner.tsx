/** The banner on a failing endpoint, with the start, the cause and the next step. */
import { CircleX } from "lucide-react"
import type { WebhookEndpoint } from "../../../client/Generated.ts"
import * as Causes from "../../data/Causes.ts"
import * as Webhooks from "../../data/Webhooks.ts"
import type { EndpointFigures } from "../../Generated.ts"
import { Time } from "../../parts/Value.tsx"
import { failingBanner as Words } from "../../words/webhooks.ts"

interface Props {
  readonly endpoint: WebhookEndpoint
  readonly figures: EndpointFigures | undefined
}

export const FailingBanner = ({ endpoint, figures }: Props) => {
  const since = figures?.failing_since ?? null
  const last = figures?.attempts.at(-1)
  if (since === null || last === undefined) return null
  if (Webhooks.stateOf(endpoint, figures) !== "failing") return null
  return (
    <div className="banner tone-bad" role="note" aria-label={Words.title}>
      <CircleX aria-hidden />
      <div>
        <p className="banner-title">
          {Words.since} <Time at={since} />
        </p>
        <p>
          {Webhooks.outcomeOf(last)}. {Causes.causeOf(last)}
        </p>
        <p>{Words.retries}</p>
        <p>
          {Words.disabled} <Time at={Webhooks.disableAt(since)} />.
        </p>
        <p className="banner-advice">{Words.advice}</p>
      </div>
    </div>
  )
}
