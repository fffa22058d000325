/** Bounds of mobile-money providers. */

/** Bounds of mobile-money providers. */
export const providers = {
  /** One call, milliseconds: operators often take some seconds, a gateway gives up after 30. */
  callMsMax: 15_000,
  /** Checks before a transfer, milliseconds: their answers are optional. */
  precheckMsMax: 3_000,
  nameMsMax: 3_000,
  /** An answer, bytes: a real one has under two kilobytes. */
  answerBytesMax: 64 * 1024,
  /** The account's configuration, bytes: some kilobytes per country. */
  configurationBytesMax: 1024 * 1024,
  /** Instructions and questions under way to one provider: together below its connections. */
  submitsAtOnceMax: 20,
  checksAtOnceMax: 10,
  /** How long one may wait for its turn, milliseconds; then nothing was sent. */
  permitWaitMsMax: 5_000,
  /** How long leadership may take to be verified after that wait, milliseconds; as above. */
  confirmMsMax: 1_000,
  /** Over this time, milliseconds, put-off instructions come back, lest they come all at once. */
  jitterMs: 5_000,
  /** Failed instructions in a row after which a provider counts as down. */
  failuresInARowMax: 5,
  /** Or this share of the instructions in a window (milliseconds) that has enough of them. */
  failureShareMax: 0.5,
  failureWindowMs: 60_000,
  failureWindowCallsMin: 20,
  /**
   * How long it then gets none, milliseconds: first and longest; twice as long each time. The
   * longest is also how long payouts wait after the provider is well again, so it is short. That is
   * safe: a try is one request, under a reference that the payout keeps, so a provider that took it
   * without an answer pays once. Nor do more payouts need a person: one does if its own deadline of
   * a quarter of an hour passes just before it tries, and with more tries it is rarer for each.
   */
  openMs: 15_000,
  openMsMax: 60_000,
  /** How long the one instruction that tries it may take before another may, milliseconds. */
  probeMsMax: 60_000,
  /** How long the trial transfer of an open breaker may take to be sent, milliseconds: one append. */
  offerMsMax: 2_000,
  /** How long nothing is sent after our account was refused, milliseconds: a person must act. */
  configurationPauseMs: 300_000,
  /** How long nothing is sent from an empty account, milliseconds: filling it takes a transfer. */
  floatPauseMs: 300_000,
  /** How long a network gets nothing that its provider called closed, milliseconds. */
  closedPauseMs: 60_000,
  /** How often a provider's network status is fetched, milliseconds. */
  configurationEveryMs: 60_000,
  /** How long that answer counts, milliseconds: some missed questions. */
  configurationMsMax: 300_000,
  /**
   * How long a request that got no answer may still reach the provider, milliseconds: far longer
   * than gateways hold one. Until then a refusal of the same reference settles nothing; so after
   * a process's first request none does, for an earlier process may have sent any of them.
   */
  lateSendMsMax: 300_000,
  /**
   * How long a transfer must stand as failed, by a code that also stands for what the provider does
   * not know, before another reference may be used, milliseconds: as long as MTN waits for a wallet
   * before it gives up. How often it is queried meanwhile, and how many such are remembered.
   */
  ambiguousFailureMs: 300_000,
  ambiguousCheckEveryMs: 30_000,
  ambiguousFailuresMax: 10_000,
  /** Requests without answer that are remembered; with more, all references count as such. */
  inFlightSendsMax: 50_000,
  /** A token is not used in its last milliseconds, and never longer than a day. */
  tokenMarginMs: 60_000,
  tokenMsMax: 86_400_000,
  /** The longest pause that a provider may ask for with `Retry-After`, milliseconds. */
  retryAfterMsMax: 300_000,
  /** A callback, bytes. */
  callbackBytesMax: 64 * 1024,
  /** One callback per reference and this time, milliseconds, causes a check. */
  callbackCheckEveryMs: 10_000,
  /** References whose last callback is remembered, and callbacks that cause a check in a second. */
  callbackReferencesMax: 10_000,
  callbackChecksPerSecondMax: 1_000,
  /** How far another clock may be off, and how old a signature may be, milliseconds. */
  clockSkewMs: 30_000,
  signatureAgeMsMax: 900_000,
  /** How long a signature of ours counts, milliseconds: as long as in the provider's example. */
  signatureMs: 300_000,
  /** How long keys of signatures count, and the pause between looks for a new one, milliseconds. */
  keysMsMax: 3_600_000,
  keysEveryMs: 60_000,
  /** Keys of one provider, signatures of one callback, and parts that one covers. */
  keysMax: 16,
  signaturesMax: 4,
  coveredMax: 16,
  /** Bits of an RSA key. */
  rsaBitsMin: 2_048,
  /** Characters that are kept of an account holder's name. */
  nameCharsMax: 200
} as const
