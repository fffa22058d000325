/**
 * The documents as they are served: with the address that the client asked, or the one that the
 * service is published under. Each is rendered once; for an address its bytes are made and kept,
 * for a bounded number of addresses.
 */
import * as crypto from "node:crypto"
import * as Limits from "../../config/Limits.ts"
import * as Contract from "../api/Api.ts"
import type * as Route from "../server/Route.ts"
import * as Changelog from "./Changelog.ts"
import * as Docs from "./Docs.ts"
import { style } from "./DocsStyle.ts"
import * as Document from "./Document.ts"

const html = "text/html; charset=utf-8"

/** Pages of one style sheet and of nothing else that a browser could load or run. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${crypto.hash("sha256", style, "base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

const guards = [
  ...["content-security-policy", policy, "x-frame-options", "DENY"],
  ...["referrer-policy", "no-referrer", "cross-origin-opener-policy", "same-origin"]
]

/** A name or an address, with a port: what a `Host` header may be, and nothing that needs escaping. */
const authority = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** The address to show. A `Host` that cannot be one is not repeated. */
export const originOf = (publicUrl: string | undefined, host: string | undefined): string => {
  if (publicUrl !== undefined) return new URL(publicUrl).href.replace(/\/+$/, "")
  return host !== undefined && authority.test(host) ? `http://${host}` : Document.anywhere
}

/** Bytes for an origin: half a megabyte, which slow readers share. */
const perOrigin = (text: string) => {
  const known = new Map<string, Buffer>()
  return (origin: string): Buffer => {
    const bytes = known.get(origin) ?? Buffer.from(text.replaceAll(Document.anywhere, origin))
    known.delete(origin)
    known.set(origin, bytes)
    const oldest = known.keys().next().value
    if (known.size > Limits.http.documentOriginsMax && oldest !== undefined) known.delete(oldest)
    return bytes
  }
}

type Answer = (host: string | undefined) => Route.Answer

export interface Documents {
  readonly openApi: Answer
  readonly docs: Answer
  readonly changelog: Answer
}

export const make = (
  environment: "sandbox" | "production",
  publicUrl: string | undefined
): Documents => {
  const served = Document.servedIn(Contract.openApi, environment)
  const openApi = perOrigin(JSON.stringify(served))
  const docs = perOrigin(Docs.render(served))
  const changelog = Buffer.from(Changelog.page())
  const page = (body: Buffer) => ({ status: 200, body, contentType: html, headers: guards })
  return {
    openApi: (host) => ({ status: 200, body: openApi(originOf(publicUrl, host)) }),
    docs: (host) => page(docs(originOf(publicUrl, host))),
    changelog: () => page(changelog)
  }
}
