import * as crypto from "node:crypto"
import { assert } from "@effect/vitest"
import * as Service from "../support/service.ts"
import { bytes, customer, suite } from "./suite.ts"

suite("Security headers", {}, (test) => {
  test("forbid content sniffing on every response", async (service) => {
    const { call } = service
    const answers = [
      ...(await Promise.all(
        ["/v1/networks", "/v1/payouts", "/v1/nothing", "/docs", "/changelog", "/healthz"].map(
          (path) => call("GET", path)
        )
      )),
      await call("GET", "/v1/payouts", { key: null }),
      await call("POST", "/v1/quotes", { raw: "{" })
    ]
    for (const { headers } of answers) {
      assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
    }
    assert.match(
      await bytes(service, "nonsense\r\n\r\n"),
      /\r\nx-content-type-options: nosniff\r\n/
    )
  })

  test("forbid caching of responses with a secret", async (service) => {
    const { call } = service
    const { id, keyId } = await customer(service)
    const keys = `/admin/v1/accounts/${id}/api-keys`
    const body = { url: "https://example.com/", events: ["*"] }
    const endpoint = await call("POST", "/v1/webhooks/endpoints", { body })
    const answers = [
      endpoint,
      await call("POST", `/v1/webhooks/endpoints/${endpoint.json.id}/rotate-secret`, { body: {} }),
      await call("POST", keys, { key: Service.adminKey, body: { name: "k", scope: "full" } }),
      await call("POST", `${keys}/${keyId}/rotate`, { key: Service.adminKey, body: {} }),
      await call("POST", "/admin/v1/operators", { key: Service.adminKey, body: { name: "o" } })
    ]
    for (const { headers, status, text } of answers) {
      assert.isTrue(status === 200 || status === 201, text)
      assert.strictEqual(headers.get("cache-control"), "no-store")
    }
  })

  test("forbid frames for the documents, and every source for the change log", async ({ call }) => {
    for (const path of ["/docs", "/changelog"]) {
      const { headers, status, text } = await call("GET", path, { key: null })
      assert.strictEqual(status, 200)
      assert.strictEqual(headers.get("x-frame-options"), "DENY")
      assert.strictEqual(headers.get("referrer-policy"), "no-referrer")
      const policy = headers.get("content-security-policy") ?? ""
      assert.include(policy, "default-src 'none'")
      assert.include(policy, "frame-ancestors 'none'")
      if (path === "/docs") continue
      assert.notInclude(policy, "unsafe-inline")
      assert.notMatch(text, /<script|\sstyle=|\son\w+=/)
    }
  })

  test("allow the reference only its three scripts and its own origin", async ({ call }) => {
    const { headers, text } = await call("GET", "/docs", { key: null })
    const scripts = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
      ([, script = ""]) => `'sha256-${crypto.hash("sha256", script, "base64")}'`
    )
    assert.lengthOf(scripts, 3)
    const policy = (headers.get("content-security-policy") ?? "").split("; ")
    assert.include(policy, `script-src ${scripts.join(" ")}`)
    assert.include(policy, "connect-src 'self'")
    assert.notMatch(policy.join(), /https?:|\*|unsafe-eval|blob:/)
  })
})
