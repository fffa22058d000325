/** Bounds of sign-ins, and of the change streams of open dashboard pages. */

/** Bounds of signing in, and of sessions. */
export const people = {
  /** A session from its beginning, ms: a working day. */
  sessionMs: 12 * 60 * 60 * 1000,
  /** From the password to the code, ms. */
  codeMs: 5 * 60 * 1000,
  /** How long an invitation is open, ms: a week; one that replaces a password, an hour. */
  invitationMs: 7 * 24 * 60 * 60 * 1000,
  resetMs: 60 * 60 * 1000,
  /** Open invitations of one account, and members. */
  invitationsMax: 50,
  membersMax: 200,
  /** Passwords hashed at once: each takes 16 MiB and some 50 ms of a core. */
  hashesMax: 2,
  /** Who waits for that; more are refused. */
  hashesWaitingMax: 32,
  /** One statement of the library, ms; one whole call of it, ms. */
  queryMsMax: 5_000,
  callMsMax: 15_000,
  /** Live API keys of an account. */
  keysMax: 100,
  /** Sessions of a person that are shown. */
  sessionsShown: 50,
  /** Addresses whose failed sign-ins are remembered where nobody known has them. */
  strangersMax: 10_000,
  /** How often it is written down when keys were last used, ms. */
  keyUseMs: 5 * 60 * 1000
} as const

/** Bounds of what the dashboard's page is told while it is open. */
export const live = {
  /** Streams at once, of everybody; and of one person. */
  streamsMax: 256,
  streamsPerPersonMax: 8,
  /** Between two messages of a stream, ms; what changes meanwhile is told in one. */
  pauseMs: 250,
  /** Ids told one by one; of more only the kinds. */
  idsMax: 100,
  heartbeatMs: 15_000,
  /** A stream ends then, so that who lost the right to it loses the stream, ms. */
  streamMsMax: 5 * 60 * 1000,
  /** Bytes that a reader may leave unread. */
  unreadBytesMax: 64 * 1024
} as const
