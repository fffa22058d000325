/** Specification 4, 5, 7, 8, 9: the statements about every route. */
import { assert } from "@effect/vitest"
import { type Document, operations } from "../http/schemas.ts"
import { assertInvalid, assertProblem, customer, suite } from "../http/suite.ts"
import * as Service from "../support/service.ts"
import { ask, phone, row } from "./requests.ts"

const documentOf = async ({ call }: Service.Service): Promise<Document> =>
  (await call("GET", "/openapi.json")).json

const keyOf = (path: string) => (path.startsWith("/admin") ? { key: Service.adminKey } : {})

suite(
  "Every route, by the specification",
  {},
  {
    "lists and errors": (test) => {
      test("4 every list takes limit from 1 to 100, default 20, and offset, default 0", async (service) => {
        const batch = await ask(service, 202, "POST /v1/batches", {
          body: { payouts: [row("list")] }
        })
        const hook = { url: "http://127.0.0.1:1/", events: ["*"] }
        const endpoint = await ask(service, 201, "POST /v1/webhooks", { body: hook })
        const { id } = await customer(service)
        const ids = { batches: batch.id, endpoints: endpoint.id, accounts: id }
        const lists = operations(await documentOf(service)).filter(({ operation }) =>
          operation.parameters.some(({ name }) => name === "offset")
        )
        assert.isAtLeast(lists.length, 9)
        for (const { path } of lists) {
          const url = path.replace(
            /(\w+)\/\{\w+\}/,
            (_, of: keyof typeof ids) => `${of}/${ids[of]}`
          )
          const list = async (query: string) => service.call("GET", `${url}?${query}`, keyOf(path))
          assert.deepInclude((await list("")).json, { limit: 20, offset: 0 }, path)
          assert.deepInclude((await list("limit=100&offset=7")).json, { limit: 100, offset: 7 })
          assert.isArray((await list("limit=1")).json.data)
          for (const limit of ["0", "101", "x", ""])
            assertInvalid(await list(`limit=${limit}`), "limit")
          assertInvalid(await list("offset=-1"), "offset")
        }
      })

      test("8 a page has 1 to 100 objects, 20 by default", async (service) => {
        const { key } = await customer(service)
        for (let n = 0; n < 22; n++) {
          const saved = { name: `Jo ${n}`, phone, network: "MTN_UG" }
          await ask(service, 201, "POST /v1/beneficiaries", { body: saved, key })
        }
        const page = async (query: string) =>
          ask(service, 200, `GET /v1/beneficiaries${query}`, { key })
        assert.strictEqual((await page("")).data.length, 20)
        assert.strictEqual((await page("?limit=100")).data.length, 22)
        assert.strictEqual((await page("?offset=20")).data.length, 2)
        assert.strictEqual((await page("?limit=1&offset=21")).data[0].name, "Jo 0")
      })

      test("7 an error has error, message and error_code", async (service) => {
        const answer = await service.call("POST", "/v1/quotes", { body: {} })
        assert.include(answer.json, { error: "VALIDATION_ERROR", error_code: "VALIDATION_ERROR" })
        assert.isString(answer.json.message)
        assertProblem(await service.call("GET", "/v1/quotes/qt_none"), 404, "QUOTE_NOT_FOUND")
      })

      test("9 the path prefix is /v1", async (service) => {
        const unversioned = [
          "/healthz",
          "/readyz",
          "/metrics",
          "/openapi.json",
          "/docs",
          "/changelog",
          "/llms.txt",
          "/postman.json"
        ]
        for (const { path } of operations(await documentOf(service))) {
          assert.isTrue(/^(\/admin)?\/v1\//.test(path) || unversioned.includes(path), path)
        }
      })
    },

    "keys and idempotency": (test) => {
      test("5 several keys are active at once, and are created, rotated and revoked", async (service) => {
        const { id, key } = await customer(service)
        const path = `/admin/v1/accounts/${id}/api-keys`
        const body = { name: "second", scope: "full" }
        const second = (await service.call("POST", path, { key: Service.adminKey, body })).json
        const status = async (each: string) =>
          (await service.call("GET", "/v1/payouts", { key: each })).status
        assert.deepStrictEqual([await status(key), await status(second.key)], [200, 200])
        const rotate = await service.call("POST", `${path}/${second.id}/rotate`, {
          key: Service.adminKey,
          body: { overlap_hours: 0 }
        })
        assert.deepStrictEqual(
          [await status(second.key), await status(rotate.json.key)],
          [401, 200]
        )
        await service.call("DELETE", `${path}/${rotate.json.id}`, { key: Service.adminKey })
        assert.deepStrictEqual([await status(rotate.json.key), await status(key)], [401, 200])
      })

      test("5 every POST accepts an idempotency_key and repeats its first response", async (service) => {
        const quote = async (key: string) => (await service.quote(key)).json.quote_id
        const item = { recipient_phone: phone, network: "MTN_UG" }
        const hook = { url: "http://127.0.0.1:1/", events: ["*"] }
        const cases: ReadonlyArray<readonly [path: string, body: object]> = [
          ["/v1/quotes", { source_amount_usdc: 1, target_currency: "UGX" }],
          ["/v1/payouts", { quote_id: await quote("a"), ...item }],
          [
            "/v1/payouts/bulk",
            { payouts: [{ quote_id: await quote("b"), ...item, idempotency_key: "x" }] }
          ],
          ["/v1/batches", { payouts: [row("y")] }],
          ["/v1/beneficiaries", { name: "Jo", phone, network: "MTN_UG" }],
          ["/v1/webhooks", hook],
          ["/admin/v1/accounts", { name: "n", email: "a@b.example" }]
        ]
        for (const [path, given] of cases) {
          const body = { ...given, idempotency_key: "once" }
          const first = await service.call("POST", path, { body, ...keyOf(path) })
          const again = await service.call("POST", path, { body, ...keyOf(path) })
          assert.oneOf(first.status, [201, 202], `${path} ${first.text}`)
          assert.deepStrictEqual([again.status, again.text], [first.status, first.text])
          assert.strictEqual(again.headers.get("idempotent-replayed"), "true", path)
        }
        const posts = operations(await documentOf(service)).filter(
          ({ method }) => method === "post"
        )
        for (const { operation, path } of posts) {
          const names = operation.parameters.map(({ name }) => name)
          assert.include(names, "Idempotency-Key", path)
        }
      })
    }
  }
)

suite("Rate limits, by the specification", { RATE_LIMITS: "on" }, (test) => {
  test("8 every response has the rate headers, as integers", async (service) => {
    const calls = [
      await service.call("GET", "/v1/rates", { key: null }),
      await service.call("GET", "/v1/payouts"),
      await service.call("GET", "/v1/payouts", { key: null }),
      await service.call("GET", "/nowhere")
    ]
    for (const { headers } of calls) {
      for (const name of ["Limit", "Remaining", "Reset"]) {
        assert.match(headers.get(`X-RateLimit-${name}`) ?? "", /^\d+$/)
      }
    }
  })

  test("8 production accepts 100 requests per minute, and 10 bulk requests", async (service) => {
    // The test checks production's numbers alone, because the sandbox does not apply them.
    const { requestsPerWindow } = (await import("../../src/config/Limits.ts")).http
    assert.strictEqual(requestsPerWindow.production, 100)
    const statuses = []
    for (let n = 0; n < 11; n++) {
      statuses.push((await service.call("POST", "/v1/payouts/bulk", { body: {} })).status)
    }
    assert.deepStrictEqual(statuses, [...Array.from({ length: 10 }, () => 400), 429])
  })
})
