/** Bounds of the engine, its leadership and the process. */

/** When memory that a flood left is returned to the system. */
export const memory = {
  /** Removed ids below which a list of ids is not compacted: the copy costs more than it frees. */
  removedIdsMin: 64,
  /** Events of an entry that one act of the audit log shows. */
  actEventsMax: 4,
  /** Between two looks, milliseconds: the process has been idle for as long. */
  lookMs: 10_000,
  /** Up to this share of the time with work, the process is idle. */
  idleUtilizationMax: 0.1,
  /** What a collection has to promise to be worth its 0.3 s, bytes. */
  spareBytesMin: 100_000_000
} as const

/** Bounds of the engine. */
export const engine = {
  /** Commands waiting for one payout or batch: normal use has a few. */
  mailboxMax: 32,
  /** Requests waiting for one quote or one idempotency key. */
  lockWaitersMax: 256,
  /**
   * How long a request may wait for its answer, milliseconds; then 503, and a retry with the same
   * key returns the result.
   */
  requestMsMax: 10_000,
  /**
   * How long an external act whose answer is kept may take, milliseconds: twice what a
   * receiver of webhooks and the log may take together. Then its outcome counts as unknown.
   */
  actMsMax: 60_000,
  /**
   * One in how many entries about money the program checks for conservation: a bug in a common path
   * shows within seconds, and the check costs a busy writer less than a thousandth of its time.
   */
  conservationEvery: 8,
  /** How often deadlines of pending requests are checked, milliseconds. */
  sweepMs: 250,
  /** Restarts of one payout's or batch's fiber before it is parked for an operator. */
  restartsMax: 3,
  /**
   * Failures longer ago than this do not count, milliseconds: a fiber that fails once a month
   * recovers by itself, one that fails four times within an hour does not.
   */
  restartsWithinMs: 60 * 60_000,
  /**
   * Payouts whose fibers start together at recovery, and the pause between: what is due after a
   * long stop starts at ten thousand a second, not all at once.
   */
  recoverBatch: 100,
  recoverPauseMs: 10,
  /** Pause before a fiber restarts after a defect, milliseconds. */
  restartPauseMs: 200,
  /** How long a transfer's outcome may be unknown before manual review, milliseconds. */
  transferUnknownMsMax: 15 * 60_000,
  /**
   * The age of the last own entry up to which leadership needs no check before a transfer,
   * milliseconds: a writer that was replaced finds out before it pays.
   */
  leadershipProofMsMax: 3_000,
  /** Pause before the chain follower restarts after a defect, milliseconds. */
  followPauseMs: 5_000,
  /** How long a transfer may wait for a provider that is down before manual review: a day. */
  transferQueuedMsMax: 24 * 60 * 60_000,
  /** References a payout may use: one and two retries after definite refusals. */
  transferAttemptsMax: 3,
  /** Pause between queries to a provider, milliseconds: first and longest. */
  providerPauseMsMin: 1_000,
  providerPauseMsMax: 60_000,
  /**
   * Queries after which a refund whose transaction no node has is due again: about a day, at
   * the longest pause between two.
   */
  refundRoundsMax: 1_500,
  /** Actors that one entry starts in one turn: a batch of 1,000 rows has as many. */
  wokenAtOnce: 100,
  /**
   * Timers called in a row before others get a turn: few beside the entries that are answered in
   * one (`log.answeredAtOnce`), or 20,000 that are due at once fill the log's queue.
   */
  timersAtOnce: 50,
  /** The longest sleep before the timers are looked at again, milliseconds: a day. */
  sleepMsMax: 86_400_000,
  /** The shortest pause before a provider is queried again, milliseconds. */
  providerPauseMsFloor: 5,
  /**
   * The Bloom filter of idempotency keys: at most 64 MiB (pages of 16 KiB), enough for a million
   * keys in every hour with fewer than one false positive in ten.
   */
  idempotencyFilter: {
    pageCount: 4_096,
    pageSlots: 4_096,
    slotsOfKey: 4,
    /** An hour's bit is reused this many hours later: more than a day, and a word has 32 bits. */
    hoursKept: 32
  }
} as const

/** Bounds of batches. */
export const batches = {
  /** Rows of one batch that are given a command at the same time. */
  rowsAtOnce: 100,
  /** Rows of a batch, and of a bulk batch. */
  rowsMax: 1_000,
  bulkRowsMax: 100
} as const

/** Bounds of the expiry of quotes. */
export const expiry = {
  /** How long after its TTL a quote's expiry is recorded, milliseconds. */
  lateMs: 400,
  /** Quotes that expire in one entry. */
  quotesMax: 500
} as const

/** Bounds of the sandbox's controls. */
export const sandbox = {
  /** Commands that may take a payout to an outcome: the longest way has six. */
  stepsMax: 16
} as const

/** Bounds of leadership among processes on one log. */
export const leadership = {
  /** A writer that does not renew its lock for so long loses it, milliseconds. */
  silenceMsMax: 10_000,
  /** How often a writer renews its lock, milliseconds. */
  pulseMs: 2_000,
  /** How often a process that waits looks at lock and log, milliseconds. */
  pollMs: 200,
  /** After this a start without the lock logs that it waits, milliseconds. */
  firstLookMs: 300,
  /** How long a plain start waits for a predecessor that drains, milliseconds; then it gives up. */
  waitMsMax: 15_000,
  /** How long the release of the lock may take at the end, milliseconds. */
  unlockMsMax: 1_000
} as const

/** Bounds of the proof of old entries behind the running engine. */
export const scrub = {
  /** Entries in one slice: some megabytes, hashed by the database in about 20 ms. */
  entries: 5_000,
  /** Pause between slices, milliseconds: about ten thousand entries a second. */
  pauseMs: 500
} as const

/** Bounds of comparing the log with chain and providers. */
export const reconcile = {
  /** Questions to providers and nodes at the same time: well within what they allow anyone. */
  questionsAtOnce: 8,
  /** How long the chain may be read without getting any further, milliseconds. */
  stillMsMax: 5 * 60_000
} as const
