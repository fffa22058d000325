/** Bounds of webhook delivery and of HTTP to customers' addresses. */

/** Bounds of webhook delivery. */
export const webhooks = {
  /** Attempts under way to one endpoint: a slow endpoint occupies only its own slots. */
  inFlightPerEndpointMax: 16,
  /**
   * Attempts under way to one endpoint that does not respond, and to all such endpoints. Each takes
   * ten seconds, so fewer would delay retries more and more. The other endpoints keep three
   * quarters of the slots.
   */
  silentPerEndpointMax: 8,
  silentMax: 128,
  /** Milliseconds that a test event's response waits until its report is durable. */
  testReportMsMax: 5_000,
  /** Deliveries of one endpoint in memory; more wait in the read model. */
  memoryPerEndpointMax: 500,
  /**
   * Bytes of their bodies: 500 payout events have fewer, and so have six events of batches of 1,000
   * rows.
   */
  memoryBytesPerEndpointMax: 2_000_000,
  /** Milliseconds ahead beyond which a due delivery waits in the read model. */
  horizonMs: 10_000,
  /**
   * Milliseconds between two queries of the read model for due deliveries: well within the horizon.
   */
  recallMs: 4_000,
  /** Attempts under way to all endpoints: sockets and memory. */
  inFlightMax: 512,
  /** Secrets whose keys are kept ready: making them costs as much as signing. Some 10 MB. */
  signingKeysMax: 10_000,
  /** Failed deliveries that one request resends, in all and at the same time. */
  resentMax: 1_000,
  resentAtOnce: 50,
  /** Endpoints of one account. */
  endpointsPerAccountMax: 16
} as const

/** Bounds of HTTP to customers' addresses. */
export const outgoing = {
  /** Connections to one origin: enough for 16 events at once, too few to hurt a small endpoint. */
  connectionsPerOriginMax: 16,
  /** Origins in use or idle: a bound for memory, far above what one engine has in flight. */
  originsMax: 16_384,
  /**
   * Milliseconds that a connection, or an origin, may be idle: below the 5 s of Node's and other
   * servers. Otherwise they would often close a connection just as the next event is sent.
   */
  idleMs: 4_000,
  /**
   * Milliseconds of one DNS query, which is sent twice at most, so an unreachable name server costs
   * seconds and not minutes.
   */
  dnsTimeoutMs: 2_000,
  dnsTriesMax: 2,
  /** Milliseconds after which an abandoned connection attempt ends. */
  connectMsMax: 10_000,
  /** Body bytes read before the socket is destroyed; after a shorter body the socket is reused. */
  bodyBytesMax: 4_096,
  /** Body bytes kept for the log. */
  bodyKeptBytesMax: 1_024,
  /** Characters of a response's headers kept for the log. */
  headerCharsKeptMax: 1_024,
  /** Milliseconds that a slow body holds the slot: only the status decides. */
  bodyMsMax: 1_000,
  /** Seconds of the longest `Retry-After`: a day, because every retry schedule is shorter. */
  retryAfterSecondsMax: 86_400,
  /** Longest URL of an endpoint, in characters: browsers and proxies carry that much. */
  urlCharsMax: 2048
} as const
