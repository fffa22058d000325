/** Bounds of the database, the log, the read model and the embedded server. */

/** Bounds of the database client. */
export const database = {
  /**
   * Milliseconds of the first pause before a statement is retried; the pause doubles with each
   * failure.
   */
  retryMsMin: 100,
  /** Milliseconds of the longest pause: a database that is back is used within it. */
  retryMsMax: 5_000,
  /** Partitions of a database: each costs memory and connections. */
  partitionsMax: 64,
  /**
   * Connections of a process with one partition: one for the log's statement in flight, one for its
   * lock, the others for the read model.
   */
  connectionsMax: 6,
  /**
   * Connections for each further partition. One is for its log's statement in flight. The other is
   * for its write of the read model, which holds a session for seconds and must not delay an
   * append.
   */
  connectionsPerPartition: 2,
  /**
   * Connections of any process: two processes fit a server's usual 100 sessions, during an upgrade.
   */
  connectionsAllMax: 44,
  /** Partitions that write their read model at once: far fewer than a process has sessions. */
  tableWritesMax: 16,
  /** Milliseconds that one attempt to connect may take. */
  connectMsMax: 5_000,
  /** The oldest major version of PostgreSQL: `idle_session_timeout` came with it. */
  majorVersionMin: 14
} as const

/** Bounds of the log's appender. */
export const log = {
  /** Drafts that may wait for the next statement; more are refused. About four full batches. */
  queueMax: 8_192,
  /** Entries in one statement: far past the point where a larger batch adds throughput. */
  batchEntriesMax: 2_000,
  /** Characters of bodies in one statement: keeps a statement well under the driver's 16 MiB. */
  batchCharsMax: 4_000_000,
  /** Milliseconds that one append may take before its outcome counts as unknown. */
  statementMsMax: 10_000,
  /**
   * Times that a statement is repeated at once because another one stored a key that it brings.
   * Each time means another writer at the same moment, which is rare.
   */
  keyRetriesMax: 5,
  /** Milliseconds between two attempts to find an unknown outcome, first and longest. */
  resolvePauseMsMin: 50,
  resolvePauseMsMax: 2_000,
  /** Entries in one read of a replay: some megabytes of bodies. */
  replayPageEntries: 2_000,
  /** Entries applied in one turn of the event loop: some ten milliseconds. */
  replayTurnEntries: 250,
  /**
   * Durable entries applied and acknowledged in one turn: some ten milliseconds, the next steps of
   * their payouts included.
   */
  answeredAtOnce: 200,
  /** Attempts to win the log against other processes that start at the same moment. */
  takeoverAttemptsMax: 20,
  /** Milliseconds that a stopping process waits for queued appends. */
  drainMsMax: 8_000,
  /** Milliseconds between two checks whether that queue is empty. */
  drainPollMs: 10
} as const

/** Bounds of the read model. */
export const readModel = {
  /** Changes of an account that are searched for the last KYC decision. */
  kycActsMax: 100,
  /** Attempts of an endpoint that a sparkline has room for. */
  sparklineAttemptsMax: 30,
  /**
   * Milliseconds that changes gather before they are written, unless a read waits for them: a
   * payout that settles within them is written once.
   */
  pauseMs: 10_000,
  /** Entries at which the pause ends: a start replays as many in a third of a second. */
  entriesMax: 20_000,
  /** Changed deliveries at which the pause ends: a delivery with its event is some 2 KB. */
  deliveriesMax: 5_000,
  /** Milliseconds that a clean stop waits for the last write. */
  stopMsMax: 5_000,
  /**
   * Changes that may wait to be shown; with more, new requests are refused. Some 200 MB: thirty
   * thousand payouts in progress at once have six changes each, nearly all of them events.
   */
  changesMax: 200_000,
  /** Changes at which a replay writes to the read model: bounds memory. */
  followChangesMax: 20_000,
  /** Repeated reads of a list because a write took reopened rows out of the archive. */
  rereadsMax: 5,
  /**
   * Settlement times kept for percentiles, twelve bytes each; each day costs as much as 37 more.
   */
  timesKeptMax: 500_000,
  /** Payouts of a day with exact settlement times; with more, the times are rounded. */
  timesExactMax: 100,
  /** Accounts of which memory knows what the tables have of their payouts: 100 bytes each. */
  tablePartsMax: 10_000,
  /** Waiting lists after which those that were given up are dropped. */
  waitersSweep: 512,
  /**
   * Milliseconds after which a write that its process leaves idle ends: a process that hangs must
   * not block its successor longer than its locks do.
   */
  stalledMsMax: 3_000,
  /** Written rows that leave memory in one turn of the event loop: some milliseconds. */
  rowsPerTurn: 1_000,
  /** Rows in one statement: some hundred kilobytes, and a few milliseconds to serialise. */
  rowsPerStatement: 500,
  /**
   * Rows in one statement of a write that no request waits for, and the milliseconds after each
   * statement. Such a write takes about a quarter of the event loop, and requests do not queue for
   * it.
   */
  backgroundRowsMax: 100,
  backgroundPauseMs: 10,
  /** Characters in one statement of rows that may be long: ten milliseconds to serialise. */
  statementCharsMax: 4_000_000,
  /** Characters of a row within a batch's state, at most. */
  batchRowCharsMax: 1_000,
  /**
   * Bytes of a state or an event's body that a list reads with its other rows. Those of batches
   * with many rows are longer, and are read one at a time.
   */
  listedBytesMax: 16_384,
  /** Rows in one read of a start. */
  pageRows: 2_000,
  /** Milliseconds between two deletions of responses older than a day, and their number at once. */
  repliesEveryMs: 60_000,
  repliesDroppedMax: 20_000,
  /** Milliseconds that loading the active objects may take before it is retried. */
  restoreMsMax: 600_000,
  /** Milliseconds that one read may take. */
  readMsMax: 8_000,
  /** Milliseconds that one write may take before it is retried. */
  writeMsMax: 30_000,
  /**
   * Milliseconds that emptying the tables may take: if partitions share them, each row of one
   * partition is deleted.
   */
  resetMsMax: 600_000,
  /** Newest payouts that a word search covers. */
  searchedMax: 10_000,
  /** Newest deliveries from which the figures of one endpoint are made. */
  recentDeliveriesMax: 50,
  /** Recently deleted endpoints whose deliveries are counted. */
  deletedEndpointsMax: 100,
  /** Newest deliveries that are counted. */
  deliveriesCountedMax: 10_000
} as const

/** Bounds of migrations. */
export const migrations = {
  /** Files in the folder; four digits in a name allow no more. */
  filesMax: 9_999,
  /** Bytes of one file: the client's message limit is 16 MiB, and a schema change is small. */
  fileBytesMax: 4 * 1024 * 1024,
  /** ms for any lock: another migrating process has it, or a query holds a table. */
  lockWaitMsMax: 300_000
} as const

/** Bounds of the embedded PostgreSQL. */
export const embedded = {
  /** Bytes of a socket's path: the kernel's limit is 107 on Linux and 103 on macOS. */
  socketPathBytesMax: 100,
  /** ms for initdb, which takes 0.6 s here and flushes 40 MB on a disk of unknown speed. */
  initdbMsMax: 120_000,
  /** ms for a server to be ready: replaying max_wal_size (1 GB) on a slow disk takes minutes. */
  readyMsMax: 600_000,
  /** ms to wait for a predecessor that is shutting down or whose children have not yet ended. */
  predecessorMsMax: 30_000,
  /** ms between two checks of a predecessor. */
  predecessorPollMs: 50,
  /** ms between two checks of a server that another process owns. */
  sharedPollMs: 500,
  /** ms after which an empty lock file is a crash's leftover; writing it takes one call. */
  emptyLockAgeMsMin: 2_000,
  /** Bytes of log kept in one file; two files are kept. */
  logBytesMax: 8 * 1024 * 1024,
  /** Bytes of log quoted in an error. */
  logTailBytes: 2_000,
  /** ms between two checks of a file or process: well below the 30 ms a start takes. */
  pollMs: 5,
  /** ms for a probe such as `postgres --version`; it takes 5 ms, a cold disk may need seconds. */
  probeMsMax: 20_000,
  /** ms a fast shutdown may take: it ends sessions and writes one checkpoint of shared_buffers. */
  fastStopMsMax: 20_000,
  /** ms an immediate shutdown may take after that: it writes nothing, recovery pays for it. */
  immediateStopMsMax: 10_000,
  /** ms for a connection attempt to a local socket. */
  connectMsMax: 2_000,
  /**
   * Characters of a child's output that are kept: enough for its last error, small enough for a log
   * line.
   */
  outputTailMax: 4_000
} as const

/** Bounds of the database health probe: readiness must reflect it within two seconds. */
export const databaseHealth = {
  /** Milliseconds between a response and the next query. */
  pauseMs: 250,
  /** Milliseconds between two checks of the responses. */
  checkMs: 100,
  /**
   * Checks without a response before anything is concluded. This process may have hung. Under load
   * each turn of its event loop has one check, and a response takes up to four turns.
   */
  checksMin: 8,
  /** Milliseconds without a response after which a session is replaced. */
  answerMsMax: 800,
  /** Milliseconds without a response after which the database counts as down. */
  silentMsMax: 1_400,
  /** Milliseconds that one attempt to connect may take. */
  connectMsMax: 2_000
} as const
