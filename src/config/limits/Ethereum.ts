/**
 * Bounds of following Ethereum and of the treasury commands. Block times and finality are
 * Ethereum's own.
 */

/** Bounds of following Ethereum. Block times and finality are Ethereum's own. */
export const chain = {
  /** Pause between two looks, milliseconds: a third of the time between blocks. */
  pollMs: 4_000,
  /** One question to a node, milliseconds: enough for thousands of logs. */
  questionMsMax: 10_000,
  /** When enough nodes have answered the others have so much longer, milliseconds. */
  stragglerMsMax: 1_000,
  /** One answer, bytes: the ten thousand logs that nodes usually allow, with room. */
  answerBytesMax: 16 * 1024 * 1024,
  /** Headers read from one node at the same time: below what free plans allow in a second. */
  headersAtOnce: 8,
  /** Blocks of one range. A busy block has some 150 transfers of USDC, so a range some 20 MB. */
  rangeBlocksMax: 200,
  /**
   * Final blocks that are read once more with the next range: a second chance for a wrong answer.
   */
  overlapBlocks: 4,
  /** Blocks after the final one that are followed: more than two days without finality. */
  unfinalBlocksMax: 15_000,
  /** How often the cursor is recorded in the log where nothing was reported, milliseconds. */
  advanceMs: 5_000,
  /** How long a failed node is not used, milliseconds: first, longest, and with Retry-After. */
  restMsMin: 1_000,
  restMsMax: 60_000,
  retryAfterMsMax: 300_000,
  /** Without a new final block for so long, milliseconds, an alarm is raised: twice the usual. */
  stalledMsMax: 30 * 60_000,
  /** How often an alarm that stays is logged, milliseconds. */
  alarmEveryMs: 60_000,
  /** Transactions whose first sight or end is remembered: hours of all that customers send. */
  rememberedMax: 100_000,
  /** At the start: a block's time may be ahead of our clock by so much, milliseconds. */
  clockBehindMsMax: 60_000,
  /** At the start: the newest block may be behind the local clock by so much, milliseconds. */
  headAgeMsMax: 15 * 60_000
} as const

/** Bounds of the operator's commands about deposit contracts. */
export const contracts = {
  /** One question to a node, milliseconds, and the bytes of its answer: a hundred calls' worth. */
  requestMsMax: 15_000,
  answerBytesMax: 4 * 1024 * 1024,
  /** Calls in one question: what public nodes take in one batch. */
  callsPerRequestMax: 100,
  /** Questions under way at the same time: public nodes count them. */
  requestsMax: 4,
  /** Addresses swept by one transaction: some 5 million gas, a third of what one may use. */
  saltsPerTransactionMax: 50,
  /** Gas allowed above the estimate, percent: balances may change until the block. */
  gasMarginPercent: 20,
  /** The tip where a node proposes none, wei. */
  tipDefault: 1_000_000_000n,
  /** The most that a unit of gas may cost unless the operator sets another limit, gwei. */
  feeGweiMaxDefault: 100,
  /** How long a transaction may take to be in a block, milliseconds: 25 blocks of Ethereum. */
  receiptMsMax: 300_000,
  /** Pause between reads of it, milliseconds: first and longest. */
  receiptPauseMsMin: 25,
  receiptPauseMsMax: 3_000,
  /** Characters of a node's error in a message. */
  messageCharsMax: 300
} as const
