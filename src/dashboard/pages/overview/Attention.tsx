/** What somebody should look at, each line with its count and where it leads; nothing: no card. */
import { CircleAlert } from "lucide-react"
import { Link } from "wouter"
import type { AdminPayout, PayoutStatus } from "../../../client/Generated.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import * as Webhooks from "../../data/Webhooks.ts"
import { Section } from "../../parts/Page.tsx"
import { Time } from "../../parts/Value.tsx"
import * as Words from "../../words/overview/Attention.tsx"
import { useEndpointFigures } from "../webhook/EndpointHealth.tsx"

interface Line {
  readonly count: number
  readonly words: (count: number) => string
  readonly href: string
  /** Since when the oldest of them waits. */
  readonly since?: string | undefined
}

const Lines = ({ of }: { readonly of: ReadonlyArray<Line> }) => (
  <ul className="attention">
    {of.map(({ count, href, since, words }) => (
      <li key={href}>
        <CircleAlert aria-hidden />
        <span>
          <Link href={href}>{words(count)}</Link>{" "}
          {since !== undefined && (
            <span className="faint">{Words.oldest(<Time at={since} isShort />)}</span>
          )}
        </span>
      </li>
    ))}
  </ul>
)

const one = { limit: 1 } as const

type PayoutFilter = { readonly status: PayoutStatus } | { readonly refund: "open" }

/** Zero until it is read. */
const useCount = (filter: PayoutFilter): number => {
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

const waiting = (lines: ReadonlyArray<Line>) => lines.filter(({ count }) => count > 0)

/** Of an account. */
export const Attention = () => {
  const lines = waiting([
    {
      count: useCount({ status: "AWAITING_FUNDS" }),
      words: Words.awaitFunds,
      href: "/payouts?status=AWAITING_FUNDS"
    },
    {
      count: useCount({ status: "COMPLIANCE_HOLD" }),
      words: Words.held,
      href: "/payouts?status=COMPLIANCE_HOLD"
    },
    {
      count: useCount({ status: "MANUAL_REVIEW" }),
      words: Words.inReview,
      href: "/payouts?status=MANUAL_REVIEW"
    },
    { count: useCount({ refund: "open" }), words: Words.refunds, href: "/payouts?refund=open" },
    { count: useBatchRefunds(), words: Words.batchRefunds, href: "/batches?refund=open" },
    { count: useFailingEndpoints(), words: Words.endpoints, href: "/webhooks" }
  ])
  return lines.length === 0 ? null : (
    <Section title={Words.title}>
      <Lines of={lines} />
    </Section>
  )
}

const enteredAt = ({ created_at, timeline }: AdminPayout): string =>
  timeline.at(-1)?.at ?? created_at

/** The payouts of a queue: how many, and since when the one that was created first waits. */
const useQueue = (filter: PayoutFilter): Pick<Line, "count" | "since"> => {
  const payouts = useServiceQuery("payouts", ["queue", filter], ({ api }, call) =>
    api.admin.payouts.list({ ...one, ...filter, sort: "created_at" }, call)
  )
  const [first] = payouts.data?.data ?? []
  return { count: payouts.data?.total ?? 0, since: first && enteredAt(first) }
}

const useRefundsOfBatches = (): number => {
  const batches = useServiceQuery("batches", ["queue-refunds"], ({ api }, call) =>
    api.admin.batches.list({ ...one, refund: "open" }, call)
  )
  return batches.data?.total ?? 0
}

const useFailedDeliveries = (): number => {
  const deliveries = useServiceQuery("deliveries", ["queue-failed"], ({ api }, call) =>
    api.admin.webhookDeliveries.list({ ...one, status: "failed" }, call)
  )
  return deliveries.data?.total ?? 0
}

/** Of the staff: what waits for a decision in all accounts. */
export const Queues = () => {
  const ofPayouts = useQueue({ refund: "open" })
  const refunds = { ...ofPayouts, count: ofPayouts.count + useRefundsOfBatches() }
  const lines = waiting([
    { ...useQueue({ status: "COMPLIANCE_HOLD" }), words: Words.held, href: "/holds" },
    { ...useQueue({ status: "MANUAL_REVIEW" }), words: Words.inReview, href: "/reviews" },
    { ...refunds, words: Words.allRefunds, href: "/refunds" },
    { count: useFailedDeliveries(), words: Words.deliveries, href: "/failed-deliveries" }
  ])
  return (
    <Section title={Words.queues}>
      {lines.length === 0 ? <p className="faint">{Words.none}</p> : <Lines of={lines} />}
    </Section>
  )
}
