/** The limits of an API key: its scope, its expiry, and the addresses from which it works. */
import { assert } from "@effect/vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as Role from "../../src/domain/account/Role.ts"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import type { Document } from "./schemas.ts"
import * as Schemas from "./schemas.ts"
import { assertInvalid, assertProblem, customer, suite, until } from "./suite.ts"

const dayMs = 24 * 3_600_000

const after = (ms: number): string => new Date(Date.now() + ms).toISOString()

/** Issues a key for a new account. */
const issue = async (service: Service.Service, body: Readonly<Record<string, unknown>>) => {
  const { id } = await customer(service)
  const path = `/admin/v1/accounts/${id}/api-keys`
  const make = (more: Readonly<Record<string, unknown>> = {}) =>
    service.call("POST", path, {
      key: Service.adminKey,
      body: { name: "bounded", scope: "full", ...body, ...more }
    })
  return { path, make, made: await make() }
}

const keyOf = async (service: Service.Service, body: Readonly<Record<string, unknown>>) => {
  const { made } = await issue(service, body)
  assert.strictEqual(made.status, 201, made.text)
  return made.json.key as string
}

/** The area of an operation; `undefined` if keys cannot be confined to it. */
const areaOf = (path: string, method: string): Role.Area | undefined => {
  // A confined key must not take money out of the balance.
  const isOut = /^\/v1\/balance\/(addresses|withdrawals)/.test(path)
  if (isOut && method !== "get") return undefined
  if (path === "/v1/account") return "identity"
  if (/^\/v1\/(webhooks|events)\b/.test(path)) return "webhooks"
  if (/\/(audit-logs?|requests)\b/.test(path)) return undefined
  return /^\/v1\/reports\//.test(path) ? "reports" : "payouts"
}

const reading = ["/v1/recipients/validate"]

/** The operations of accounts, each with the area and access that it needs. */
const operationsOf = async ({ call }: Service.Service) => {
  const document: Document = (await call("GET", "/openapi.json", { key: null })).json
  return Schemas.operations(document)
    .filter(({ path }) => path.startsWith("/v1/") && !/^\/v1\/(networks|rates)$/.test(path))
    .map(({ method, path }) => {
      const area = areaOf(path, method)
      const writes = area === "webhooks" ? "endpoints" : "write"
      const needs = method === "get" || reading.includes(path) ? "read" : writes
      const need: Role.Need = { needs, area }
      return { method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, "none"), need }
    })
}

const assertRefused = (answer: Service.Answer, scope: Role.KeyScope, need: Role.Need) => {
  assertProblem(answer, 403, "FORBIDDEN")
  for (const named of [scope, ...Role.scopesFor(need)]) {
    assert.include(answer.json.message, `\`${named}\``)
  }
}

suite(
  "The scope of a key",
  {},
  {
    "over every operation of the API": (test) => {
      for (const scope of Role.KeyScope.literals) {
        test(`${scope} opens the operations of its area, and refuses the others`, async (service) => {
          const key = await keyOf(service, { scope })
          const operations = await operationsOf(service)
          assert.isAbove(operations.length, 35)
          for (const { method, need, path } of operations) {
            const body = ["GET", "DELETE"].includes(method) ? {} : { body: {} }
            const answer = await service.call(method, path, { key, ...body })
            if (!Role.keyMay(scope, need)) assertRefused(answer, scope, need)
            else assert.notInclude([401, 403, 500], answer.status, `${method} ${path}`)
          }
        })
      }
    },

    "in a message and on the hot routes": (test) => {
      test("webhooks does not create a payout, and the message names the scopes that do", async (service) => {
        const key = await keyOf(service, { scope: "webhooks" })
        const refused = await service.call("POST", "/v1/payouts", { key, body: {} })
        assertProblem(refused, 403, "FORBIDDEN")
        assert.strictEqual(
          refused.json.message,
          "The scope of this API key is `webhooks`. This operation needs `payouts` or `full`."
        )
      })

      test("payouts creates a quote and reads it", async (service) => {
        const key = await keyOf(service, { scope: "payouts" })
        const body = { source_amount_usdc: 5, target_currency: "UGX", idempotency_key: "narrow" }
        const quote = await service.call("POST", "/v1/quotes", { key, body })
        assert.strictEqual(quote.status, 201, quote.text)
        const path = `/v1/quotes/${quote.json.quote_id}`
        assert.strictEqual((await service.call("GET", path, { key })).status, 200)
      })

      test("never opens an operator's route or the dashboard", async (service) => {
        for (const scope of Role.KeyScope.literals) {
          const key = await keyOf(service, { scope })
          for (const path of ["/admin/v1/accounts", "/dashboard/api/api-keys"]) {
            assertProblem(await service.call("GET", path, { key }), 401, "UNAUTHORIZED")
          }
        }
      })
    }
  }
)

suite("The expiry of a key", {}, (test) => {
  test("is in the future, at most five years away", async (service) => {
    const { make, path } = await issue(service, {})
    for (const expires_at of ["soon", "2026-02-30", "", 5, after(-1), after(1828 * dayMs)]) {
      assertInvalid(await make({ expires_at }), "expires_at")
    }
    const expires_at = after(1826 * dayMs)
    const made = await make({ expires_at })
    assert.strictEqual(made.json.expires_at, expires_at)
    assert.isNull((await make({ expires_at: null })).json.expires_at)
    const list = await service.call("GET", path, { key: Service.adminKey })
    const shown = list.json.data.map((each: { expires_at: unknown }) => each.expires_at)
    assert.deepStrictEqual(shown.slice(0, 2), [null, expires_at])
  })

  test("is shown by /v1/account", async (service) => {
    const bounds = { expires_at: after(dayMs), allowed_ips: ["127.0.0.0/8", "::1"] }
    const key = await keyOf(service, { ...bounds, scope: "reports" })
    const { json } = await service.call("GET", "/v1/account", { key })
    assert.deepInclude(json.key, { ...bounds, scope: "reports" })
  })

  test("refuses the key's requests from then on, and names the time", async (service) => {
    const expires_at = after(2_000)
    const { made, path } = await issue(service, { expires_at })
    const { id, key } = made.json
    const refused = await until(
      () => service.call("GET", "/v1/account", { key }),
      ({ status }) => status !== 200
    )
    assertProblem(refused, 401, "UNAUTHORIZED")
    assert.strictEqual(refused.json.message, `This API key expired on ${expires_at}.`)
    assert.isAtLeast(Date.now(), Date.parse(expires_at), "it was not refused before")
    const rotated = await service.call("POST", `${path}/${id}/rotate`, {
      key: Service.adminKey,
      body: {}
    })
    assertProblem(rotated, 409, "INVALID_STATE")
  })
})

/** The test's address is a trusted proxy, so that a header gives the client's address. */
const proxied = { TRUSTED_PROXIES: "127.0.0.0/8,::1", RATE_LIMITS: "on" }

suite("The allowed addresses of a key", proxied, (test) => {
  const from = (address: string) => ({ headers: { "x-forwarded-for": address } })

  test("are the only addresses from which it works, and a refusal names the client's address", async (service) => {
    const key = await keyOf(service, {
      allowed_ips: ["203.0.113.0/24", "198.51.100.7", "2001:db8::/32", "::ffff:192.0.2.0/120"]
    })
    const ask = (address: string) => service.call("GET", "/v1/payouts", { key, ...from(address) })
    const good = ["203.0.113.9", "198.51.100.7", "2001:db8::7", "192.0.2.9", "::ffff:203.0.113.9"]
    for (const address of good) {
      assert.strictEqual((await ask(address)).status, 200, address)
    }
    for (const address of ["203.0.114.9", "198.51.100.8", "2001:db9::7", "192.0.3.9"]) {
      const refused = await ask(address)
      assertProblem(refused, 403, "FORBIDDEN")
      assert.strictEqual(
        refused.json.message,
        `This API key may not be used from ${address}.`,
        "it names the address"
      )
    }
    const direct = await service.call("GET", "/v1/payouts", { key })
    assertProblem(direct, 403, "FORBIDDEN")
    assert.match(direct.json.message, /from (127\.0\.0\.1|::1)\.$/)
  })

  test("apply to hot routes", async (service) => {
    const key = await keyOf(service, { allowed_ips: ["203.0.113.0/24"] })
    const body = { source_amount_usdc: 5, target_currency: "UGX", idempotency_key: "from here" }
    const quote = (address: string) =>
      service.call("POST", "/v1/quotes", { key, body, ...from(address) })
    assertProblem(await quote("203.0.114.9"), 403, "FORBIDDEN")
    assert.strictEqual((await quote("203.0.113.9")).status, 201)
  })

  test("keep requests from other addresses out of the key's rate window", async (service) => {
    const key = await keyOf(service, { allowed_ips: ["203.0.113.0/24"] })
    const ask = (address: string) => service.call("GET", "/v1/payouts", { key, ...from(address) })
    const left = ({ headers }: Service.Answer) => Number(headers.get("x-ratelimit-remaining"))
    const first = left(await ask("203.0.113.9"))
    assert.strictEqual(left(await ask("198.51.100.77")), 199, "a window of the address")
    assert.strictEqual(left(await ask("203.0.113.9")), first - 1)
  })

  test("are one to twenty addresses or ranges, and every invalid one is named", async (service) => {
    const { make } = await issue(service, {})
    const bad = ["10.0.0.0/8", "10.0.0", "10.0.0.0/33", "fe80::1%eth0", "0x7f.1", "::1"]
    const answer = await make({ allowed_ips: bad })
    assertInvalid(answer, "allowed_ips.1", "allowed_ips.2", "allowed_ips.3", "allowed_ips.4")
    const many = Array.from({ length: 21 }, (_, index) => `10.0.0.${index}`)
    assertInvalid(await make({ allowed_ips: many }), "allowed_ips")
    assertInvalid(await make({ allowed_ips: [] }), "allowed_ips")
    assertInvalid(await make({ allowed_ips: "10.0.0.1" }), "allowed_ips")
    assert.strictEqual((await make({ allowed_ips: many.slice(1) })).status, 201)
    assert.isNull((await make({ allowed_ips: null })).json.allowed_ips)
  })
})

const operators = "/admin/v1/operators"
type Asked = Readonly<Record<string, unknown>>
const hours = (ms: number) => ms / 3_600_000

const desk = ({ call }: Service.Service, key = Service.adminKey) => ({
  issue: (body: Asked) => call("POST", operators, { key, body }),
  rotate: (id: string, body: Asked = {}) =>
    call("POST", `${operators}/${id}/rotate`, { key, body }),
  list: () => call("GET", operators, { key })
})

const untilRefused = (service: Service.Service, key: string) =>
  until(desk(service, key).list, ({ status }) => status !== 200)

suite("The allowed addresses of an operator's key", proxied, (test) => {
  test("apply to the key and its successor", async (service) => {
    const made = await desk(service).issue({ name: "office", allowed_ips: ["203.0.113.0/24"] })
    assert.deepStrictEqual(made.json.allowed_ips, ["203.0.113.0/24"], made.text)
    const next = await desk(service).rotate(made.json.id)
    assert.deepStrictEqual(next.json.allowed_ips, ["203.0.113.0/24"], next.text)
    for (const { key } of [made.json, next.json]) {
      const from = (address: string) =>
        service.call("GET", operators, { key, headers: { "x-forwarded-for": address } })
      assert.strictEqual((await from("203.0.113.9")).status, 200)
      assertProblem(await from("203.0.114.9"), 403, "FORBIDDEN")
    }
    const [shown] = (await desk(service).list()).json.data
    assert.deepStrictEqual(shown.allowed_ips, ["203.0.113.0/24"])
    assertInvalid(await desk(service).issue({ name: "bad", allowed_ips: ["x"] }), "allowed_ips.0")
  })
})

suite("An unknown field of an operation on keys", {}, (test) => {
  test("is refused with the name of the right field, and no key is created", async (service) => {
    const { make, made, path } = await issue(service, {})
    const wrong = [
      ["allowed_ip", "allowed_ips"],
      ["allowedIps", "allowed_ips"],
      ["allow_ip", "allowed_ips"],
      ["expires_in", "expires_at"],
      ["expiresAt", "expires_at"]
    ] as const
    for (const [field, right] of wrong) {
      const answers = [
        await make({ [field]: "1" }),
        await desk(service).issue({ name: "x", [field]: null })
      ]
      for (const answer of answers) {
        assertInvalid(answer, field)
        assert.strictEqual(answer.json.errors[0].message, `is unknown; use ${right} instead`)
      }
    }
    const unknown = await make({ ttl: 60 })
    assertInvalid(unknown, "ttl")
    assert.include(unknown.json.message, "name, scope, expires_at, allowed_ips")
    for (const nameless of ["", "  "]) {
      const answer = await make({ [nameless]: 1 })
      assertInvalid(answer, "body")
      assert.match(answer.json.errors[0].message, /^has a nameless field; the fields are name, /)
    }
    const rotated = await service.call("POST", `${path}/${made.json.id}/rotate`, {
      ...{ key: Service.adminKey, body: { overlap: 0 } }
    })
    assertInvalid(rotated, "overlap")
    assert.strictEqual(rotated.json.errors[0].message, "is unknown; use overlap_hours instead")
    assertInvalid(await desk(service).rotate(made.json.id, { overlap_hour: 0 }), "overlap_hour")
    const who = await Visitor.first(service)
    const own = await who.ask("POST", "/dashboard/api/api-keys", {
      ...{ name: "own", scope: "full", allowed_ip: "127.0.0.1" }
    })
    assertInvalid(own, "allowed_ip")
    const list = await service.call("GET", path, { key: Service.adminKey })
    assert.lengthOf(list.json.data, 2, "the account's first key, and the test's")
  })

  test("is named in at most twenty errors, and shortened if it is long", async (service) => {
    const { make } = await issue(service, {})
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [`${n}${"x".repeat(99)}`, 1])
    )
    const { json, text } = await make(many)
    assert.lengthOf(json.errors, 20, text)
    for (const { field } of json.errors) assert.isAtMost(field.length, 64)
  })
})

suite("The number of operators' keys", {}, (test) => {
  test("is bounded, and rotations with an overlap count", async (service) => {
    const { keysMax } = Limits.identity
    const { issue: issueOperator, list, rotate: rotateOperator } = desk(service)
    for (let count = 1; count < keysMax - 1; count++) await issueOperator({ name: `op ${count}` })
    const one = (await issueOperator({ name: "the last" })).json
    assert.isString(one.key)
    assertProblem(await issueOperator({ name: "too many" }), 409, "INVALID_STATE")
    assertProblem(await rotateOperator(one.id), 409, "INVALID_STATE")
    const next = await rotateOperator(one.id, { overlap_hours: 0 })
    assert.strictEqual(next.status, 201, next.text)
    assert.strictEqual((await list()).status, 200)
  })
})

suite("The successor of a key", {}, (test) => {
  test("has the scope, the addresses and the expiry of the key that it replaces", async (service) => {
    const bounds = { scope: "payouts", allowed_ips: ["127.0.0.1", "::1"], expires_at: after(dayMs) }
    const { made, path } = await issue(service, bounds)
    const rotate = (id: string) =>
      service.call("POST", `${path}/${id}/rotate`, { key: Service.adminKey, body: {} })
    const next = await rotate(made.json.id)
    assert.deepInclude(next.json, { ...bounds, name: "bounded" })
    // The rotation shortened the old key's life, but the second successor still gets the original
    // expiry.
    const again = await rotate(made.json.id)
    assert.deepInclude(again.json, bounds)
  })

  test("has the same limits if a member of the account rotates the key", async (service) => {
    const who = await Visitor.first(service)
    const bounds = { scope: "reports", allowed_ips: ["127.0.0.1"], expires_at: after(dayMs) }
    const made = await who.ask("POST", "/dashboard/api/api-keys", { name: "books", ...bounds })
    assert.strictEqual(made.status, 201, made.text)
    assert.deepInclude(made.json, bounds)
    const next = await who.ask("POST", `/dashboard/api/api-keys/${made.json.id}/rotate`, {})
    assert.deepInclude(next.json, bounds)
    const { json } = await who.ask("GET", `/v1/audit-logs?subject_id=${made.json.id}`)
    const created = json.data.at(-1)
    assert.deepInclude(created.changes, {
      ...{ scope: "reports", allowed_ips: "127.0.0.1", expires_at: bounds.expires_at }
    })
    const rotated = await who.ask("GET", "/v1/audit-logs?action=api_key.rotated")
    const old = (await who.ask("GET", "/dashboard/api/api-keys")).json.data.find(
      ({ id }: { id: string }) => id === made.json.id
    )
    const [act] = rotated.json.data
    assert.strictEqual(act.subject_id, next.json.id, rotated.text)
    assert.deepInclude(act.changes, {
      ...{ replaces: made.json.id, old_key_ends_at: old.expires_at },
      expires_at: bounds.expires_at
    })
  })
})

suite("An operator's key", {}, (test) => {
  test("expires when it was issued to expire, and its name is free afterwards", async (service) => {
    const { issue, list, rotate } = desk(service)
    for (const expires_at of ["soon", after(-1), after(1828 * dayMs)]) {
      assertInvalid(await issue({ name: "short", expires_at }), "expires_at")
    }
    const expires_at = after(2_000)
    const made = await issue({ name: "short", expires_at })
    assert.strictEqual(made.json.expires_at, expires_at, made.text)
    const refused = await untilRefused(service, made.json.key)
    assertProblem(refused, 401, "UNAUTHORIZED")
    assert.strictEqual(refused.json.message, `This API key expired on ${expires_at}.`)
    const [shown] = (await list()).json.data
    assert.deepInclude(shown, { id: made.json.id, expires_at, revoked_at: null })
    assertProblem(await rotate(made.json.id), 409, "INVALID_STATE")
    assert.strictEqual((await issue({ name: "short" })).status, 201)
  })

  test("is rotated once, and both keys work during the overlap", async (service) => {
    const { issue, list, rotate } = desk(service)
    const expires_at = after(dayMs)
    const old = (await issue({ name: "rotated", expires_at })).json
    const next = await rotate(old.id, { overlap_hours: hours(700) })
    assert.strictEqual(next.status, 201, next.text)
    assert.deepInclude(next.json, { name: "rotated", expires_at })
    for (const key of [old.key, next.json.key]) {
      assert.strictEqual((await desk(service, key).list()).status, 200)
    }
    assertProblem(await rotate(old.id), 409, "INVALID_STATE")
    const ends = (await list()).json.data.find(({ id }: { id: string }) => id === old.id).expires_at
    const refused = await untilRefused(service, old.key)
    assert.strictEqual(refused.json.message, `This API key expired on ${ends}.`)
    assert.strictEqual((await desk(service, next.json.key).list()).status, 200)
  })

  test("is revoked at once by a rotation without an overlap, and a retry shows no secret", async (service) => {
    const { issue, rotate } = desk(service)
    const old = (await issue({ name: "at once" })).json
    const body = { overlap_hours: 0, idempotency_key: "at once" }
    const [next, again] = [await rotate(old.id, body), await rotate(old.id, body)]
    assert.isString(next.json.key, next.text)
    assert.deepStrictEqual(again.json, { ...next.json, key: null })
    const refused = await desk(service, old.key).list()
    assertProblem(refused, 401, "UNAUTHORIZED")
    assert.strictEqual(refused.json.message, "This API key is revoked.")
  })

  test("cannot issue or rotate a key that expires after it", async (service) => {
    const first = desk(service)
    const expires_at = after(2 * dayMs)
    const lasting = (await first.issue({ name: "lasting" })).json
    const own = (await first.issue({ name: "for two days", expires_at })).json
    const { issue, rotate } = desk(service, own.key)
    for (const body of [{}, { expires_at: null }, { expires_at: after(3 * dayMs) }]) {
      const refused = await issue({ name: "longer", ...body })
      assertProblem(refused, 403, "FORBIDDEN")
      assert.include(refused.json.message, expires_at)
    }
    assertProblem(await rotate(lasting.id), 403, "FORBIDDEN")
    assert.strictEqual((await issue({ name: "as long", expires_at })).status, 201)
    const next = await rotate(own.id)
    assert.deepInclude(next.json, { expires_at, name: "for two days" }, next.text)
    // The old key now works for one more day.
    assertProblem(await issue({ name: "late", expires_at }), 403, "FORBIDDEN")
  })

  test("cannot issue or rotate other keys once it is rotated", async (service) => {
    const own = (await desk(service).issue({ name: "replaced" })).json
    const { issue, rotate } = desk(service, own.key)
    const lasting = (await issue({ name: "issued before" })).json
    assert.strictEqual((await rotate(own.id)).status, 201)
    assertProblem(await issue({ name: "issued after" }), 403, "FORBIDDEN")
    assertProblem(await rotate(lasting.id), 403, "FORBIDDEN")
  })

  test("is not rotated as a customer's key, nor is a customer's key as an operator's", async (service) => {
    const { made, path } = await issue(service, {})
    assertProblem(await desk(service).rotate(made.json.id), 404, "API_KEY_NOT_FOUND")
    const own = (await desk(service).issue({ name: "elsewhere" })).json
    const there = await service.call("POST", `${path}/${own.id}/rotate`, {
      ...{ key: Service.adminKey, body: {} }
    })
    assertProblem(there, 404, "API_KEY_NOT_FOUND")
  })
})

suite("The rotation of an operator's key", {}, (test) => {
  test("is recorded in the audit log, with the time at which the old key expires", async (service) => {
    const { issue, list, rotate } = desk(service)
    const old = (await issue({ name: "recorded" })).json
    const next = (await rotate(old.id)).json
    const path = `/admin/v1/audit-logs?action=api_key.rotated&subject_id=${next.id}`
    const { json } = await service.call("GET", path, { key: Service.adminKey })
    const { changes } = json.data[0]
    const ends = (await list()).json.data.find(({ id }: { id: string }) => id === old.id).expires_at
    assert.deepInclude(changes, { replaces: old.id, old_key_ends_at: ends, last4: next.last4 })
    assert.notProperty(changes, "expires_at", "the new key never expires")
  })
})
