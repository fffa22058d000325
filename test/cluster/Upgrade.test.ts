import { assert, describe, it } from "vitest"
import * as Faults from "./faults.ts"
import * as Stage from "./stage.ts"

/** Milliseconds that a request may take with all its retries. */
const answerMsMax = 10_000

const answersBetween = 100

describe("Three nodes, upgraded one by one under load,", () => {
  it("respond to every request in time, lose none and execute none twice", {
    timeout: 180_000
  }, async () => {
    await Stage.run(async (stage) => {
      const { load } = stage
      await Faults.upgrade(stage, answersBetween)
      const { acknowledged } = await Stage.prove(stage)
      console.log(
        `upgrade of three nodes: ${acknowledged} answers, the slowest request with its retries ` +
          `${load.slowest().toFixed(0)} ms`
      )
      assert.isBelow(load.slowest(), answerMsMax)
    })
  })
})
