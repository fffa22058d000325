/** Percentiles of values that several sources counted. */

/** Values in order, and the number of times that each occurs. */
export interface ValueCounts {
  readonly values: Float64Array | ReadonlyArray<number>
  readonly counts: Uint32Array | ReadonlyArray<number>
}

/** Value counts for another process: JSON would make objects of typed arrays. */
export const portable = ({
  counts,
  values
}: ValueCounts): Record<keyof ValueCounts, Array<number>> => ({
  values: Array.from(values),
  counts: Array.from(counts)
})

/** The smallest values that these shares of all values do not exceed; empty without values. */
export const of = (
  sources: ReadonlyArray<ValueCounts>,
  shares: ReadonlyArray<number>
): ReadonlyArray<number> => {
  const counts = new Map<number, number>()
  let total = 0
  for (const source of sources) {
    for (const [index, value] of source.values.entries()) {
      const count = source.counts[index] ?? 0
      counts.set(value, (counts.get(value) ?? 0) + count)
      total += count
    }
  }
  if (total === 0) return []
  const ordered = [...counts].sort(([left], [right]) => left - right)
  return shares.map((share) => {
    let seen = 0
    const entry = ordered.find(([, count]) => {
      seen += count
      return seen >= share * total
    })
    return entry?.[0] ?? 0
  })
}
