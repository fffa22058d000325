/** The webhook endpoints of an account, as the staff see them. */
import { assert } from "@effect/vitest"
import * as Receiver from "../support/receiver.ts"
import type * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import { assertProblem, customer, suite, until } from "./suite.ts"

const pathOf = (id: string): string => `/dashboard/api/staff/accounts/${id}/endpoints`

const create = async (service: Service.Service, key: string, url: string): Promise<string> => {
  const body = { url, events: ["*"] }
  const { json, status, text } = await service.call("POST", "/v1/webhooks/endpoints", { key, body })
  assert.strictEqual(status, 201, text)
  return json.id
}

suite("The webhook endpoints of an account", {}, (test) => {
  test("are listed with the endpoints that the service disabled and the time since which each fails", async (service) => {
    const ada = await Visitor.first(service)
    const { id, key } = await customer(service, { name: "Kampala Traders" })
    assert.deepStrictEqual((await ada.ask("GET", pathOf(id))).json.data, [])
    await Receiver.within(503, async ({ url }) => {
      const failing = await create(service, key, url)
      const idle = await create(service, key, "https://hooks.example.com/idle")
      await service.call("POST", `/v1/webhooks/endpoints/${failing}/test`, { key, body: {} })
      await service.call("POST", "/v1/quotes", {
        key,
        body: { source_amount_usdc: 1, target_currency: "UGX", idempotency_key: "an event" }
      })
      const isFailing = (one: { readonly id: string; readonly failing_since: string | null }) =>
        one.id === failing && one.failing_since !== null
      const seen = await until(
        () => ada.ask("GET", pathOf(id)),
        ({ json }) => json.data.some(isFailing)
      )
      const rows = new Map(seen.json.data.map((one: { id: string }) => [one.id, one]))
      assert.sameMembers([...rows.keys()], [failing, idle])
      assert.deepInclude(rows.get(failing), { url, is_active: true })
      assert.deepInclude(rows.get(idle), { is_active: true, disabled_reason: null })
    })
  })

  test("are shown to the staff alone", async (service) => {
    const ada = await Visitor.first(service)
    const { id, key } = await customer(service)
    const owner = await Visitor.invited(service, ada, "owner")
    assertProblem(await owner.ask("GET", pathOf(id)), 403, "FORBIDDEN")
    assertProblem(await service.call("GET", pathOf(id), { key }), 401, "UNAUTHORIZED")
    assertProblem(await ada.ask("GET", pathOf("acct_none")), 404, "ACCOUNT_NOT_FOUND")
  })
})
