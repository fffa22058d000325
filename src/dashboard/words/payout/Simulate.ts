/** Words of the sandbox's controls. */

export const title = "Simulate"
export const about =
  "Only in the sandbox, where most payouts are funded and settled by themselves within minutes."
/** Of a payout that has ended. */
export const late = "Only in the sandbox: money that arrives too late, which is due as a refund."
export const started = "The simulation is started."

export const outcomes = {
  settle: "Settle",
  expire: "Expire",
  hold: "Hold",
  review: "Review",
  reverse: "Reverse"
} as const

export const failure = { label: "Failure reason", simulate: "Fail" } as const
export const deposit = { label: "Deposit, USDC", simulate: "Deposit" } as const
