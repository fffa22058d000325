/** Bounds of the HTTP server. */

/**
 * Bounds of request bodies on their way. A sender at a bound loses its oldest body; at a bound of
 * all senders the oldest of all is cut off.
 */
export const bodies = {
  /**
   * Senders without a body on its way that are remembered, of each kind: most send another one at
   * once. Some 100 bytes each.
   */
  idleSendersMax: 1_000,
  /** Of requests with a key or a session, by account: as many as one account may have in progress. */
  known: {
    max: 2_048,
    ofSenderMax: 1_024,
    /** Bytes: an eighth of the memory that a process may have, and a half of that for one account. */
    bytesMax: 128 * 1024 * 1024,
    bytesOfSenderMax: 64 * 1024 * 1024
  },
  /** Of sign-ins, invitations and callbacks, by address: a provider calls back from a few. */
  unknown: {
    max: 512,
    ofSenderMax: 128,
    /** Bytes: 32 of the longest bodies, and 8 from one address. */
    bytesMax: 32 * 1024 * 1024,
    bytesOfSenderMax: 8 * 1024 * 1024
  }
} as const

/** Bounds of the HTTP server. */
export const http = {
  /** Words of a search among accounts: each costs a scan of all. */
  searchWordsMax: 10,
  /** Seconds after which a refused write may be tried again: an append takes some milliseconds. */
  retryAfterSeconds: 1,
  /** Names of an object that are kept in order: bodies of one operation mostly have the same. */
  sortedNamesMax: 16,
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
  /**
   * Rows of which a page of a list of several partitions is cut: each partition gives as many, some
   * 1.5 MB from each at the end.
   */
  gatheredRowsMax: 1_000,
  /** The same of acts, which are read with their entries: a batch's may have half a megabyte. */
  gatheredActsMax: 200,
  /** A request body, bytes. */
  bodyBytesMax: 1024 * 1024,
  /** An uploaded file, bytes. */
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
  /**
   * How long a client may take to send its headers, milliseconds, from their first byte: slow
   * senders hold no socket.
   */
  headersMsMax: 10_000,
  /** How long a client may take to send a request, milliseconds. */
  requestMsMax: 15_000,
  /**
   * Bytes of a refused body that are read and dropped, so that a client which sends all of it first
   * gets its answer: several of the largest files. A longer one ends the connection.
   */
  discardBytesMax: 16 * 1024 * 1024,
  /**
   * How long a client may take to send them, milliseconds: less than a request may take, and a file
   * of the largest size at 2 Mbit/s. Then the connection is cut.
   */
  discardMsMax: 10_000,
  /** Bytes of an unread body that Effect's server drops itself behind an answer that it writes. */
  drainedBytesMax: 256 * 1024,
  /**
   * Idle connections are kept this long, milliseconds: longer than usual load balancers do. New
   * ones that have sent nothing are idle too, for pools open them ahead.
   */
  keepAliveMs: 65_000,
  /**
   * A client that does not take its answer keeps its connection this long, milliseconds, and twice
   * as long if it took some. No answer takes so long to come: `engine.requestMsMax`, then
   * `views.readMsMax`.
   */
  stillMsMax: 20_000,
  /** Connections at once; more are closed at once. Some 30 KB each, and file descriptors. */
  connectionsMax: 8_192,
  /** Of these, connections that have sent nothing yet; the oldest makes room for one more. */
  silentMax: 4_096,
  /**
   * Connections that wait to be accepted. The kernel may forget one beyond it without a word, and
   * such a client would wait without end for a server that sends first.
   */
  backlogMax: 4_096,
  /**
   * Requests of one connection whose answers are not made or not taken yet; the next one is refused
   * and the connection ends. Some 2 KB each, for as long as it does not read.
   */
  pipelinedMax: 64,
  /**
   * Requests dropped behind that one before the connection is cut: what one piece read may hold.
   */
  droppedMax: 2_048,
  /** Of these, on all connections together: Node keeps some 3 KB of each until the end. */
  droppedOfAllMax: 16_384,
  /** How long a refused client may read its response, milliseconds. */
  lingerMsMax: 2_000,
  /** The headers of a request, bytes: a key, an idempotency key, and what proxies add. */
  headersBytesMax: 16 * 1024,
  /** How long a stopping server waits for requests under way, milliseconds. */
  drainMsMax: 12_000,
  /**
   * Bits of an IPv6 address that name a client: a connection gets 64 of them or more, so that its
   * owner can use another address for each request.
   */
  networkBits: 64,
  /** Callers whose request rate is counted at the same time; the oldest window goes first. */
  rateCallersMax: 100_000,
  /**
   * A window of the rate limits, milliseconds, and the requests of one caller in it. A
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
  /** Lines of one page of a report, some 400 KB. */
  reportRowsMax: 1_000,
  /**
   * Acts of one page of the audit log's report, of all partitions, and of each at least. Each is
   * read with its whole entry, and that of a batch of 1,000 rows has half a megabyte.
   */
  auditReportActsMax: 100,
  auditReportActsMin: 10,
  /** Days of a report of fees: memory has a sum for each of an account's days and networks. */
  feeReportDaysMax: 366,
  /** Characters of an account's name in the name of a report's file. */
  reportNameCharsMax: 40,
  /** Reports that are written at once, and of one account: each holds a page. */
  reportsMax: 64,
  reportsOfAccountMax: 4,
  /** How long the first page of a report takes at most, milliseconds: longer than any read. */
  reportBeginMsMax: 30_000,
  /**
   * How long a reader may take for a page of a report, milliseconds, with the time to read the next
   * one: then the connection is cut. A reader that takes nothing at all is cut off before.
   */
  reportPageMsMax: 60_000,
  /** How long reports may go on when the service stops, milliseconds: the next process waits. */
  reportsEndMsMax: 2_000,
  /** How deep a body is looked into: to the fields of the rows of a list. */
  bodyDepthMax: 3,
  /** Characters of an id in a path: ours have under sixty. */
  pathParamCharsMax: 256,
  /** Characters of a wrong header that are shown. */
  csvHeaderShownCharsMax: 200,
  /** A chain longer than this was made up. */
  forwardedHopsMax: 16,
  /** Characters of a value with a form, such as a phone number, an address or a time: ours have 66. */
  wordCharsMax: 128,
  /** Characters of a cursor: one with a name of 100 characters has 580. */
  cursorCharsMax: 1_024,
  /** Characters of a list of 100 account ids. */
  accountIdsCharsMax: 6_500,
  /** Characters of a webhook endpoint's URL. */
  urlCharsMax: 2_048,
  /** Pairs of metadata. */
  metadataPairsMax: 20,
  /** Characters of a name in metadata. */
  metadataNameCharsMax: 64,
  /** A day. */
  overlapHoursMax: 24
} as const
