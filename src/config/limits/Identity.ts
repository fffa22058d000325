/** Bounds of sign-ins, and of the change streams of open dashboard pages. */

/** Bounds of signing in, and of sessions. */
export const identity = {
  /** A session from its beginning, ms: a working day. */
  sessionMs: 12 * 60 * 60 * 1000,
  /** From the password to the code, ms. */
  codeMs: 5 * 60 * 1000,
  /** From a proof of identity to the last act that it covers, ms. */
  proofMs: 10 * 60 * 1000,
  /** Passkeys of a user: some devices and a spare one. */
  passkeysMax: 10,
  /** From the challenge of a passkey to its answer, ms. */
  challengeMs: 5 * 60 * 1000,
  /** Letters of a passkey's name. */
  passkeyNameMax: 60,
  /** How a browser reaches a passkey: the standard names six ways. */
  transportsMax: 8,
  /** How long an invitation is open, ms: a week; one that replaces a password, an hour. */
  invitationMs: 7 * 24 * 60 * 60 * 1000,
  resetMs: 60 * 60 * 1000,
  /** Open invitations of one account, and members. */
  invitationsMax: 50,
  membersMax: 200,
  /** Passwords hashed at once: each takes 16 MiB and some 50 ms of a core. */
  hashesMax: 2,
  /** Waiting for that; more are refused. */
  hashesWaitingMax: 32,
  /** One statement of better-auth, ms; one whole call of it, ms. */
  queryMsMax: 5_000,
  callMsMax: 15_000,
  /** Live API keys of an account. */
  keysMax: 100,
  /** From the issue of a key to its end, ms: five years, of which two are leap years. */
  keyTermMsMax: (5 * 365 + 2) * 24 * 60 * 60 * 1000,
  /** Addresses and ranges that one key lists: an office or two, and their servers. */
  keyAddressesMax: 20,
  /** Sessions of a user that are shown. */
  sessionsShown: 50,
  /** Unregistered addresses whose failed sign-ins are remembered. */
  strangersMax: 10_000,
  /** How often the last use of keys is recorded, ms. */
  keyUseMs: 5 * 60 * 1000
} as const

/** Bounds of the change stream of an open dashboard page. */
export const changeStream = {
  /** Streams at once, of all users; and of one user. */
  streamsMax: 256,
  streamsPerPersonMax: 8,
  /** Between two messages of a stream, ms; changes in between go into one. */
  pauseMs: 250,
  /** Ids in one message; with more it has only the kinds. */
  idsMax: 100,
  /** Changes of another process that wait to be sent; what is more is left out. */
  othersMax: 1_000,
  /** Pause before the changes of another process are asked for again, ms. */
  againMs: 1_000,
  heartbeatMs: 15_000,
  /** A stream ends then, so that a lost permission ends it, ms. */
  streamMsMax: 5 * 60 * 1000,
  /** Bytes that a reader may leave unread. */
  unreadBytesMax: 64 * 1024
} as const
