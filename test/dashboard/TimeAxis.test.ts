/** The axis of the chart of times. */
import { describe, expect, it } from "vitest"
import { timeAxis } from "../../src/dashboard/pages/charts/TimeAxis.ts"

describe("The axis of times", () => {
  it.each([
    [316, ["0 min", "2 min", "4 min", "6 min"]],
    [119, ["0 s", "50 s", "100 s", "150 s"]],
    [130, ["0 min", "1 min", "2 min", "3 min"]],
    [15, ["0 s", "5 s", "10 s", "15 s"]],
    [3, ["0 s", "1 s", "2 s", "3 s"]],
    [0.4, ["0 ms", "100 ms", "200 ms", "300 ms", "400 ms"]],
    [9_000, ["0 h", "1 h", "2 h", "3 h"]]
  ] as const)("up to %s seconds has one unit and round numbers", (longest, expected) => {
    const { text, ticks } = timeAxis(longest)
    expect(ticks.map(text)).toEqual(expected)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(longest)
  })

  it("has a start and an end without any time", () => {
    expect(timeAxis(0).ticks).toHaveLength(2)
  })
})
