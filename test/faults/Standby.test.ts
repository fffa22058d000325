import { assert, describe, it } from "vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as Gauges from "./gauges.ts"
import * as Pairs from "./pairs.ts"
import * as Scenario from "./scenario.ts"

/**
 * The numbers of customers before the standby starts, while it follows, and when the primary dies.
 */
const [before, meanwhile, last] = Scenario.isComplete ? [500, 1_000, 1_500] : [20, 40, 80]

/**
 * The number of waves, and of payouts that begin and end in each while the standby follows, which
 * is many times more than it holds.
 */
const [waves, wave] = [4, 2_000]

/**
 * Bytes by which the standby's heap may differ between two waves, for folded entries that are not
 * yet in the tables.
 */
const heapSwing = 40_000_000

const gauge = async (url: string, name: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN)
}

describe("A standby", () => {
  it("takes over from a primary killed under load, keeps every response, and ends every payout", {
    timeout: Scenario.msMax
  }, async () => {
    await Pairs.run(async (pair) => {
      const { customers } = pair
      const primary = await pair.start()
      await primary.listening
      assert.isTrue(await customers.work(primary.url, before))
      const standby = await pair.standby()
      await Gauges.until(standby, "standby")
      assert.isTrue(await customers.work(primary.url, meanwhile))
      await Pairs.isWaiting(standby, "standby")
      const seen = customers.everything.received.length
      const worked = customers.work(primary.url, last)
      await customers.everything.until(({ length }) => length >= seen + 20)
      const killed = performance.now()
      const ended = primary.kill("SIGKILL")
      await Gauges.until(standby, "ready")
      const pauseMs = performance.now() - killed
      assert.strictEqual(await ended, "SIGKILL")
      await worked
      // Clients of the primary retry their requests with the same keys, even those with a response.
      assert.isTrue(await customers.work(standby.url, last), standby.output())
      assert.isTrue(await customers.finish(standby.url))
      await customers.settled()
      const books = await pair.audit(standby.url)
      assert.strictEqual(await Pairs.strays(pair), 0)
      assert.strictEqual(await Pairs.epochs(pair), 2)
      const active = /Recovered (\d+) active payouts/.exec(standby.output())?.[1]
      Scenario.report(
        `standby, ready ${pauseMs.toFixed(0)} ms after kill -9 with ${active} active payouts`,
        1,
        books
      )
      assert.isBelow(pauseMs, Scenario.isComplete ? 2_000 : Limits.leadership.silenceMsMax)
      assert.strictEqual(await standby.kill("SIGTERM"), 0, standby.output())
    })
  })

  // The memory shows only with tens of thousands of payouts, which take too long for every test
  // run.
  it.runIf(Scenario.isComplete)(
    "L10 evicts finished objects, as the primary does",
    {
      timeout: Scenario.msMax
    },
    async () => {
      await Pairs.run(async (pair) => {
        const { customers } = pair
        const primary = await pair.start()
        await primary.listening
        assert.isTrue(await customers.work(primary.url, 10))
        const standby = await pair.standby()
        await Gauges.until(standby, "standby")
        const heaps: Array<number> = []
        for (let round = 1; round <= waves; round++) {
          for (let part = 1; part <= 10; part++) {
            const count = (round - 1) * wave + (part * wave) / 10
            assert.isTrue(await customers.work(primary.url, count), primary.output())
          }
          await customers.settled()
          heaps.push((await standby.read()).heap)
        }
        console.log(
          `standby, after each ${wave} payouts: ${heaps.map(Gauges.megabytes).join(", ")}`
        )
        assert.isBelow(heaps.at(-1) ?? Number.NaN, (heaps[1] ?? 0) + heapSwing)
        const killed = performance.now()
        const ended = primary.kill("SIGKILL")
        await Gauges.until(standby, "ready")
        console.log(`standby, ready ${(performance.now() - killed).toFixed(0)} ms after kill -9`)
        await ended
        await Gauges.eventually(
          "no payout is in memory",
          async () => (await gauge(standby.url, "payout_known")) === 0
        )
      })
    }
  )
})
