import { assert } from "@effect/vitest"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import { HttpApi } from "effect/http-api"
import * as Api from "../../src/http/openapi/Api.ts"
import type * as Service from "../support/service.ts"
import { type Document, operations, resolve } from "./schemas.ts"
import { suite } from "./suite.ts"

const load = async ({ call }: Service.Service): Promise<Document> =>
  (await call("GET", "/openapi.json", { key: null })).json

/** Every string under a key, at any depth. */
const under = (value: unknown, key: string): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, each]) =>
    name === key && typeof each === "string" ? [each] : under(each, key)
  )
}

/** A finding that is accepted. The specification has both paths, and no payout's id is `bulk`. */
const accepted = [
  "no-ambiguous-paths #/paths/~1v1~1payouts~1bulk~1{batch_id} Paths should resolve unambiguously. " +
    "Found two ambiguous paths: `/v1/payouts/{id}/cancel` and `/v1/payouts/bulk/{batch_id}`.",
  "no-ambiguous-paths #/paths/~1v1~1payouts~1{id}~1refund-address Paths should resolve " +
    "unambiguously. Found two ambiguous paths: `/v1/payouts/bulk/{batch_id}` and " +
    "`/v1/payouts/{id}/refund-address`."
]

suite("The OpenAPI document", {}, (test) => {
  test("passes a public linter's recommended rules", async (service) => {
    const document = await load(service)
    const problems = await lintFromString({
      source: JSON.stringify(document),
      absoluteRef: "/openapi.json",
      config: await createConfig({ extends: ["recommended"] })
    })
    const found = problems.map(
      ({ location, message, ruleId }) => `${ruleId} ${location[0]?.pointer} ${message}`
    )
    assert.deepStrictEqual(found, accepted)
  })

  test("is OpenAPI 3.1 and has no outside references", async (service) => {
    const document = await load(service)
    assert.match(String(document.openapi), /^3\.1\.\d+$/)
    for (const ref of under(document, "$ref")) assert.isDefined(resolve(document, ref), ref)
    const ids = operations(document).map(({ operation }) => operation.operationId)
    assert.strictEqual(new Set(ids).size, ids.length)
    for (const { operation, path } of operations(document)) {
      assert.isString(operation.summary)
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const named = operation.parameters.filter((each) => each.in === "path")
      assert.deepStrictEqual(
        named.map(({ name }) => name),
        inPath
      )
    }
  })

  test("has every served route, and no other", async (service) => {
    const document = await load(service)
    const contract: Array<string> = []
    HttpApi.reflect(Api.api, {
      onGroup: () => {},
      onEndpoint: ({ endpoint }) => {
        contract.push(`${endpoint.method.toLowerCase()} ${endpoint.path}`)
      }
    })
    const documented = operations(document).map(
      ({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ":$1")}`
    )
    assert.deepStrictEqual(documented.sort(), contract.sort())
    for (const { method, path } of operations(document)) {
      const answer = await service.call(method.toUpperCase(), path.replace(/\{\w+\}/g, "none"))
      assert.notInclude(["NOT_FOUND", "METHOD_NOT_ALLOWED"], answer.json?.error, path)
    }
  })

  test("names the routes that need a key", async (service) => {
    const document = await load(service)
    assert.deepStrictEqual(document.security, [{ bearer: [] }])
    for (const { method, operation, path } of operations(document)) {
      const url = path.replace(/\{\w+\}/g, "none")
      const answer = await service.call(method.toUpperCase(), url, { key: null })
      assert.strictEqual(answer.status === 401, operation.security === undefined, path)
      if (operation.security !== undefined) assert.deepStrictEqual(operation.security, [])
    }
  })

  test("has the headers of every response and the statuses of every refusal", async (service) => {
    const document = await load(service)
    for (const { method, operation, path } of operations(document)) {
      for (const { headers } of Object.values(operation.responses)) {
        for (const name of ["X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining"]) {
          assert.property(headers, name)
        }
      }
      if (operation.security !== undefined) continue
      const expected = ["400", "401", "403", "404", "429", "500", "503"]
      const writes = method === "get" ? [] : ["409", "413", "415"]
      assert.includeMembers(Object.keys(operation.responses), [...expected, ...writes], path)
      const hasHeader = operation.parameters.some(({ name }) => name === "Idempotency-Key")
      assert.strictEqual(hasHeader, method === "post")
    }
  })
})
