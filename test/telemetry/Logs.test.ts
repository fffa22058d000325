/**
 * The program's log while everything fails. It names the objects concerned, but no personal data.
 */
import * as fs from "node:fs"
import { Effect, Logger } from "effect"
import { afterAll, assert, describe, it } from "vitest"
import * as Logging from "../../src/app/Logging.ts"
import { until } from "../http/suite.ts"
import * as Program from "../support/program.ts"
import * as Receiver from "../support/receiver.ts"

const apiKey = "sk_sandbox_logged_0123456789"
const adminKey = "ak_sandbox_logged_0123456789"
const dataDir = Program.temporaryFolder()
const environment = {
  ...{ DATA_DIR: dataDir, SANDBOX_API_KEY: apiKey, ADMIN_API_KEY: adminKey },
  ...{ LOG_LEVEL: "debug", SANDBOX_TIME_SCALE: "0.001", RATE_LIMITS: "off" },
  WEBHOOK_ALLOW_LOOPBACK: "true"
}
const phones = ["+256770000003", "+256770000004", "+256770000001"]
const name = "SANDBOX REVIEW"

afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }))

interface Line {
  readonly level: string
  readonly message: unknown
  readonly annotations: Readonly<Record<string, string>>
}

/** The log lines in the program's output. */
const linesOf = (output: string): ReadonlyArray<Line> =>
  output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line))

const caller =
  (url: string) =>
  async (method: string, path: string, body?: unknown, key = apiKey) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await response.text()
    // biome-ignore lint/suspicious/noExplicitAny: bodies of the wire, looked into freely by tests
    const json: any = JSON.parse(text)
    return { status: response.status, headers: response.headers, text, json }
  }

describe("The log of a program in which everything fails", () => {
  it("has no phone number, name, key or secret, even at its most verbose level", async () => {
    await Receiver.within(500, async (receiver) => {
      const program = await Program.start(environment)
      const call = caller(program.url)
      const endpoint = await call("POST", "/v1/webhooks/endpoints", {
        url: receiver.url,
        events: ["*"]
      })
      for (const phone of phones) {
        const quote = await call("POST", "/v1/quotes", {
          source_amount_usdc: 25,
          target_currency: "UGX",
          idempotency_key: `secret-key-of-quote-${phone.slice(1)}`
        })
        const created = await call("POST", "/v1/payouts", {
          ...{ quote_id: quote.json.quote_id, recipient_phone: phone, network: "MTN_UG" },
          ...{ recipient_name: phone === phones[2] ? name : "Amina Nakato" },
          idempotency_key: `secret-key-${phone.slice(1)}`
        })
        assert.strictEqual(created.status, 201, created.text)
        await until(
          () => call("GET", `/v1/payouts/${created.json.payout_id}`) as never,
          ({ json }) => ["FAILED", "SETTLED", "MANUAL_REVIEW"].includes(json.status)
        )
      }
      await call("POST", "/v1/payouts", { recipient_phone: phones[0], quote_id: "qt_none" })
      await call("GET", "/v1/payouts", undefined, "sk_sandbox_a_wrong_key_0123456789")
      assert.isAbove(receiver.received.length, 0)
      assert.strictEqual(await program.stop("SIGTERM"), 0)
      // The first start of a sandbox prints its keys once. The test checks all other lines.
      const shown = /^(Admin key|API key|Try:|Dashboard)/
      const printed = program.output().split("\n")
      const output = printed.filter((line) => !shown.test(line)).join("\n")
      assert.isAbove(linesOf(output).length, 0)
      const secrets = [...phones, ...phones.map((phone) => phone.slice(1)), name, "Amina", apiKey]
      for (const secret of [...secrets, adminKey, endpoint.json.secret, "secret-key", "a_wrong"]) {
        assert.notInclude(output, secret)
      }
    })
  })
})

describe("A log line", () => {
  const samples = [
    ["a phone number", "Key (phone)=(+256770000001) already exists", "+256770000001"],
    ["a provider's phone number", '{"msisdn":"256770000001"}', "256770000001"],
    ["a key of a customer", "no account has sk_live_0a1b2c3d4e5f6a7b", "0a1b2c3d4e5f6a7b"],
    ["an operator's key", "ak_live_0a1b2c3d4e5f6a7b", "0a1b2c3d4e5f6a7b"],
    ["a webhook's secret", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "MfKQ9r8G"],
    ["a token", 'authorization: "Bearer abcdef0123456789"', "abcdef0123456789"],
    ["a password in a URL", "postgres://payouts:hunter2@db/payouts", "hunter2"]
  ] as const

  it.each(samples)("never has %s", (_, line, secret) => {
    const redacted = Logging.redact(line)
    assert.notInclude(redacted, secret)
    assert.include(redacted, "[redacted]")
  })

  it("keeps ids, times, hashes and URLs", () => {
    for (const kept of [
      "po_01M7Y6W1ZGMATA1SQPS0ZRZ82E dlv_01M7Y6W1ZGMATA1SQPS0ZRZ82E",
      '"timestamp":"2026-11-21T04:47:11.833Z","seq":1234567890123',
      "0x926bc5803D4C9FA144a8e1083faC66479cb46243",
      "4f3c2b1a-2560-4712-8345-254700000000",
      "http://127.0.0.1:8080/healthz"
    ]) {
      assert.strictEqual(Logging.redact(kept), kept)
    }
  })

  it("is one JSON object after redaction", () => {
    const lines: Array<string> = []
    const logger = Logger.map(Logger.formatJson, (line) => void lines.push(Logging.redact(line)))
    const program = Effect.logError("failed", new Error('for "+256770000001"')).pipe(
      Effect.annotateLogs({ payout_id: "po_1", request_id: "req_1" }),
      Effect.provide(Logger.layer([logger]))
    )
    Effect.runSync(program)
    const { annotations }: Line = JSON.parse(lines[0] ?? "")
    assert.deepStrictEqual(annotations, { payout_id: "po_1", request_id: "req_1" })
    assert.notInclude(lines[0], "256770000001")
  })
})
