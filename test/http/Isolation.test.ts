import { assert } from "@effect/vitest"
import type * as Service from "../support/service.ts"
import { assertProblem, customer, suite } from "./suite.ts"

/** Creates an account with a quote, a payout and an endpoint. */
const tenant = async (service: Service.Service, name: string) => {
  const { key } = await customer(service, { name })
  const post = (path: string, body: unknown) => service.call("POST", path, { key, body })
  const newQuote = (idempotency_key: string) =>
    post("/v1/quotes", { source_amount_usdc: 25, target_currency: "UGX", idempotency_key })
  const [spare, used] = [await newQuote("spare"), await newQuote("used")]
  const payout = await post("/v1/payouts", {
    quote_id: used.json.quote_id,
    recipient_phone: "+256770000001",
    network: "MTN_UG",
    idempotency_key: "payout"
  })
  const endpoint = await post("/v1/webhooks/endpoints", {
    url: `https://example.com/${name}`,
    events: ["*"]
  })
  for (const { status, text } of [spare, used, payout, endpoint]) {
    assert.strictEqual(status, 201, text)
  }
  return {
    key,
    quoteId: spare.json.quote_id,
    payoutId: payout.json.payout_id,
    endpointId: endpoint.json.id
  }
}

suite("Two accounts", { SANDBOX_TIME_SCALE: "100" }, (test) => {
  test("never see each other's quotes, payouts and endpoints", async (service) => {
    const [one, two] = [await tenant(service, "one"), await tenant(service, "two")]
    const as = (key: string, method: string, path: string, body?: unknown) =>
      service.call(method, path, { key, ...(body === undefined ? {} : { body }) })

    for (const [mine, theirs] of [
      [one, two],
      [two, one]
    ] as const) {
      const quote = `/v1/quotes/${theirs.quoteId}`
      assertProblem(await as(mine.key, "GET", quote), 404, "QUOTE_NOT_FOUND")
      const stolen = await as(mine.key, "POST", "/v1/payouts", {
        quote_id: theirs.quoteId,
        recipient_phone: "+256770000001",
        network: "MTN_UG",
        idempotency_key: "stolen"
      })
      assertProblem(stolen, 404, "QUOTE_NOT_FOUND")

      const payout = `/v1/payouts/${theirs.payoutId}`
      assertProblem(await as(mine.key, "GET", payout), 404, "PAYOUT_NOT_FOUND")
      assertProblem(await as(mine.key, "POST", `${payout}/cancel`), 404, "PAYOUT_NOT_FOUND")

      const endpoint = `/v1/webhooks/endpoints/${theirs.endpointId}`
      const calls = [
        ["GET", endpoint],
        ["PUT", endpoint, { is_active: false }],
        ["DELETE", endpoint],
        ["POST", `${endpoint}/test`],
        ["POST", `${endpoint}/rotate-secret`]
      ] as const
      for (const [method, path, body] of calls) {
        const answer = await as(mine.key, method, path, body)
        assertProblem(answer, 404, "WEBHOOK_ENDPOINT_NOT_FOUND")
      }
    }

    for (const { endpointId, key, payoutId, quoteId } of [one, two]) {
      const payouts = await as(key, "GET", "/v1/payouts")
      assert.deepStrictEqual(
        payouts.json.data.map((each: { payout_id: string }) => each.payout_id),
        [payoutId]
      )
      assert.strictEqual(payouts.json.total, 1)
      const endpoints = await as(key, "GET", "/v1/webhooks/endpoints")
      assert.deepStrictEqual(
        endpoints.json.data.map((each: { id: string }) => each.id),
        [endpointId]
      )
      assert.strictEqual(endpoints.json.data[0].is_active, true)
      const quote = await as(key, "GET", `/v1/quotes/${quoteId}`)
      assert.strictEqual(quote.json.status, "ACTIVE")
      const payout = await as(key, "GET", `/v1/payouts/${payoutId}`)
      assert.strictEqual(payout.json.status, "AWAITING_FUNDS")
    }
  })

  test("get the same response for another account's object as for an unknown one", async (service) => {
    const [mine, theirs] = [await tenant(service, "three"), await tenant(service, "four")]
    const ask = (path: string) => service.call("GET", path, { key: mine.key })
    const strip = (text: string, id: string) =>
      text.replaceAll(id, "ID").replace(/req_[0-9A-Z]{26}/, "REQ")
    const pairs = [
      ["/v1/quotes/", theirs.quoteId],
      ["/v1/payouts/", theirs.payoutId],
      ["/v1/webhooks/endpoints/", theirs.endpointId]
    ] as const
    for (const [path, id] of pairs) {
      const unknown = `${id.slice(0, -4)}0000`
      const [other, none] = [await ask(`${path}${id}`), await ask(`${path}${unknown}`)]
      assert.strictEqual(strip(other.text, id), strip(none.text, unknown))
    }
  })
})
