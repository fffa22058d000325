/** The first steps of an account, by its objects. */
import { assert, describe, it } from "vitest"
import * as Steps from "../../src/dashboard/pages/overview/Steps.ts"
import { firstQuote as FirstQuote } from "../../src/dashboard/words/common.ts"

const none: Steps.Progress = { keys: 0, quotes: 0, endpoints: 0, settled: 0, underWay: undefined }

describe("The first steps", () => {
  it("are done one by one, in any order", () => {
    assert.strictEqual(Steps.doneOf(none), 0)
    assert.isTrue(Steps.isDone("webhook", { ...none, endpoints: 1 }))
    assert.strictEqual(Steps.doneOf({ ...none, endpoints: 1 }), 1)
    assert.strictEqual(Steps.doneOf({ ...none, keys: 1, quotes: 2, endpoints: 1, settled: 3 }), 4)
  })

  it("count a quote as done if a payout settled", () => {
    assert.isTrue(Steps.isDone("quote", { ...none, settled: 1 }))
  })

  it("show a command with the page's URL and a body that is JSON", () => {
    const command = FirstQuote.command("https://pay.example.com")
    assert.include(command, "curl -s https://pay.example.com/v1/quotes")
    const body = /-d '(.*)'/.exec(command)?.[1] ?? ""
    assert.deepStrictEqual(JSON.parse(body), {
      ...{ source_amount_usdc: 25, target_currency: "UGX", idempotency_key: "first-quote" }
    })
  })
})
