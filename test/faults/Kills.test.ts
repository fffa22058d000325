import { describe, it } from "vitest"
import * as Scenario from "./scenario.ts"
import * as Seed from "./seed.ts"

/** The number of concurrent databases, and the number of kills in each. */
const databases = 2
const kills = Scenario.isComplete ? 100 : 3

describe.concurrent("The program, killed at random,", () => {
  for (let index = 0; index < databases; index++) {
    const seed = Seed.seed + index
    it(
      `loses nothing and does nothing twice, FAULTS_SEED=${seed}`,
      { timeout: Scenario.msMax },
      () =>
        Scenario.run(async ({ conclude, dieAfter }) => {
          const draw = Seed.make(seed)
          // Eight payouts cause about thirty webhooks. The kill happens among them.
          for (let kill = 0; kill < kills; kill++) await dieAfter(draw(25), 8)
          Scenario.report(`seed ${seed}`, kills, await conclude())
        })
    )
  }
})
