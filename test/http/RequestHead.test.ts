/** Heads of requests: headers with one value, their bytes, and the spelling of paths. */
import { assert } from "@effect/vitest"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import { assertProblem, exchange, suite, withoutAddress } from "./suite.ts"

const authorization = `\r\nAuthorization: Bearer ${Service.apiKey}`

const post = (service: Service.Service, headers: string, body: object) => {
  const json = Buffer.from(JSON.stringify(body)).toString("latin1")
  const head = `POST /v1/quotes HTTP/1.1${authorization}${headers}`
  return exchange(service, `${head}\r\nContent-Length: ${json.length}`, json)
}

const json = "\r\nContent-Type: application/json"

const quote = { source_amount_usdc: 25, target_currency: "UGX" }

/** Bytes as a socket takes them, one in each character. */
const bytesOf = (text: string): string => Buffer.from(text).toString("latin1")

suite("A header of one value", {}, (test) => {
  test("that is sent twice is named in a 400, whatever its values and letter case", async (service) => {
    const twice = (name: string, value: string) =>
      `\r\n${name}: ${value}\r\n${name.toLowerCase()}: ${value}`
    const cases = {
      "Idempotency-Key": `${json}${twice("Idempotency-Key", "k")}`,
      "Content-Type": twice("Content-Type", "application/json"),
      "X-Account": `${json}${twice("X-Account", "acct_1")}`,
      "X-Dashboard": `${json}${twice("X-Dashboard", "1")}`,
      "Sec-Fetch-Site": `${json}${twice("Sec-Fetch-Site", "same-origin")}`,
      Origin: `${json}${twice("Origin", "http://localhost")}`
    }
    for (const [name, headers] of Object.entries(cases)) {
      const answer = await post(service, headers, quote)
      assertProblem(answer, 400, "VALIDATION_ERROR")
      assert.deepStrictEqual(answer.json.errors, [
        { field: name, code: "malformed", message: "must be sent once" }
      ])
    }
  })

  test("may be as long as another header, and a list header may be sent twice", async (service) => {
    const others = "\r\nAccept: */*\r\nAccept-Encoding: br\r\nX-Forwarded-For: 1.1.1.1"
    const more = `${json}${others}\r\nX-Forwarded-For: 2.2.2.2\r\nIdempotency-Key: once`
    assert.strictEqual((await post(service, more, quote)).status, 201)
  })
})

suite("The header Idempotency-Key", {}, (test) => {
  test("is read as UTF-8, so that it equals the key in a body", async (service) => {
    const key = "clé 鍵 🔑"
    const header = `${json}\r\nIdempotency-Key: ${bytesOf(key)}`
    const first = await post(service, header, quote)
    assert.strictEqual(first.status, 201, first.text)
    const again = await post(service, json, { ...quote, idempotency_key: key })
    assert.strictEqual(again.json.quote_id, first.json.quote_id)
    const both = await post(service, header, { ...quote, idempotency_key: key })
    assert.strictEqual(both.json.quote_id, first.json.quote_id)
  })

  test("is named in a 400 if its bytes are not UTF-8", async (service) => {
    for (const bytes of ["cl\xe9", "\xff", "\xc3", "\xed\xa0\x80"]) {
      const answer = await post(service, `${json}\r\nIdempotency-Key: ${bytes}`, quote)
      assertProblem(answer, 400, "VALIDATION_ERROR")
      assert.strictEqual(answer.json.errors[0].field, "Idempotency-Key")
      assert.include(answer.text, "must be UTF-8")
    }
  })

  test("may have a comma, which is a part of the key", async (service) => {
    const first = await post(service, `${json}\r\nIdempotency-Key: a, b`, quote)
    const again = await post(service, json, { ...quote, idempotency_key: "a, b" })
    assert.strictEqual(again.json.quote_id, first.json.quote_id)
  })
})

suite("The header Authorization", {}, (test) => {
  test("may have several spaces behind its scheme, in any case", async (service) => {
    for (const scheme of ["Bearer ", "Bearer  ", "bearer     ", "BEARER "]) {
      const head = `GET /v1/payouts HTTP/1.1\r\nAuthorization: ${scheme}${Service.apiKey}`
      assert.strictEqual((await exchange(service, head)).status, 200, scheme)
    }
    for (const scheme of ["Bearer", "Bearer\t", "Bearer \t", "Basic "]) {
      const head = `GET /v1/payouts HTTP/1.1\r\nAuthorization: ${scheme}${Service.apiKey}`
      assertProblem(await exchange(service, head), 401, "UNAUTHORIZED")
    }
  })
})

suite("A path with a parameter or a fragment", {}, (test) => {
  test("is 404, because a proxy may block the plain path", async (service) => {
    const admin = `\r\nAuthorization: Bearer ${Service.adminKey}`
    const paths = [
      ...["/metrics;x", "/metrics;", "/metrics#x", "/metrics;x?a=1", ";/metrics"],
      ...["/admin/v1/accounts;x", "/admin;x/v1/accounts", "/v1/payouts;x=1", "/v1/payouts#"],
      ...["/v1/quotes/qt_00000000000000000000000000;x", "/healthz;x", "/docs;", "/dashboard;x"],
      "http://example.com/metrics;x"
    ]
    for (const path of paths) {
      for (const key of [authorization, admin, ""]) {
        const answer = await exchange(service, `GET ${path} HTTP/1.1${key}`)
        if (path.startsWith(";")) assertProblem(withoutAddress(answer), 400)
        else assertProblem(answer, 404)
      }
    }
    const query = "/v1/payouts?search=a;b"
    assert.strictEqual(
      (await exchange(service, `GET ${query} HTTP/1.1${authorization}`)).status,
      200
    )
  })
})

suite("An unknown path under the dashboard's API", {}, (test) => {
  test("is 404 in JSON, and never the dashboard's page", async (service) => {
    const ada = await Visitor.first(service)
    const long = "x".repeat(300)
    for (const path of [`/staff/payouts/${long}/events`, `/payouts/${long}/deliveries`, "/no"]) {
      const answer = await ada.ask("GET", `/dashboard/api${path}`)
      assertProblem(answer, 404, "NOT_FOUND")
    }
    for (const path of ["/dashboard/api", "/dashboard/api/"]) {
      assertProblem(await ada.ask("GET", path), 404, "NOT_FOUND")
    }
    assert.strictEqual((await ada.ask("GET", "/dashboard/apis")).status, 200)
  })
})
