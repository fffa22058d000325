/** What somebody should look at, each line with its count and where it leads; nothing: no card. */
import { CircleAlert } from "lucide-react"
import { Link } from "wouter"
import type { PayoutStatus } from "../../../client/Generated.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import * as Webhooks from "../../data/Webhooks.ts"
import { Section } from "../../parts/Page.tsx"
import * as Words from "../../words/overview/Attention.ts"
import { useEndpointFigures } from "../webhook/EndpointHealth.tsx"

const one = { limit: 1 } as const

/** Zero until it is read. */
const useCount = (filter: { readonly status: PayoutStatus } | { readonly refund: "open" }) => {
  const payouts = useServiceQuery("payouts", ["count", filter], ({ api }, call) =>
    api.payouts.list({ ...one, ...filter }, call)
  )
  return payouts.data?.total ?? 0
}

const useBatchRefunds = (): number => {
  const batches = useServiceQuery("batches", ["count-refunds"], ({ api }, call) =>
    api.batches.list({ ...one, refund: "open" }, call)
  )
  return batches.data?.total ?? 0
}

const useFailingEndpoints = (): number => {
  const endpoints = useServiceQuery("endpoints", ["all"], ({ api }, call) =>
    api.webhooks.endpoints.list({ limit: 100 }, call)
  )
  const figures = useEndpointFigures()
  const states = (endpoints.data?.data ?? []).map((each) =>
    Webhooks.stateOf(each, figures.get(each.id))
  )
  return states.filter((state) => state === "failing" || state === "switched_off").length
}

export const Attention = () => {
  const lines = [
    [useCount({ status: "AWAITING_FUNDS" }), Words.awaitFunds, "/payouts?status=AWAITING_FUNDS"],
    [useCount({ status: "COMPLIANCE_HOLD" }), Words.held, "/payouts?status=COMPLIANCE_HOLD"],
    [useCount({ status: "MANUAL_REVIEW" }), Words.inReview, "/payouts?status=MANUAL_REVIEW"],
    [useCount({ refund: "open" }), Words.refunds, "/payouts?refund=open"],
    [useBatchRefunds(), Words.batchRefunds, "/batches?refund=open"],
    [useFailingEndpoints(), Words.endpoints, "/webhooks"]
  ] as const
  const shown = lines.filter(([count]) => count > 0)
  if (shown.length === 0) return null
  return (
    <Section title={Words.title}>
      <ul className="attention">
        {shown.map(([count, words, href]) => (
          <li key={href}>
            <CircleAlert aria-hidden />
            <Link href={href}>{words(count)}</Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
