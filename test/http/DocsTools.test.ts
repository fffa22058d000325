/** What is written from the OpenAPI document for programs: `/llms.txt` and `/postman.json`. */
import { assert } from "@effect/vitest"
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
