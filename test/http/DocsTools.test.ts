/** What is written from the OpenAPI document for programs: `/llms.txt` and `/postman.json`. */
import { execFileSync, spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { assert } from "@effect/vitest"
import { describe, it } from "vitest"
import * as CodeSamples from "../../src/http/openapi/CodeSamples.ts"
import * as Document from "../../src/http/openapi/Document.ts"
import * as Operations from "../../src/http/openapi/Operations.ts"
import { suite } from "./suite.ts"

suite("The documents for tools", {}, (test) => {
  test("name every operation in llms.txt, with links to this service", async (service) => {
    const { headers, text } = await service.call("GET", "/llms.txt", { key: null })
    assert.strictEqual(headers.get("content-type"), "text/plain; charset=utf-8")
    const { json } = await service.call("GET", "/openapi.json", { key: null })
    const lines = Object.entries<Record<string, { summary: string }>>(json.paths).flatMap(
      ([at, methods]) =>
        Object.entries(methods).map(
          ([method, { summary }]) => `- ${method.toUpperCase()} ${at}: ${summary}`
        )
    )
    assert.isAbove(lines.length, 50)
    for (const line of lines) assert.include(text, line)
    const links = [...text.matchAll(/\]\((\S+)\): /g)].map(([, link = ""]) => link)
    assert.isAbove(links.length, 3)
    for (const link of links) {
      assert.isTrue(link.startsWith(service.url), link)
      const answer = await service.call("GET", link.slice(service.url.length), { key: null })
      assert.strictEqual(answer.status, 200, link)
    }
  })

  test("have every operation as a request of the Postman collection", async (service) => {
    const { json } = await service.call("GET", "/postman.json", { key: null })
    assert.match(json.info.schema, /collection\/v2\.1\.0\//)
    const base = json.variable.find(({ key }: { key: string }) => key === "baseUrl")
    assert.strictEqual(base.value, service.url)
    const requests: ReadonlyArray<{ method: string; url: { path: ReadonlyArray<string> } }> =
      json.item.flatMap(({ item }: { item: ReadonlyArray<{ request: object }> }) =>
        item.map(({ request }) => request)
      )
    const shown = requests.map(
      ({ method, url }) =>
        `${method} /${url.path.map((each) => each.replace(/^:(.*)/, "{$1}")).join("/")}`
    )
    const document = (await service.call("GET", "/openapi.json", { key: null })).json
    const expected = Object.entries<object>(document.paths).flatMap(([at, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${at}`)
    )
    assert.deepStrictEqual([...shown].sort(), expected.sort())
    const quote = json.item
      .find(({ name }: { name: string }) => name === "Quotes")
      .item.find(({ request }: { request: { method: string } }) => request.method === "POST")
    const body = JSON.parse(quote.request.body.raw)
    const answer = await service.call("POST", "/v1/quotes", { body })
    assert.strictEqual(answer.status, 201, answer.text)
  })
})

describe("The samples of operations", () => {
  const all = Operations.all(Document.openApi)
  const reads = CodeSamples.readsOf(all)
  const sources = (label: string): ReadonlyArray<string> =>
    all
      .flatMap((placed) => CodeSamples.of(placed, reads, Document.defaultOrigin))
      .filter((sample) => sample.label === label)
      .map(({ source }) => source)

  it("show curl first, with the address and the example's body", () => {
    const create = all.find(({ method, path }) => method === "POST" && path === "/v1/payouts")
    assert.isDefined(create)
    const [first] = CodeSamples.of(create, reads, "https://pay.example.com")
    assert.strictEqual(first?.label, "curl")
    assert.include(first?.source, "curl https://pay.example.com/v1/payouts")
    assert.include(first?.source, '"recipient_phone": "+256770000001"')
    for (const source of sources("curl")) {
      const { status, stderr } = spawnSync("sh", ["-n"], { input: source })
      assert.strictEqual(status, 0, `${stderr}`)
    }
  })

  it("are TypeScript that its compiler accepts with the client's types", () => {
    const root = path.join(import.meta.dirname, "../..")
    const folder = fs.mkdtempSync(path.join(root, ".build/samples-"))
    try {
      const client = path.join(root, "src/client/main.ts")
      sources("TypeScript").forEach((source, index) => {
        const placed = source.replace("payout-service-client", client)
        fs.writeFileSync(path.join(folder, `${index}.ts`), placed)
      })
      const settings = { extends: "../../tsconfig.json", include: ["*.ts"] }
      fs.writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(settings))
      const compiler = path.join(root, "node_modules/.bin/tsc")
      const { status, stdout } = spawnSync(compiler, ["--noEmit", "-p", folder])
      assert.strictEqual(status, 0, `${stdout}`)
    } finally {
      fs.rmSync(folder, { recursive: true })
    }
  })

  const hasPython = spawnSync("python3", ["--version"]).status === 0
  it.runIf(hasPython)("are Python that its compiler accepts", () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "payout-samples-"))
    try {
      const files = sources("Python").map((source, index) => {
        const file = path.join(folder, `sample${index}.py`)
        fs.writeFileSync(file, source)
        return file
      })
      assert.isAbove(files.length, 50)
      execFileSync("python3", ["-m", "py_compile", ...files])
    } finally {
      fs.rmSync(folder, { recursive: true })
    }
  })
})
