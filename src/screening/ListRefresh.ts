/**
 * Downloads OFAC's list and replaces the old one: all four files or none. The new files are loaded
 * like the service does before any file is replaced.
 */
import * as fs from "node:fs/promises"
import * as path from "node:path"
import { Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as HttpClient from "../engine/ports/HttpClient.ts"
import * as SanctionsList from "./SanctionsList.ts"
import * as SdnFiles from "./SdnFiles.ts"

/** The base URL of OFAC's lists. */
export const publisher =
  "https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/"

/** Sends a request to any URL, over separate connections. */
export type Send = (
  request: HttpClient.HttpRequest
) => Effect.Effect<HttpClient.HttpResponse, HttpClient.NoResponse>

const broken = (message: string) => new SdnFiles.ListBroken({ message })

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

/** The target of a redirect; never from https to http. */
const nextUrl = (from: string, location: string | undefined): string | undefined => {
  if (location === undefined || !URL.canParse(location, from)) return undefined
  const next = new URL(location, from)
  const isSafe = next.protocol === "https:" || next.protocol === new URL(from).protocol
  return isSafe && /^https?:$/.test(next.protocol) ? next.href : undefined
}

const download = Effect.fnUntraced(function* (send: Send, file: string, from: string) {
  const { downloadMsMax, fileBytesMax, redirectsMax } = Limits.screening
  let url = from
  for (let hops = 0; hops <= redirectsMax; hops++) {
    const { body, headers, status } = yield* send({
      ...{ url, method: "GET", headers: { accept: "text/csv, */*" } },
      ...{ timeoutMs: downloadMsMax, bytesMax: fileBytesMax }
    }).pipe(Effect.mapError(({ message }) => broken(`${file}: ${message}`)))
    if (status === 200) return body
    const next = isRedirect(status) ? nextUrl(url, headers.location) : undefined
    if (next === undefined) return yield* broken(`${file}: the server answers ${status}`)
    url = next
  }
  return yield* broken(`${file}: the server redirects too often`)
})

const attempt = <A>(what: string, run: () => Promise<A>): Effect.Effect<A, SdnFiles.ListBroken> =>
  Effect.tryPromise({
    try: run,
    catch: (error) => {
      const code = error instanceof Error && "code" in error ? String(error.code) : "unknown"
      return broken(`${what} (${code})`)
    }
  })

/** A folder on the same file system, so that a file is replaced by a rename; deleted at the end. */
const temporary = (dir: string) =>
  Effect.acquireRelease(
    attempt(`${dir} cannot be written`, async () => {
      await fs.mkdir(dir, { recursive: true })
      return fs.mkdtemp(path.join(dir, ".new-"))
    }),
    (folder) => Effect.promise(() => fs.rm(folder, { recursive: true, force: true }))
  )

/** Writes a file and flushes it to disk. */
const writeWhole = async (file: string, text: string): Promise<void> => {
  const handle = await fs.open(file, "w")
  await handle.writeFile(text)
  await handle.sync()
  await handle.close()
}

/** Downloads, checks and replaces. `isForced` accepts a list that is much shorter. */
export const run = Effect.fn("ListRefresh.run")(function* (
  send: Send,
  options: { readonly dir: string; readonly from: string; readonly isForced: boolean }
) {
  const { dir, from, isForced } = options
  const fresh = yield* temporary(dir)
  for (const file of SdnFiles.fileNames) {
    const text = yield* download(send, file, new URL(file, from).href)
    yield* attempt(`${dir} cannot be written`, () => writeWhole(path.join(fresh, file), text))
  }
  const next = yield* SanctionsList.load(fresh)
  // The old list may be missing or broken, and the new one replaces it.
  const before = yield* SanctionsList.load(dir).pipe(Effect.orElseSucceed(() => undefined))
  const fault = before === undefined ? undefined : SanctionsList.shrinkage(before.sizes, next.sizes)
  if (fault !== undefined && !isForced) return yield* broken(fault)
  yield* attempt(`${dir} cannot be written`, async () => {
    for (const file of SdnFiles.fileNames)
      await fs.rename(path.join(fresh, file), path.join(dir, file))
  })
  return { version: next.version, sizes: next.sizes }
}, Effect.scoped)
