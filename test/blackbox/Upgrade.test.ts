/**
 * An upgrade as `.deploy/UPGRADE.md` describes it: a standby starts next to the old process, which
 * then gets SIGTERM. In the meantime clients create payouts, and use the other port whenever one
 * does not respond.
 */
import { setTimeout as pause } from "node:timers/promises"
import { assert, describe, it } from "vitest"
import * as Gauges from "../faults/gauges.ts"
import * as Pairs from "../faults/pairs.ts"
import * as History from "../support/history.ts"

const clients = 12
/** The numbers of responses before the standby starts, while it follows, and after it took over. */
const answers = { before: 150, meanwhile: 150, after: 300 }
/** Milliseconds that a request may take with all its retries. */
const answerMsMax = 10_000
/** Milliseconds between two attempts of a client. */
const backoffMs = 20

/** Starts clients on two ports, which work until they are stopped. */
const busy = (history: History.History, urls: () => ReadonlyArray<string>) => {
  const answeredAt: Array<number> = []
  let slowest = 0
  let isOver = false
  const looks = new Set<() => void>()

  const answered = async (operation: History.Operation, first: number): Promise<void> => {
    const begun = performance.now()
    for (let index = first; operation.answer === undefined; index++) {
      const all = urls()
      const answer = await history.send(all[index % all.length] ?? "", operation)
      if (answer === undefined) await pause(backoffMs)
    }
    const now = performance.now()
    slowest = Math.max(slowest, now - begun)
    answeredAt.push(now)
    for (const look of looks) look()
  }

  const client = async (name: number): Promise<void> => {
    for (let index = 0; !isOver; index++) {
      const key = `${name} of ${index}`
      const quote = history.operation("/v1/quotes", `quote ${key}`, {
        source_amount_usdc: 10,
        target_currency: "UGX"
      })
      await answered(quote, 0)
      const body = { network: "MTN_UG", recipient_phone: "+256770000001" }
      const quoted = { quote_id: History.bodyOf(quote).quote_id, ...body }
      await answered(history.operation("/v1/payouts", `payout ${key}`, quoted), 0)
    }
  }

  const all = Promise.all(Array.from({ length: clients }, (_, name) => client(name)))
  return {
    answeredAt,
    slowest: () => slowest,
    /** Resolves after this number of further responses. */
    more: (count: number) =>
      new Promise<void>((resolve) => {
        const until = answeredAt.length + count
        const look = () => {
          if (answeredAt.length < until) return
          looks.delete(look)
          resolve()
        }
        looks.add(look)
      }),
    stop: () => {
      isOver = true
      return all
    }
  }
}

/** The longest time without a response, in milliseconds. */
const longestGap = (at: ReadonlyArray<number>): number =>
  at.reduce((longest, now, index) => Math.max(longest, now - (at[index - 1] ?? now)), 0)

describe("An upgrade with a standby", () => {
  it("loses no payout, creates none twice, and responds to every request in time", async () => {
    await Pairs.run(async (pair) => {
      const { history } = pair.customers
      const old = await pair.start()
      assert.isDefined(await old.listening, old.output())
      assert.isTrue(await pair.customers.work(old.url, 0))
      const urls = [old.url]
      const work = busy(history, () => urls)
      await work.more(answers.before)

      const next = await pair.standby()
      urls.push(next.url)
      await Gauges.until(next, "standby")
      await work.more(answers.meanwhile)

      const stopping = performance.now()
      const ended = old.kill("SIGTERM")
      await Gauges.until(next, "ready")
      const readyMs = performance.now() - stopping
      assert.strictEqual(await ended, 0, old.output())
      await work.more(answers.after)
      await work.stop()

      await pair.customers.settled()
      await pair.audit(next.url)
      assert.strictEqual(await Pairs.strays(pair), 0)
      assert.strictEqual(await Pairs.epochs(pair), 2)
      const acknowledged = history.ok("/v1/payouts")
      const ids = new Set(acknowledged.map((operation) => History.bodyOf(operation).payout_id))
      assert.strictEqual(ids.size, acknowledged.length)
      const [made] = await pair.query<{ readonly made: number }>(
        `select count(*)::int as made from log where body like '%"_tag":"PayoutCreated"%'`
      )
      assert.strictEqual(made?.made, acknowledged.length)
      const gap = longestGap(work.answeredAt)
      console.log(
        `upgrade: ${acknowledged.length} payouts of ${clients} clients, ready ${readyMs.toFixed(0)} ms ` +
          `after SIGTERM, no process answered for ${gap.toFixed(0)} ms, ` +
          `slowest request with its retries ${work.slowest().toFixed(0)} ms`
      )
      assert.isBelow(work.slowest(), answerMsMax)
    })
  })
})
