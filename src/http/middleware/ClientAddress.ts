/**
 * Where a request comes from: the other end of its connection, or, behind proxies that are trusted,
 * the last address that none of them has. What a stranger writes into a header counts for nothing.
 */
import type { IncomingMessage } from "node:http"
import ipaddr from "ipaddr.js"

export type AddressOf = (request: IncomingMessage) => string

export const direct: AddressOf = ({ socket }) => socket.remoteAddress ?? ""

interface Range {
  readonly first: ipaddr.IPv4 | ipaddr.IPv6
  readonly bits: number
}

/** An address, or a range such as `10.0.0.0/8`; `undefined`: neither. */
export const rangeOf = (text: string): Range | undefined => {
  if (ipaddr.isValidCIDR(text)) {
    const [first, bits] = ipaddr.parseCIDR(text)
    return { first, bits }
  }
  if (!ipaddr.isValid(text)) return undefined
  const first = ipaddr.process(text)
  return { first, bits: first.kind() === "ipv4" ? 32 : 128 }
}

const isWithin = (text: string, ranges: ReadonlyArray<Range>): boolean => {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  return ranges.some(
    ({ bits, first }) => first.kind() === address.kind() && address.match(first as never, bits)
  )
}

/** A chain longer than this was made up. */
const hopsMax = 16

/** `X-Forwarded-For`, nearest first: each proxy adds who it was asked by at the end. */
const hopsOf = ({ headers }: IncomingMessage): ReadonlyArray<string> => {
  const given = headers["x-forwarded-for"]
  const text = typeof given === "string" ? given : (given?.join(",") ?? "")
  return text
    .split(",")
    .slice(-hopsMax)
    .map((hop) => hop.trim())
    .reverse()
}

/** `trusted`: addresses and ranges of our own proxies. */
export const behind = (trusted: ReadonlyArray<string>): AddressOf => {
  const ranges = trusted.flatMap((text) => rangeOf(text) ?? [])
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
