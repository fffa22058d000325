/** Bounds of webhook delivery and of HTTP to addresses that customers give. */

/** Bounds of webhook delivery. */
export const webhooks = {
  /** Attempts under way to one endpoint: a slow receiver holds its own places only. */
  inFlightPerEndpointMax: 16,
  /**
   * Attempts under way to one endpoint that does not answer, and to all such endpoints. Each takes
   * ten seconds, so fewer would let retries slip behind one another; the others keep three quarters
   * of the places.
   */
  silentPerEndpointMax: 8,
  silentMax: 128,
  /** How long a test event's answer waits for its report to be durable, milliseconds. */
  testReportMsMax: 5_000,
  /** Deliveries of one endpoint in memory; more wait in the read model. */
  heldPerEndpointMax: 500,
  /** Bytes of their bodies: 500 events of payouts have less, and six of batches of 1,000 rows. */
  heldBytesPerEndpointMax: 2_000_000,
  /** A delivery due later than this waits in the read model too, milliseconds. */
  horizonMs: 10_000,
  /**
   * How often the read model is queried for what becomes due, milliseconds: well within the
   * horizon.
   */
  recallMs: 4_000,
  /** Attempts under way in all: sockets and memory. */
  inFlightMax: 512,
  /** Secrets whose keys are kept ready: making them costs as much as signing. Some 10 MB. */
  signingKeysMax: 10_000,
  /** Failed deliveries that one call makes again, and how many of them at the same time. */
  resentMax: 1_000,
  resentAtOnce: 50,
  /** Endpoints of one account. */
  endpointsPerAccountMax: 16
} as const

/** Bounds of HTTP to addresses that customers give. */
export const outgoing = {
  /** Connections to one origin: enough for 16 events at once, too few to hurt a small receiver. */
  connectionsPerOriginMax: 16,
  /** Origins in use or idle: a bound for memory, far above what one engine has in flight. */
  originsMax: 16_384,
  /**
   * Idle time of a connection, and of an origin: below the 5 s of Node's and other servers, which
   * would otherwise often close a connection just as the next event goes out.
   */
  idleMs: 4_000,
  /**
   * One DNS query, sent twice at most, so that an unreachable name server costs seconds, not
   * minutes.
   */
  dnsTimeoutMs: 2_000,
  dnsTriesMax: 2,
  /** An abandoned connection attempt ends after this. */
  connectMsMax: 10_000,
  /** Body bytes read before the socket is destroyed; after a shorter body it is used again. */
  bodyBytesMax: 4_096,
  /** Body bytes kept for the log. */
  bodyKeptBytesMax: 1_024,
  /** Characters of an answer's headers kept for the log. */
  headerCharsKeptMax: 1_024,
  /** The status decides; a slow body holds the slot no longer than this. */
  bodyMsMax: 1_000,
  /** Longer waits than a day are outside every retry schedule. */
  retryAfterSecondsMax: 86_400,
  /** Longest URL of an endpoint, in characters: browsers and proxies carry that much. */
  urlCharsMax: 2048
} as const
