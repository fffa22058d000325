/** The served documents: their address, their environment, and the change log. */

import * as fs from "node:fs"
import * as path from "node:path"
import { assert } from "@effect/vitest"
import { describe, it } from "vitest"
import * as Version from "../../src/config/Version.ts"
import * as Errors from "../../src/http/contract/Errors.ts"
import * as PublicOrigin from "../../src/http/middleware/PublicOrigin.ts"
import { api } from "../../src/http/openapi/Api.ts"
import * as Document from "../../src/http/openapi/Document.ts"
import { bytes, suite } from "./suite.ts"

const root = path.join(import.meta.dirname, "../..")
const read = (file: string): string => fs.readFileSync(path.join(root, file), "utf8")

/** The document inside the reference page. */
const shownIn = ({ text }: { readonly text: string }) => {
  const [, json = ""] = /\n {8}content: (\{.*\})\n/.exec(text) ?? []
  return JSON.parse(json)
}

/** The descriptions in a part of the contract, wherever its schemas have them. */
const descriptionsIn = (part: unknown, seen = new Set<unknown>()): ReadonlyArray<string> => {
  const isPart = (typeof part === "object" || typeof part === "function") && part !== null
  if (!isPart || seen.has(part)) return []
  seen.add(part)
  if (part instanceof Map || part instanceof Set) {
    return [...part.values()].flatMap((each) => descriptionsIn(each, seen))
  }
  const named = "ast" in part ? { ...part, ast: part.ast } : part
  return Object.entries(named).flatMap(([key, value]) =>
    key === "description" && typeof value === "string" ? [value] : descriptionsIn(value, seen)
  )
}

interface Described {
  readonly get?: {
    readonly parameters: ReadonlyArray<{ readonly name: string; readonly description?: string }>
  }
}

/** The descriptions of a query parameter, by path. */
const descriptionsOf = (name: string): Readonly<Record<string, string | undefined>> => {
  const { paths } = Document.openApi as { readonly paths: Readonly<Record<string, Described>> }
  return Object.fromEntries(
    Object.entries(paths).map(([at, { get }]) => [
      at,
      get?.parameters.find((each) => each.name === name)?.description
    ])
  )
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
    // A link to a code ends in the lower-case text of its heading.
    for (const code of Errors.names) assert.include(info.description, `\n### ${code}\n`)
  })

  test("are linked from errors, at the address and scheme of the request", async ({
    call,
    url
  }) => {
    const { json } = await call("GET", "/v1/payouts/po_none")
    assert.strictEqual(json.doc_url, `${url}/docs#description/payout_not_found`)
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

  test("are linked from errors at the published address", async (service) => {
    const { json } = await service.call("GET", "/v1/payouts/po_none")
    const link = "https://pay.example.com/docs#description/"
    assert.strictEqual(json.doc_url, `${link}payout_not_found`)
    const answer = await bytes(service, "nonsense\r\n\r\n")
    assert.include(answer, `"doc_url":"${link}validation_error"`)
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

describe("The document", () => {
  it("has every description of a parameter, a body and a response", () => {
    const parts = Object.values(api.groups).flatMap(({ endpoints }) =>
      Object.values(endpoints).map(({ params, payload, query, success }) => [
        ...[params, payload, query, success]
      ])
    )
    const descriptions = descriptionsIn(parts)
    assert.isAbove(descriptions.length, 150)
    const document = JSON.stringify(Document.openApi)
    const isLost = (text: string) => !document.includes(JSON.stringify(text).slice(1, -1))
    assert.deepStrictEqual(descriptions.filter(isLost), [])
  })

  it("describes what the search of each list finds", () => {
    const shown = descriptionsOf("search")
    assert.match(shown["/v1/requests"] ?? "", /error code/)
    assert.match(shown["/v1/payouts"] ?? "", /deposit address/)
    assert.match(shown["/v1/batches"] ?? "", /batch name/)
    assert.match(shown["/v1/beneficiaries"] ?? "", /all these words/)
    assert.match(shown["/admin/v1/accounts"] ?? "", /e-mail address/)
  })

  it("states whether a period contains its end", () => {
    const shown = descriptionsOf("to")
    assert.match(shown["/v1/audit-logs"] ?? "", /inclusive/)
    assert.match(shown["/v1/reports/settlements"] ?? "", /exclusive/)
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
