import * as process from "node:process"
import { assert, describe, expect, it } from "vitest"
import * as PayoutEvent from "../../src/domain/payout/PayoutEvent.ts"
import { kinds } from "./Faults.ts"
import * as Shrink from "./Shrink.ts"
import * as Simulation from "./Simulation.ts"
import * as Summary from "./Summary.ts"
import { onceFailed } from "./seeds.ts"

/** About ten seconds on one idle core. `npm run simulate` accepts any number of seeds. */
const count = Number(process.env.SIMULATION_SEEDS ?? 56)
const first = 1

const check = (report: Simulation.Report): void => {
  if (report.violation !== undefined) assert.fail(Shrink.describe(Shrink.shrink(report)))
}

describe("the simulated service", { timeout: 300_000 }, () => {
  it("writes the same log for the same seed, and another log for another seed", () => {
    const hashes = [11, 12, 13, 14, 15].map((seed) => {
      const [once, again] = [Simulation.run({ seed }), Simulation.run({ seed, trace: true })]
      expect([again.hash, again.steps]).toEqual([once.hash, once.steps])
      return once.hash
    })
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  it("writes the same logs for the same seed with several partitions", () => {
    const [once, again] = [1, 2].map(() => Simulation.run({ seed: 11, partitions: 3 }))
    expect([again?.hash, again?.steps]).toEqual([once?.hash, once?.steps])
    expect(once?.hash.split(" ").length).toBe(3)
  })

  it("keeps its laws on every seed that once failed", () => {
    for (const one of onceFailed) check(Simulation.run(one))
  })

  it("keeps its laws under every fault, and comes to rest", () => {
    const summary = Summary.make()
    for (let seed = first; seed < first + count; seed++) {
      const report = Simulation.run({ seed })
      check(report)
      summary.add(report)
    }
    // Faults that never happen in any run would not be tested.
    const quiet = kinds.filter((kind) => !summary.faults().has(kind))
    expect(quiet).toEqual([])
    const resting = ["SETTLED", "FAILED", "REVERSED", "COMPLIANCE_HOLD", "MANUAL_REVIEW"]
    const reached = PayoutEvent.statuses.filter((status) => summary.statuses().has(status))
    expect(reached.toSorted()).toEqual(resting.toSorted())
    expect([...summary.spreads().keys()].toSorted()).toEqual(["1", "2", "3"])
    expect(summary.splits()).toBeGreaterThan(0)
    expect(summary.fromBalance()).toBeGreaterThan(0)
    expect(summary.withdrawals()).toBeGreaterThan(0)
    expect(summary.monthsClosed()).toBeGreaterThan(0)
    expect([...summary.refused().keys()]).toEqual(
      expect.arrayContaining(["MonthNotEnded", "MonthIsClosed", "MonthClosed"])
    )
    expect([...summary.batches().keys()]).toEqual(
      expect.arrayContaining(["funded", "expired", "cancelled"])
    )
  })
})
