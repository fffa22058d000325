/**
 * Every setting and every bound of the program, with unit and reason. Settings come from the
 * environment and are validated once, at start; bounds are constants (L10).
 */
import * as fs from "node:fs"
import { Duration, Effect, Schedule } from "effect"

const manifest = new URL("../../package.json", import.meta.url)

/** Of the package, the API and the command line. */
export const version: string = JSON.parse(fs.readFileSync(manifest, "utf8")).version

/** What the program calls itself in requests to others. */
export const userAgent = `payout-service/${version}`

/**
 * A database that is away is asked again, ever more slowly, until it answers or the process ends.
 */
export const waitForDatabase = Schedule.exponential("100 millis", 2).pipe(
  Schedule.modifyDelay(({ duration }) =>
    Effect.succeed(Duration.min(duration, Duration.seconds(5)))
  )
)

/** This process's part of the log. One until accounts are spread over several engines. */
export const partition = 0

/** When memory that a flood left is given back to the machine. */
export const memory = {
  /** Between two looks, milliseconds: the process has been idle for as long. */
  lookMs: 10_000,
  /** Up to this share of the time with work, the process is idle. */
  idleUtilizationMax: 0.1,
  /** What a collection has to promise to be worth its 0.3 s, bytes. */
  spareBytesMin: 100_000_000
} as const

/** What one quote may be worth, micro-USDC. */
export const amounts = {
  /** 0.01 USDC (spec 8). */
  quoteMin: 10_000,
  /** 10,000 USDC (spec 8). */
  sandboxMax: 10_000_000_000,
  /** A million USDC: the largest single payout anyone should make without talking to us. */
  productionMax: 1_000_000_000_000
} as const

/** Bounds of the database client. */
export const database = {
  /** One for the log's statement in flight, one for its lock, the rest for the read model. */
  connectionsMax: 6,
  /** How long one attempt to connect may take, milliseconds. */
  connectMsMax: 5_000
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
  /** Attempts to win the log against other processes that start at the same moment. */
  takeoverAttemptsMax: 20,
  /** How long a stopping process waits for queued appends, milliseconds. */
  drainMsMax: 8_000,
  /** Between two looks whether that queue is empty, milliseconds. */
  drainPollMs: 10
} as const

/** Bounds of taking turns between processes on one log. */
export const turn = {
  /** A writer that says nothing for so long loses the lock, milliseconds: it stands still. */
  silenceMsMax: 10_000,
  /** How often a writer says something, milliseconds. */
  pulseMs: 2_000,
  /** How often a process that waits looks at lock and log, milliseconds. */
  pollMs: 200,
  /** After this a start that has not got the lock says that it waits, milliseconds. */
  firstLookMs: 300,
  /** How long a plain start waits for a predecessor that drains, milliseconds; then it gives up. */
  waitMsMax: 15_000,
  /** How long giving the lock back may take at the end, milliseconds; the end does it anyway. */
  unlockMsMax: 1_000
} as const

/** Bounds of the proof of old entries behind the running engine. */
export const scrub = {
  /** Entries in one slice: some megabytes, hashed by the database in about 20 ms. */
  entries: 5_000,
  /** Pause between slices, milliseconds: about ten thousand entries a second. */
  pauseMs: 500
} as const

/** Bounds of the read model. */
export const views = {
  /**
   * How long changes gather before they are written, milliseconds, unless a list waits for them.
   */
  pauseMs: 100,
  /** Changes at which the pause ends: a batch large enough that a larger one adds nothing. */
  batchChanges: 5_000,
  /**
   * Changes that may wait to be shown; with more, new requests are refused. Some 200 MB: thirty
   * thousand payouts on their way at once have six changes each, nearly all of them events.
   */
  changesMax: 200_000,
  /** Changes at which whoever replays the log writes what it folded: bounds memory. */
  followChangesMax: 20_000,
  /** Changes that a list takes from memory; with more it waits until the tables show them. */
  overlayMax: 2_000,
  /** Accounts whose number of payouts is kept: those that list theirs, some hundred bytes each. */
  talliesMax: 10_000,
  /** Lists that wait, after so many of which those given up are dropped. */
  waitersSweep: 512,
  /** Rows in one statement: some hundred kilobytes, and a few milliseconds to serialise. */
  rowsPerStatement: 500,
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
  writeMsMax: 30_000
} as const

/** Bounds of the engine. */
export const engine = {
  /** Commands waiting for one payout. Nobody needs more than a few; more is a storm. */
  mailboxMax: 32,
  /** Requests waiting for one quote or one idempotency key. */
  claimWaitersMax: 256,
  /** How long a request may wait for its answer, milliseconds; then 503 and the key finds out. */
  requestMsMax: 10_000,
  /**
   * How long an act on the outside world whose answer is kept may take, milliseconds: twice what a
   * receiver of webhooks and the log may take together. Then its outcome counts as unknown.
   */
  actMsMax: 60_000,
  /**
   * One in how many entries about money the program checks for conservation: a bug in a common path
   * shows within seconds, and the check costs a busy writer less than a thousandth of its time.
   */
  conservationEvery: 8,
  /** How often waiting requests are looked at, milliseconds: they end at most this much later. */
  sweepMs: 250,
  /** Restarts of one payout's or batch's fiber before it is parked for a person. */
  restartsMax: 3,
  /**
   * Failures longer ago than this do not count, milliseconds: a fiber that fails once a month
   * recovers by itself, one that fails four times within an hour does not.
   */
  restartsWithinMs: 60 * 60_000,
  /**
   * Payouts whose fibers start together at recovery, and the pause between: what is due after a
   * long stop comes at ten thousand a second, not all at once.
   */
  recoverBatch: 100,
  recoverPauseMs: 10,
  /** Pause before a fiber restarts after a defect, milliseconds. */
  restartPauseMs: 200,
  /** How long a transfer's outcome may be unknown before a person looks, milliseconds. */
  transferUnknownMsMax: 15 * 60_000,
  /**
   * How long ago the log must have taken an entry of ours before a provider is told to pay,
   * milliseconds: a writer that another one replaced finds out before it pays.
   */
  tenureMsMax: 3_000,
  /** Pause before following the chain begins anew after a defect, milliseconds. */
  followPauseMs: 5_000,
  /** How long a transfer may wait for a provider that is down before a person looks: a day. */
  transferQueuedMsMax: 24 * 60 * 60_000,
  /** References a payout may use: one and two retries after definite refusals. */
  transferAttemptsMax: 3,
  /** Pause between questions to a provider, milliseconds: first and longest. */
  providerPauseMsMin: 1_000,
  providerPauseMsMax: 60_000,
  /**
   * Questions after which a refund whose transaction no node shows is due again: about a day, at
   * the longest pause between two.
   */
  refundRoundsMax: 1_500,
  /** Timers called in a row before others get a turn. */
  timersAtOnce: 500,
  /** The longest sleep before the timers are looked at again, milliseconds: a day. */
  sleepMsMax: 86_400_000,
  /** No hint of a provider makes us ask again sooner, milliseconds. */
  providerPauseMsFloor: 5
} as const

/** Bounds of batches. */
export const batches = {
  /** Rows of one batch that are given a command at the same time. */
  rowsAtOnce: 100,
  /** Rows of a batch, and of a bulk batch (spec 8). */
  rowsMax: 1_000,
  bulkRowsMax: 100
} as const

/** Bounds of what the engine does by itself. */
export const expiry = {
  /** How long after its end a quote's end is told, milliseconds. */
  lateMs: 400,
  /** Quotes that expire in one entry. */
  quotesMax: 500
} as const

/** Bounds of the sandbox's controls. */
export const sandbox = {
  /** Commands that may take a payout to an outcome: the longest way has six. */
  stepsMax: 16
} as const

/** Bounds of webhook delivery. */
export const webhooks = {
  /** Attempts under way to one endpoint: a slow receiver holds its own places only. */
  inFlightPerEndpointMax: 16,
  /**
   * Attempts under way to one endpoint that does not answer, and to all such endpoints. Each takes
   * ten seconds, so fewer would let retries slip behind one another; the others keep three quarters
   * of the places.
   */
  silentPerEndpointMax: 8,
  silentMax: 128,
  /** How long a test event's answer waits for its report to be durable, milliseconds. */
  testReportMsMax: 5_000,
  /** Deliveries of one endpoint in memory, at work or about to be; more wait in the read model. */
  heldPerEndpointMax: 500,
  /** A delivery due later than this waits in the read model too, milliseconds. */
  horizonMs: 10_000,
  /** How often the read model is asked what becomes due, milliseconds: well within the horizon. */
  recallMs: 4_000,
  /** Attempts under way in all: sockets and memory. */
  inFlightMax: 512,
  /** Secrets whose keys are kept ready: making them costs as much as signing. Some 10 MB. */
  signingKeysMax: 10_000,
  /** Failed deliveries that one call makes again, and how many of them at the same time. */
  resentMax: 1_000,
  resentAtOnce: 50,
  /** Endpoints of one account. */
  endpointsPerAccountMax: 16
} as const

/** Bounds of HTTP to addresses that customers give. */
export const outgoing = {
  /** Connections to one origin: enough for 16 events at once, too few to hurt a small receiver. */
  connectionsPerOriginMax: 16,
  /** Origins in use or idle: a bound for memory, far above what one engine has in flight. */
  originsMax: 16_384,
  /**
   * Idle time of a connection, and of an origin: below the 5 s of Node's and other servers, which
   * would otherwise often close a connection just as the next event goes out.
   */
  idleMs: 4_000,
  /**
   * One DNS question, asked twice at most, so that a dead name server costs seconds, not minutes.
   */
  dnsTimeoutMs: 2_000,
  dnsTriesMax: 2,
  /** A connection attempt that nobody waits for any more ends by itself after this. */
  connectMsMax: 10_000,
  /** Body bytes read before the socket is destroyed; after a shorter body it is used again. */
  bodyBytesMax: 4_096,
  /** Body bytes kept for the log. */
  bodyKeptBytesMax: 1_024,
  /** Characters of an answer's headers kept for the log. */
  headerCharsKeptMax: 1_024,
  /** The verdict is the status; a slow body may not hold the slot for longer than this. */
  bodyMsMax: 1_000,
  /** Longer waits than a day are outside every retry schedule. */
  retryAfterSecondsMax: 86_400
} as const

/** Bounds of the embedded PostgreSQL. */
export const embedded = {
  /** Bytes of a socket's path: the kernel's limit is 107 on Linux and 103 on macOS. */
  socketPathBytesMax: 100,
  /** ms for initdb, which takes 0.6 s here and flushes 40 MB on whatever disk this is. */
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

/** Bounds of migrations. */
export const migrations = {
  /** Files in the folder; four digits in a name allow no more. */
  filesMax: 9_999,
  /** Bytes of one file: the client's message limit is 16 MiB, and a schema change is small. */
  fileBytesMax: 4 * 1024 * 1024,
  /** ms for any lock: the turn of another migrating process, or a table that a query holds. */
  lockWaitMsMax: 300_000
} as const

/** Bounds of the HTTP server. */
export const http = {
  /** Addresses under which the documents are kept as bytes: each takes a megabyte. */
  documentOriginsMax: 8,
  /**
   * Requests under way; more are refused at once. A quarter of what the log's queue holds: some
   * 0.7 s of work, so that none of them waits much longer.
   */
  requestsMax: 2_048,
  /** Of these, places that writes leave to reads. */
  requestsOfReadsMin: 512,
  /** Of these, places of one account: others always find as many. */
  requestsOfAccountMax: 1_024,
  /** Requests taken in one turn of the event loop: some 15 ms of work. The rest waits in order. */
  requestsPerTurnMax: 64,
  /** The same in a turn that accepted a connection: some 1 ms, so that 500 take about a second. */
  requestsOfJoinedTurnMax: 4,
  /** Requests that wait for a turn; more are refused at once. Some 3 KB each. */
  waitingMax: 8_192,
  /** A request body, bytes (contract §2). */
  bodyBytesMax: 1024 * 1024,
  /** An uploaded file, bytes (contract §3). */
  uploadBytesMax: 2 * 1024 * 1024,
  /** Characters of one row of a file: its fields at their longest, with room. */
  batchRowCharsMax: 8_192,
  /** Bytes of an upload read in one turn of the event loop: a few milliseconds at most. */
  uploadPieceBytes: 16 * 1024,
  /** Parts of a multipart body: the file, a key, and what a form may send along. */
  uploadPartsMax: 16,
  /** Headers of those parts, and their fields that are no file, bytes: names and a key. */
  uploadHeadersBytesMax: 4_096,
  uploadFieldsBytesMax: 16 * 1024,
  /** How long a client may take to send its headers, milliseconds: slow senders hold no socket. */
  headersMsMax: 10_000,
  /** How long a client may take to send a request, milliseconds. */
  requestMsMax: 15_000,
  /** Idle connections are kept this long, milliseconds: longer than usual load balancers do. */
  keepAliveMs: 65_000,
  /**
   * A client that does not take its answer keeps its connection this long, milliseconds, and twice
   * as long if it took some. No answer takes so long to come: `engine.requestMsMax`, then
   * `views.readMsMax`.
   */
  stillMsMax: 20_000,
  /** Connections at once; more are closed at once. Some 30 KB each, and file descriptors. */
  connectionsMax: 8_192,
  /**
   * Connections that wait to be accepted. The kernel may forget one beyond it without a word, and
   * its client waits for ever where it waits for the server to speak first.
   */
  backlogMax: 4_096,
  /**
   * Requests of one connection whose answers are not made or not taken yet; the next one is refused
   * and the connection ends. Some 2 KB each, for as long as it does not read.
   */
  pipelinedMax: 64,
  /** Requests dropped behind that one before the connection is cut: what one piece read may hold. */
  droppedMax: 2_048,
  /** Of these, on all connections together: Node keeps some 3 KB of each until the end. */
  droppedOfAllMax: 16_384,
  /** A client that was refused for good has this long to read why, milliseconds. */
  lingerMsMax: 2_000,
  /** The headers of a request, bytes: a key, an idempotency key, and what proxies add. */
  headersBytesMax: 16 * 1024,
  /** How long a stopping server waits for requests under way, milliseconds. */
  drainMsMax: 12_000,
  /** Callers whose request rate is counted at the same time; the oldest window goes first. */
  rateCallersMax: 100_000,
  /**
   * A window of the rate limits, milliseconds, and the requests of one caller in it (spec 8). A
   * provider calls back from a few addresses, for every payout: a hundred a second.
   */
  rateWindowMs: 60_000,
  requestsPerWindow: {
    sandbox: 200,
    production: 100,
    quotes: 60,
    bulk: 10,
    callback: 6_000,
    dashboard: 1_200,
    signIn: 30
  },
  /** Entries of one list or record in a body: the rows of the largest batch. */
  listEntriesMax: 1_000,
  /**
   * Commas and opening brackets of a body: what parsing it costs, some 15 ms at most. The largest
   * body that means anything, the rows of a batch, has a quarter of it.
   */
  bodyMarksMax: 25_000,
  /** Rows of a file that is given out. */
  exportRowsMax: 10_000,
  /** How deep a body is looked into: to the fields of the rows of a list. */
  bodyDepthMax: 3,
  /** Characters of an id in a path: ours have under sixty. */
  pathParamCharsMax: 256
} as const

export {
  chain,
  contracts,
  providers,
  pulse,
  rates,
  reconcile,
  remote,
  screening,
  telemetry
} from "./AdapterLimits.ts"
export { live, people } from "./DashboardLimits.ts"
