/** Percentiles of values that several processes have counted. */
import { assert, it } from "vitest"
import * as Percentiles from "../../src/domain/Percentiles.ts"

const counted = (values: ReadonlyArray<number>, counts: ReadonlyArray<number>) => ({
  values: Float64Array.from(values),
  counts: Uint32Array.from(counts)
})

it("A percentile is the smallest value that a given share of all values does not exceed", () => {
  const sources = [counted([1, 5], [2, 1]), counted([3], [1])]
  assert.deepStrictEqual(Percentiles.of(sources, [0.5, 0.75, 1]), [1, 3, 5])
  assert.deepStrictEqual(Percentiles.of([counted([], [])], [0.5]), [])
})

it("Counted values keep their percentiles when one process sends them to another", () => {
  const source = counted([1.5, 4], [3, 2])
  const sent = JSON.parse(JSON.stringify(Percentiles.portable(source)))
  assert.deepStrictEqual(Percentiles.of([sent], [0.5, 1]), Percentiles.of([source], [0.5, 1]))
})
