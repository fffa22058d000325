/**
 * The readable reference at `/docs`: Scalar, as `HttpApiScalar` embeds it, with the document
 * inline. The page loads nothing from other origins. It has 4.0 MB, of which 3.2 MB are Scalar's
 * script, and 0.9 MB compressed; so it is made at the first request and kept compressed.
 */

import * as crypto from "node:crypto"
import { promisify } from "node:util"
import * as zlib from "node:zlib"
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApi, HttpApiScalar, OpenApi } from "effect/http-api"
import * as PublicOrigin from "../middleware/PublicOrigin.ts"
import * as CodeSamples from "./CodeSamples.ts"
import * as Guide from "./Guide.ts"
import * as ReferenceRepairs from "./ReferenceRepairs.ts"

type Json = Readonly<Record<string, unknown>>

export interface CompressedPage {
  readonly gzip: Uint8Array
  readonly etag: string
  readonly policy: string
}

const gzip = promisify(zlib.gzip)
const gunzip = promisify(zlib.gunzip)

/**
 * Settings without calls of other origins, which the policy forbids, and without Scalar's examples
 * in languages that have no client: an operation's samples come with the document.
 */
const scalar = {
  withDefaultFonts: false,
  showDeveloperTools: "never",
  hideClientButton: true,
  telemetry: false,
  hiddenClients: true,
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  favicon: "data:,",
  customCss: ReferenceRepairs.style
}

/** The published address, or the one that the page replaces by its origin. */
const originOf = (document: Json): string => {
  const [server] = document.servers as ReadonlyArray<{ readonly url: string }>
  return server === undefined || server.url === "/" ? PublicOrigin.defaultOrigin : server.url
}

/** The document as the page shows it: with samples, and with the guide before the operations. */
const pageDocument = (document: Json): Json => {
  // The page would show the license with a picture of a court.
  const { license: _, ...info } = document.info as Json
  const description = `${info.description}\n\n${Guide.markdown}`
  return {
    ...CodeSamples.withSamples(document, originOf(document)),
    info: { ...info, description }
  }
}

/** The library's page of a document. Only a separate in-memory router serves it. */
const htmlOf = Effect.fnUntraced(function* (document: Json): Effect.fn.Return<string> {
  // An API without operations, because the document is complete: generating it again takes time.
  const api = HttpApi.make("reference").annotate(OpenApi.Transform, () => pageDocument(document))
  const { dispose, handler } = HttpRouter.toWebHandler(HttpApiScalar.layer(api, { scalar }), {
    disableLogger: true
  })
  const response = yield* Effect.promise(() => handler(new Request("http://localhost/docs")))
  const html = yield* Effect.promise(() => response.text())
  yield* Effect.promise(dispose)
  const last = html.lastIndexOf("<script>")
  const script = `<script>${ReferenceRepairs.script}</script>\n    `
  return `${html.slice(0, last)}${script}${html.slice(last)}`
    .replace("<html>", '<html lang="en">')
    .replace(/<body[^>]*>/, (body) => `${body}${ReferenceRepairs.header}`)
})

/**
 * The policy of a page: its inline scripts by their hashes, and calls of this origin, for trying an
 * operation. Scalar adds style elements while it runs, so styles cannot be named by hash.
 */
const policyOf = (html: string): string => {
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = ""]) => text)
  const hashes = scripts.map((text) => `'sha256-${crypto.hash("sha256", text, "base64")}'`)
  return [
    "default-src 'none'",
    `script-src ${hashes.join(" ")}`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")
}

export const make = Effect.fnUntraced(function* (document: Json): Effect.fn.Return<CompressedPage> {
  const html = yield* htmlOf(document)
  return {
    gzip: yield* Effect.promise(() => gzip(html)),
    etag: `"${crypto.hash("sha256", html, "hex").slice(0, 32)}"`,
    policy: policyOf(html)
  }
})

/** The page for a client that does not accept gzip. */
export const plain = ({ gzip }: CompressedPage): Effect.Effect<Uint8Array> =>
  Effect.promise(() => gunzip(gzip))
