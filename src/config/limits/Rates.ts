/** Bounds of rate feeds and of the amount of a quote. */

/** Bounds of the rate feed. */
export const rates = {
  /** Milliseconds between two reads of a feed: feeds change once per minute at most. */
  pollMs: 60_000,
  /** Milliseconds of one request, and bytes of its response: all currencies. */
  requestMsMax: 10_000,
  answerBytesMax: 1024 * 1024,
  /** Milliseconds that a feed's clock may be ahead of ours. */
  futureMsMax: 60_000,
  /** Difference from the last rate above which a rate must be confirmed (fraction). */
  jumpMax: 0.1,
  /** Difference from the second source up to which it confirms a rate (fraction). */
  confirmMax: 0.01,
  /** Difference from the second source above which a rate is refused (fraction). */
  deviationMax: 0.015,
  /**
   * Plausible price of one USDC, in currency units: a third to three times of the last years'
   * range.
   */
  plausible: {
    UGX: [1_000, 12_000],
    KES: [40, 450],
    NGN: [300, 6_000],
    GHS: [2, 60],
    TZS: [700, 9_000]
  }
} as const

/** Amount of one quote, micro-USDC. */
export const amounts = {
  /** 0.01 USDC. */
  quoteMin: 10_000,
  /** 10,000 USDC. */
  sandboxMax: 10_000_000_000,
  /** A million USDC: larger single payouts need an agreement. */
  productionMax: 1_000_000_000_000
} as const
