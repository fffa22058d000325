import { assert } from "@effect/vitest"
import * as Service from "../support/service.ts"
import { assertHeaders, assertProblem, bytes, exchange, suite, withoutAddress } from "./suite.ts"

const auth = `\r\nAuthorization: Bearer ${Service.apiKey}`

const quoteBody = JSON.stringify({
  source_amount_usdc: 25,
  target_currency: "UGX",
  idempotency_key: "upgrade"
})

suite(
  "A path",
  {},
  {
    "with its method": (test) => {
      test("is 405 with another method, and the allowed methods are listed", async (service) => {
        const cases = [
          ["PUT", "/v1/quotes", "GET, HEAD, POST"],
          ["DELETE", "/v1/quotes/qt_1", "GET, HEAD"],
          ["PUT", "/v1/payouts", "GET, HEAD, POST"],
          ["PATCH", "/v1/webhooks/endpoints/we_1", "GET, HEAD, PUT, DELETE"],
          ["GET", "/v1/payouts/po_1/cancel", "POST"],
          ["POST", "/v1/rates", "GET, HEAD"],
          ["POST", "/healthz", "GET, HEAD"],
          ["DELETE", "/admin/v1/accounts/acct_1", "GET, HEAD, PATCH"]
        ] as const
        for (const [method, path, allow] of cases) {
          const answer = await service.call(method, path)
          assertProblem(answer, 405, "METHOD_NOT_ALLOWED")
          assert.strictEqual(answer.headers.get("allow"), allow, path)
        }
      })

      test("is 405 with OPTIONS and the Allow header, because there is no CORS", async ({
        call
      }) => {
        const answer = await call("OPTIONS", "/v1/payouts", { key: null })
        assertProblem(answer, 405, "METHOD_NOT_ALLOWED")
        assert.strictEqual(answer.headers.get("allow"), "GET, HEAD, POST")
        assert.isNull(answer.headers.get("access-control-allow-origin"))
      })

      test("responds to HEAD as to GET, without the body", async ({ call }) => {
        for (const path of ["/healthz", "/v1/rates", "/v1/payouts", "/v1/payouts/po_none"]) {
          const [head, get] = [await call("HEAD", path), await call("GET", path)]
          assertHeaders(head)
          assert.strictEqual(head.status, get.status)
          assert.strictEqual(head.text, "")
          for (const name of ["content-type", "content-length"]) {
            if (path === "/healthz")
              assert.strictEqual(head.headers.get(name), get.headers.get(name))
          }
        }
        assert.strictEqual((await call("HEAD", "/v1/payouts", { key: null })).status, 401)
        assert.strictEqual((await call("HEAD", "/v1/payouts/po_1/cancel")).status, 405)
      })

      test("is refused with unknown methods", async (service) => {
        for (const method of ["TRACE", "PROPFIND", "LINK", "M-SEARCH"]) {
          const answer = await exchange(service, `${method} /v1/payouts HTTP/1.1${auth}`)
          assertProblem(answer, 405, "METHOD_NOT_ALLOWED")
        }
        const invented = await exchange(service, `STEAL /v1/payouts HTTP/1.1${auth}`)
        assertProblem(withoutAddress(invented), 400, "VALIDATION_ERROR")
      })
    },

    "in its spelling": (test) => {
      test("is 404 NOT_FOUND, with a key and without", async ({ call }) => {
        for (const path of [
          "/v1",
          "/v1/",
          "/v1/quote",
          "/v2/quotes",
          "/v1/payouts/a/b",
          "/admin"
        ]) {
          assertProblem(await call("GET", path), 404, "NOT_FOUND")
          assertProblem(await call("POST", path, { key: null, body: {} }), 404, "NOT_FOUND")
        }
      })

      test("redirects a browser from the root to the dashboard, and is 404 for other clients", async ({
        url
      }) => {
        const at = (accept: string, method = "GET") =>
          fetch(`${url}/`, { method, headers: { accept }, redirect: "manual" })
        const led = await at("text/html,application/xhtml+xml,*/*;q=0.8")
        assert.strictEqual(led.status, 302)
        assert.strictEqual(led.headers.get("location"), "/dashboard")
        for (const accept of ["*/*", "application/json"]) {
          assert.strictEqual((await at(accept)).status, 404)
        }
        assert.strictEqual((await at("text/html", "POST")).status, 405)
        assert.strictEqual((await fetch(`${url}/dashboard`)).status, 200)
      })

      test("is 404 with two slashes, a last slash or an encoded letter", async (service) => {
        const paths = [
          ...["/v1/payouts/", "//v1//payouts", "/v1//payouts", "/v1/%70ayouts", "/v1/payouts%2f"],
          ...["/metrics/", "//metrics", "/%6detrics", "/healthz/", "/docs/", "/openapi.json/"],
          ...["//admin/v1/accounts", "/%61dmin/v1/accounts", "/admin/v1/accounts/"],
          ...["/dashboard/..%2fadmin/v1/accounts", "/v1/../v1/payouts", "/./v1/payouts"],
          ...["/v1/quotes/?limit=1", "/%6detrics?a=%20"]
        ]
        for (const path of paths) {
          const admin = `\r\nAuthorization: Bearer ${Service.adminKey}`
          for (const authorization of [auth, admin, ""]) {
            const answer = await exchange(service, `GET ${path} HTTP/1.1${authorization}`)
            assertProblem(answer, 404, "NOT_FOUND")
          }
        }
        const query = "/v1/payouts?reference=%2f&network=mtn%5Fug"
        assert.strictEqual((await exchange(service, `GET ${query} HTTP/1.1${auth}`)).status, 200)
      })

      test("may be part of a full URL", async (service) => {
        const answer = await exchange(service, `GET http://example.com/v1/payouts HTTP/1.1${auth}`)
        assert.strictEqual(answer.status, 200)
      })

      test("is case-sensitive", async ({ call }) => {
        assertProblem(await call("GET", "/V1/Payouts"), 404, "NOT_FOUND")
      })
    },

    "with odd characters or lengths": (test) => {
      test("is a plain 404 with broken percent-encoding", async (service) => {
        const paths = [
          "/%zz",
          "/v1/payouts/%",
          "/v1/payouts/%zz",
          "/v1/payouts/%e4",
          "/v1/payouts/%c3%28",
          "/v1/payouts/%00",
          "/v1/payouts/po_1%00",
          "/v1/payouts/%2e%2e/quotes",
          "/v1/payouts/%2F",
          "/v1/payouts/%C4%B0/cancel/%C4%B0",
          "/v1/payouts/%25zz",
          "/v1/payouts/..%2f..%2fetc%2fpasswd",
          "/v1/payouts/__proto__",
          "/v1/payouts/constructor",
          "/v1/quotes/toString",
          "/v1/webhooks/endpoints/__proto__",
          "/admin/v1/accounts/__proto__",
          "*",
          "/;",
          "/v1/payouts/a;b",
          "/v1/payouts/%3F"
        ]
        for (const path of paths) {
          const answer = await exchange(service, `GET ${path} HTTP/1.1${auth}`)
          assert.isTrue(
            [401, 404].includes(answer.status),
            `${path}: ${answer.status} ${answer.text}`
          )
          assertProblem(answer, answer.status)
        }
        const raw = await exchange(service, `GET /v1/payouts/\xe4\xf6 HTTP/1.1${auth}`)
        assertProblem(withoutAddress(raw), 400, "VALIDATION_ERROR")
      })

      test("has ids that the service looks up as they are written", async ({ call }) => {
        const answer = await call("GET", "/v1/payouts/po_Ab-c")
        assertProblem(answer, 404, "PAYOUT_NOT_FOUND")
        assert.include(answer.json.message, "po_Ab-c")
        assertProblem(await call("GET", "/v1/payouts/po_%41b"), 404, "NOT_FOUND")
      })

      test("is 404 when it is very long, and 431 beyond the header limit", async (service) => {
        const long = await service.call("GET", `/v1/payouts/${"a".repeat(8_000)}`)
        assertProblem(long, 404, "NOT_FOUND")
        const longer = await exchange(
          service,
          `GET /v1/payouts/${"a".repeat(20_000)} HTTP/1.1${auth}`
        )
        assertProblem(withoutAddress(longer), 431, "PAYLOAD_TOO_LARGE")
      })

      test("may have a broken, repeated or huge query without harm", async (service) => {
        const queries = [
          "?%zz=1",
          "?status=%zz",
          "?limit=%00",
          "?=&&==",
          "?__proto__=1",
          "?limit=1&limit=2"
        ]
        for (const query of [...queries, `?${"a=1&".repeat(2000)}`, `?x=${"%41".repeat(3000)}`]) {
          const answer = await exchange(service, `GET /v1/payouts${query} HTTP/1.1${auth}`)
          assert.isTrue([200, 400].includes(answer.status), `${query.slice(0, 50)}: ${answer.text}`)
        }
      })
    }
  }
)

suite("Bytes that are not HTTP", {}, (test) => {
  test("get a refusal of the usual shape, and the connection is closed", async (service) => {
    const requests = [
      "nonsense\r\n\r\n",
      "GET /healthz HTTP/9.9\r\n\r\n",
      "GET /healthz HTTP/1.1\r\nContent-Length: abc\r\n\r\n",
      "POST /v1/quotes HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "GET /healthz HTTP/1.1\r\nHost: a\r\nBad Header: 1\r\n\r\n",
      "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"
    ]
    for (const request of requests) {
      const answer = await bytes(service, request)
      assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/, request)
      assert.match(answer, /\r\nx-request-id: req_/)
      assert.match(answer, /\r\nx-ratelimit-limit: 200\r\n/)
      const body = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))
      assert.strictEqual(body.error, "VALIDATION_ERROR")
      assert.strictEqual(body.error_code, "VALIDATION_ERROR")
      assert.strictEqual(body.doc_url, "/docs#description/validation_error", "guesses no address")
    }
    assert.strictEqual((await service.call("GET", "/healthz")).status, 200)
  })

  test("are refused with a body and headers, which Node alone would not send", async (service) => {
    const key = `Authorization: Bearer ${Service.apiKey}\r\n`
    const get = `GET /v1/payouts HTTP/1.1\r\n${key}`
    const post = `POST /v1/quotes HTTP/1.1\r\n${key}Host: a\r\nContent-Type: application/json\r\n`
    const cases = [
      [get, 400, "Host must be sent"],
      [`${get}Host: a\r\nHost: b\r\n`, 400, "Host must be sent once"],
      [`${get}host: a\r\nHOST: a\r\n`, 400, "Host must be sent once"],
      [`${get}${key}Host: a\r\n`, 400, "Authorization must be sent once"],
      [`${get}Host: a\r\nExpect: miracles\r\n`, 417, "The header Expect must be 100-continue"],
      [`${post}Transfer-Encoding: identity, chunked\r\n`, 400, "Transfer-Encoding must be"],
      [`CONNECT example.com:443 HTTP/1.1\r\nHost: a\r\n`, 400, "request must not use CONNECT"]
    ] as const
    for (const [head, status, message] of cases) {
      const answer = await bytes(service, `${head}\r\n`)
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `), head)
      for (const name of ["x-request-id: req_", "x-ratelimit-remaining: ", "connection: close"]) {
        assert.include(answer, `\r\n${name}`, head)
      }
      const body = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))
      assert.isTrue(body.message.startsWith(message), body.message)
      assert.strictEqual(body.error_code, body.error)
      assert.match(body.request_id, /^req_/)
    }
    const old = await bytes(service, "GET /healthz HTTP/1.0\r\n\r\n")
    assert.match(old, /^HTTP\/1\.1 200/)
  })
})

suite("A request", {}, (test) => {
  test("that offers an upgrade gets the same response as one that does not", async (service) => {
    const health = "GET /healthz HTTP/1.1\r\nConnection: Upgrade, close\r\nUpgrade: websocket"
    const { hostname, port } = new URL(service.url)
    for (const upgrade of ["websocket", "h2c"]) {
      const head = [
        "POST /v1/quotes HTTP/1.1",
        `Host: ${hostname}:${port}`,
        "Connection: Upgrade, close",
        `Upgrade: ${upgrade}`,
        `Authorization: Bearer ${Service.apiKey}`,
        "Content-Type: application/json",
        `Content-Length: ${quoteBody.length}`
      ]
      const answer = await bytes(service, `${head.join("\r\n")}\r\n\r\n${quoteBody}`)
      assert.match(answer, upgrade === "h2c" ? /^HTTP\/1\.1 201/ : /^HTTP\/1\.1 (201|4)/, upgrade)
    }
    assert.match(await bytes(service, `${health}\r\nHost: a\r\n\r\n`), /^HTTP\/1\.1 200/)
  })

  test("with Expect: 100-continue gets a 100 first", async (service) => {
    const head = [
      "POST /v1/quotes HTTP/1.1",
      `Authorization: Bearer ${Service.apiKey}`,
      "Content-Type: application/json",
      "Expect: 100-continue",
      `Content-Length: ${quoteBody.length}`
    ].join("\r\n")
    const request = `${head}\r\nHost: a\r\nConnection: close\r\n\r\n${quoteBody}`
    const answer = await bytes(service, request)
    assert.match(answer, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201/)
  })
})
