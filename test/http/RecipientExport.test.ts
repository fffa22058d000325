/** The export of all data about a recipient, for the person or an authority. */
import { assert } from "@effect/vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as Receiver from "../support/receiver.ts"
import * as Service from "../support/service.ts"
import { assertInvalid, assertProblem, customer, suite, until } from "./suite.ts"

const admin = { key: Service.adminKey }
const ada = { recipient_phone: "+256770000001", recipient_name: "Ada Lovelace" }
const grace = { recipient_phone: "+256770000077", recipient_name: "Grace Hopper" }

const rootOf = async ({ call }: Service.Service): Promise<string> =>
  `/admin/v1/accounts/${(await call("GET", "/v1/account")).json.id}/recipients`

const send = async (service: Service.Service, verb: string, body: object) =>
  service.call("POST", `${await rootOf(service)}/${verb}`, {
    ...admin,
    body: { phone: ada.recipient_phone, reason: "request 12", ...body }
  })

const exported = (service: Service.Service, body = {}) => send(service, "export", body)

const idsIn = ({ json }: Service.Answer): ReadonlyArray<string> =>
  json.payouts.map((payout: { payout_id: string }) => payout.payout_id)

const settled = async (
  service: Service.Service,
  key: string,
  recipient: Record<string, unknown>
) => {
  const { json } = await service.payout(key, recipient)
  await until(
    () => service.call("GET", `/v1/payouts/${json.payout_id}`),
    (answer) => answer.json.status === "SETTLED"
  )
  return json.payout_id as string
}

/** Erases or restricts the data once the recipient's payouts are archived. */
const erase = (service: Service.Service) =>
  until(
    () => send(service, "erase", {}),
    (answer) => answer.status === 200
  )

const saved = async ({ call }: Service.Service, { recipient_name, recipient_phone } = ada) => {
  const body = { name: recipient_name, phone: recipient_phone, network: "MTN_UG" }
  return (await call("POST", "/v1/beneficiaries", { body })).json
}

suite("An export of a recipient's data", { RETENTION_YEARS: "0" }, (test) => {
  test("has all data of one recipient, archived or active", async (service) => {
    const more = {
      ...{ reference: "for Ada", metadata: { to: "Ada" }, purpose: "family_support" },
      recipient_details: { birth_date: "1985-12-10", country: "UG" }
    }
    const first = await settled(service, "first", { ...ada, ...more })
    await settled(service, "other", grace)
    await until(
      () => send(service, "erase", { phone: grace.recipient_phone }),
      (answer) => answer.status === 200
    )
    const held = { ...ada, recipient_name: "SANDBOX HOLD" }
    const second = (await service.payout("second", held)).json.payout_id
    const beneficiary = await saved(service)
    const { json, status, text } = await exported(service)
    assert.strictEqual(status, 200, text)
    assert.deepStrictEqual(json.beneficiaries, [beneficiary])
    assert.deepStrictEqual(idsIn(await exported(service)), [second, first])
    assert.deepInclude(json.payouts[1], { ...ada, ...more, status: "SETTLED" })
    assert.deepInclude(json, { record: null, next_cursor: null })
    const named = { phone: undefined, beneficiary_id: beneficiary.id }
    assert.deepStrictEqual(idsIn(await exported(service, named)), [second, first])
  })

  test("has the reasons of decisions about a payout", async (service) => {
    const held = { recipient_phone: "+256770000031", recipient_name: "SANDBOX HOLD" }
    const { json } = await service.payout("held", held)
    const path = `/admin/v1/payouts/${json.payout_id}`
    await until(
      () => service.call("GET", path, admin),
      (answer) => answer.json.status === "COMPLIANCE_HOLD"
    )
    await service.call("POST", `${path}/freeze`, { ...admin, body: { reason: "as on a list" } })
    const { payouts } = (await exported(service, { phone: held.recipient_phone })).json
    const [note] = payouts[0].notes
    assert.deepInclude(note, {
      ...{ action: "payout.frozen", by: "first operator", reason: "as on a list" }
    })
  })

  test("has nothing of an erased person", async (service) => {
    const phone = "+256770000041"
    const recipient = { recipient_phone: phone, recipient_name: "Erased Person" }
    await settled(service, "before", recipient)
    await until(
      () => send(service, "erase", { phone }),
      (answer) => answer.status === 200
    )
    assertProblem(await exported(service, { phone }), 404, "RECIPIENT_NOT_FOUND")
    const after = await settled(service, "after", recipient)
    assert.deepStrictEqual(idsIn(await exported(service, { phone })), [after])
  })

  test("is in the audit log with its reason", async (service) => {
    await saved(service)
    await exported(service, { reason: "order of a court" })
    const path = "/admin/v1/audit-logs?action=recipient.exported"
    const { json } = await service.call("GET", path, admin)
    assert.deepInclude(json.data[0], { action: "recipient.exported", reason: "order of a court" })
  })

  test("refuses a beneficiary of another account, and a body without a recipient", async (service) => {
    const { key } = await customer(service)
    const body = { name: "Ada", phone: ada.recipient_phone, network: "MTN_UG" }
    const theirs = await service.call("POST", "/v1/beneficiaries", { key, body })
    const named = { phone: undefined, beneficiary_id: theirs.json.id }
    assertProblem(await exported(service, named), 404, "BENEFICIARY_NOT_FOUND")
    assertInvalid(await exported(service, { phone: undefined }), "phone")
    assertInvalid(await exported(service, { cursor: "bt_1" }), "cursor")
    const unknown = "/admin/v1/accounts/acct_01J00000000000000000000000/recipients/export"
    const answer = await service.call("POST", unknown, {
      ...admin,
      body: { phone: ada.recipient_phone, reason: "request 12" }
    })
    assertProblem(answer, 404, "ACCOUNT_NOT_FOUND")
  })
})

suite("An export of what is known about payouts", {}, (test) => {
  test("has the masked requests about a payout, without those who sent them", async (service) => {
    const recipient = { recipient_phone: "+256770000071", recipient_name: "Alan Turing" }
    const { json } = await service.payout("asked about", recipient)
    const { exportedRequestsMax } = Limits.retention
    for (let index = 0; index < exportedRequestsMax; index++) {
      await service.call("GET", `/v1/payouts/${json.payout_id}`)
    }
    const requestsOf = async () => {
      const answer = await exported(service, { phone: recipient.recipient_phone })
      return { ...answer, json: answer.json.payouts[0].requests }
    }
    const { json: requests } = await until(
      requestsOf,
      (answer) => answer.json.length === exportedRequestsMax
    )
    const { id, latency_ms: _, ...request } = requests[0]
    assert.match(id, /^req_/)
    assert.deepInclude(request, {
      method: "GET",
      path: `/v1/payouts/${json.payout_id}`,
      status: 200
    })
    assert.include(request.response_body, "+256•••71")
    assert.sameMembers(Object.keys(request), [
      ...["created_at", "method", "path", "status", "request_body", "response_body"]
    ])
  })

  test("has the webhook deliveries about a payout and its batch", (service) =>
    Receiver.within(200, async ({ url }) => {
      const [recipient, other] = ["+256770000061", "+256770000062"]
      const body = { url: `${url}/in?token=secret`, events: ["payout.created", "batch.completed"] }
      const endpoint = (await service.call("POST", "/v1/webhooks/endpoints", { body })).json.id
      const row = (phone: string) => ({
        ...{ idempotency_key: `row ${phone}`, phone, network: "MTN_UG", amount_usdc: 5 }
      })
      const batch = await service.call("POST", "/v1/batches", {
        body: { payouts: [row(recipient), row(other)] }
      })
      assert.strictEqual(batch.status, 202, batch.text)
      const { json } = await until(
        () => exported(service, { phone: recipient }),
        (answer) =>
          answer.json.payouts[0].webhooks.length === 2 &&
          answer.json.payouts[0].webhooks.every(
            ({ status }: { status: string }) => status === "delivered"
          )
      )
      const [payout] = json.payouts
      assert.deepStrictEqual(
        payout.webhooks.map(({ type }: { type: string }) => type),
        ["payout.created", "batch.completed"]
      )
      for (const { created_at, event_id, type: _, ...webhook } of payout.webhooks) {
        assert.deepStrictEqual(webhook, {
          ...{ endpoint_id: endpoint, endpoint_host: new URL(url).host, status: "delivered" }
        })
        const event = (await service.call("GET", `/v1/events/${event_id}`)).json
        assert.strictEqual(event.created_at, created_at)
      }
      assert.notInclude(JSON.stringify(json), "token=secret")
      await service.call("DELETE", `/v1/webhooks/endpoints/${endpoint}`)
      const later = await exported(service, { phone: recipient })
      for (const { endpoint_host } of later.json.payouts[0].webhooks) assert.isNull(endpoint_host)
    }))

  test("names former numbers of the recipient's beneficiaries", async (service) => {
    const [former, current] = ["+256770000081", "+256770000082"]
    const before = await saved(service, { ...ada, recipient_phone: former })
    await service.call("PATCH", `/v1/beneficiaries/${before.id}`, { body: { phone: current } })
    const { json } = await exported(service, { phone: current })
    assert.deepStrictEqual(json.former_numbers, [former])
    const earlier = await exported(service, { phone: former })
    assert.deepInclude(earlier.json, { beneficiaries: [], former_numbers: [], payouts: [] })
  })
})

suite("An export of restricted data", { RETENTION_YEARS: "10" }, (test) => {
  test("shows the data, and its record without the number", async (service) => {
    const id = await settled(service, "restricted", { ...ada, reference: "for Ada" })
    await erase(service)
    const shown = await service.call("GET", `/v1/payouts/${id}`)
    assert.strictEqual(shown.json.recipient_name, "restricted")
    const { payouts, record } = (await exported(service)).json
    assert.deepInclude(payouts[0], { ...ada, payout_id: id, reference: "for Ada" })
    assert.deepInclude(record, { phone: "restricted", status: "restricted" })
    const again = await service.call("GET", `/v1/payouts/${id}`)
    assert.strictEqual(again.json.recipient_name, "restricted")
  })
})

suite("An export of many payouts", { SANDBOX_TIME_SCALE: "1" }, (test) => {
  test("continues at the cursor of its page", async (service) => {
    const count = Limits.retention.exportedPayoutsMax + 2
    const made: Array<string> = []
    for (let index = 0; index < count; index++) {
      made.push((await service.payout(`many ${index}`, ada)).json.payout_id)
    }
    const first = await exported(service)
    const rest = await exported(service, { cursor: first.json.next_cursor })
    assert.lengthOf(first.json.payouts, Limits.retention.exportedPayoutsMax)
    assert.isNull(rest.json.next_cursor)
    assert.deepStrictEqual([...idsIn(first), ...idsIn(rest)], made.toReversed())
  })
})
