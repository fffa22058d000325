/** What of a request may be shown to people who look for the cause of an error. */
import { assert, describe, it } from "vitest"
import * as Network from "../../src/domain/Network.ts"
import * as Masking from "../../src/usecases/Masking.ts"

const masked = (value: unknown): unknown =>
  JSON.parse(Masking.body(JSON.stringify(value)) ?? "null")

describe("A masked body", () => {
  it("keeps what is no phone number, name or secret", () => {
    const value = {
      ...{ quote_id: "qt_01KJQ1T9G0W5V8Z6C2R7K4N9TB", amount_usdc: 25.000001, is_valid: true },
      payment_uri: "ethereum:0x1@1/transfer?address=0x2&uint256=25000000000",
      tx_hash: "0x9f2d6b1c4e8a07355bd1f6c09a3e7d54",
      ...{ created_at: "2026-03-02T10:00:00.000Z", errors: [{ row: 1, code: "required" }] }
    }
    assert.deepStrictEqual(masked(value), value)
  })

  it("hides phone numbers and names at any depth, also where they are no text", () => {
    const value = {
      payouts: [
        { phone: "+256770000001", name: "Amina" },
        { phone: 256770000001, name: { first: "Amina" } }
      ]
    }
    assert.deepStrictEqual(masked(value), {
      payouts: [
        { phone: "+256•••01", name: "A•••" },
        { phone: "2567•••01", name: { first: "A•••" } }
      ]
    })
  })

  it("keeps the name of a batch, without phone numbers, and no name in its rows", () => {
    const row = { phone: "+256770000001", name: "Amina" }
    const sent = { name: "Payroll of +256770000001", payouts: [row] }
    assert.deepStrictEqual(masked(sent), {
      name: "Payroll of +256•••01",
      payouts: [{ phone: "+256•••01", name: "A•••" }]
    })
    const answers = [
      { id: "bt_01KJQ1T9G0W5V8Z6C2R7K4N9TB", name: "Payroll", total: 2 },
      { batch_id: "bk_01KJQ1T9G0W5V8Z6C2R7K4N9TB", name: "Payroll", total_count: 2 }
    ]
    for (const answer of answers) assert.deepStrictEqual(masked(answer), answer)
    const others = [
      { id: "ben_01KJQ1T9G0W5V8Z6C2R7K4N9TB", name: "Amina", total: 2 },
      { batch_id: "bt_01KJQ1T9G0W5V8Z6C2R7K4N9TB", name: "Amina" },
      { ...row, payouts: [], file: "rows" }
    ]
    for (const other of others) assert.include(JSON.stringify(masked(other)), '"A•••"')
  })

  it("hides a phone number inside of a message", () => {
    const message = "phone +256770000001 does not belong to MTN_KE"
    assert.deepStrictEqual(masked({ message }), {
      message: "phone +256•••01 does not belong to MTN_KE"
    })
  })

  it("keeps the example in our own message about phone numbers, and in no other text", () => {
    const error = { message: `recipient_phone: ${Network.e164Needed}; amount: too small` }
    assert.deepStrictEqual(masked(error), error)
    const other = "such as +256770000001"
    const others = [other, `${Network.e164Needed}2`, `${Network.e164Needed}, not +256770000001`]
    for (const message of others) {
      const shown = JSON.stringify(masked({ message })).replace(`${Network.e164Needed},`, "")
      assert.notMatch(shown, /\d{9}/)
    }
    assert.notInclude(JSON.stringify(masked({ phone: Network.e164Needed })), "770000001")
  })

  it("hides secrets, passwords, keys and metadata, and keeps idempotency keys", () => {
    const value = {
      ...{ secret: "whsec_1", key: "sk_1", password: "p", metadata: { a: "b" } },
      idempotency_key: "invoice-1"
    }
    assert.deepStrictEqual(masked(value), {
      ...{ secret: "•••", key: "•••", password: "•••", metadata: { a: "•••" } },
      idempotency_key: "invoice-1"
    })
  })

  it("is cut where it is long, and replaced by its length where it cannot be masked", () => {
    const long = Masking.body(JSON.stringify({ reference: "x".repeat(9_000) })) ?? ""
    assert.strictEqual(long.length, 4_097)
    assert.strictEqual(Masking.body("Amina Okello"), "(12 characters that are no JSON object)")
    assert.isNull(Masking.body(""))
  })
})

describe("A body that is nested very deep", () => {
  it("is hidden from a level on", () => {
    const json = `${'{"a":['.repeat(5_000)}"Amina"${"]}".repeat(5_000)}`
    const text = Masking.body(json) ?? ""
    assert.include(text, "•••")
    assert.notInclude(text, "Amina")
  })
})

describe("A masked path", () => {
  it("hides what was searched for", () => {
    assert.strictEqual(
      Masking.path("/v1/payouts?search=Amina%20Okello&limit=5&phone=%2B256770000001"),
      "/v1/payouts?search=•••&limit=5&phone=•••"
    )
    assert.strictEqual(Masking.path("/v1/payouts/po_1"), "/v1/payouts/po_1")
    assert.strictEqual(Masking.path("/v1/payouts/+256770000001"), "/v1/payouts/+256•••01")
  })
})
