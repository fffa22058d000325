/** Bounds of HTTP to services that the operator configured, telemetry included. */

/** Bounds of HTTP to these services: Ethereum nodes, providers, rate feeds. */
export const outbound = {
  /** Milliseconds of one connection attempt. */
  connectMsMax: 5_000,
  /** Connections to one service: providers allow some dozens at once. */
  connectionsPerOriginMax: 32,
  /** Milliseconds that a connection may be idle: below what servers usually allow. */
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
  /** Milliseconds that spans gather before they are sent. */
  pauseMs: 500,
  /** Milliseconds that a collector may take to respond. */
  sendMsMax: 5_000,
  /** Milliseconds that a stopping process waits until the last spans are sent. */
  flushMsMax: 2_000,
  /** Milliseconds between two measurements of the event loop: a timer of negligible cost. */
  eventLoopResolutionMs: 10,
  /** Milliseconds from which a turn of the event loop is long: requests wait for it noticeably. */
  longTurnMs: 20,
  /** Milliseconds between two looks for a long turn. A turn of the sum of both is never missed. */
  turnCheckMs: 20
} as const
