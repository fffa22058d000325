/** Words of the overview: figures, open tasks, first steps. */
import type { ReactNode } from "react"

/** Words of the overview. */
export const overview = {
  title: "Overview",
  ofStaff: "All accounts.",
  available: (amount: string): string => `${amount} available in the balance`,
  range: "Range",
  days: (number: string): string => `${number} days`,

  tiles: {
    volume: "Volume settled",
    successRate: "Success rate",
    successRateNote: "of finished payouts",
    median: "Median time to settle"
  },

  /** Counts of finished payouts, with formatted numbers. */
  ends: (settled: string, failed: string, reversed: string): string =>
    `${settled} settled, ${failed} failed, ${reversed} reversed`,

  p95: (duration: string): string => `95% within ${duration}`,

  byStatus: "Payouts by status",
  createdIn: (days: string): string => `Created in the last ${days} days.`,

  /** The words behind a count, for screen readers. */
  payoutsOf: (status: string): string => ` ${status} payouts`,

  noneYet: "No payouts yet",
  noneYetHint: "Volume, success rate and times appear here with the first payout."
} as const

const countOf = (one: string, many: string) => (count: number) =>
  count === 1 ? one : `${count} ${many}`

/** Words of open tasks and problems. */
export const attention = {
  title: "Needs attention",
  queues: "Needs a decision",
  none: "Nothing is waiting.",

  awaitFunds: countOf("1 payout awaits funds", "payouts await funds"),
  held: countOf("1 payout is held by compliance", "payouts are held by compliance"),
  inReview: countOf("1 payout is in manual review", "payouts are in manual review"),
  refunds: countOf("1 payout has an open refund", "payouts have open refunds"),
  batchRefunds: countOf("1 batch has an open refund", "batches have open refunds"),
  withdrawals: countOf("1 withdrawal waits for staff", "withdrawals wait for staff"),
  allRefunds: countOf("1 refund is open", "refunds are open"),
  recalls: countOf("1 recall is open", "recalls are open"),
  endpoints: countOf(
    "1 webhook endpoint fails or was disabled by the service",
    "webhook endpoints fail or were disabled by the service"
  ),
  deliveries: countOf("1 webhook delivery failed", "webhook deliveries failed"),
  breaks: countOf("1 break is open", "breaks are open")
} as const

/** Words of the first steps of an account. */
export const checklist = {
  title: "Get started",
  progress: (done: number, all: number): string => `${done} of ${all} steps done`,
  /** The line that replaces the steps once they are done. */
  inOneLine: (done: string, guide: ReactNode): ReactNode => (
    <>
      {done} · {guide}
    </>
  ),
  hide: "Hide",

  /** The state behind a step's title, for screen readers. */
  states: { done: ": done", toDo: ": to do" },

  titles: {
    key: "Create an API key",
    quote: "Get your first quote",
    webhook: "Add a webhook endpoint",
    payout: "Send a payout that settles"
  },

  key: {
    about: "Your server sends the key with every request. The key is shown only once.",
    go: "Go to API keys"
  },

  quote: {
    about: (
      <>
        Set <code>PAYOUT_API_KEY</code> to your API key and run this command. The response contains
        a rate that is locked for five minutes.
      </>
    ),
    firstKey:
      "The first start of the sandbox printed a key in its terminal. You can create another under API keys.",
    command: "Command"
  },

  webhook: {
    about: "Your server receives an event whenever a payout changes.",
    go: "Go to webhooks"
  },

  payout: {
    inSandbox: "Create one here or with the API. In the sandbox the deposit is simulated.",
    underWay: "Your payout is on its way.",
    follow: "Follow it",
    inProduction: "Create one here or with the API, and send the exact USDC amount to its address."
  },

  goingLive: {
    title: "Go live",
    about: (
      <>
        Production needs an account whose KYC is approved, a key that begins with{" "}
        <code>sk_live_</code>, your webhook endpoints registered again, and deposits of real USDC.
      </>
    ),
    guide: "API reference, chapter “Going live”"
  }
} as const
