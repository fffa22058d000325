import { assert } from "@effect/vitest"
import type * as Service from "../support/service.ts"
import { assertInvalid, assertProblem, customer, suite, until } from "./suite.ts"

const unfunded = { recipient_name: "SANDBOX UNFUNDED" }

const simulate = ({ call }: Service.Service, id: string, body: object) =>
  call("POST", `/v1/sandbox/payouts/${id}/simulate`, { body })

const reached = {
  settle: "SETTLED",
  fail: "FAILED",
  hold: "COMPLIANCE_HOLD",
  review: "MANUAL_REVIEW",
  reverse: "REVERSED"
}

const statuses = (answer: Service.Answer): ReadonlyArray<string> =>
  answer.json.timeline.map(({ status }: { status: string }) => status)

suite(
  "The sandbox's controls",
  { SANDBOX_TIME_SCALE: "50" },
  {
    "of a payout's course": (test) => {
      for (const [outcome, status] of Object.entries(reached)) {
        test(`take a payout that waits for funds to ${status}`, async (service) => {
          const { json } = await service.payout(`to ${outcome}`)
          const answer = await simulate(service, json.payout_id, { outcome })
          assert.strictEqual(answer.status, 200, answer.text)
          assert.strictEqual(answer.json.status, status, statuses(answer).join())
          const shown = await service.call("GET", `/v1/payouts/${json.payout_id}`)
          assert.deepStrictEqual(shown.json, answer.json)
        })
      }

      test("fail a payout with the requested reason", async (service) => {
        const { json } = await service.payout("a reason")
        const body = { outcome: "fail", failure_reason: "recipient_limit" }
        const answer = await simulate(service, json.payout_id, body)
        assert.deepInclude(answer.json, { status: "FAILED", failure_reason: "recipient_limit" })
      })

      test("let the wait for funds expire before its deadline", async (service) => {
        const { json } = await service.payout("expired", unfunded)
        const answer = await simulate(service, json.payout_id, { outcome: "expire" })
        assert.deepInclude(answer.json, { status: "FAILED", failure_reason: "deposit_expired" })
        assert.isAbove(Date.parse(answer.json.funding_expires_at), Date.now())
        const again = await simulate(service, json.payout_id, { outcome: "expire" })
        assert.strictEqual(again.text, answer.text)
        const late = { deposit: { amount_usdc: 25 } }
        assert.deepInclude((await simulate(service, json.payout_id, late)).json, {
          status: "FAILED",
          refund: { status: "due", amount_usdc: 25 }
        })
      })
    },

    "of deposits": (test) => {
      test("pay more than the amount, twice and too late, and the excess is due back", async (service) => {
        const { json } = await service.payout("excess", unfunded)
        const id = json.payout_id
        const much = await simulate(service, id, { deposit: { amount_usdc: 27.5 } })
        assert.deepInclude(much.json, {
          status: "STABLECOIN_RECEIVED",
          refund: { status: "due", amount_usdc: 2.5 }
        })
        const again = await simulate(service, id, { deposit: { amount_usdc: 25 } })
        assert.deepInclude(again.json, { refund: { status: "due", amount_usdc: 27.5 } })
        const cancelled = await service.payout("cancelled", unfunded)
        await service.call("POST", `/v1/payouts/${cancelled.json.payout_id}/cancel`)
        const late = await simulate(service, cancelled.json.payout_id, {
          deposit: { amount_usdc: 25 }
        })
        assert.deepInclude(late.json, {
          status: "FAILED",
          refund: { status: "due", amount_usdc: 25 }
        })
      })

      test("replay the first response to a retry, and pay once", async (service) => {
        const { json } = await service.payout("once", unfunded)
        const body = { deposit: { amount_usdc: 10 }, idempotency_key: "pay once" }
        const first = await simulate(service, json.payout_id, body)
        const again = await simulate(service, json.payout_id, body)
        assert.strictEqual(again.text, first.text)
        assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
        // The key names the deposit, so a retry could pay only once even if the first response was
        // lost.
        const path = `/v1/events?type=deposit.received&payout_id=${json.payout_id}`
        const [{ data }] = (await service.call("GET", path)).json.data
        assert.strictEqual(data.tx_hash, `sandbox:${json.payout_id}:pay once`)
        const rest = await simulate(service, json.payout_id, {
          deposit: { amount_usdc: 14.999999 }
        })
        assert.strictEqual(rest.json.status, "AWAITING_FUNDS", "the retry paid nothing")
      })

      test("refuse invalid requests, and other accounts' payouts", async (service) => {
        const { json } = await service.payout("nonsense")
        const id = json.payout_id
        assertInvalid(await simulate(service, id, {}), "outcome")
        const both = { outcome: "settle", deposit: { amount_usdc: 1 } }
        assertInvalid(await simulate(service, id, both), "outcome")
        assertInvalid(await simulate(service, id, { outcome: "explode" }), "outcome")
        const nothing = { deposit: { amount_usdc: 0 } }
        assertInvalid(await simulate(service, id, nothing), "deposit.amount_usdc")
        const reason = { outcome: "settle", failure_reason: "unspecified" }
        assertInvalid(await simulate(service, id, reason), "failure_reason")
        const { key } = await customer(service)
        const stolen = await service.call("POST", `/v1/sandbox/payouts/${id}/simulate`, {
          key,
          body: { outcome: "fail" }
        })
        assertProblem(stolen, 404, "PAYOUT_NOT_FOUND")
      })
    }
  }
)

suite("An underpaid payout in the sandbox", { FUNDING_WINDOW: "1 second" }, (test) => {
  test("is reviewed at the end of its window, and failed without any deposit", async (service) => {
    const [paid, unpaid] = [
      await service.payout("underpaid", unfunded),
      await service.payout("unpaid", unfunded)
    ]
    await simulate(service, paid.json.payout_id, { deposit: { amount_usdc: 24 } })
    const reviewed = await until(
      () => service.call("GET", `/v1/payouts/${paid.json.payout_id}`),
      ({ json }) => json.status !== "AWAITING_FUNDS"
    )
    assert.strictEqual(reviewed.json.status, "MANUAL_REVIEW")
    const failed = await until(
      () => service.call("GET", `/v1/payouts/${unpaid.json.payout_id}`),
      ({ json }) => json.status !== "AWAITING_FUNDS"
    )
    assert.deepInclude(failed.json, { status: "FAILED", failure_reason: "deposit_expired" })
  })
})
