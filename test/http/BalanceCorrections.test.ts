/** Corrections of a customer's balance by staff. */
import { assert } from "@effect/vitest"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import { assertInvalid, type Customer, customer, suite, until } from "./suite.ts"

const correct = ({ call }: Service.Service, { id }: Pick<Customer, "id">, body: object) =>
  call("POST", `/admin/v1/accounts/${id}/balance/correct`, {
    key: Service.adminKey,
    body: { reason: "credited twice", ...body }
  })

const credit = (amount_usdc: unknown) => ({ direction: "credit", amount_usdc })
const debit = (amount_usdc: unknown) => ({ direction: "debit", amount_usdc })

/** A customer whose balance is 100 USDC. */
const owner = async (service: Service.Service) => {
  const made = await customer(service)
  await service.call("POST", "/v1/sandbox/balance/deposit", {
    key: made.key,
    body: { amount_usdc: 100 }
  })
  return made
}

const available = async ({ call }: Service.Service, key: string): Promise<number> =>
  (await call("GET", "/v1/balance", { key })).json.available_usdc

/** Debits and credits of the write-offs in USDC, up to now. */
const writeOffs = async ({ call }: Service.Service): Promise<ReadonlyArray<number>> => {
  const { json } = await call("GET", "/admin/v1/books/trial-balance", { key: Service.adminKey })
  assert.deepStrictEqual(json.differences, [])
  const lines: ReadonlyArray<Record<string, unknown>> = json.data
  const line = lines.find(
    ({ account, currency }) => account === "write_offs" && currency === "USDC"
  )
  return [Number(line?.debit ?? 0), Number(line?.credit ?? 0)]
}

suite("A correction of a balance", {}, (test) => {
  test("is a movement, and a credit is an event", async (service) => {
    const made = await owner(service)
    const { key } = made
    const added = await correct(service, made, credit(2.5))
    assert.strictEqual(added.status, 200, added.text)
    assert.strictEqual(added.json.available_usdc, 102.5)
    assert.strictEqual((await correct(service, made, debit(40))).json.available_usdc, 62.5)
    const { json } = await service.call("GET", "/v1/balance/movements", { key })
    const [taken, given] = json.data
    assert.deepInclude(taken, { type: "correction", amount_usdc: -40, balance_after_usdc: 62.5 })
    assert.deepInclude(given, { type: "correction", amount_usdc: 2.5, balance_after_usdc: 102.5 })
    assert.match(taken.correction_id, /^cor_/)
    assert.notStrictEqual(taken.correction_id, given.correction_id)
    const events = await until(
      () => service.call("GET", "/v1/events?type=balance.credited", { key }),
      (answer) => answer.json.data.length === 2
    )
    assert.deepInclude(events.json.data[0].data, { amount_usdc: 2.5, tx_hash: null })
  })

  test("shows the balance after it, and so does the kept response to its key", async (service) => {
    const made = await owner(service)
    const keyed = (idempotency_key: string, amount: number) =>
      correct(service, made, { ...debit(amount), idempotency_key })
    const first = await keyed("first", 40)
    assert.strictEqual(first.json.available_usdc, 60)
    assert.strictEqual((await keyed("second", 15)).json.available_usdc, 45)
    const again = await keyed("first", 40)
    assert.strictEqual(again.text, first.text)
    assert.strictEqual(await available(service, made.key), 45)
  })

  test("has its other side in the write-offs", async (service) => {
    const made = await owner(service)
    const [debits = 0, credits = 0] = await writeOffs(service)
    await correct(service, made, credit(7))
    await correct(service, made, debit(3))
    assert.deepStrictEqual(await writeOffs(service), [debits + 7, credits + 3])
  })

  test("never takes more than is available", async (service) => {
    const made = await owner(service)
    const refused = await correct(service, made, debit(100.000_001))
    assert.strictEqual(refused.status, 409)
    assert.deepInclude(refused.json, {
      error: "INSUFFICIENT_BALANCE",
      needed_usdc: 100.000_001,
      available_usdc: 100
    })
    const all = await Promise.all(
      Array.from({ length: 8 }, () => correct(service, made, debit(30)))
    )
    assert.lengthOf(
      all.filter(({ status }) => status === 200),
      3
    )
    assert.strictEqual(await available(service, made.key), 10)
  })

  test("opens the balance of an account that has none", async (service) => {
    const made = await customer(service)
    assert.strictEqual((await correct(service, made, credit(1))).json.available_usdc, 1)
  })

  test("needs a direction and an amount above zero", async (service) => {
    const made = await owner(service)
    assertInvalid(await correct(service, made, credit(0)), "amount_usdc")
    assertInvalid(await correct(service, made, { direction: "up", amount_usdc: 1 }), "direction")
  })
})

suite("A correction of a balance by several people", { HOLD_APPROVALS: "2" }, (test) => {
  test("waits for another person with the same values", async (service) => {
    const made = await owner(service)
    const first = await correct(service, made, debit(5))
    assert.strictEqual(first.status, 200, first.text)
    assert.strictEqual(first.json.available_usdc, 100)
    assert.deepInclude(first.json.pending_action, { action: "correct" })
    assert.deepStrictEqual(first.json.pending_action.terms, { amount_usdc: -5 })
    const again = await correct(service, made, debit(5))
    assert.lengthOf(again.json.pending_action.approvals, 1)
    assert.strictEqual(await available(service, made.key), 100)
    const ada = await Visitor.first(service)
    const path = `/admin/v1/accounts/${made.id}/balance/correct`
    const body = { ...debit(5), reason: "checked" }
    const second = await ada.ask("POST", path, body)
    assert.strictEqual(second.status, 200, second.text)
    assert.deepInclude(second.json, { available_usdc: 95, pending_action: null })
    assert.strictEqual(await available(service, made.key), 95)
  })
})
