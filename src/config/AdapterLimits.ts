/**
 * The bounds of what deals with the world outside: Ethereum, providers, screening, rates. A part of
 * Limits.ts, through which everyone names them.
 */

/** Bounds of HTTP to services that the operator configured: nodes, providers, rate feeds. */
export const remote = {
  /** One connection attempt, milliseconds. */
  connectMsMax: 5_000,
  /** Connections to one service: providers allow some dozens at once. */
  connectionsPerOriginMax: 32,
  /** Idle time of a connection, milliseconds: below what servers usually allow. */
  idleMs: 4_000
} as const

/** Bounds of telling a collector of traces. */
export const telemetry = {
  /** Spans that wait to be sent; more are dropped and counted. Some 500 bytes each. */
  spansMax: 20_000,
  /** Spans in one request: some hundred kilobytes, and a few milliseconds to serialise. */
  batchSpans: 200,
  /** How long spans gather, milliseconds. */
  pauseMs: 500,
  /** How long a collector may take to answer, milliseconds. */
  sendMsMax: 5_000,
  /** How long a stopping process waits for the last ones to be taken, milliseconds. */
  flushMsMax: 2_000
} as const

/** Bounds of comparing the log with the world. */
export const reconcile = {
  /** Questions to providers and nodes at the same time: well within what they allow anyone. */
  questionsAtOnce: 8,
  /** How long the chain may be read without getting any further, milliseconds. */
  stillMsMax: 5 * 60_000
} as const

/** Bounds of mobile-money providers. */
export const providers = {
  /** One call, milliseconds: operators often take some seconds, a gateway gives up after 30. */
  callMsMax: 15_000,
  /** What is asked before money is: its answer is welcome, nobody waits long for it. */
  precheckMsMax: 3_000,
  nameMsMax: 3_000,
  /** An answer, bytes: a real one has under two kilobytes. */
  answerBytesMax: 64 * 1024,
  /** The account's configuration, bytes: some kilobytes per country. */
  configurationBytesMax: 1024 * 1024,
  /** Instructions and questions under way to one provider: together below its connections. */
  submitsAtOnceMax: 20,
  checksAtOnceMax: 10,
  /** How long one may wait for its turn, milliseconds; then nothing was sent. */
  permitWaitMsMax: 5_000,
  /** Over this time, milliseconds, put-off instructions come back, lest they come all at once. */
  jitterMs: 5_000,
  /** Failed instructions in a row after which a provider counts as down. */
  failuresInARowMax: 5,
  /** Or this share of the instructions in a window (milliseconds) that has enough of them. */
  failureShareMax: 0.5,
  failureWindowMs: 60_000,
  failureWindowCallsMin: 20,
  /** How long it then gets none, milliseconds: first and longest; twice as long each time. */
  openMs: 15_000,
  openMsMax: 300_000,
  /** How long the one instruction that tries it may take before another may, milliseconds. */
  probeMsMax: 60_000,
  /** How long one that was drawn to try it is waited for, milliseconds: an append, then it goes. */
  offerMsMax: 2_000,
  /** How long nothing is sent after our account was refused, milliseconds: a person must act. */
  configurationPauseMs: 300_000,
  /** How long nothing is sent from an empty account, milliseconds: filling it takes a transfer. */
  floatPauseMs: 300_000,
  /** How long a network gets nothing that its provider called closed, milliseconds. */
  closedPauseMs: 60_000,
  /** How often a provider is asked which networks work, milliseconds. */
  configurationEveryMs: 60_000,
  /** How long that answer counts, milliseconds: some missed questions. */
  configurationMsMax: 300_000,
  /**
   * How long a request that got no answer may still reach the provider, milliseconds: far longer
   * than gateways hold one. Until then a refusal of the same reference settles nothing; so after
   * a process's first request none does, for an earlier process may have sent any of them.
   */
  lateSendMsMax: 300_000,
  /**
   * How long a transfer must stand as failed, by a code that also stands for what the provider does
   * not know, before another reference may be used, milliseconds: as long as MTN waits for a wallet
   * before it gives up. How often it is asked about meanwhile, and how many such are remembered.
   */
  ambiguousFailureMs: 300_000,
  ambiguousCheckEveryMs: 30_000,
  ambiguousFailuresMax: 10_000,
  /** Requests without answer that are remembered; with more, all references count as such. */
  inFlightSendsMax: 50_000,
  /** A token is not used in its last milliseconds, and never longer than a day. */
  tokenMarginMs: 60_000,
  tokenMsMax: 86_400_000,
  /** The longest pause that a provider may ask for with `Retry-After`, milliseconds. */
  retryAfterMsMax: 300_000,
  /** A callback, bytes. */
  callbackBytesMax: 64 * 1024,
  /** One callback per reference and this time, milliseconds, makes us ask. */
  callbackCheckEveryMs: 10_000,
  /** References whose last callback is remembered, and callbacks that make us ask in a second. */
  callbackReferencesMax: 10_000,
  callbackChecksPerSecondMax: 1_000,
  /** How far another clock may be off, and how old a signature may be, milliseconds. */
  clockSkewMs: 30_000,
  signatureAgeMsMax: 900_000,
  /** How long a signature of ours counts, milliseconds: as long as in the provider's example. */
  signatureMs: 300_000,
  /** How long keys of signatures count, and the pause between looks for a new one, milliseconds. */
  keysMsMax: 3_600_000,
  keysEveryMs: 60_000,
  /** Keys of one provider, signatures of one callback, and parts that one covers. */
  keysMax: 16,
  signaturesMax: 4,
  coveredMax: 16,
  /** Bits of an RSA key. */
  rsaBitsMin: 2_048
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
  /** The most that a unit of gas may cost unless the operator says otherwise, gwei. */
  feeGweiMaxDefault: 100,
  /** How long a transaction may take to be in a block, milliseconds: 25 blocks of Ethereum. */
  receiptMsMax: 300_000,
  /** Pause between looks for it, milliseconds: first and longest. */
  receiptPauseMsMin: 25,
  receiptPauseMsMax: 3_000,
  /** Characters of a node's own words in a message. */
  messageCharsMax: 300
} as const

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
  /** Headers asked of one node at the same time: below what free plans allow in a second. */
  headersAtOnce: 8,
  /** Blocks of one range. A busy block has some 150 transfers of USDC, so a range some 20 MB. */
  rangeBlocksMax: 200,
  /** Final blocks that are read once more with the next range: a second chance for a mistake. */
  overlapBlocks: 4,
  /** Blocks after the final one that are followed: more than two days without finality. */
  unfinalBlocksMax: 15_000,
  /** How often the place is kept in the log where nothing was reported, milliseconds. */
  advanceMs: 5_000,
  /** How long a node that failed is left alone, milliseconds: first, longest, and if it says so. */
  restMsMin: 1_000,
  restMsMax: 60_000,
  retryAfterMsMax: 300_000,
  /** Without a new final block for so long, milliseconds, someone must look: twice the usual. */
  stalledMsMax: 30 * 60_000,
  /** How often an alarm that stays is logged, milliseconds. */
  alarmEveryMs: 60_000,
  /** Transactions whose first sight or end is remembered: hours of all that customers send. */
  rememberedMax: 100_000,
  /** At the start: a block's time may be ahead of our clock by so much, milliseconds. */
  clockBehindMsMax: 60_000,
  /** At the start: the newest block may be older than our clock says by so much, milliseconds. */
  headAgeMsMax: 15 * 60_000
} as const

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
  /** What a listed name scores among whatever other words: held, and not urgent (0 to 1). */
  containedScore: 0.93,
  /** Letters of a listed name that is looked for inside words: a shorter one is in many. */
  runMin: 8,
  /** One question to the oracle, milliseconds, and the bytes of its answer. */
  oracleMsMax: 10_000,
  oracleBytesMax: 16_384,
  /** Addresses asked about at the same time. */
  oracleAtOnce: 4,
  /** How long the download of one file may take, milliseconds: some megabytes. */
  downloadMsMax: 180_000,
  /** How often a download may be sent on to another place. */
  redirectsMax: 3
} as const

/** Bounds of the rate feed. */
export const rates = {
  /** How often feeds are asked, milliseconds: they change once a minute at most. */
  pollMs: 60_000,
  /** One question, milliseconds, and the bytes of its answer: all currencies of the world. */
  requestMsMax: 10_000,
  answerBytesMax: 1024 * 1024,
  /** A feed's clock may be ahead of ours by so much, milliseconds. */
  futureMsMax: 60_000,
  /** A rate that differs more from the last one must be confirmed (fraction). */
  jumpMax: 0.1,
  /** How near the second source must be to confirm it (fraction). */
  confirmMax: 0.01,
  /** A rate that differs more from the second source is refused (fraction). */
  deviationMax: 0.015,
  /** What one USDC can be worth, in units: a third to three times of the last years' range. */
  plausible: {
    UGX: [1_000, 12_000],
    KES: [40, 450],
    NGN: [300, 6_000],
    GHS: [2, 60],
    TZS: [700, 9_000]
  }
} as const

/** Bounds of the question whether the database answers: readiness is to tell within two seconds. */
export const pulse = {
  /** Between an answer and the next question, milliseconds. */
  pauseMs: 250,
  /** Between two looks at the answers, milliseconds. */
  lookMs: 100,
  /**
   * Looks without an answer before anything is concluded: this process may have stood still, and
   * under load each turn of its event loop has one look, and an answer takes up to four turns.
   */
  looksMin: 8,
  /** A session that does not answer for so long is replaced, milliseconds. */
  answerMsMax: 800,
  /** Without an answer for so long the database counts as silent, milliseconds. */
  silentMsMax: 1_400,
  /** How long one attempt to connect may take, milliseconds. */
  connectMsMax: 2_000
} as const
