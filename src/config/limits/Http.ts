/** Bounds of the HTTP server. */

/**
 * Bounds of request bodies in transfer. A sender at its bound loses its oldest body. At a bound for
 * all senders, the oldest body of all is cut off.
 */
export const bodies = {
  /**
   * Senders without a body in transfer that are remembered, of each kind: most send another body at
   * once. Some 100 bytes each.
   */
  idleSendersMax: 1_000,
  /**
   * Bodies of requests with a key or a session, by account: as many as one account may have in
   * progress.
   */
  authenticated: {
    max: 2_048,
    ofSenderMax: 1_024,
    /** Bytes: an eighth of the memory of a process, and half of that for one account. */
    bytesMax: 128 * 1024 * 1024,
    bytesOfSenderMax: 64 * 1024 * 1024
  },
  /**
   * Bodies of sign-ins, invitations and callbacks, by address: a provider calls back from a few.
   */
  anonymous: {
    max: 512,
    ofSenderMax: 128,
    /** Bytes: 32 of the longest bodies, and 8 from one address. */
    bytesMax: 32 * 1024 * 1024,
    bytesOfSenderMax: 8 * 1024 * 1024
  }
} as const

/** Bounds of the HTTP server. */
export const http = {
  /** Transactions of one request to book foreign deposits: each costs some calls to each node. */
  foreignTransactionsMax: 20,
  /** Words of an account search: each costs a scan of all accounts. */
  searchWordsMax: 10,
  /** Seconds after which a refused write may be tried again: an append takes some milliseconds. */
  retryAfterSeconds: 1,
  /**
   * Field names of an object that are kept in order: bodies of one operation mostly have the same.
   */
  sortedNamesMax: 16,
  /** Characters of payouts' texts that are kept: some 5,000 payouts, mostly a byte each. */
  payoutTextCharsMax: 8_000_000,
  /** Base URLs for which the documents are cached as bytes: each takes a megabyte. */
  documentOriginsMax: 8,
  /**
   * Requests under way; more are refused at once. They are some 0.7 s of work, a quarter of the
   * log's queue, so none of them waits much longer.
   */
  requestsMax: 2_048,
  /** Requests reserved for reads: writes never take the last 512. */
  requestsOfReadsMin: 512,
  /** Requests of one account: as many are left for the others. */
  requestsOfAccountMax: 1_024,
  /**
   * Requests started in one turn of the event loop: some 15 ms of work. The others wait in order.
   */
  requestsPerTurnMax: 64,
  /**
   * Requests started in a turn that accepted a connection: some 1 ms, so that 500 connections take
   * about a second.
   */
  requestsOfAcceptTurnMax: 4,
  /** Requests that wait for a turn; more are refused at once. Some 3 KB each. */
  waitingMax: 8_192,
  /**
   * Rows from which a page of a list of several partitions is cut: each partition sends as many, at
   * most some 1.5 MB.
   */
  gatheredRowsMax: 1_000,
  /**
   * Acts from which such a page is cut. They are read with their entries, and a batch's entry may
   * have half a megabyte.
   */
  gatheredActsMax: 200,
  /** A request body, bytes. */
  bodyBytesMax: 1024 * 1024,
  /** An uploaded file, bytes. */
  uploadBytesMax: 2 * 1024 * 1024,
  /** Characters of one row of a file: its fields at their longest, with room. */
  batchRowCharsMax: 8_192,
  /** Bytes of an upload read in one turn of the event loop: a few milliseconds at most. */
  uploadPieceBytes: 16 * 1024,
  /** Parts of a multipart body: the file, a key, and other fields of a form. */
  uploadPartsMax: 16,
  /** Bytes of those parts' headers, and of their fields other than files: names and a key. */
  uploadHeadersBytesMax: 4_096,
  uploadFieldsBytesMax: 16 * 1024,
  /**
   * Milliseconds that a client may take to send its headers, from their first byte: slow senders
   * hold no socket.
   */
  headersMsMax: 10_000,
  /** Milliseconds that a client may take to send a request. */
  requestMsMax: 15_000,
  /**
   * Bytes of a refused body that are read and dropped: several of the largest files. So a client
   * that sends all of it first gets its response. A longer body ends the connection.
   */
  discardBytesMax: 16 * 1024 * 1024,
  /**
   * Milliseconds that a client may take to send a refused body before the connection is cut. Less
   * than a request may take, and enough for the largest file at 2 Mbit/s.
   */
  discardMsMax: 10_000,
  /** Bytes of an unread body that Effect's server drops itself after a response that it writes. */
  drainedBytesMax: 256 * 1024,
  /**
   * Milliseconds that idle connections stay open: longer than usual load balancers keep them. New
   * connections that have sent nothing are idle too, because pools open them ahead.
   */
  keepAliveMs: 65_000,
  /**
   * Milliseconds that a client which does not read its response keeps its connection, and twice as
   * long if it read a part. No response takes so long to come: `engine.requestMsMax`, then
   * `readModel.readMsMax`.
   */
  stillMsMax: 20_000,
  /** Connections at once; more are closed at once. Some 30 KB each, and file descriptors. */
  connectionsMax: 8_192,
  /** Connections that have sent nothing yet; the oldest one is closed for one more. */
  silentMax: 4_096,
  /**
   * Connections that wait to be accepted. The kernel may drop a connection beyond it silently, and
   * its client would wait forever for a server that sends first.
   */
  backlogMax: 4_096,
  /**
   * Requests of one connection whose responses are not made or not read yet; the next one is
   * refused and the connection ends. Some 2 KB each, for as long as the client does not read.
   */
  pipelinedMax: 64,
  /**
   * Requests dropped after that one before the connection is cut: as many as one piece may hold.
   */
  droppedMax: 2_048,
  /** Dropped requests of all connections together: Node keeps some 3 KB of each until the end. */
  droppedOfAllMax: 16_384,
  /** Milliseconds that a refused client may take to read its response. */
  lingerMsMax: 2_000,
  /** Bytes of a request's headers: a key, an idempotency key, and additions of proxies. */
  headersBytesMax: 16 * 1024,
  /** Milliseconds that a stopping server waits for requests under way. */
  drainMsMax: 12_000,
  /**
   * Bits of an IPv6 address that identify a client. A connection gets 64 bits or more, so its owner
   * can use another address for each request.
   */
  networkBits: 64,
  /** Callers whose request rate is counted at the same time; the oldest window goes first. */
  rateCallersMax: 100_000,
  /**
   * Milliseconds of a rate limit window, and the requests of one caller in it. A provider calls
   * back from a few addresses for every payout: a hundred per second.
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
  /** Entries of one list or record in a body: as many as the largest batch has rows. */
  listEntriesMax: 1_000,
  /**
   * Commas and opening brackets of a body, which are the cost of parsing: some 15 ms at most. The
   * largest useful body, the rows of a batch, has a quarter of them.
   */
  bodyMarksMax: 25_000,
  /** Rows of an exported file. */
  exportRowsMax: 10_000,
  /** Lines of one page of a report, some 400 KB. */
  reportRowsMax: 1_000,
  /**
   * Acts of one page of the audit log report, of all partitions, and the least of each. Each act is
   * read with its whole entry, and the entry of a batch of 1,000 rows has half a megabyte.
   */
  auditReportActsMax: 100,
  auditReportActsMin: 10,
  /** Days of a fee report: memory has a sum for each day and network of an account. */
  feeReportDaysMax: 366,
  /** Payouts of a profit report, which are in memory together to be sorted: some 30 MB. */
  profitPayoutsMax: 100_000,
  /** Days of a statement of the books, each of which may be a line. */
  bookDaysMax: 366,
  /** Days of a statement of a balance, whose movements are counted before the first is sent. */
  balanceStatementDaysMax: 366,
  /**
   * Milliseconds after the end of a period until a statement of it is complete: longer than a
   * movement takes from its time to its entry in the log.
   */
  balanceStatementDelayMs: 60_000,
  /** Characters of an account's name in a report's file name. */
  reportNameCharsMax: 40,
  /** Reports that are written at once, and of one account: each holds a page. */
  reportsMax: 64,
  reportsOfAccountMax: 4,
  /** Milliseconds that the first page of a report may take: longer than any read. */
  reportBeginMsMax: 30_000,
  /**
   * Milliseconds that a client may take to read a page of a report, the read of the next page
   * included, before the connection is cut. A client that reads nothing is cut off earlier.
   */
  reportPageMsMax: 60_000,
  /** Milliseconds that reports may continue when the service stops: the next process waits. */
  reportsEndMsMax: 2_000,
  /** Depth to which a body is inspected: the fields of the rows of a list. */
  bodyDepthMax: 3,
  /** Characters of an id in a path: ours have under sixty. */
  pathParamCharsMax: 256,
  /** Characters of a wrong header that are shown. */
  csvHeaderShownCharsMax: 200,
  /** Hops of a forwarding chain: a longer one was made up. */
  forwardedHopsMax: 16,
  /**
   * Characters of a value with a fixed format, such as a phone number, an address or a time: ours
   * have 66.
   */
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
  /** The longest overlap: a day. */
  overlapHoursMax: 24
} as const
