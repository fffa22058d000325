/** How an endpoint fared with its newest deliveries. */
import * as Format from "../../data/Format.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import * as Webhooks from "../../data/Webhooks.ts"
import type { EndpointFigures } from "../../Generated.ts"
import { Time } from "../../parts/Value.tsx"
import { endpointHealth as Words } from "../../words/common.ts"

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

/** How many of the newest attempts failed, and why the last one did. */
export const FailedAttempts = ({ of }: Props) => {
  const attempts = of?.attempts ?? []
  const last = attempts.at(-1)
  if (last === undefined) return <span className="faint">–</span>
  const failed = attempts.filter((each) => !Webhooks.isSuccess(each)).length
  return (
    <span>
      {Format.percent(failed / attempts.length)}{" "}
      <span className="faint">
        ({Words.failedOf(failed, attempts.length)})
        {!Webhooks.isSuccess(last) && ` · ${Webhooks.outcomeOf(last)}`}
      </span>
    </span>
  )
}

/** Of the newest deliveries that are over, how many got nothing through in all their attempts. */
export const FailedForGood = ({ of }: Props) => {
  const over = of === undefined ? 0 : of.delivered + of.failed
  if (of === undefined || over === 0) return <span className="faint">–</span>
  return <span>{Words.failedDeliveriesOf(of.failed, over)}</span>
}

export const LastSuccess = ({ of }: Props) =>
  of === undefined || of.last_success_at === null ? (
    <span className="faint">–</span>
  ) : (
    <Time at={of.last_success_at} isShort />
  )
