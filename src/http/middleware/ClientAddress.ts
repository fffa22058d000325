/**
 * Where a request comes from: the other end of its connection, or, behind proxies that are trusted,
 * the last address that none of them has. What a stranger writes into a header counts for nothing.
 */

import type { IncomingMessage } from "node:http"
import ipaddr from "ipaddr.js"
import * as Limits from "../../config/Limits.ts"
import * as ProxyRanges from "../../config/ProxyRanges.ts"

export type AddressOf = (request: IncomingMessage) => string

export const direct: AddressOf = ({ socket }) => socket.remoteAddress ?? ""

const isWithin = (text: string, ranges: ReadonlyArray<ProxyRanges.Range>): boolean => {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  return ranges.some(
    ({ bits, first }) => first.kind() === address.kind() && address.match(first as never, bits)
  )
}

/** `X-Forwarded-For`, nearest first: each proxy adds who it was asked by at the end. */
const hopsOf = ({ headers }: IncomingMessage): ReadonlyArray<string> => {
  const given = headers["x-forwarded-for"]
  const text = typeof given === "string" ? given : (given?.join(",") ?? "")
  return text
    .split(",")
    .slice(-Limits.http.forwardedHopsMax)
    .map((hop) => hop.trim())
    .reverse()
}

/** `trusted`: addresses and ranges of our own proxies. */
export const behind = (trusted: ReadonlyArray<string>): AddressOf => {
  const ranges = trusted.flatMap((text) => ProxyRanges.parse(text) ?? [])
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
