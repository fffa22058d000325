/** Bounds of the log of requests, which is for debugging alone. */
export const requests = {
  /** How often what was noted is written, ms. */
  flushMs: 1_000,
  /** Noted between two writes, of all accounts; more are skipped, so that load stays fast. */
  notedMax: 200,
  /** Noted between two writes of one account: one that is busy leaves room for others. */
  notedPerAccountMax: 50,
  /** How long one statement may take, ms. */
  statementMsMax: 5_000,
  /** Characters of a masked body that are kept. */
  bodyCharsMax: 4_096,
  /** Characters of a body that is held and masked; of a longer one only the length is known. */
  maskedCharsMax: 16_384,
  /** Requests masked in one turn of the event loop: a millisecond or two. */
  maskedAtOnce: 10,
  /** Names of fields whose mask is kept: ours are some 400. */
  fieldNamesMax: 1_000,
  /** Levels of a masked body: ours have five. */
  maskedDepthMax: 16,
  /** Characters of a path with its query. */
  pathCharsMax: 512,
  /** How long a request is kept, ms: seven days. */
  keptMs: 7 * 24 * 60 * 60 * 1000,
  /** The newest of an account that are kept. */
  keptPerAccountMax: 10_000,
  /** How often older ones are deleted, ms, and how many in one statement. */
  pruneMs: 10 * 60 * 1000,
  prunedAtOnce: 5_000
} as const
