import { assert } from "@effect/vitest"
import * as Service from "../support/service.ts"
import { assertHeaders, assertKeys, assertProblem, customer, suite } from "./suite.ts"

const quote = { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: "one" }

suite(
  "The checks of a request",
  {},
  {
    "of the API key": (test) => {
      test("refuse a request without a key with 401", async ({ call }) => {
        const answer = await call("POST", "/v1/quotes", { key: null, body: quote })
        assertProblem(answer, 401, "UNAUTHORIZED")
        assertKeys(answer.json, "error", "message", "error_code", "request_id", "doc_url")
      })

      test("refuse a malformed Authorization header with 401", async ({ call }) => {
        const headers = [
          "",
          "Bearer",
          "Bearer ",
          "Basic dXNlcjpwYXNz",
          Service.apiKey,
          `Bearer ${Service.apiKey} and more`,
          `Bearer ${Service.apiKey},Bearer ${Service.apiKey}`,
          `Bearer ${"a".repeat(4000)}`,
          "Bearer clé_inconnue_0123456789"
        ]
        for (const authorization of headers) {
          const answer = await call("GET", "/v1/payouts", { key: null, headers: { authorization } })
          assertProblem(answer, 401, "UNAUTHORIZED")
        }
      })

      test("accept the scheme's name in any letter case", async ({ call }) => {
        const headers = { authorization: `bEARER ${Service.apiKey}` }
        assert.strictEqual((await call("GET", "/v1/payouts", { key: null, headers })).status, 200)
      })

      test("refuse an unknown key with 401 and never repeat it", async ({ call }) => {
        for (const key of [
          "sk_sandbox_unknown0000000000",
          "pk_test_unknown0000000000",
          "nonsense"
        ]) {
          const answer = await call("GET", "/v1/payouts", { key })
          assertProblem(answer, 401, "UNAUTHORIZED")
          assert.notInclude(answer.text, key)
        }
      })

      test("refuse a key that differs in its last letter", async ({ call }) => {
        for (const key of [`${Service.apiKey}0`, Service.apiKey.slice(0, -1)]) {
          assertProblem(await call("GET", "/v1/payouts", { key }), 401, "UNAUTHORIZED")
        }
      })

      test("refuse a key of the other environment with 401, and name the reason", async ({
        call
      }) => {
        for (const key of ["sk_live_0123456789abcdef", "pk_live_0123456789abcdef"]) {
          const answer = await call("GET", "/v1/payouts", { key })
          assertProblem(answer, 401, "UNAUTHORIZED")
          assert.match(answer.json.message, /production key.*sandbox/)
        }
        const admin = await call("GET", "/admin/v1/accounts", { key: "ak_live_0123456789abcdef" })
        assertProblem(admin, 401, "UNAUTHORIZED")
        assert.match(admin.json.message, /production key.*sandbox/)
      })

      test("refuse a revoked key with 401 from the next request on", async (service) => {
        const { id, key, keyId } = await customer(service)
        assert.strictEqual((await service.call("GET", "/v1/payouts", { key })).status, 200)
        const path = `/admin/v1/accounts/${id}/api-keys/${keyId}`
        await service.call("DELETE", path, { key: Service.adminKey })
        assertProblem(await service.call("GET", "/v1/payouts", { key }), 401, "UNAUTHORIZED")
      })
    },

    "of scope and account": (test) => {
      test("allow a key with the scope read_only to read and not to write", async (service) => {
        const { key } = await customer(service, { scope: "read_only" })
        assert.strictEqual((await service.call("GET", "/v1/payouts", { key })).status, 200)
        const writes = [
          ["POST", "/v1/quotes"],
          ["POST", "/v1/payouts"],
          ["POST", "/v1/payouts/po_1/cancel"],
          ["POST", "/v1/webhooks"],
          ["POST", "/v1/webhooks/endpoints"],
          ["PUT", "/v1/webhooks/endpoints/we_1"],
          ["DELETE", "/v1/webhooks/endpoints/we_1"],
          ["POST", "/v1/webhooks/endpoints/we_1/test"],
          ["POST", "/v1/webhooks/endpoints/we_1/rotate-secret"]
        ] as const
        for (const [method, path] of writes) {
          assertProblem(await service.call(method, path, { key, body: {} }), 403, "FORBIDDEN")
        }
      })

      test("refuse an account whose KYC is not approved with 403 KYC_REQUIRED", async (service) => {
        for (const kyc_status of ["PENDING", "REJECTED"]) {
          const { key } = await customer(service, { kyc_status })
          assertProblem(await service.call("GET", "/v1/payouts", { key }), 403, "KYC_REQUIRED")
          const answer = await service.call("POST", "/v1/quotes", { key, body: quote })
          assertProblem(answer, 403, "KYC_REQUIRED")
        }
      })

      test("refuse a suspended account with 403 FORBIDDEN until it is active again", async (service) => {
        const { id, key } = await customer(service)
        const set = (status: string) =>
          service.call("PATCH", `/admin/v1/accounts/${id}`, {
            key: Service.adminKey,
            body: { status }
          })
        await set("SUSPENDED")
        assertProblem(await service.call("GET", "/v1/payouts", { key }), 403, "FORBIDDEN")
        await set("ACTIVE")
        assert.strictEqual((await service.call("GET", "/v1/payouts", { key })).status, 200)
      })
    },

    "in their order": (test) => {
      test("are made in a fixed order", async (service) => {
        const { call } = service
        const broken = { raw: "{", headers: { "content-type": "text/plain" } }
        assertProblem(await call("POST", "/v1/quotes", { ...broken, key: null }), 401)
        const pending = await customer(service, { kyc_status: "PENDING", scope: "read_only" })
        assertProblem(
          await call("POST", "/v1/quotes", { ...broken, key: pending.key }),
          403,
          "KYC_REQUIRED"
        )
        const reader = await customer(service, { scope: "read_only" })
        assertProblem(
          await call("POST", "/v1/quotes", { ...broken, key: reader.key }),
          403,
          "FORBIDDEN"
        )
        assertProblem(await call("POST", "/v1/quotes", broken), 415, "UNSUPPORTED_MEDIA_TYPE")
        const large = { raw: " ".repeat(1024 * 1024 + 1), headers: broken.headers }
        assertProblem(await call("POST", "/v1/quotes", large), 413, "PAYLOAD_TOO_LARGE")
        assertProblem(await call("POST", "/v1/quotes", { raw: "{" }), 400, "VALIDATION_ERROR")
        // The service checks the body before it looks for the object.
        const cancel = "/v1/payouts/po_unknown/cancel"
        assertProblem(await call("POST", cancel, { raw: "{" }), 400, "VALIDATION_ERROR")
        assertProblem(await call("POST", cancel, {}), 404, "PAYOUT_NOT_FOUND")
      })

      test("are not made for public routes, even with an invalid key", async ({ call }) => {
        for (const path of [
          "/v1/networks",
          "/v1/rates",
          "/healthz",
          "/readyz",
          "/metrics",
          "/docs"
        ]) {
          for (const key of [null, "sk_sandbox_unknown0000000000"]) {
            const answer = await call("GET", path, { key })
            assert.strictEqual(answer.status, 200)
            assertHeaders(answer)
          }
        }
      })

      test("give every request a unique id", async ({ call }) => {
        const answers = await Promise.all(
          Array.from({ length: 50 }, () => call("GET", "/v1/payouts"))
        )
        const ids = answers.map(({ headers }) => headers.get("x-request-id"))
        assert.strictEqual(new Set(ids).size, 50)
      })
    }
  }
)
