/** Bounds of the engine, its leadership and the process. */

/** Bounds of the return of memory to the system after a flood of requests. */
export const memory = {
  /** Removed ids below which a list of ids is not compacted: the copy costs more than it frees. */
  removedIdsMin: 64,
  /** Events of an entry that the audit log shows for one act. */
  actEventsMax: 4,
  /** Milliseconds between two checks, and the time for which the process has been idle. */
  checkMs: 10_000,
  /** Share of busy time up to which the process counts as idle. */
  idleUtilizationMax: 0.1,
  /** Bytes that a collection must promise to free: it takes 0.3 s. */
  spareBytesMin: 100_000_000
} as const

/** Bounds of the engine. */
export const engine = {
  /** Commands waiting for one payout or batch: normal use has a few. */
  mailboxMax: 32,
  /** Requests waiting for one quote or one idempotency key. */
  lockWaitersMax: 256,
  /**
   * Milliseconds that a request may wait for its response. After 503, a retry with the same key
   * returns the result.
   */
  requestMsMax: 10_000,
  /**
   * Milliseconds that an external act with a stored response may take: twice what a webhook
   * endpoint and the log may take together. Then its outcome counts as unknown.
   */
  actMsMax: 60_000,
  /**
   * One entry about money in so many is checked for conservation. A bug in a common path shows
   * within seconds, and the check costs a busy writer less than a thousandth of its time.
   */
  conservationEvery: 8,
  /** Milliseconds between two checks of the deadlines of pending requests. */
  sweepMs: 250,
  /** Restarts of one payout's or batch's fiber before it is parked for an operator. */
  restartsMax: 3,
  /**
   * Milliseconds after which a failure does not count. A fiber that fails once a month recovers
   * automatically, one that fails four times within an hour does not.
   */
  restartsWithinMs: 60 * 60_000,
  /**
   * Payouts whose fibers start together at recovery, and the pause between, milliseconds. After a
   * long stop, due payouts start at ten thousand per second and not all at once.
   */
  recoverBatch: 100,
  recoverPauseMs: 10,
  /** Milliseconds before a fiber restarts after a defect. */
  restartPauseMs: 200,
  /** Milliseconds that a transfer's outcome may be unknown before manual review. */
  transferUnknownMsMax: 15 * 60_000,
  /**
   * Milliseconds since the last own entry up to which a transfer needs no check of leadership: a
   * replaced writer learns of it before it pays.
   */
  leadershipProofMsMax: 3_000,
  /** Milliseconds before the chain follower restarts after a defect. */
  followPauseMs: 5_000,
  /**
   * Milliseconds that a transfer may wait for a provider that is down before manual review: a day.
   */
  transferQueuedMsMax: 24 * 60 * 60_000,
  /** References a payout may use: one and two retries after definite refusals. */
  transferAttemptsMax: 3,
  /** Milliseconds between two queries to a provider, first and longest. */
  providerPauseMsMin: 1_000,
  providerPauseMsMax: 60_000,
  /**
   * Queries after which a refund is due again because no Ethereum node has its transaction: about a
   * day at the longest pause.
   */
  refundRoundsMax: 1_500,
  /** Actors that one entry starts at once: a batch of 1,000 rows has as many. */
  wokenAtOnce: 100,
  /**
   * Timers called in a row before other work runs. Few compared with the entries acknowledged at
   * once (`log.answeredAtOnce`), or 20,000 due timers would fill the log's queue.
   */
  timersAtOnce: 50,
  /** Milliseconds of the longest sleep between two checks of the timers: a day. */
  sleepMsMax: 86_400_000,
  /** Milliseconds of the shortest pause before a provider is queried again. */
  providerPauseMsFloor: 5,
  /**
   * The Bloom filter of idempotency keys. At most 64 MiB (pages of 16 KiB), enough for a million
   * keys in every hour with fewer than one false positive in ten.
   */
  idempotencyFilter: {
    pageCount: 4_096,
    pageSlots: 4_096,
    slotsOfKey: 4,
    /** Hours after which an hour's bit is reused: more than a day, and a word has 32 bits. */
    hoursKept: 32
  }
} as const

/** Bounds of batches. */
export const batches = {
  /** Rows of one batch that get a command at the same time. */
  rowsAtOnce: 100,
  /** Rows of a batch, and of a bulk batch. */
  rowsMax: 1_000,
  bulkRowsMax: 100
} as const

/** Bounds of the expiry of quotes. */
export const expiry = {
  /** Milliseconds after its TTL at which a quote's expiry is recorded. */
  lateMs: 400,
  /** Quotes that expire in one entry. */
  quotesMax: 500
} as const

/** Bounds of the sandbox's controls. */
export const sandbox = {
  /** Commands that may take a payout to an outcome: the longest path has nine. */
  stepsMax: 16
} as const

/** Bounds of leadership among processes on one log. */
export const leadership = {
  /** Milliseconds after which a writer loses a lock that it does not renew. */
  silenceMsMax: 10_000,
  /** Milliseconds between two renewals of a writer's lock. */
  pulseMs: 2_000,
  /** Milliseconds between two checks of lock and log by a waiting process. */
  pollMs: 200,
  /** Milliseconds after which a start without the lock logs that it waits. */
  waitLoggedMs: 300,
  /** Milliseconds that a plain start waits for a predecessor that drains before it gives up. */
  waitMsMax: 15_000,
  /** Milliseconds that the release of the lock may take at the end. */
  unlockMsMax: 1_000
} as const

/** Bounds of the proof of old entries while the engine runs. */
export const scrub = {
  /** Entries in one slice: some megabytes, hashed by the database in about 20 ms. */
  entries: 5_000,
  /** Milliseconds between two slices: about ten thousand entries per second. */
  pauseMs: 500
} as const

/** Bounds of the comparison of the log with chain and providers. */
export const reconcile = {
  /**
   * Queries to providers and Ethereum nodes at the same time: well within what they allow anyone.
   */
  queriesAtOnce: 8,
  /** Milliseconds that the chain may be read without progress. */
  stillMsMax: 5 * 60_000,
  /** Milliseconds between two looks for a day that is due, or a run that a restart interrupted. */
  checkEveryMs: 60_000,
  /** Milliseconds that a run may take. Then it is incomplete: a night is long enough. */
  runMsMax: 4 * 60 * 60_000,
  /**
   * Entries of the log that are read, proven and added to the books in one turn of the event loop:
   * some five milliseconds.
   */
  pageEntries: 50,
  /** Milliseconds between two pages of the log, so that requests are served in between. */
  pagePauseMs: 5,
  /**
   * Payouts, batches and withdrawals that a run in the service keeps, some 2 KB each: those of the
   * compared days, and those that are open. Together they take less than the heap of a small
   * machine has left. `report reconcile` compares more, in another process.
   */
  payoutsMax: 100_000,
  /**
   * Ended payouts and batches that a run in the service keeps as numbers, because late events need
   * them: some 80 bytes each outside the heap. `report reconcile` compares a larger log, in another
   * process.
   */
  endedMax: 4_000_000,
  /**
   * Refunds of ended payouts, batches and withdrawals of which a run in the service keeps the
   * transaction, some 250 bytes each, because no later refund may have the same one.
   */
  endedRefundsMax: 400_000,
  /** Days before the compared one whose transfers, deposits and refunds are compared again. */
  daysBefore: 2,
  /** Days that the nightly run makes up for after a stop. */
  missedDaysMax: 7,
  /** Breaks that one run may open or move: more have one cause. */
  breaksOfRunMax: 1_000,
  /** Open breaks: more cannot be worked on, and all are in memory. */
  openBreaksMax: 10_000,
  /** Milliseconds that a closed or resolved break stays in memory and in lists: 400 days. */
  endedBreakKeptMs: 400 * 24 * 60 * 60_000,
  /** Characters of a statement file: less than a request body, with room for its escapes. */
  statementCharsMax: 1_000_000,
  /**
   * Lines of a statement about payouts, some 200 bytes each in one entry of the log: more than a
   * day of a log that a run reads.
   */
  statementLinesMax: 5_000,
  /** Faulty lines of a statement that are named: more have one cause. */
  statementProblemsMax: 20,
  /** Values of a statement's status column. */
  statementOutcomesMax: 100,
  /** Runs that stay in memory and in lists: two years of nights. */
  keptRuns: 800,
  /** Milliseconds after the end of a day at which an alert reports its missing run: half a day. */
  runLateMs: 12 * 60 * 60_000
} as const

/** Bounds of the books. */
export const books = {
  /**
   * Milliseconds between two checks of the books. Each sums all days of all partitions, and a
   * difference is found on the day on which it arises.
   */
  checkEveryMs: 60 * 60 * 1_000
}
