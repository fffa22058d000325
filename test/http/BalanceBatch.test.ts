/** A batch that the balance pays for, cancelled while its rows get their shares. */
import { assert } from "@effect/vitest"
import { customer, suite, until } from "./suite.ts"

const rows = [1, 2].map((number) => ({
  ...{ phone: `+25677000000${number}`, network: "mtn_uganda", amount_usdc: 3, name: "Jo" },
  idempotency_key: `row ${number}`
}))

suite("A batch from the balance", {}, (test) => {
  test("returns what its rows have not used if it is cancelled", async (service) => {
    const { key } = await customer(service)
    const call = (method: string, path: string, body?: object) =>
      service.call(method, path, { key, ...(body === undefined ? {} : { body }) })
    await call("POST", "/v1/sandbox/balance/deposit", { amount_usdc: 10 })
    const batch = await call("POST", "/v1/batches", { payouts: rows, funding: "balance" })
    assert.strictEqual(batch.json.funding_status, "funded", batch.text)
    const path = `/v1/batches/${batch.json.id}`
    // Rows that have their shares by then are paid.
    assert.include([200, 409], (await call("POST", `${path}/cancel`)).status)
    const ended = await until(
      () => call("GET", path),
      ({ json }) => json.pending === 0
    )
    assert.strictEqual(ended.json.completed + ended.json.failed, 2)
    const balance = await until(
      () => call("GET", "/v1/balance"),
      ({ json }) => json.reserved_usdc === 0
    )
    assert.strictEqual(balance.json.available_usdc, 10 - 3 * ended.json.completed)
  })
})
