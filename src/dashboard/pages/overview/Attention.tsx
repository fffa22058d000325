/** Open tasks, one per line, each with its count and a link. */
import { CircleAlert } from "lucide-react"
import { Link } from "wouter"
import type { PayoutStatus } from "../../../client/Generated.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { type Count, countOf, useWaiting } from "../../data/Waiting.ts"
import * as Webhooks from "../../data/Webhooks.ts"
import { Skeleton, Trouble } from "../../parts/Answer.tsx"
import { Section } from "../../parts/Page.tsx"
import { attention as Words } from "../../words/overview.tsx"
import { useFigures } from "../webhook/EndpointHealth.tsx"

interface Line extends Count {
  readonly words: (count: number) => string
  readonly href: string
}

const List = ({ of }: { readonly of: ReadonlyArray<Line> }) => (
  <ul className="attention">
    {of.map(({ count = 0, href, words }) => (
      <li key={href}>
        <CircleAlert aria-hidden />
        <Link href={href}>{words(count)}</Link>
      </li>
    ))}
  </ul>
)

/** The lines with a count. Nothing waits only if all counts are read and zero. */
const useLines = (lines: ReadonlyArray<Line>) => {
  const unread = lines.filter(({ count }) => count === undefined).flatMap(({ reads }) => reads)
  const failed = unread.filter(({ error }) => error !== null)
  return {
    shown: lines.filter(({ count = 0 }) => count > 0),
    isReading: unread.length > failed.length,
    error: failed[0]?.error,
    retry: () => {
      for (const read of failed) read.refetch()
    }
  }
}

const one = { limit: 1 } as const

const useCount = (filter: { readonly status: PayoutStatus } | { readonly refund: "open" }) =>
  countOf(
    useServiceQuery("payouts", ["count", filter], ({ api }, call) =>
      api.payouts.list({ ...one, ...filter }, call)
    )
  )

const useBatchRefunds = () =>
  countOf(
    useServiceQuery("batches", ["count-refunds"], ({ api }, call) =>
      api.batches.list({ ...one, refund: "open" }, call)
    )
  )

const useFailingEndpoints = (): Count => {
  const endpoints = useServiceQuery("endpoints", ["all"], ({ api }, call) =>
    api.webhooks.endpoints.list({ limit: 100 }, call)
  )
  const figures = useFigures()
  const reads = [endpoints, figures]
  if (endpoints.data === undefined || figures.data === undefined) return { count: undefined, reads }
  const byId = new Map(figures.data.data.map((each) => [each.endpoint_id, each]))
  const states = endpoints.data.data.map((each) => Webhooks.stateOf(each, byId.get(each.id)))
  const failing = states.filter((state) => state === "failing" || state === "disabled")
  return { count: failing.length, reads }
}

/** The account's open tasks, or nothing if there are none. */
export const Attention = () => {
  const { error, retry, shown } = useLines([
    {
      ...useCount({ status: "AWAITING_FUNDS" }),
      words: Words.awaitFunds,
      href: "/payouts?status=AWAITING_FUNDS"
    },
    {
      ...useCount({ status: "COMPLIANCE_HOLD" }),
      words: Words.held,
      href: "/payouts?status=COMPLIANCE_HOLD"
    },
    {
      ...useCount({ status: "MANUAL_REVIEW" }),
      words: Words.inReview,
      href: "/payouts?status=MANUAL_REVIEW"
    },
    { ...useCount({ refund: "open" }), words: Words.refunds, href: "/payouts?refund=open" },
    { ...useBatchRefunds(), words: Words.batchRefunds, href: "/batches?refund=open" },
    { ...useFailingEndpoints(), words: Words.endpoints, href: "/webhooks" }
  ])
  if (shown.length === 0 && error === undefined) return null
  return (
    <Section title={Words.title}>
      {shown.length > 0 && <List of={shown} />}
      {error !== undefined && <Trouble error={error} onRetry={retry} />}
    </Section>
  )
}

/** The staff's queues, each with its page. */
export const useQueues = (): ReadonlyArray<Line> => {
  const counts = useWaiting()
  const { breaks, failed_deliveries, held, in_review, recalls, refunds, withdrawals } = counts
  return [
    { ...held, words: Words.held, href: "/holds" },
    { ...in_review, words: Words.inReview, href: "/reviews" },
    { ...refunds, words: Words.allRefunds, href: "/refunds" },
    { ...withdrawals, words: Words.withdrawals, href: "/withdrawals" },
    { ...recalls, words: Words.recalls, href: "/payouts?recall=open" },
    { ...failed_deliveries, words: Words.deliveries, href: "/failed-deliveries" },
    { ...breaks, words: Words.breaks, href: "/reconciliation" }
  ]
}

/** The staff's queues of all accounts. */
export const Queues = () => {
  const { error, isReading, retry, shown } = useLines(useQueues())
  const isNone = shown.length === 0 && error === undefined && !isReading
  return (
    <Section title={Words.queues}>
      {isNone && <p className="faint">{Words.none}</p>}
      {shown.length > 0 && <List of={shown} />}
      {isReading && <Skeleton lines={1} />}
      {error !== undefined && <Trouble error={error} onRetry={retry} />}
    </Section>
  )
}
