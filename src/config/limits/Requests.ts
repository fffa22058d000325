/** Bounds of the request log, which is for debugging alone. */
export const requests = {
  /** Time between two writes of noted requests, ms. */
  flushMs: 1_000,
  /**
   * Requests noted between two writes, of all accounts; more are skipped, so that load stays fast.
   */
  notedMax: 200,
  /** Requests of one account noted between two writes: a busy account leaves room for others. */
  notedPerAccountMax: 50,
  /** Duration of one statement, ms. */
  statementMsMax: 5_000,
  /** Characters of a masked body that are kept. */
  bodyCharsMax: 4_096,
  /**
   * Characters of a body that is captured and masked; of a longer one only the length is recorded.
   */
  maskedCharsMax: 16_384,
  /** Requests masked in one turn of the event loop: a millisecond or two. */
  maskedAtOnce: 10,
  /** Names of fields whose mask is kept: ours are some 400. */
  fieldNamesMax: 1_000,
  /** Levels of a masked body: ours have five. */
  maskedDepthMax: 16,
  /** Characters of a path with its query. */
  pathCharsMax: 512,
  /** Time for which a request is kept, ms: seven days. */
  keptMs: 7 * 24 * 60 * 60 * 1000,
  /** Requests of one account that are kept, the newest ones. */
  keptPerAccountMax: 10_000,
  /** Time between two deletions of older requests, ms, and their number in one statement. */
  pruneMs: 10 * 60 * 1000,
  prunedAtOnce: 5_000
} as const
