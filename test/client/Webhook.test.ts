import { assert, describe, it } from "vitest"
import {
  PayoutClient,
  signWebhook,
  type VerificationCode,
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError
} from "../../src/client/main.ts"
import * as Signature from "../../src/webhooks/Signature.ts"
import { suite } from "../http/suite.ts"
import * as Program from "../support/program.ts"
import * as Service from "../support/service.ts"

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`
const other = `whsec_${Buffer.alloc(32, 8).toString("base64")}`
const body = JSON.stringify({ id: "evt_1", type: "payout.settled", data: { note: "köszönöm" } })
const at = 1_800_000_000
const now = { now: () => at * 1000 }

const alone = { all: [secret], leading: secret } as const

/** Both secrets, of which the other one signs `X-Service-Signature`. */
const both = { all: [other, secret], leading: other } as const

const sent = (more: Partial<Parameters<typeof Signature.headers>[0]> = {}) =>
  Signature.headers({ secrets: alone, eventId: "evt_1", timestampSeconds: at, body, ...more })

const without = (headers: Record<string, string>, ...names: ReadonlyArray<string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))

const trio = ["webhook-id", "webhook-timestamp", "webhook-signature"]

const code = (
  headers: WebhookHeaders,
  rawBody: string | Uint8Array = body,
  by: string | ReadonlyArray<string> = secret,
  options: VerifyOptions = now
): VerificationCode | "verified" => {
  try {
    verifyWebhook(headers, rawBody, by, options)
    return "verified"
  } catch (error) {
    assert.instanceOf(error, WebhookVerificationError)
    assert.notInclude(error.message, secret)
    return error.code
  }
}

describe("verifyWebhook", () => {
  it("returns the event of a delivery that the service signed", () => {
    assert.deepStrictEqual(verifyWebhook(sent(), body, secret, now), JSON.parse(body))
  })

  it("accepts headers of fetch and of node:http, and bytes", () => {
    assert.strictEqual(code(new Headers(sent()), Buffer.from(body)), "verified")
    const lower = Object.fromEntries(
      Object.entries(sent()).map(([name, value]) => [name.toLowerCase(), value])
    )
    assert.strictEqual(code(lower, new TextEncoder().encode(body)), "verified")
    const lists = Object.fromEntries(Object.entries(lower).map(([name, one]) => [name, [one]]))
    assert.strictEqual(code(lists), "verified")
    assert.strictEqual(code({ ...lower, get: "a header named get" }), "verified")
  })

  it("accepts either family of headers alone", () => {
    assert.strictEqual(code(without(sent(), "X-Service-Signature")), "verified")
    assert.strictEqual(code(without(sent(), ...trio)), "verified")
    const strict = { ...now, requireTimestamp: true }
    assert.strictEqual(code(without(sent(), ...trio), body, secret, strict), "missing_headers")
  })

  it("refuses every byte that was changed", () => {
    for (let index = 0; index < body.length; index++) {
      const changed = Buffer.from(body)
      changed[index] = (changed[index] ?? 0) ^ 1
      assert.strictEqual(code(sent(), changed), "signature_mismatch")
      assert.strictEqual(code(without(sent(), ...trio), changed), "signature_mismatch")
    }
  })

  it("refuses a changed id or time, and another secret", () => {
    assert.strictEqual(code({ ...sent(), "webhook-id": "evt_2" }), "signature_mismatch")
    const later = { ...sent(), "webhook-timestamp": String(at + 1) }
    assert.strictEqual(code(later), "signature_mismatch")
    assert.strictEqual(code(sent(), body, other), "signature_mismatch")
    assert.strictEqual(code(without(sent(), ...trio), body, other), "signature_mismatch")
  })

  it("refuses a time more than five minutes, or the given tolerance, off", () => {
    const seen = (seconds: number, toleranceMs?: number) =>
      code(sent({ timestampSeconds: at + seconds }), body, secret, {
        ...now,
        ...(toleranceMs === undefined ? {} : { toleranceMs })
      })
    assert.strictEqual(seen(-300), "verified")
    assert.strictEqual(seen(300), "verified")
    assert.strictEqual(seen(-301), "timestamp_out_of_tolerance")
    assert.strictEqual(seen(301), "timestamp_out_of_tolerance")
    assert.strictEqual(seen(-10, 5_000), "timestamp_out_of_tolerance")
  })

  it("distinguishes missing headers (400) from a signature that does not match (401)", () => {
    assert.strictEqual(code({}), "missing_headers")
    assert.strictEqual(code(without(sent(), "webhook-id")), "missing_headers")
    assert.strictEqual(code(without(sent(), "webhook-timestamp")), "missing_headers")
    assert.strictEqual(code({ ...sent(), "webhook-timestamp": "soon" }), "missing_headers")
    assert.strictEqual(code({ "x-service-signature": "" }), "signature_mismatch")
    assert.strictEqual(code({ ...sent(), "webhook-signature": "v1," }), "signature_mismatch")
    assert.strictEqual(new WebhookVerificationError("missing_headers").status, 400)
    assert.strictEqual(new WebhookVerificationError("invalid_body").status, 400)
    assert.strictEqual(new WebhookVerificationError("signature_mismatch").status, 401)
    assert.strictEqual(new WebhookVerificationError("timestamp_out_of_tolerance").status, 401)
  })

  it("accepts any of several signatures, and any of several secrets", () => {
    const rotated = sent({ secrets: both })
    assert.strictEqual(code(rotated), "verified")
    assert.strictEqual(code(rotated, body, other), "verified")
    assert.strictEqual(code(sent(), body, [other, secret]), "verified")
    assert.strictEqual(code(without(sent(), ...trio), body, [other, secret]), "verified")
    const newer = { ...sent(), "webhook-signature": `v2,abc ${sent()["webhook-signature"]}` }
    assert.strictEqual(code(newer), "verified")
  })

  it("throws a TypeError for a malformed secret and a parsed body", () => {
    for (const bad of ["", "whsec_", "whsec_c2hvcnQ=", "secret"]) {
      assert.throws(() => verifyWebhook(sent(), body, bad, now), TypeError)
    }
    assert.throws(() => verifyWebhook(sent(), JSON.parse(body), secret, now), TypeError)
  })

  it("refuses a signed body that is not an event", () => {
    for (const text of ["", "[]", "null", "{}", "no json"]) {
      assert.strictEqual(code(sent({ body: text }), text), "invalid_body")
    }
  })

  it("accepts what signWebhook signs, which equals a delivery of the service", () => {
    const made = signWebhook({ id: "evt_1", body, secret, timestampSeconds: at })
    assert.deepStrictEqual(made, sent())
    const signed = signWebhook({ id: "evt_1", body, secret: [other, secret], timestampSeconds: at })
    assert.deepStrictEqual(signed, sent({ secrets: both }))
    assert.strictEqual(code(signWebhook({ id: "x", body, secret }), body, secret, {}), "verified")
  })
})

suite("A webhook that the service sent", {}, (test) => {
  test("verifies, and has the payout's status", async (service) => {
    const client = new PayoutClient({ apiKey: Service.apiKey, baseUrl: service.url })
    const receiver = await Program.receiver()
    const made = await client.webhooks.endpoints.create({ url: receiver.url, events: ["*"] })
    const { quote_id } = await client.quotes.create({
      source_amount_usdc: 25,
      target_currency: "UGX"
    })
    const { payout_id } = await client.payouts.create({
      quote_id,
      recipient_phone: "+256770000001",
      network: "MTN_UG"
    })
    const events = () =>
      receiver.received.map(({ body, headers }) => verifyWebhook(headers, body, made.secret))
    await receiver.until(() => events().some(({ type }) => type === "payout.settled"))
    const settled = events().find((event) => event.type === "payout.settled")
    assert.deepInclude(settled?.data, { payout_id, status: "SETTLED" })
    await client.webhooks.endpoints.delete(made.id)
    receiver.close()
  })
})
