/** Bounds of the keys of people, and of the erasure of their data. */

export const retention = {
  /** Milliseconds between two searches for restricted data whose date has come. */
  everyMs: 3_600_000,
  /** Phone numbers of a recipient's beneficiaries whose data one erasure erases. */
  formerNumbersMax: 100,
  /** Changes of beneficiaries that one query reads, each with its entry of the log. */
  changesPerQuery: 500,
  /** Payouts on a page of an export, each with its notes. */
  exportedPayoutsMax: 50,
  /** Notes of an exported payout. */
  exportedNotesMax: 100,
  /** Webhook deliveries of an exported payout, and of its batch. */
  exportedWebhooksMax: 100,
  /** Logged requests of an exported payout, each with two bodies of 4,096 characters. */
  exportedRequestsMax: 10
} as const

export const sealing = {
  /** Keys of people that a process keeps in memory, about 1.5 KB each. */
  keysMax: 20_000,
  /** Keys of one query. */
  keysPerQuery: 5_000,
  /** Keys that one statement of a rotation wraps anew. */
  rotatedPerStatement: 1_000
} as const

export const purge = {
  /** Milliseconds that the rewrite of a table waits for those who use the table. */
  lockMsMax: 10_000,
  /** Milliseconds between two looks for a transaction from before the purge, and of all looks. */
  openTransactionPollMs: 500,
  openTransactionMsMax: 60_000
} as const
