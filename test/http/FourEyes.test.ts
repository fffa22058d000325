/** Decisions that move money under HOLD_APPROVALS=2: two users must decide alike. */
import { assert } from "@effect/vitest"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import * as ScriptedAdapters from "./scriptedAdapters.ts"
import { assertProblem, suite, until } from "./suite.ts"

const script = ScriptedAdapters.make()
const address = "0x52908400098527886E0F7030069857D2E4169EE7"
const hash = (n: number): string => `0x${String(n).padStart(64, "b")}`

const arrived = async (
  service: Service.Service,
  name: string,
  recipient: string,
  status: string
) => {
  const { json } = await service.payout(name, { recipient_name: recipient })
  await until(
    () => service.call("GET", `/v1/payouts/${json.payout_id}`),
    (answer) => answer.json.status === status
  )
  return json.payout_id as string
}

const reviewed = (service: Service.Service, name: string) =>
  arrived(service, name, "SANDBOX REVIEW", "MANUAL_REVIEW")

const path = (id: string, verb = "") => `/admin/v1/payouts/${id}${verb}`
const byKey = ({ call }: Service.Service, id: string, verb: string, more = {}) =>
  call("POST", path(id, verb), { key: Service.adminKey, body: { reason: "checked", ...more } })
const byAda = async (service: Service.Service, id: string, verb: string, more = {}) =>
  (await Visitor.first(service)).ask("POST", path(id, verb), { reason: "checked too", ...more })
const see = ({ call }: Service.Service, id: string) =>
  call("GET", path(id), { key: Service.adminKey }).then(({ json }) => json)

suite(
  "An operator's decision under HOLD_APPROVALS=2",
  { HOLD_APPROVALS: "2" },
  {
    "to settle": (test) => {
      test("is executed by the second user who names the same reference", async (service) => {
        const id = await reviewed(service, "settled")
        const decision = { provider_reference: "MP-1" }
        const one = await byKey(service, id, "/settle", decision)
        assert.strictEqual(one.status, 200, one.text)
        assert.strictEqual(one.json.status, "MANUAL_REVIEW")
        assert.deepInclude(one.json.pending_action, {
          ...{ action: "settle", terms: { provider_reference: "MP-1" } },
          approvals: ["first operator"]
        })
        const again = await byKey(service, id, "/settle", decision)
        assert.deepStrictEqual(again.json.pending_action, one.json.pending_action)
        const two = await byAda(service, id, "/settle", decision)
        assert.deepInclude(two.json, { status: "SETTLED", pending_action: null }, two.text)
        assert.strictEqual(two.json.provider_reference, "MP-1")
      })

      test("starts again if the second decision differs", async (service) => {
        const id = await reviewed(service, "differing")
        await byKey(service, id, "/settle", { provider_reference: "MP-2" })
        const other = await byAda(service, id, "/settle", { provider_reference: "MP-3" })
        assert.strictEqual(other.json.status, "MANUAL_REVIEW")
        const { email } = await Visitor.first(service)
        assert.deepInclude((await see(service, id)).pending_action, {
          ...{ terms: { provider_reference: "MP-3" }, approvals: [email] }
        })
        const agreed = await byKey(service, id, "/settle", { provider_reference: "MP-3" })
        assert.strictEqual(agreed.json.status, "SETTLED", agreed.text)
      })

      for (const [verb, status] of [
        ["fail", "FAILED"],
        ["reverse", "REVERSED"]
      ] as const) {
        test(`is ${status} with override by two users who both set it`, async (service) => {
          const id = await reviewed(service, verb)
          script.checks.set(id, { _tag: "Unknown", checkAgainAt: null, isPermanent: false })
          const plain = await byKey(service, id, `/${verb}`)
          assertProblem(plain, 409, "INVALID_STATE")
          const decision = { override: true, refund_address: address }
          const one = await byKey(service, id, `/${verb}`, decision)
          assert.strictEqual(one.json.status, "MANUAL_REVIEW", one.text)
          // The pending action changed nothing yet.
          assert.notProperty(one.json, "refund_address")
          const two = await byAda(service, id, `/${verb}`, decision)
          assert.deepInclude(two.json, { status, refund_address: address }, two.text)
          assert.strictEqual(two.json.refund.status, "due")
        })
      }
    },

    "to refund or to retry": (test) => {
      test("is recorded once two users name the same transaction", async (service) => {
        const id = await arrived(service, "refunded", "SANDBOX REVERSE", "REVERSED")
        const decision = { tx_hash: hash(1), refund_address: address }
        const one = await byKey(service, id, "/refund", decision)
        assert.strictEqual(one.status, 200, one.text)
        assert.strictEqual(one.json.refund.status, "due")
        assert.deepInclude(one.json.pending_action, {
          action: "send_refund",
          terms: { amount_usdc: 25, address, tx_hash: hash(1) }
        })
        const other = await byAda(service, id, "/refund", { ...decision, tx_hash: hash(2) })
        assert.strictEqual(other.json.refund.status, "due", other.text)
        const two = await byKey(service, id, "/refund", { ...decision, tx_hash: hash(2) })
        assert.deepInclude(two.json.refund, { tx_hash: hash(2) }, two.text)
        assert.isNull((await see(service, id)).pending_action)
      })

      test("does not count the approval of a user who was removed or may no longer decide", async (service) => {
        const first = await Visitor.first(service)
        for (const way of ["removed", "lowered"] as const) {
          const id = await reviewed(service, way)
          const decision = { provider_reference: `MP-${way}`, reason: "checked" }
          const gone = await Visitor.invited(service, first, "admin", Visitor.staffInvitations)
          const one = await gone.ask("POST", path(id, "/settle"), decision)
          assert.deepStrictEqual(one.json.pending_action.approvals, [gone.email], one.text)
          const person = (await gone.ask("GET", "/dashboard/api/session")).json.person.id
          const member = `/dashboard/api/staff/team/members/${person}`
          const ended = await (way === "removed"
            ? first.ask("DELETE", member)
            : first.ask("PATCH", member, { role: "compliance" }))
          assert.strictEqual(ended.status, 200, ended.text)
          const two = await byKey(service, id, "/settle", decision)
          assert.strictEqual(two.json.status, "MANUAL_REVIEW", two.text)
          const three = await byAda(service, id, "/settle", decision)
          assert.strictEqual(three.json.status, "SETTLED", three.text)
        }
      })

      test("is no longer pending after a retry moved the payout on", async (service) => {
        const id = await reviewed(service, "retried")
        await byKey(service, id, "/settle", { provider_reference: "MP-4" })
        const retried = await byAda(service, id, "/retry")
        assert.strictEqual(retried.status, 200, retried.text)
        assert.isNull(retried.json.pending_action)
      })
    }
  },
  { adapters: ScriptedAdapters.layer(script) }
)
