/** Bounds of screening against sanctions lists. */

/** Bounds of screening against sanctions lists. */
export const screening = {
  /** Scores from which a name is held, and from which the hold is urgent (0 to 1). */
  heldScore: 0.85,
  urgentScore: 0.95,
  /** Score above which two names may be one person's, in one direction at least (0 to 1). */
  sameNameScore: 0.6,
  /** Score from which two words are spellings of one word (0 to 1). */
  sameWordScore: 0.8,
  /** Milliseconds after which a list is not used: the operator's refresh has stopped. */
  ageMsMax: 30 * 86_400_000,
  /** Milliseconds between two checks of the files: lists change about once per day. */
  pollMs: 60_000,
  /** Entries below which a list cannot be whole: the smallest part of the real one. */
  entriesMin: 100,
  /** Share of the entries, aliases and addresses that a new list may lack of the one before. */
  shrinkMax: 0.1,
  /** Bytes of one file: eight times the largest of today. */
  fileBytesMax: 64 * 1024 * 1024,
  /** Rows read, and names indexed, in one turn of the event loop: a few milliseconds. */
  rowsPerTurn: 250,
  /** Characters and words of a name that are compared: a longer text is not a name. */
  nameCharsMax: 200,
  nameWordsMax: 12,
  /** Adjacent words that are read as one: Abd el Karim. */
  spanWordsMax: 3,
  /** Listed names in the evidence of one payout, best first. */
  candidatesMax: 10,
  /** Characters of an entry's remarks in evidence, and of its aliases together: most have fewer. */
  listedCharsMax: 2_000,
  /** Earlier decisions shown with a hold: more are of no help. */
  earlierDecisionsMax: 10,
  /** Similar held payouts that a partition reads for a held payout, newest first. */
  earlierPayoutsMax: 50,
  /** Acts read of each similar payout: a payout has a handful. */
  earlierActsMax: 20,
  /** Score of a listed name among other words: held, and not urgent (0 to 1). */
  containedScore: 0.93,
  /** Letters of a listed name that is searched within words: a shorter one is in many words. */
  runMin: 8,
  /** Milliseconds of one query to the oracle, and bytes of its response. */
  oracleMsMax: 10_000,
  oracleBytesMax: 16_384,
  /** Addresses screened at the same time. */
  oracleAtOnce: 4,
  /** Milliseconds that the download of one file may take: some megabytes. */
  downloadMsMax: 180_000,
  /** Redirects of one download. */
  redirectsMax: 3
} as const
