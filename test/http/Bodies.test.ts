import { assert } from "@effect/vitest"
import * as Service from "../support/service.ts"
import { assertInvalid, assertProblem, bytes, exchange, suite } from "./suite.ts"

const good = { source_amount_usdc: 25, target_currency: "UGX" }

/** The head of a request whose JSON body has the length of this text in bytes. */
const head = (body: string, more = "") =>
  `POST /v1/quotes HTTP/1.1\r\nAuthorization: Bearer ${Service.apiKey}\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${body.length}${more}`

suite(
  "A request's body",
  {},
  {
    "as JSON": (test) => {
      test("is refused if it is not a JSON object", async ({ call }) => {
        const bodies = {
          malformed_json: [
            "{",
            '{"a":1,}',
            "{'a':1}",
            "undefined",
            '{"a":NaN}',
            '{"a":01}',
            "\u0000",
            "}{"
          ],
          not_an_object: ["[]", "null", "true", "25", '"text"', "[{}]"]
        }
        for (const [code, texts] of Object.entries(bodies)) {
          for (const raw of texts) {
            const answer = await call("POST", "/v1/quotes", { raw })
            assertInvalid(answer, "body")
            assert.strictEqual(answer.json.errors[0].code, code, raw)
          }
        }
      })

      test("is read as an empty object if it is empty", async (service) => {
        const fields = ["source_amount_usdc", "target_currency", "idempotency_key"]
        assertInvalid(await service.call("POST", "/v1/quotes"), ...fields)
        assertInvalid(await service.call("POST", "/v1/quotes", { raw: " \n" }), ...fields)
        assertInvalid(await service.call("POST", "/v1/quotes", { raw: "{}" }), ...fields)
      })

      test("is refused or ignored with deep nesting, never a crash", async ({ call }) => {
        const deep = "[".repeat(200_000) + "]".repeat(200_000)
        assertInvalid(await call("POST", "/v1/quotes", { raw: deep }), "body")
        const field = (value: string) =>
          `{"source_amount_usdc":1,"target_currency":"UGX","idempotency_key":"d","metadata":${value}}`
        assertInvalid(await call("POST", "/v1/quotes", { raw: field(deep) }), "body")
        // Nesting of a depth that a body may have is ignored, like every unknown field.
        const shallow = "[".repeat(10_000) + "]".repeat(10_000)
        assert.strictEqual((await call("POST", "/v1/quotes", { raw: field(shallow) })).status, 201)
        const digits = field(shallow).replace('"UGX"', '"12345678901234567890"')
        assert.strictEqual((await call("POST", "/v1/quotes", { raw: digits })).status, 400)
      })

      test("is refused with bytes that are not UTF-8, and accepted with a byte order mark", async (service) => {
        const text = (key: string) => JSON.stringify({ ...good, idempotency_key: key })
        const broken = text("caf\xe9")
        assertInvalid(await exchange(service, head(broken), broken), "body")
        const marked = `\xef\xbb\xbf${text("marked")}`
        assert.strictEqual((await exchange(service, head(marked), marked)).status, 201)
      })

      test("may have fields with the names of JavaScript's built-in properties", async ({
        call,
        quote
      }) => {
        const { json } = await quote("proto")
        const raw =
          `{"quote_id":"${json.quote_id}","recipient_phone":"+256770000001","network":"MTN_UG",` +
          `"idempotency_key":"proto","__proto__":{"recipient_name":"X"},"constructor":1,` +
          `"metadata":{"__proto__":"kept","constructor":"kept"}}`
        const created = await call("POST", "/v1/payouts", { raw })
        assert.strictEqual(created.status, 201, created.text)
        const { text } = await call("GET", `/v1/payouts/${created.json.payout_id}`)
        assert.include(text, '"metadata":{"__proto__":"kept","constructor":"kept"}')
        assert.include(text, '"recipient_name":null')
      })
    },

    "with its content type": (test) => {
      test("is accepted as application/json only", async ({ call }) => {
        const raw = JSON.stringify({ ...good, idempotency_key: "type" })
        const post = (type: string) =>
          call("POST", "/v1/quotes", { raw, headers: { "content-type": type } })
        const refused = [
          "text/plain",
          "application/x-www-form-urlencoded",
          "multipart/form-data; boundary=x",
          "application/jsonp",
          "application/json-seq",
          "application/json; charset=iso-8859-1",
          "application/json; charset=utf-16",
          'application/json; version=1; charset="latin1"',
          "text/json",
          "application",
          ","
        ]
        for (const type of refused) assertProblem(await post(type), 415, "UNSUPPORTED_MEDIA_TYPE")
        const accepted = [
          "application/json",
          "application/json; charset=utf-8",
          "application/json ;charset=UTF-8",
          'application/json; charset="utf-8"',
          "application/json; version=1",
          "APPLICATION/JSON"
        ]
        for (const type of accepted) assert.strictEqual((await post(type)).status, 201, type)
      })

      test("is refused without a content type", async (service) => {
        const body = JSON.stringify({ ...good, idempotency_key: "untyped" })
        const untyped = head(body).replace("Content-Type: application/json\r\n", "")
        assertProblem(await exchange(service, untyped, body), 415, "UNSUPPORTED_MEDIA_TYPE")
      })

      test("is refused when it is compressed", async ({ call }) => {
        const raw = JSON.stringify({ ...good, idempotency_key: "gzip" })
        const post = (encoding: string) =>
          call("POST", "/v1/quotes", { raw, headers: { "content-encoding": encoding } })
        assertProblem(await post("gzip"), 415, "UNSUPPORTED_MEDIA_TYPE")
        assert.strictEqual((await post("identity")).status, 201)
      })

      test("is ignored on a GET", async (service) => {
        const get = "GET /v1/payouts HTTP/1.1\r\nContent-Length: 9\r\nContent-Type: text/plain"
        const authorization = `\r\nAuthorization: Bearer ${Service.apiKey}`
        assert.strictEqual(
          (await exchange(service, `${get}${authorization}`, "whatever!")).status,
          200
        )
      })
    },

    "in its size": (test) => {
      test("is accepted with 1 MiB, and 413 with a byte more", async ({ call }) => {
        const padded = (bytes: number) => {
          const body = JSON.stringify({ ...good, idempotency_key: "large" })
          return `${body.slice(0, -1)}${" ".repeat(bytes - body.length)}}`
        }
        const largest = await call("POST", "/v1/quotes", { raw: padded(1024 * 1024) })
        assert.strictEqual(largest.status, 201)
        for (const size of [1024 * 1024 + 1, 5 * 1024 * 1024]) {
          const answer = await call("POST", "/v1/quotes", { raw: padded(size) })
          assertProblem(answer, 413, "PAYLOAD_TOO_LARGE")
        }
      })

      test("is bounded even without a declared length", async (service) => {
        const chunk = `10000\r\n${" ".repeat(0x10000)}\r\n`
        const chunked = head("").replace("Content-Length: 0", "Transfer-Encoding: chunked")
        const small = JSON.stringify({ ...good, idempotency_key: "chunked" })
        const body = `${small.length.toString(16)}\r\n${small}\r\n0\r\n\r\n`
        assert.strictEqual((await exchange(service, chunked, body)).status, 201)
        const large = await bytes(
          service,
          `${chunked}\r\nHost: a\r\nConnection: close\r\n\r\n${chunk.repeat(17)}0\r\n\r\n`
        )
        assert.match(large, /^HTTP\/1\.1 413/)
        assert.include(large, '"error":"PAYLOAD_TOO_LARGE"')
      })

      test("is refused as a whole with a longer list or record than allowed", async ({ call }) => {
        const events = (length: number) => Array.from({ length }, () => "")
        const register = (length: number) => {
          const body = { url: "https://example.com/", events: events(length) }
          return call("POST", "/v1/webhooks/endpoints", { body })
        }
        assertInvalid(await register(300_000), "body")
        const answer = await register(20_000)
        assertInvalid(answer, "events")
        assert.isBelow(answer.text.length, 10_000)
        const pairs = Array.from({ length: 50_000 }, (_, index) => [`k${index}`, 1])
        const metadata = Object.fromEntries(pairs)
        const payout = await call("POST", "/v1/payouts", { body: { metadata } })
        assertProblem(payout, 400, "VALIDATION_ERROR")
        assert.isBelow(payout.text.length, 10_000)
      })
    }
  }
)
