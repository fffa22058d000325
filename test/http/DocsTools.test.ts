/**
 * The documents for programs that are generated from the OpenAPI document: `/llms.txt` and
 * `/postman.json`.
 */
import type * as childProcess from "node:child_process"
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as path from "node:path"
import { assert } from "@effect/vitest"
import { describe, it } from "vitest"
import * as PublicOrigin from "../../src/http/middleware/PublicOrigin.ts"
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

const root = path.join(import.meta.dirname, "../..")
const all = Operations.all(Document.openApi)
const reads = CodeSamples.collectionsOf(all)
const hasPython = spawnSync("python3", ["--version"]).status === 0

interface Sample {
  readonly operation: Operations.DocumentedOperation
  readonly source: string
}

const samplesOf = (label: string, origin = PublicOrigin.defaultOrigin): ReadonlyArray<Sample> =>
  all.flatMap((operation) =>
    CodeSamples.of(operation, reads, origin)
      .filter((sample) => sample.label === label)
      .map(({ source }) => ({ operation, source }))
  )

/** Runs `body` with the path of a folder that has each source in a file. */
const withFiles = async (
  sources: ReadonlyArray<string>,
  ending: string,
  body: (folder: string, files: ReadonlyArray<string>) => Promise<void> | void
): Promise<void> => {
  const folder = fs.mkdtempSync(path.join(root, ".build/samples-"))
  try {
    const files = sources.map((source, index) => {
      const file = path.join(folder, `sample${index}.${ending}`)
      const client = path.join(root, "src/client/main.ts")
      fs.writeFileSync(file, source.replace("payout-service-client", client))
      return file
    })
    await body(folder, files)
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

/** The operation of the document that a request calls. */
const calledBy = (request: http.IncomingMessage): Operations.DocumentedOperation | undefined => {
  const at = new URL(request.url ?? "", PublicOrigin.defaultOrigin).pathname.split("/")
  const fits = (segments: ReadonlyArray<string>) =>
    segments.length === at.length &&
    segments.every((segment, index) => segment.startsWith("{") || segment === at[index])
  const found = all.filter((each) => each.method === request.method && fits(each.path.split("/")))
  return found.find(({ path: named }) => !named.includes("{")) ?? found[0]
}

/** Runs samples one after the other, and checks that each calls its own operation once. */
const assertCalls = async (
  label: string,
  ending: string,
  start: (files: ReadonlyArray<string>) => childProcess.ChildProcess
): Promise<void> => {
  const called: Array<string> = []
  const nameOf = (each: Operations.DocumentedOperation | undefined) =>
    `${each?.method} ${each?.path}`
  const server = http.createServer((request, response) => {
    called.push(nameOf(calledBy(request)))
    request.resume().on("end", () => response.end("{}"))
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = server.address() as AddressInfo
  const samples = samplesOf(label, `http://127.0.0.1:${port}`)
  assert.isAbove(samples.length, 50)
  try {
    await withFiles(
      samples.map(({ source }) => source),
      ending,
      async (_, files) => {
        const program = start(files)
        const said = program.stderr?.toArray()
        const [status] = await once(program, "exit")
        assert.strictEqual(status, 0, `${await said}`)
      }
    )
  } finally {
    server.close()
    server.closeAllConnections()
  }
  assert.deepStrictEqual(
    called,
    samples.map(({ operation }) => nameOf(operation))
  )
}

describe("The samples of operations", () => {
  it("show curl first, with the address and the example's body", () => {
    const create = all.find(({ method, path }) => method === "POST" && path === "/v1/payouts")
    assert.isDefined(create)
    const [first] = CodeSamples.of(create, reads, "https://pay.example.com")
    assert.strictEqual(first?.label, "curl")
    assert.include(first?.source, "curl https://pay.example.com/v1/payouts")
    assert.include(first?.source, '"recipient_phone": "+256770000001"')
    for (const { source } of samplesOf("curl")) {
      const { status, stderr } = spawnSync("sh", ["-n"], { input: source })
      assert.strictEqual(status, 0, `${stderr}`)
    }
  })

  it("are TypeScript that its compiler accepts with the client's types", async () => {
    const sources = samplesOf("TypeScript").map(({ source }) => source)
    await withFiles(sources, "ts", (folder) => {
      const settings = { extends: "../../tsconfig.json", include: ["*.ts"] }
      fs.writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(settings))
      const compiler = path.join(root, "node_modules/.bin/tsc")
      const { status, stdout } = spawnSync(compiler, ["--noEmit", "-p", folder])
      assert.strictEqual(status, 0, `${stdout}`)
    })
  })

  it("call the operation that they document, in TypeScript", async () => {
    const main = "for (const file of process.argv.slice(1)) await import(file)"
    await assertCalls("TypeScript", "ts", (files) =>
      spawn(process.execPath, ["--input-type=module", "--eval", main, "--", ...files], {
        env: { ...process.env, PAYOUT_API_KEY: "sk_sandbox_sample" }
      })
    )
  })

  it.runIf(hasPython)("call the operation that they document, in Python", async () => {
    const main = "import runpy, sys\nfor file in sys.argv[1:]: runpy.run_path(file)"
    await assertCalls("Python", "py", (files) =>
      spawn("python3", ["-c", main, ...files], {
        env: {
          ...process.env,
          PAYOUT_API_KEY: "sk_sandbox_sample",
          PYTHONPATH: path.join(root, "src/client/python"),
          PYTHONDONTWRITEBYTECODE: "1"
        }
      })
    )
  })
})
