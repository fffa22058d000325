import { assert } from "@effect/vitest"
import * as Service from "../support/service.ts"
import { assertInvalid, assertProblem, customer, suite, until } from "./suite.ts"

type Answer = Service.Answer

/** The only error of a response, with its field, its code and its message. */
const only = (answer: Answer): Readonly<Record<string, unknown>> => {
  assertProblem(answer, 400, "VALIDATION_ERROR")
  assert.strictEqual(answer.json.errors.length, 1, answer.text)
  return answer.json.errors[0]
}

/** Sends the fields of a quote exactly as they are written. */
const quote = ({ call }: Service.Service, fields: string) =>
  call("POST", "/v1/quotes", { raw: `{${fields},"idempotency_key":"m"}` })

const amount = (service: Service.Service, written: string) =>
  quote(service, `"source_amount_usdc":${written},"target_currency":"UGX"`)

suite(
  "The message of a refusal",
  {},
  {
    "about amounts and types": (test) => {
      test("names the real limit of an amount in any spelling", async (service) => {
        const range = "must be from 0.01 to 10000 USDC"
        for (const written of [
          "123456789012345678901234567890",
          "1e21",
          "1e400",
          "500000001",
          "10001"
        ]) {
          const { code, field, message } = only(await amount(service, written))
          const expected = ["source_amount_usdc", "out_of_range", range]
          assert.deepStrictEqual([field, code, message], expected, written)
        }
        const target = await quote(service, '"target_amount":1e21,"target_currency":"UGX"')
        assert.deepInclude(only(target), { message: "must be worth 0.01 to 10000 USDC" })
      })

      test("reports too many digits as too many decimals", async (service) => {
        for (const written of [
          "12.34567800000000000001",
          "0.0000001",
          "24.99999999999999999999999"
        ]) {
          const { code, message } = only(await amount(service, written))
          const expected = ["too_many_decimals", "must have at most 6 decimals"]
          assert.deepStrictEqual([code, message], expected, written)
        }
        const target = (written: string, currency: string) =>
          quote(service, `"target_amount":${written},"target_currency":"${currency}"`)
        for (const written of ["10.123", "10.12345678", "10.1200000000000000000001"]) {
          const { message } = only(await target(written, "GHS"))
          assert.strictEqual(message, "must have at most 2 decimals in GHS", written)
        }
        assert.strictEqual(
          only(await target("10.5", "UGX")).message,
          "must be a whole number in UGX"
        )
      })

      test("names the expected type in plain English", async ({ call }) => {
        const body = {
          source_amount_usdc: "25",
          target_currency: 5,
          idempotency_key: ["key"]
        }
        const answer = await call("POST", "/v1/quotes", { body })
        assertInvalid(answer, "source_amount_usdc", "target_currency", "idempotency_key")
        assert.deepStrictEqual(
          answer.json.errors.map(({ message }: { message: string }) => message),
          ["must be a number", "must be one of UGX, KES, NGN, GHS, TZS", "must be a string"]
        )
        const nulls = await call("POST", "/v1/quotes", {
          body: { source_amount_usdc: 25, target_currency: null, idempotency_key: null }
        })
        assert.deepStrictEqual(
          nulls.json.errors.map(
            ({ code, message }: Record<string, string>) => `${code}: ${message}`
          ),
          [
            "required: is required and must be one of UGX, KES, NGN, GHS, TZS",
            "required: is required and must be a string"
          ]
        )
        const endpoint = { url: "https://example.com/", events: "payout.settled" }
        const events = only(await call("POST", "/v1/webhooks/endpoints", { body: endpoint }))
        assert.strictEqual(events.message, "must be an array")
      })
    },

    "about several fields": (test) => {
      test("reports a field once, whatever errors it has", async (service) => {
        assert.deepInclude(only(await amount(service, "-1")), {
          code: "negative",
          message: "must not be negative"
        })
        const url = `https://example.com/${"a".repeat(3_000)}`
        const body = { url, events: ["payout.settled"] }
        const answer = await service.call("POST", "/v1/webhooks/endpoints", { body })
        assert.deepInclude(only(answer), { field: "url", code: "too_long" })
        assert.strictEqual(answer.json.message, "url must be at most 2048 characters.")
      })

      test("names every invalid field once", async (service) => {
        const { call } = service
        const page = await call("GET", "/v1/payouts?limit=101")
        assert.strictEqual(page.json.message, "limit must be a whole number from 1 to 100.")
        const body = { url: "http://example.com/", events: ["payout.settled"] }
        const url = await call("POST", "/v1/webhooks/endpoints", { body })
        assert.strictEqual(
          url.json.message,
          "url must start with https:// (http only for localhost)."
        )
        const none = await call("POST", "/v1/payouts", { body: {} })
        assert.strictEqual(
          none.json.message,
          "4 fields are invalid: recipient_phone, network, quote_id, idempotency_key."
        )
      })

      test("reports a repeated query parameter", async ({ call }) => {
        const answer = only(await call("GET", "/v1/payouts?limit=1&limit=2"))
        const expected = { field: "limit", code: "repeated", message: "must be given once" }
        assert.deepInclude(answer, expected)
      })

      test("names the invalid characters of a text", async (service) => {
        const name = (text: string) =>
          service.call("POST", "/v1/beneficiaries", {
            raw: `{"name":"${text}","phone":"+256770000001","network":"MTN_UG"}`
          })
        const cases = [
          ["half \\ud800", "must be well-formed Unicode, without half a surrogate pair"],
          ["a\\u0007", "must not contain control characters or marks of text direction"],
          ["evil \\u202egpj", "must not contain control characters or marks of text direction"],
          ["\\u2066Amina", "must not contain control characters or marks of text direction"],
          ["   ", "must not be blank"],
          ["\\u00a0", "must not be blank"],
          ["", "must not be empty"]
        ] as const
        for (const [text, message] of cases) {
          assert.strictEqual(only(await name(text)).message, message, text)
        }
        const blank = { source_amount_usdc: 1, target_currency: "UGX", idempotency_key: "   " }
        const key = await service.call("POST", "/v1/quotes", { body: blank })
        assert.deepInclude(only(key), { field: "idempotency_key", message: "must not be blank" })
        assert.strictEqual((await name("أمينة ‏Nakató")).status, 201)
      })
    },

    "about bodies, rows and states": (test) => {
      test("names both content types that batches accept", async ({ call }) => {
        const post = (path: string, type: string) =>
          call("POST", path, { raw: "x", headers: { "content-type": type } })
        const batches = await post("/v1/batches", "text/csv")
        assertProblem(batches, 415, "UNSUPPORTED_MEDIA_TYPE")
        assert.match(batches.json.message, /application\/json.*multipart\/form-data/)
        const quotes = await post("/v1/quotes", "text/csv")
        assert.strictEqual(quotes.json.message, "The body must be application/json in UTF-8.")
      })

      test("reports an empty file as empty", async ({ call }) => {
        const raw =
          '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n\r\n--b--\r\n'
        const headers = { "content-type": "multipart/form-data; boundary=b" }
        const { message } = only(await call("POST", "/v1/batches", { raw, headers }))
        assert.match(String(message), /found nothing$/)
      })

      test("does not mention accounts to an operator", async ({ call }) => {
        const answer = await call("GET", "/admin/v1/payouts/po_x", { key: Service.adminKey })
        assertProblem(answer, 404, "PAYOUT_NOT_FOUND")
        assert.strictEqual(answer.json.message, "There is no payout po_x.")
        assert.strictEqual(
          (await call("GET", "/v1/nothing")).json.message,
          "There is no such path. See /docs for the paths of this API."
        )
      })

      test("names the row of a single bad row, and the rows of several", async ({ call }) => {
        const row = (key: string, more: object = {}) => ({
          ...{
            phone: "+256770000001",
            network: "mtn_uganda",
            amount_usdc: 5,
            idempotency_key: key
          },
          ...more
        })
        const submit = (...payouts: ReadonlyArray<object>) =>
          call("POST", "/v1/batches", { body: { payouts } })
        const one = await submit(row("a"), row("b", { phone: "1" }))
        assert.match(one.json.message, /^Row 2: phone must be an E\.164 number/)
        const two = await submit(row("a", { amount_usdc: 1e9 }), row("b"), row("c", { phone: "1" }))
        assert.strictEqual(two.json.message, "2 fields are invalid, in rows 1, 3.")
        assert.strictEqual(two.json.errors[0].message, "must be from 0.01 to 10000 USDC")
        const many = await submit(
          ...Array.from({ length: 12 }, (_, at) => row(`${at}`, { phone: "" }))
        )
        assert.match(
          many.json.message,
          /^12 fields are invalid, in rows 1, 2, .*, 10 and 2 more\.$/
        )
      })

      test("explains why an underpaid payout cannot be cancelled", async (service) => {
        const { key } = await customer(service)
        const made = await service.call("POST", "/v1/quotes", {
          key,
          body: { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: "under" }
        })
        const { json } = await service.call("POST", "/v1/payouts", {
          key,
          body: {
            quote_id: made.json.quote_id,
            recipient_phone: "+256770000001",
            recipient_name: "SANDBOX UNFUNDED",
            network: "MTN_UG",
            idempotency_key: "under"
          }
        })
        const path = `/v1/payouts/${json.payout_id}`
        const deposit = { deposit: { amount_usdc: 10 } }
        await service.call("POST", `/v1/sandbox${path.slice(3)}/simulate`, { key, body: deposit })
        await until(
          () => service.call("GET", path, { key }),
          (answer) => answer.json.funding_status === "underpaid"
        )
        const answer = await service.call("POST", `${path}/cancel`, { key, body: {} })
        assertProblem(answer, 409, "INVALID_STATE")
        const expected =
          "This payout (AWAITING_FUNDS) cannot be cancelled, because a deposit for it has arrived."
        assert.strictEqual(answer.json.message, expected)
      })
    }
  }
)
