import { assert } from "@effect/vitest"
import type * as Service from "../support/service.ts"
import { assertInvalid, assertKeys, assertProblem, customer, suite } from "./suite.ts"

const fields = ["id", "url", "events", "description", "is_active", "created_at"]
const root = "/v1/webhooks/endpoints"

const register = ({ call }: Service.Service, more: Readonly<Record<string, unknown>> = {}) =>
  call("POST", root, { body: { url: "https://example.com/hook", events: ["*"], ...more } })

/** A client that sends its requests as a new account. */
const stranger = async (service: Service.Service): Promise<Service.Service> => {
  const { key } = await customer(service)
  return { ...service, call: (method, path, call) => service.call(method, path, { key, ...call }) }
}

suite(
  "A webhook endpoint",
  {},
  {
    "when it is created and read": (test) => {
      test("is registered, and its secret is shown", async (shared) => {
        const service = await stranger(shared)
        const events = ["payout.settled", "deposit.received"]
        const { json, status } = await register(service, { events, description: "books" })
        assert.strictEqual(status, 201)
        assertKeys(json, ...fields, "secret")
        assert.match(json.id, /^we_[0-9A-HJKMNP-TV-Z]{26}$/)
        assert.match(json.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
        assert.deepInclude(json, {
          url: "https://example.com/hook",
          events,
          description: "books",
          is_active: true
        })
      })

      test("may be registered at /v1/webhooks too", async (shared) => {
        const service = await stranger(shared)
        const body = { url: "https://example.com/alias", events: ["payout.*"] }
        const { json, status } = await service.call("POST", "/v1/webhooks", { body })
        assert.strictEqual(status, 201)
        assertKeys(json, ...fields, "secret")
        assert.strictEqual((await service.call("GET", `${root}/${json.id}`)).json.url, body.url)
        assert.strictEqual((await service.call("GET", "/v1/webhooks")).status, 405)
      })

      test("never shows the secret again except at rotation", async (shared) => {
        const service = await stranger(shared)
        const created = await register(service)
        const path = `${root}/${created.json.id}`
        const { secret, ...rest } = created.json
        const rotated = await service.call("POST", `${path}/rotate-secret`)
        assert.strictEqual(rotated.status, 200)
        assertKeys(rotated.json, ...fields, "secret")
        assert.match(rotated.json.secret, /^whsec_/)
        assert.notStrictEqual(rotated.json.secret, secret)
        const answers = [
          await service.call("GET", path),
          await service.call("GET", root),
          await service.call("PUT", path, { body: { description: "x" } }),
          await service.call("DELETE", path)
        ]
        for (const { status, text } of answers) {
          assert.strictEqual(status, 200)
          assert.notInclude(text, "whsec_")
          assert.notInclude(text, "secret")
        }
        assert.deepStrictEqual(answers[0]?.json, rest)
      })

      test("is listed newest first, in pages", async (shared) => {
        const service = await stranger(shared)
        const made: Array<string> = []
        for (let index = 0; index < 5; index++) made.unshift((await register(service)).json.id)
        const list = async (query: string) => {
          const { json } = await service.call("GET", `${root}${query}`)
          assertKeys(json, "data", "total", "limit", "offset")
          assert.strictEqual(json.total, 5)
          return json.data.map(({ id }: { id: string }) => id)
        }
        assert.deepStrictEqual(await list(""), made)
        assert.deepStrictEqual(await list("?limit=2&offset=1"), made.slice(1, 3))
        assertInvalid(await service.call("GET", `${root}?limit=101&offset=-1`), "limit", "offset")
      })
    },

    "when it is changed and deleted": (test) => {
      test("keeps fields on update that are not given", async (shared) => {
        const service = await stranger(shared)
        const { json } = await register(service, {
          events: ["payout.failed"],
          description: "first"
        })
        const put = async (body: unknown) =>
          (await service.call("PUT", `${root}/${json.id}`, { body })).json
        const { secret: _, ...before } = json
        assert.deepStrictEqual(await put({}), before)
        const url = "https://example.com/other"
        assert.deepStrictEqual(await put({ url }), { ...before, url })
        assert.deepStrictEqual(await put({ is_active: false }), {
          ...before,
          url,
          is_active: false
        })
        const events = ["payout.settled", "payout.completed"]
        const after = { ...before, url, is_active: false, events }
        assert.deepStrictEqual(await put({ events, url: null, is_active: null }), after)
        assert.deepStrictEqual(await put({ description: null }), { ...after, description: null })
        const got = await service.call("GET", `${root}/${json.id}`)
        assert.deepStrictEqual(got.json, { ...after, description: null })
      })

      test("is deleted for good", async (shared) => {
        const service = await stranger(shared)
        const { json } = await register(service)
        const path = `${root}/${json.id}`
        const deleted = await service.call("DELETE", path)
        assert.deepStrictEqual(deleted.json, { id: json.id, deleted: true })
        const calls = [
          ["GET", path],
          ["PUT", path],
          ["DELETE", path],
          ["POST", `${path}/test`],
          ["POST", `${path}/rotate-secret`]
        ] as const
        for (const [method, gone] of calls) {
          assertProblem(await service.call(method, gone), 404, "WEBHOOK_ENDPOINT_NOT_FOUND")
        }
        assert.strictEqual((await service.call("GET", root)).json.total, 0)
      })

      test("is one of at most 16 of an account, even if they are created concurrently", async (shared) => {
        const service = await stranger(shared)
        const answers = await Promise.all(Array.from({ length: 20 }, () => register(service)))
        const refused = answers.filter(({ status }) => status !== 201)
        assert.strictEqual(refused.length, 4)
        for (const answer of refused) assertProblem(answer, 409, "INVALID_STATE")
        const id = answers.find(({ status }) => status === 201)?.json.id
        await service.call("DELETE", `${root}/${id}`)
        assert.strictEqual((await register(service)).status, 201)
        assertProblem(await register(service), 409, "INVALID_STATE")
      })
    },

    "in its fields": (test) => {
      test("accepts every event name of the contract, and lists them for an unknown one", async (shared) => {
        const service = await stranger(shared)
        const known = [
          "*",
          "payout.*",
          "payout.created",
          "payout.funds_received",
          "payout.initiated",
          "payout.settled",
          "payout.failed",
          "payout.compliance_hold",
          "deposit.received",
          "quote.expired",
          "payout.awaiting_funds",
          "payout.stablecoin_received",
          "payout.payout_initiated",
          "payout.processing",
          "payout.completed",
          "payout.refunded",
          "payout.reversed",
          "payout.manual_review"
        ]
        assert.strictEqual((await register(service, { events: known })).status, 201)
        for (const event of [
          "payout.unknown",
          "PAYOUT.SETTLED",
          "",
          "deposit.*",
          "webhook.test",
          5
        ]) {
          const answer = await register(service, { events: ["payout.settled", event] })
          assertInvalid(answer, "events.1")
          if (event === 5) continue
          for (const name of known) assert.include(answer.json.errors[0].message, name)
        }
        assertInvalid(await register(service, { events: [] }), "events")
        assertInvalid(await register(service, { events: Array(65).fill("*") }), "events")
        for (const events of ["payout.settled", {}, null, 5]) {
          assertInvalid(await register(service, { events }), "events")
        }
      })

      test("has limits in every field, and all errors are reported at once", async (shared) => {
        const service = await stranger(shared)
        const body = { url: "ftp://example.com", events: ["nope"], description: "x".repeat(501) }
        assertInvalid(await service.call("POST", root, { body }), "url", "events.0", "description")
        assertInvalid(await service.call("POST", root, { body: {} }), "url", "events")
        const { json } = await register(service)
        const put = (given: unknown) => service.call("PUT", `${root}/${json.id}`, { body: given })
        assertInvalid(
          await put({ url: "nope", events: [], is_active: "yes" }),
          "url",
          "events",
          "is_active"
        )
        const deep = await service.call("GET", `${root}/${json.id}`)
        assert.strictEqual(deep.json.url, "https://example.com/hook")
      })
    }
  }
)

const badUrls = [
  "http://example.com/",
  "ftp://example.com/",
  "javascript:alert(1)",
  "example.com",
  "https://",
  "https://user:password@example.com/",
  "https://user@example.com/",
  "https://example.com/#fragment",
  "https://10.0.0.1/",
  "https://192.168.1.1/",
  "https://172.16.0.1/",
  "https://169.254.169.254/latest/meta-data",
  "https://100.64.0.1/",
  "https://0.0.0.0/",
  "https://[fe80::1]/",
  "https://[fd00::1]/",
  "https://[::ffff:10.0.0.1]/",
  "https://0x0a000001/",
  "https://2130706433.example:99999/",
  `https://example.com/${"a".repeat(2048)}`,
  "",
  5,
  null
]

const loopback = ["http://localhost:1/", "http://127.0.0.1:1/", "http://[::1]:1/"]

suite("A webhook's url", { WEBHOOK_ALLOW_LOOPBACK: "false" }, (test) => {
  test("must be https to a public address", async (service) => {
    const local = [
      "https://localhost/",
      "https://127.0.0.1/",
      "https://127.1/",
      "https://a.localhost/"
    ]
    const { json } = await register(service)
    for (const url of [...badUrls, ...loopback, ...local]) {
      const answer = await register(service, { url })
      assertInvalid(answer, "url")
      if (typeof url === "string" && url.length > 8) assert.notInclude(answer.text, url)
      if (url === null) continue
      const update = await service.call("PUT", `${root}/${json.id}`, { body: { url } })
      assertInvalid(update, "url")
    }
  })
})

suite("A webhook's url where loopback is allowed", {}, (test) => {
  test("may be on this machine without TLS, and nowhere else", async (service) => {
    for (const url of loopback) {
      assert.strictEqual((await register(service, { url })).status, 201, url)
    }
    for (const url of badUrls) assertInvalid(await register(service, { url }), "url")
  })
})
