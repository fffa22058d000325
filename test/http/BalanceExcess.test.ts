/** Excess, late and returned money of payouts, which an account wants in its balance. */
import { assert } from "@effect/vitest"
import type * as Service from "../support/service.ts"
import { assertInvalid, customer, suite, until } from "./suite.ts"

const root = "/v1/balance"

/** A customer who wants refunds in the balance. */
const owner = async ({ call }: Service.Service) => {
  const { key } = await customer({ call } as Service.Service)
  const ask: Service.Service["call"] = (method, path, more = {}) =>
    call(method, path, { key, ...more })
  const set = await ask("PATCH", root, { body: { excess: "balance" } })
  assert.strictEqual(set.json.excess, "balance", set.text)
  return ask
}

type Ask = Service.Service["call"]

const pay = async (ask: Ask, name: string, more: object = {}) => {
  const quote = await ask("POST", "/v1/quotes", {
    body: { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: `q ${name}` }
  })
  return ask("POST", "/v1/payouts", {
    body: {
      ...{ quote_id: quote.json.quote_id, recipient_phone: "+256770000001" },
      ...{ network: "MTN_UG", idempotency_key: name, ...more }
    }
  })
}

const unfunded = { recipient_name: "SANDBOX UNFUNDED" }

const deposit = (ask: Ask, id: string, amount_usdc: number) =>
  ask("POST", `/v1/sandbox/payouts/${id}/simulate`, { body: { deposit: { amount_usdc } } })

const hasBalance = (ask: Ask, available_usdc: number) =>
  until(
    () => ask("GET", root),
    ({ json }) => json.available_usdc === available_usdc
  )

const refundOf = async (ask: Ask, id: string, status: string) =>
  until(
    () => ask("GET", `/v1/payouts/${id}`),
    ({ json }) => json.refund?.status === status
  )

const environment = { SANDBOX_TIME_SCALE: "0.001" }

suite("Money that an account wants in its balance", environment, {
  "of payouts": (test) => {
    test("is the excess of an overpaid payout", async (service) => {
      const ask = await owner(service)
      const { payout_id } = (await pay(ask, "overpaid", unfunded)).json
      await deposit(ask, payout_id, 30)
      await hasBalance(ask, 5)
      const { json } = await refundOf(ask, payout_id, "credited")
      assert.deepStrictEqual(json.refund, { status: "credited", amount_usdc: 5 })
      const { data } = (await ask("GET", `${root}/movements`)).json
      assert.deepInclude(data[0], {
        type: "return",
        amount_usdc: 5,
        balance_after_usdc: 5,
        payout_id
      })
    })

    test("is the money of a payout that fails, and pays for the next", async (service) => {
      const ask = await owner(service)
      const { payout_id } = (await pay(ask, "fails", { recipient_name: "SANDBOX REVERSE" })).json
      await refundOf(ask, payout_id, "credited")
      await hasBalance(ask, 25)
      const next = await pay(ask, "next", { funding: "balance" })
      assert.strictEqual(next.status, 201, next.text)
      assert.strictEqual((await ask("GET", root)).json.available_usdc, 0)
    })

    test("is a deposit that comes after the end", async (service) => {
      const ask = await owner(service)
      const { payout_id } = (await pay(ask, "late", unfunded)).json
      await ask("POST", `/v1/payouts/${payout_id}/cancel`, { body: {} })
      await deposit(ask, payout_id, 7)
      await hasBalance(ask, 7)
    })

    test("is the money of a row that is reversed", async (service) => {
      const ask = await owner(service)
      const row = {
        ...{ phone: "+256770000001", network: "MTN_UG", name: "SANDBOX REVERSE", amount_usdc: 5 },
        idempotency_key: "row"
      }
      const made = await ask("POST", "/v1/batches", { body: { payouts: [row] } })
      assert.strictEqual(made.status, 202, made.text)
      await hasBalance(ask, 5)
      const { data } = (await ask("GET", `${root}/movements`)).json
      assert.deepInclude(data[0], { type: "return", amount_usdc: 5 })
    })
  },

  "by its setting": (test) => {
    test("is not that of a payout with a refund address, or of an earlier payout", async (service) => {
      const ask = await owner(service)
      const refund_address = "0x52908400098527886E0F7030069857D2E4169EE7"
      const directed = (await pay(ask, "directed", { ...unfunded, refund_address })).json
      await deposit(ask, directed.payout_id, 26)
      await refundOf(ask, directed.payout_id, "due")
      await ask("PATCH", root, { body: { excess: "refund" } })
      const earlier = (await pay(ask, "earlier", unfunded)).json
      await ask("PATCH", root, { body: { excess: "balance" } })
      await deposit(ask, earlier.payout_id, 26)
      await refundOf(ask, earlier.payout_id, "due")
      assert.strictEqual((await ask("GET", root)).json.available_usdc, 0)
    })

    test("is told by refund.credited", async (service) => {
      const ask = await owner(service)
      const { payout_id } = (await pay(ask, "told", unfunded)).json
      await deposit(ask, payout_id, 27)
      await hasBalance(ask, 2)
      const { json } = await until(
        () => ask("GET", "/v1/events?type=refund.credited"),
        (answer) => answer.json.data.length === 1
      )
      const { data } = json.data[0]
      assert.strictEqual(data.payout_id, payout_id)
      assert.deepInclude(data.refund, { status: "credited", amount_usdc: 2 })
    })

    test("is a setting with two values", async (service) => {
      const ask = await owner(service)
      assertInvalid(await ask("PATCH", root, { body: { excess: "wallet" } }), "excess")
      const { json } = await ask("PATCH", root, { body: {} })
      assert.deepInclude(json, { excess: "balance", low_threshold_usdc: null })
    })
  }
})
