import { assert } from "@effect/vitest"
import { HttpApi } from "effect/http-api"
import * as Api from "../../src/http/Api.ts"
import * as Service from "../support/service.ts"
import { customer, suite } from "./suite.ts"

type Json = Readonly<Record<string, unknown>>

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly security?: ReadonlyArray<Json>
  readonly parameters: ReadonlyArray<{ readonly name: string; readonly in: string }>
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content & { readonly headers: Json }>>
}

interface Content {
  readonly content: Readonly<Record<string, { readonly schema: Json }>>
}

interface Document extends Json {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const load = async ({ call }: Service.Service): Promise<Document> =>
  (await call("GET", "/openapi.json", { key: null })).json

const operations = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation }))
  )

/** Every string under a key, anywhere. */
const under = (value: unknown, key: string): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, each]) =>
    name === key && typeof each === "string" ? [each] : under(each, key)
  )
}

const resolve = (document: Document, ref: string): unknown =>
  ref
    .slice(2)
    .split("/")
    .reduce<unknown>((value, name) => (value as Json | undefined)?.[name], document)

/** What is wrong with a value by a JSON Schema: the part of the standard that the document uses. */
const violations = (
  document: Document,
  schema: Json,
  value: unknown,
  at: string
): ReadonlyArray<string> => {
  const check = (each: unknown) => violations(document, each as Json, value, at)
  if (typeof schema.$ref === "string") return check(resolve(document, schema.$ref))
  if (Array.isArray(schema.anyOf)) {
    return schema.anyOf.some((each) => check(each).length === 0) ? [] : [`${at}: fits no variant`]
  }
  if (Array.isArray(schema.enum)) return schema.enum.includes(value) ? [] : [`${at}: ${value}`]
  const kind = value === null ? "null" : Array.isArray(value) ? "array" : typeof value
  const type = schema.type === "integer" ? "number" : schema.type
  if (type !== undefined && type !== kind) return [`${at}: ${kind}, not ${type}`]
  if (kind === "array") {
    return (value as ReadonlyArray<unknown>).flatMap((each, index) =>
      violations(document, (schema.items ?? {}) as Json, each, `${at}.${index}`)
    )
  }
  if (kind !== "object" || schema.properties === undefined) return []
  const properties = schema.properties as Readonly<Record<string, Json>>
  const given = value as Json
  const missing = ((schema.required ?? []) as ReadonlyArray<string>).filter((it) => !(it in given))
  return [
    ...missing.map((name) => `${at}.${name}: missing`),
    ...Object.entries(given).flatMap(([name, each]) => {
      const property = properties[name]
      return property === undefined
        ? [`${at}.${name}: not documented`]
        : violations(document, property, each, `${at}.${name}`)
    })
  ]
}

suite("the OpenAPI document", {}, (test) => {
  test("is OpenAPI 3.1 and whole in itself", async (service) => {
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

  test("has every route that is served, and no other", async (service) => {
    const document = await load(service)
    const contract: Array<string> = []
    HttpApi.reflect(Api.Api, {
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

  test("says which routes need a key", async (service) => {
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

  test("describes every body that is really answered", async (service) => {
    const document = await load(service)
    const { id, key, keyId } = await customer(service)
    const seen = new Set<string>()
    const ask = async (method: string, template: string, values: Json, body?: unknown) => {
      const path = template.replace(/\{(\w+)\}/g, (_, name) => String(values[name]))
      const call = { key: template.startsWith("/admin") ? Service.adminKey : key }
      const answer = await service.call(method, path, body === undefined ? call : { ...call, body })
      const operation = document.paths[template]?.[method.toLowerCase()]
      const response = operation?.responses[String(answer.status)]
      assert.isDefined(response, `${method} ${template} answers ${answer.status}`)
      const schema = response?.content["application/json"]?.schema
      assert.isDefined(schema)
      assert.deepStrictEqual(violations(document, schema ?? {}, answer.json, template), [])
      seen.add(`${method.toLowerCase()} ${template}`)
      return answer.json
    }

    const quoteBody = { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: "doc" }
    const quote = await ask("POST", "/v1/quotes", {}, quoteBody)
    await ask("POST", "/v1/quotes", {}, {})
    await ask("POST", "/v1/quotes", {}, { ...quoteBody, source_amount_usdc: 1 })
    await ask("GET", "/v1/quotes/{id}", { id: quote.quote_id })
    await ask("GET", "/v1/quotes/{id}", { id: "none" })
    const payout = await ask(
      "POST",
      "/v1/payouts",
      {},
      {
        quote_id: quote.quote_id,
        recipient_phone: "+256770000001",
        recipient_name: "SANDBOX REVERSE",
        network: "MTN_UG",
        metadata: { a: "b" },
        idempotency_key: "doc"
      }
    )
    const one = { id: payout.payout_id }
    await ask("GET", "/v1/payouts/{id}", one)
    let status = ""
    while (status !== "REVERSED") status = (await ask("GET", "/v1/payouts/{id}", one)).status
    await ask("GET", "/v1/payouts", {})
    await ask("POST", "/v1/payouts/{id}/cancel", one)
    await ask("GET", "/v1/networks", {})
    await ask("GET", "/v1/rates", {})
    const hook = { url: "http://127.0.0.1:1/", events: ["*"], description: "d" }
    const endpoint = { id: (await ask("POST", "/v1/webhooks", {}, hook)).id }
    await ask("POST", "/v1/webhooks/endpoints", {}, hook)
    await ask("GET", "/v1/webhooks/endpoints", {})
    await ask("GET", "/v1/webhooks/endpoints/{id}", endpoint)
    await ask("PUT", "/v1/webhooks/endpoints/{id}", endpoint, { description: null })
    await ask("POST", "/v1/webhooks/endpoints/{id}/test", endpoint)
    await ask("POST", "/v1/webhooks/endpoints/{id}/rotate-secret", endpoint)
    await ask("DELETE", "/v1/webhooks/endpoints/{id}", endpoint)
    const account = { id }
    await ask("POST", "/admin/v1/accounts", {}, { name: "n", email: "a@b.example" })
    await ask("GET", "/admin/v1/accounts", {})
    await ask("GET", "/admin/v1/accounts/{id}", account)
    await ask("PATCH", "/admin/v1/accounts/{id}", account, {})
    const keys = "/admin/v1/accounts/{id}/api-keys"
    const issue = { name: "n", scope: "full", idempotency_key: "doc" }
    const issued = await ask("POST", keys, account, issue)
    await ask("POST", keys, account, issue)
    await ask("GET", keys, account)
    await ask("POST", `${keys}/{key_id}/rotate`, { id, key_id: issued.id })
    await ask("DELETE", `${keys}/{key_id}`, { id, key_id: keyId })
    await ask("GET", "/healthz", {})
    await ask("GET", "/readyz", {})
    const text = ["get /metrics", "get /docs", "get /openapi.json"]
    const all = operations(document).map(({ method, path }) => `${method} ${path}`)
    assert.deepStrictEqual(
      all.filter((each) => !seen.has(each)).sort(),
      text.sort(),
      "every route was asked"
    )
  })
})
