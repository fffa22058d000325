/** Bounds of several nodes that share a database. */
export const cluster = {
  /** Database sessions of the locks: one holds the locks, the others query which nodes exist. */
  connectionsMax: 3,
  /**
   * Milliseconds after which a node loses locks that it does not renew. A busy node's longest
   * garbage collection, or slow response of the database, takes less.
   */
  lockMsMax: 3_000,
  /** Milliseconds between two renewals of the locks. */
  renewMs: 1_000,
  /** Milliseconds between two queries of which nodes exist. */
  pollMs: 500,
  /** Milliseconds after a failed attempt at locks: the session of a node that hung is dead. */
  retryMs: 500,
  /** Milliseconds between two requests to a node that may be gone. */
  healthMs: 1_000,
  /**
   * Milliseconds that calls to a moving partition may take to end. Calls of its engine end with it
   * at once, and a response to a node that hangs never ends.
   */
  endMsMax: 500,
  /** Milliseconds before an engine that ended starts again. */
  restartPauseMs: 500,
  /** Milliseconds that a connection to another node may take to open. */
  connectMsMax: 1_000,
  /**
   * Connections that have not yet proved that they come from another node, in all and from one
   * network. Nodes open two or three at once, and each takes a few milliseconds.
   */
  handshakesMax: 128,
  handshakesOfAddressMax: 32,
  /** Milliseconds that a connection may take to prove itself: as long as its sender waits. */
  handshakeMsMax: 2_000,
  /** Milliseconds between two log lines about failed handshakes. */
  handshakesLoggedMs: 60_000,
  /** Milliseconds between two pings of a silent connection, and until the response must arrive. */
  pingMs: 1_000,
  pingMsMax: 2_000,
  /** Milliseconds that the sender of a short call waits for its response: as for the log. */
  callMsMax: 10_000,
  /** Milliseconds for calls that prove something on a chain or at an endpoint. */
  longCallMsMax: 30_000,
  /** Milliseconds that a query for a partition's node may take before it is retried. */
  attemptMsMax: 2_000,
  /**
   * Milliseconds without a response after which a connection ends and its calls are retried,
   * because the node may hang. The called partition recognizes retries (L8).
   */
  silenceMsMax: 2_000,
  /** Milliseconds that a connection is idle before the machine at its other end is probed. */
  keepAliveMs: 10_000,
  /** Milliseconds between two checks for calls to give up. */
  sweepMs: 250,
  /** Milliseconds before a call to a moving partition is retried. */
  movedPauseMs: 50,
  /** Short calls to one partition at the same time. */
  shortCallsMax: 1_024,
  /** Other calls to one partition at the same time. */
  longCallsMax: 64,
  /** Calls of another node at the same time. */
  linkCallsMax: 16_384,
  /** Characters of a call or a response: more than the longest body and the longest list. */
  lineCharsMax: 33_554_432,
  /** Messages without a response to the cluster entity of one partition. */
  mailboxMax: 1_024,
  /** Milliseconds between two reads of the directory's log. */
  followMs: 100,
  /**
   * Milliseconds without a read of the directory after which a node admits no request: a key may
   * have been revoked since.
   */
  directoryAgeMsMax: 2_000,
  /**
   * Milliseconds that the response to a directory change waits until all nodes have applied it. A
   * node that has not applied it by then admits no request.
   */
  appliedMsMax: 2_300,
  /** Milliseconds between two checks whether all nodes have applied it. */
  appliedPollMs: 25,
  /** Milliseconds between two signs of life that a node records for itself. */
  tickMs: 250,
  /**
   * Milliseconds of a pause after which a node may have lost its locks, and confirms its logs
   * before it admits a request. Half the life of a lock, because a renewal came before.
   */
  pauseMsMax: 1_500,
  /** Milliseconds that the confirmation of a log may take before it is retried. */
  confirmMsMax: 2_000,
  /** Milliseconds that the judge of the nodes waits for a response. */
  judgeWaitMs: 1_000,
  /** Queries without a response after which the judge calls a node dead. */
  judgeQueriesMax: 6,
  /** Milliseconds between two of these queries. */
  judgePauseMs: 500,
  /** Milliseconds without a response after which a live node counts as unreached. */
  unreachedMsMax: 3_000,
  /**
   * Milliseconds that a joining node's clock may differ from the database's: it makes ids, windows
   * and expiries, and one window of the sandbox takes seconds.
   */
  clockSkewMsMax: 2_000,
  /** Database sessions of a node, in addition to those of the locks. */
  sessionsMax: 20,
  /** Milliseconds between two heartbeats of a node: it misses three before it counts as dead. */
  beatEveryMs: 1_000,
  /**
   * Milliseconds, by the database's clock, after which a node with an older row counts as silent.
   */
  nodeSilenceMsMax: 3_000,
  /** Milliseconds after which rows of nodes that did not stop cleanly are removed. */
  nodeKeptMsMax: 3_600_000,
  /** Milliseconds that one statement about nodes may take: less than nodes may be silent. */
  statementMsMax: 2_000
} as const

/** Bounds of the chain follower, whose partitions other nodes may run. */
export const follower = {
  /** Milliseconds that a partition may take to begin a session: its engine responds from memory. */
  openMsMax: 2_000,
  /** Milliseconds that a call to a partition may take: all others wait as long. */
  callMsMax: 5_000,
  /** Milliseconds before a partition that did not respond is tried again. */
  retryMs: 1_000,
  /** Milliseconds between two reports of progress: blocks take twelve seconds. */
  progressMs: 500,
  /** Milliseconds between two reports while nothing changes. */
  unchangedMs: 10_000,
  /**
   * Milliseconds without use of a partition that failed, first and longest; they double each time.
   * Each return reads the blocks since the cursor again for all partitions.
   */
  leftOutMs: 1_000,
  leftOutMsMax: 60_000
} as const
