/** Spec 2.2, 2.7, 3.2, 4.2: payouts, one by one. */
import { assert } from "@effect/vitest"
import { assertProblem, suite, until } from "../http/suite.ts"
import { ask, inStatus, listening, phone } from "./requests.ts"

suite("Payouts, by the specification", {}, (test) => {
  test("2.2 a retrieved payout has settled_at once it is settled", async (service) => {
    const { json } = await service.payout("settled")
    const payout = await inStatus(service, json.payout_id, "SETTLED")
    assert.match(payout.settled_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const held = await service.payout("held", { recipient_name: "SANDBOX HOLD" })
    const waiting = await inStatus(service, held.json.payout_id, "COMPLIANCE_HOLD")
    assert.isNull(waiting.settled_at)
  })

  test("3.2 a payout goes through every state of the table in order", async (service) => {
    const { json } = await service.payout("ordered")
    const { timeline } = await inStatus(service, json.payout_id, "SETTLED")
    assert.deepStrictEqual(
      timeline.map(({ status }: { status: string }) => status),
      ["AWAITING_FUNDS", "STABLECOIN_RECEIVED", "PAYOUT_INITIATED", "PAYOUT_CONFIRMED", "SETTLED"]
    )
  })

  test("3.2 SETTLED, FAILED and REVERSED are final", async (service) => {
    const cases = [
      ["SETTLED", {}],
      ["FAILED", { recipient_phone: "+256770000004" }],
      ["REVERSED", { recipient_name: "SANDBOX REVERSE" }]
    ] as const
    for (const [status, more] of cases) {
      const { json } = await service.payout(status, more)
      await inStatus(service, json.payout_id, status)
      const cancel = await service.call("POST", `/v1/payouts/${json.payout_id}/cancel`)
      assertProblem(cancel, 409, "INVALID_STATE")
      assert.strictEqual((await inStatus(service, json.payout_id, status)).status, status)
    }
  })

  test("3.2 a failing test number fails at once, with its event", (service) =>
    listening(service, ["payout.failed"], async (heard) => {
      const { json } = await service.payout("failing", { recipient_phone: "+256770000003" })
      assert.strictEqual(json.status, "AWAITING_FUNDS")
      const { event } = await heard(({ data }) => data.payout_id === json.payout_id)
      assert.strictEqual(event.data.failure_reason, "insufficient_balance")
      const { timeline } = await inStatus(service, json.payout_id, "FAILED")
      assert.strictEqual(timeline.length, 2)
    }))

  test("2.7 data has the payout's id as payout_id and as id", (service) =>
    listening(service, ["payout.created"], async (heard) => {
      const { json } = await service.payout("told")
      const { event } = await heard(({ data }) => data.payout_id === json.payout_id)
      assert.strictEqual(event.data.id, json.payout_id)
      assert.match(event.id, /^evt_/)
    }))

  test("4.2 a payout against a used quote is refused", async (service) => {
    const { json } = await service.payout("first")
    const { quote_id } = await ask(service, 200, `GET /v1/payouts/${json.payout_id}`)
    const again = await service.payout("second", { quote_id })
    assertProblem(again, 409, "QUOTE_ALREADY_USED")
  })

  test("8 test number 2 is delivered later than number 1, number 5 is Airtel", async (service) => {
    const one = await service.payout("number 1")
    const two = await service.payout("number 2", { recipient_phone: "+256770000002" })
    const airtel = { recipient_phone: "+256750000005", network: "AIRTEL_UG" }
    const five = await service.payout("number 5", airtel)
    const took = async (id: string): Promise<number> => {
      const { created_at, settled_at } = await inStatus(service, id, "SETTLED")
      return Date.parse(settled_at) - Date.parse(created_at)
    }
    // Time runs a thousand times faster, so a minute is 60 ms and five minutes are 300 ms.
    assert.isAtLeast(await took(one.json.payout_id), 60)
    assert.isAtLeast(await took(two.json.payout_id), 300)
    assert.isAtLeast(await took(five.json.payout_id), 60)
    assert.strictEqual(five.json.network, "AIRTEL_UG")
  })

  test("8 a sandbox payout is at most 10,000 USDC", async (service) => {
    assert.strictEqual((await service.quote("most", { source_amount_usdc: 10_000 })).status, 201)
    const more = await service.quote("more", { source_amount_usdc: 10_000.000001 })
    assertProblem(more, 400, "VALIDATION_ERROR")
  })
})

suite("An expired quote, by the specification", { QUOTE_TTL: "1 second" }, (test) => {
  test("4.2 a payout against an expired quote is refused", async (service) => {
    const quote = await service.quote("short")
    const { quote_id } = quote.json
    await until(
      () => service.call("GET", `/v1/quotes/${quote_id}`),
      ({ json }) => json.status === "EXPIRED"
    )
    const body = { quote_id, recipient_phone: phone, network: "MTN_UG", idempotency_key: "late" }
    assertProblem(await service.call("POST", "/v1/payouts", { body }), 409, "QUOTE_EXPIRED")
  })
})
