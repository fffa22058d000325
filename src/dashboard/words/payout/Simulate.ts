/** Words of the sandbox's controls. */

export const title = "Simulate"
export const about = "Available only in the sandbox."
export const started = "The simulation is started."

export const outcomes = {
  settle: "Settle",
  fail: "Fail",
  hold: "Hold",
  review: "Review",
  reverse: "Reverse"
} as const

export const failureReason = "Failure reason"
export const deposit = { label: "Deposit, USDC", simulate: "Simulate the deposit" } as const
