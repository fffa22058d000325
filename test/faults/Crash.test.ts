import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "vitest"
import * as Failpoint from "../../src/engine/ports/Failpoint.ts"
import * as Scenario from "./scenario.ts"

const source = path.join(import.meta.dirname, "../../src")

/**
 * The number of new customers in every life. More arrive while the passage has not been reached.
 */
const customersMore = 8

/** True for points that a start passes once, so that the next passage belongs to the next start. */
const isOncePerStart = (point: Failpoint.Point): boolean => /^(takeover|restore):/.test(point)

/** The passages of a point that kill: each of the first fifty, or a share of them. */
const passages = (point: Failpoint.Point): ReadonlyArray<number> => {
  const numbers = Scenario.isComplete
    ? Array.from({ length: 50 }, (_, index) => index + 1)
    : isOncePerStart(point)
      ? [1]
      : [12]
  return isOncePerStart(point) ? numbers.map(() => 1) : numbers
}

/** Points that a line of the program passes. */
const passed = (() => {
  const text = fs
    .readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith("Failpoint.ts"))
    .map((file) => fs.readFileSync(path.join(source, file), "utf8"))
    .join("\n")
  return Failpoint.points.filter((point) => text.includes(`"${point}"`))
})()

describe.concurrent("The program, killed at a point of the log's life,", () => {
  it("reaches every named point", () => {
    assert.deepStrictEqual(passed, [...Failpoint.points])
  })

  for (const point of passed) {
    it(`loses nothing and does nothing twice: ${point}`, { timeout: Scenario.msMax }, () =>
      Scenario.run(async ({ conclude, dieAt }) => {
        const traps = passages(point).map((passage) => `${point}:${passage}`)
        // Replay needs an existing log, which another killed process has written.
        if (point.startsWith("replay:")) traps.unshift("append: settled:25")
        for (const trap of traps) await dieAt(trap, customersMore)
        Scenario.report(point, traps.length, await conclude())
      })
    )
  }
})
