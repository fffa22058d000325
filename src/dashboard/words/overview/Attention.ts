/** Words of what somebody should look at. */

export const title = "Needs attention"
export const queues = "Needs a decision"
export const none = "Nothing is waiting."

const of = (one: string, many: string) => (count: number) =>
  count === 1 ? one : `${count} ${many}`

export const awaitFunds = of("1 payout awaits funds", "payouts await funds")
export const held = of("1 payout is held by compliance", "payouts are held by compliance")
export const inReview = of("1 payout is in manual review", "payouts are in manual review")
export const refunds = of("1 payout has an open refund", "payouts have open refunds")
export const batchRefunds = of("1 batch has an open refund", "batches have open refunds")
export const allRefunds = of("1 refund is open", "refunds are open")
export const endpoints = of(
  "1 webhook endpoint fails or is switched off",
  "webhook endpoints fail or are switched off"
)
export const deliveries = of("1 webhook delivery failed", "webhook deliveries failed")
