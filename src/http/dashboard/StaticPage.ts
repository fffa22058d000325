/**
 * The dashboard's page: built files, read once and served from memory. A path that is no file is a
 * location within the page, and gets the page. The page loads nothing from elsewhere and has no
 * inline script, so text in a name or a note is never run.
 *
 * `HttpStaticServer` is not used: it serves no compressed files, no tags by content, no caching by
 * folder and no headers of ours, and it reads the disk for each request.
 */
import * as crypto from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { Effect } from "effect"
import * as Operation from "../contract/Operation.ts"
import type { Refusal } from "../contract/Rejection.ts"
import * as DashboardSite from "../middleware/DashboardSite.ts"
import type * as RequestContext from "../middleware/RequestContext.ts"
import * as Route from "../middleware/Route.ts"
import * as Problems from "../Problems.ts"

interface File {
  readonly contentType: string
  readonly etag: string
  /** The plain file, and its compressed forms if they were made. */
  readonly plain: Buffer
  readonly br: Buffer | undefined
  readonly gzip: Buffer | undefined
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".json": "application/json"
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'"
].join("; ")

const guards = (origin: string | undefined): ReadonlyArray<string> => [
  ...["content-security-policy", policy],
  ...["x-frame-options", "DENY"],
  ...["referrer-policy", "no-referrer"],
  ...["cross-origin-opener-policy", "same-origin"],
  ...["cross-origin-resource-policy", "same-origin"],
  ...["permissions-policy", "camera=(), geolocation=(), microphone=(), payment=()"],
  ...(origin?.startsWith("https:") === true
    ? ["strict-transport-security", "max-age=31536000"]
    : [])
]

const readIf = (file: string): Buffer | undefined =>
  fs.existsSync(file) ? fs.readFileSync(file) : undefined

const fileOf = (file: string): File => {
  const plain = fs.readFileSync(file)
  return {
    contentType: types[path.extname(file)] ?? "application/octet-stream",
    etag: `"${crypto.hash("sha256", plain, "base64url").slice(0, 27)}"`,
    plain,
    br: readIf(`${file}.br`),
    gzip: readIf(`${file}.gz`)
  }
}

const isPacked = (name: string): boolean => name.endsWith(".br") || name.endsWith(".gz")

/** Every file below the folder, by its path. */
const load = (folder: string): ReadonlyMap<string, File> => {
  if (folder === "" || !fs.existsSync(path.join(folder, "index.html"))) return new Map()
  const names = fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => path.extname(name) in types && !isPacked(name) && !name.startsWith("."))
  return new Map(names.map((name) => [name, fileOf(path.join(folder, name))]))
}

const plain = "text/plain; charset=utf-8"

const unbuilt: Route.Answer = { ...Problems.pageNotBuilt, contentType: plain }

const noFile: Route.Answer = { ...Problems.noSuchFile, contentType: plain }

const packed = (file: File, accepted: string): readonly [Buffer, ReadonlyArray<string>] => {
  if (file.br !== undefined && /\bbr\b/.test(accepted)) return [file.br, ["content-encoding", "br"]]
  if (file.gzip !== undefined && /\bgzip\b/.test(accepted)) {
    return [file.gzip, ["content-encoding", "gzip"]]
  }
  return [file.plain, []]
}

const answer = (
  file: File,
  isForEver: boolean,
  { headers }: RequestContext.Raw,
  guarding: ReadonlyArray<string>
): Route.Answer => {
  const caching = isForEver ? "public, max-age=31536000, immutable" : "no-cache"
  const own = ["etag", file.etag, "cache-control", caching, "vary", "accept-encoding", ...guarding]
  if (headers["if-none-match"] === file.etag) {
    return { status: 304, body: "", contentType: file.contentType, headers: own }
  }
  const [body, encoding] = packed(file, headers["accept-encoding"] ?? "")
  return {
    status: 200,
    body,
    contentType: file.contentType,
    headers: [...own, ...encoding]
  }
}

const access = { by: "public", limit: "probe" } as const
const success = Operation.text("text/html")

/** The router also takes `/dashboard` for this path. Files are not part of a contract. */
const page = Operation.get("page", "/dashboard/*", { access, location: "here", success })

const root = Operation.get("root", "/", { access, location: "here", success })

/** Redirects a browser from the root to the dashboard. Other clients find nothing at the root. */
const redirectBrowser = ({ raw }: Route.RawRequest): Route.Reply =>
  /\btext\/html\b/.test(raw.headers.accept ?? "")
    ? Effect.succeed({
        ...{ status: 302, body: "", contentType: plain },
        headers: ["location", "/dashboard", "cache-control", "no-store", "vary", "accept"]
      })
    : Effect.fail({ _tag: "NoSuchPath" })

/** Names of assets have a hash of their content. */
const assets = "assets/"

export const routes = Effect.map(DashboardSite.Site, ({ assetsDir, origin }) => {
  const files = load(assetsDir)
  const guarding = guards(origin)

  const read = (name: string, raw: RequestContext.Raw): Route.Answer => {
    const file = files.get(name)
    if (file !== undefined && name !== "index.html") {
      return answer(file, name.startsWith(assets), raw, guarding)
    }
    if (name.startsWith(assets)) return noFile
    const page = files.get("index.html")
    return page === undefined ? unbuilt : answer(page, false, raw, guarding)
  }

  const serve = ({ raw }: Route.RawRequest): Route.Reply =>
    Effect.suspend(() => {
      const name = raw.path.replace(/\?.*$/s, "").slice("/dashboard/".length)
      return /^api(\/|$)/.test(name)
        ? Effect.fail<Refusal>({ _tag: "NoSuchPath" })
        : Effect.succeed(read(name, raw))
    })

  return [Route.ofBytes(page, serve), Route.ofBytes(root, redirectBrowser)]
})
