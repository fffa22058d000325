/** Bounds of rate feeds and of what a quote may be worth. */

/** Bounds of the rate feed. */
export const rates = {
  /** How often feeds are fetched, milliseconds: they change once a minute at most. */
  pollMs: 60_000,
  /** One request, milliseconds, and the bytes of its response: all currencies. */
  requestMsMax: 10_000,
  answerBytesMax: 1024 * 1024,
  /** A feed's clock may be ahead of ours by so much, milliseconds. */
  futureMsMax: 60_000,
  /** A rate that differs more from the last one must be confirmed (fraction). */
  jumpMax: 0.1,
  /** How near the second source must be to confirm it (fraction). */
  confirmMax: 0.01,
  /** A rate that differs more from the second source is refused (fraction). */
  deviationMax: 0.015,
  /** What one USDC can be worth, in units: a third to three times of the last years' range. */
  plausible: {
    UGX: [1_000, 12_000],
    KES: [40, 450],
    NGN: [300, 6_000],
    GHS: [2, 60],
    TZS: [700, 9_000]
  }
} as const

/** What one quote may be worth, micro-USDC. */
export const amounts = {
  /** 0.01 USDC. */
  quoteMin: 10_000,
  /** 10,000 USDC. */
  sandboxMax: 10_000_000_000,
  /** A million USDC: larger single payouts need an agreement. */
  productionMax: 1_000_000_000_000
} as const
