/**
 * Request heads that Node's parser accepts and that are refused all the same: the host, the key or
 * the length is ambiguous, and a proxy in front may read it differently (RFC 9112).
 */
import type { IncomingMessage } from "node:http"
import type { Refusal } from "../Problems.ts"

const bad = (header: string, message: string): Refusal => ({ _tag: "BadHead", header, message })

const noHost = bad("Host", "must be sent")
const unclearLength = bad("Transfer-Encoding", "must be chunked or absent")
const unmet: Refusal = { _tag: "Expectation" }

const twoHosts = bad("Host", "must be sent once")
const twoKeys = bad("Authorization", "must be sent once")

/** Node keeps the first of several and drops the others, so the names are counted as they came. */
const repeated = (names: ReadonlyArray<string>): Refusal | undefined => {
  let hosts = 0
  let keys = 0
  for (let at = 0; at < names.length; at += 2) {
    const name = names[at] ?? ""
    // The length alone rules out nearly every other header.
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1
    else if (name.length === 13 && name.toLowerCase() === "authorization") keys += 1
  }
  if (hosts > 1) return twoHosts
  return keys > 1 ? twoKeys : undefined
}

/** Whether a path has a percent-encoded letter; no path and no id of ours needs one. */
const isEncoded = (url: string): boolean => {
  const at = url.indexOf("%")
  if (at < 0) return false
  const query = url.indexOf("?")
  return query < 0 || at < query
}

const encodedPath: Refusal = { _tag: "NoSuchPath" }

/** Why a head is refused, if it is. It runs for every request and allocates nothing. */
export const refusalOf = (request: IncomingMessage): Refusal | undefined => {
  const { headers, httpVersionMajor, httpVersionMinor, rawHeaders, url = "" } = request
  if (headers.host === undefined && httpVersionMajor === 1 && httpVersionMinor === 1) return noHost
  const encoding = headers["transfer-encoding"]
  if (encoding !== undefined && !/^\s*chunked\s*$/i.test(encoding)) return unclearLength
  const { expect } = headers
  if (expect !== undefined && !/^100-continue$/i.test(expect)) return unmet
  return repeated(rawHeaders) ?? (isEncoded(url) ? encodedPath : undefined)
}
