/**
 * Records responses. Every value that differs from run to run is replaced, so that two versions of
 * the service can be compared byte for byte. `RECORD_ANSWERS` names the folder of the records.
 */
import { appendFileSync, mkdirSync } from "node:fs"
import * as path from "node:path"
import * as process from "node:process"

const folder = process.env.RECORD_ANSWERS

/** Patterns of changing texts, each with its name in the record. Longer forms come first. */
const changing: ReadonlyArray<readonly [RegExp, string]> = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?/g, "time"],
  [/\b\d{4}-\d\d-\d\d\b/g, "date"],
  [/\b[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT/g, "time"],
  [/\b[a-z]+_[0-9A-HJKMNP-TV-Z]{26}\b/g, "id"],
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "uuid"],
  [/0x[0-9a-fA-F]{64}\b/g, "hash"],
  [/0x[0-9a-fA-F]{40}\b/g, "address"],
  [/\b(127\.0\.0\.1|localhost|\[::1\]):\d+/g, "host"],
  [/\b(sk|ak|whsec|pk)_[A-Za-z0-9_+/=-]{8,}/g, "secret"],
  [/[A-Za-z0-9_-]{12,}\.[A-Za-z0-9_-]{3}\b…?/g, "short"],
  [/\b(?=[A-Za-z0-9+/_-]*[0-9])(?=[A-Za-z0-9+/_-]*[A-Z])[A-Za-z0-9+/_-]{20,}=*/g, "token"],
  [/@example\.com|\.\d+\.\d+@/g, "@"],
  [/\b\d{5,}\b/g, "number"]
]

const replaced = (text: string, seen: Map<string, string>): string =>
  changing.reduce(
    (before, [pattern, name]) =>
      before.replace(pattern, (found) => {
        const known = seen.get(found)
        if (known !== undefined) return known
        const made = name === "id" ? `<${found.slice(0, found.indexOf("_"))}>` : `<${name}>`
        seen.set(found, made)
        return made
      }),
    text
  )

const isMeasured = /(_ms|_seconds|_bytes|seq|latency|uptime|remaining)$/

const valueOf = (value: unknown, seen: Map<string, string>, name = ""): unknown => {
  if (typeof value === "string") return replaced(value, seen)
  if (typeof value === "number") return isMeasured.test(name) ? 0 : value
  if (Array.isArray(value)) return value.map((each) => valueOf(each, seen))
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [replaced(key, seen), valueOf(each, seen, key)])
  )
}

/** Headers that differ from run to run, or that the socket adds. */
const ignored = new Set(["date", "x-request-id", "connection", "keep-alive", "etag"])
const sized = new Set(["content-length", "retry-after", "x-ratelimit-reset"])

const headersOf = (headers: Headers, seen: Map<string, string>): ReadonlyArray<string> =>
  [...headers]
    .filter(([name]) => !ignored.has(name))
    .map(([name, value]) => {
      if (sized.has(name) || name.startsWith("x-ratelimit")) return `${name}: <number>`
      return `${name}: ${replaced(value, seen)}`
    })
    .sort()

const bodyOf = (text: string, seen: Map<string, string>): unknown => {
  try {
    return valueOf(JSON.parse(text), seen)
  } catch {
    return replaced(text, seen)
  }
}

/** A request, and the kind of credentials that it came with. */
export interface Request {
  readonly method: string
  readonly path: string
  readonly by: string
  readonly body?: string | undefined
}

/** The kind of credentials of a request. */
export const callerOf = (headers: Readonly<Record<string, string | undefined>>): string => {
  const key = headers.authorization?.slice("Bearer ".length, "Bearer ".length + 3)
  return key ?? (headers.cookie === undefined ? "nobody" : "session")
}

/** A line of the record. */
export const lineOf = (request: Request, response: Response, text: string): string => {
  const seen = new Map<string, string>()
  return JSON.stringify({
    request: `${request.method} ${replaced(request.path, seen)} ${request.by}`,
    ...(request.body === undefined ? {} : { sent: bodyOf(request.body, seen) }),
    status: response.status,
    headers: headersOf(response.headers, seen),
    body: bodyOf(text, seen)
  })
}

export const isRecording = folder !== undefined

/** Appends a line to a file of the record, which by default is this process's file. */
export const write = (line: string, name = `${process.pid}`): void => {
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  appendFileSync(path.join(folder, `${name}.jsonl`), `${line}\n`)
}
