/**
 * The client's address: the other end of its connection, or, behind trusted proxies, the last
 * address that is not one of theirs. What a client writes into a header counts for nothing.
 *
 * Not `HttpMiddleware.xForwardedHeaders`: that also takes over the host, which decides whether the
 * dashboard's page is ours, and at a hop that is no address it falls back to the proxy's own.
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

/** `X-Forwarded-For`, nearest first: each proxy appends its own client. */
const hopsOf = ({ headers }: IncomingMessage): ReadonlyArray<string> => {
  const given = headers["x-forwarded-for"]
  const text = typeof given === "string" ? given : (given?.join(",") ?? "")
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

/** The scheme without proxies: the service itself speaks no TLS. */
export const plain: SchemeOf = () => "http"

/** The scheme that the nearest proxy names in `X-Forwarded-Proto`, where that proxy is trusted. */
export const schemeBehind = (trusted: ReadonlyArray<string>): SchemeOf => {
  const ranges = rangesOf(trusted)
  if (ranges.length === 0) return plain
  return (request) => {
    const given = String(request.headers["x-forwarded-proto"] ?? "")
    const nearest = given.split(",").at(-1)?.trim().toLowerCase()
    return nearest === "https" && isWithin(direct(request), ranges) ? "https" : "http"
  }
}

/** `trusted`: addresses and ranges of our own proxies. */
export const behind = (trusted: ReadonlyArray<string>): AddressOf => {
  const ranges = rangesOf(trusted)
  if (ranges.length === 0) return direct
  return (request) => {
    let nearest = direct(request)
    for (const hop of hopsOf(request)) {
      // What is no address was not written by a proxy of ours.
      if (!isWithin(nearest, ranges) || !ipaddr.isValid(hop)) return nearest
      nearest = hop
    }
    return nearest
  }
}
