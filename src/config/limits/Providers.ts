/** Bounds of mobile-money providers. */

/** Bounds of mobile-money providers. */
export const providers = {
  /**
   * Milliseconds of one request: operators often take some seconds, a gateway gives up after 30.
   */
  callMsMax: 15_000,
  /** Milliseconds of the checks before a transfer: their responses are optional. */
  precheckMsMax: 3_000,
  nameMsMax: 3_000,
  /** Bytes of a response: a real one has under two kilobytes. */
  answerBytesMax: 64 * 1024,
  /** Bytes of the account's configuration: some kilobytes per country. */
  configurationBytesMax: 1024 * 1024,
  /** Instructions and queries under way to one provider: together below its connections. */
  submitsAtOnceMax: 20,
  checksAtOnceMax: 10,
  /** Milliseconds that one may wait for a permit; then nothing was sent. */
  permitWaitMsMax: 5_000,
  /** Milliseconds that the check of leadership may take after that wait; then nothing was sent. */
  confirmMsMax: 1_000,
  /**
   * Milliseconds over which postponed instructions return, so that they do not return all at once.
   */
  jitterMs: 5_000,
  /** Failed instructions in a row after which a provider counts as down. */
  failuresInARowMax: 5,
  /**
   * Share of failed instructions that also counts as down, and its window in milliseconds, which
   * must have enough instructions.
   */
  failureShareMax: 0.5,
  failureWindowMs: 60_000,
  failureWindowCallsMin: 20,
  /**
   * Milliseconds without instructions to a provider that is down, first and longest; they double
   * each time. The longest is also how long payouts wait after the provider has recovered, so it is
   * short. That is safe. A trial is one request under a reference that the payout keeps, so a
   * provider that took it without a response pays once. Nor do more payouts need a decision. A
   * payout does if its own deadline of a quarter of an hour passes just before its trial. More
   * trials make that rarer for each payout.
   */
  openMs: 15_000,
  openMsMax: 60_000,
  /** Milliseconds that the one trial instruction may take before another one may be sent. */
  probeMsMax: 60_000,
  /** Milliseconds until the trial transfer of an open breaker must be sent: one append. */
  offerMsMax: 2_000,
  /** Milliseconds without transfers after our account was refused: an operator must act. */
  configurationPauseMs: 300_000,
  /** Milliseconds without transfers from an empty account: a top-up takes a transfer. */
  floatPauseMs: 300_000,
  /** Milliseconds without transfers to a network that its provider called closed. */
  closedPauseMs: 60_000,
  /** Milliseconds between two reads of a provider's network status. */
  configurationEveryMs: 60_000,
  /** Milliseconds that this status counts: some missed reads. */
  configurationMsMax: 300_000,
  /**
   * Milliseconds that a request without a response may still reach the provider: far longer than
   * gateways hold one. Until then a refusal of the same reference settles nothing. So no refusal
   * counts after a process's first request, because an earlier process may have sent any of them.
   */
  lateSendMsMax: 300_000,
  /**
   * Milliseconds that a transfer must stay failed before another reference may be used, as long as
   * MTN waits for a wallet. Only for codes that also cover transfers which the provider does not
   * know. Then the pause between two queries of it, and the number of such transfers remembered.
   */
  ambiguousFailureMs: 300_000,
  ambiguousCheckEveryMs: 30_000,
  ambiguousFailuresMax: 10_000,
  /** Requests without a response that are remembered; with more, all references count as such. */
  inFlightSendsMax: 50_000,
  /** Last milliseconds of a token's life in which it is not used, and its longest life: a day. */
  tokenMarginMs: 60_000,
  tokenMsMax: 86_400_000,
  /** Milliseconds of the longest pause that a provider may request with `Retry-After`. */
  retryAfterMsMax: 300_000,
  /** Bytes of a callback. */
  callbackBytesMax: 64 * 1024,
  /** Milliseconds in which one callback per reference causes a check. */
  callbackCheckEveryMs: 10_000,
  /** References whose last callback is remembered, and callbacks that cause a check per second. */
  callbackReferencesMax: 10_000,
  callbackChecksPerSecondMax: 1_000,
  /** Milliseconds that another clock may be off, and that a signature may be old. */
  clockSkewMs: 30_000,
  signatureAgeMsMax: 900_000,
  /** Milliseconds that our signature is valid: as in the provider's example. */
  signatureMs: 300_000,
  /** Milliseconds that signature keys are valid, and between two queries for a new one. */
  keysMsMax: 3_600_000,
  keysEveryMs: 60_000,
  /** Keys of one provider, signatures of one callback, and parts that one covers. */
  keysMax: 16,
  signaturesMax: 4,
  coveredMax: 16,
  /** Bits of an RSA key. */
  rsaBitsMin: 2_048,
  /** Characters of an account holder's name that are kept. */
  nameCharsMax: 200
} as const
