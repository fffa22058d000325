import { assert } from "@effect/vitest"
import { customer, suite, until } from "./suite.ts"

suite("The reason of a payout", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
  test("explains a hold, a review, a failure or a reversal, and is absent from a settled payout", async (service) => {
    const { call } = service
    const { key } = await customer(service)
    const reasonOf = async (status: string, recipient: object) => {
      const rate = { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: status }
      const { quote_id } = (await call("POST", "/v1/quotes", { key, body: rate })).json
      const body = {
        ...{ quote_id, recipient_phone: "+256770000001", network: "MTN_UG" },
        ...{ idempotency_key: status, ...recipient }
      }
      const { payout_id } = (await call("POST", "/v1/payouts", { key, body })).json
      const ended = await until(
        () => call("GET", `/v1/payouts/${payout_id}`, { key }),
        ({ json }) => json.status === status
      )
      const { reason, reason_message } = ended.json
      return { reason, reason_message }
    }
    assert.deepStrictEqual(await reasonOf("FAILED", { recipient_phone: "+256770000004" }), {
      reason: "invalid_recipient",
      reason_message: "This phone number has no mobile money account on the network."
    })
    assert.deepStrictEqual(await reasonOf("COMPLIANCE_HOLD", { recipient_name: "SANDBOX HOLD" }), {
      reason: "compliance_review",
      reason_message: "Screening of the sender or the recipient needs a decision by a person."
    })
    const rejected = await reasonOf("REVERSED", { recipient_name: "SANDBOX REVERSE" })
    assert.strictEqual(rejected.reason, "compliance_rejected")
    const unknown = await reasonOf("MANUAL_REVIEW", { recipient_name: "SANDBOX REVIEW" })
    assert.strictEqual(unknown.reason, "provider_unknown")
    const settled = await reasonOf("SETTLED", {})
    assert.deepStrictEqual(settled, { reason: undefined, reason_message: undefined })
  })
})
