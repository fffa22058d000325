/**
 * The OpenAPI 3.1 document, generated from the contract and completed by the parts that all routes
 * share: keys, headers, one shape for all errors, and the webhooks. Fields may be added at any
 * time, so no schema here forbids unknown ones.
 */
import { OpenApi } from "effect/http-api"
import * as EventData from "../../domain/webhook/EventData.ts"
import * as Errors from "../contract/Errors.ts"
import * as EventExamples from "../events/EventExamples.ts"
import * as EventSchemas from "../events/EventSchemas.ts"
import * as PublicOrigin from "../middleware/PublicOrigin.ts"
import { api } from "./Api.ts"
import * as ErrorExamples from "./ErrorExamples.ts"
import * as FieldDescriptions from "./FieldDescriptions.ts"

export type Json = Readonly<Record<string, unknown>>

interface Content extends Json {
  readonly content?: Readonly<Record<string, Json>>
}

interface Parameter extends Json {
  readonly name: string
  readonly in: string
}

type Operations = Readonly<Record<string, { readonly tags: ReadonlyArray<string> }>>

interface Operation extends Json {
  readonly tags: ReadonlyArray<string>
  readonly description?: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

/** The groups whose routes need no key. */
const keyless = ["Public", "System"]

const integer = (description: string) => ({ description, schema: { type: "integer" } })

const text = (description: string) => ({ description, schema: { type: "string" } })

const headers = {
  "X-Request-Id": text("Id of the request. Support finds the request by it."),
  "X-RateLimit-Limit": integer("Number of requests allowed per period of 60 seconds."),
  "X-RateLimit-Remaining": integer("Number of requests left in this period."),
  "X-RateLimit-Reset": integer("End of this period in Unix seconds."),
  "Retry-After": integer("Seconds to wait before the next request."),
  "Idempotent-Replayed": text("`true` if this is the stored response to an earlier request.")
}

/** Headers of a response: those of every response, and those of its method and status. */
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
  description: "Replaces `idempotency_key` in the body. If both are present, they must be equal.",
  schema: { type: "string", minLength: 1, maxLength: 128 }
}

/** A number in a query arrives as text; generated clients need its type. */
const withType = (schema: Json): Json => {
  const { format, maxLength: _, minLength: __, type: ___, ...bounds } = schema
  return format === "integer" ? { type: "integer", ...bounds } : schema
}

const meaningOf = (path: string, { in: kind, name }: Parameter): string | undefined =>
  kind === "path"
    ? FieldDescriptions.pathMeaning(path, name)
    : FieldDescriptions.queryMeanings[name]

const parameter = (path: string, given: Parameter): Json => {
  const { example, ...rest } = given
  const schema = withType(rest.schema as Json)
  const value = schema.type === "integer" ? Number(example) : example
  const description = schema.description ?? meaningOf(path, given)
  return {
    ...(description === undefined ? {} : { description }),
    ...rest,
    schema,
    ...(example === undefined ? {} : { example: value })
  }
}

/**
 * A body without its idempotency key, which the header may have instead. A body is optional if all
 * of its fields are.
 */
const bodyOf = (given: Content): Content => {
  const media = Object.entries(given.content ?? {}).map(([type, { schema, ...rest }]) => {
    const { required = [], ...fields } = schema as { readonly required?: ReadonlyArray<string> }
    const needed = required.filter((name) => name !== "idempotency_key")
    const body = needed.length === 0 ? fields : { ...fields, required: needed }
    return [type, { ...rest, schema: body }, needed.length > 0] as const
  })
  return {
    ...given,
    required: media.some(([, , isNeeded]) => isNeeded),
    content: Object.fromEntries(media.map(([type, body]) => [type, body]))
  }
}

const errorExamples = (name: string, status: string) =>
  Object.fromEntries(
    ErrorExamples.codesAt(name, Number(status)).map((code) => [
      code,
      { $ref: `#/components/examples/${code}` }
    ])
  )

const isProblem = (media: Json): boolean =>
  String((media.schema as Json | undefined)?.$ref).includes("/Problem")

const response = (name: string, status: string, given: Content): Content => {
  if (status.startsWith("2")) return given
  const content = Object.entries(given.content ?? {}).map(([type, media]) => [
    type,
    isProblem(media) ? { ...media, examples: errorExamples(name, status) } : media
  ])
  return { ...given, content: Object.fromEntries(content) }
}

const problem = (description: string): Content => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } }
})

/** Responses of any route, sent before the route is known. */
const ofEveryRoute: Readonly<Record<string, Content>> = {
  "408": problem("REQUEST_TIMEOUT. The request was not sent in time."),
  "417": problem("EXPECTATION_FAILED. The header `Expect` is not `100-continue`."),
  "431": problem("PAYLOAD_TOO_LARGE. The headers are too large.")
}

const malformed = problem("VALIDATION_ERROR. The request is not valid HTTP.")

const operation = (path: string, method: string, given: Operation): Json => {
  const { security: _, ...rest } = given
  const name = `${method.toUpperCase()} ${path}`
  const all = { "400": malformed, ...given.responses, ...ofEveryRoute }
  const responses = Object.entries(all).map(([status, each]) => [
    status,
    { ...response(name, status, each), headers: headersOf(method, status) }
  ])
  const parameters = given.parameters.map((each) => parameter(path, each))
  return {
    ...rest,
    ...(given.requestBody === undefined ? {} : { requestBody: bodyOf(given.requestBody) }),
    ...(given.tags.some((tag) => keyless.includes(tag)) ? { security: [] } : {}),
    parameters: method === "post" ? [...parameters, idempotencyKey] : parameters,
    responses: Object.fromEntries(responses)
  }
}

const signedWith = (name: string, description: string) => ({
  ...{ name, in: "header", required: true, description },
  schema: { type: "string" }
})

/** The headers that sign a delivery. The one with a timestamp comes first. */
const signatures = [
  signedWith(
    "webhook-signature",
    "`v1,` and the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, keyed with the bytes " +
      "that the secret encodes after `whsec_`. A space separates the signatures of two secrets."
  ),
  signedWith("webhook-id", "Id of the event."),
  signedWith("webhook-timestamp", "Time of the attempt in Unix seconds."),
  signedWith(
    "X-Service-Signature",
    "`sha256=` and the hex HMAC-SHA256 of the body, keyed with the text of the secret. It has no " +
      "timestamp, so verify `webhook-signature` instead."
  )
]

/** The tag of the events. The operations on endpoints have another. */
const eventsTag = "Webhook events"

/** The requests that a customer's endpoint receives. */
const webhooks = Object.fromEntries(
  Object.entries(EventData.events).map(([type, [meaning]]) => [
    type,
    {
      post: {
        operationId: `on.${type}`,
        tags: [eventsTag],
        summary: type,
        description: meaning,
        security: [],
        parameters: signatures,
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { $ref: `#/components/schemas/${EventSchemas.identifierOf(type)}` },
              examples: { example: { value: EventExamples.events[type] } }
            }
          }
        },
        responses: {
          "2XX": { description: "The delivery succeeded. Respond within 10 seconds." },
          default: { description: "The delivery failed and is retried." }
        }
      }
    }
  ])
)

/**
 * The generator numbers the copies of a schema whose descriptions differ: `Problem_1`, `Problem_2`.
 */
const copy = /^(#\/components\/schemas\/Problem)_\d+$/

/** Values under these names are data and not schemas. */
const verbatim = ["examples", "example"]

/** Properties of a schema, each with its meaning. */
const withMeanings = (properties: object): unknown =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const description = FieldDescriptions.meanings[name]
      const isBare = description !== undefined && schema.$ref === undefined
      return [name, openSchemas(isBare ? { description, ...schema } : schema)]
    })
  )

const openSchemas = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(openSchemas)
  if (typeof value === "string") return value.replace(copy, "$1")
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      if (key === "additionalProperties" && each === false) return []
      if (key === "properties") return [[key, withMeanings(each)]]
      return [[key, verbatim.includes(key) ? each : openSchemas(each)]]
    })
  )
}

const bearer = {
  type: "http",
  scheme: "bearer",
  description:
    "An API key, such as sk_sandbox_… or sk_live_…. Paths under /admin need an operator's key, " +
    "such as ak_sandbox_… or ak_live_…."
}

const info = {
  "x-stability": "stable",
  license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" }
}

const servers = [{ url: PublicOrigin.defaultOrigin, description: "A sandbox on this machine" }]

const serverNames = { sandbox: "Sandbox", production: "Production" } as const

/** The tag of operations that production does not have. */
const sandboxTag = "Sandbox"

/** The document that an environment serves, with only its operations. */
export const servedIn = (document: Json, environment: "sandbox" | "production"): Json => {
  const served = {
    ...document,
    servers: [{ url: PublicOrigin.defaultOrigin, description: serverNames[environment] }]
  }
  if (environment === "sandbox") return served
  const paths = Object.entries(document.paths as Readonly<Record<string, Operations>>).filter(
    ([, methods]) => !Object.values(methods).some(({ tags }) => tags.includes(sandboxTag))
  )
  const tags = (document.tags as ReadonlyArray<{ readonly name: string }>).filter(
    ({ name }) => name !== sandboxTag
  )
  return { ...served, tags, paths: Object.fromEntries(paths) }
}

/** The contract's objects, then the events. The shape of all errors gets its description here. */
const schemasOf = (given: Readonly<Record<string, object>>) => {
  const { Problem, ...rest } = given
  const all = Object.entries(rest).filter(([name]) => !copy.test(`#/components/schemas/${name}`))
  const events = new Set(Object.keys(EventData.events).map(EventSchemas.identifierOf))
  return Object.fromEntries([
    ["Problem", { ...Problem, description: "Body of every error." }],
    ...all.filter(([name]) => !events.has(name)),
    ...all.filter(([name]) => events.has(name))
  ])
}

/** The errors that one of these paths may return. */
const errorsIn = (paths: object) => {
  const used = JSON.stringify(paths)
  return Object.fromEntries(
    Errors.names
      .filter((code) => used.includes(`#/components/examples/${code}"`))
      .map((code) => [code, { summary: Errors.codes[code].when, value: ErrorExamples.of(code) }])
  )
}

/** Completes the generated document. */
const complete = (document: OpenApi.OpenAPISpec): Json => {
  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, each]) => [
          method,
          // A generated operation has these fields; its type lacks the index signature of JSON.
          operation(path, method, each as never)
        ])
      )
    ])
  )
  return openSchemas({
    ...document,
    info: { ...document.info, ...info },
    tags: [
      ...document.tags,
      { name: eventsTag, description: "The requests that webhook endpoints receive." }
    ],
    servers,
    paths,
    webhooks,
    components: {
      schemas: schemasOf(document.components.schemas),
      examples: errorsIn(paths),
      headers,
      securitySchemes: { bearer }
    },
    security: [{ bearer: [] }]
  }) as Json
}

/** The complete OpenAPI 3.1 document. */
export const openApi = complete(OpenApi.fromApi(api))

const { schemas } = openApi.components as { readonly schemas: Readonly<Record<string, Json>> }

const reference = /"#\/components\/schemas\/(\w+)"/g

/** Names of the schemas that a schema refers to, directly and through others. */
const referredTo = (schema: unknown, names: Set<string> = new Set()): ReadonlySet<string> => {
  for (const [, name = ""] of JSON.stringify(schema).matchAll(reference)) {
    if (names.has(name)) continue
    names.add(name)
    referredTo(schemas[name], names)
  }
  return names
}

/** A schema of the document with the schemas that it refers to, for use without the document. */
const standalone = (schema: Json | undefined): Json => {
  const names = [...referredTo(schema)]
  const $defs = Object.fromEntries(names.map((name) => [name, schemas[name]]))
  const whole = names.length === 0 ? schema : { ...schema, $defs }
  return JSON.parse(JSON.stringify(whole).replace(reference, '"#/$defs/$1"'))
}

/** The published files under `schema/events/`: name and content. */
export const eventFiles: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(EventData.events).map((type) => [
    `${type}.json`,
    `${JSON.stringify(
      {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        ...standalone(schemas[EventSchemas.identifierOf(type)]),
        examples: [EventExamples.events[type]]
      },
      null,
      2
    )}\n`
  ])
)
