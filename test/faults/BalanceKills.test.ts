/**
 * Batches that a balance pays for, with a kill -9 at any moment: the request, the funding of the
 * rows, their payments, or the return of money. Nothing is lost, paid twice or left reserved.
 */
import * as fs from "node:fs"
import { afterAll, assert, describe, it } from "vitest"
import * as Program from "../support/program.ts"
import * as Payroll from "./payroll.ts"
import * as Scenario from "./scenario.ts"
import * as Seed from "./seed.ts"

const kills = Scenario.isComplete ? 100 : 4

const key = "sk_sandbox_black_box_0123456789"
const dataDir = Program.temporaryFolder()
const environment = {
  ...{ DATA_DIR: dataDir, SANDBOX_API_KEY: key, RATE_LIMITS: "off" },
  SANDBOX_TIME_SCALE: "0.004"
}

afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }))

describe("A batch from a balance", () => {
  it(`loses nothing and pays nobody twice in ${kills} kills, FAULTS_SEED=${Seed.seed}`, {
    timeout: 3_000_000
  }, async () => {
    const draw = Seed.make(Seed.seed)
    let running = await Program.start(environment)
    const ask = Payroll.askOf(() => running.url, key)
    await Payroll.answered(ask, "/v1/sandbox/balance/deposit", { amount_usdc: Payroll.deposit })
    for (let kill = 0; kill < kills; kill++) {
      const name = `batch ${kill}`
      // A third of the kills come while the request is under way.
      const moment = draw(Payroll.rows + Payroll.rows / 2) - Payroll.rows / 2
      const sent = Payroll.submit(ask, name)
      if (moment >= 0) {
        const accepted = await sent
        await Payroll.until(ask, accepted?.id ?? assert.fail("not accepted"), moment)
      } else {
        for (let turns = draw(40); turns > 0; turns--) {
          await new Promise((resolve) => setImmediate(resolve))
        }
      }
      await running.stop("SIGKILL")
      const before = await sent
      running = await Program.start(environment)
      await Payroll.finish(ask, name, before)
      await Payroll.audit(ask, kill + 1)
    }
    assert.strictEqual(await running.stop("SIGTERM"), 0)
  })
})
