/** The results of an endpoint's newest deliveries. */
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

/** Figures by endpoint id; empty until they are read. */
export const useEndpointFigures = (): ReadonlyMap<string, EndpointFigures> => {
  const { data } = useFigures()
  return new Map((data?.data ?? []).map((each) => [each.endpoint_id, each]))
}

interface Props {
  readonly of: EndpointFigures | undefined
}

/** The share of failed attempts among the newest, with the result of the last attempt. */
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

/** The number of newest finished deliveries without a successful attempt. */
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
