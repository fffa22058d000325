/** Percentiles of values that several sources have counted. */

/** Values in order, and how often each occurs. */
export interface Counted {
  readonly values: Float64Array | ReadonlyArray<number>
  readonly counts: Uint32Array | ReadonlyArray<number>
}

/** The same for another process: JSON makes objects of typed arrays. */
export const portable = ({ counts, values }: Counted): Record<keyof Counted, Array<number>> => ({
  values: Array.from(values),
  counts: Array.from(counts)
})

/** The smallest values that these shares of all do not exceed; none where there are no values. */
export const of = (
  sources: ReadonlyArray<Counted>,
  shares: ReadonlyArray<number>
): ReadonlyArray<number> => {
  const counts = new Map<number, number>()
  let all = 0
  for (const source of sources) {
    for (const [index, value] of source.values.entries()) {
      const count = source.counts[index] ?? 0
      counts.set(value, (counts.get(value) ?? 0) + count)
      all += count
    }
  }
  if (all === 0) return []
  const ordered = [...counts].sort(([left], [right]) => left - right)
  return shares.map((share) => {
    let seen = 0
    const found = ordered.find(([, count]) => {
      seen += count
      return seen >= share * all
    })
    return found?.[0] ?? 0
  })
}
