/**
 * The documents as served: with the address of the request, or the published address of the
 * service. The bytes of `/openapi.json` are kept for a bounded number of addresses.
 */
import { Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as PublicOrigin from "../middleware/PublicOrigin.ts"
import type * as RequestContext from "../middleware/RequestContext.ts"
import type * as Route from "../middleware/Route.ts"
import * as Changelog from "./Changelog.ts"
import * as Document from "./Document.ts"
import * as LlmsText from "./LlmsText.ts"
import * as PostmanCollection from "./PostmanCollection.ts"
import * as ReferencePage from "./ReferencePage.ts"

const html = "text/html; charset=utf-8"

const guards = (policy: string) => [
  ...["content-security-policy", policy, "x-frame-options", "DENY"],
  ...["referrer-policy", "no-referrer", "cross-origin-opener-policy", "same-origin"]
]

/** Bytes by origin: half a megabyte, which slow readers share. */
const perOrigin = (text: string) => {
  const buffers = new Map<string, Buffer>()
  return (origin: string): Buffer => {
    const bytes =
      buffers.get(origin) ?? Buffer.from(text.replaceAll(PublicOrigin.defaultOrigin, origin))
    buffers.delete(origin)
    buffers.set(origin, bytes)
    const oldest = buffers.keys().next().value
    if (buffers.size > Limits.http.documentOriginsMax && oldest !== undefined)
      buffers.delete(oldest)
    return bytes
  }
}

export interface Documents {
  readonly openApi: (asked: PublicOrigin.RequestAddress) => Route.Answer
  readonly docs: (headers: RequestContext.Raw["headers"]) => Effect.Effect<Route.Answer>
  readonly llms: (asked: PublicOrigin.RequestAddress) => Route.Answer
  readonly postman: (asked: PublicOrigin.RequestAddress) => Route.Answer
  readonly changelog: () => Route.Answer
}

/** The reference page. Its server is the origin that it was loaded from, or the published one. */
const reference = (served: Document.Json, publicUrl: string | undefined) =>
  Effect.map(
    Effect.cached(
      ReferencePage.make({
        ...served,
        servers: [{ url: PublicOrigin.originOf(publicUrl, undefined, "/") }]
      })
    ),
    (cached) =>
      Effect.fnUntraced(function* (headers: RequestContext.Raw["headers"]) {
        const page = yield* cached
        const own = [
          ...["etag", page.etag, "cache-control", "no-cache", "vary", "accept-encoding"],
          ...guards(page.policy)
        ]
        if (headers["if-none-match"] === page.etag) {
          return { status: 304, body: "", contentType: html, headers: own }
        }
        return /\bgzip\b/.test(headers["accept-encoding"] ?? "")
          ? {
              ...{ status: 200, body: page.gzip, contentType: html },
              headers: [...own, "content-encoding", "gzip"]
            }
          : { status: 200, body: yield* ReferencePage.plain(page), contentType: html, headers: own }
      })
  )

export const make = (environment: "sandbox" | "production", publicUrl: string | undefined) =>
  Effect.gen(function* (): Effect.fn.Return<Documents> {
    const served = Document.servedIn(Document.openApi, environment)
    const openApi = perOrigin(JSON.stringify(served))
    const llms = perOrigin(LlmsText.make(served))
    const postman = perOrigin(JSON.stringify(PostmanCollection.make(served)))
    const changelog = Buffer.from(Changelog.page())
    return {
      openApi: (asked) => ({ status: 200, body: openApi(PublicOrigin.originOf(publicUrl, asked)) }),
      docs: yield* reference(served, publicUrl),
      llms: (asked) => ({
        ...{ status: 200, body: llms(PublicOrigin.originOf(publicUrl, asked)) },
        contentType: "text/plain; charset=utf-8"
      }),
      postman: (asked) => ({ status: 200, body: postman(PublicOrigin.originOf(publicUrl, asked)) }),
      changelog: () => ({
        ...{ status: 200, body: changelog, contentType: html },
        headers: guards(Changelog.policy)
      })
    }
  })
