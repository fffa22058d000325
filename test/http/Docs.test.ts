/** The examples of the OpenAPI document. */
import * as fs from "node:fs"
import * as path from "node:path"
import { assert } from "@effect/vitest"
import { Exit, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { describe, it } from "vitest"
import * as EventRenderers from "../../src/domain/webhook/EventRenderers.ts"
import * as Errors from "../../src/http/contract/Errors.ts"
import * as EventExamples from "../../src/http/events/EventExamples.ts"
import * as Api from "../../src/http/openapi/Api.ts"
import * as Document from "../../src/http/openapi/Document.ts"
import * as ErrorExamples from "../../src/http/openapi/ErrorExamples.ts"
import * as Guide from "../../src/http/openapi/Guide.ts"
import * as Problems from "../../src/http/Problems.ts"
import * as Schemas from "./schemas.ts"

const document = Document.openApi as Schemas.Document
const operations = Schemas.operations(document)
const check = Schemas.checker(document)
const nameOf = ({ method, path }: Schemas.Placed) => `${method.toUpperCase()} ${path}`

const folder = path.join(import.meta.dirname, "../../src/http")

/** The codes that the table of problems names in its source. */
const codes = [
  ...fs
    .readFileSync(path.join(folder, "Problems.ts"), "utf8")
    .matchAll(/(?:code: |notFound\()"([A-Z_]+)"/g)
]
  .map(([, code = ""]) => code)
  .filter((code, index, all) => all.indexOf(code) === index)
  .sort()

/** The bodies of an operation, by media type: of its request and of each response. */
const bodiesOf = ({ operation: { requestBody, responses } }: Schemas.Placed) =>
  [["request", requestBody ?? {}] as const, ...Object.entries(responses)].flatMap(
    ([status, { content = {} }]) =>
      Object.entries(content).map(([type, media]) => ({ status, type, media }))
  )

/** The examples of all bodies of an operation, each with the schema it must fit. */
const examplesOf = (placed: Schemas.Placed) =>
  bodiesOf(placed).flatMap(({ media: { examples = {}, schema } }) =>
    Object.values(examples).map(({ $ref, value }) => ({
      schema,
      value: $ref === undefined ? value : Schemas.resolve(document, `${$ref}/value`)
    }))
  )

describe("The guide", () => {
  it("has a section for each task, and names operations and events that exist", () => {
    const headings = [...Guide.markdown.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    const tasks = [
      ...["First payout", "Receive webhooks", "Batches", "Testing failures", "Refunds"],
      ...["Going live", "Errors"]
    ]
    assert.includeMembers(headings, tasks)
    const calls = [...Guide.markdown.matchAll(/`((?:GET|POST) \/[^`]+)`/g)].map(([, call]) => call)
    assert.isAbove(calls.length, 10)
    assert.includeMembers(operations.map(nameOf), calls as Array<string>)
    const events = [...Guide.markdown.matchAll(/`((?:payout|batch|refund)\.[a-z_]+)`/g)]
    assert.isAbove(events.length, 5)
    for (const [, name = ""] of events) assert.isTrue(Object.hasOwn(document.webhooks, name), name)
  })

  it("has commands whose bodies the operations take", () => {
    const command = /^curl http:\/\/[^/]+(\/\S+)[^']*-d '([^']+)'/gm
    const calls = [...Guide.markdown.matchAll(command)].map(([, path, body]) => ({ path, body }))
    assert.deepStrictEqual(
      calls.map(({ path }) => path),
      ["/v1/quotes", "/v1/payouts"]
    )
    for (const { body = "", path } of calls) {
      const post = operations.find((placed) => nameOf(placed) === `POST ${path}`)
      const media = post?.operation.requestBody?.content?.["application/json"]
      if (media === undefined) assert.fail(`POST ${path} takes no JSON`)
      check(media.schema, JSON.parse(body), `POST ${path}`)
    }
  })

  it("has one section with cause and remedy for each code of the program", () => {
    const sections = Guide.markdown.split(/\n### /).slice(1)
    const shown = sections.filter((section) => /^[A-Z_]+\n\nStatus \d{3}\. .+\.\n/.test(section))
    assert.deepStrictEqual(shown.map((section) => section.split("\n")[0]).sort(), codes)
    for (const section of shown) assert.match(section, /\n\n\*\*What to do\.\*\* .{20}/)
  })
})

describe("The examples", () => {
  it("fit the schemas of requests and responses", () => {
    for (const placed of operations) {
      for (const { schema, value } of examplesOf(placed)) check(schema, value, nameOf(placed))
      for (const { example, name, schema } of placed.operation.parameters) {
        if (example !== undefined) check(schema, example, `${nameOf(placed)} ${name}`)
      }
    }
  })

  it("exist for every body of a request or a response", () => {
    for (const placed of operations) {
      for (const { media, status, type } of bodiesOf(placed)) {
        if (placed.path === "/readyz" && status === "503") continue
        const examples = Object.keys(media.examples ?? {})
        assert.isNotEmpty(examples, `${nameOf(placed)} ${status} ${type}`)
      }
    }
  })

  it("of requests are accepted by the schemas that decode requests", () => {
    HttpApi.reflect(Api.api, {
      onGroup: () => {},
      onEndpoint: ({ endpoint }) => {
        const name = `${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, "{$1}")}`
        const operation = operations.find((placed) => nameOf(placed) === name)?.operation
        const { content = {} } = operation?.requestBody ?? {}
        const body = content["application/json"]?.examples?.example?.value ?? {}
        const payload = [...endpoint.payload.values()][0]?.schemas[0] as Schema.Decoder<unknown>
        if (payload !== undefined && endpoint.method !== "GET") {
          const exit = Schema.decodeUnknownExit(payload)(body)
          assert.isTrue(Exit.isSuccess(exit), `${name} ${exit}`)
        }
        if (endpoint.query === undefined) return
        const given = operation?.parameters.filter((each) => each.in === "query") ?? []
        const values = given.flatMap(({ example, name }) =>
          // A query parameter is text, whatever type the document gives it.
          example === undefined ? [] : [[name, String(example)]]
        )
        const query = endpoint.query as Schema.Decoder<unknown>
        const exit = Schema.decodeUnknownExit(query)(Object.fromEntries(values))
        assert.isTrue(Exit.isSuccess(exit), `${name} ${exit}`)
      }
    })
  })

  it("of errors exist for each code of the program", () => {
    assert.isAbove(codes.length, 30)
    assert.deepStrictEqual([...Errors.names].sort(), codes)
    const problem = document.components.schemas.Problem as Schemas.Json
    for (const code of Errors.names) check(problem, ErrorExamples.of(code), code)
  })

  it("of errors have the code and status of their samples", () => {
    for (const code of Errors.names) {
      const { sample, status } = Errors.codes[code]
      const answered = sample === undefined ? Problems.defect : Problems.of(sample)
      assert.deepInclude({ ...answered }, { code, status })
    }
  })

  it("of events exist for each name of a subscription, and fit its schema", () => {
    const names = [
      ...EventRenderers.subscribableNames.filter((name) => !name.includes("*")),
      "webhook.test"
    ]
    assert.deepStrictEqual(Object.keys(EventExamples.events).sort(), [...names].sort())
    assert.deepStrictEqual(Object.keys(document.webhooks).sort(), [...names].sort())
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      const media = post.requestBody?.content?.["application/json"]
      check(media?.schema ?? {}, EventExamples.events[type], type)
    }
  })
})
