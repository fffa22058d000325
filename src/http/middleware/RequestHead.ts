/**
 * Refuses request heads that Node's parser accepts: the host, the key or the length is ambiguous,
 * and a proxy in front may read it differently (RFC 9112).
 */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import type { Refusal } from "../contract/Rejection.ts"

const bad = (header: string, message: string): Refusal => ({ _tag: "BadHead", header, message })

const noHost = bad("Host", "must be sent")
const unclearLength = bad("Transfer-Encoding", "must be chunked or absent")
const unmet: Refusal = { _tag: "Expectation" }

/** Headers that must have one value, with the refusal of a repetition. */
const single: ReadonlyMap<string, Refusal> = new Map(
  [
    ...["Host", "Origin", "X-Account", "X-Dashboard", "Content-Type", "Authorization"],
    ...["Content-Length", "Sec-Fetch-Site", "Idempotency-Key"]
  ].map((header) => [header.toLowerCase(), bad(header, "must be sent once")])
)

/** Lengths of the names in `single`, each as a bit. */
const lengths = [...single.keys()].reduce((bits, { length }) => bits | (1 << length), 0)

/** Compares the names themselves, once two have the length of a `single` header's name. */
const repeatedAmong = (names: ReadonlyArray<string>): Refusal | undefined => {
  const seen = new Set<string>()
  for (let at = 0; at < names.length; at += 2) {
    const name = names[at]?.toLowerCase() ?? ""
    const refusal = single.get(name)
    if (refusal !== undefined && seen.has(name)) return refusal
    seen.add(name)
  }
  return undefined
}

/**
 * Finds a repeated header. Node keeps the first value or joins them to one that no client sent, so
 * the raw names are checked. Hardly any request has two names of such a length.
 */
const repeated = (names: ReadonlyArray<string>): Refusal | undefined => {
  let seen = 0
  for (let at = 0; at < names.length; at += 2) {
    const length = names[at]?.length ?? 0
    const bit = length < 32 ? (1 << length) & lengths : 0
    if ((seen & bit) !== 0) return repeatedAmong(names)
    seen |= bit
  }
  return undefined
}

/** Characters outside ASCII. */
const beyondAscii = /[^\0-\x7f]/

const utf8 = new TextDecoder("utf-8", { fatal: true })

const keyNotUtf8 = bad("Idempotency-Key", "must be UTF-8")

const readKey = (value: string): string | undefined => {
  // Node decodes each byte of a header as a character.
  if (!beyondAscii.test(value)) return value
  try {
    return utf8.decode(Buffer.from(value, "latin1"))
  } catch {
    return undefined
  }
}

/** The idempotency key of a header, in UTF-8 like the key of a body. */
export const keyOf = (headers: IncomingHttpHeaders): string | undefined => {
  const value = headers["idempotency-key"]
  return typeof value === "string" ? readKey(value) : undefined
}

const hasBadKey = ({ "idempotency-key": value }: IncomingHttpHeaders): boolean =>
  typeof value === "string" && readKey(value) === undefined

/** True if a path has the mark before its query. */
const isInPath = (url: string, mark: string): boolean => {
  const at = url.indexOf(mark)
  if (at < 0) return false
  const query = url.indexOf("?")
  return query < 0 || at < query
}

/**
 * True if a path is an alternative spelling: with a percent-encoded letter, which no path or id of
 * ours needs, or with a parameter or a fragment, which the router drops.
 */
const isAlias = (url: string): boolean =>
  isInPath(url, "%") || isInPath(url, ";") || isInPath(url, "#")

const alias: Refusal = { _tag: "NoSuchPath" }

/** The refusal of a head, if any. It runs for every request and allocates almost nothing. */
export const refusalOf = (request: IncomingMessage): Refusal | undefined => {
  const { headers, httpVersionMajor, httpVersionMinor, rawHeaders, url = "" } = request
  if (headers.host === undefined && httpVersionMajor === 1 && httpVersionMinor === 1) return noHost
  const encoding = headers["transfer-encoding"]
  if (encoding !== undefined && !/^\s*chunked\s*$/i.test(encoding)) return unclearLength
  const { expect } = headers
  if (expect !== undefined && !/^100-continue$/i.test(expect)) return unmet
  if (hasBadKey(headers)) return keyNotUtf8
  return repeated(rawHeaders) ?? (isAlias(url) ? alias : undefined)
}
