/** Bounds of HTTP to services that the operator configured, telemetry included. */

/** Bounds of HTTP to services that the operator configured: nodes, providers, rate feeds. */
export const outbound = {
  /** One connection attempt, milliseconds. */
  connectMsMax: 5_000,
  /** Connections to one service: providers allow some dozens at once. */
  connectionsPerOriginMax: 32,
  /** Idle time of a connection, milliseconds: below what servers usually allow. */
  idleMs: 4_000
} as const

/** Bounds of exporting traces to a collector. */
export const telemetry = {
  /** Bytes of a collector's response that are read: only its status is used. */
  responseBytesMax: 64 * 1024,
  /** Spans that wait to be sent; more are dropped and counted. Some 500 bytes each. */
  spansMax: 20_000,
  /** Spans in one request: some hundred kilobytes, and a few milliseconds to serialise. */
  batchSpans: 200,
  /** How long spans gather, milliseconds. */
  pauseMs: 500,
  /** How long a collector may take to answer, milliseconds. */
  sendMsMax: 5_000,
  /** How long a stopping process waits for the last ones to be taken, milliseconds. */
  flushMsMax: 2_000,
  /** Between two looks at the loop, milliseconds: a timer of negligible cost. */
  eventLoopResolutionMs: 10
} as const
