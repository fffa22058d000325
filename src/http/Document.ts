/**
 * The OpenAPI 3.1 document, generated from the contract and completed by what holds for every
 * route: keys, headers, one shape for all errors. A field that a client does not know may come any
 * day, so no schema here forbids one.
 */
import type { OpenApi } from "effect/http-api"

type Json = Readonly<Record<string, unknown>>

interface Operation extends Json {
  readonly tags: ReadonlyArray<string>
  readonly parameters: ReadonlyArray<unknown>
  readonly responses: Readonly<Record<string, Json>>
}

/** The groups whose routes need no key. */
const keyless = ["Public", "System"]

const integer = (description: string) => ({ description, schema: { type: "integer" } })

const text = (description: string) => ({ description, schema: { type: "string" } })

const headers = {
  "X-Request-Id": text("Names this request in our logs"),
  "X-RateLimit-Limit": integer("Requests per window of 60 seconds"),
  "X-RateLimit-Remaining": integer("Requests left in this window"),
  "X-RateLimit-Reset": integer("Unix seconds at which the window ends"),
  "Retry-After": integer("Seconds after which it may be tried again"),
  "Idempotent-Replayed": text("`true` when this is the kept answer to an earlier request")
}

/** Headers of every response (contract §2), and those of some. */
const headersOf = (method: string, status: string) => {
  const absent = [
    ...(status === "429" || status === "503" ? [] : ["Retry-After"]),
    ...(method === "post" && status.startsWith("2") ? [] : ["Idempotent-Replayed"])
  ]
  const names = Object.keys(headers).filter((name) => !absent.includes(name))
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "In place of `idempotency_key` in the body; both present must agree",
  schema: { type: "string", minLength: 1, maxLength: 128 }
}

const operation = (method: string, given: Operation): Json => {
  const { security: _, ...rest } = given
  const responses = Object.entries(given.responses).map(([status, response]) => [
    status,
    { ...response, headers: headersOf(method, status) }
  ])
  return {
    ...rest,
    ...(given.tags.some((tag) => keyless.includes(tag)) ? { security: [] } : {}),
    parameters: method === "post" ? [...given.parameters, idempotencyKey] : given.parameters,
    responses: Object.fromEntries(responses)
  }
}

/**
 * The generator numbers the copies of a schema whose descriptions differ: `Problem_1`, `Problem_2`.
 */
const copy = /^(#\/components\/schemas\/Problem)_\d+$/

const tidy = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(tidy)
  if (typeof value === "string") return value.replace(copy, "$1")
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) =>
      key === "additionalProperties" && each === false ? [] : [[key, tidy(each)]]
    )
  )
}

const bearer = {
  type: "http",
  scheme: "bearer",
  description:
    "An API key: sk_sandbox_…, sk_live_…; an operator's for /admin: ak_sandbox_…, ak_live_…"
}

/** The generated document, completed. */
export const complete = (document: OpenApi.OpenAPISpec): Json => {
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, each]) => [method, operation(method, each as never)])
    )
  ])
  const schemas = Object.entries(document.components.schemas)
    .filter(([name]) => !copy.test(`#/components/schemas/${name}`))
    .map(([name, schema]) => [
      name,
      name === "Problem" ? { ...schema, description: "Every error" } : schema
    ])
  return tidy({
    ...document,
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas), headers, securitySchemes: { bearer } },
    security: [{ bearer: [] }]
  }) as Json
}
