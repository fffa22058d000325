/**
 * The OpenAPI 3.1 document, generated from the contract and completed by what holds for every
 * route: keys, headers, one shape for all errors, an example for everything, and the webhooks. A
 * field that a client does not know may come any day, so no schema here forbids one.
 */
import { OpenApi } from "effect/http-api"
import { Api } from "../api/Api.ts"
import * as EventSchemas from "./EventSchemas.ts"
import * as Examples from "./Examples.ts"
import * as ExamplesOfErrors from "./ExamplesOfErrors.ts"
import * as ExamplesOfEvents from "./ExamplesOfEvents.ts"
import { meanings } from "./FieldDescriptions.ts"
import * as SandboxGuide from "./SandboxGuide.ts"

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

/** One example for each operation, such as `GET /v1/quotes/{id}`. */
export const examples: Readonly<Record<string, Examples.Example>> = {
  ...Examples.money,
  ...Examples.operators,
  ...ExamplesOfEvents.world
}

/** The groups whose routes need no key. */
const keyless = ["Public", "System"]

const tags: Readonly<Record<string, string>> = {
  Quotes: "A locked rate from USDC to a local currency.",
  Payouts: "USDC in, mobile money out: one at a time or in bulk.",
  Batches: "Up to 1,000 payouts from rows of JSON or CSV, funded by one transfer.",
  Beneficiaries: "Saved recipients.",
  AuditLogs: "Who did what, when and from where.",
  Refunds: "Where money goes that is due back, and how it went.",
  Webhooks: "Endpoints of yours that hear of events, and what was delivered to them.",
  Events: "What happened, to be read again.",
  Sandbox: `What only the sandbox can do. ${SandboxGuide.markdown}`,
  Public: "Networks and rates; no key needed.",
  Operators: "Keys of the people who operate the service.",
  Admin: "For the operators of the service, with a key of theirs.",
  System: "Health, metrics and this document; no key needed."
}

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

const parameter = (example: Examples.Example | undefined, given: Parameter): Json => {
  const values = given.in === "path" ? example?.path : example?.query
  const value = values?.[given.name]
  return {
    ...(given.name in meanings ? { description: meanings[given.name] } : {}),
    ...given,
    ...(value === undefined ? {} : { example: value })
  }
}

const withExample = (content: Content["content"], value: unknown, name = "example") =>
  Object.fromEntries(
    Object.entries(content ?? {}).map(([type, media]) => [
      type,
      { ...media, examples: { [name]: { value } } }
    ])
  )

/** The form of an upload, which the contract's schemas do not describe. */
const upload = (csv: string) => ({
  "multipart/form-data": {
    schema: {
      type: "object",
      properties: {
        file: {
          type: "string",
          contentMediaType: "text/csv",
          description:
            "UTF-8, at most 2 MiB and 1,000 rows, with the header " +
            "`phone,network,amount_usdc,name,idempotency_key`"
        },
        idempotency_key: { type: "string", minLength: 1, maxLength: 128 }
      },
      required: ["file"]
    },
    examples: { example: { value: { file: csv } } }
  }
})

const requestBody = (example: Examples.Example | undefined, given: Content): Json => ({
  ...given,
  content: {
    ...(example?.body === undefined ? given.content : withExample(given.content, example.body)),
    ...(example?.csv === undefined ? {} : upload(example.csv))
  }
})

const errorExamples = (name: string, status: string) =>
  Object.fromEntries(
    ExamplesOfErrors.codesAt(name, Number(status)).map((code) => [
      code,
      { $ref: `#/components/examples/${code}` }
    ])
  )

const isProblem = (media: Json): boolean =>
  String((media.schema as Json | undefined)?.$ref).includes("/Problem")

const response = (
  name: string,
  example: Examples.Example | undefined,
  [status, given]: readonly [string, Content]
): Content => {
  if (status.startsWith("2")) {
    return example === undefined || given.content === undefined
      ? given
      : { ...given, content: withExample(given.content, example.answer) }
  }
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

/** What any route may answer before it is known which one is asked for. */
const ofEveryRoute: Readonly<Record<string, Content>> = {
  "408": problem("REQUEST_TIMEOUT: the request did not end in time"),
  "417": problem("EXPECTATION_FAILED: a header Expect other than 100-continue"),
  "431": problem("PAYLOAD_TOO_LARGE: the headers")
}

const malformed = problem("VALIDATION_ERROR: the request is not valid HTTP")

const operation = (path: string, method: string, given: Operation): Json => {
  const { description, requestBody: body, security: _, ...rest } = given
  const name = `${method.toUpperCase()} ${path}`
  const example = examples[name]
  const all = { "400": malformed, ...given.responses, ...ofEveryRoute }
  const responses = Object.entries(all).map((each) => [
    each[0],
    { ...response(name, example, each), headers: headersOf(method, each[0]) }
  ])
  const parameters = given.parameters.map((each) => parameter(example, each))
  return {
    ...rest,
    description: description ?? example?.about ?? "",
    ...(given.tags.some((tag) => keyless.includes(tag)) ? { security: [] } : {}),
    parameters: method === "post" ? [...parameters, idempotencyKey] : parameters,
    ...(body === undefined ? {} : { requestBody: requestBody(example, body) }),
    responses: Object.fromEntries(responses)
  }
}

const signature = {
  name: "X-Service-Signature",
  in: "header",
  required: true,
  description:
    "`sha256=` and the hex HMAC-SHA256 of the body's bytes, keyed with the endpoint's secret; " +
    "`webhook-id`, `webhook-timestamp` and `webhook-signature` follow Standard Webhooks",
  schema: { type: "string" }
}

/** `payout.settled` as `PayoutSettledEvent`. */
const componentOf = (type: string): string =>
  `${type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`

/** What a customer's endpoint gets. */
const webhooks = Object.fromEntries(
  Object.entries(EventSchemas.schemas).map(([type, { description }]) => [
    type,
    {
      post: {
        operationId: `on.${type}`,
        tags: ["Webhooks"],
        summary: description,
        description:
          "Any answer from 200 to 299 within 10 seconds is success; else it comes again.",
        security: [],
        parameters: [signature],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { $ref: `#/components/schemas/${componentOf(type)}` },
              examples: { example: { value: ExamplesOfEvents.events[type] } }
            }
          }
        },
        responses: {
          "2XX": { description: "Taken" },
          "4XX": { description: "Not taken; it comes again" }
        }
      }
    }
  ])
)

/**
 * The generator numbers the copies of a schema whose descriptions differ: `Problem_1`, `Problem_2`.
 */
const copy = /^(#\/components\/schemas\/Problem)_\d+$/

/** What stands under these names is data, and no schema to be tidied. */
const verbatim = ["examples", "example"]

/** Properties of a schema, each with its meaning. */
const explained = (properties: object): unknown =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const isBare = name in meanings && schema.$ref === undefined
      return [name, tidy(isBare ? { description: meanings[name], ...schema } : schema)]
    })
  )

const tidy = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(tidy)
  if (typeof value === "string") return value.replace(copy, "$1")
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      if (key === "additionalProperties" && each === false) return []
      if (key === "properties") return [[key, explained(each)]]
      return [[key, verbatim.includes(key) ? each : tidy(each)]]
    })
  )
}

const bearer = {
  type: "http",
  scheme: "bearer",
  description:
    "An API key: sk_sandbox_…, sk_live_…; an operator's for /admin: ak_sandbox_…, ak_live_…"
}

const info = {
  "x-stability": "stable",
  license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" }
}

/** Where the service is as long as nobody asks it: the address of a plain start. */
export const anywhere = "http://127.0.0.1:8080"

const servers = [{ url: anywhere, description: "A sandbox on this machine" }]

const serverNames = { sandbox: "Sandbox", production: "Production" } as const

/** The tag of what production does not have. */
const sandboxTag = "Sandbox"

/** The document that an environment serves: what it answers, and nothing else. */
export const servedIn = (document: Json, environment: "sandbox" | "production"): Json => {
  const served = {
    ...document,
    servers: [{ url: anywhere, description: serverNames[environment] }]
  }
  if (environment === "sandbox") return served
  const paths = Object.entries(document.paths as Readonly<Record<string, Operations>>).filter(
    ([, methods]) => !Object.values(methods).some(({ tags }) => tags.includes(sandboxTag))
  )
  const kept = (document.tags as ReadonlyArray<{ readonly name: string }>).filter(
    ({ name }) => name !== sandboxTag
  )
  return { ...served, tags: kept, paths: Object.fromEntries(paths) }
}

const schemasOf = (given: Readonly<Record<string, object>>) => ({
  ...Object.fromEntries(
    Object.entries(given)
      .filter(([name]) => !copy.test(`#/components/schemas/${name}`))
      .map(([name, schema]) => [
        name,
        name === "Problem" ? { ...schema, description: "Every error" } : schema
      ])
  ),
  ...Object.fromEntries(
    Object.entries(EventSchemas.schemas).map(([type, schema]) => [componentOf(type), schema])
  )
})

/** The errors that one of these paths may answer with. */
const errorsIn = (paths: object) => {
  const used = JSON.stringify(paths)
  return Object.fromEntries(
    Object.entries(ExamplesOfErrors.errors)
      .filter(([code]) => used.includes(`#/components/examples/${code}"`))
      .map(([code, { example, when }]) => [code, { summary: when, value: example }])
  )
}

/** The generated document, completed. */
const complete = (document: OpenApi.OpenAPISpec): Json => {
  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, each]) => [
          method,
          operation(path, method, each as never)
        ])
      )
    ])
  )
  return tidy({
    ...document,
    info: { ...document.info, ...info },
    servers,
    tags: document.tags.map((tag) => ({ description: tags[tag.name] ?? tag.name, ...tag })),
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

/** The OpenAPI 3.1 document, whole. */
export const openApi = complete(OpenApi.fromApi(Api))
