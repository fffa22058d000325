/** Bounds of screening against sanctions lists. */

/** Bounds of screening against sanctions lists. */
export const screening = {
  /** A name that scores so is held; one that scores so much is looked at first (0 to 1). */
  heldScore: 0.85,
  urgentScore: 0.95,
  /** Two names of one person score more than this, in one direction at least (0 to 1). */
  sameNameScore: 0.6,
  /** Two words are the same word, written differently, from here on (0 to 1). */
  sameWordScore: 0.8,
  /** Lists older than this are no lists, milliseconds: the operator's refresh has stopped. */
  ageMsMax: 30 * 86_400_000,
  /** How often the files are looked at, milliseconds: lists change once a day or so. */
  lookMs: 60_000,
  /** Entries below which a list cannot be whole: the smallest part of the real one. */
  entriesMin: 100,
  /** Share of the entries, aliases and addresses that a new list may lack of the one before. */
  shrinkMax: 0.1,
  /** Bytes of one file: eight times the largest of today. */
  fileBytesMax: 64 * 1024 * 1024,
  /** Rows read, and names indexed, in one turn of the event loop: a few milliseconds. */
  rowsPerTurn: 250,
  /** Characters of a name that are looked at, and words: longer ones are no names. */
  nameCharsMax: 200,
  nameWordsMax: 12,
  /** Adjacent words that are read as one: Abd el Karim. */
  spanWordsMax: 3,
  /** Listed names that the evidence of one payout keeps, best first. */
  candidatesMax: 10,
  /** Characters that evidence keeps of an entry's remarks, and of its aliases together: most have fewer. */
  listedCharsMax: 2_000,
  /** Earlier decisions shown with a hold: more than these are no help with it. */
  earlierDecisionsMax: 10,
  /** Held payouts like one that are read for them in a partition, newest first. */
  earlierPayoutsMax: 50,
  /** Acts read of each: a payout has a handful. */
  earlierActsMax: 20,
  /** What a listed name scores among other words: held, and not urgent (0 to 1). */
  containedScore: 0.93,
  /** Letters of a listed name that is looked for inside words: a shorter one is in many. */
  runMin: 8,
  /** One question to the oracle, milliseconds, and the bytes of its answer. */
  oracleMsMax: 10_000,
  oracleBytesMax: 16_384,
  /** Addresses screened at the same time. */
  oracleAtOnce: 4,
  /** How long the download of one file may take, milliseconds: some megabytes. */
  downloadMsMax: 180_000,
  /** How often a download may be sent on to another place. */
  redirectsMax: 3
} as const
