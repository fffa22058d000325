/** Bounds of following Ethereum and of the treasury commands. */

/** Bounds of following Ethereum. Block times and finality are Ethereum's. */
export const chain = {
  /** Milliseconds between two reads: a third of the time between blocks. */
  pollMs: 4_000,
  /** Milliseconds of one query to an Ethereum node: enough for thousands of logs. */
  queryMsMax: 10_000,
  /** Milliseconds that the other Ethereum nodes have after enough of them have responded. */
  stragglerMsMax: 1_000,
  /** Bytes of one response: the ten thousand logs that Ethereum nodes usually allow, with room. */
  answerBytesMax: 16 * 1024 * 1024,
  /**
   * Headers read from one Ethereum node at the same time: below what free plans allow per second.
   */
  headersAtOnce: 8,
  /** Blocks of one range. A busy block has some 150 transfers of USDC, so a range some 20 MB. */
  rangeBlocksMax: 200,
  /**
   * Final blocks that are read again with the next range: a second chance after a wrong response.
   */
  overlapBlocks: 4,
  /** Blocks after the final one that are followed: more than two days without finality. */
  unfinalBlocksMax: 15_000,
  /** Milliseconds between two records of the cursor in the log while nothing is reported. */
  advanceMs: 5_000,
  /** Milliseconds without use of a failed Ethereum node: first, longest, and with Retry-After. */
  restMsMin: 1_000,
  restMsMax: 60_000,
  retryAfterMsMax: 300_000,
  /** Milliseconds without a new final block that raise an alarm: twice the usual time. */
  stalledMsMax: 30 * 60_000,
  /** Milliseconds between two log lines of an alarm that persists. */
  alarmEveryMs: 60_000,
  /** Transactions whose first sight or end is remembered: hours of all customers' transactions. */
  rememberedMax: 100_000,
  /** Milliseconds that a block's time may be ahead of the local clock at the start. */
  clockBehindMsMax: 60_000,
  /** Milliseconds that the newest block may be behind the local clock at the start. */
  headAgeMsMax: 15 * 60_000
} as const

/** Bounds of the operator's commands about deposit contracts. */
export const contracts = {
  /**
   * Milliseconds of one query to an Ethereum node, and bytes of its response: a hundred calls'
   * worth.
   */
  requestMsMax: 15_000,
  answerBytesMax: 4 * 1024 * 1024,
  /** Calls in one query: what public Ethereum nodes take in one batch. */
  callsPerRequestMax: 100,
  /** Queries under way at the same time: public Ethereum nodes count them. */
  requestsMax: 4,
  /** Addresses swept by one transaction: some 5 million gas, a third of what one may use. */
  saltsPerTransactionMax: 50,
  /** Blocks of one search for transfers: what most public Ethereum nodes allow. */
  logBlocksMax: 10_000,
  /**
   * Milliseconds that a rescue waits until deposits are final, and until their senders are
   * screened.
   */
  finalMsMax: 30 * 60_000,
  screenedMsMax: 60_000,
  /** Gas allowed above the estimate, percent: balances may change until the block. */
  gasMarginPercent: 20,
  /** Tip if an Ethereum node proposes none, wei. */
  tipDefault: 1_000_000_000n,
  /** Most gwei that a unit of gas may cost, unless the operator sets another limit. */
  feeGweiMaxDefault: 100,
  /** Milliseconds that a transaction may take to be in a block: 25 blocks of Ethereum. */
  receiptMsMax: 300_000,
  /** Milliseconds between two reads of its receipt, first and longest. */
  receiptPauseMsMin: 25,
  receiptPauseMsMax: 3_000,
  /** Characters of an Ethereum node's error in a message. */
  messageCharsMax: 300
} as const
