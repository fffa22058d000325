/** Foreign deposits and their refunds in the sandbox, whose other chains are simulated. */
import { assert } from "@effect/vitest"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import { assertInvalid, assertProblem, suite, until } from "./suite.ts"

const admin = { key: Service.adminKey }
const address = "0x52908400098527886E0F7030069857D2E4169EE7"
const hash = (n: number): string => `0x${String(n).padStart(64, "b")}`

const asset = {
  ...{ chain_id: 8453, chain: "Base", token_amount: "25.000000" },
  token_address: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913"
}

const post = ({ call }: Service.Service, path: string, body: object) =>
  call("POST", `/admin/v1/${path}`, { ...admin, body: { reason: "ticket 7", ...body } })

const cancelled = async (service: Service.Service, name: string): Promise<string> => {
  const { json } = await service.payout(name, { recipient_name: "SANDBOX UNFUNDED" })
  await service.call("POST", `/v1/payouts/${json.payout_id}/cancel`)
  return json.payout_id
}

const cancelledBatch = async (service: Service.Service): Promise<string> => {
  const row = { phone: "+256770000001", name: "SANDBOX UNFUNDED", network: "MTN_UG" }
  const payouts = [{ ...row, amount_usdc: 25, idempotency_key: "foreign row" }]
  const { json } = await service.call("POST", "/v1/batches", { body: { payouts } })
  await service.call("POST", `/v1/batches/${json.id}/cancel`)
  return json.id
}

const assertRefused = (answer: Service.Answer, field: string, code: string): void => {
  assertInvalid(answer, field)
  assert.strictEqual(answer.json.errors[0].code, code)
}

/** Books 25 USDC on a chain with the n-th transaction, and records their refund with the next. */
const refundOn = async (
  service: Service.Service,
  at: string,
  n: number,
  chain_id = asset.chain_id
) => {
  const booked = await post(service, `${at}/foreign-deposits`, {
    ...{ chain_id, tx_hashes: [hash(n)] }
  })
  assert.strictEqual(booked.status, 200, booked.text)
  await until(
    () => service.call("GET", `/admin/v1/${at}`, admin),
    ({ json }) => json.foreign_deposits[0].is_screened
  )
  const sent = { chain_id, tx_hash: hash(n + 1), refund_address: address }
  const recorded = await post(service, `${at}/refund`, sent)
  assert.strictEqual(recorded.status, 200, recorded.text)
  await until(
    () => service.call("GET", `/v1/${at}`),
    ({ json }) => json.foreign_refunds[0].status === "confirmed"
  )
}

/** The refund events of a payout, oldest first. */
const refundEvents = async ({ call }: Service.Service, id: string) => {
  const { json } = await call("GET", `/v1/events?payout_id=${id}`)
  const all = json.data.filter(({ type }: { type: string }) => type.startsWith("refund."))
  return all.toReversed()
}

suite("A foreign deposit", {}, (test) => {
  test("opens a refund in its asset, which an operator records and the chain proves", async (service) => {
    const id = await cancelled(service, "on another chain")
    const at = `payouts/${id}`
    const booking = { chain_id: 8453, tx_hashes: [hash(1)] }
    const booked = await post(service, `${at}/foreign-deposits`, booking)
    assert.strictEqual(booked.status, 200, JSON.stringify(booked.json))
    assert.deepStrictEqual(booked.json.foreign_refunds, [{ status: "due", ...asset }])
    assert.notProperty(booked.json, "refund")
    const again = await post(service, `${at}/foreign-deposits`, booking)
    assert.lengthOf(again.json.foreign_deposits, 1)
    await until(
      () => service.call("GET", `/admin/v1/${at}`, admin),
      ({ json }) => json.foreign_deposits[0].is_screened
    )
    const sent = { tx_hash: hash(2), refund_address: address }
    const elsewhere = await post(service, `${at}/refund`, sent)
    assertRefused(elsewhere, "tx_hash", "nothing_due")
    const recorded = await post(service, `${at}/refund`, { ...sent, chain_id: 8453 })
    assert.strictEqual(recorded.status, 200, JSON.stringify(recorded.json))
    const { json } = await until(
      () => service.call("GET", `/v1/${at}`),
      (answer) => answer.json.foreign_refunds[0].status === "confirmed"
    )
    assert.deepInclude(json.foreign_refunds[0], { ...asset, address, tx_hash: hash(2) })
    assert.notProperty(json, "foreign_deposits", "senders are shown to operators alone")
    assert.strictEqual(json.amount_received_usdc, 0)
  })

  test("of a batch is booked under the batch, and refused for its rows", async (service) => {
    const id = await cancelledBatch(service)
    const booking = { chain_id: 8453, tx_hashes: [hash(3)] }
    const booked = await post(service, `batches/${id}/foreign-deposits`, booking)
    assert.strictEqual(booked.status, 200, JSON.stringify(booked.json))
    assert.deepStrictEqual(booked.json.foreign_refunds, [{ status: "due", ...asset }])
    const { json: rows } = await service.call("GET", `/v1/batches/${id}/payouts`)
    const [row] = rows.data
    const refused = await post(service, `payouts/${row.payout_id}/foreign-deposits`, booking)
    assertProblem(refused, 409, "INVALID_STATE")
    assert.include(refused.json.message, "its deposit address belongs to its batch")
  })

  test("needs a known chain, a token, and no USDC of the service's own chain", async (service) => {
    const id = await cancelled(service, "refused")
    const at = `payouts/${id}/foreign-deposits`
    const tx_hashes = [hash(4)]
    assertRefused(await post(service, at, { tx_hashes }), "token_address", "own_token")
    const unknown = { chain_id: 5, token_address: address, tx_hashes }
    assertRefused(await post(service, at, unknown), "chain_id", "unknown_chain")
    assertRefused(await post(service, at, { chain_id: 8453, tx_hashes: [] }), "tx_hashes", "empty")
    assertRefused(await post(service, at, { chain_id: 0.5, tx_hashes }), "chain_id", "out_of_range")
  })
})

suite("Events of a foreign deposit", {}, (test) => {
  test("include payout.refunded with its chain, once the refund of an unpaid payout is confirmed", async (service) => {
    const id = await cancelled(service, "refunded on Base")
    const url = "https://receiver.example/refunded"
    const body = { url, events: ["payout.refunded"] }
    const { json: endpoint } = await service.call("POST", "/v1/webhooks", { body })
    await refundOn(service, `payouts/${id}`, 6)
    const { json } = await until(
      () => service.call("GET", `/v1/webhooks/endpoints/${endpoint.id}/deliveries`),
      (answer) => answer.json.data.length > 0
    )
    assert.lengthOf(json.data, 1)
    const { data, type } = json.data[0].payload
    assert.strictEqual(type, "payout.refunded")
    assert.deepInclude(data, { payout_id: id, status: "FAILED", previous_status: "FAILED" })
    assert.deepStrictEqual(data.refund, {
      ...{ status: "confirmed", amount_usdc: 0, chain_id: asset.chain_id },
      ...{ token_address: asset.token_address, token_amount: asset.token_amount },
      ...{ address, tx_hash: hash(7) }
    })
  })

  test("about its refund show its asset and no USDC", async (service) => {
    const id = await cancelled(service, "events")
    const url = "https://receiver.example/foreign"
    await service.call("POST", "/v1/webhooks", { body: { url, events: ["refund.due"] } })
    await post(service, `payouts/${id}/foreign-deposits`, { chain_id: 8453, tx_hashes: [hash(5)] })
    const events = await refundEvents(service, id)
    assert.deepInclude(events.at(-1)?.data.refund, {
      ...{ status: "due", amount_usdc: 0, chain_id: 8453, token_amount: "25.000000" },
      token_address: asset.token_address
    })
    assert.strictEqual(events.at(-1)?.data.reason, "foreign_deposit")
  })
})

suite("Refunds on other chains", {}, (test) => {
  const period = `from=2020-01-01&to=${new Date(Date.now() + 86_400_000).toISOString()}`
  const report = `/v1/reports/refunds?${period}`

  test("are in the report with their chains, and their sums are kept apart", async (service) => {
    const ids: Array<string> = []
    for (const [index, chainId] of [8453, 42_161, 8453].entries()) {
      const id = await cancelled(service, `reported ${index}`)
      await refundOn(service, `payouts/${id}`, 20 + 2 * index, chainId)
      ids.unshift(id)
    }
    const { json } = await service.call("GET", report)
    assert.deepStrictEqual(
      json.data.map(({ payout_id }: { readonly payout_id: string }) => payout_id),
      ids
    )
    assert.deepInclude(json.data[0], {
      ...{ ...asset, amount_usdc: 0, address, tx_hash: hash(25), status: "confirmed" },
      reason: "foreign_deposit"
    })
    const { foreign_amounts: sums, ...own } = json.totals
    assert.deepStrictEqual(own, { count: 3, amount_usdc: 0 })
    assert.deepStrictEqual(
      sums.map(({ chain, token_amount }: typeof asset) => [chain, token_amount]),
      [
        ["Base", "50.000000"],
        ["Arbitrum One", "25.000000"]
      ]
    )
    const { text } = await service.call("GET", `${report}&format=csv`)
    const [, row] = text.split("\r\n")
    const { chain, chain_id, token_address, token_amount } = asset
    assert.include(row, `"${chain_id}","${chain}","${token_address}","${token_amount}"`)
  })

  test("are in the file of payouts", async (service) => {
    const id = await cancelled(service, "in the file")
    await refundOn(service, `payouts/${id}`, 30)
    const user = await Visitor.first(service)
    const { text } = await user.ask("GET", "/dashboard/api/payouts.csv")
    const row = text.split("\r\n").find((line) => line.includes(id))
    assert.include(row, `"25.000000 USDC on Base confirmed ${hash(31)}"`)
  })
})
