/**
 * The amount that is still due, its deadline and its payment link; and a sandbox's warnings about
 * production limits.
 */
import { assert } from "@effect/vitest"
import type * as Service from "../support/service.ts"
import { assertInvalid, assertProblem, suite, until } from "./suite.ts"

const unfunded = { recipient_name: "SANDBOX UNFUNDED" }

const pay = ({ call }: Service.Service, id: string, amount_usdc: number) =>
  call("POST", `/v1/sandbox/payouts/${id}/simulate`, { body: { deposit: { amount_usdc } } })

const see = async ({ call }: Service.Service, path: string) => (await call("GET", path)).json

const uri = ({ chain_id, deposit_address, token_address }: Record<string, string>, micro: number) =>
  `ethereum:${token_address}@${chain_id}/transfer?address=${deposit_address}&uint256=${micro}`

suite("The amount due for a payout", { SANDBOX_TIME_SCALE: "100" }, (test) => {
  test("is the whole amount at first, with deadline, chain, token and payment link", async (service) => {
    const { json } = await service.payout("all of it", unfunded)
    assert.deepInclude(json, {
      ...{ amount_received_usdc: 0, amount_due_usdc: 25, payment_uri: uri(json, 25_000_000) },
      message: `Send exactly 25.000000 USDC on Ethereum to ${json.deposit_address}.`
    })
    const window = Date.parse(json.funding_expires_at) - Date.parse(json.created_at)
    assert.strictEqual(window, 30 * 60_000)
    // A wallet must not pay real money for a simulated payout, so the payment link names a test
    // network.
    assert.strictEqual(json.chain_id, 11_155_111)
    assert.match(json.token_address, /^0x[0-9a-fA-F]{40}$/)
  })

  test("is the remainder once less than all has arrived, dust included", async (service) => {
    const { json } = await service.payout("the remainder", unfunded)
    const path = `/v1/payouts/${json.payout_id}`
    await pay(service, json.payout_id, 10)
    await pay(service, json.payout_id, 0.000001)
    const shown = await see(service, path)
    assert.deepInclude(shown, {
      ...{ status: "AWAITING_FUNDS", funding_status: "underpaid" },
      ...{ amount_received_usdc: 10.000001, amount_due_usdc: 14.999999 },
      payment_uri: uri(json, 14_999_999),
      message: `Send the remaining 14.999999 USDC on Ethereum to ${json.deposit_address}.`
    })
    assert.isAtLeast(Date.parse(shown.updated_at), Date.parse(shown.created_at))
    await pay(service, json.payout_id, 14.999999)
    const paid = await until(
      () => service.call("GET", path),
      (answer) => answer.json.status !== "AWAITING_FUNDS"
    )
    assert.deepInclude(paid.json, {
      ...{ amount_received_usdc: 25, amount_due_usdc: 0, payment_uri: null }
    })
    assert.match(paid.json.message, /^Nothing is due: the payout /)
    assert.notInclude(paid.json.message, json.deposit_address)
  })

  for (const [outcome, sentence] of [
    ["settle", "is settled"],
    ["fail", "has failed"],
    ["hold", "is held for a compliance review"],
    ["reverse", "is reversed"]
  ] as const) {
    test(`is nothing once it ${sentence}`, async (service) => {
      const { json } = await service.payout(`due after ${outcome}`, unfunded)
      const path = `/v1/sandbox/payouts/${json.payout_id}/simulate`
      const answer = await service.call("POST", path, { body: { outcome } })
      assert.deepInclude(answer.json, { amount_due_usdc: 0, payment_uri: null })
      assert.strictEqual(answer.json.message, `Nothing is due: the payout ${sentence}.`)
    })
  }
})

suite("The amount due for a batch", { SANDBOX_TIME_SCALE: "100" }, (test) => {
  const row = (key: string, more = {}) => ({
    ...{ phone: "+256770000001", network: "mtn_uganda", amount_usdc: 12.5 },
    ...{ name: "Ada", idempotency_key: key, ...more }
  })

  const submit = async (service: Service.Service, ...payouts: ReadonlyArray<object>) => {
    const answer = await service.call("POST", "/v1/batches", { body: { payouts } })
    assert.strictEqual(answer.status, 202, answer.text)
    return answer.json
  }

  test("is less once a row is cancelled, and zero once the batch is cancelled", async (service) => {
    const batch = await submit(service, row("due 1"), row("due 2"))
    const path = `/v1/batches/${batch.id}`
    const items = await see(service, `${path}/payouts`)
    const rowId = items.data[0].payout_id
    const shown = await see(service, `/v1/payouts/${rowId}`)
    assert.deepInclude(shown, { amount_due_usdc: 0, payment_uri: null })
    assert.include(shown.message, `the one transfer of the total of ${batch.id}`)
    await service.call("POST", `/v1/payouts/${rowId}/cancel`)
    const less = await until(
      () => service.call("GET", path),
      ({ json }) => json.failed === 1
    )
    assert.deepInclude(less.json, { total_amount_usdc: 25, amount_due_usdc: 12.5 })
    assert.strictEqual(less.json.payment_uri, uri(batch, 12_500_000))
    assert.include(less.json.message, "Send exactly 12.500000 USDC")
    const cancelled = await service.call("POST", `${path}/cancel`)
    assert.deepInclude(cancelled.json, { amount_due_usdc: 0, payment_uri: null })
    assert.strictEqual(cancelled.json.message, "Nothing is due: the batch is cancelled.")
  })

  test("is shown with the batch's refund address", async (service) => {
    const batch = await submit(service, row("refund address"))
    const address = "0x52908400098527886E0F7030069857D2E4169EE7"
    const path = `/v1/batches/${batch.id}`
    const changed = await service.call("POST", `${path}/refund-address`, { body: { address } })
    assert.strictEqual(changed.json.refund_address, address)
    assert.strictEqual((await see(service, path)).refund_address, address)
  })
})

suite("A sandbox", { SANDBOX_TIME_SCALE: "100" }, (test) => {
  test("warns of what production would refuse, and accepts it", async (service) => {
    const quote = await service.quote("excess", { source_amount_usdc: 9_999 })
    const answer = await service.payout("excess", { quote_id: quote.json.quote_id })
    assert.strictEqual(answer.status, 201, answer.text)
    const { warnings } = answer.json
    assert.deepStrictEqual(
      warnings.map(({ code }: { code: string }) => code),
      ["amount_out_of_range", "required"]
    )
    assert.deepInclude(warnings[1], { field: "recipient_name", code: "required" })
    const named = await service.payout("named", { recipient_name: "Ada" })
    assert.notProperty(named.json, "warnings")
  })

  test("warns once for all rows of a batch with the same omission", async (service) => {
    const row = { phone: "+256770000001", network: "MTN_UG", amount_usdc: 5 }
    const payouts = [1, 2, 3].map((n) => ({ ...row, idempotency_key: `warned ${n}` }))
    const { json } = await service.call("POST", "/v1/batches", { body: { payouts } })
    assert.lengthOf(json.warnings, 1)
    assert.deepInclude(json.warnings[0], { row: 1, field: "name", code: "required" })
    assert.include(json.warnings[0].message, "(3 rows)")
  })

  test("shows whether each network needs a recipient's name", async (service) => {
    const { data } = await see(service, "/v1/networks")
    for (const one of data) assert.strictEqual(one.recipient_name, "required")
  })
})

suite("A sandbox that enforces limits", { NETWORK_LIMITS: "enforced" }, (test) => {
  test("refuses what production refuses, before it shows a deposit address", async (service) => {
    assertInvalid(await service.payout("no name"), "recipient_name")
    const quote = await service.quote("little", { source_amount_usdc: 0.02 })
    const body = { quote_id: quote.json.quote_id, recipient_name: "Ada" }
    assertProblem(await service.payout("too little", body), 400, "VALIDATION_ERROR")
    const row = { phone: "+256770000001", network: "MTN_UG", amount_usdc: 5 }
    const rows = { payouts: [{ ...row, idempotency_key: "no name" }] }
    assertInvalid(await service.call("POST", "/v1/batches", { body: rows }), "name")
    const named = await service.payout("a name", { recipient_name: "Ada" })
    assert.strictEqual(named.status, 201, named.text)
    assert.notProperty(named.json, "warnings")
  })
})
