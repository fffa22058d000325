import { assert, describe, it } from "vitest"
import * as Scenario from "../faults/scenario.ts"
import * as Faults from "./faults.ts"
import * as Stage from "./stage.ts"

/** The number of kills, and the number of responses between two of them. */
const [kills, answersBetween] = [Scenario.isComplete ? 100 : 20, 100]

describe("Three nodes, killed again and again,", () => {
  it("lose no object that was created without a key, and create none twice", {
    timeout: Scenario.isComplete ? 1_800_000 : 400_000
  }, async () => {
    await Stage.run(async (stage) => {
      await Faults.killEach(stage, kills, answersBetween)
      const { acknowledged, entries, payouts } = await Stage.prove(stage)
      const { creates } = stage.load
      const answered = creates.filter(({ id }) => id !== undefined).length
      console.log(
        `${kills} kills: ${acknowledged} answers, ${answered} of ${creates.length} to creates ` +
          `without a key, ${payouts} payouts, ${entries} entries: nothing lost, nothing twice`
      )
      assert.isAtLeast(answered, kills)
    })
  })
})
