/** Bounds of the database, the log, the read model and the embedded server. */

/** Bounds of the database client. */
export const database = {
  /** First pause before a statement is tried again; it doubles with each failure. */
  retryMsMin: 100,
  /** Longest pause: a database that is back is used again within it. */
  retryMsMax: 5_000,
  /** How many partitions a database may have: each costs memory and connections. */
  partitionsMax: 64,
  /**
   * Of a process with one partition: one for the log's statement in flight, one for its lock, the
   * rest for the read model.
   */
  connectionsMax: 6,
  /**
   * More with each other partition: its log's statement in flight, and its write of the read model,
   * which holds a session for seconds and must not make an append wait.
   */
  connectionsPerPartition: 2,
  /** Of any process: two beside each other fit a server's usual 100 sessions, at an upgrade. */
  connectionsAllMax: 44,
  /** Partitions that write their read model at once: far fewer than a process has sessions. */
  tableWritesMax: 16,
  /** How long one attempt to connect may take, milliseconds. */
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
  /** How long one append may take before its outcome counts as unknown, milliseconds. */
  statementMsMax: 10_000,
  /** Pause between attempts to find an unknown outcome, milliseconds: first and longest. */
  resolvePauseMsMin: 50,
  resolvePauseMsMax: 2_000,
  /** Entries read at once during replay: some megabytes of bodies. */
  replayPageEntries: 2_000,
  /** Entries applied in one turn of the event loop: some ten milliseconds. */
  replayTurnEntries: 250,
  /**
   * Durable entries applied and answered in one turn: some ten milliseconds too, with what their
   * payouts do next.
   */
  answeredAtOnce: 200,
  /** Attempts to win the log against other processes that start at the same moment. */
  takeoverAttemptsMax: 20,
  /** How long a stopping process waits for queued appends, milliseconds. */
  drainMsMax: 8_000,
  /** Between two looks whether that queue is empty, milliseconds. */
  drainPollMs: 10
} as const

/** Bounds of the read model. */
export const readModel = {
  /** Changes of an account that are searched for the last decision about its KYC. */
  kycActsMax: 100,
  /** Attempts of an endpoint that a sparkline has room for. */
  sparklineAttemptsMax: 30,
  /**
   * How long changes gather before they are written, milliseconds, unless a read waits for them: a
   * payout that settles within it is written once.
   */
  pauseMs: 10_000,
  /** Entries at which the pause ends: what a start replays, a third of a second. */
  entriesMax: 20_000,
  /** Changed deliveries at which it ends too: with its event one is some 2 KB. */
  deliveriesMax: 5_000,
  /** How long a clean stop waits for the last write, milliseconds. */
  stopMsMax: 5_000,
  /**
   * Changes that may wait to be shown; with more, new requests are refused. Some 200 MB: thirty
   * thousand payouts on their way at once have six changes each, nearly all of them events.
   */
  changesMax: 200_000,
  /** Changes at which a replay writes to the read model: bounds memory. */
  followChangesMax: 20_000,
  /** How often a list is read again because a write took reopened rows out of the archive. */
  rereadsMax: 5,
  /** Settlement times kept for percentiles, twelve bytes each; a day counts as 37 more. */
  timesKeptMax: 500_000,
  /** Payouts of a day whose settlement times are kept as they are; of more they are rounded. */
  timesExactMax: 100,
  /** Lists that wait, after so many of which those given up are dropped. */
  waitersSweep: 512,
  /**
   * A write that its process leaves idle for so long ends, milliseconds: a process that stands
   * still must not block its successor longer than its locks do.
   */
  stalledMsMax: 3_000,
  /** Written rows that leave memory in one turn of the event loop: some milliseconds. */
  rowsPerTurn: 1_000,
  /** Rows in one statement: some hundred kilobytes, and a few milliseconds to serialise. */
  rowsPerStatement: 500,
  /**
   * The same of a write that no request waits for, and the pause behind each, milliseconds: it
   * takes about a quarter of the event loop, and requests do not queue behind it.
   */
  backgroundRowsMax: 100,
  backgroundPauseMs: 10,
  /** Characters in one statement of rows that may be long: ten milliseconds to serialise. */
  statementCharsMax: 4_000_000,
  /** Characters of a row of a batch within the batch's state, at most. */
  batchRowCharsMax: 1_000,
  /**
   * Bytes of a state or of an event's body that a list reads with its other rows: those of batches
   * with many rows are longer, and are read one at a time.
   */
  listedBytesMax: 16_384,
  /** Rows read at once at start. */
  pageRows: 2_000,
  /** How often answers older than a day are dropped, milliseconds, and how many at once. */
  repliesEveryMs: 60_000,
  repliesDroppedMax: 20_000,
  /** How long loading what is active may take, milliseconds; then it is tried again. */
  restoreMsMax: 600_000,
  /** How long one read may take, milliseconds. */
  readMsMax: 8_000,
  /** How long one write may take, milliseconds; then it is tried again. */
  writeMsMax: 30_000,
  /**
   * How long emptying the tables may take, milliseconds: where partitions share them, each row of
   * one is deleted.
   */
  resetMsMax: 600_000,
  /** How many of the newest payouts a search by words covers. */
  searchedMax: 10_000,
  /** Of how many of the newest deliveries the figures of one endpoint are made. */
  recentDeliveriesMax: 50,
  /** Of how many endpoints that were deleted lately the deliveries are counted. */
  deletedEndpointsMax: 100,
  /** How many of the newest deliveries are counted. */
  deliveriesCountedMax: 10_000
} as const

/** Bounds of migrations. */
export const migrations = {
  /** Files in the folder; four digits in a name allow no more. */
  filesMax: 9_999,
  /** Bytes of one file: the client's message limit is 16 MiB, and a schema change is small. */
  fileBytesMax: 4 * 1024 * 1024,
  /** ms for any lock: the turn of another migrating process, or a table that a query holds. */
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
  /** ms between two looks at a predecessor. */
  predecessorPollMs: 50,
  /** ms between two looks at a server that another process owns. */
  sharedPollMs: 500,
  /** ms an empty lock file may stand before it is a crash's leftover; writing it takes one call. */
  emptyLockAgeMsMin: 2_000,
  /** Bytes of log kept in one file; two files are kept. */
  logBytesMax: 8 * 1024 * 1024,
  /** Bytes of log quoted in an error. */
  logTailBytes: 2_000,
  /** ms between two looks at a file or process: well below the 30 ms a start takes. */
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
   * Characters kept of a child's output: enough for its last error, small enough for a log line.
   */
  outputTailMax: 4_000
} as const

/** Bounds of the database health probe: readiness must reflect it within two seconds. */
export const databaseHealth = {
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
