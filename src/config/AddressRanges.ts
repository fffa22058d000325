/** Network addresses and address ranges, as settings and API keys list them. */
import * as net from "node:net"
import ipaddr from "ipaddr.js"

type Address = ipaddr.IPv4 | ipaddr.IPv6

export interface Range {
  readonly first: Address
  readonly bits: number
}

/**
 * The range of a text such as `10.0.0.0/8`, or of one address; `undefined` if the text is neither.
 */
export const parse = (text: string): Range | undefined => {
  if (ipaddr.isValidCIDR(text)) {
    const [first, bits] = ipaddr.parseCIDR(text)
    return { first, bits }
  }
  if (!ipaddr.isValid(text)) return undefined
  const first = ipaddr.process(text)
  return { first, bits: first.kind() === "ipv4" ? 32 : 128 }
}

/**
 * Addresses at which a cloud serves its own machines, with credentials too. No endpoint may be
 * there. Most metadata services are link-local. Amazon's and Google's also have private IPv6
 * addresses, and Azure's platform has a public one.
 */
export const hostServices: ReadonlyArray<Range> = [
  ...["169.254.0.0/16", "fe80::/10", "fd00:ec2::254", "fd20:ce::254", "168.63.129.16"]
].flatMap((text) => parse(text) ?? [])

/** Bits of an IPv6 address before the IPv4 address that it maps. */
const mappedBits = 96

/**
 * Parses a range that a customer wrote. Short, octal and hexadecimal IPv4 addresses are refused
 * because readers could take them for another address, and IPv6 zones because they name an
 * interface of one machine. A range of mapped addresses becomes the IPv4 range that it means.
 */
export const parseStrict = (text: string): Range | undefined => {
  const [address = "", bits] = text.split("/")
  if (net.isIP(address) === 0 || address.includes("%")) return undefined
  if (bits !== undefined && !/^\d{1,3}$/.test(bits)) return undefined
  const range = parse(text)
  if (range === undefined || range.first instanceof ipaddr.IPv4) return range
  if (!range.first.isIPv4MappedAddress() || range.bits < mappedBits) return range
  return { first: range.first.toIPv4Address(), bits: range.bits - mappedBits }
}

/** An address as people write it, IPv4 if IPv6 maps it; `undefined` if it is none. */
export const read = (text: string): Address | undefined =>
  ipaddr.isValid(text) ? ipaddr.process(text) : undefined

/**
 * The network of a client: an IPv4 address, also one that IPv6 maps, or the first `bits` of an IPv6
 * address. Text that is not an address stays unchanged.
 */
export const networkOf = (text: string, bits: number): string => {
  const address = read(text)
  if (address === undefined) return text
  return address instanceof ipaddr.IPv4
    ? address.toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/${bits}`).toString()
}

export const isWithin = (address: Address, ranges: ReadonlyArray<Range>): boolean =>
  // Only equal kinds are compared, but the overloads of `match` need the kind in the type.
  ranges.some(
    ({ bits, first }) => first.kind() === address.kind() && address.match(first as never, bits)
  )
