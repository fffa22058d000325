/** How an endpoint fared with its newest deliveries. */
import * as Format from "../../data/Format.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import * as Webhooks from "../../data/Webhooks.ts"
import type { EndpointFigures } from "../../Generated.ts"
import { Time } from "../../parts/Value.tsx"
import * as Words from "../../words/webhook/EndpointHealth.ts"

export const useFigures = () =>
  useServiceQuery("deliveries", ["figures"], ({ own }, options) =>
    own.webhooks.figures.get(options)
  )

/** By endpoint; empty until they are read. */
export const useEndpointFigures = (): ReadonlyMap<string, EndpointFigures> => {
  const { data } = useFigures()
  return new Map((data?.data ?? []).map((each) => [each.endpoint_id, each]))
}

interface Props {
  readonly of: EndpointFigures | undefined
}

export const FailureRate = ({ of }: Props) => {
  const rate = of && Webhooks.failureRate(of)
  if (of === undefined || rate === undefined) return <span className="faint">–</span>
  const ended = of.delivered + of.failed
  return (
    <span>
      {Format.percent(rate)} <span className="faint">{Words.failedOf(of.failed, ended)}</span>
    </span>
  )
}

export const LastSuccess = ({ of }: Props) =>
  of === undefined || of.last_success_at === null ? (
    <span className="faint">–</span>
  ) : (
    <Time at={of.last_success_at} isShort />
  )
