/** Bounds of sign-ins, and of the change streams of open dashboard pages. */

/** Bounds of signing in, and of sessions. */
export const identity = {
  /** Life of a session, ms: a working day. */
  sessionMs: 12 * 60 * 60 * 1000,
  /** Time from the password to the code, ms. */
  codeMs: 5 * 60 * 1000,
  /** Time from a proof of identity to the last act that it covers, ms. */
  proofMs: 10 * 60 * 1000,
  /** Passkeys of a user: some devices and a spare one. */
  passkeysMax: 10,
  /** Time from a passkey's challenge to its response, ms. */
  challengeMs: 5 * 60 * 1000,
  /** Letters of a passkey's name. */
  passkeyNameMax: 60,
  /** Transports of a passkey: the standard has six. */
  transportsMax: 8,
  /** Life of an invitation, ms: a week; of one that resets a password, an hour. */
  invitationMs: 7 * 24 * 60 * 60 * 1000,
  resetMs: 60 * 60 * 1000,
  /** Open invitations and members of one account. */
  invitationsMax: 50,
  membersMax: 200,
  /** Passwords hashed at once: each takes 16 MiB and some 50 ms of a core. */
  hashesMax: 2,
  /** Passwords that wait to be hashed; more are refused. */
  hashesWaitingMax: 32,
  /** Duration of one statement and of one call of better-auth, ms. */
  queryMsMax: 5_000,
  callMsMax: 15_000,
  /** Live API keys of an account. */
  keysMax: 100,
  /** Time from the issue of a key to its expiry, ms: five years, of which two are leap years. */
  keyTermMsMax: (5 * 365 + 2) * 24 * 60 * 60 * 1000,
  /** Addresses and ranges that one key lists: an office or two, and their servers. */
  keyAddressesMax: 20,
  /** Sessions of a user that are shown. */
  sessionsShown: 50,
  /** Unregistered addresses whose failed sign-ins are remembered. */
  strangersMax: 10_000,
  /** Time between two records of the last use of keys, ms. */
  keyUseMs: 5 * 60 * 1000
} as const

/** Bounds of the change stream of an open dashboard page. */
export const changeStream = {
  /** Streams at once, of all users and of one user. */
  streamsMax: 256,
  streamsPerUserMax: 8,
  /** Pause between two messages of a stream, ms; changes in between go into one message. */
  pauseMs: 250,
  /** Ids in one message; a message with more changes has only the kinds. */
  idsMax: 100,
  /** Changes of another node that wait to be sent; the rest is dropped. */
  remoteChangesMax: 1_000,
  /** Pause before another node's changes are requested again, ms. */
  retryMs: 1_000,
  heartbeatMs: 15_000,
  /** Life of a stream, ms: it ends so that a lost permission ends it. */
  streamMsMax: 5 * 60 * 1000,
  /** Bytes that a client may leave unread. */
  unreadBytesMax: 64 * 1024
} as const
