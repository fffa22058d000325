/** Bounds of several processes over one database. */
export const cluster = {
  /** Sessions of the locks: one holds them, the others look at who is there. */
  connectionsMax: 3,
  /**
   * A process that does not renew its locks for so long loses them, milliseconds: the shortest time
   * that a busy process does not spend in one collection or one slow answer of the database.
   */
  lockMsMax: 3_000,
  /** How often locks are renewed, milliseconds. */
  renewMs: 1_000,
  /** How often a process looks at which processes there are, milliseconds. */
  lookMs: 500,
  /** Pause after a failed attempt at locks: the session of one that stood still is dead. */
  retryMs: 500,
  /** How often processes that may be gone are asked, milliseconds. */
  healthMs: 1_000,
  /**
   * How long calls to a partition that moves may take to end, milliseconds: those of its engine end
   * with it at once, and a reply to a process that stands still never does.
   */
  endMsMax: 500,
  /** Pause before an engine that ended starts again, milliseconds. */
  restartPauseMs: 500,
  /** How long a connection to another process may take to open, milliseconds. */
  connectMsMax: 1_000,
  /**
   * Connections that have not proved yet that they are of another process, and of these from one
   * network: two or three open at once between processes, and each takes a few milliseconds.
   */
  handshakesMax: 128,
  handshakesOfAddressMax: 32,
  /** How long a connection may take to prove itself, milliseconds: as long as its sender waits. */
  handshakeMsMax: 2_000,
  /** How often failed handshakes are logged, milliseconds. */
  handshakesLoggedMs: 60_000,
  /** How often a silent connection is asked, and how long the answer may take, milliseconds. */
  pingMs: 1_000,
  pingMsMax: 2_000,
  /** How long the sender of a short call waits for its answer, milliseconds: as for the log. */
  callMsMax: 10_000,
  /** The same for calls that prove something on a chain or at a receiver, milliseconds. */
  longCallMsMax: 30_000,
  /** How long a question where a partition is may take before it is asked again, milliseconds. */
  attemptMsMax: 2_000,
  /**
   * A connection that answers nothing for so long ends, milliseconds, and its calls are made again:
   * the process may stand still. What they call is known again (L8).
   */
  silenceMsMax: 2_000,
  /** How long a connection is idle before the machine at its other end is asked, milliseconds. */
  keepAliveMs: 10_000,
  /** How often calls are looked at that may be given up, milliseconds. */
  sweepMs: 250,
  /** Pause before a call to a partition that moves is made again, milliseconds. */
  movedPauseMs: 50,
  /** Short calls to one partition at the same time. */
  shortCallsMax: 1_024,
  /** Other calls to one partition at the same time. */
  longCallsMax: 64,
  /** Calls of another process at the same time. */
  linkCallsMax: 16_384,
  /** Characters of a call or an answer: more than the longest body and the longest list. */
  lineCharsMax: 33_554_432,
  /** Messages to one partition's door that are not answered yet. */
  mailboxMax: 1_024,
  /** How often a node looks at the directory's log, milliseconds. */
  followMs: 100,
  /**
   * A node that could not look for so long admits no request, milliseconds: a key may have been
   * revoked meanwhile.
   */
  directoryAgeMsMax: 2_000,
  /**
   * How long the answer to a change of the directory waits until all nodes show it, milliseconds:
   * a node that does not show it by then admits no request.
   */
  shownMsMax: 2_300,
  /** How often it looks whether they do, milliseconds. */
  shownLookMs: 25,
  /** How often a process notes that it runs, milliseconds. */
  tickMs: 250,
  /**
   * A process that stood still for longer may have lost its locks, milliseconds, and confirms its
   * logs before it admits a request: half of what a lock outlives, because a renewal came before.
   */
  pauseMsMax: 1_500,
  /** How long it may take to confirm a log before it is tried again, milliseconds. */
  confirmMsMax: 2_000,
  /** How long the judge of the nodes waits for an answer, milliseconds. */
  judgeWaitMs: 1_000,
  /** How often it asks a node that does not answer before it calls the node dead. */
  judgeAsksMax: 6,
  /** The pause between two of these questions, milliseconds. */
  judgePauseMs: 500,
  /** A live node that answers nothing for so long counts as not reached, milliseconds. */
  unreachedMsMax: 3_000,
  /**
   * How far a node's clock may be from the database's when it joins, milliseconds: ids, windows and
   * expiries are made by it, and one window of the sandbox takes seconds.
   */
  clockSkewMsMax: 2_000,
  /** Sessions of a process at the database, beside those of the locks. */
  sessionsMax: 20,
  /** How often a node rewrites its row, milliseconds: three are missed before it counts as dead. */
  beatEveryMs: 1_000,
  /** A node whose row is older counts as silent, milliseconds by the database's clock. */
  nodeSilenceMsMax: 3_000,
  /** Rows of nodes that were not stopped cleanly are removed after this time, milliseconds. */
  nodeKeptMsMax: 3_600_000,
  /** How long one statement about nodes may take, milliseconds: less than they may be silent. */
  statementMsMax: 2_000
} as const

/** Bounds of the follower of the chain, whose partitions other processes may run. */
export const follower = {
  /** How long a partition may take to begin a session, milliseconds: its engine answers from memory. */
  openMsMax: 2_000,
  /** How long a call to a partition may take, milliseconds: all others wait as long. */
  callMsMax: 5_000,
  /** How often partitions that did not answer are tried again, milliseconds. */
  lookMs: 1_000,
  /** How often the follower reports its progress, milliseconds: blocks take twelve seconds. */
  progressMs: 500,
  /** How often it reports where nothing has changed, milliseconds. */
  unchangedMs: 10_000,
  /**
   * A partition that failed is left out for so long, milliseconds: twice as long each time, up to
   * the longest. Each return reads the blocks since the cursor again for all.
   */
  leftOutMs: 1_000,
  leftOutMsMax: 60_000
} as const
