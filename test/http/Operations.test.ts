import { assert } from "@effect/vitest"
import * as Service from "../support/service.ts"
import * as ScriptedAdapters from "./scriptedAdapters.ts"
import { assertInvalid, assertProblem, suite, until } from "./suite.ts"

const admin = { key: Service.adminKey }

const reaches = async (service: Service.Service, id: string, status: string) =>
  until(
    () => service.call("GET", `/admin/v1/payouts/${id}`, admin),
    ({ json }) => json.status === status
  )

const decide = ({ call }: Service.Service, id: string, verb: string, more: object = {}) =>
  call("POST", `/admin/v1/payouts/${id}/${verb}`, {
    ...admin,
    body: { reason: "checked", ...more }
  })

const held = async (service: Service.Service, name: string): Promise<string> => {
  const { json } = await service.payout(name, { recipient_name: "SANDBOX HOLD" })
  await reaches(service, json.payout_id, "COMPLIANCE_HOLD")
  return json.payout_id
}

const reviewed = async (service: Service.Service, name: string): Promise<string> => {
  const { json } = await service.payout(name, { recipient_name: "SANDBOX REVIEW" })
  await reaches(service, json.payout_id, "MANUAL_REVIEW")
  return json.payout_id
}

const script = ScriptedAdapters.make()

suite(
  "Operators",
  {},
  (test) => {
    test("release or reject a hold", async (service) => {
      const [good, bad] = [await held(service, "good"), await held(service, "bad")]
      const list = await service.call("GET", "/admin/v1/payouts?status=COMPLIANCE_HOLD", admin)
      assert.strictEqual(list.json.total, 2)
      assert.strictEqual(
        list.json.data[0].hold_reason,
        "the recipient has a test name of the sandbox"
      )
      assert.match(list.json.data[0].account_id, /^acct_/)
      const approved = await decide(service, good, "approve")
      assert.strictEqual(approved.json.status, "PAYOUT_INITIATED", approved.text)
      await reaches(service, good, "SETTLED")
      const rejected = await decide(service, bad, "reject")
      assert.deepInclude(rejected.json, {
        status: "REVERSED",
        refund: { status: "due", amount_usdc: 25 }
      })
      assertProblem(await decide(service, good, "approve"), 409, "INVALID_STATE")
      assertInvalid(await decide(service, bad, "reject", { reason: "" }), "reason")
      assertProblem(await decide(service, "po_none", "approve"), 404, "PAYOUT_NOT_FOUND")
    })

    test("settle, fail and reverse payouts in manual review", async (service) => {
      const settled = await decide(service, await reviewed(service, "s"), "settle", {
        provider_reference: "MTN-1"
      })
      assert.deepInclude(settled.json, { status: "SETTLED", provider_reference: "MTN-1" })
      const failed = await decide(service, await reviewed(service, "f"), "fail")
      assert.deepInclude(failed.json, {
        status: "FAILED",
        refund: { status: "due", amount_usdc: 25 }
      })
      const reversed = await decide(service, await reviewed(service, "r"), "reverse")
      assert.strictEqual(reversed.json.status, "REVERSED")
      const again = await reviewed(service, "a")
      assert.strictEqual((await decide(service, again, "retry")).json.status, "PAYOUT_INITIATED")
      await reaches(service, again, "MANUAL_REVIEW")
    })

    test("return no money that the provider may still pay, except by override", async (service) => {
      const [undecided, paid] = [
        await reviewed(service, "undecided"),
        await reviewed(service, "paid")
      ]
      script.checks.set(undecided, { _tag: "Unknown", checkAgainAt: null, isPermanent: false })
      script.checks.set(paid, { _tag: "Delivered", providerReference: "MTN-2" })
      for (const verb of ["fail", "reverse"]) {
        assertProblem(await decide(service, undecided, verb), 409, "INVALID_STATE")
        assertProblem(await decide(service, paid, verb, { override: true }), 409, "INVALID_STATE")
      }
      const failed = await decide(service, undecided, "fail", { override: true })
      assert.deepInclude(failed.json, {
        status: "FAILED",
        refund: { status: "due", amount_usdc: 25 }
      })
      const settled = await decide(service, paid, "settle", { provider_reference: "MTN-2" })
      assert.strictEqual(settled.json.status, "SETTLED")
    })

    test("see payouts of all accounts or of one", async (service) => {
      const all = await service.call("GET", "/admin/v1/payouts", admin)
      assert.isAbove(all.json.total, 0)
      const { account_id } = all.json.data[0]
      const one = await service.call("GET", `/admin/v1/payouts?account_id=${account_id}`, admin)
      assert.strictEqual(one.json.total, all.json.total)
      const none = await service.call("GET", "/admin/v1/payouts?account_id=acct_none", admin)
      assert.deepStrictEqual(none.json.data, [])
      assertProblem(await service.call("GET", "/admin/v1/payouts"), 401, "UNAUTHORIZED")
    })
  },
  { adapters: ScriptedAdapters.layer(script) }
)
