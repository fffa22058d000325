/** Spec 6: events as they arrive. */
import { createHmac } from "node:crypto"
import { assert } from "@effect/vitest"
import { suite, until } from "../http/suite.ts"
import { ask, listening } from "./requests.ts"

const sets = {
  registration: ["payout.created", "payout.funds_received", "payout.initiated", "payout.settled"],
  sandbox: [
    ...["payout.awaiting_funds", "payout.stablecoin_received", "payout.payout_initiated"],
    "payout.settled"
  ],
  overview: ["payout.created", "payout.processing", "payout.completed"]
}

suite("Webhooks, by the specification", {}, (test) => {
  test("6.1 every delivery has X-Service-Signature", (service) =>
    listening(service, ["payout.created"], async (heard, id) => {
      const { secret } = await ask(
        service,
        200,
        `POST /v1/webhooks/endpoints/${id}/rotate-secret`,
        { body: { overlap_hours: 0 } }
      )
      const { json } = await service.payout("signed")
      const { body, headers } = await heard(({ data }) => data.payout_id === json.payout_id)
      const hex = createHmac("sha256", secret).update(body).digest("hex")
      assert.strictEqual(headers["x-service-signature"], `sha256=${hex}`)
    }))

  test("6.2 each of the three sets of event types can be subscribed to", async (service) => {
    for (const [name, events] of Object.entries(sets)) {
      await listening(service, events, async (heard) => {
        const { json } = await service.payout(`set ${name}`)
        for (const type of events) {
          await heard((event) => event.type === type && event.data.payout_id === json.payout_id)
        }
      })
    }
    const rest = ["payout.failed", "payout.compliance_hold", "deposit.received", "quote.expired"]
    await listening(service, [...rest, "payout.refunded"], async () => {})
  })

  test("6.4 an event can be resent, to the same endpoint with the same id", (service) =>
    listening(service, ["payout.created"], async (heard, id) => {
      await service.payout("again")
      const first = await heard(({ type }) => type === "payout.created")
      const delivered = await until(
        () => service.call("GET", `/v1/webhooks/endpoints/${id}/deliveries?status=delivered`),
        ({ json }) => json.data?.length === 1
      )
      const [delivery] = delivered.json.data
      assert.strictEqual(delivery.event_id, first.event.id)
      await ask(service, 200, `POST /v1/webhooks/deliveries/${delivery.id}/resend`)
      const again = await until(
        () => service.call("GET", `/v1/webhooks/deliveries/${delivery.id}`),
        ({ json }) => json.attempts.length === 2
      )
      assert.strictEqual(again.json.status, "delivered")
    }))
})
