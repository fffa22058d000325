/** Percentiles of latencies, which are exact because every latency is kept. */

/** Percentiles in milliseconds. */
export interface Latency {
  readonly p50: number
  readonly p99: number
  readonly p999: number
  readonly max: number
}

const percentile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export const of = (milliseconds: Iterable<number>): Latency => {
  const sorted = Float64Array.from(milliseconds).sort()
  return {
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    p999: percentile(sorted, 0.999),
    max: sorted.at(-1) ?? Number.NaN
  }
}
