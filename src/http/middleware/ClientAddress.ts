/**
 * The client's address: the other end of the connection or, behind trusted proxies, the last
 * address that is not a proxy's. Header values that a client writes are ignored.
 *
 * `HttpMiddleware.xForwardedHeaders` is not used. It also replaces the host, which decides whether
 * the dashboard's page is ours, and it falls back to the proxy's address at an invalid hop.
 */
import type { IncomingMessage } from "node:http"
import ipaddr from "ipaddr.js"
import * as AddressRanges from "../../config/AddressRanges.ts"
import * as Limits from "../../config/Limits.ts"

export type AddressOf = (request: IncomingMessage) => string

export const direct: AddressOf = ({ socket }) => socket.remoteAddress ?? ""

const isWithin = (text: string, ranges: ReadonlyArray<AddressRanges.Range>): boolean => {
  const address = AddressRanges.read(text)
  return address !== undefined && AddressRanges.isWithin(address, ranges)
}

/** Hops of `X-Forwarded-For`, nearest first. Each proxy appends its client. */
const hopsOf = ({ headers }: IncomingMessage): ReadonlyArray<string> => {
  const header = headers["x-forwarded-for"]
  const text = typeof header === "string" ? header : (header?.join(",") ?? "")
  return text
    .split(",")
    .slice(-Limits.http.forwardedHopsMax)
    .map((hop) => hop.trim())
    .reverse()
}

const rangesOf = (trusted: ReadonlyArray<string>): ReadonlyArray<AddressRanges.Range> =>
  trusted.flatMap((text) => AddressRanges.parse(text) ?? [])

export type Scheme = "http" | "https"
export type SchemeOf = (request: IncomingMessage) => Scheme

/** The scheme without proxies. The service itself does not speak TLS. */
export const plain: SchemeOf = () => "http"

/** The scheme that the nearest proxy names in `X-Forwarded-Proto`, if that proxy is trusted. */
export const schemeBehind = (trusted: ReadonlyArray<string>): SchemeOf => {
  const ranges = rangesOf(trusted)
  if (ranges.length === 0) return plain
  return (request) => {
    const protocols = String(request.headers["x-forwarded-proto"] ?? "")
    const nearest = protocols.split(",").at(-1)?.trim().toLowerCase()
    return nearest === "https" && isWithin(direct(request), ranges) ? "https" : "http"
  }
}

/** The address behind proxies. `trusted`: addresses and ranges of our proxies. */
export const behind = (trusted: ReadonlyArray<string>): AddressOf => {
  const ranges = rangesOf(trusted)
  if (ranges.length === 0) return direct
  return (request) => {
    let nearest = direct(request)
    for (const hop of hopsOf(request)) {
      // Our proxies write only valid addresses.
      if (!isWithin(nearest, ranges) || !ipaddr.isValid(hop)) return nearest
      nearest = hop
    }
    return nearest
  }
}
