/** Bounds of several processes over one database. */
export const cluster = {
  /** How long the sender of a short call waits for its answer, milliseconds: as for the log. */
  callMsMax: 10_000,
  /** The same for calls that prove something on a chain or at a receiver, milliseconds. */
  longCallMsMax: 30_000
} as const
