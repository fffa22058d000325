/** Test events, which are valid events of their type, and the attempts that deliveries show. */
import { assert } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { describe, it } from "vitest"
import * as Endpoint from "../../src/domain/webhook/Endpoint.ts"
import * as EventRenderers from "../../src/domain/webhook/EventRenderers.ts"
import * as TestEvent from "../../src/domain/webhook/TestEvent.ts"
import * as Document from "../../src/http/openapi/Document.ts"
import * as Receiver from "../support/receiver.ts"
import { assertProblem, suite, until } from "./suite.ts"

const at = Date.UTC(2026, 0, 5, 12)

const endpoint = Endpoint.created({
  ...{ _tag: "EndpointCreated", id: "we_01KE7C2Y00EEEEFFFFGGGGHHHH", accountId: "acct_1" },
  ...{ url: "https://example.com/hook", events: ["*"], description: null, secret: "s", at }
})

const made = (type: string) =>
  JSON.parse(TestEvent.make("evt_01KE7C2Y00EEEEFFFFGGGGHHHH", type, endpoint, at).body)

describe("A test event", () => {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true })

  it.each([...EventRenderers.types, "webhook.test"])("of %s fits its published schema", (type) => {
    const validate = ajv.compile(JSON.parse(Document.eventFiles[`${type}.json`] ?? "false"))
    const event = made(type)
    assert.isTrue(validate(event), JSON.stringify([event, validate.errors], null, 2))
    assert.deepInclude(event.data, { test: true, endpoint_id: endpoint.id })
    assert.notInclude(JSON.stringify(event), "1970-")
  })

  it("has a consistent state, previous state, sequence, reason and time", () => {
    assert.deepInclude(made("payout.settled").data, {
      ...{ status: "SETTLED", previous_status: "PAYOUT_CONFIRMED", sequence: 5 },
      settled_at: new Date(at).toISOString()
    })
    assert.deepInclude(made("payout.failed").data, {
      ...{ status: "FAILED", previous_status: "AWAITING_FUNDS", sequence: 2 },
      ...{ failure_reason: "invalid_recipient", reason: "invalid_recipient" }
    })
    assert.deepInclude(made("payout.reversed").data.refund, { status: "due", amount_usdc: 25 })
    assert.deepInclude(made("payout.refunded").data.refund, { status: "confirmed" })
    assert.deepInclude(made("batch.completed").data, { status: "completed", pending: 0 })
    assert.strictEqual(made("quote.expired").data.expires_at, new Date(at).toISOString())
  })
})

suite("Deliveries", {}, (test) => {
  const root = "/v1/webhooks/endpoints"

  test("of test events are listed and marked, with request and response", (service) =>
    Receiver.within(503, async (receiver) => {
      const body = { url: receiver.url, events: ["payout.settled"] }
      const { json: hook } = await service.call("POST", root, { body })
      const asked = { body: { type: "payout.failed" } }
      const { json: answer } = await service.call("POST", `${root}/${hook.id}/test`, asked)
      assert.deepInclude(answer, { delivered: false, status_code: 503 })
      const { json } = await service.call("GET", `${root}/${hook.id}/deliveries`)
      assert.strictEqual(json.total, 1)
      const [delivery] = json.data
      assert.deepInclude(delivery, {
        ...{ id: answer.delivery_id, event_id: answer.event_id, event_type: "payout.failed" },
        ...{ test: true, status: "failed", next_attempt_at: null }
      })
      const [received] = receiver.received
      assert.deepStrictEqual(delivery.payload, JSON.parse(received?.body ?? ""))
      const [attempt] = delivery.attempts
      const sent: Readonly<Record<string, string>> = attempt.request_headers
      assert.match(sent["User-Agent"] ?? "", /^payout-service\/\d+\.\d+\.\d+$/)
      for (const [name, value] of Object.entries(sent)) {
        assert.strictEqual(received?.headers[name.toLowerCase()], value, name)
      }
      assert.property(attempt.response_headers, "date")
      assert.isString(attempt.response_body)
    }))

  test("are not resent while their endpoint is disabled, or after it was deleted", (service) =>
    Receiver.within(500, async (receiver) => {
      const body = { url: receiver.url, events: ["*"] }
      const { json: hook } = await service.call("POST", root, { body })
      const { json: answer } = await service.call("POST", `${root}/${hook.id}/test`)
      const path = `/v1/webhooks/deliveries/${answer.delivery_id}/resend`
      await service.call("PUT", `${root}/${hook.id}`, { body: { is_active: false } })
      assertProblem(await service.call("POST", path), 409, "INVALID_STATE")
      await service.call("PUT", `${root}/${hook.id}`, { body: { is_active: true } })
      assert.strictEqual((await service.call("POST", path)).status, 200)
      await service.call("DELETE", `${root}/${hook.id}`)
      assertProblem(await service.call("POST", path), 409, "INVALID_STATE")
    }))
})

suite("Pending deliveries", { SANDBOX_TIME_SCALE: "1" }, (test) => {
  test("are attempted at once when they are resent, and end with their endpoint", (service) =>
    Receiver.within(500, async (receiver) => {
      const body = { url: receiver.url, events: ["payout.created"] }
      const { json: hook } = await service.call("POST", "/v1/webhooks", { body })
      await service.payout("one")
      const path = `/v1/webhooks/endpoints/${hook.id}/deliveries`
      const first = () => service.call("GET", path)
      const listed = await until(first, ({ json }) => json.data[0]?.attempts.length === 1)
      const { id, payout_id, status } = listed.json.data[0]
      assert.match(payout_id, /^po_/)
      assert.strictEqual(status, "pending", "its next attempt is due in 30 s")
      const resent = await service.call("POST", `/v1/webhooks/deliveries/${id}/resend`)
      assert.strictEqual(resent.status, 200, resent.text)
      await until(first, ({ json }) => json.data[0].attempts.length === 2)
      await service.call("DELETE", `/v1/webhooks/endpoints/${hook.id}`)
      const ended = await until(
        () => service.call("GET", `/v1/webhooks/deliveries/${id}`),
        (one) => one.json.status === "failed"
      )
      assert.isNull(ended.json.next_attempt_at)
    }))
})
