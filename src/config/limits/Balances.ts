/** Bounds of withdrawals from balances. */

const hourMs = 60 * 60 * 1_000

/** Bounds of withdrawals from balances. */
export const withdrawals = {
  /** Milliseconds that a new address waits: the account learns of it in time to remove it. */
  addressWaitMs: 24 * hourMs,
  /** Micro-USDC of one withdrawal. Sending less would cost more than it is worth. */
  amountMin: 1_000_000,
  /** Withdrawals of one account that have not ended: staff decide about each. */
  openMax: 20
} as const
