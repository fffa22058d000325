/** The client's code, which `npm run generate` writes from the API's definition. */

import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "vitest"
import * as Version from "../../src/config/Version.ts"
import * as DashboardApi from "../../src/http/openapi/DashboardApi.ts"
import * as Document from "../../src/http/openapi/Document.ts"
import * as ClientCode from "../../src/tools/ClientCode.ts"
import * as PythonCode from "../../src/tools/PythonCode.ts"

const root = path.join(import.meta.dirname, "../..")
const file = "src/client/Generated.ts"

const generated = fs.readFileSync(path.join(root, file), "utf8")

const document = JSON.parse(JSON.stringify(Document.openApi))

const formatted = (place: string, input: string): string =>
  execFileSync(
    path.join(root, "node_modules/.bin/biome"),
    ["format", `--stdin-file-path=${place}`],
    { cwd: root, input }
  ).toString()

describe("The client's generated code", () => {
  it("is the code that the API document generates", () => {
    assert.strictEqual(generated, formatted(file, ClientCode.make(document, ClientCode.versioned)))
  })

  it("for the dashboard is the code that its API generates, without the client's declarations", () => {
    const page = JSON.parse(JSON.stringify(DashboardApi.openApi()))
    const place = "src/dashboard/Generated.ts"
    const written = fs.readFileSync(path.join(root, place), "utf8")
    const code = ClientCode.make(page, ClientCode.dashboard, document)
    assert.strictEqual(written, formatted(place, code))
    const declared = (text: string) =>
      [...text.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name]) => name ?? "")
    const both = declared(written).filter((name) => declared(generated).includes(name))
    assert.deepStrictEqual(both, [])
  })

  it("for Python is the code that the API document generates, with every versioned operation", () => {
    const written = (place: string) => fs.readFileSync(path.join(root, place), "utf8")
    const { operations, version } = PythonCode.files
    const code = written(operations)
    assert.strictEqual(code, PythonCode.operations(document))
    assert.strictEqual(written(version), PythonCode.version(Version.version))
    const places = (text: string) => [
      ...new Set([...text.matchAll(/^ +(?:\* )?([A-Z]+ \/\S+)$/gm)].map(([, place]) => place))
    ]
    assert.deepStrictEqual(places(code).sort(), places(generated).sort())
  })

  it("has every versioned operation", () => {
    const operations = Object.entries<Record<string, unknown>>(document.paths)
      .filter(([path]) => path.includes("/v1/") && path !== "/v1/webhooks")
      .flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`)
      )
    assert.isAbove(operations.length, 20)
    const comments = new Set(generated.match(/(?<= {5,}\* )[A-Z]+ \/\S+$/gm))
    assert.deepStrictEqual([...comments].sort(), operations.sort())
  })

  it("declares the right type for every kind of schema", () => {
    const things = {
      paths: {
        "/v1/things/{thing_id}": {
          get: {
            operationId: "Things.getThing",
            parameters: [{ name: "thing_id", in: "path", schema: { type: "string" } }],
            responses: {
              200: { content: { "application/json": { schema: { $ref: "#/x/y/Thing" } } } }
            }
          }
        }
      },
      components: {
        schemas: {
          Thing: {
            type: "object",
            properties: {
              id: { type: "string", description: "Its name" },
              kind: { enum: ["a", "b"] },
              "odd-name": { type: ["integer", "null"] },
              fixed: { const: true },
              rest: { type: "object", additionalProperties: { type: "number" } },
              many: { type: "array", items: { anyOf: [{ type: "string" }, { type: "null" }] } },
              any: {}
            },
            required: ["id"]
          }
        }
      }
    }
    const text = ClientCode.make(things, ClientCode.versioned)
    for (const line of [
      "/** Its name */",
      "readonly id: string",
      'readonly kind?: "a" | "b"',
      'readonly "odd-name"?: number | null',
      "readonly fixed?: true",
      "readonly rest?: { readonly [name: string]: number }",
      "readonly many?: ReadonlyArray<string | null>",
      "readonly any?: unknown",
      "get: (thingId: string, options?: CallOptions) =>"
    ]) {
      assert.include(text, line)
    }
  })
})
