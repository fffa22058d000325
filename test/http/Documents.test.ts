/** The served documents: their address, their environment, and the change log. */

import * as fs from "node:fs"
import * as path from "node:path"
import { assert } from "@effect/vitest"
import { describe, it } from "vitest"
import * as Version from "../../src/config/Version.ts"
import * as Errors from "../../src/http/contract/Errors.ts"
import * as PublicOrigin from "../../src/http/middleware/PublicOrigin.ts"
import * as Document from "../../src/http/openapi/Document.ts"
import { suite } from "./suite.ts"

const root = path.join(import.meta.dirname, "../..")
const read = (file: string): string => fs.readFileSync(path.join(root, file), "utf8")

/** The document inside the reference page. */
const shownIn = ({ text }: { readonly text: string }) => {
  const [, json = ""] = /\n {8}content: (\{.*\})\n/.exec(text) ?? []
  return JSON.parse(json)
}

suite("The served documents", {}, (test) => {
  test("show the address of the request, in the document and in the reference", async (service) => {
    const { json } = await service.call("GET", "/openapi.json", { key: null })
    assert.deepStrictEqual(json.servers, [{ url: service.url, description: "Sandbox" }])
    assert.deepStrictEqual(shownIn(await service.call("GET", "/docs", { key: null })).servers, [
      { url: "/" }
    ])
  })

  test("state that the API is stable and how it changes", async ({ call }) => {
    const { json } = await call("GET", "/openapi.json", { key: null })
    assert.strictEqual(json.info["x-stability"], "stable")
    assert.match(json.info.description, /stable at v1.*six months/s)
    const changelog = await call("GET", "/changelog", { key: null })
    assert.match(changelog.headers.get("content-type") ?? "", /^text\/html/)
    for (const release of ["v0.1.0", "v0.2.0", "v0.3.0", "v0.4.0", "v0.5.0"]) {
      assert.include(changelog.text, `<h3>${release} – 2025-`)
    }
    for (const words of ["Deprecation", "Sunset", "six months", "Migration", "unreleased"]) {
      assert.include(changelog.text, words)
    }
    assert.notMatch(changelog.text, /\*\*|<li>- |^#/m)
  })

  test("name the sandbox's special phone numbers and recipient names", async ({ call }) => {
    const { json } = await call("GET", "/openapi.json", { key: null })
    const shown = shownIn(await call("GET", "/docs", { key: null }))
    for (const document of [json, shown]) {
      const sandbox = document.tags.find(({ name }: { name: string }) => name === "Sandbox")
      for (const known of ["770000001", "770000002", "770000003", "770000004", "750000005"]) {
        assert.include(sandbox.description, known)
      }
      for (const name of ["HOLD", "REVERSE", "REVIEW", "UNFUNDED"]) {
        assert.include(sandbox.description, `SANDBOX ${name}`)
      }
    }
  })

  test("show the same document in the reference, after a guide", async ({ call, url }) => {
    const { json } = await call("GET", "/openapi.json", { key: null })
    const shown = shownIn(await call("GET", "/docs", { key: null }))
    const { info, servers: _, ...rest } = shown
    const { info: reference, servers: __, ...whole } = json
    // The page replaces the default origin by its own.
    const shownHere = JSON.stringify(rest).replaceAll(PublicOrigin.defaultOrigin, url)
    const bare = JSON.parse(shownHere, (key, value) =>
      key === "x-codeSamples" ? undefined : value
    )
    assert.deepStrictEqual(bare, whole)
    assert.isTrue(info.description.startsWith(reference.description))
    for (const code of Errors.names) assert.include(info.description, code)
  })

  test("list the parser's refusals for every operation", async ({ call }) => {
    const { json } = await call("GET", "/openapi.json", { key: null })
    for (const [at, methods] of Object.entries(json.paths)) {
      for (const [method, { responses }] of Object.entries(
        methods as Record<string, { responses: object }>
      )) {
        const documented = Object.keys(responses)
        assert.includeMembers(documented, ["400", "408", "417", "431"], `${method} ${at}`)
      }
    }
  })
})

suite("The served documents of a published service", {
  PUBLIC_URL: "https://pay.example.com"
}, (test) => {
  test("show the published address, whatever address a request has", async ({ call }) => {
    const { json } = await call("GET", "/openapi.json", { key: null })
    assert.strictEqual(json.servers[0].url, "https://pay.example.com")
    const { servers } = shownIn(await call("GET", "/docs", { key: null }))
    assert.deepStrictEqual(servers, [{ url: "https://pay.example.com" }])
  })
})

suite("The served documents behind a trusted proxy", {
  TRUSTED_PROXIES: "127.0.0.0/8,::1"
}, (test) => {
  test("show the scheme that clients use, so no key is sent in clear text", async ({
    call,
    url
  }) => {
    const secure = url.replace("http:", "https:")
    const ask = (path: string) =>
      call("GET", path, { key: null, headers: { "x-forwarded-proto": "https" } })
    assert.strictEqual((await ask("/openapi.json")).json.servers[0].url, secure)
    for (const path of ["/postman.json", "/llms.txt"]) {
      const { text } = await ask(path)
      assert.include(text, secure)
      assert.notInclude(text, url)
    }
  })

  test("show http if the proxy sends no scheme or an unknown one", async ({ call, url }) => {
    for (const value of ["http", "https, http", "wss", ""]) {
      const headers = { "x-forwarded-proto": value }
      const { json } = await call("GET", "/openapi.json", { key: null, headers })
      assert.strictEqual(json.servers[0].url, url, value)
    }
  })
})

suite("The served documents without a trusted proxy", {}, (test) => {
  test("ignore a header that any client can send", async ({ call, url }) => {
    const headers = { "x-forwarded-proto": "https" }
    const { json } = await call("GET", "/openapi.json", { key: null, headers })
    assert.strictEqual(json.servers[0].url, url)
  })
})

describe("The address that a document shows", () => {
  it("is the address of a valid Host, and the default address for any other Host", () => {
    const shown = (authority: string) =>
      PublicOrigin.originOf(undefined, { scheme: "http", authority })
    for (const host of ["localhost:8080", "pay.example.com", "[::1]:80", "10.0.0.1:65535"]) {
      assert.strictEqual(shown(host), `http://${host}`)
    }
    for (const host of ["", 'a"b', "a<b", "a/b", "a b", "a:b", "-a", "a@b", "[x]"]) {
      assert.strictEqual(shown(host), PublicOrigin.defaultOrigin, host)
    }
    const asked = { scheme: "http", authority: "b" } as const
    assert.strictEqual(
      PublicOrigin.originOf("https://a.example/api/", asked),
      "https://a.example/api"
    )
  })
})

describe("The document of production", () => {
  it("has no sandbox operation", () => {
    const names = (document: object) => Object.keys((document as { paths: object }).paths)
    const sandbox = names(Document.servedIn(Document.openApi, "sandbox"))
    const production = names(Document.servedIn(Document.openApi, "production"))
    const dropped = sandbox.filter((name) => !production.includes(name))
    assert.isAbove(dropped.length, 0)
    assert.isTrue(dropped.every((name) => name.startsWith("/v1/sandbox/")))
  })
})

describe("The version", () => {
  it("is the same in the package, its lock file, the API and the published document", () => {
    assert.strictEqual(JSON.parse(read("package.json")).version, Version.version)
    assert.strictEqual(JSON.parse(read("package-lock.json")).version, Version.version)
    assert.strictEqual(JSON.parse(read("schema/openapi.json")).info.version, Version.version)
  })
})
