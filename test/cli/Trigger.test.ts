import { assert } from "@effect/vitest"
import { PayoutClient } from "../../src/client/main.ts"
import { suite } from "../http/suite.ts"
import * as Service from "../support/service.ts"
import * as Command from "./command.ts"

const trigger = (url: string, name: string, key = Service.apiKey) =>
  Command.run(["trigger", name, "--poll-ms", "50"], { PAYOUT_API_KEY: key, PAYOUT_URL: url })

const names = [
  "payout.created",
  "payout.funds_received",
  "payout.initiated",
  "payout.settled",
  "payout.failed",
  "payout.compliance_hold",
  "payout.manual_review",
  "payout.reversed",
  "payout.recalled",
  "deposit.received"
]

suite("trigger", { SANDBOX_TIME_SCALE: "0.1", QUOTE_TTL: "1 second" }, (test) => {
  for (const name of names) {
    test(`causes ${name}`, async ({ url }) => {
      const client = new PayoutClient({ apiKey: Service.apiKey, baseUrl: url })
      const { code, output } = await trigger(url, name)
      assert.strictEqual(code, 0, output)
      const [id = ""] = /po_\w+/.exec(output) ?? []
      const { data } = await client.events.list({ payout_id: id })
      const found = data.map(({ type }) => type)
      assert.include(found, name)
    })
  }

  test("locks a quote that will expire", async ({ url }) => {
    const { code, output } = await trigger(url, "quote.expired")
    assert.strictEqual(code, 0, output)
    assert.match(output, /^qt_\w+ expires at \S+Z; the event is sent then\.$/m)
    const client = new PayoutClient({ apiKey: Service.apiKey, baseUrl: url })
    const [id = ""] = /qt_\w+/.exec(output) ?? []
    const expired = async () => {
      const { data } = await client.events.list({ type: "quote.expired" })
      return data.map((event) => event.data.quote_id)
    }
    while (!(await expired()).includes(id));
  })

  test("does nothing with a production key", async ({ url }) => {
    const { code, output } = await trigger(url, "payout.settled", "sk_live_0123456789abcdef")
    assert.strictEqual(code, 1)
    assert.include(output, "only in the sandbox")
    assert.notInclude(output, "po_")
  })

  test("names the known events when the name is unknown or missing", async ({ url }) => {
    const missing = await Command.run(["trigger"], { PAYOUT_URL: url })
    for (const { code, output } of [await trigger(url, "payout.vanished"), missing]) {
      assert.strictEqual(code, 1)
      assert.include(output, "payout.compliance_hold")
      assert.lengthOf(output.trimEnd().split("\n"), 1)
    }
  })
})
