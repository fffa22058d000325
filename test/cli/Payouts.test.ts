import { assert } from "@effect/vitest"
import { suite } from "../http/suite.ts"
import * as Service from "../support/service.ts"
import * as Command from "./command.ts"

const watch = (service: Service.Service, id: string) =>
  Command.run(["payouts", "watch", id, "--poll-ms", "50"], {
    PAYOUT_API_KEY: Service.apiKey,
    PAYOUT_URL: service.url
  })

const statuses = (output: string) =>
  [...output.matchAll(/^\d{4}-\S+Z {2}(\w+)/gm)].map(([, status]) => status)

suite("payouts watch", { SANDBOX_TIME_SCALE: "0.02" }, (test) => {
  test("prints each transition once, until SETTLED", async (service) => {
    const { json } = await service.payout("watched")
    const { code, output } = await watch(service, json.payout_id)
    assert.strictEqual(code, 0, output)
    assert.deepStrictEqual(statuses(output), [
      "AWAITING_FUNDS",
      "STABLECOIN_RECEIVED",
      "PAYOUT_INITIATED",
      "PAYOUT_CONFIRMED",
      "SETTLED"
    ])
  })

  test("of a payout that fails prints the reason, with exit code 1", async (service) => {
    const { json } = await service.payout("failing", { recipient_phone: "+256770000003" })
    const { code, output } = await watch(service, json.payout_id)
    assert.strictEqual(code, 1)
    assert.include(output, "FAILED insufficient_balance")
    assert.include(output, "The payout ended as FAILED.")
  })

  test("of an unknown payout prints an error", async (service) => {
    const { code, output } = await watch(service, "po_nothing")
    assert.strictEqual(code, 1)
    assert.match(output, /^PAYOUT_NOT_FOUND: /m)
  })
})
