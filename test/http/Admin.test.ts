import { assert } from "@effect/vitest"
import * as Service from "../support/service.ts"
import { assertInvalid, assertKeys, assertProblem, customer, suite, until } from "./suite.ts"

const accounts = "/admin/v1/accounts"
const accountFields = ["id", "name", "email", "kyc_status", "status", "created_at", "updated_at"]
const keyFields = [
  ...["id", "name", "scope", "last4", "created_at"],
  ...["expires_at", "allowed_ips"]
]

const admin = ({ call }: Service.Service, method: string, path: string, body?: unknown) =>
  call(method, path, { key: Service.adminKey, ...(body === undefined ? {} : { body }) })

suite("Accounts", {}, (test) => {
  test("are created with KYC pending by default", async (service) => {
    const body = { name: "Acme Ltd", email: "ops@acme.example" }
    const { json, status } = await admin(service, "POST", accounts, body)
    assert.strictEqual(status, 201)
    assertKeys(json, ...accountFields)
    assert.match(json.id, /^acct_[0-9A-HJKMNP-TV-Z]{26}$/)
    assert.deepInclude(json, { ...body, kyc_status: "PENDING", status: "ACTIVE" })
    assert.strictEqual(json.updated_at, json.created_at)
    for (const kyc_status of ["PENDING", "APPROVED", "REJECTED"]) {
      const answer = await admin(service, "POST", accounts, { ...body, kyc_status })
      assert.strictEqual(answer.json.kyc_status, kyc_status)
    }
    const got = await admin(service, "GET", `${accounts}/${json.id}`)
    assert.deepStrictEqual(got.json, json)
  })

  test("are listed newest first, in pages", async (service) => {
    const { id } = await customer(service, { name: "newest" })
    const { json } = await admin(service, "GET", `${accounts}?limit=1`)
    assertKeys(json, "data", "total", "limit", "offset")
    assert.strictEqual(json.data[0].id, id)
    assert.strictEqual(json.limit, 1)
    const all = await admin(service, "GET", `${accounts}?limit=100`)
    assert.strictEqual(all.json.data.length, json.total)
    const names = all.json.data.map(({ name }: { name: string }) => name)
    assert.strictEqual(names.at(-1), "Sandbox", "the first account of all")
    assertInvalid(await admin(service, "GET", `${accounts}?limit=0`), "limit")
  })

  test("change the given fields and keep the rest", async (service) => {
    const { id } = await customer(service)
    const patch = (body: unknown) => admin(service, "PATCH", `${accounts}/${id}`, body)
    const before = (await patch({})).json
    assertKeys(before, ...accountFields)
    const steps = [{ name: "New name" }, { kyc_status: "REJECTED" }, { status: "SUSPENDED" }]
    let expected = before
    for (const step of steps) {
      const { json, status } = await patch(step)
      assert.strictEqual(status, 200)
      expected = { ...expected, ...step, updated_at: json.updated_at }
      assert.deepStrictEqual(json, expected)
    }
    assert.deepStrictEqual((await admin(service, "GET", `${accounts}/${id}`)).json, expected)
  })

  test("with invalid fields are refused, and every invalid field is named", async (service) => {
    assertInvalid(await admin(service, "POST", accounts, {}), "name", "email")
    const bad = { name: "", email: "nobody", kyc_status: "MAYBE" }
    assertInvalid(await admin(service, "POST", accounts, bad), "name", "email", "kyc_status")
    const { id } = await customer(service)
    const patch = await admin(service, "PATCH", `${accounts}/${id}`, {
      name: 5,
      kyc_status: "approved",
      status: "CLOSED"
    })
    assertInvalid(patch, "name", "kyc_status", "status")
  })

  test("that do not exist are 404", async (service) => {
    const calls = [
      ["GET", ""],
      ["PATCH", "", {}],
      ["GET", "/api-keys"],
      ["POST", "/api-keys", { name: "n", scope: "full" }]
    ] as const
    for (const [method, path, body] of calls) {
      const answer = await admin(service, method, `${accounts}/acct_none${path}`, body)
      assertProblem(answer, 404, "ACCOUNT_NOT_FOUND")
    }
  })
})

suite("A search of accounts", {}, (test) => {
  test("finds them by words of name, e-mail address and id", async (service) => {
    const created = async (name: string, email: string): Promise<string> =>
      (await admin(service, "POST", accounts, { name, email })).json.id
    const kampala = await created("Kampala Traders", "pay@traders.ug")
    const nairobi = await created("Nairobi Traders", "ops@nairobi.ke")
    const found = async (search: string): Promise<ReadonlyArray<string>> => {
      const query = new URLSearchParams({ search })
      const { json } = await admin(service, "GET", `${accounts}?${query}`)
      assert.strictEqual(json.total, json.data.length)
      return json.data.map(({ id }: { id: string }) => id)
    }
    assert.deepStrictEqual(await found("traders"), [nairobi, kampala])
    assert.deepStrictEqual(await found("TRADERS kampala"), [kampala])
    assert.deepStrictEqual(await found("@nairobi.ke"), [nairobi])
    assert.deepStrictEqual(await found(kampala), [kampala])
    assert.deepStrictEqual(await found("traders kigali"), [])
    const all = (await admin(service, "GET", accounts)).json.total
    assert.strictEqual((await admin(service, "GET", `${accounts}?search=%20`)).json.total, all)
    assertInvalid(await admin(service, "GET", `${accounts}?search=${"a".repeat(101)}`), "search")
  })
})

suite(
  "An API key",
  {},
  {
    "when it is issued": (test) => {
      test("is shown at creation alone", async (service) => {
        const { id } = await customer(service)
        const path = `${accounts}/${id}/api-keys`
        const body = { name: "ci", scope: "read_only" }
        const { json, status } = await admin(service, "POST", path, body)
        assert.strictEqual(status, 201)
        assertKeys(json, ...keyFields, "key")
        assert.match(json.id, /^key_/)
        assert.match(json.key, /^sk_sandbox_[A-Za-z0-9_-]{32}$/)
        assert.strictEqual(json.last4, json.key.slice(-4))
        assert.deepInclude(json, body)
        const list = await admin(service, "GET", path)
        assertKeys(list.json, "data", "total", "limit", "offset")
        const { key: _, ...shown } = json
        assert.deepStrictEqual(list.json.data[0], {
          ...shown,
          revoked_at: null,
          last_used_at: null
        })
        assert.strictEqual(list.json.total, 2)
        assert.notInclude(list.text, json.key)
      })

      test("is in neither the log nor the state as plain text", async (service) => {
        const { key } = await customer(service)
        const kept = JSON.stringify([...service.engine.state.keys.values()])
        const replies = JSON.stringify([...service.engine.state.replies.values()])
        assert.notInclude(kept + replies, key)
      })

      test("has a name and one scope of the list", async (service) => {
        const { id } = await customer(service)
        const path = `${accounts}/${id}/api-keys`
        assertInvalid(await admin(service, "POST", path, {}), "name", "scope")
        for (const scope of ["admin", "FULL", "", null]) {
          assertInvalid(await admin(service, "POST", path, { name: "n", scope }), "scope")
        }
      })
    },

    "when it is rotated": (test) => {
      test("works together with its successor for a day, and shows when it expires", async (service) => {
        const { id, key, keyId } = await customer(service)
        const path = `${accounts}/${id}/api-keys`
        const { json } = await admin(service, "POST", `${path}/${keyId}/rotate`)
        for (const one of [key, json.key]) {
          assert.strictEqual((await service.call("GET", "/v1/payouts", { key: one })).status, 200)
        }
        const [current, old] = (await admin(service, "GET", path)).json.data
        assert.deepStrictEqual([current.expires_at, current.revoked_at], [null, null])
        assert.isNull(old.revoked_at)
        const leftMs = Date.parse(old.expires_at) - Date.now()
        assert.isTrue(leftMs > 86_000_000 && leftMs <= 86_400_000, old.expires_at)
        for (const overlap_hours of [-1, 24.1, "1"]) {
          const wrong = await admin(service, "POST", `${path}/${json.id}/rotate`, { overlap_hours })
          assertInvalid(wrong, "overlap_hours")
        }
      })

      test("expires after the overlap", async (service) => {
        const { id, key, keyId } = await customer(service)
        const path = `${accounts}/${id}/api-keys/${keyId}/rotate`
        const overlap_hours = 0.3 / 3600
        assert.strictEqual((await admin(service, "POST", path, { overlap_hours })).status, 201)
        const refused = await until(
          () => service.call("GET", "/v1/payouts", { key }),
          (answer) => answer.status !== 200
        )
        assertProblem(refused, 401, "UNAUTHORIZED")
      })

      test("expires at once if it is rotated without an overlap", async (service) => {
        const { id, key, keyId } = await customer(service, { scope: "read_only" })
        const path = `${accounts}/${id}/api-keys`
        const now = { overlap_hours: 0 }
        const { json, status } = await admin(service, "POST", `${path}/${keyId}/rotate`, now)
        assert.strictEqual(status, 201)
        assertKeys(json, ...keyFields, "key")
        assert.notStrictEqual(json.id, keyId)
        assert.strictEqual(json.scope, "read_only")
        assertProblem(await service.call("GET", "/v1/payouts", { key }), 401, "UNAUTHORIZED")
        assert.strictEqual(
          (await service.call("GET", "/v1/payouts", { key: json.key })).status,
          200
        )
        const list = await admin(service, "GET", path)
        const [current, old] = list.json.data
        assert.deepStrictEqual([current.id, current.revoked_at], [json.id, null])
        assert.strictEqual(old.id, keyId)
        assert.isString(old.revoked_at)
        const again = await admin(service, "POST", `${path}/${keyId}/rotate`)
        assertProblem(again, 409, "INVALID_STATE")
      })
    },

    "when it is used and revoked": (test) => {
      test("is refused from the next request on after its revocation", async (service) => {
        const { id, key, keyId } = await customer(service)
        const path = `${accounts}/${id}/api-keys/${keyId}`
        const { json, status } = await admin(service, "DELETE", path)
        assert.strictEqual(status, 200)
        assert.deepStrictEqual(json, { id: keyId, deleted: true })
        const body = { source_amount_usdc: 1, target_currency: "UGX", idempotency_key: "revoked" }
        const refused = await service.call("POST", "/v1/quotes", { key, body })
        assertProblem(refused, 401, "UNAUTHORIZED")
        assertProblem(await admin(service, "DELETE", path), 409, "INVALID_STATE")
      })

      test("of another account is 404", async (service) => {
        const [mine, theirs] = [await customer(service), await customer(service)]
        const path = `${accounts}/${mine.id}/api-keys/${theirs.keyId}`
        assertProblem(await admin(service, "DELETE", path), 404, "API_KEY_NOT_FOUND")
        assertProblem(await admin(service, "POST", `${path}/rotate`), 404, "API_KEY_NOT_FOUND")
        const { key } = theirs
        assert.strictEqual((await service.call("GET", "/v1/payouts", { key })).status, 200)
      })

      test("of an account does not open /admin, and an operator's does not open /v1", async (service) => {
        const { id, key, keyId } = await customer(service)
        const routes = [
          ["GET", accounts],
          ["POST", accounts],
          ["GET", `${accounts}/${id}`],
          ["PATCH", `${accounts}/${id}`],
          ["POST", `${accounts}/${id}/api-keys`],
          ["GET", `${accounts}/${id}/api-keys`],
          ["POST", `${accounts}/${id}/api-keys/${keyId}/rotate`],
          ["DELETE", `${accounts}/${id}/api-keys/${keyId}`]
        ] as const
        for (const [method, path] of routes) {
          assertProblem(await service.call(method, path, { key }), 401, "UNAUTHORIZED")
          assertProblem(await service.call(method, path, { key: null }), 401, "UNAUTHORIZED")
        }
        for (const [method, path] of [
          ["GET", "/v1/payouts"],
          ["POST", "/v1/quotes"],
          ["POST", "/v1/webhooks"]
        ] as const) {
          assertProblem(await admin(service, method, path), 401, "UNAUTHORIZED")
        }
        assert.strictEqual((await service.call("GET", "/v1/payouts", { key })).status, 200)
      })
    }
  }
)
