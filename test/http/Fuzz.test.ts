import { assert } from "@effect/vitest"
import { HttpApi } from "effect/http-api"
import fc from "fast-check"
import * as Api from "../../src/http/Api.ts"
import * as Service from "../support/service.ts"
import { assertHeaders, assertProblem, exchange, suite } from "./suite.ts"

interface Route {
  readonly method: string
  readonly path: string
}

const routes: Array<Route> = []
HttpApi.reflect(Api.Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint }) => {
    routes.push({ method: endpoint.method, path: endpoint.path })
  }
})

const fieldNames = [
  "source_amount_usdc",
  "target_amount",
  "target_currency",
  "idempotency_key",
  "quote_id",
  "recipient_phone",
  "recipient_name",
  "network",
  "reference",
  "metadata",
  "url",
  "events",
  "description",
  "is_active",
  "type",
  "name",
  "email",
  "scope",
  "kyc_status",
  "status",
  "__proto__",
  "constructor"
]

const plausible = fc.constantFrom<unknown>(
  ...[
    0.01,
    25,
    -1,
    1e308,
    1e-7,
    10_000.000001,
    null,
    true,
    "",
    "UGX",
    "GHS",
    "MTN_UG",
    "mtn_ghana"
  ],
  ...["+256770000001", "+2567", "full", "APPROVED", "SUSPENDED", "https://example.com/", "a@b.c"],
  ...[
    "http://[::1",
    "*",
    "webhook.test",
    ["*"],
    ["payout.settled", 5],
    { a: "b" },
    { a: 1 },
    [],
    {}
  ],
  ...["\u0000", "\ud800", "x".repeat(200), [[[[]]]], "2025-01-01", "Infinity", "NaN"]
)

/** Now and then a field that is right, so that more than the first check is met. */
const value = fc.oneof(
  { weight: 3, arbitrary: plausible },
  { weight: 1, arbitrary: fc.jsonValue() }
)

const body = fc.oneof(
  { weight: 4, arbitrary: fc.dictionary(fc.constantFrom(...fieldNames), value, { maxKeys: 8 }) },
  { weight: 1, arbitrary: fc.jsonValue() }
)

const raw = fc.oneof(
  { weight: 6, arbitrary: body.map((each) => JSON.stringify(each)) },
  { weight: 1, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.json().map((text) => text.slice(0, -1)) }
)

const segment = fc.oneof(
  fc.constantFrom("none", "%00", "%zz", "..", "%2f", "__proto__", "po_1", ";", "%C4%B0"),
  fc.webSegment({ size: "small" })
)

const query = fc.oneof(
  fc.webQueryParameters(),
  fc
    .dictionary(
      fc.constantFrom("limit", "offset", "status", "network", "created_from", "batch_id", "x"),
      fc.oneof(plausible.map(String), fc.string())
    )
    .map((pairs) => new URLSearchParams(pairs).toString())
)

const route = fc.constantFrom(...routes)

const request = fc.record({
  route,
  segment,
  query,
  raw,
  header: fc.option(fc.string({ maxLength: 130 }))
})

/** A header value may hold these characters only; a client would refuse to send others. */
const latin1 = (text: string): string => text.replace(/[^\x20-\x7e]/g, "~")

const assertSound = (answer: Service.Answer, asked: unknown): void => {
  const context = JSON.stringify(asked)
  assert.isBelow(answer.status, 500, `${context} ${answer.text}`)
  if (answer.status >= 400) assertProblem(answer, answer.status)
  else assertHeaders(answer)
  assert.isBelow(answer.text.length, 200_000, context)
}

/** Shrinks and reports; about as many runs as fit into three seconds. */
const options = { numRuns: 700, interruptAfterTimeLimit: 3_000, markInterruptAsFailure: false }

suite("whatever is asked", {}, (test) => {
  test("every route answers in shape, never with a 5xx", (service) =>
    fc.assert(
      fc.asyncProperty(request, async (asked) => {
        const { method, path } = asked.route
        const url = `${path.replace(/:\w+/g, asked.segment)}?${asked.query}`
        const isAdmin = path.startsWith("/admin")
        const answer = await service.call(method, url, {
          ...(isAdmin ? { key: Service.adminKey } : {}),
          ...(method === "GET" ? {} : { raw: asked.raw }),
          headers: asked.header === null ? {} : { "idempotency-key": latin1(asked.header) }
        })
        assertSound(answer, asked)
      }),
      options
    ))

  test("any target and method is answered in shape", (service) =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "LOCK", "SEARCH"),
        fc.oneof(
          fc.webPath(),
          fc.string({ unit: "binary-ascii" }),
          segment.map((it) => `/v1/${it}`)
        ),
        async (method, target) => {
          const clean = latin1(target).replace(/ /g, "+")
          const answer = await exchange(
            service,
            `${method} ${clean.startsWith("/") ? clean : `/${clean}`} HTTP/1.1`
          )
          assertSound(answer, { method, target })
        }
      ),
      { ...options, interruptAfterTimeLimit: 1_500 }
    ))

  test("the service is sound afterwards", async (service) => {
    assert.strictEqual((await service.call("GET", "/readyz")).status, 200)
    assert.strictEqual((await service.quote("after the storm")).status, 201)
  })
})
